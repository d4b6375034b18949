package openai

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

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

var update = flag.Bool("update", false, "write the golden files")

var dialect = wiretest.Dialect{
	Type:  "text/event-stream",
	Piece: `data: {"model":"tiny","choices":[{"index":0,"delta":{"role":"assistant","content":"hello "},"finish_reason":null}]}` + "\n\n",
	End:   `data: {"model":"tiny","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n",
	Error: `data: {"error":{"message":"the engine is gone","type":"api_error","param":null,"code":null}}` + "\n\n",
	Call:  `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":{n},"id":"c{n}","function":{"name":"task__delete","arguments":"{}"}}]},"finish_reason":null}]}` + "\n\n",
}

func TestEveryFaultOfAServerEndsInARefusal(t *testing.T) {
	wiretest.Survive(t, dialect, func(s wire.Server) propose.Completer {
		return &Engine{Server: s, Model: "tiny"}
	})
}

func TestRequestsAreThoseOfTheGoldenFiles(t *testing.T) {
	for name, p := range prompts {
		t.Run(name, func(t *testing.T) {
			var sent []byte
			base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("%s %s of %s", r.Method, r.URL, r.Header.Get("Content-Type"))
				}
				sent, _ = io.ReadAll(r.Body)
				w.Header().Set("Content-Type", dialect.Type)
				io.WriteString(w, dialect.End)
			})
			if _, err := engine(base).Complete(t.Context(), p, nil); err != nil {
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
	"tools": {Purpose: propose.ForPropose,
		Messages: []propose.Message{
			{Role: "user", Text: "delete 3, make one"},
			{Role: "assistant", Calls: []propose.Call{{ID: "c1", Name: "task.delete", Arguments: `{"id":3}`}, {ID: "c2", Name: "task.create", Arguments: `{"title":`}}},
			{Role: "tool", Text: `{"ok":true}`, CallID: "c1"},
			{Role: "tool", Text: `{"errors":["not JSON"]}`, CallID: "c2"},
		},
		Tools: []schema.Tool{{Name: "task.delete", Help: "remove a task", Schema: []byte(`{"type":"object","properties":{"id":{"type":"integer","minimum":1}},"required":["id"],"additionalProperties":false}`)}}},
}

func TestNamesOfOpenAIModelsAreUsedOnlyAtOpenAI(t *testing.T) {
	e := Engine{Server: wire.Server{Base: &url.URL{Scheme: "https", Host: officialHost, Path: "/v1"}}, Model: "m"}
	body, err := e.request(propose.Prompt{}, propose.Capabilities{})
	if err != nil || !strings.Contains(string(body), `"max_completion_tokens":2048`) || strings.Contains(string(body), "temperature") || strings.Contains(string(body), "max_tokens") {
		t.Errorf("%s, %v", body, err)
	}
}

func TestASeedIsSentOnlyIfOneIsSet(t *testing.T) {
	e := Engine{Server: wire.Server{Base: &url.URL{Scheme: "http", Host: "here", Path: "/v1"}}, Model: "m"}
	if body, err := e.request(propose.Prompt{}, propose.Capabilities{}); err != nil || strings.Contains(string(body), "seed") {
		t.Errorf("%s, %v", body, err)
	}
	seed := 0
	e.Seed, e.Temperature = &seed, 0.7
	body, err := e.request(propose.Prompt{}, propose.Capabilities{})
	if err != nil || !strings.Contains(string(body), `"temperature":0.7,"seed":0,`) {
		t.Errorf("%s, %v", body, err)
	}
}

func TestTheContextIsThatOfTheListOfModels(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"data":[{"id":"big","max_model_len":131072},{"id":"tiny","max_model_len":4096}]}`)
	})
	e := engine(base)
	if c, err := e.Capabilities(t.Context()); err != nil || c.Context != 4096 || c.Window() != 4096 {
		t.Errorf("%+v, %v", c, err)
	}
	e.Context = 2048
	if c, err := e.Capabilities(t.Context()); err != nil || c.Window() != 2048 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestAReplyIsAssembledFromTheStream(t *testing.T) {
	e := speaking(t, `: ping`, `event: message`,
		`data: {"model":"tiny","choices":[{"index":0,"delta":{"role":"assistant","content":null,"reasoning":"hm"},"finish_reason":null}]}`,
		`data:{"choices":[{"index":0,"delta":{"content":"Grü"},"finish_reason":null}]}`,
		`data: {"choices":[{"index":1,"delta":{"content":"another answer"},"finish_reason":null}]}`,
		`data: {"choices":[{"index":0,"delta":{"content":"ße"},"finish_reason":""}]}`,
		`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"x","type":"function","function":{"name":"task__create","arguments":""}}]}}]}`,
		`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"title\":"}},{"index":4000000000,"id":"y","function":{"name":"bulk_delete"}}]}}]}`,
		`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"a\"}"}}]}}]}`,
		`data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
		`data: {"choices":[],"usage":{"completion_tokens":9}}`,
		`data: [DONE]`,
		`data: {"error":{"message":"what comes behind the end is not read"}}`)
	var pieces []propose.Chunk
	r, err := e.Complete(t.Context(), propose.Prompt{Purpose: propose.ForChat}, func(p propose.Chunk) error {
		pieces = append(pieces, p)
		return nil
	})
	want := propose.Reply{Text: "Grüße", Thinking: "hm", Model: "tiny", Tokens: 9,
		Calls: []propose.Call{{ID: "x", Name: "task.create", Arguments: `{"title":"a"}`}, {ID: "y", Name: "bulk_delete", Arguments: `{}`}}}
	if err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("%+v, %v", r, err)
	}
	if !reflect.DeepEqual(pieces, []propose.Chunk{{Thinking: "hm"}, {Text: "Grü"}, {Text: "ße"}}) {
		t.Errorf("came as %+v", pieces)
	}
}

