package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fakeOllama is a server whose model says what chat writes.
func fakeOllama(t *testing.T, chat http.HandlerFunc) string {
	mux := http.NewServeMux()
	mux.HandleFunc("/api/show", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"capabilities":["completion"]}`)
	})
	mux.HandleFunc("/api/version", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"version":"0.17.4"}`)
	})
	mux.HandleFunc("/api/chat", func(w http.ResponseWriter, r *http.Request) {
		// A server that has not read the request does not see that its client leaves.
		_, _ = io.Copy(io.Discard, r.Body)
		chat(w, r)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

func says(w http.ResponseWriter, text string, done bool) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	fmt.Fprintf(w, `{"model":"tiny","message":{"role":"assistant","content":%q},"done":%v,"done_reason":"stop"}`+"\n", text, done)
	w.(http.Flusher).Flush()
}

func TestAModelOnAServerProposes(t *testing.T) {
	w := stocked(t)
	asked := 0
	host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			says(out, `{"operations":[{"op":"task.update","id":1,`, false)
			says(out, `"scheduledFor":"2026-11-23"}]}`, false)
		} else {
			says(out, "The yard moves to Monday.", false)
		}
		says(out, "", true)
	})
	if code := w.run("propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host", host); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	if ops := w.of("ops"); len(ops) != 1 || word(ops[0], "engine") != "ollama" || w.summary() != "The yard moves to Monday." {
		t.Errorf("got %+v, %q", ops, w.summary())
	}
}

func TestAnInterruptStopsTheGenerationOnTheServer(t *testing.T) {
	w := stocked(t)
	ctx, interrupt := context.WithCancelCause(context.Background())
	w.ctx = ctx
	stopped := make(chan struct{})
	host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		says(out, `{"operations":[`, false)
		interrupt(Interrupted{syscall.SIGINT})
		<-r.Context().Done()
		close(stopped)
	})
	if code := w.run("propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host", host); code != 130 {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
	select {
	case <-stopped:
	case <-time.After(10 * time.Second):
		t.Error("the server was not told")
	}
	if strings.Contains(w.stdout.String(), `"type":"ops"`) {
		t.Error("half a plan was printed")
	}
}

func TestAStreamThatBreaksOffChangesNothing(t *testing.T) {
	w := stocked(t)
	host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		says(out, `{"operations":[{"op":"task.delete","id":1}]}`, false)
	})
	if code := w.run("propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host", host); code != 7 || len(w.of("ops")) > 0 {
		t.Errorf("exit %d: %s", code, w.stdout.String())
	}
}

func TestWaitingForAModelIsSaid(t *testing.T) {
	w := stocked(t)
	ticks := make(chan time.Time)
	w.ticker = func(time.Duration) (<-chan time.Time, func()) { return ticks, func() {} }
	asked := 0
	host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			ticks <- time.Time{}
			ticks <- time.Time{}
		}
		says(out, `{"operations":[]}`, true)
	})
	w.run("propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host", host)
	if beats := w.of("heartbeat"); len(beats) != 2 || word(beats[0], "waitingFor") != "tiny" || word(beats[1], "elapsedMs") != "20000" {
		t.Errorf("got %+v", beats)
	}
}
