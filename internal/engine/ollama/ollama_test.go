package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

var update = flag.Bool("update", false, "write the golden files")

var dialect = wiretest.Dialect{
	Type:  "application/x-ndjson",
	Piece: `{"model":"tiny","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"hello "},"done":false}` + "\n",
	End:   `{"model":"tiny","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","eval_count":7}` + "\n",
	Error: `{"error":"model runner has unexpectedly stopped"}` + "\n",
	Call:  `{"message":{"role":"assistant","tool_calls":[{"id":"c{n}","function":{"index":{n},"name":"task.delete","arguments":{"id":{n}}}}]},"done":false}` + "\n",
}

func TestEveryFaultOfAServerEndsInARefusal(t *testing.T) {
	wiretest.Survive(t, dialect, func(s wire.Server) propose.Completer {
		return able(&Engine{Server: s, Model: "tiny"}, propose.Capabilities{})
	})
}

func TestRequestsAreThoseOfTheGoldenFiles(t *testing.T) {
	for name, p := range prompts {
		t.Run(name, func(t *testing.T) {
			var sent []byte
			base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPost || r.URL.Path != "/api/chat" || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("%s %s of %s", r.Method, r.URL, r.Header.Get("Content-Type"))
				}
				sent, _ = io.ReadAll(r.Body)
				w.Header().Set("Content-Type", dialect.Type)
				io.WriteString(w, dialect.End)
			})
			e := &Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "tiny", Think: true, Temperature: 0.1, Seed: 1}
			able(e, propose.Capabilities{Tools: true, Schema: true, Thinking: strings.HasPrefix(name, "thinking")})
			if _, err := e.Complete(t.Context(), p, nil); err != nil {
				t.Fatal(err)
			}
			wiretest.Golden(t, *update, name+".json", sent)
		})
	}
}

var prompts = map[string]propose.Prompt{
	"plain": {Purpose: propose.ForChat, Messages: []propose.Message{{Role: "system", Text: "Be short."}, {Role: "user", Text: "Hi <b> & \"you\""}}, MaxTokens: 50},
	"json":  {Purpose: propose.ForRoute, Messages: []propose.Message{{Role: "user", Text: "route"}}, JSON: true},
	"schema": {Purpose: propose.ForPropose, Messages: []propose.Message{{Role: "user", Text: "plan"}},
		Schema: []byte(`{"type":"object","properties":{"z":{"type":"string","pattern":"^(?:a)$","maxLength":100000},"a":{"type":"integer"}},"required":["z"]}`)},
	"thinking": {Purpose: propose.ForSummary, Messages: []propose.Message{{Role: "user", Text: "sum up"}}},
	"tools": {Purpose: propose.ForPropose,
		Messages: []propose.Message{
			{Role: "user", Text: "delete 3, make one"},
			{Role: "assistant", Calls: []propose.Call{{ID: "c1", Name: "task.delete", Arguments: `{"id":3}`}, {ID: "c2", Name: "task.create", Arguments: `{"title":`}}},
			{Role: "tool", Text: `{"ok":true}`, CallID: "c1"},
			{Role: "tool", Text: `{"errors":["not JSON"]}`, CallID: "c2"},
		},
		Tools: []schema.Tool{
			{Name: "task.delete", Help: "remove a task", Schema: []byte(`{"type":"object","properties":{"id":{"type":"integer","description":"which"}},"required":["id"],"additionalProperties":false}`)},
			{Name: "task.create", Help: "make a task", Schema: []byte(`{"type":"object","properties":{"title":{"type":"string"},"priority":{"enum":["high","low"]},"recurrence":{"type":"object","properties":{"type":{"type":"string"}}}}}`)},
			{Name: "day.today", Help: "say which day it is", Schema: []byte(`{"type":"object"}`)},
		}},
}

