package openai

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

// denials are the errors with which servers of this kind refuse a feature.
var denials = map[string]struct {
	status int
	text   string
}{
	"Ollama":          {400, `{"error":{"message":"registry.ollama.ai/library/tiny:latest does not support tools","type":"api_error"}}`},
	"vLLM":            {400, `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError"}`},
	"llama.cpp":       {500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`},
	"OpenRouter":      {404, `{"error":{"message":"No endpoints found that support tool use","code":404}}`},
	"another service": {422, `{"detail":[{"loc":["body","tools"],"msg":"extra fields not permitted"}]}`},
}

func TestAServerThatRefusesToolsIsNotAskedForThemAgain(t *testing.T) {
	for name, no := range denials {
		t.Run(name, func(t *testing.T) {
			shelf := &capability.Cache{Dir: t.TempDir(), Now: time.Now}
			base := denying(t, no.status, no.text, func(body string) bool { return strings.Contains(body, `"tools"`) })
			e := engine(base)
			e.Cache = shelf
			_, err := e.Complete(t.Context(), calling, nil)
			var unable *propose.ToolsUnsupportedError
			if r := refused(t, err, problem.Unavailable, wire.Refused); !errors.As(err, &unable) || !strings.Contains(r.Problem.Hint, "--model") {
				t.Errorf("%v (%s)", err, r.Problem.Hint)
			}
			for which, next := range map[string]*Engine{"this process": e, "the next": {Server: e.Server, Model: e.Model, Cache: shelf}} {
				if a, err := next.Capabilities(t.Context()); err != nil || a.Tools || !a.Schema {
					t.Errorf("%s: %+v, %v", which, a, err)
				}
			}
		})
	}
}

var calling = propose.Prompt{Messages: []propose.Message{{Role: "user", Text: "wax"}},
	Tools: []schema.Tool{{Name: "task.create", Schema: []byte(`{"type":"object"}`)}}}

var shaped = propose.Prompt{Messages: []propose.Message{{Role: "user", Text: "wax"}}, Schema: []byte(`{"type":"object"}`)}

// One request falls back from a schema to JSON, and from there to free text.
func TestAnUnsupportedFormatFallsBackToTheNext(t *testing.T) {
	for name, tt := range map[string]struct {
		takes string // the format that the server accepts
		no    string
		forms []string // of the requests, in order
		able  propose.Capabilities
	}{
		"JSON":      {`"json_object"`, `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."}}`, []string{"json_schema", "json_object", "json_object"}, propose.Capabilities{Tools: true}},
		"free text": {"nothing", `{"error":"This response_format type is unavailable now"}`, []string{"json_schema", "json_object", "", ""}, propose.Capabilities{Tools: true, Plain: true}},
		"a schema":  {`"json_schema"`, `{"error":"'response_format.type' must be 'json_schema' or 'text'"}`, []string{"json_schema", "json_schema"}, propose.Capabilities{Tools: true, Schema: true}},
	} {
		t.Run(name, func(t *testing.T) {
			var forms []string
			base := denying(t, 400, tt.no, func(body string) bool {
				form := ""
				for _, f := range []string{"json_schema", "json_object"} {
					if strings.Contains(body, `"type":"`+f+`"`) {
						form = f
					}
				}
				forms = append(forms, form)
				return form != "" && !strings.Contains(tt.takes, form)
			})
			e := engine(base)
			for range 2 {
				if r, err := e.Complete(t.Context(), shaped, nil); err != nil || r.Text != "hello " {
					t.Fatalf("%+v, %v", r, err)
				}
			}
			if !slices.Equal(forms, tt.forms) {
				t.Errorf("asked by %q, want %q", forms, tt.forms)
			}
			a, err := e.Capabilities(t.Context())
			if a.Server, a.Model = "", ""; err != nil || a != tt.able {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

func TestAnyOtherErrorKeepsTheCapabilities(t *testing.T) {
	for name, no := range map[string]struct {
		status int
		text   string
	}{
		"a prompt that is too long":    {400, `{"error":"This model's maximum context length is 4096 tokens, and you asked for 5000 (4000 in the messages, 1000 in the tools, response_format)"}`},
		"a model that is called so":    {404, `{"error":"The model tool-format does not exist"}`},
		"a key that is refused":        {401, `{"error":"no tools and no response_format without a key"}`},
		"a failure without words":      {400, ``},
		"a failure that says no thing": {500, `{"error":"internal"}`},
		"a call that went wrong":       {400, `{"error":{"message":"Failed to call a function. Unsupported format, please adjust your prompt.","code":"tool_use_failed"}}`},
		"a call that cannot be read":   {500, `{"error":"error parsing tool call: raw='{\"title\":\"unsupported format\"', err=unexpected end of JSON input"}`},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			e := engine(denying(t, no.status, no.text, func(string) bool { asked++; return true }))
			e.Model = "tool-format"
			for _, p := range []propose.Prompt{calling, shaped} {
				_, err := e.Complete(t.Context(), p, nil)
				var unable *propose.ToolsUnsupportedError
				if err == nil || errors.As(err, &unable) {
					t.Errorf("ended in %v", err)
				}
			}
			if asked != 2 || !e.used().Tools || !e.used().Schema {
				t.Errorf("asked %d times, and knows %+v", asked, e.used())
			}
		})
	}
}

func TestASettingWinsOverALearntCapability(t *testing.T) {
	base := denying(t, 400, `{"error":"tools and response_format are not supported"}`, func(body string) bool {
		return strings.Contains(body, `"tools"`) || strings.Contains(body, "response_format")
	})
	on := engine(base)
	on.Tools, on.Schema = capability.On, capability.On
	for _, p := range []propose.Prompt{calling, shaped} {
		_, err := on.Complete(t.Context(), p, nil)
		var unable *propose.ToolsUnsupportedError
		if refused(t, err, problem.Unavailable, wire.Refused); errors.As(err, &unable) {
			t.Errorf("ended in %v", err)
		}
	}
	off := engine(denying(t, 400, `{"error":"no"}`, func(body string) bool { return strings.Contains(body, "json_schema") }))
	off.Schema = capability.Off
	if _, err := off.Complete(t.Context(), shaped, nil); err != nil {
		t.Error(err)
	}
}

// An hour later the engine asks again whether the server is up, and a day later for its
// capabilities.
func TestALearntCapabilityLastsADay(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	shelf := &capability.Cache{Dir: t.TempDir(), Now: func() time.Time { return now }}
	lists := 0
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/v1/models" {
			lists++
			io.WriteString(w, `{"data":[]}`)
			return
		}
		w.WriteHeader(400)
		io.WriteString(w, `{"error":"tools are not supported"}`)
	})
	next := func() *Engine {
		e := engine(base)
		e.Cache = shelf
		return e
	}
	next().Complete(t.Context(), calling, nil)
	for _, at := range []struct {
		after time.Duration
		tools bool
		lists int
	}{{time.Minute, false, 0}, {time.Hour, false, 1}, {time.Minute, false, 1}, {12 * time.Hour, false, 2}, {12 * time.Hour, true, 3}, {-48 * time.Hour, true, 4}} {
		now = now.Add(at.after)
		a, err := next().Capabilities(t.Context())
		if err != nil || a.Tools != at.tools || lists != at.lists {
			t.Errorf("at %s: %+v behind %d lists, %v", now, a, lists, err)
		}
	}
}

// denying starts a server that refuses some requests and answers the others.
func denying(t *testing.T, status int, text string, deny func(body string) bool) *url.URL {
	return wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/v1/models" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if deny(string(body)) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			io.WriteString(w, text)
			return
		}
		w.Header().Set("Content-Type", dialect.Type)
		io.WriteString(w, dialect.Piece+dialect.End)
	})
}
