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

// manyCalls is a workspace in which two tasks are on December 5, one of many to come.
func manyCalls(t *testing.T) *world {
	w := newWorld(t)
	var lines strings.Builder
	for i := range 90 {
		fmt.Fprintf(&lines, `{"op":"task.create","title":"Call number %d","scheduledFor":"2026-11-%02d"}`+"\n", i, 21+i%9)
	}
	lines.WriteString(`{"op":"task.create","title":"Pick up the cake","scheduledFor":"2026-12-05"}` + "\n")
	lines.WriteString(`{"op":"task.create","title":"Ice the pond","scheduledFor":"2026-12-05"}` + "\n")
	lines.WriteString(`{"op":"task.create","title":"Thaw the pond","scheduledFor":"2027-02-06"}` + "\n")
	lines.WriteString(`{"op":"note.create","title":"Recipe of the cake"}` + "\n")
	w.in = strings.NewReader(lines.String())
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	w.in = nil
	return w
}

// prompts are the bodies of the requests of a command to a server whose model answers with
// these texts.
func prompts(t *testing.T, w *world, answers []string, args ...string) (bodies []string) {
	t.Helper()
	host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		says(out, answers[min(len(bodies), len(answers))-1], false)
		says(out, "", true)
	})
	w.run(append(args, "--engine", "ollama", "--model", "tiny", "--host", host)...)
	if len(bodies) == 0 {
		t.Fatalf("nothing was asked: %s", w.stderr.String())
	}
	return bodies
}

func TestAModelSeesTheRecordsThatARequestIsAbout(t *testing.T) {
	w := manyCalls(t)
	for text, first := range map[string]string{
		"move what is on december 5 to december 6":                           "On a day of the request:",
		"could whatever sits on december 5 slide over to the 6th, ta muchly": "On a day of the request:",
		"décale ce qui est prévu le 5 décembre au 6 décembre":                "As the request describes them:",
		"delete note 1":  "Named by its id:",
		"what of #1 and": "Named by its id:",
	} {
		body := prompts(t, w, []string{`{"operations":[]}`}, "propose", text)[0]
		_, records, found := strings.Cut(body, first)
		if !found {
			t.Errorf("%q: the first records are not those %q:\n%s", text, first, body)
			continue
		}
		if strings.Contains(text, "5") {
			cake, pond := strings.Index(records, "Pick up the cake"), strings.Index(records, "Ice the pond")
			if next := strings.Index(records, "Call number"); cake < 0 || pond < 0 || next >= 0 && next < max(cake, pond) {
				t.Errorf("%q: the records of the day are not the first:\n%s", text, records)
			}
			if n := strings.Count(records, `\"kind\":\"task\"`); n > 25 {
				t.Errorf("%q: %d records are shown", text, n)
			}
		} else if !strings.Contains(records, "Recipe of the cake") {
			t.Errorf("%q: the note is not shown:\n%s", text, records)
		}
	}
	body := prompts(t, w, []string{`{"operations":[]}`}, "propose", "move what is on december 5 to december 6")[0]
	if strings.Contains(body, "task.delete") || !strings.Contains(body, "task.update") {
		t.Errorf("operations that the request cannot need are described:\n%s", body)
	}
}

// A router that has read the conversation says what "it" is.
func TestWhatAModelNamesInARequestIsShown(t *testing.T) {
	w := manyCalls(t)
	route := `{"decision":"plan","confidence":0.9,"category":"task","entities":["thaw the pond"],"missing":[],"question":"","reason":"x"}`
	bodies := prompts(t, w, []string{route, `{"operations":[]}`}, "ask", "oh and push that other business of ours back a bit")
	if len(bodies) < 2 || !strings.Contains(bodies[1], `With words of the request:\n{\"kind\":\"task\",\"id\":\"t1\",\"title\":\"Thaw the pond\"`) {
		t.Errorf("%d prompts:\n%s", len(bodies), strings.Join(bodies, "\n"))
	}
}

func TestAContextThatIsTooShortIsSaid(t *testing.T) {
	w := manyCalls(t)
	body := prompts(t, w, []string{`{"operations":[]}`}, "propose", "shuffle the calls a bit", "--model-context", "3072", "--model-temperature", "0.5", "--model-seed", "7")[0]
	for _, option := range []string{`"num_ctx":3072`, `"num_predict":1536`, `"temperature":0.5`, `"seed":7`} {
		if !strings.Contains(body, option) {
			t.Errorf("%s is not sent: %s", option, body[max(0, len(body)-300):])
		}
	}
	omitted := ""
	for _, e := range w.of("stage") {
		omitted += word(e, "omitted")
	}
	if !strings.Contains(omitted, "records") || !strings.Contains(omitted, "3,072 tokens") {
		t.Errorf("left out is %q", omitted)
	}
}
