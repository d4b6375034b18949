package ledger_test

import (
	"maps"
	"slices"
	"testing"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

func tasks(ids ...int64) (changes []ledger.Change) {
	for _, id := range ids {
		changes = append(changes, ledger.Change{Kind: schema.Lookup("task"), ID: id, Is: true})
	}
	return changes
}

func keys(ids ...int64) (keys []record.Key) {
	for _, id := range ids {
		keys = append(keys, record.Key{Kind: "task", ID: id})
	}
	return keys
}

// What is undone is what the newest undo or redo of a record says, and the marks follow:
// those that are derived from all batches, and those that each batch changes.
func TestTheNewestUndoOrRedoOfARecordDecides(t *testing.T) {
	const undo, redo = ledger.Undo, ledger.Redo
	type reversal struct {
		action ledger.Action
		ids    []int64
	}
	for _, tt := range []struct {
		name      string
		reversals []reversal // batches 2, 3, … of batch 1, which has tasks 1 and 2
		undone    []int64
		marks     []int64 // of batches 1, 2, 3, …
	}{
		{"never undone", nil, nil, []int64{0}},
		{"undone", []reversal{{undo, []int64{1, 2}}}, []int64{1, 2}, []int64{2, 0}},
		{"undone in part", []reversal{{undo, []int64{2}}}, []int64{2}, []int64{0, 0}},
		{"undone in parts", []reversal{{undo, []int64{2}}, {undo, []int64{1}}}, []int64{1, 2}, []int64{3, 0, 0}},
		{"redone", []reversal{{undo, []int64{1, 2}}, {redo, []int64{1, 2}}}, nil, []int64{0, 3, 0}},
		{"redone in part", []reversal{{undo, []int64{1, 2}}, {redo, []int64{1}}}, []int64{2}, []int64{0, 0, 0}},
		{"the rest redone", []reversal{{undo, []int64{1, 2}}, {redo, []int64{1}}, {redo, []int64{2}}}, nil, []int64{0, 4, 0, 0}},
		{"undone, redone and undone", []reversal{{undo, []int64{1, 2}}, {redo, []int64{1, 2}}, {undo, []int64{1, 2}}},
			[]int64{1, 2}, []int64{4, 3, 4, 0}},
		{"the redo undone in part", []reversal{{undo, []int64{1, 2}}, {redo, []int64{1, 2}}, {undo, []int64{2}}},
			[]int64{2}, []int64{0, 3, 0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := ledger.Batch{ID: 1, Action: ledger.Apply, Changes: tasks(1, 2)}
			var reversals []ledger.Batch
			moving := map[int64]int64{1: 0}
			for i, r := range tt.reversals {
				b := ledger.Batch{ID: int64(i + 2), Action: r.action, Root: 1}
				// A record that was covered without a change counts like another.
				b.Changes, b.Results = tasks(r.ids[:1]...), ledger.Unchanged(keys(r.ids[1:]...))
				maps.Copy(moving, history(root, reversals).MarksAfter(b.ID, b.Action, b.Covered()))
				moving[b.ID] = 0
				reversals = append(reversals, b)
			}
			want := map[int64]int64{}
			for i, by := range tt.marks {
				want[int64(i+1)] = by
			}
			if got := ledger.Marks(root, reversals); !maps.Equal(got, want) {
				t.Errorf("the marks are %v, want %v", got, want)
			}
			if !maps.Equal(moving, want) {
				t.Errorf("one by one, the marks are %v, want %v", moving, want)
			}
			h := history(root, reversals)
			for _, k := range root.Covered() {
				if h.Undone(k) != slices.Contains(tt.undone, k.ID) {
					t.Errorf("%v is undone: %v", k, h.Undone(k))
				}
			}
			if h.Last() != int64(len(reversals)+1) && len(reversals) > 0 {
				t.Errorf("the newest is %d", h.Last())
			}
		})
	}
}

// history reads undos and redos from the newest back, until no older one matters.
func history(root ledger.Batch, reversals []ledger.Batch) *ledger.History {
	h := ledger.NewHistory(root, 0)
	for _, b := range slices.Backward(reversals) {
		if !h.AddOlder(b) {
			break
		}
	}
	return h
}

// What is taken back of a record is what the named undo or redo has done, unless later ones
// have left something else.
func TestTheNamedUndoIsTakenBackIfLaterOnesCancelOut(t *testing.T) {
	task := schema.Lookup("task")
	titled := func(before, after string) []ledger.Change {
		return []ledger.Change{{Kind: task, ID: 1, Was: true, Is: true, Cells: []ledger.Cell{
			{Field: "title", Before: record.Text(before), After: record.Text(after)}}}}
	}
	created := []ledger.Change{ledger.Created(record.New(task, 1).With("title", record.Text("a")))}
	deleted := []ledger.Change{ledger.Deleted(record.New(task, 1).With("title", record.Text("a")))}
	for _, tt := range []struct {
		name  string
		later [][]ledger.Change // of batches 3, 4, …; batch 2 is named
		want  int64
	}{
		{"nothing later", nil, 2},
		{"redone and undone", [][]ledger.Change{titled("a", "b"), titled("b", "a")}, 2},
		{"without a change", [][]ledger.Change{nil, nil}, 2},
		{"undone by force to another value", [][]ledger.Change{titled("a", "b"), titled("c", "d")}, 4},
		{"deleted and created", [][]ledger.Change{deleted, created}, 2},
		{"deleted after nothing", [][]ledger.Change{nil, deleted}, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := ledger.NewHistory(ledger.Batch{ID: 1, Action: ledger.Apply, Changes: created}, 2)
			all := append([][]ledger.Change{deleted}, tt.later...)
			for i, changes := range slices.Backward(all) {
				b := ledger.Batch{ID: int64(i + 2), Root: 1, Action: ledger.Undo, Changes: changes}
				if changes == nil {
					b.Results = ledger.Unchanged(keys(1))
				}
				if more := h.AddOlder(b); more != (i > 0) {
					t.Errorf("after batch %d older ones matter: %v", b.ID, more)
				}
			}
			if got := h.TakenBack(keys(1)[0]); got.ID != tt.want {
				t.Errorf("batch %d is taken back, want %d", got.ID, tt.want)
			}
		})
	}
}

func TestABatchWithoutRecordsIsMarkedWithItself(t *testing.T) {
	root := ledger.Batch{ID: 7, Action: ledger.Apply}
	if got := ledger.Marks(root, []ledger.Batch{{ID: 8, Action: ledger.Undo, Root: 7}}); got[7] != 7 || got[8] != 8 {
		t.Errorf("got %v", got)
	}
}