func TestWholeCallsWithoutAnIndexAreSeparate(t *testing.T) {
	e := speaking(t, `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"id":"x","function":{"name":"a","arguments":"{}"}},{"id":"y","function":{"name":"b","arguments":"{"}},{"function":{"arguments":"}"}}]},"finish_reason":"tool_calls"}]}`, `data: [DONE]`)
	r, err := e.Complete(t.Context(), propose.Prompt{}, nil)
	if want := []propose.Call{{ID: "x", Name: "a", Arguments: "{}"}, {ID: "y", Name: "b", Arguments: "{}"}}; err != nil || !reflect.DeepEqual(r.Calls, want) {
		t.Errorf("%+v, %v", r.Calls, err)
	}
}

func TestAReplyAtItsLimitIsMarkedAsCut(t *testing.T) {
	e := speaking(t, `data: {"choices":[{"index":0,"delta":{"content":"{\"tit"},"finish_reason":"length"}]}`, `data: [DONE]`)
	r, err := e.Complete(t.Context(), propose.Prompt{}, nil)
	if err != nil || !r.Cut || r.Text != `{"tit` {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAnIncompleteAnswerIsRefused(t *testing.T) {
	for name, lines := range map[string][]string{
		"an end without a reason":   {`data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}`, `data: [DONE]`},
		"a reason without an end":   {`data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}`},
		"more behind the reason":    {`data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}`, `data: {"choices":[{"index":0,"delta":{"content":"b"}}]}`, `data: [DONE]`},
		"what a filter withholds":   {`data: {"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}`, `data: [DONE]`},
		"what the model declines":   {`data: {"choices":[{"index":0,"delta":{"refusal":"I will not"},"finish_reason":"stop"}]}`, `data: [DONE]`},
		"a failure without words":   {`data: {"error":{"code":500}}`},
		"a line of another kind":    {`{"choices":[]}`},
		"an answer that is no list": {`data: {"choices":{}}`},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := speaking(t, lines...).Complete(t.Context(), propose.Prompt{}, nil)
			refused(t, err, problem.Unavailable, wire.BadAnswer)
			if r.Text != "" {
				t.Errorf("gave %q", r.Text)
			}
		})
	}
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
	ctx, cancel := context.WithCancel(t.Context())
	r, err := engine(base).Complete(ctx, propose.Prompt{}, func(propose.Chunk) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || r.Text != "" {
		t.Errorf("%+v, %v", r, err)
	}
	<-gone
}

func TestCapabilitiesAreOnUnlessSwitchedOff(t *testing.T) {
	for status, passes := range map[int]bool{200: true, 404: true, 405: true, 401: false, 500: false} {
		base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/v1/models" {
				t.Errorf("asked %s", r.URL.Path)
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			io.WriteString(w, `{"object":"list","data":[{"id":"tiny","object":"model"}]}`)
		})
		e := engine(base)
		e.Tools = capability.Off
		a, err := e.Capabilities(t.Context())
		if (err == nil) != passes {
			t.Errorf("%d: %v", status, err)
		}
		if want := (propose.Capabilities{Server: "openai " + base.Host, Model: "tiny", Schema: true}); passes && a != want {
			t.Errorf("%d: %+v", status, a)
		}
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	for status, code := range map[int]string{401: KeyRefused, 403: KeyRefused, 404: ModelNotFound, 400: wire.Refused} {
		base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			io.WriteString(w, `{"error":{"message":"no: sk-1234567"}}`)
		})
		e := engine(base)
		e.Server.Key = "sk-1234567"
		_, err := e.Complete(t.Context(), propose.Prompt{}, nil)
		if r := refused(t, err, problem.Unavailable, code); r.Problem.Hint == "" || strings.Contains(r.Problem.Message, "sk-") {
			t.Errorf("%d: %s (%s)", status, r.Problem.Message, r.Problem.Hint)
		}
	}
}

