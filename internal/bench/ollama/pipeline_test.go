//go:build linux

package ollama

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"assister/internal/bench/tinygguf"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/engine/capability"
	"assister/internal/engine/openai"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/sqlite"
	"assister/internal/workspace"
	"assister/prompts"
)

// seeds are the models with random weights. With the engine ollama, which sends its own
// seed, they propose one operation, none, and eleven of which none is valid; the server
// aborts the answer of the last one.
var seeds = []uint64{1, 3, 9, 11}

var saturday = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

var shelf = []string{
	`{"op":"task.create","title":"Sweep the yard","scheduledFor":"2026-11-21"}`,
	`{"op":"task.create","title":"Oil the hinges","priority":"high"}`,
	`{"op":"event.create","title":"Choir rehearsal","scheduledFor":"2026-11-26","startTime":"19:00"}`,
	`{"op":"project.create","name":"Garden"}`,
}

// stocked returns a workspace that has the records of shelf.
func stocked(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var ops []op.Op
	for _, line := range shelf {
		v, fault := ijson.Parse([]byte(line))
		o, problems := op.Decode(v, calendar.Clock{})
		if fault != nil || len(problems) > 0 {
			t.Fatal(line, fault, problems)
		}
		ops = append(ops, o)
	}
	if _, err := workspace.Apply(t.Context(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "shelf"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// The server forces random weights to follow the schema, so that the output looks like
// operations and means nothing.
func TestOutputOfRandomWeightsIsValidOrRefused(t *testing.T) {
	s := running(t)
	operations, refusals := 0, 0
	for name, engine := range map[string]func(s *server, model string) propose.Completer{
		"ollama": engines["ollama"],
		"openai": func(s *server, model string) propose.Completer {
			return &openai.Engine{Server: s.wire("openai", "/v1"), Model: model, Tools: capability.Off}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, seed := range seeds {
				name := fmt.Sprintf("random-%d", seed)
				if err := s.create(name, model{tinygguf.Random(seed), plainTurns}); err != nil {
					t.Fatal(err)
				}
				ops, _, err := holds(t, engine(s, name))
				operations += len(ops.Operations)
				if err != nil {
					refusals++
				}
			}
		})
	}
	// Otherwise the models write less than they did when they were chosen.
	if operations == 0 || refusals == 0 {
		t.Errorf("%d operations and %d refusals", operations, refusals)
	}
}

func TestOutputThatFollowsTheSchemaIsValid(t *testing.T) {
	each(t, "tiny-plan", func(t *testing.T, _ *server, c propose.Completer) {
		if e, ok := c.(*openai.Engine); ok {
			e.Tools = capability.Off
		}
		if _, valid, err := holds(t, c); err != nil || len(valid) != 1 || string(valid[0].Canonical()) != `{"op":"task.create","title":"Oil the hinges"}` {
			t.Errorf("got %d valid operations, %v", len(valid), err)
		}
	})
}

// holds requests a change, and fails unless the result is a refusal with a hint, or
// operations of which the valid ones can be applied.
func holds(t *testing.T, c propose.Completer) (ops event.Ops, valid []op.Op, err error) {
	t.Helper()
	store := stocked(t)
	err = store.View(t.Context(), func(snapshot workspace.Reader) (err error) {
		m := &propose.Model{Completer: c, Prompts: propose.Prompts{Files: prompts.Files}, Name: "real", Nonce: "data-0123456789"}
		ops, err = propose.RunModel(t.Context(), m, propose.Request{Text: "wax the floor and sweep the yard"}, propose.Lend(snapshot), saturday, check.Rules{}, &event.Recorder{})
		return err
	})
	var r *problem.Refusal
	if err != nil && (!errors.As(err, &r) || !slices.Contains([]problem.Class{problem.Unavailable, problem.Rejected, problem.Unanswered}, r.Class) ||
		r.Problem.Message == "" || r.Problem.Hint == "") {
		t.Errorf("no honest refusal: %v", err)
	}
	if err == nil && len(ops.Operations) == 0 {
		t.Error("neither operations nor a refusal")
	}
	for _, e := range ops.Operations {
		for _, fault := range e.Errors {
			if fault.Code == "" || fault.Message == "" {
				t.Errorf("a problem that says nothing: %+v", fault)
			}
		}
		if e.Valid() {
			valid = append(valid, e.Op)
		}
	}
	if len(valid) == 0 {
		return ops, nil, err
	}
	out, applied := workspace.Apply(t.Context(), store, workspace.Request{Ops: valid, Clock: saturday, CorrelationID: "c", Confirmed: true, AllOrNothing: true})
	if applied != nil {
		t.Errorf("%d operations were valid, and then: %v", len(valid), applied)
	}
	for _, f := range out.Findings {
		if !f.Valid() {
			t.Errorf("%s was valid, and then: %v", f.Op.Canonical(), f.Errors)
		}
	}
	return ops, valid, err
}
