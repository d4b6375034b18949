package sqlite

import (
	"testing"
	"time"

	"assister/internal/filter"
	"assister/internal/ledger"

	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// TestAChangeOfAnOwnedRecordTouchesItsProject has a day for each batch. Creating, changing,
// moving and deleting tasks changes updatedAt of their projects, and no revision.
func TestAChangeOfAnOwnedRecordTouchesItsProject(t *testing.T) {
	s := fresh(t)
	day := 0
	later := func(changes ...ledger.Change) {
		t.Helper()
		day++
		if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			c := batchOf(t, r, changes...)
			c.Batch.At = noon.AddDate(0, 0, day)
			return c, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(why string, days ...int) {
		t.Helper()
		var found filter.Result
		view(t, s, func(r workspace.Reader) (err error) {
			found, err = r.Query(filter.Query{Kind: schema.Lookup("project"), Select: []string{"updatedAt"}, Sort: []filter.Order{{At: filter.Updated}, {At: filter.ID}}}, today)
			return err
		})
		last := time.Time{}
		for _, r := range found.Records {
			at := r.Changed.Instant()
			if want := noon.AddDate(0, 0, days[r.ID-1]); !at.Equal(want) || at.Before(last) || r.Rev != 1 {
				t.Errorf("%s: project %d was changed at %v, want %v, in this order (revision %d)", why, r.ID, at, want, r.Rev)
			}
			last = at
		}
		if len(found.Records) != len(days) {
			t.Errorf("%s: %d projects", why, len(found.Records))
		}
	}
	in := func(id, project int64) record.Record {
		r := task(id, "Wax", "projectId", record.ID(project))
		r.Rev = int64(day)
		return r
	}
	later(creates(project(1, "A"), project(2, "B"), project(3, "C"))...)
	expect("made", 1, 1, 1)
	later(creates(in(1, 1), in(2, 2))...)
	expect("tasks are made", 2, 2, 1)
	later(ledger.Change{Kind: schema.Lookup("task"), ID: 1, Was: true, Is: true, RevBefore: 2, Cells: []ledger.Cell{{Field: "notes", After: record.Text("soon")}}})
	expect("a task is changed", 3, 2, 1)
	later(ledger.Change{Kind: schema.Lookup("task"), ID: 1, Was: true, Is: true, RevBefore: 3, Cells: []ledger.Cell{{Field: "projectId", Before: record.ID(1), After: record.ID(3)}}})
	expect("a task is moved", 4, 2, 4)
	later(ledger.Deleted(in(2, 2)))
	expect("a task is deleted", 4, 5, 4)
	later(creates(task(3, "Wax"), event(1, "Concert", "projectId", record.ID(1)))...)
	expect("an event is made, and a task of none", 6, 5, 4)
}
