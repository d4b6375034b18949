package assist_test

import (
	"context"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/event"
)

func TestAnUndoWithAKeyIsDoneOnceAndAnsweredAgain(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	_, err := assist.Undo(t.Context(), d.environment("u"), assist.UndoRequest{DryRun: true})
	if want := "Batch 1 would be undone. Would delete 2 tasks"; err != nil || !strings.HasPrefix(d.summary(), want) {
		t.Errorf("it says %q, %v", d.summary(), err)
	}
	for again := range 2 {
		out, err := assist.Undo(t.Context(), d.environment("u"), assist.UndoRequest{Key: "k"})
		if err != nil || out.Batch != 2 || out.Key != "k" || out.Replayed != (again == 1) || out.Partial {
			t.Errorf("got %+v, %v", out, err)
		}
		if want := "Batch 1 is undone. Deleted 2 tasks"; again == 0 && !strings.HasPrefix(d.summary(), want) {
			t.Errorf("it says %q", d.summary())
		}
		if ops, _ := find[event.Ops](d); len(ops.Operations) != 2 || ops.Operations[0].Result == nil {
			t.Errorf("got %+v", ops)
		}
	}
	if want := "Batch 1 was undone before, by batch 2."; d.summary() != want {
		t.Errorf("it says %q", d.summary())
	}
	out, err := assist.Redo(t.Context(), d.environment("r"), assist.UndoRequest{Batch: 1})
	if err != nil || out.Key != "redo:1:2" || !strings.HasPrefix(d.summary(), "Batch 1 is redone. Created 2 tasks") {
		t.Errorf("got %+v, %v: %q", out, err, d.summary())
	}
	out, err = assist.Redo(t.Context(), d.environment("r"), assist.UndoRequest{Batch: 1})
	if err != nil || !out.Replayed || d.summary() != "Batch 1 was redone before, by batch 3." {
		t.Errorf("got %+v, %v: %q", out, err, d.summary())
	}
}

// hasty confirms what is asked, after another change has come between.
type hasty struct {
	*person
	meanwhile func()
}

func (h hasty) Confirm(context.Context, string) (bool, error) {
	h.meanwhile()
	return true, nil
}

func TestTheConfirmedBatchIsUndoneAndNotANewerOne(t *testing.T) {
	d := newFixture(t)
	d.apply(strings.Repeat(`{"op":"task.create","title":"Milk"}`+"\n", check.ManyDeletes+1))
	env := d.environment("u")
	env.Approver = hasty{&d.person, func() { d.apply(`{"op":"task.create","title":"Bread"}`) }}
	if out, err := assist.Undo(t.Context(), env, assist.UndoRequest{}); err != nil || out.Counts.Deleted != check.ManyDeletes+1 {
		t.Errorf("got %+v, %v", out, err)
	}
	if got := d.titles(); got != "Bread" {
		t.Errorf("left are %s", got)
	}
}
