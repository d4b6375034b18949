// Package wiretest has the faults of model servers, for the tests of every engine that
// has a server.
package wiretest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// Dialect is the output of a correct server. Each part is whole lines.
type Dialect struct {
	Type  string // media type of a stream
	Piece string // a piece of an answer
	End   string // completes the answer
	Error string // reports a failure in mid-stream
	Call  string // a piece that calls a tool; {n} is replaced by a number; "" for none
}

// Limits are the limits of a test: a silent server times out at once.
var Limits = wire.Limits{
	Total: 3 * time.Second, Connect: time.Second, Header: 250 * time.Millisecond, Idle: 250 * time.Millisecond,
	Tries: 3, Pause: time.Millisecond,
}

// Serve starts a server that is stopped at the end of the test.
func Serve(t *testing.T, h http.HandlerFunc) *url.URL {
	t.Helper()
	// A server notices a closed connection only after it has read the request.
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		h(w, r)
	}))
	s.Config.ErrorLog = nil
	s.Start()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	base, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return base
}

// Fault is a faulty server.
type Fault struct {
	Name  string
	Code  string // of the refusal; "" if it depends on which limit is reached first
	Serve http.HandlerFunc
}

// Faults returns the ways in which a server of the dialect can fail after it has
// accepted a connection.
func Faults(d Dialect) []Fault {
	stream := func(w http.ResponseWriter, parts ...string) {
		w.Header().Set("Content-Type", d.Type)
		for _, p := range parts {
			io.WriteString(w, p)
		}
		w.(http.Flusher).Flush()
	}
	hang := func(r *http.Request) { <-r.Context().Done() }
	raw := func(w http.ResponseWriter, text string) net.Conn {
		c, b, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		b.WriteString(text)
		b.Flush()
		return c
	}
	const head = "HTTP/1.1 200 OK\r\nContent-Type: "
	flood := func(text string) http.HandlerFunc {
		block := strings.Repeat(text, 1+(64<<10)/len(text))
		return func(w http.ResponseWriter, r *http.Request) {
			stream(w)
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, block); err != nil {
					return
				}
			}
		}
	}
	drip := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			stream(w)
			tick := time.NewTicker(5 * time.Millisecond)
			defer tick.Stop()
			for i := 0; ; i++ {
				select {
				case <-tick.C:
				case <-r.Context().Done():
					return
				}
				io.WriteString(w, text[i%len(text):i%len(text)+1])
				w.(http.Flusher).Flush()
			}
		}
	}
	half := d.Piece[:len(d.Piece)/2]
	var packed bytes.Buffer
	g := gzip.NewWriter(&packed)
	g.Write(make([]byte, 4<<20))
	g.Close()

	faults := []Fault{
		{
			"closes before it answers",
			wire.Unreachable,
			func(w http.ResponseWriter, _ *http.Request) { raw(w, "").Close() },
		},
		{
			"speaks another protocol",
			wire.Unreachable,
			func(w http.ResponseWriter, _ *http.Request) { raw(w, "\x16\x03\x01junk\n\n").Close() },
		},
		{"says nothing", wire.TimedOut, func(_ http.ResponseWriter, r *http.Request) { hang(r) }},
		{"says to go on and on", "", func(w http.ResponseWriter, _ *http.Request) {
			c := raw(w, "")
			defer c.Close()
			for {
				if _, err := io.WriteString(c, "HTTP/1.1 103 Early Hints\r\n\r\n"); err != nil {
					return
				}
			}
		}},
		{"has headers without end", "", func(w http.ResponseWriter, _ *http.Request) {
			c := raw(w, "HTTP/1.1 200 OK\r\n")
			defer c.Close()
			for {
				if _, err := io.WriteString(c, "X: "+strings.Repeat("y", 100)+"\r\n"); err != nil {
					return
				}
			}
		}},
		{"has a header that drips", wire.TimedOut, func(w http.ResponseWriter, _ *http.Request) {
			c := raw(w, "HTTP/1.1 200 OK\r\nX: ")
			defer c.Close()
			tick := time.NewTicker(5 * time.Millisecond)
			defer tick.Stop()
			for range tick.C {
				if _, err := io.WriteString(c, "y"); err != nil {
					return
				}
			}
		}},
		{
			"stands still after the header",
			wire.TimedOut,
			func(w http.ResponseWriter, r *http.Request) { stream(w); hang(r) },
		},
		{
			"stands still in mid-stream",
			wire.TimedOut,
			func(w http.ResponseWriter, r *http.Request) { stream(w, d.Piece); hang(r) },
		},
		{
			"stands still in a line",
			wire.TimedOut,
			func(w http.ResponseWriter, r *http.Request) { stream(w, d.Piece, half); hang(r) },
		},
		{"drips a line", wire.TimedOut, drip(strings.Repeat("x", 97))},
		{"drips ends of lines", wire.TimedOut, drip("\n")},
		{"drips blanks", wire.TimedOut, drip(" \r\n\t")},
		{"frames its chunks wrongly", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			raw(w, head+d.Type+"\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nfoo").Close()
		}},
		{"sends less than it announced", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			raw(w, head+d.Type+"\r\nContent-Length: 99999\r\n\r\n"+d.Piece).Close()
		}},
		{
			"sends less than it announced, and half the end",
			wire.BadAnswer,
			func(w http.ResponseWriter, _ *http.Request) {
				raw(w, head+d.Type+"\r\nContent-Length: 99999\r\n\r\n"+d.Piece+d.End[:len(d.End)-2]).Close()
			},
		},
		{"dies in mid-stream", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			stream(w, d.Piece)
			panic(http.ErrAbortHandler)
		}},
		{"resets the connection in a line", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			c := raw(w, head+d.Type+"\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n"+half[:5]+"\r\n")
			c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}},
		{
			"ends in order before the answer does",
			wire.BadAnswer,
			func(w http.ResponseWriter, _ *http.Request) { stream(w, d.Piece) },
		},
		{
			"ends in order in a line",
			wire.BadAnswer,
			func(w http.ResponseWriter, _ *http.Request) { stream(w, d.Piece, half) },
		},
		{"answers with nothing", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) { stream(w) }},
		{"writes pieces without end", "", flood(d.Piece)},
		{"writes a line without end", "", flood("a")},
		{"writes null without end", "", flood("null\n")},
		{"writes empty objects without end", "", flood("{}\n")},
		{"writes a line that is not JSON", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			stream(w, d.Piece, strings.Replace(d.Piece, "}", ":}", 1), d.End)
		}},
		{"nests ten thousand deep", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			stream(w, strings.Repeat(`{"message":`, 20_000)+"\n", d.End)
		}},
		{
			"tells a failure in mid-stream",
			wire.BadAnswer,
			func(w http.ResponseWriter, _ *http.Request) { stream(w, d.Piece, d.Error, d.End) },
		},
		{"shows a page for browsers", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<html>log in")
		}},
		{
			"shows a page as a stream",
			wire.BadAnswer,
			func(w http.ResponseWriter, _ *http.Request) { stream(w, "<html>\nlog in\n") },
		},
		{"does not say what it sends", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			io.WriteString(w, d.Piece+d.End)
		}},
		{"sends what grows", wire.BadAnswer, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", d.Type)
			w.Header().Set("Content-Encoding", "gzip")
			for range 256 {
				w.Write(packed.Bytes())
			}
		}},
		{"points elsewhere", wire.Refused, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusTemporaryRedirect)
		}},
		{"fails", wire.Refused, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "boom", 500) }},
		{"fails without a word", wire.Refused, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) }},
		{"fails without end", wire.Refused, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(500)
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		}},
		{"fails and stands still", wire.Refused, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(500)
			w.(http.Flusher).Flush()
			hang(r)
		}},
		{"is busy for an hour", wire.Busy, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		}},
		{"is busy and does not say for how long", wire.Busy, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
		}},
	}
	if d.Call != "" {
		faults = append(
			faults,
			Fault{"calls tools without end", wire.BadAnswer, func(w http.ResponseWriter, r *http.Request) {
				stream(w)
				b := bufio.NewWriter(w)
				for n := 0; r.Context().Err() == nil; n++ {
					if _, err := b.WriteString(strings.ReplaceAll(d.Call, "{n}", strconv.Itoa(n))); err != nil {
						return
					}
				}
			}},
		)
	}
	return faults
}

