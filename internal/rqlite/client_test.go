package rqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/pem"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"assister/internal/problem"
	"assister/internal/storetest/servers"
)

// dial returns a client of some hosts that gives up soon.
func dial(t *testing.T, hosts ...string) *Client {
	t.Helper()
	return dialAddress(t, "rqlite://"+strings.Join(hosts, ",")+"/test?timeout=1s")
}

func dialAddress(t *testing.T, text string) *Client {
	t.Helper()
	a, err := ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewClient(a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// node is a fake node with one answer to everything.
func node(t *testing.T, status int, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status/100 == 3 {
			w.Header().Set("Location", "http://evil.example/db/query")
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func code(err error) string {
	var r *problem.Refusal
	if errors.As(err, &r) {
		return r.Problem.Code
	}
	return ""
}

const one = `{"results":[{"columns":["1"],"types":["integer"],"values":[[1]]}]}`

func TestAnswersSayWhetherARequestCanHaveHadAnEffect(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		status     int
		lost       bool
		code       string
	}{
		{"the leader is gone", `{"results":[],"error":"leadership lost while committing log"}`, 200, true, ""},
		{"not JSON", `<html>`, 200, true, ""},
		{"cut", one[:40], 200, true, ""},
		{"nothing", ``, 200, true, ""},
		{"too few results", `{"results":[]}`, 200, true, ""},
		{"a value without a column", `{"results":[{"types":[],"values":[[1]]}]}`, 200, true, ""},
		{"a bad blob", `{"results":[{"types":["blob"],"values":[["?"]]}]}`, 200, true, ""},
		{"a gateway's time-out", `time-out`, 504, true, ""},
		{"no such page", ``, 404, false, "cluster_foreign"},
		{"a redirect", ``, 301, false, ""},
		{"a wrong password", ``, 401, false, "not_authorized"},
		{"no leader", `leader not found`, 503, false, Unreachable},
		{"not the leader", `{"results":[],"error":"node failed to process Execute on remote node at a:1: not leader"}`, 200, false, Unreachable},
	} {
		c := dialAddress(t, "rqlite://"+node(t, tt.status, tt.body)+"/test?timeout=100ms")
		_, err := c.Execute(context.Background(), Statement{Text: "INSERT"})
		if err == nil || errors.Is(err, ErrLost) != tt.lost || code(err) != tt.code {
			t.Errorf("%s: lost %v, code %q: %v", tt.name, errors.Is(err, ErrLost), code(err), err)
		}
	}
}

func TestAReadGoesOnWithTheNextNode(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	hosts := []string{
		closed.Listener.Addr().String(),
		node(t, 503, "leader not found"),
		node(t, 200, `{"results":[],"error":"leadership lost while committing log"}`),
		node(t, 200, one),
	}
	c := dial(t, hosts...)
	for _, trips := range []int64{4, 5} { // the second read begins with the node that answered
		rows, err := c.Query(context.Background(), Weak, Statement{Text: "SELECT 1"})
		if err != nil || len(rows) != 1 || !reflect.DeepEqual(rows[0].Values, [][]driver.Value{{int64(1)}}) {
			t.Fatalf("got %v, %v", rows, err)
		}
		if c.Trips() != trips {
			t.Errorf("%d requests, want %d", c.Trips(), trips)
		}
	}
}

// A node that was just started and is the leader again has none of the tables until it has carried
// out its log.
func TestAWriterInTheQueueWaitsForALeaderThatHasNoTablesYet(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := `{"results":[{"error":"no such table: queue"}]}`
		if r.URL.Query().Get("level") == string(Linearizable) {
			answer = `{"results":[{"types":["integer","integer","integer","integer","integer"],"values":[[7,3,4,1,2]]}]}`
		}
		_, _ = w.Write([]byte(answer))
	}))
	t.Cleanup(server.Close)
	waiting := ticket{s: &Store{client: dial(t, server.Listener.Addr().String())}, name: "mine"}
	is, err := waiting.look(context.Background())
	if want := (place{version: 7, first: 3, number: 4, before: 1, all: 2}); err != nil || is != want {
		t.Errorf("got %+v, %v, want %+v", is, err, want)
	}
}

func TestAnAnswerWithoutEndIsLimited(t *testing.T) {
	const most = 8 << 20
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		block := bytes.Repeat([]byte(" "), 1<<20)
		for range most>>20 + 8 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	c := dialAddress(t, "rqlite://"+s.Listener.Addr().String()+"/test?timeout=30s")
	if c.most != answerMost {
		t.Errorf("the limit is %d", c.most)
	}
	c.most = most // megabytes show it, too
	_, err := c.Execute(context.Background(), Statement{Text: "SELECT 1"})
	if err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("got %v", err)
	}
}

