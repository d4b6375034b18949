//go:build linux

package ollama

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/wire"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
)

// engines returns the two engines for the same model.
var engines = map[string]func(s *server, model string) propose.Completer{
	"ollama": func(s *server, model string) propose.Completer {
		return &ollama.Engine{Server: s.wire("ollama", ""), Model: model}
	},
	"openai": func(s *server, model string) propose.Completer {
		return &openai.Engine{Server: s.wire("openai", "/v1"), Model: model}
	},
}

// each runs a test with both engines.
func each(t *testing.T, model string, test func(t *testing.T, s *server, c propose.Completer)) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			s := running(t)
			test(t, s, engine(s, model))
		})
	}
}

func asked(text string) propose.Prompt {
	return propose.Prompt{Purpose: propose.ForChat, Messages: []propose.Message{
		{Role: "system", Text: "You answer."}, {Role: "user", Text: text}}}
}

func complete(t *testing.T, c propose.Completer, p propose.Prompt) propose.Reply {
	t.Helper()
	reply, err := c.Complete(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// refused returns the code of a refusal of the class Unavailable.
func refused(t *testing.T, err error) string {
	t.Helper()
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Class != problem.Unavailable {
		t.Fatalf("no refusal of the server, but %v", err)
	}
	return r.Problem.Code
}

func TestAnAnswerIsStreamedAndReturnedWhole(t *testing.T) {
	each(t, "tiny-say", func(t *testing.T, _ *server, c propose.Completer) {
		var pieces []string
		reply, err := c.Complete(t.Context(), asked("hello"), func(p propose.Chunk) error {
			pieces = append(pieces, p.Text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if reply.Text != sentence || reply.Cut || !strings.HasPrefix(reply.Model, "tiny-say") || reply.Tokens == 0 {
			t.Errorf("got %+v", reply)
		}
		if strings.Join(pieces, "") != sentence || len(pieces) < 5 {
			t.Errorf("it came as %q", pieces)
		}
	})
}

func TestAToolIsCalledAndItsResultIsSentBack(t *testing.T) {
	each(t, "tiny-tool", func(t *testing.T, _ *server, c propose.Completer) {
		p := asked("wax the floor")
		p.Tools = []schema.Tool{{Name: "create_task", Help: "creates a task", Schema: []byte(`{"type":"object","properties":{"title":{"type":"string"}},"required":["title"],"additionalProperties":false}`)}}
		reply := complete(t, c, p)
		if len(reply.Calls) != 1 || reply.Calls[0].Name != "create_task" || reply.Calls[0].ID == "" || member(t, reply.Calls[0].Arguments, "title") != "Wax the floor" {
			t.Fatalf("got %+v", reply)
		}
		p.Messages = append(p.Messages, propose.Message{Role: "assistant", Calls: reply.Calls},
			propose.Message{Role: "tool", CallID: reply.Calls[0].ID, Text: `{"ok":true}`})
		if reply = complete(t, c, p); reply.Text != sentence || len(reply.Calls) > 0 {
			t.Errorf("behind the result came %+v", reply)
		}
	})
}

func TestAnAnswerFollowsASchema(t *testing.T) {
	each(t, "tiny-free", func(t *testing.T, _ *server, c propose.Completer) {
		p := asked("anything")
		p.MaxTokens = 400
		p.Schema = []byte(`{"type":"object","properties":{"title":{"type":"string"},"priority":{"enum":["low","high"]},"tags":{"type":"array","items":{"type":"string"},"maxItems":2}},"required":["title","priority"],"additionalProperties":false}`)
		reply := complete(t, c, p)
		if priority := member(t, reply.Text, "priority"); reply.Cut || priority != "low" && priority != "high" {
			t.Errorf("got %+v", reply)
		}
	})
}

func TestAnAnswerInJSONIsJSON(t *testing.T) {
	each(t, "tiny-free", func(t *testing.T, _ *server, c propose.Completer) {
		p := asked("anything")
		p.MaxTokens, p.JSON = 400, true
		reply := complete(t, c, p)
		if _, fault := ijson.Parse([]byte(reply.Text)); fault != nil && !reply.Cut {
			t.Errorf("%q is not whole: %v", reply.Text, fault)
		}
	})
}

// Schemas that crash this server, or that it refuses, are never sent.
func TestASchemaThatCrashesServersIsMadeHarmless(t *testing.T) {
	each(t, "tiny-free", func(t *testing.T, _ *server, c propose.Completer) {
		for _, kind := range []string{
			`"pattern":"^(?:a|b)+$"`, `"pattern":"^*a$"`, `"pattern":"^\\d{99999}$"`, `"maxLength":100000`, `"not":{"const":"a"}`, `"format":"email"`,
		} {
			p := asked("anything")
			p.MaxTokens = 200
			p.Schema = []byte(`{"type":"object","properties":{"title":{"type":"string",` + kind + `}},"required":["title"],"additionalProperties":false}`)
			if reply := complete(t, c, p); !strings.HasPrefix(strings.TrimSpace(reply.Text), "{") {
				t.Errorf("%s: got %+v", kind, reply)
			}
		}
	})
}

func TestAnAnswerAtItsLimitIsMarkedAsCut(t *testing.T) {
	each(t, "tiny-loop", func(t *testing.T, _ *server, c propose.Completer) {
		p := asked("go on")
		p.MaxTokens = 20
		if reply := complete(t, c, p); !reply.Cut || reply.Tokens != 20 || !strings.HasPrefix(reply.Text, "and on and on, again ") {
			t.Errorf("got %+v", reply)
		}
	})
}

func TestTruncatedJSONIsReportedAsTruncated(t *testing.T) {
	each(t, "tiny-free", func(t *testing.T, _ *server, c propose.Completer) {
		p := asked("anything")
		p.MaxTokens = 4
		p.Schema = []byte(`{"type":"object","properties":{"title":{"type":"string"}},"required":["title"],"additionalProperties":false}`)
		reply := complete(t, c, p)
		if _, fault := ijson.Parse([]byte(reply.Text)); !reply.Cut || fault == nil {
			t.Errorf("got %+v", reply)
		}
	})
}

// The server aborts a model that repeats itself. Its answer then looks whole except for
// the last line.
func TestAnAnswerThatTheServerAbortsIsRefused(t *testing.T) {
	each(t, "tiny-stuck", func(t *testing.T, _ *server, c propose.Completer) {
		_, err := c.Complete(t.Context(), asked("go on"), nil)
		if code := refused(t, err); code != wire.BadAnswer {
			t.Error(err)
		}
	})
}

func TestAPromptThatIsTooLongIsRefusedAndNotTruncated(t *testing.T) {
	s := running(t)
	e := &ollama.Engine{Server: s.wire("ollama", ""), Model: "tiny-say", Context: 512}
	_, err := e.Complete(t.Context(), asked(strings.Repeat("a long story ", 200)), nil)
	if code := refused(t, err); code != wire.Refused || !strings.Contains(err.Error(), "context length") {
		t.Error(err)
	}
}

func TestTheErrorForAMissingModelSaysHowToPullIt(t *testing.T) {
	each(t, "tiny-nobody", func(t *testing.T, _ *server, c propose.Completer) {
		_, err := c.Complete(t.Context(), asked("hello"), nil)
		if code := refused(t, err); code != "model_not_found" || !strings.Contains(err.Error(), "tiny-nobody") {
			t.Error(err)
		}
	})
}

func TestAModelThatCannotAnswerIsRefused(t *testing.T) {
	each(t, "tiny-embedding", func(t *testing.T, _ *server, c propose.Completer) {
		_, err := c.Complete(t.Context(), asked("hello"), nil)
		if code := refused(t, err); code != wire.Refused || !strings.Contains(err.Error(), "does not support chat") {
			t.Error(err)
		}
	})
}

// This endpoint does not report the capabilities of a model. The engine learns them
// from the refusal and caches them.
func TestToolsAreNotOfferedAgainToAModelWithoutThem(t *testing.T) {
	s := running(t)
	p := asked("wax the floor")
	p.Tools = []schema.Tool{{Name: "create_task", Schema: []byte(`{"type":"object","properties":{"title":{"type":"string"}}}`)}}
	shelf := &capability.Cache{Dir: t.TempDir(), Now: time.Now}
	e := &openai.Engine{Server: s.wire("openai", "/v1"), Model: "tiny-say", Cache: shelf}
	_, err := e.Complete(t.Context(), p, nil)
	var r *problem.Refusal
	var unable *propose.ToolsUnsupportedError
	if code := refused(t, err); code != wire.Refused || !errors.As(err, &r) || !errors.As(err, &unable) || !strings.Contains(r.Problem.Hint, "--engine ollama") {
		t.Error(err)
	}
	next := &openai.Engine{Server: e.Server, Model: e.Model, Cache: shelf}
	if able, err := next.Capabilities(t.Context()); err != nil || able.Tools || !able.Schema {
		t.Errorf("the next process knows %+v, %v", able, err)
	}
}

// The name now belongs to another model.
func TestAReplacedModelIsNoticed(t *testing.T) {
	s := running(t)
	now := time.Now()
	shelf := &capability.Cache{Dir: t.TempDir(), Now: func() time.Time { return now }}
	next := func() *ollama.Engine {
		return &ollama.Engine{Server: s.wire("ollama", ""), Model: "tiny-changes", Cache: shelf}
	}
	p := asked("wax the floor")
	p.Tools = []schema.Tool{{Name: "create_task", Schema: []byte(`{"type":"object","properties":{"title":{"type":"string"}}}`)}}
	make := func(m string) {
		if err := s.create("tiny-changes", models()[m]); err != nil {
			t.Fatal(err)
		}
	}
	make("tiny-tool")
	if reply := complete(t, next(), p); len(reply.Calls) != 1 {
		t.Errorf("got %+v", reply)
	}
	// At first the engine notices by the refusal, and later by the digest.
	make("tiny-say")
	_, err := next().Complete(t.Context(), p, nil)
	var unable *propose.ToolsUnsupportedError
	if refused(t, err); !errors.As(err, &unable) {
		t.Error(err)
	}
	if able, err := next().Capabilities(t.Context()); err != nil || able.Tools {
		t.Errorf("knows %+v, %v", able, err)
	}
	make("tiny-tool")
	now = now.Add(time.Hour)
	if able, err := next().Capabilities(t.Context()); err != nil || !able.Tools {
		t.Errorf("knows %+v, %v", able, err)
	}
}

func TestThinkingIsSeparateFromTheAnswer(t *testing.T) {
	s := running(t)
	for _, tt := range []struct {
		think          bool
		thought, words string
	}{{true, "I should be brief.", "Brief answer."}, {false, "", sentence}} {
		e := &ollama.Engine{Server: s.wire("ollama", ""), Model: "tiny-think", Think: tt.think}
		var thought, words strings.Builder
		reply, err := e.Complete(t.Context(), asked("hello"), func(p propose.Chunk) error {
			thought.WriteString(p.Thinking)
			words.WriteString(p.Text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if reply.Thinking != tt.thought || reply.Text != tt.words || thought.String() != tt.thought || words.String() != tt.words {
			t.Errorf("thinking %v: got %+v, in pieces %q and %q", tt.think, reply, &thought, &words)
		}
	}
}

func TestTheServerReportsTheCapabilitiesOfItsModels(t *testing.T) {
	s := running(t)
	for name, want := range map[string]propose.Capabilities{
		"tiny-say":       {Schema: true},
		"tiny-tool":      {Schema: true, Tools: true},
		"tiny-think":     {Schema: true, Tools: true, Thinking: true},
		"tiny-embedding": {Schema: true, Embeds: true},
	} {
		want.Server, want.Model = "ollama 0.17.4", name
		want.Context = 32768
		if name == "tiny-embedding" {
			want.Context = 512
		}
		able, err := engines["ollama"](s, name).Capabilities(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if able.Tools = able.Tools || name == "tiny-think"; able != want {
			t.Errorf("%s: got %+v", name, able)
		}
	}
}

func TestTheModelsAreListed(t *testing.T) {
	each(t, "tiny-say", func(t *testing.T, _ *server, c propose.Completer) {
		list, err := c.(interface {
			Models(context.Context) ([]string, error)
		}).Models(t.Context())
		if err != nil || !slices.Contains(list, "tiny-say:latest") {
			t.Errorf("got %q, %v", list, err)
		}
	})
}

// The processor time of the server shows that generation stops. A served next request
// would not show it reliably: if the model writes faster than the connection is closed,
// this version of the server keeps the slot of the cancelled request, without
// generating, until the model is unloaded.
func TestACancelledAnswerStopsOnTheServer(t *testing.T) {
	running(t) // for the models, which are on disk
	enough := errors.New("enough")
	for name, ending := range map[string]func(stop context.CancelFunc) error{
		"by the context":     func(stop context.CancelFunc) error { stop(); return nil },
		"by whoever listens": func(context.CancelFunc) error { return enough },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := start()
			if err != nil {
				t.Fatal(err)
			}
			defer s.kill()
			e := &ollama.Engine{Server: s.wire("ollama", ""), Model: "tiny-loop", Context: 32768, Tokens: 32000}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			heard := 0
			_, err = e.Complete(ctx, asked("go on"), func(propose.Chunk) error {
				if heard++; heard == 5 {
					return ending(stop)
				}
				return nil
			})
			if !errors.Is(err, context.Canceled) && !errors.Is(err, enough) {
				t.Fatalf("ended with %v behind %d pieces", err, heard)
			}
			look := time.NewTicker(200 * time.Millisecond)
			defer look.Stop()
			for before, looks := -1, 0; ; looks++ {
				spent := s.spent(t)
				if spent == before {
					return
				}
				if looks == 25 {
					t.Fatal("it still generates after 5 seconds")
				}
				before = spent
				<-look.C
			}
		})
	}
}

func TestAServerKilledInMidAnswerCausesARefusal(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			running(t) // for the models, which are on disk
			s, err := start()
			if err != nil {
				t.Fatal(err)
			}
			defer s.kill()
			c := engine(s, "tiny-loop")
			heard := 0
			_, err = c.Complete(t.Context(), asked("go on"), func(propose.Chunk) error {
				if heard++; heard == 5 {
					s.kill()
				}
				return nil
			})
			if code := refused(t, err); code != wire.BadAnswer || heard < 5 {
				t.Errorf("behind %d pieces: %v", heard, err)
			}
			_, err = c.Complete(t.Context(), asked("hello"), nil)
			if code := refused(t, err); code != wire.Unreachable {
				t.Error(err)
			}
		})
	}
}

// member returns a text member of a JSON object.
func member(t *testing.T, text, name string) string {
	t.Helper()
	v, fault := ijson.Parse([]byte(text))
	if fault != nil {
		t.Fatalf("%q: %v", text, fault)
	}
	m, _ := v.Get(name)
	return m.Text
}