// Survive calls an engine with each fault. The call must end in time, in bounded memory,
// with a refusal of the class Unavailable and without a part of an answer, and leave no
// goroutine running.
func Survive(t *testing.T, d Dialect, engine func(wire.Server) propose.Completer) {
	SurviveWhole(t, d, func(ctx context.Context, s wire.Server) error {
		reply, err := engine(
			s,
		).Complete(ctx, propose.Prompt{Purpose: propose.ForPropose}, func(propose.Chunk) error { return nil })
		if len(reply.Text)+len(reply.Thinking)+len(reply.Calls) > 0 {
			t.Errorf("gave a part of an answer: %+v", reply)
		}
		return err
	})
}

// SurviveWhole is Survive for any call of a server. If an answer is a single document,
// the dialect's parts are its lines.
func SurviveWhole(t *testing.T, d Dialect, ask func(context.Context, wire.Server) error) {
	for _, f := range append(Faults(d), Fault{Name: "is not there", Code: wire.Unreachable}) {
		t.Run(f.Name, func(t *testing.T) {
			base := nobody(t)
			if f.Serve != nil {
				base = Serve(t, f.Serve)
			}
			server := wire.Server{Name: "fake", Base: base, Limits: Limits}
			settled := runtime.NumGoroutine()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)

			ctx, cancel := context.WithTimeout(context.Background(), Limits.Total+Limits.Total/10)
			defer cancel()
			err := ask(ctx, server)

			runtime.ReadMemStats(&after)
			if ctx.Err() != nil {
				t.Errorf("did not end within %s", Limits.Total)
			}
			if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 128 {
				t.Errorf("took %d MB", spent)
			}
			var r *problem.Refusal
			if !errors.As(err, &r) || r.Class != problem.Unavailable {
				t.Fatalf("ended in %v, not in a refusal", err)
			}
			if f.Code != "" && r.Problem.Code != f.Code {
				t.Errorf("refused as %s (%s), want %s", r.Problem.Code, r.Problem.Message, f.Code)
			}
			if strings.ContainsAny(r.Problem.Message, "\n\x1b") {
				t.Errorf("the message is more than a line: %q", r.Problem.Message)
			}
			Settle(t, settled)
		})
	}
}

// Settle waits until no more goroutines run than before.
func Settle(t *testing.T, before int) {
	t.Helper()
	limit := time.NewTimer(5 * time.Second)
	defer limit.Stop()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for runtime.NumGoroutine() > before {
		select {
		case <-tick.C:
		case <-limit.C:
			stacks := make([]byte, 64<<10)
			t.Fatalf(
				"%d goroutines where there were %d:\n%s",
				runtime.NumGoroutine(),
				before,
				stacks[:runtime.Stack(stacks, true)],
			)
		}
	}
}

// nobody is an address at which nothing listens.
func nobody(t *testing.T) *url.URL {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return &url.URL{Scheme: "http", Host: l.Addr().String()}
}

// Golden compares the body of a request, indented, with testdata/name, or writes that
// file.
func Golden(t *testing.T, update bool, name string, body []byte) {
	t.Helper()
	got := jsontext.Value(body)
	if err := got.Indent(); err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	file := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("sent\n%s\nwant\n%s", got, want)
	}
}
