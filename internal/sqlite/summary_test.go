package sqlite

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/workspace"
)

func TestCountEqualsTheNumberOfResults(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(
		task(1001, "Feed the carp", "scheduledFor", day(-40), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})),
		task(1002, "Someday"),
		task(1003, "Done", "scheduledFor", day(-3), "status", record.Text("completed")),
	)...)
	view(t, s, func(r workspace.Reader) error {
		for _, f := range []filter.Condition{
			{}, {Overdue: filter.Yes}, {Scheduled: filter.Range{Set: true}}, {Scheduled: filter.Day(today)}, {Completed: filter.No}, {Completed: filter.Yes},
			{Scheduled: filter.Range{Set: true, From: today, To: today.AddDays(7)}, Completed: filter.No},
			filter.Comparing(filter.TitleContains("item 4")), {Kinds: []string{"project"}}, {Kinds: []string{"event"}, Overdue: filter.Yes},
		} {
			found, err := r.Find(f, today)
			if err != nil {
				return err
			}
			n, err := r.(reader).Count(f, today)
			if err != nil || n != len(found) {
				t.Errorf("%+v: %v, %d counted, %d found", f, err, n, len(found))
			}
		}
		return nil
	})
}

func TestTheTimeOfCompletionIsReadFromTheHistory(t *testing.T) {
	s := fresh(t)
	first, second := task(1001, "Sweep", "status", record.Text("pending")), task(1002, "Mop", "status", record.Text("completed"))
	commit(t, s, creates(first, second)...)
	done := first.With("status", record.Text("completed"))
	commit(t, s, ledger.Diff(first, done))
	commit(t, s, ledger.Diff(second, second.With("notes", record.Text("completed"))))
	view(t, s, func(r workspace.Reader) error {
		for name, tt := range map[string]struct {
			ids      []int64
			from, to time.Time
			want     int
		}{
			"in the span": {nil, noon.Add(-time.Hour), noon.Add(time.Hour), 1}, "by id": {[]int64{1001, 1002}, time.Time{}, time.Time{}, 1},
			"before": {nil, noon.Add(-time.Hour), noon, 0}, "another": {[]int64{1002}, time.Time{}, time.Time{}, 0}, "none": {[]int64{}, time.Time{}, time.Time{}, 0},
		} {
			at, err := r.CompletedAt("task", tt.ids, tt.from, tt.to)
			if err != nil || len(at) != tt.want || tt.want == 1 && !at[1001].Equal(noon) {
				t.Errorf("%s: %v %v", name, at, err)
			}
		}
		return nil
	})
}

func TestRecordsAreCountedInAndOutsideTheIndex(t *testing.T) {
	s := fresh(t)
	fill(t, s, 1000)
	counted := func(want, undated int) {
		t.Helper()
		view(t, s, func(r workspace.Reader) error {
			n, err := r.(reader).Count(filter.Condition{}, today)
			if err != nil || n != want || n != int(number(t, s, "SELECT (SELECT count(*) FROM task) + (SELECT count(*) FROM event)")) {
				t.Errorf("%d records, want %d, %v", n, want, err)
			}
			if n, err = r.(reader).CountUndated(); err != nil || n != undated {
				t.Errorf("%d without a day, want %d, %v", n, undated, err)
			}
			return err
		})
	}
	counted(1000, 0)
	commit(t, s, creates(task(1001, "Wax"), event(1, "Concert"), project(1, "House"))...)
	counted(1002, 2)
	commit(t, s, ledger.Deleted(task(1001, "Wax")), ledger.Created(event(2, "Concert", "scheduledFor", day(1))))
	counted(1002, 1)
	by(t, s, "UPDATE text_index SET made_by = 'another'")
	counted(1002, 1)
}

func TestTheBacklogIsWhatIsOpenWithoutADay(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(
		task(1, "a", "status", record.Text("pending")), task(2, "b", "scheduledFor", day(1), "status", record.Text("pending")),
		task(3, "c", "status", record.Text("completed")), task(4, "d", "status", record.Text("doing")), task(5, "e", "status", record.Text("skipped")),
	)...)
	view(t, s, func(r workspace.Reader) error {
		for limit, want := range map[int]int{9: 2, 1: 1, 0: 0} {
			found, err := r.(reader).Backlog(limit)
			if err != nil || len(found) != want {
				t.Errorf("at most %d: %v, %d", limit, err, len(found))
			}
		}
		return nil
	})
}

