package cli

import (
	"bytes"
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
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
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
			says(out, `{"operations":[{"op":"task.update","id":"t1",`, false)
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
		says(out, `{"operations":[{"op":"task.delete","id":"t1"}]}`, false)
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

// Nothing tells that this server takes neither tools nor a schema but its answers.
func TestAServerWithoutToolsIsAskedInTheNextWayDown(t *testing.T) {
	w := stocked(t)
	var forms []string
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		form := "text"
		for _, f := range []string{"tools", "json_schema", "json_object"} {
			if strings.Contains(string(body), `"`+f+`"`) {
				form = f
				break
			}
		}
		if r.URL.Path == "/v1/models" {
			http.NotFound(out, r)
			return
		}
		if forms = append(forms, form); form == "tools" || form == "json_schema" {
			out.Header().Set("Content-Type", "application/json")
			out.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(out, `{"error":{"message":"tools and response_format of type json_schema are not supported"}}`)
			return
		}
		answer := `{"operations":[{"op":"task.update","id":"t1","scheduledFor":"2026-11-23"}]}`
		if form == "text" {
			answer = "The yard moves to Monday."
		}
		out.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(out, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", answer)
	}))
	t.Cleanup(s.Close)
	args := []string{"propose", "the yard on monday", "--engine", "openai", "--model", "tiny", "--host", s.URL}
	for _, want := range []string{"tools json_schema json_object text", "json_object text"} {
		forms = nil
		if code := w.run(args...); code != 0 || w.summary() != "The yard moves to Monday." {
			t.Fatalf("exit %d: %s", code, w.stdout.String())
		}
		if got := strings.Join(forms, " "); got != want {
			t.Errorf("asked by %q, want %q", got, want)
		}
	}
	w.env["ASSISTER_SERVER_TOOLS"] = "on"
	if code := w.run(args...); code != 7 || !strings.Contains(w.stderr.String(), "tools") {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
	w.env["ASSISTER_SERVER_TOOLS"] = "perhaps"
	if code := w.run(args...); code != 2 || !strings.Contains(w.stderr.String(), "auto, on or off") {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
}
