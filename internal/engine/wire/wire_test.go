package wire_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
)

func server(base *url.URL) *wire.Server {
	return &wire.Server{Name: "fake", Base: base, Limits: wiretest.Limits}
}

var ndjson = wire.Request{Path: "/chat", Body: []byte(`{}`), Accept: []string{"application/x-ndjson"}}

func TestLinesArePassedOnAsTheyArrive(t *testing.T) {
	next := make(chan bool)
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
		for _, line := range []string{"one\n", "\n  \ntwo\r\n", "end\njunk\n"} {
			io.WriteString(w, line)
			w.(http.Flusher).Flush()
			select {
			case <-next: // only after the line before it was read
			case <-r.Context().Done():
			}
		}
	})
	var got []string
	err := server(base).Lines(t.Context(), ndjson, func(line []byte) (bool, error) {
		got = append(got, string(line))
		if string(line) == "end" {
			return true, nil
		}
		next <- true
		return false, nil
	})
	if err != nil || strings.Join(got, " ") != "one two end" {
		t.Errorf("read %q, %v", got, err)
	}
}

func TestASlowReaderDoesNotCauseATimeout(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		io.WriteString(w, "one\nend\n")
	})
	err := server(base).Lines(t.Context(), ndjson, func(line []byte) (bool, error) {
		reading := time.NewTimer(wiretest.Limits.Idle + wiretest.Limits.Idle/4)
		<-reading.C
		return string(line) == "end", nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestCancellingStopsTheServerAndIsNotARefusal(t *testing.T) {
	gone := make(chan bool)
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		io.WriteString(w, "one\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	})
	settled := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	err := server(base).Lines(ctx, ndjson, func([]byte) (bool, error) {
		cancel()
		return false, nil
	})
	var refused *problem.Refusal
	if !errors.Is(err, context.Canceled) || errors.As(err, &refused) {
		t.Errorf("ended in %v", err)
	}
	<-gone
	wiretest.Settle(t, settled)
}

func TestAnErrorOfTheReaderStopsTheServerAndIsReturned(t *testing.T) {
	gone := make(chan bool)
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		io.WriteString(w, "one\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	})
	full := errors.New("the pipe is closed")
	err := server(base).Lines(t.Context(), ndjson, func([]byte) (bool, error) { return false, full })
	if err != full {
		t.Errorf("ended in %v", err)
	}
	<-gone
}

func TestTheDeadlineOfTheCallerIsATimeout(t *testing.T) {
	base := wiretest.Serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := server(base).Fetch(ctx, wire.Request{Path: "/version"})
	refused(t, err, wire.TimedOut)
}

func TestABusyServerIsAskedAgain(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header http.Header
	}{
		{"that says nothing", nil},
		{"that says at once", http.Header{"Retry-After": {"0"}}},
		{"that names a moment by its own clock", http.Header{"Date": {"Thu, 01 Jan 2026 10:00:00 GMT"}, "Retry-After": {"Thu, 01 Jan 2026 10:00:00 GMT"}}},
		{"that says nonsense", http.Header{"Retry-After": {"soon"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			asked := 0
			base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
				if body, _ := io.ReadAll(r.Body); string(body) != "{}" {
					t.Errorf("was asked %q", body)
				}
				if asked++; asked < wiretest.Limits.Tries {
					for name, values := range tt.header {
						w.Header()[name] = values
					}
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				w.Header().Set("Content-Type", "application/x-ndjson")
				io.WriteString(w, "end\n")
			})
			err := server(base).Lines(t.Context(), ndjson, func([]byte) (bool, error) { return true, nil })
			if err != nil || asked != wiretest.Limits.Tries {
				t.Errorf("asked %d times: %v", asked, err)
			}
		})
	}
}

func TestNoRetryWaitsPastTheDeadline(t *testing.T) {
	asked := 0
	base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Retry-After", "90")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	_, err := server(base).Fetch(t.Context(), wire.Request{Path: "/version"})
	if r := refused(t, err, wire.Busy); asked != 1 || !strings.Contains(r.Problem.Message, "1m30s") {
		t.Errorf("asked %d times: %s", asked, r.Problem.Message)
	}
}

func TestAWaitEndsWithTheDeadline(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "2")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := server(base).Fetch(ctx, wire.Request{Path: "/version"})
	refused(t, err, wire.Busy)
}

func TestAWholeAnswerIsBounded(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(make([]byte, 2000))
	})
	s := server(base)
	s.Limits.Body = 2000
	r := wire.Request{Path: "/show", Accept: []string{"application/json"}}
	if text, err := s.Fetch(t.Context(), r); err != nil || len(text) != 2000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	s.Limits.Body = 1999
	_, err := s.Fetch(t.Context(), r)
	refused(t, err, wire.BadAnswer)
}

