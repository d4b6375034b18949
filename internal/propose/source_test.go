package propose_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/sqlite"
	"assister/internal/tool"
	"assister/internal/workspace"
)

// meddled is a model during whose work on the first prompt somebody else commits
// operations.
type meddled struct {
	*script
	commit func()
}

func (m *meddled) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	if m.commit != nil {
		m.commit()
		m.commit = nil
	}
	return m.script.Complete(ctx, p, each)
}

// committing returns a function that applies operations.
func committing(t *testing.T, s *sqlite.Store, lines ...string) func() {
	t.Helper()
	var ops []op.Op
	for _, line := range lines {
		ops = append(ops, operation(t, line))
	}
	return func() {
		r := workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "c", AllOrNothing: true, Confirmed: true}
		if _, err := workspace.Apply(context.Background(), s, r); err != nil {
			t.Errorf("commit: %v", err)
		}
	}
}

// viewOf lends the snapshots of a store and counts those that are held.
func viewOf(s *sqlite.Store, held *int) propose.View {
	return func(ctx context.Context, fn func(check.Reader) error) error {
		return s.View(ctx, func(r workspace.Reader) error {
			*held++
			defer func() { *held-- }()
			return fn(r)
		})
	}
}

var garage = []string{
	`{"op":"task.create","title":"Oil the hinges","scheduledFor":"2026-11-21"}`,
	`{"op":"task.create","title":"Oil the gate","scheduledFor":"2026-11-22"}`,
	`{"op":"project.create","name":"Oil change"}`,
	`{"op":"checklist.create","title":"Groceries","as":"groceries"}`,
	`{"op":"checklist_item.create","checklistId":{"ref":"groceries"},"title":"Milk"}`,
}

