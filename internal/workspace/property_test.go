package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"

	"assister/internal/workspace"
)

// anyOps draws a batch of operations on the ids 1 to 8. Some are invalid.
func anyOps(t *rapid.T) []op.Op {
	return rapid.SliceOfN(rapid.Custom(anyOp), 1, 5).Draw(t, "ops")
}

func anyOp(t *rapid.T) op.Op {
	kind := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
	id := op.Target{ID: rapid.Int64Range(1, 8).Draw(t, "id")}
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0, 1, 2:
		o := op.Op{Kind: kind.Name, Verb: schema.Create}
		r := recordtest.Record(kind, 1).Draw(t, "record")
		for i, f := range kind.Fields {
			if !f.Kept && !r.Values[i].IsNull() && (f.Type != schema.Ref || f.Required || rapid.Bool().Draw(t, "ref")) {
				o.Args = append(o.Args, op.Arg{Name: f.Name, Value: r.Values[i]})
			}
		}
		return o
	case 3, 4, 5:
		f := rapid.SampledFrom(kind.Fields).Draw(t, "field")
		if f.Kept {
			f = kind.Fields[0]
		}
		return op.Op{Kind: kind.Name, Verb: schema.Update, ID: id, Args: []op.Arg{{Name: f.Name, Value: recordtest.Value(&f).Draw(t, "value")}}}
	case 6:
		return op.Op{Kind: kind.Name, Verb: schema.Delete, ID: id}
	case 7:
		return ownVerb(t, id)
	case 8:
		return op.Op{Verb: schema.BulkUpdate, Where: filter.Condition{Scheduled: filter.Day(recordtest.Today), Completed: filter.No},
			Set: []op.Arg{{Name: "scheduledFor", Value: record.Date(recordtest.Day().Draw(t, "to"))}}}
	}
	return op.Op{Verb: schema.BulkSetStatus, Where: filter.Condition{Overdue: filter.Yes}, Args: []op.Arg{{Name: "status", Value: record.Text("completed")}}}
}

// ownVerb draws an operation with a verb that only some kinds have.
func ownVerb(t *rapid.T, id op.Target) op.Op {
	var ops []op.Op
	for _, k := range schema.Kinds {
		for _, o := range k.Operations {
			if o.Verb == schema.Create || o.Verb == schema.Update || o.Verb == schema.Delete {
				continue
			}
			made := op.Op{Kind: k.Name, Verb: o.Verb, ID: id}
			for _, f := range o.Args {
				if v := recordtest.Value(&f).Draw(t, f.Name); !v.IsNull() {
					made.Args = append(made.Args, op.Arg{Name: f.Name, Value: v})
				}
			}
			ops = append(ops, made)
		}
	}
	return rapid.SampledFrom(ops).Draw(t, "own verb")
}

