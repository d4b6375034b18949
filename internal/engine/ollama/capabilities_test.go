package ollama

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

// fake is a server with one model, tiny, whose state a test may change.
type fake struct {
	version, digest, abilities string
	deny                       func(body map[string]any) string // the reason for a refusal; "" for none
	hung                       bool

	asking sync.Mutex
	asked  []string
}

func (f *fake) serve(t *testing.T) *url.URL {
	return wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		f.asking.Lock()
		f.asked = append(f.asked, strings.TrimPrefix(r.URL.Path, "/api/"))
		f.asking.Unlock()
		if f.hung {
			<-r.Context().Done()
			return
		}
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprintf(w, `{"version":%q}`, f.version)
		case "/api/tags":
			fmt.Fprintf(w, `{"models":[{"name":"other:latest","digest":"zzz"},{"name":"tiny:latest","digest":%q}]}`, f.digest)
		case "/api/show":
			fmt.Fprintf(w, `{"capabilities":[%s],"model_info":{"general.architecture":"llama","llama.context_length":4096}}`, f.abilities)
		case "/api/chat":
			var body map[string]any
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
				t.Error(err)
			}
			if no := f.deny(body); no != "" {
				w.WriteHeader(400)
				fmt.Fprintf(w, `{"error":%q}`, no)
				return
			}
			w.Header().Set("Content-Type", dialect.Type)
			io.WriteString(w, dialect.Piece+dialect.End)
		}
	})
}

func (f *fake) takes(t *testing.T, want ...string) {
	t.Helper()
	f.asking.Lock()
	defer f.asking.Unlock()
	if !slices.Equal(f.asked, want) {
		t.Errorf("asked for %q, want %q", f.asked, want)
	}
	f.asked = nil
}

func newFake() *fake {
	return &fake{version: "0.17.4", digest: "abc", abilities: `"completion","tools","thinking"`, deny: func(map[string]any) string { return "" }}
}

// processes returns a function that makes the engine of a new process.
func processes(base *url.URL, shelf *capability.Cache) func() *Engine {
	return func() *Engine {
		return &Engine{Server: wire.Server{Name: "ollama", Base: base, Limits: wiretest.Limits}, Model: "tiny", Cache: shelf}
	}
}

func TestTheNextProcessKnowsTheCapabilities(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	f := newFake()
	next := processes(f.serve(t), &capability.Cache{Dir: t.TempDir(), Now: func() time.Time { return now }})
	want := propose.Capabilities{Server: "ollama 0.17.4", Model: "tiny", Tools: true, Schema: true, Thinking: true, Context: 4096}
	able := func(want propose.Capabilities, asked ...string) {
		t.Helper()
		a, err := next().Capabilities(t.Context())
		if err != nil || a != want {
			t.Errorf("%+v, %v", a, err)
		}
		f.takes(t, asked...)
	}
	able(want, "show", "version", "tags")
	now = now.Add(revalidateAfter)
	able(want) // sends no request
	now = now.Add(time.Second)
	able(want, "version", "tags") // and finds everything unchanged
	now = now.Add(revalidateAfter)
	able(want)

	now = now.Add(time.Hour)
	f.digest, f.abilities = "def", `"completion"`
	want.Tools, want.Thinking = false, false
	able(want, "version", "tags", "show", "version", "tags")

	now = now.Add(time.Hour)
	f.version, want.Server = "0.18.0", "ollama 0.18.0"
	able(want, "version", "tags", "show", "version", "tags")

	now = now.Add(30 * 24 * time.Hour)
	able(want, "show", "version", "tags")
}

// The model was replaced while the cached entry was still fresh.
func TestAnOutdatedEntryFailsNoRequest(t *testing.T) {
	f := newFake()
	shelf := &capability.Cache{Dir: t.TempDir(), Now: time.Now}
	next := processes(f.serve(t), shelf)
	if _, err := next().Capabilities(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.takes(t, "show", "version", "tags")
	f.digest, f.abilities = "def", `"completion"`
	f.deny = func(body map[string]any) string {
		if _, think := body["think"]; think {
			return `"tiny" does not support thinking`
		}
		if body["tools"] != nil {
			return "registry.ollama.ai/library/tiny:latest does not support tools"
		}
		return ""
	}
	e := next()
	if r, err := e.Complete(t.Context(), propose.Prompt{Messages: []propose.Message{{Role: "user", Text: "hi"}}}, nil); err != nil || r.Text != "hello " {
		t.Errorf("%+v, %v", r, err)
	}
	f.takes(t, "chat", "show", "version", "tags", "chat")
	if entry, found := next().Cached(); !found || entry.Capabilities.Tools || entry.Capabilities.Thinking || entry.Digest != "def" {
		t.Errorf("remembers %+v", entry)
	}
}

func TestADeniedCapabilityIsNotUsedAgain(t *testing.T) {
	tools := propose.Prompt{Messages: []propose.Message{{Role: "user", Text: "wax"}}, Tools: []schema.Tool{{Name: "task.create", Schema: []byte(`{"type":"object"}`)}}}
	schema := propose.Prompt{Messages: []propose.Message{{Role: "user", Text: "wax"}}, Schema: []byte(`{"type":"object"}`)}
	f := newFake()
	f.deny = func(body map[string]any) string {
		if body["tools"] != nil {
			return "tiny does not support tools"
		}
		if _, object := body["format"].(map[string]any); object {
			return "json: cannot unmarshal object into Go struct field ChatRequest.format of type string"
		}
		return ""
	}
	next := processes(f.serve(t), &capability.Cache{Dir: t.TempDir(), Now: time.Now})
	e := next()
	_, err := e.Complete(t.Context(), tools, nil)
	var unable *propose.ToolsUnsupportedError
	if refused(t, err, problem.Unavailable, wire.Refused); !errors.As(err, &unable) {
		t.Errorf("ended in %v", err)
	}
	if _, err := e.Complete(t.Context(), schema, nil); err != nil {
		t.Error(err)
	}
	f.takes(t, "show", "version", "tags", "chat", "chat", "chat")
	if a, err := next().Capabilities(t.Context()); err != nil || a.Tools || a.Schema || a.Plain {
		t.Errorf("%+v, %v", a, err)
	}
	f.takes(t)

	forced := next()
	forced.Tools, forced.Schema = capability.On, capability.On
	if a, err := forced.Capabilities(t.Context()); err != nil || !a.Tools || !a.Schema {
		t.Errorf("%+v, %v", a, err)
	}
	for _, p := range []propose.Prompt{tools, schema} {
		_, err := forced.Complete(t.Context(), p, nil)
		if refused(t, err, problem.Unavailable, wire.Refused); errors.As(err, &unable) && unable != nil && len(p.Tools) == 0 {
			t.Errorf("ended in %v", err)
		}
	}
}

// A server that is gone is not asked again for unknown capabilities.
func TestAnUnreachableServerIsNotAskedAgain(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	shelf := &capability.Cache{Dir: t.TempDir(), Now: func() time.Time { return now }}
	f := newFake()
	next := processes(f.serve(t), shelf)
	if _, err := next().Capabilities(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.takes(t, "show", "version", "tags")
	f.hung, now = true, now.Add(time.Hour)
	_, err := next().Capabilities(t.Context())
	refused(t, err, problem.Unavailable, wire.TimedOut)
	f.takes(t, "version")
}