// A model works on what it was shown, and others go on working meanwhile. What it proposes
// for a record that has changed since is refused, in whatever form it proposes it.
func TestAnOperationOnARecordThatChangedWhileTheModelWorkedIsRefused(t *testing.T) {
	const renamed = `{"op":"task.update","id":1,"title":"Oil the safe of the bank"}`
	for _, tt := range []struct {
		name, text, meanwhile, reply string
		want                         []string
	}{
		{"an update", "oil", renamed, `{"op":"task.update","id":"task:1","scheduledFor":"2026-11-24"}`,
			[]string{`!stale {"op":"task.update","id":1,"scheduledFor":"2026-11-24"}`}},
		{"a deletion", "delete the oil hinges thing", renamed, `{"op":"task.delete","id":"task:1"}`, []string{`!stale {"op":"task.delete","id":1}`}},
		{"a completion beside another", "oil", renamed, `{"op":"task.complete","id":"task:1"},{"op":"task.complete","id":"task:2"}`,
			[]string{`!stale {"op":"task.set_status","id":1,"status":"completed"}`, `{"op":"task.set_status","id":2,"status":"completed"}`}},
		{"a filter", "oil", renamed, `{"op":"bulk_delete","where":{"kind":"task","title":{"contains":"oil"}}}`,
			[]string{`!stale {"op":"bulk_delete","where":{"kind":"task","title":{"contains":"oil"},"and":[{"kind":"task","ids":[1,2]}]}}`}},
		{"a filter that the record does not match any more", "oil", `{"op":"task.update","id":1,"title":"Sweep"}`,
			`{"op":"bulk_delete","where":{"kind":"task","title":{"contains":"oil"}}}`,
			[]string{`{"op":"bulk_delete","where":{"kind":"task","title":{"contains":"oil"},"and":[{"kind":"task","ids":[2]}]}}`}},
		{"a filter that matches another record now", "oil", `{"op":"task.create","title":"Oil the bell"}`,
			`{"op":"bulk_delete","where":{"kind":"task","title":{"contains":"oil"}}}`,
			[]string{`{"op":"bulk_delete","where":{"kind":"task","title":{"contains":"oil"},"and":[{"kind":"task","ids":[1,2]}]}}`}},
		{"a reference", "oil the lock", `{"op":"project.update","id":1,"name":"Secret"}`,
			`{"op":"task.create","title":"Oil the lock","projectId":"project:1"}`,
			[]string{`!stale {"op":"task.create","title":"Oil the lock","projectId":1}`}},
		{"a deleted record", "oil", `{"op":"task.delete","id":1}`, `{"op":"task.complete","id":"task:1"}`,
			[]string{`!id_not_found {"op":"task.set_status","id":1,"status":"completed"}`}},
		{"a change elsewhere", "oil", `{"op":"task.create","title":"Elsewhere"}`, `{"op":"task.complete","id":"task:1"}`,
			[]string{`{"op":"task.set_status","id":1,"status":"completed"}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := meddledReply(t, words(tt.text), tt.meanwhile, proposed(tt.reply))
			same(t, o.operations(), tt.want...)
			for _, e := range o.ops.Operations {
				if e.Stale() && !strings.Contains(e.Errors[0].Message, "has changed since the plan was made") {
					t.Errorf("it does not say what has changed: %v", e.Errors)
				}
			}
		})
	}
}

// meddledReply is the outcome of a reply during which somebody else commits an operation.
func meddledReply(t *testing.T, r propose.Request, meanwhile string, replies ...any) outcome {
	t.Helper()
	s := written(t, garage)
	held := 0
	out := outcome{script: &script{able: withSchema, replies: replies}}
	if err := s.View(context.Background(), func(before workspace.Reader) error {
		if _, _, err := before.Record("task", 1); err != nil { // only a snapshot that was read is one
			return err
		}
		out.script.snapshot = before
		commit := committing(t, s, meanwhile)
		m := model(out.script)
		m.NoSummary, m.Words = true, rules.Engine{}
		m.Completer = &meddled{out.script, func() {
			if held != 0 {
				t.Error("a snapshot is held while the model works")
			}
			commit()
		}}
		var recorder event.Recorder
		out.ops, out.err = propose.RunModel(context.Background(), m, r, viewOf(s, &held), saturday, check.Rules{}, &recorder)
		out.said = recorder.Bodies
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAnItemIsNotSaidToBeListedIfItHasChangedWhileTheModelWorked(t *testing.T) {
	item := proposed(`{"op":"checklist_item.create","checklistId":"checklist:1","title":"milk"}`)
	for meanwhile, refused := range map[string]bool{
		`{"op":"checklist_item.delete","id":1}`:         true,
		`{"op":"task.update","id":1,"priority":"high"}`: false,
	} {
		o := meddledReply(t, words("add milk to the groceries list"), meanwhile, item)
		if !refused && (o.err != nil || !strings.Contains(o.summary(), "Already on the checklist")) {
			t.Errorf("%s: %v, %q", meanwhile, o.err, o.summary())
		}
		if refused && (o.class(t) != problem.Conflict || o.summary() != "") {
			t.Errorf("%s: %v, %q", meanwhile, o.err, o.summary())
		}
	}
}

func TestAPlanDoesNotChangeARecordThatChangedSinceItWasFound(t *testing.T) {
	s := written(t, garage)
	held := 0
	plan := `{"steps":[{"tool":"taskByName","args":{"name":"oil the hinges"}},{"tool":"deleteTask","args":{"id":{"var":"ids.taskId"}}}]}`
	m := model(&script{able: withSchema, replies: []any{plan, "x"}})
	commit := committing(t, s, `{"op":"task.update","id":1,"title":"Oil the safe of the bank"}`)
	toolbox := tool.NewToolbox(viewed{s}, saturday)
	f, err := m.Research(context.Background(), words("is there oil?"), propose.Source{Clock: saturday, View: viewOf(s, &held)},
		propose.PlanRunner{Tools: toolbox, Now: func() time.Time { return saturday.Instant },
			OnStep: func(p planner.StepResult) error {
				if commit != nil {
					commit()
					commit = nil
				}
				return nil
			}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.View(context.Background(), func(now workspace.Reader) error {
		var out outcome
		out.ops, err = propose.Run(context.Background(), f.Proposed, words("is there oil?"), now, saturday, check.Rules{}, &event.Recorder{})
		same(t, out.operations(), `!stale {"op":"task.delete","id":1}`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// viewed reads each query in a snapshot of its own.
type viewed struct{ store *sqlite.Store }

func (v viewed) Query(q filter.Query, today calendar.Date) (found filter.Result, err error) {
	err = v.store.View(context.Background(), func(r workspace.Reader) error {
		found, err = r.Query(q, today)
		return err
	})
	return found, err
}
