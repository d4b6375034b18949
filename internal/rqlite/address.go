package rqlite

import (
	"net"
	"net/url"
	"strings"
	"time"

	"assister/internal/problem"
)

// Address names a workspace on a cluster:
//
//	rqlite://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]...]/NAME[?OPTION=VALUE&...]
//
// rqlites:// is the same over TLS.
type Address struct {
	Hosts          []string // HOST:PORT, in the order in which they are tried
	Name           string
	User, Password string
	TLS            bool
	CA             string        // file of the certificates that sign those of the nodes; "" for the system's
	Read           Level         // of reads that no write depends on
	Timeout        time.Duration // of one request; a lost one is repeated for twice as long
}

// Schemes of an address.
const (
	Scheme    = "rqlite"
	SchemeTLS = "rqlites"
)

const (
	defaultPort    = "4001"
	defaultTimeout = 5 * time.Second
)

// ParseAddress parses an address. Its refusals never show the password.
func ParseAddress(text string) (Address, error) {
	scheme, rest, _ := strings.Cut(text, "://")
	if scheme != Scheme && scheme != SchemeTLS {
		return Address{}, badAddress("an address of rqlite begins with rqlite:// or rqlites://")
	}
	a := Address{TLS: scheme == SchemeTLS, Read: Weak, Timeout: defaultTimeout}
	rest, query, _ := strings.Cut(rest, "?")
	authority, name, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		if err := a.login(authority[:at]); err != nil {
			return Address{}, err
		}
		authority = authority[at+1:]
	}
	for host := range strings.SplitSeq(authority, ",") {
		address, ok := withPort(host)
		if !ok {
			return Address{}, badAddress("“" + host + "” is no HOST or HOST:PORT")
		}
		a.Hosts = append(a.Hosts, address)
	}
	var err error
	if a.Name, err = url.PathUnescape(name); err != nil || !validName(a.Name) {
		return Address{}, badAddress("the last part of the address is the name of the workspace: " +
			"letters, digits, “-”, “_” and “.”")
	}
	if err := a.options(query); err != nil {
		return Address{}, err
	}
	return a, nil
}

func (a *Address) login(text string) error {
	user, password, _ := strings.Cut(text, ":")
	var err, second error
	a.User, err = url.PathUnescape(user)
	a.Password, second = url.PathUnescape(password)
	if err != nil || second != nil || a.User == "" {
		return badAddress("USER:PASSWORD before the “@” is not valid; write special characters as %XX")
	}
	return nil
}

// withPort adds the port that an address leaves out.
func withPort(host string) (string, bool) {
	if !strings.Contains(strings.TrimPrefix(host[strings.LastIndexByte(host, ']')+1:], "]"), ":") {
		host += ":" + defaultPort
	}
	name, port, err := net.SplitHostPort(host)
	ok := err == nil && name != "" && port != "" && !strings.ContainsAny(name, "/?#@ ")
	return host, ok
}

func validName(name string) bool {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (r < '0' || r > '9') && !strings.ContainsRune("-_.", r) {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

func (a *Address) options(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return badAddress("the options after the “?” are not valid: write OPTION=VALUE&OPTION=VALUE")
	}
	for option, all := range values {
		if len(all) > 1 {
			return badAddress("the option " + option + " is there twice")
		}
		value := all[0]
		switch option {
		case "read":
			if a.Read = Level(value); a.Read != None && a.Read != Weak && a.Read != Linearizable {
				return badAddress("read is none, weak or linearizable, not “" + value + "”")
			}
		case "ca":
			if a.CA = value; !a.TLS {
				return badAddress("ca is for rqlites://, which is rqlite:// over TLS")
			}
		case "timeout":
			if a.Timeout, err = time.ParseDuration(value); err != nil || a.Timeout < 100*time.Millisecond {
				return badAddress("timeout is a duration of at least 100ms, not “" + value + "”")
			}
		default:
			return badAddress("unknown option “" + option + "”; known: read, ca, timeout")
		}
	}
	return nil
}

// String returns the address without the password and the options.
func (a Address) String() string {
	text := Scheme + "://"
	if a.TLS {
		text = SchemeTLS + "://"
	}
	if a.User != "" {
		text += url.PathEscape(a.User) + "@"
	}
	return text + strings.Join(a.Hosts, ",") + "/" + a.Name
}

func badAddress(message string) error {
	return problem.Refuse(problem.Usage, "invalid_address", message,
		"write rqlite://HOST:PORT,HOST:PORT/NAME")
}
