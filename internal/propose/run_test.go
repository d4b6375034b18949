package propose_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

var saturday = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// scripted is an engine with a fixed answer.
type scripted struct {
	draft propose.Draft
	err   error
}

func (s scripted) Draft(context.Context, propose.Request, brief.Brief) (propose.Draft, error) {
	return s.draft, s.err
}

func operation(t testing.TB, line string) op.Op {
	t.Helper()
	v, p := ijson.Parse([]byte(line))
	if p != nil {
		t.Fatal(p)
	}
	o, problems := op.Decode(v, calendar.Clock{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return o
}

// run makes a proposal in a workspace with the task #1 "Buy milk", and another in a project.
func run(t *testing.T, e propose.Drafter) (parsed []event.Body, ops event.Ops, err error) {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "assister.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, line := range []string{`{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-21"}`,
		`{"op":"project.create","name":"Attic"}`, `{"op":"task.create","title":"Sweep","projectId":1}`} {
		_, err = workspace.Apply(context.Background(), s, workspace.Request{
			Ops: []op.Op{operation(t, line)}, Clock: saturday, CorrelationID: line})
		if err != nil {
			t.Fatal(err)
		}
	}
	var recorder event.Recorder
	err = s.View(context.Background(), func(r workspace.Reader) error {
		ops, err = propose.Run(context.Background(), e, propose.Request{Text: "words"}, r, saturday, check.Rules{}, &recorder)
		return err
	})
	return recorder.Bodies, ops, err
}

func names(parsed []event.Body) string {
	var words []string
	for _, b := range parsed {
		switch b := b.(type) {
		case event.Stage:
			words = append(words, b.Stage)
		case event.Ops:
			words = append(words, "ops")
		case event.Clarify:
			words = append(words, "clarify")
		case event.Summary:
			words = append(words, "summary")
		}
	}
	return strings.Join(words, " ")
}

func TestOperationsComeBeforeTheSummaryAndArePinned(t *testing.T) {
	parsed, ops, err := run(t, scripted{draft: propose.Draft{Ops: []op.Op{
		operation(t, `{"op":"task.update","id":1,"priority":"high"}`),
		operation(t, `{"op":"task.update","id":"1","priority":"HIGH"}`),
		operation(t, `{"op":"task.delete","id":7}`),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(parsed); got != "proposing validating ops summarizing summary" {
		t.Errorf("said %s", got)
	}
	if len(ops.Operations) != 2 {
		t.Fatalf("the same operation twice is one: %+v", ops.Operations)
	}
	first, second := ops.Operations[0], ops.Operations[1]
	if len(first.Op.Base) != 1 || first.Op.Base[0] != (op.Base{Key: record.Key{Kind: "task", ID: 1}, Rev: 1}) {
		t.Errorf("base is %v", first.Op.Base)
	}
	if second.Valid() || second.Errors[0].Code != problem.IDNotFound {
		t.Errorf("got %+v", second)
	}
	if text := parsed[len(parsed)-1].(event.Summary).Text; text != "Would update 1 task: “Buy milk”. 1 invalid operation was left out." {
		t.Errorf("summary %q", text)
	}
}

func TestAQuestionHasOptionsAndNoOperations(t *testing.T) {
	options := []record.Record{operationRecord(t)}
	parsed, _, err := run(t, scripted{draft: propose.Draft{Question: "Which one?", Options: options, Ops: []op.Op{operation(t, `{"op":"task.delete","id":1}`)}}})
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Class != problem.Unanswered {
		t.Fatalf("got %v", err)
	}
	if got := names(parsed); got != "proposing clarify summary" {
		t.Errorf("said %s", got)
	}
	if c := parsed[1].(event.Clarify); len(c.Options) != 1 || c.Options[0].Title != "Buy milk" {
		t.Errorf("got %+v", c)
	}
}

func operationRecord(t *testing.T) record.Record {
	plan, err := check.Make(nothing{}, []op.Op{operation(t, `{"op":"task.create","title":"Buy milk"}`)}, check.Rules{}, saturday)
	if err != nil {
		t.Fatal(err)
	}
	r := record.New(plan.Changes(1)[0].Kind, 1)
	return r.With("title", record.Text("Buy milk"))
}

// nothing is an empty snapshot that only supports counts.
type nothing struct{ check.Reader }

func (nothing) NextID(string) (int64, error) { return 1, nil }

func TestARequestThatIsNotUnderstoodHasNoOperations(t *testing.T) {
	parsed, ops, err := run(t, scripted{draft: propose.Draft{NotUnderstood: []string{"frobnicate"}, Ops: []op.Op{operation(t, `{"op":"task.delete","id":1}`)}}})
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Class != problem.Unavailable || !strings.Contains(refusal.Problem.Message, "“frobnicate”") {
		t.Fatalf("got %v", err)
	}
	if got := names(parsed); got != "proposing" || len(ops.Operations) > 0 {
		t.Errorf("said %s, %v", got, ops)
	}
}

func TestAnEngineThatFailsFailsTheProposal(t *testing.T) {
	failure := errors.New("broken")
	if _, _, err := run(t, scripted{err: failure}); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
}

func TestWhenNoOperationIsValidTheSummaryAsks(t *testing.T) {
	for line, want := range map[string]string{
		`{"op":"task.delete","id":7}`:    "Which task or event do you mean? Provide the exact title or ID.",
		`{"op":"project.delete","id":1}`: "task #2 “Sweep” still belongs to project #1 “Attic”, so nothing was changed",
		`{"op":"task.update","id":1,"scheduledFor":null,"recurrence":{"type":"daily"}}`: "Could you clarify which item and fields to change?",
	} {
		parsed, _, err := run(t, scripted{draft: propose.Draft{Ops: []op.Op{operation(t, line)}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := parsed[len(parsed)-1].(event.Summary).Text; got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}