func TestAReplyIsAssembledFromTheStream(t *testing.T) {
	e := speaking(t, `{"model":"tiny","message":{"role":"assistant","content":"","thinking":"hm"},"done":false}`,
		`{"model":"tiny","message":{"role":"assistant","content":"Grü"},"done":false}`,
		`{"model":"tiny","message":{"role":"assistant","content":"ße"},"done":false}`,
		`{"model":"tiny","message":{"role":"assistant","content":"","tool_calls":[{"id":"x","function":{"index":0,"name":"task.create","arguments":{"title":"a","n":3}}},{"function":{"name":"task.delete","arguments":{}}}]},"done":false}`,
		`{"model":"tiny","message":{"role":"assistant","content":"!"},"done":true,"done_reason":"stop","eval_count":9}`,
		`{"error":"what comes behind the end is not read"}`)
	var pieces []propose.Chunk
	r, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, func(p propose.Chunk) error {
		pieces = append(pieces, p)
		return nil
	})
	want := propose.Reply{Text: "Grüße!", Thinking: "hm", Model: "tiny", Tokens: 9,
		Calls: []propose.Call{{ID: "x", Name: "task.create", Arguments: `{"title":"a","n":3}`}, {ID: "call_1", Name: "task.delete", Arguments: `{}`}}}
	if err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("%+v, %v", r, err)
	}
	if !reflect.DeepEqual(pieces, []propose.Chunk{{Thinking: "hm"}, {Text: "Grü"}, {Text: "ße"}, {Text: "!"}}) {
		t.Errorf("came as %+v", pieces)
	}
}

func TestAReplyAtItsLimitIsMarkedAsCut(t *testing.T) {
	e := speaking(t, `{"message":{"content":"{\"tit"},"done":true,"done_reason":"length"}`)
	r, err := e.Complete(t.Context(), propose.Prompt{}, nil)
	if err != nil || !r.Cut || r.Text != `{"tit` {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestLoadingAModelIsNotAReply(t *testing.T) {
	e := speaking(t, `{"message":{"content":""},"done":true,"done_reason":"load"}`)
	_, err := e.Complete(t.Context(), propose.Prompt{}, nil)
	refused(t, err, problem.Unavailable, wire.BadAnswer)
}

func TestCancellingStopsTheGeneration(t *testing.T) {
	gone := make(chan bool)
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", dialect.Type)
		io.WriteString(w, dialect.Piece)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	})
	e := engine(base)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := e.Complete(ctx, propose.Prompt{}, func(propose.Chunk) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || r.Text != "" {
		t.Errorf("%+v, %v", r, err)
	}
	<-gone
}

func TestCapabilitiesAreRequestedOnce(t *testing.T) {
	asked := map[string]int{}
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		if r.URL.Path == "/api/chat" {
			w.Header().Set("Content-Type", dialect.Type)
			io.WriteString(w, dialect.End)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		switch r.URL.Path {
		case "/api/version":
			io.WriteString(w, `{"version":"0.17.4"}`)
		case "/api/show":
			io.WriteString(w, `{"template":"{{ .Prompt }}","capabilities":["completion","tools","thinking","new"],"remote_host":"https://far.example:443","modified_at":"2026-01-01T00:00:00Z","model_info":{}}`)
		}
	})
	e := &Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "tiny"}
	for range 3 {
		a, err := e.Capabilities(t.Context())
		want := propose.Capabilities{Server: "ollama 0.17.4", Model: "tiny", Tools: true, Schema: true, Thinking: true, Remote: "https://far.example:443"}
		if err != nil || a != want {
			t.Fatalf("%+v, %v", a, err)
		}
		if _, err := e.Complete(t.Context(), propose.Prompt{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if want := map[string]int{"/api/show": 1, "/api/version": 1, "/api/chat": 3}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked %v", asked)
	}
}

func TestARefusedProbeIsNotCached(t *testing.T) {
	broken := true
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case broken:
			broken = false
			w.WriteHeader(500)
		case r.URL.Path == "/api/version":
			io.WriteString(w, `{"version":"0.4.9"}`)
		default:
			io.WriteString(w, `{"template":"{{ if .Tools }}"}`)
		}
	})
	e := &Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "old"}
	_, err := e.Capabilities(t.Context())
	refused(t, err, problem.Unavailable, wire.Refused)
	a, err := e.Capabilities(t.Context())
	if want := (propose.Capabilities{Server: "ollama 0.4.9", Model: "old", Tools: true}); err != nil || a != want {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestTheErrorForAMissingModelSaysHowToPullIt(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"error":"model 'nope' not found"}`)
	})
	e := &Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "nope"}
	_, err := e.Complete(t.Context(), propose.Prompt{}, nil)
	if r := refused(t, err, problem.Unavailable, ModelNotFound); !strings.Contains(r.Problem.Hint, "ollama pull nope") {
		t.Errorf("the hint is %q", r.Problem.Hint)
	}
}

func TestWithoutAModelNoRequestIsSent(t *testing.T) {
	e := engine(wiretest.Serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") }))
	e.Model = ""
	_, err := e.Complete(t.Context(), propose.Prompt{}, nil)
	refused(t, err, problem.Usage, NoModel)
}

func TestVersionsAreCompared(t *testing.T) {
	for version, want := range map[string]bool{"0.17.4": true, "0.5.0-rc1": true, "0.4.7": false, "1.0": true, "0.0.0": true, "": false, "x.y": false, "0": false} {
		if versionAtLeast(version, 0, 5) != want {
			t.Errorf("%s", version)
		}
	}
}

func TestModelsAreListed(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"models":[{"name":"a:latest"},{"name":"b:1b"}]}`)
	})
	names, err := engine(base).Models(t.Context())
	if err != nil || strings.Join(names, " ") != "a:latest b:1b" {
		t.Errorf("%q, %v", names, err)
	}
}