// everything returns every record of the workspace as text.
func everything(t testing.TB, s workspace.Store) (rows []string) {
	t.Helper()
	err := s.View(context.Background(), func(r workspace.Reader) error {
		for _, k := range schema.Kinds {
			found, err := r.Find(filter.Condition{Kinds: []string{k.Name}}, recordtest.Today)
			if err != nil {
				return err
			}
			for _, f := range found {
				rows = append(rows, string(f.AppendMembers(nil)))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// run applies a batch, and also returns the outcome of a refused one.
func run(t testing.TB, s workspace.Store, n int, ops []op.Op) (workspace.Outcome, bool) {
	t.Helper()
	out, err := workspace.Apply(context.Background(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: fmt.Sprint("c", n), Confirmed: true})
	var refusal *problem.Refusal
	if err != nil && !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	return out, err == nil
}

func TestUndoRestoresTheStateBeforeAndRedoTheStateAfter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := store(t)
		for i := range rapid.IntRange(0, 4).Draw(rt, "history") {
			run(t, s, i, anyOps(rt))
		}
		before := everything(t, s)
		out, ok := run(t, s, 100, anyOps(rt))
		after := everything(t, s)
		if !ok || out.Batch.ID == 0 {
			if diff := cmp.Diff(before, after); diff != "" {
				rt.Fatalf("refused, and yet:\n%s", diff)
			}
			return
		}
		undo(rt, s, workspace.UndoRequest{Batch: out.Batch.ID})
		if diff := cmp.Diff(before, everything(t, s)); diff != "" {
			rt.Fatalf("undone, and yet:\n%s", diff)
		}
		undo(rt, s, workspace.UndoRequest{Redo: true})
		if diff := cmp.Diff(after, everything(t, s)); diff != "" {
			rt.Fatalf("redone, and yet:\n%s", diff)
		}
		undo(rt, s, workspace.UndoRequest{})
		if diff := cmp.Diff(before, everything(t, s)); diff != "" {
			rt.Fatalf("undone again, and yet:\n%s", diff)
		}
		if _, err := workspace.Verify(context.Background(), s, workspace.Expected{}); err != nil {
			rt.Fatal(err)
		}
	})
}

func TestADryRunReportsWhatApplyDoesAndChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := store(t)
		for i := range rapid.IntRange(0, 3).Draw(rt, "history") {
			run(t, s, i, anyOps(rt))
		}
		before := everything(t, s)
		ops := anyOps(rt)
		said, err := workspace.DryRun(context.Background(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "dry"})
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(before, everything(t, s)); diff != "" {
			rt.Fatalf("a rehearsal changed:\n%s", diff)
		}
		did, _ := run(t, s, 100, ops)
		if diff := cmp.Diff(said.Findings, did.Findings, cmp.AllowUnexported(record.Value{})); diff != "" {
			rt.Fatalf("said (-), did (+):\n%s", diff)
		}
		if said.Counts != did.Counts {
			rt.Fatalf("said %+v, did %+v", said.Counts, did.Counts)
		}
	})
}

// TestAnUndoNeverChangesCellsOfOtherBatches undoes batches in any order: each undo is
// refused as a whole or writes only cells that its batch wrote, and undoing from last to
// first never conflicts.
func TestAnUndoNeverChangesCellsOfOtherBatches(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := store(t)
		var batches []ledger.Batch
		for i := range rapid.IntRange(1, 5).Draw(rt, "history") {
			if out, ok := run(t, s, i, anyOps(rt)); ok && out.Batch.ID != 0 {
				batches = append(batches, out.Batch)
			}
		}
		if len(batches) == 0 {
			return
		}
		b := rapid.SampledFrom(batches).Draw(rt, "undo")
		before := everything(t, s)
		out, err := workspace.Undo(context.Background(), s, workspace.UndoRequest{Batch: b.ID, Confirmed: true, Clock: saturday, CorrelationID: "u"})
		var refusal *problem.Refusal
		switch {
		case errors.As(err, &refusal):
			if diff := cmp.Diff(before, everything(t, s)); diff != "" {
				rt.Fatalf("refused, and yet:\n%s", diff)
			}
		case err != nil:
			rt.Fatal(err)
		default:
			own := map[string]bool{}
			for _, c := range b.Changes {
				for _, cell := range c.Cells {
					own[fmt.Sprint(c.Key(), cell.Field)] = true
				}
			}
			for _, c := range out.Batch.Changes {
				for _, cell := range c.Cells {
					if !own[fmt.Sprint(c.Key(), cell.Field)] {
						rt.Fatalf("the undo of batch %d wrote %v %s", b.ID, c.Key(), cell.Field)
					}
				}
			}
			undo(rt, s, workspace.UndoRequest{Redo: true})
			if diff := cmp.Diff(before, everything(t, s)); diff != "" {
				rt.Fatalf("undone and redone, and yet:\n%s", diff)
			}
		}
		for range batches {
			undo(rt, s, workspace.UndoRequest{})
		}
		if rest := everything(t, s); len(rest) > 0 {
			rt.Fatalf("everything was undone, and yet: %v", rest)
		}
	})
}

func undo(t *rapid.T, s workspace.Store, r workspace.UndoRequest) {
	t.Helper()
	r.Clock, r.CorrelationID, r.Confirmed = saturday, "undo", true
	if _, err := workspace.Undo(context.Background(), s, r); err != nil {
		t.Fatal(err)
	}
}