func TestTLSIsVerifiedWithTheGivenAuthority(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, pass, ok := r.BasicAuth(); !ok || user != "me" || pass != "p@ss" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte(one))
	}))
	defer s.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(ca, block, 0o600); err != nil {
		t.Fatal(err)
	}
	address := "rqlites://me:p%40ss@" + s.Listener.Addr().String() + "/test"
	query := func(text string) error {
		_, err := dialAddress(t, text).Query(context.Background(), Weak, Statement{Text: "SELECT 1"})
		return err
	}
	if err := query(address); code(err) != "untrusted_certificate" {
		t.Errorf("an unknown authority: %v", err)
	}
	if err := query(address + "?ca=" + ca); err != nil {
		t.Errorf("the given authority: %v", err)
	}
	if err := query(strings.Replace(address, "p%40", "x", 1) + "?ca=" + ca); code(err) != "not_authorized" {
		t.Errorf("a wrong password: %v", err)
	}
}

func TestAServerThatIsNoNodeIsRefusedAtOnce(t *testing.T) {
	teapot := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }
	plain, secure := httptest.NewServer(http.HandlerFunc(teapot)), httptest.NewTLSServer(http.HandlerFunc(teapot))
	defer plain.Close()
	defer secure.Close()
	for address, want := range map[string]string{
		"rqlite://" + plain.Listener.Addr().String():   "418",
		"rqlites://" + plain.Listener.Addr().String():  "does not speak TLS",
		"rqlite://" + secure.Listener.Addr().String():  "HTTPS server",
		"rqlites://" + secure.Listener.Addr().String(): "not trusted",
	} {
		begun := time.Now()
		_, err := dialAddress(t, address+"/test").Query(context.Background(), Weak, Statement{Text: "SELECT 1"})
		refusal, is := errors.AsType[*problem.Refusal](err)
		if !is || !strings.Contains(err.Error(), want) || refusal.Problem.Hint == "" || time.Since(begun) > 5*time.Second {
			t.Errorf("%s: %v after %v, want “%s”", address, err, time.Since(begun), want)
		}
	}
}

func TestTheReasonWhyNoNodeAnswersIsSaid(t *testing.T) {
	_, err := dialAddress(t, "rqlite://127.0.0.1:1/test?timeout=100ms").
		Query(context.Background(), Weak, Statement{Text: "SELECT 1"})
	if code(err) != Unreachable || !strings.Contains(err.Error(), "127.0.0.1:1: connect: connection refused") {
		t.Errorf("got %v", err)
	}
}

// A name that is not known is not waited for; a node that refuses connections may be restarting.
func TestHostsThatAreNotKnownAreRefusedAtOnce(t *testing.T) {
	nowhere := strings.Repeat("a", 64) // too long for a name, whatever the resolver
	for hosts, waits := range map[string]bool{
		nowhere: false, nowhere + "," + nowhere + "b": false, nowhere + ",127.0.0.1:1": true,
	} {
		begun := time.Now()
		_, err := dialAddress(t, "rqlite://"+hosts+"/test?timeout=1s").
			Query(context.Background(), Weak, Statement{Text: "SELECT 1"})
		refusal, is := errors.AsType[*problem.Refusal](err)
		if !is || refusal.Problem.Code != Unreachable || refusal.Passing != waits {
			t.Errorf("%s: %v", hosts, err)
		}
		if took := time.Since(begun); took > 1500*time.Millisecond != waits {
			t.Errorf("%s: after %v", hosts, took)
		}
	}
}

// values are what has to come back as it was sent.
var values = []driver.Value{
	nil, int64(0), int64(-1), int64(math.MaxInt64), int64(math.MinInt64), int64(1<<53 + 1),
	"", "text", "x'00'", " X'zz' ", "x'0'", "x''", "?", "NUL \x00 in it", "ü\u2028\u202e\U0001f600", `"quoted" \ 'so'`, "null", "7",
	[]byte{}, []byte{0}, []byte("text"), []byte{0xff, 0xfe, 0}, bytes.Repeat([]byte{7}, 1000),
}

func TestValuesComeBackAsTheyWereSent(t *testing.T) {
	cluster := servers.StartRqlite(t, 1, servers.RqliteOptions{})
	c := dial(t, cluster.Nodes[0].Address)
	ctx := context.Background()
	_, err := c.Execute(ctx, Statement{Text: `CREATE TABLE v (i INTEGER PRIMARY KEY, n INTEGER, t TEXT, b BLOB) STRICT`})
	if err != nil {
		t.Fatal(err)
	}
	var inserts, selects []Statement
	for i, v := range values {
		column := "t"
		switch v.(type) {
		case int64:
			column = "n"
		case []byte:
			column = "b"
		}
		inserts = append(inserts, Statement{
			"INSERT INTO v (i, " + column + ") /* ? */ VALUES (?, ?) -- '?", []driver.Value{int64(i), v}})
		selects = append(selects, Statement{
			"SELECT " + column + ", typeof(" + column + "), '?' FROM v WHERE i = ? AND " + column + " IS ?",
			[]driver.Value{int64(i), v}})
	}
	changed, err := c.Execute(ctx, inserts...)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Query(ctx, Linearizable, selects...)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if changed[i] != 1 {
			t.Errorf("value %d: %d rows were changed", i, changed[i])
		}
		if len(rows[i].Values) != 1 || !reflect.DeepEqual(rows[i].Values[0][0], v) {
			t.Errorf("sent %T %.20q, got %T %.20q", v, v, rows[i].Values, rows[i].Values)
		}
	}
}