func TestAheadReturnsRecordsOpenOnOneOfTheDays(t *testing.T) {
	s := fresh(t)
	daily := record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})
	commit(t, s, creates(
		task(1, "today", "scheduledFor", day(0), "status", record.Text("pending")), task(2, "last", "scheduledFor", day(7), "status", record.Text("doing")),
		task(3, "yesterday", "scheduledFor", day(-1), "status", record.Text("pending")), task(4, "after", "scheduledFor", day(8), "status", record.Text("pending")),
		task(5, "done", "scheduledFor", day(0), "status", record.Text("completed")), task(6, "skipped", "scheduledFor", day(0), "status", record.Text("skipped")),
		task(7, "someday", "status", record.Text("pending")),
		task(8, "each day", "scheduledFor", day(-900), "status", record.Text("pending"), "recurrence", daily),
		task(9, "never again", "scheduledFor", day(-900), "status", record.Text("skipped"), "recurrence", daily),
		task(10, "all skipped", "scheduledFor", day(0), "status", record.Text("pending"), "skippedDates", record.Dates(today, today.AddDays(1)),
			"recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Daily, Until: today.AddDays(1)})),
		event(1, "concert", "scheduledFor", day(3)), event(2, "rehearsal", "scheduledFor", day(-3), "recurrence", daily), event(3, "over", "scheduledFor", day(-1)),
	)...)
	view(t, s, func(r workspace.Reader) error {
		for limit, want := range map[int]string{
			9: "task:8 task:1 task:2 event:2 event:1", 4: "task:8 task:1 task:2 event:2", 3: "task:8 task:1 task:2", 1: "task:8", 0: "",
		} {
			found, total, err := r.(reader).Upcoming(today, today.AddDays(7), limit)
			if err != nil || keys(found) != want || total != 5 {
				t.Errorf("at most %d: %v, %s of %d", limit, err, keys(found), total)
			}
		}
		return nil
	})
}

func TestASnapshotReadsABlockOfTheIndexOnce(t *testing.T) {
	s := fresh(t)
	fill(t, s, 1000)
	view(t, s, func(r workspace.Reader) error {
		asked := 0
		r.(reader).c.watch = func(string, int) { asked++ }
		defer func() { r.(reader).c.watch = nil }()
		q := fulltext.Query{Words: fulltext.Words("carp"), Limit: 5}
		if _, err := r.Search(q); err != nil || asked < 3 {
			t.Errorf("the first search asked %d times, %v", asked, err)
		}
		asked = 0
		if _, err := r.Search(q); err != nil || asked != 0 {
			t.Errorf("the second search asked %d times, %v", asked, err)
		}
		return nil
	})
}

func TestOwnedRecordsAreFoundByTheirOwner(t *testing.T) {
	s := fresh(t)
	list := func(id int64) record.Record {
		return with(record.New(schema.Lookup("checklist"), id), "title", record.Text("List"))
	}
	item := func(id, on int64) record.Record {
		return with(record.New(schema.Lookup("checklist_item"), id), "title", record.Text("Thing"), "checklistId", record.ID(on))
	}
	commit(t, s, creates(list(1), list(2), item(1, 1), item(2, 2), item(3, 1), item(4, 1))...)
	view(t, s, func(r workspace.Reader) error {
		for want, of := range map[string]record.Key{
			"checklist_item:1 checklist_item:3": {Kind: "checklist", ID: 1},
			"checklist_item:2":                  {Kind: "checklist", ID: 2},
			"":                                  {Kind: "task", ID: 1}, // no checklist belongs to this task
		} {
			found, err := r.(reader).Children("checklist_item", of, 2)
			if got := keys(found); err != nil || got != want {
				t.Errorf("%v: %v, %s", of, err, got)
			}
		}
		return nil
	})
}
