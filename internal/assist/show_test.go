package assist_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// milk creates project 1 and task 1 in batch 1, and moves the task in batch 2.
func (d *fixture) milk() {
	d.apply(`{"op":"project.create","name":"Data","as":"d"}
{"op":"task.create","title":"Milk","projectId":{"ref":"d"},"scheduledFor":"2026-11-23"}`)
	d.apply(`{"op":"task.update","id":1,"fields":{"scheduledFor":"2026-11-24"}}`)
}

func (d *fixture) show(kind string, id int64) (row event.Row, history []event.HistoryRow, err error) {
	_, err = assist.Show(d.t.Context(), d.environment("s"), assist.ShowRequest{Kind: schema.Lookup(kind), ID: id})
	for _, b := range d.heard.Bodies {
		switch b := b.(type) {
		case event.Row:
			row = b
		case event.HistoryRow:
			history = append(history, b)
		}
	}
	return row, history, err
}

func TestShowEmitsARecordWithItsHistory(t *testing.T) {
	d := newFixture(t)
	d.milk()
	if _, err := assist.Undo(t.Context(), d.environment("u"), assist.UndoRequest{}); err != nil {
		t.Fatal(err)
	}
	row, history, err := d.show("task", 1)
	if err != nil || !row.Whole || row.Record.Changed.IsNull() || row.Labels[record.Key{Kind: "project", ID: 1}] != "Data" {
		t.Errorf("got %+v, %v", row, err)
	}
	if len(history) != 3 {
		t.Fatalf("got %d changes", len(history))
	}
	created, moved, undone := history[0], history[1], history[2]
	if created.Batch != 1 || created.Change.Was || moved.UndoneBy != 3 || undone.Undoes != 2 || undone.UndoneBy != 0 {
		t.Errorf("got %+v", history)
	}
	if created.At.IsZero() || created.Labels[record.Key{Kind: "project", ID: 1}] != "Data" {
		t.Errorf("got %+v", created)
	}
}

// A batch that is undone in part is undone for some records, by the undo that covers each.
func TestShowSaysWhichUndoCoversTheRecord(t *testing.T) {
	d := newFixture(t)
	undo := func(q assist.UndoRequest) {
		t.Helper()
		if _, err := assist.Undo(t.Context(), d.environment("u"), q); err != nil {
			t.Fatal(err)
		}
	}
	d.apply(`{"op":"task.create","title":"Milk"}
{"op":"task.create","title":"Bread"}`)
	d.apply(`{"op":"task.update","id":1,"priority":"high"}`)
	undo(assist.UndoRequest{Batch: 1, Partial: true}) // 3: the bread
	undo(assist.UndoRequest{})                        // 4: the priority
	undo(assist.UndoRequest{})                        // 5: the milk
	if _, err := assist.Redo(t.Context(), d.environment("r"), assist.UndoRequest{Batch: 1}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[int64][][3]int64{ // batch, undoes, undone by
		1: {{1, 0, 0}, {2, 0, 4}, {4, 2, 0}, {5, 1, 6}, {6, 5, 0}},
		2: {{1, 0, 0}, {3, 1, 6}, {6, 3, 0}},
	} {
		_, history, err := d.show("task", id)
		if err != nil {
			t.Fatal(err)
		}
		var got [][3]int64
		for _, h := range history {
			got = append(got, [3]int64{h.Batch, h.Undoes, h.UndoneBy})
		}
		if !slices.Equal(got, want) {
			t.Errorf("task %d: got %v, want %v", id, got, want)
		}
	}
}

func TestShowEmitsTheLastStateOfADeletedRecord(t *testing.T) {
	d := newFixture(t)
	d.milk()
	d.apply(`{"op":"task.delete","id":1}`)
	row, history, err := d.show("task", 1)
	if err != nil || row.Record.Day().String() != "2026-11-24" || len(history) != 3 {
		t.Errorf("got %+v, %d changes, %v", row, len(history), err)
	}
	if want := "This task was deleted in batch 3. Undo with: assister undo 3"; d.summary() != want {
		t.Errorf("got %q, want %q", d.summary(), want)
	}
}

func TestShowNeedsOneRecord(t *testing.T) {
	d := newFixture(t)
	d.milk()
	var refusal *problem.Refusal
	if _, _, err := d.show("", 1); !errors.As(err, &refusal) || refusal.Problem.Code != "ambiguous_id" ||
		!strings.Contains(refusal.Problem.Hint, "`assister show task:1`") {
		t.Errorf("got %v", err)
	}
	for _, kind := range []string{"", "task"} {
		if _, _, err := d.show(kind, 9); class(err) != problem.Usage {
			t.Errorf("%q: got %v", kind, err)
		}
	}
	d.apply(`{"op":"task.create","title":"Bread"}`)
	if row, _, err := d.show("", 2); err != nil || row.Record.Label() != "Bread" {
		t.Errorf("got %+v, %v", row, err)
	}
	d.apply(`{"op":"task.delete","id":2}`)
	if row, _, err := d.show("", 2); err != nil || row.Record.Label() != "Bread" {
		t.Errorf("after it was deleted: got %+v, %v", row, err)
	}
}

func TestOperationsHaveTheLabelsOfReferencedRecords(t *testing.T) {
	const project = `{"op":"project.create","name":"House","as":"h"}
{"op":"task.create","title":"Paint","projectId":{"ref":"h"}}`
	moves := `{"op":"task.update","id":1,"fields":{"projectId":1}}`
	label := func(d *fixture) string {
		ops, _ := find[event.Ops](d)
		return ops.Labels[record.Key{Kind: "project", ID: 1}]
	}
	d := newFixture(t)
	// A project that the operations create is not in the store yet.
	if _, err := assist.DryRun(t.Context(), d.environment("d"), d.input(project, assist.ApplyOptions{})); err != nil || label(d) != "House" {
		t.Errorf("dry run: got %q, %v", label(d), err)
	}
	d.apply(`{"op":"project.create","name":"Data"}
{"op":"task.create","title":"Milk"}`)
	d.there, d.picks = true, []int{0}
	if _, err := assist.Apply(t.Context(), d.environment("a"), d.input(moves, assist.ApplyOptions{})); err != nil || label(d) != "Data" {
		t.Errorf("apply: got %q, %v", label(d), err)
	}
	if got := d.offered[0].Labels[record.Key{Kind: "project", ID: 1}]; got != "Data" {
		t.Errorf("approval: got %q", got)
	}
	if _, err := assist.Undo(t.Context(), d.environment("u"), assist.UndoRequest{}); err != nil || label(d) != "Data" {
		t.Errorf("undo: got %q, %v", label(d), err)
	}
	q := assist.Request{Text: "move milk to project Data"}
	if _, err := assist.Propose(t.Context(), d.environment("p"), q); err != nil || label(d) != "Data" {
		t.Errorf("propose: got %q, %v", label(d), err)
	}
}