func TestHostsAreBaseURLs(t *testing.T) {
	for text, want := range map[string]string{
		"https://api.openai.com":   "https://api.openai.com/v1",
		"http://127.0.0.1:8000":    "http://127.0.0.1:8000/v1",
		"127.0.0.1:8000":           "http://127.0.0.1:8000/v1",
		"https://box.example/api/": "https://box.example/api",
	} {
		if u, err := ParseHost(text); err != nil || u.String() != want {
			t.Errorf("%s: %v, %v", text, u, err)
		}
	}
	for _, text := range []string{"", "api.openai.com", "https://", "https://key@box/v1"} {
		var r *problem.Refusal
		if u, err := ParseHost(text); !errors.As(err, &r) || r.Class != problem.Usage {
			t.Errorf("%q: %v, %v", text, u, err)
		}
	}
}

// FuzzAnswer checks that no stream makes the engine panic, and that a complete answer has
// an end.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{dialect.Piece, dialect.End, dialect.Error, "data: [DONE]", `data: {"choices":[{"delta":{"tool_calls":[{"index":-1},{}]}}]}`, `data: {"choices":[{"delta":null}],"usage":null,"error":null}`} {
		f.Add(line)
	}
	s := wire.Server{Name: "openai", Base: &url.URL{Host: "h"}}
	f.Fuzz(func(t *testing.T, stream string) {
		a := replyStream{server: &s}
		for line := range strings.Lines(stream) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			last, err := a.read([]byte(line))
			if last && (err != nil || a.finish == "") {
				t.Errorf("ended by %q", line)
			}
			if last || err != nil {
				break
			}
		}
		a.reply()
	})
}

func engine(base *url.URL) *Engine {
	server := wire.Server{Name: "openai", Base: base.JoinPath("v1"), Limits: wiretest.Limits}
	return &Engine{Server: server, Model: "tiny", Temperature: 0.1}
}

// speaking returns an engine whose server answers with these lines.
func speaking(t *testing.T, lines ...string) *Engine {
	return engine(wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", dialect.Type)
		for _, line := range lines {
			io.WriteString(w, line+"\n\n")
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
	var body request
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", dialect.Type)
		io.WriteString(w, dialect.End)
	})
	offered := wiretest.Tools()
	p := propose.Prompt{Purpose: propose.ForPropose, Messages: []propose.Message{{Role: "user", Text: "hi"}}, Tools: offered}
	if _, err := engine(base).Complete(t.Context(), p, nil); err != nil || len(body.Tools) != len(offered) {
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