func TestARequestHappensAsAWholeOrNotAtAll(t *testing.T) {
	cluster := servers.StartRqlite(t, 1, servers.RqliteOptions{})
	c := dial(t, cluster.Nodes[0].Address)
	ctx := context.Background()
	if _, err := c.Execute(ctx, Statement{Text: "CREATE TABLE t (n INTEGER CHECK (n < 10)) STRICT"}); err != nil {
		t.Fatal(err)
	}
	for _, second := range []string{"INSERT INTO t VALUES (10)", "INSERT INTO nowhere VALUES (1)", "nonsense"} {
		_, err := c.Execute(ctx, Statement{Text: "INSERT INTO t VALUES (1)"}, Statement{Text: second})
		var said *StatementError
		if !errors.As(err, &said) || said.Statement != 1 {
			t.Errorf("%s: got %v", second, err)
		}
	}
	if _, err := c.Query(ctx, Weak, Statement{Text: "DELETE FROM t"}); err == nil {
		t.Error("a query may write")
	}
	rows, err := c.Query(ctx, Weak, Statement{Text: "SELECT count(*) FROM t"})
	if err != nil || rows[0].Values[0][0] != int64(0) {
		t.Errorf("got %v, %v", rows, err)
	}
}

func TestAnyNodeCarriesOutARequest(t *testing.T) {
	cluster := servers.StartRqlite(t, 3, servers.RqliteOptions{})
	ctx := context.Background()
	if _, err := dial(t, cluster.Nodes[0].Address).Execute(ctx, Statement{Text: "CREATE TABLE t (n INTEGER) STRICT"}); err != nil {
		t.Fatal(err)
	}
	for i, n := range cluster.Nodes {
		c := dial(t, n.Address)
		if _, err := c.Execute(ctx, Statement{"INSERT INTO t VALUES (?)", []driver.Value{int64(i)}}); err != nil {
			t.Errorf("node %d: %v", i, err)
		}
		for _, level := range []Level{Weak, Linearizable} {
			rows, err := c.Query(ctx, level, Statement{Text: "SELECT count(*) FROM t"})
			if err != nil || rows[0].Values[0][0] != int64(i+1) {
				t.Errorf("node %d reads %s: %v, %v", i, level, rows, err)
			}
		}
	}
}

func TestALostAnswerIsNotRepeatedByAWrite(t *testing.T) {
	cluster := servers.StartRqlite(t, 1, servers.RqliteOptions{})
	proxy := servers.StartProxy(t, cluster.Nodes[0].Address)
	c := dial(t, proxy.Address)
	ctx := context.Background()
	if _, err := c.Execute(ctx, Statement{Text: "CREATE TABLE t (n INTEGER) STRICT"}); err != nil {
		t.Fatal(err)
	}
	proxy.CutWhen(func(c *servers.Crossing) bool { return c.Received > 0 })
	insert := Statement{Text: "INSERT INTO t VALUES (1)"}
	if _, err := c.Execute(ctx, insert); !errors.Is(err, ErrLost) {
		t.Errorf("an answer that was cut: %v", err)
	}
	proxy.CutWhen(nil)
	proxy.Refuse(true)
	if _, err := c.Execute(ctx, insert); !errors.Is(err, ErrLost) {
		t.Errorf("a connection that was closed at once: %v", err)
	}
	proxy.Refuse(false)
	rows, err := c.Query(ctx, Linearizable, Statement{Text: "SELECT count(*) FROM t"})
	if err != nil || rows[0].Values[0][0] != int64(1) {
		t.Errorf("got %v, %v", rows, err)
	}
}

func TestRequestsGoOnAfterTheDeathOfTheLeader(t *testing.T) {
	cluster := servers.StartRqlite(t, 3, servers.RqliteOptions{})
	c := dialAddress(t, "rqlite://"+cluster.Addresses()+"/test?timeout=5s")
	ctx := context.Background()
	if _, err := c.Execute(ctx, Statement{Text: "CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT"}); err != nil {
		t.Fatal(err)
	}
	cluster.Leader().Kill()
	begun := time.Now()
	insert := Statement{Text: "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING"}
	servers.Eventually(t, "write", 30*time.Second, func() error {
		_, err := c.Execute(ctx, insert)
		return err
	})
	t.Logf("the first write after the death of the leader took %v", time.Since(begun))
	if _, err := c.Query(ctx, Linearizable, Statement{Text: "SELECT 1"}); err != nil {
		t.Error(err)
	}
}