// FuzzAnswer checks that no line makes the engine panic, and that only the last line ends
// an answer.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{dialect.Piece, dialect.End, dialect.Error, `{"message":null}`, `{"message":{"tool_calls":[{}]}}`, `{"done":true,"done_reason":3}`, `{"message":{"tool_calls":[{"function":{"arguments":[]}}]}}`} {
		f.Add([]byte(line))
	}
	s := wire.Server{Name: "ollama", Base: &url.URL{Host: "h"}}
	f.Fuzz(func(t *testing.T, line []byte) {
		var part api.ChatResponse
		if json.Unmarshal(line, &part) != nil { // the client reads it so, and reports it
			return
		}
		a := replyStream{server: &s}
		if err := a.read(part); err == errComplete && !a.last.Done {
			t.Errorf("ended by %q", line)
		}
		for _, c := range a.reply().Calls {
			if !json.Valid([]byte(c.Arguments)) {
				t.Errorf("arguments are %q", c.Arguments)
			}
		}
	})
}

// engine returns an engine whose model has no capabilities.
func engine(base *url.URL) *Engine {
	return able(&Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "tiny"}, propose.Capabilities{})
}

// able returns an engine that knows its server's capabilities.
func able(e *Engine, a propose.Capabilities) *Engine {
	e.detected.entry = &capability.Entry{Capabilities: a}
	return e
}

// speaking returns an engine whose server answers with these lines.
func speaking(t *testing.T, lines ...string) *Engine {
	return engine(wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", dialect.Type)
		for _, line := range lines {
			io.WriteString(w, line+"\n")
		}
	}))
}

func refused(t *testing.T, err error, class problem.Class, code string) *problem.Refusal {
	t.Helper()
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Class != class || r.Problem.Code != code {
		t.Fatalf("ended in %v, not in %s", err, code)
	}
	return r
}

func TestTheSchemaOfEveryToolArrivesWhole(t *testing.T) {
	var body struct {
		Tools []struct {
			Function struct {
				Name, Description string
				Parameters        json.RawMessage
			}
		}
	}
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", dialect.Type)
		io.WriteString(w, dialect.End)
	})
	e := &Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "tiny"}
	able(e, propose.Capabilities{Tools: true})
	offered := wiretest.Tools()
	p := propose.Prompt{Purpose: propose.ForPropose, Messages: []propose.Message{{Role: "user", Text: "hi"}}, Tools: offered}
	if _, err := e.Complete(t.Context(), p, nil); err != nil || len(body.Tools) != len(offered) {
		t.Fatal(len(body.Tools), err)
	}
	for i, tool := range offered {
		sent := body.Tools[i].Function
		if sent.Name != tool.Name || sent.Description != tool.Help {
			t.Errorf("%s is %s: %s", tool.Name, sent.Name, sent.Description)
		}
		wiretest.Arrived(t, tool, sent.Parameters)
	}
}

func TestTheContextIsNoLongerThanThatOfTheModel(t *testing.T) {
	for _, tt := range []struct{ has, set, want int }{
		{0, 0, 8192}, {131072, 0, 8192}, {4096, 0, 4096}, {4096, 16384, 4096}, {32768, 16384, 16384}, {0, 2048, 2048},
	} {
		e := able(&Engine{Model: "tiny", Context: tt.set, Seed: 3}, propose.Capabilities{Context: tt.has})
		used, err := e.Capabilities(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.request(propose.Prompt{}, used)
		if err != nil || r.Options["num_ctx"] != tt.want || r.Options["seed"] != 3 {
			t.Errorf("%+v: %v, %v", tt, r.Options, err)
		}
	}
}