func TestTheKeyIsSentAndNeverShown(t *testing.T) {
	const key = "sk-very-secret-0123"
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "Bearer "+key {
			t.Errorf("authorization is %q", got)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error":{"message":"`+strings.Repeat("x", 290)+`: incorrect key `+key+` \u001b[31m"}}`)
	})
	s := server(base)
	s.Key = key
	_, err := s.Fetch(t.Context(), wire.Request{Path: "/models"})
	r := refused(t, err, wire.Refused)
	for _, shown := range []string{err.Error(), fmt.Sprintf("%+v %#v %v %q", s, *s, s.Key, s.Key), fmt.Sprint(r.Cause)} {
		if strings.Contains(shown, "sk-") || strings.ContainsRune(shown, 0x1b) {
			t.Errorf("shows %s", shown)
		}
	}
	var status *wire.Status
	if !errors.As(err, &status) || status.Code != http.StatusUnauthorized {
		t.Errorf("the cause is %v", r.Cause)
	}
}

func TestTheEnvironmentDoesNotSendAPromptElsewhere(t *testing.T) {
	elsewhere := wiretest.Serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the proxy of the environment was asked") })
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(name, elsewhere.String())
	}
	s := server(&url.URL{Scheme: "http", Host: "model.invalid"})
	_, err := s.Fetch(t.Context(), wire.Request{Path: "/version"})
	refused(t, err, wire.Unreachable)
}

func TestAConfiguredProxyIsUsed(t *testing.T) {
	proxy := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `"`+r.URL.String()+`"`)
	})
	s := server(&url.URL{Scheme: "http", Host: "model.invalid", Path: "/ollama"})
	s.Proxy = proxy
	text, err := s.Fetch(t.Context(), wire.Request{Path: "/api/version", Accept: []string{"application/json"}})
	if err != nil || string(text) != `"http://model.invalid/ollama/api/version"` {
		t.Errorf("%s, %v", text, err)
	}
}

func refused(t *testing.T, err error, code string) *problem.Refusal {
	t.Helper()
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Class != problem.Unavailable || r.Problem.Code != code {
		t.Fatalf("ended in %v, not in %s", err, code)
	}
	if passing := code == wire.Unreachable || code == wire.TimedOut || code == wire.Busy; r.Passing != passing {
		t.Errorf("that %s may pass is told as %v", code, r.Passing)
	}
	return r
}

// TestABodyIsReleasedWhenItIsSent waits for the collector to find a body that the client's
// request, which is still in use, no longer has.
func TestABodyIsReleasedWhenItIsSent(t *testing.T) {
	var held weak.Pointer[bytes.Buffer]
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for tries := 0; held.Value() != nil && tries < 20; tries++ {
			runtime.GC()
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, held.Value() == nil)
	})
	err := server(base).Do(t.Context(), []string{"application/json"}, func(ctx context.Context, c *http.Client) error {
		request := func() *http.Request {
			body := bytes.NewBufferString(`{"prompt":"a long one"}`)
			held = weak.Make(body)
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, base.String(), body)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}()
		answer, err := c.Do(request)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		released, err := io.ReadAll(answer.Body)
		if string(released) != "true" {
			t.Errorf("the body of %s is released: %s", request.URL.Path, released)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
