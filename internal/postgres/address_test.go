package postgres

import (
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/problem"
	"assister/internal/workspace"
)

func TestAddressesAreParsed(t *testing.T) {
	a, err := ParseAddress("postgres://ann%40x:p%2Fw@db1,db2:6000,%2Frun%2Fpg/work?schema=team&timeout=2s")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"db1:5432", "db2:6000", "/run/pg:5432"}; !slices.Equal(a.Hosts, want) {
		t.Errorf("hosts %q, want %q", a.Hosts, want)
	}
	if a.User != "ann@x" || a.Password != "p/w" || a.Database != "work" || a.Schema != "team" {
		t.Errorf("parsed %+v", a)
	}
	if got, want := a.String(), "postgres://ann%40x@db1,db2:6000,%2Frun%2Fpg/work?schema=team"; got != want {
		t.Errorf("written %s, want %s", got, want)
	}
}

// Whoever can read what is on the way can also change it, so an address without sslmode
// asks for a certificate unless nothing leaves the machine.
func TestTLSIsVerifiedUnlessTheAddressSaysOtherwise(t *testing.T) {
	for _, tt := range []struct{ address, mode string }{
		{"postgres://db.example.org/work", "verify-full"},
		{"postgres://127.0.0.1,db.example.org/work", "verify-full"},
		{"postgres://10.0.0.1/work", "verify-full"},
		{"postgres://localhost/work", "disable"},
		{"postgres://127.0.0.1:6000,[::1]/work", "disable"},
		{"postgres://%2Frun%2Fpostgresql/work", "disable"},
		{"postgres://db.example.org/work?sslmode=disable", "disable"},
		{"postgres://localhost/work?sslmode=verify-full", "verify-full"},
	} {
		t.Setenv("PGSSLMODE", "prefer") // which must not weaken it
		a, err := ParseAddress(tt.address)
		if err != nil || a.TLS != tt.mode {
			t.Errorf("%s: sslmode %q, %v; want %q", tt.address, a.TLS, err, tt.mode)
			continue
		}
		config, err := a.config()
		if err != nil {
			t.Fatal(err)
		}
		verified := config.TLSConfig != nil && !config.TLSConfig.InsecureSkipVerify && config.TLSConfig.ServerName != ""
		if verified != (tt.mode == "verify-full") {
			t.Errorf("%s: the certificate is verified: %v", tt.address, verified)
		}
		for _, other := range config.Fallbacks {
			if (other.TLSConfig == nil) != (config.TLSConfig == nil) && !strings.HasPrefix(other.Host, "/") {
				t.Errorf("%s: a host is tried without TLS", tt.address)
			}
		}
	}
}

func TestInvalidAddressesAreRefusedWithoutTheirPassword(t *testing.T) {
	for _, address := range []string{
		"postgres://ann:hunter2@db", "postgres://ann:hunter2@db/", "postgres://ann:hunter2@/work",
		"postgres://ann:hunter2@db:port/work", "postgres://ann:hunter2%@db/work", "postgres://ann:hunter2@db,/work",
		"postgres://ann:hunter2@db/work?sslmode=prefer", "postgres://ann:hunter2@db/work?schema=pg_x",
		"postgres://ann:hunter2@db/work?host=elsewhere", "postgres://ann:hunter2@db/work?timeout=soon",
		"postgres://ann:hunter2@db/work?sslcert=/missing&sslkey=/missing", "mysql://ann:hunter2@db/work",
	} {
		a, err := ParseAddress(address)
		if err == nil {
			_, err = a.config()
		}
		var r *problem.Refusal
		if !errors.As(err, &r) || r.Problem.Code != "invalid_address" {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if all := r.Error() + r.Problem.Message + r.Problem.Hint + r.Path; strings.Contains(all, "hunter2") {
			t.Errorf("%s: the refusal has the password: %s", address, all)
		}
	}
}

// secured listens as a server of PostgreSQL does that speaks TLS, and ends the connection then.
func secured(t *testing.T) (address, authority string) {
	with := httptest.NewTLSServer(nil)
	t.Cleanup(with.Close)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if _, err := io.ReadFull(c, make([]byte, 8)); err != nil { // the request for TLS
					return
				}
				if _, err := c.Write([]byte("S")); err == nil {
					_ = tls.Server(c, with.TLS).Handshake()
				}
			}()
		}
	}()
	authority = filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: with.Certificate().Raw})
	if err := os.WriteFile(authority, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String(), authority
}

func TestACertificateThatIsNotTrustedIsRefusedAtOnce(t *testing.T) {
	server, authority := secured(t)
	for options, want := range map[string]string{
		"?sslmode=verify-full":                             "untrusted_certificate",
		"?sslmode=verify-full&sslrootcert=" + authority:    "database_unreachable",
		"?sslmode=verify-ca":                               "untrusted_certificate",
		"?sslmode=verify-ca&sslrootcert=" + authority:      "database_unreachable",
		"?sslmode=verify-ca&sslrootcert=/missing":          "invalid_address",
		"?sslmode=verify-full&sslmode=disable":             "invalid_address",
		"?sslmode=verify-full&sslrootcert=/dev/null&x=yes": "invalid_address",
	} {
		a, err := ParseAddress("postgres://ann@" + server + "/work" + options)
		if err == nil {
			_, err = Open(t.Context(), a, workspace.Opening{Wait: time.Second})
		}
		refusal, is := errors.AsType[*problem.Refusal](err)
		if !is || refusal.Problem.Code != want || refusal.Problem.Hint == "" {
			t.Errorf("%s: %v, want %s", options, err, want)
		}
	}
}

func TestTheReasonWhyNoServerAnswersIsSaid(t *testing.T) {
	a, err := ParseAddress("postgres://ann:secret@127.0.0.1:1,127.0.0.1:2/work")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), a, workspace.Opening{Wait: 10 * time.Millisecond})
	for _, want := range []string{"127.0.0.1:1: connect: connection refused", "127.0.0.1:2: connect: connection refused"} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v, want “%s”", err, want)
		}
	}
}

// A name that is not known is not waited for; a server that refuses connections may be restarting.
func TestHostsThatAreNotKnownAreRefusedAtOnce(t *testing.T) {
	nowhere := strings.Repeat("a", 64) // too long for a name, whatever the resolver
	for hosts, waits := range map[string]bool{nowhere: false, nowhere + ",127.0.0.1:1": true} {
		a, err := ParseAddress("postgres://ann@" + hosts + "/work?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		_, err = Open(t.Context(), a, workspace.Opening{Wait: 2 * time.Second})
		refusal, is := errors.AsType[*problem.Refusal](err)
		if !is || refusal.Problem.Code != codeUnreachable || refusal.Passing != waits {
			t.Errorf("%s: %v", hosts, err)
		}
		if took := time.Since(begun); took > 1500*time.Millisecond != waits {
			t.Errorf("%s: after %v", hosts, took)
		}
	}
}
