package assistant

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/engine/wire"
	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/schema"
	"assister/internal/workspace"
)

func TestTheExpectationsOfTheCasesFitTheirWorkspaces(t *testing.T) {
	cases, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	stores, err := newWorkspaces(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer stores.close()
	if err := eval.Check(context.Background(), cases, stores.open); err != nil {
		t.Error(err)
	}
	seen, said := map[string]string{}, map[string]string{}
	for _, x := range cases {
		if first := seen[x.ID]; first != "" {
			t.Errorf("the id %s is in %s and in %s", x.ID, first, x.File)
		}
		seen[x.ID] = x.File
		key := strings.ToLower(string(x.Skill) + " " + x.Workspace + " " + x.Clock.Instant.Format(time.RFC3339) + " " + x.Text + strings.Join(x.Replies, "\n") + strings.Join(x.Before, "\n"))
		if first := said[key]; first != "" {
			t.Errorf("%s says the same as %s", x.ID, first)
		}
		said[key] = x.ID
		if x.Lang == "" {
			t.Errorf("%s does not say its language", x.ID)
		}
	}
}

// builtInRules has every case decided by the built-in rules.
type builtInRules struct{ Engines }

func (builtInRules) Choice() string { return assist.ByRules }

func TestAQuestionNeverBecomesAChange(t *testing.T) {
	cases, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	stores, err := newWorkspaces(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer stores.close()
	s := &subject{Setup: Setup{Engines: builtInRules{}, Languages: meaning.BuiltIn}}
	for _, x := range cases {
		if x.Skill != eval.Chat {
			continue
		}
		store, err := stores.open(x)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Route(context.Background(), x, store)
		if err != nil {
			t.Fatal(err)
		}
		if route.Judge(r).Decision == route.Plan {
			t.Errorf("%s: %q is planned (%s)", x.ID, x.Text, r.Reason)
		}
	}
}

// An earlier request is made, not only quoted: what it showed is what “it” refers to, and
// the next case knows nothing of it.
func TestACaseContinuesItsEarlierRequests(t *testing.T) {
	const of = `"skill":"propose","workspace":"home","text":"move it to friday","expect":` +
		`{"operations":[{"op":"event.update","id":8,"scheduledFor":"2026-11-27"}]}`
	cases, err := eval.Read(builtIn+"a.jsonl", strings.NewReader(
		`{"id":"with","before":["when is the vet appointment"],`+of+"}\n"+`{"id":"without",`+of+"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]eval.Outcome{}
	_, err = Run(context.Background(), cases, Setup{
		Engines: builtInRules{}, Languages: meaning.BuiltIn, Now: func() time.Time { return time.Time{} }},
		func(r eval.Result) error { got[r.ID] = r.Outcome; return nil })
	if err != nil || got["with"] != eval.Right || got["without"] != eval.None {
		t.Errorf("got %v, %v", got, err)
	}
}

// oracle proposes the expected operations, in their order or in reverse.
type oracle struct {
	t        *testing.T
	backward bool
}

func (o oracle) Route(_ context.Context, x eval.Case, _ workspace.Store) (route.Routing, error) {
	return route.Routing{Decision: x.Expect.Decisions[0], Confidence: 1, Category: x.Expect.Category}, nil
}

func (o oracle) Propose(_ context.Context, x eval.Case, _ workspace.Store, sink event.Sink) error {
	switch {
	case x.Expect.Question:
		return propose.Ask(sink, nil, "which?", nil)
	case x.Expect.None:
		return problem.Refuse(problem.Unavailable, x.Expect.Code, "not understood", "")
	}
	ops := event.Ops{Version: 1}
	for _, p := range x.Expect.Operations {
		ops.Operations = append(ops.Operations, event.Entry{Finding: check.Finding{Op: p}})
	}
	if o.backward {
		slices.Reverse(ops.Operations)
	}
	return sink.Emit(ops)
}

func (o oracle) Chat(context.Context, eval.Case, workspace.Store, event.Sink) error {
	o.t.Fatal("the oracle was asked a question")
	return nil
}

// dependent reports whether operations depend on those before them: they name records that these make, or
// delete what has no parts any more.
func dependent(ops []op.Op) bool {
	return slices.ContainsFunc(ops, func(p op.Op) bool {
		return p.As != "" || p.Verb == schema.Delete && slices.ContainsFunc(ops, func(part op.Op) bool {
			k := schema.Lookup(part.Kind)
			return part.Verb == schema.Delete && k != nil && k.Belongs(p.Kind) != nil
		})
	})
}

// An engine that answers as expected is right in every case. So is one that proposes the
// operations in another order, unless they depend on each other.
func TestAnOracleIsRightInEveryCase(t *testing.T) {
	cases, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	cases = slices.DeleteFunc(cases, func(x eval.Case) bool { return x.Skill == eval.Chat })
	stores, err := newWorkspaces(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer stores.close()
	for _, o := range []oracle{{t, false}, {t, true}} {
		err := eval.Run(context.Background(), cases, o, stores.open, func() time.Time { return time.Time{} }, func(r eval.Result) error {
			if r.Outcome != eval.Right && !(o.backward && dependent(r.Expect.Operations)) {
				t.Errorf("%s is %s: %v", r.ID, r.Outcome, r.Misses)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestOnlyAnUnavailableEngineEndsATrial(t *testing.T) {
	for _, tt := range []struct {
		err  error
		ends bool
	}{
		{problem.Refuse(problem.Unavailable, wire.Unreachable, "nobody there", ""), true},
		{problem.Refuse(problem.Unavailable, wire.Refused, "no such model", ""), true},
		{problem.Refuse(problem.Unavailable, wire.TimedOut, "too slow for this one", ""), false},
		{problem.Refuse(problem.Unavailable, problem.NotUnderstood, "not understood", ""), false},
		{problem.Refuse(problem.Usage, "no_such_project", "there is no project xyz", ""), false},
		{nil, false},
	} {
		if _, ends := ifEngineFails(tt.err).(engineError); ends != tt.ends {
			t.Errorf("%v ends the trial: %v", tt.err, ends)
		}
	}
}
