package storetest

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/filter/filtertest"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// queries are tests of questions about records: the answers are those of memory.
var queries = []test{
	{"ReferringStopsAtTheLimit", testReferring},
	{"RecordsAreThoseThatExist", testRecords},
	{"FindSortsByKindDayTimeAndID", testFindOrder},
	{"CountsAreThoseOfTheResults", testCounts},
	{"UndatedRecordsAreCounted", testUndated},
	{"TheTimeOfCompletionIsReadFromTheHistory", testCompletedAt},
	{"TheBacklogIsWhatIsOpenWithoutADay", testBacklog},
	{"UpcomingIsWhatIsOpenOnOneOfTheDays", testUpcoming},
	{"OwnedRecordsAreFoundByTheirOwner", testChildren},
	{"FindSelectsAsMemoryDoes", testFindAsMemory},
	{"AQueryAnswersAsMemoryDoes", testQueryAsMemory},
	{"ALargeTableAnswersAsMemoryDoes", testLarge},
}

// indexed is a reader with the questions of package brief.
func indexed(r workspace.Reader) brief.IndexedFinder { return r.(brief.IndexedFinder) }

func testReferring(t *testing.T, p Place) {
	s := fresh(t, p)
	changes := Created(Project(1, "p"), Event(1, "e", "projectId", record.ID(1)))
	for id := int64(1); id <= 5; id++ {
		changes = append(changes, ledger.Created(Task(id, "t", "projectId", record.ID(1))))
	}
	Commit(t, s, changes...)
	for limit, want := range map[int]int{0: 0, 2: 2, 5: 5, 9: 6} {
		found := read(t, s, func(r workspace.Reader) ([]record.Key, error) {
			return r.Referring(record.Key{Kind: "project", ID: 1}, limit)
		})
		if len(found) != want {
			t.Errorf("limit %d: %v", limit, found)
		}
	}
	keys := []record.Key{{Kind: "task", ID: 1}, {Kind: "task", ID: 2}}
	for id := int64(1); id <= 9; id++ {
		keys = append(keys, record.Key{Kind: "project", ID: id})
	}
	gathered := read(t, s, func(r workspace.Reader) (map[record.Key][]record.Key, error) {
		return check.ReferringTo(r, keys)
	})
	for key, got := range gathered { // none from a file
		want := read(t, s, func(r workspace.Reader) ([]record.Key, error) { return r.Referring(key, 99) })
		if !slices.Equal(got, want) {
			t.Errorf("%v refer to %v, want %v", got, key, want)
		}
	}
}

func testRecords(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "a"), Task(2, "b"), Task(3, "c"))...)
	found := read(t, s, func(r workspace.Reader) ([]record.Record, error) { return r.Records("task", []int64{3, 1, 9}) })
	if Keys(found) != "task:1 task:3" || found[0].Label() != "a" || found[1].Label() != "c" {
		t.Error(found)
	}
}

func testFindOrder(t *testing.T, p Place) {
	s := fresh(t, p)
	at := func(h int) record.Value { return record.Time(calendar.TimeOf(h, 0)) }
	Commit(t, s, Created(
		Task(1, "none"), Task(2, "late", "scheduledFor", Day(2)),
		Task(3, "series", "scheduledFor", Day(-7), "recurrence", Weekly()), Task(4, "early", "scheduledFor", Day(1)),
		Event(1, "noon", "scheduledFor", Day(1), "startTime", at(12)),
		Event(2, "dawn", "scheduledFor", Day(1), "startTime", at(5)), Event(3, "all day", "scheduledFor", Day(1)),
		Project(1, "p"))...)
	for _, tt := range []struct {
		kinds []string
		want  string
	}{
		{nil, "task:3 task:4 task:2 task:1 event:3 event:2 event:1"},
		{[]string{"project", "task"}, "task:3 task:4 task:2 task:1 project:1"},
	} {
		if got := Keys(Find(t, s, filter.Condition{Kinds: tt.kinds})); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.kinds, got, tt.want)
		}
	}
}

func testCounts(t *testing.T, p Place) {
	s := fresh(t, p)
	daily := record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})
	Commit(t, s, Created(
		Task(1001, "Feed the carp", "scheduledFor", Day(-40), "recurrence", daily), Task(1002, "Someday"),
		Task(1003, "Done", "scheduledFor", Day(-3), "status", record.Text("completed")),
	)...)
	soon := filter.Range{Set: true, From: Today, To: Today.AddDays(7)}
	for _, f := range []filter.Condition{
		{}, {Overdue: filter.Yes}, {Scheduled: filter.Range{Set: true}}, {Scheduled: filter.Day(Today)},
		{Completed: filter.No}, {Completed: filter.Yes}, {Scheduled: soon, Completed: filter.No},
		filter.Comparing(filter.TitleContains("carp")), {Kinds: []string{"project"}},
		{Kinds: []string{"event"}, Overdue: filter.Yes},
	} {
		judge(t, s, func(r workspace.Reader, wrong report) error {
			found, err := r.Find(f, Today)
			if err != nil {
				return err
			}
			n, err := indexed(r).Count(f, Today)
			if n != len(found) {
				wrong("%+v: %d counted, %d found", f, n, len(found))
			}
			return err
		})
	}
}

func testUndated(t *testing.T, p Place) {
	s := fresh(t, p)
	Fill(t, s, 400)
	counted := func(want, undated int) {
		t.Helper()
		judge(t, s, func(r workspace.Reader, wrong report) error {
			n, err := indexed(r).Count(filter.Condition{}, Today)
			if err != nil || n != want {
				wrong("%d records, want %d, %v", n, want, err)
			}
			if n, err = indexed(r).CountUndated(); err != nil || n != undated {
				wrong("%d without a day, want %d, %v", n, undated, err)
			}
			return err
		})
	}
	counted(400, 0)
	Commit(t, s, Created(Task(401, "Wax"), Event(1, "Concert"), Project(1, "House"))...)
	counted(402, 2)
	Commit(t, s, ledger.Deleted(Task(401, "Wax")), ledger.Created(Event(2, "Concert", "scheduledFor", Day(1))))
	counted(402, 1)
	if err := p.Exec("UPDATE text_index SET made_by = 'another'"); err != nil {
		t.Fatal(err)
	}
	counted(402, 1)
}

func testCompletedAt(t *testing.T, p Place) {
	s := fresh(t, p)
	first, second := Task(1001, "Sweep"), Task(1002, "Mop", "status", record.Text("completed"))
	Commit(t, s, Created(first, second)...)
	Commit(t, s, ledger.Diff(first, first.With("status", record.Text("completed"))))
	Commit(t, s, ledger.Diff(second, second.With("notes", record.Text("completed"))))
	for name, tt := range map[string]struct {
		ids      []int64
		from, to time.Time
		want     int
	}{
		"in the span": {nil, Noon.Add(-time.Hour), Noon.Add(time.Hour), 1},
		"by id":       {[]int64{1001, 1002}, time.Time{}, time.Time{}, 1},
		"before":      {nil, Noon.Add(-time.Hour), Noon, 0},
		"another":     {[]int64{1002}, time.Time{}, time.Time{}, 0},
		"none":        {[]int64{}, time.Time{}, time.Time{}, 0},
	} {
		at := read(t, s, func(r workspace.Reader) (map[int64]time.Time, error) {
			return r.CompletedAt("task", tt.ids, tt.from, tt.to)
		})
		if len(at) != tt.want || tt.want == 1 && !at[1001].Equal(Noon) {
			t.Errorf("%s: %v", name, at)
		}
	}
}

func testBacklog(t *testing.T, p Place) {
	s := fresh(t, p)
	status := func(word string) []any { return []any{"status", record.Text(word)} }
	Commit(t, s, Created(
		Task(1, "a"), Task(2, "b", "scheduledFor", Day(1)), Task(3, "c", status("completed")...),
		Task(4, "d", status("doing")...), Task(5, "e", status("skipped")...),
	)...)
	for limit, want := range map[int]int{9: 2, 1: 1, 0: 0} {
		found := read(t, s, func(r workspace.Reader) ([]record.Record, error) { return indexed(r).Backlog(limit) })
		if len(found) != want {
			t.Errorf("at most %d: %s", limit, Keys(found))
		}
	}
}

func testUpcoming(t *testing.T, p Place) {
	s := fresh(t, p)
	daily := record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})
	ending := record.Recurrence(calendar.Recurrence{Freq: calendar.Daily, Until: Today.AddDays(1)})
	status := func(word string) record.Value { return record.Text(word) }
	Commit(t, s, Created(
		Task(1, "today", "scheduledFor", Day(0)), Task(2, "last", "scheduledFor", Day(7), "status", status("doing")),
		Task(3, "yesterday", "scheduledFor", Day(-1)), Task(4, "after", "scheduledFor", Day(8)),
		Task(5, "done", "scheduledFor", Day(0), "status", status("completed")),
		Task(6, "skipped", "scheduledFor", Day(0), "status", status("skipped")), Task(7, "someday"),
		Task(8, "each day", "scheduledFor", Day(-900), "recurrence", daily),
		Task(9, "never again", "scheduledFor", Day(-900), "status", status("skipped"), "recurrence", daily),
		Task(10, "all skipped", "scheduledFor", Day(0), "recurrence", ending,
			"skippedDates", record.Dates(Today, Today.AddDays(1))),
		Event(1, "concert", "scheduledFor", Day(3)),
		Event(2, "rehearsal", "scheduledFor", Day(-3), "recurrence", daily), Event(3, "over", "scheduledFor", Day(-1)),
	)...)
	for limit, want := range map[int]string{
		9: "task:8 task:1 task:2 event:2 event:1", 4: "task:8 task:1 task:2 event:2",
		3: "task:8 task:1 task:2", 1: "task:8", 0: "",
	} {
		judge(t, s, func(r workspace.Reader, wrong report) error {
			found, total, err := indexed(r).Upcoming(Today, Today.AddDays(7), limit)
			if err != nil || Keys(found) != want || total != 5 {
				wrong("at most %d: %v, %s of %d", limit, err, Keys(found), total)
			}
			return err
		})
	}
}

func testChildren(t *testing.T, p Place) {
	s := fresh(t, p)
	list := func(id int64) record.Record {
		return With(record.New(schema.Lookup("checklist"), id), "title", record.Text("List"))
	}
	item := func(id, on int64) record.Record {
		r := record.New(schema.Lookup("checklist_item"), id)
		return With(r, "title", record.Text("Thing"), "checklistId", record.ID(on))
	}
	Commit(t, s, Created(list(1), list(2), item(1, 1), item(2, 2), item(3, 1), item(4, 1))...)
	for want, of := range map[string]record.Key{
		"checklist_item:1 checklist_item:3": {Kind: "checklist", ID: 1},
		"checklist_item:2":                  {Kind: "checklist", ID: 2},
		"":                                  {Kind: "task", ID: 1}, // no checklist belongs to this task
	} {
		found := read(t, s, func(r workspace.Reader) ([]record.Record, error) {
			return indexed(r).Children("checklist_item", of, 2)
		})
		if got := Keys(found); got != want {
			t.Errorf("%v: %s", of, got)
		}
	}
}

// Words are easily confused with each other, or with SQL.
var Words = []string{
	"Café", "cafe", "Œuvre d'été", "oeuvre", "ＣＡＦＥ", "日本語 ĉapelo", "100 %", "CAFÉ", "cafe\u0301", "thé",
	"ΣΊΣΥΦΟΣ", "straße", "a%b", "a_b", "it's", "\"quoted\"", "[x]", "İ", "🙂 ok", "two\nlines", "garden", "kindergarden", "\u212a2", "a\u017fide",
	strings.Repeat("long", 20), strings.Repeat("e\u0301\u0302\u0303", 60) + "end",
}

// testFindAsMemory has tasks and events in a workspace with two projects.
func testFindAsMemory(t *testing.T, p Place) {
	w := newWorld(t, fresh(t, p), Project(1, "Home"), Project(2, "Thé thé"))
	rapid.Check(t, func(t *rapid.T) {
		var drawn []record.Record
		for id := range rapid.Int64Range(1, 12).Draw(t, "records") {
			for _, k := range schema.Kinds[:2] {
				drawn = append(drawn, anyRecord(t, k, id+1))
			}
		}
		w.become(t, append(drawn, anyRecord(t, schema.Lookup("project"), 3)))
		for range 30 {
			f := anyCondition(t, 0)
			found, err := find(w.s, f)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := Keys(found), matching(w.all(), f); got != want {
				t.Fatalf("%s: found %s, want %s", f.AppendJSON(nil), got, want)
			}
		}
	})
}

func find(s workspace.Store, f filter.Condition) (found []record.Record, err error) {
	err = s.View(ctx, func(r workspace.Reader) (err error) {
		found, err = r.Find(f, Today)
		return err
	})
	return found, err
}

// testQueryAsMemory draws records of one kind. Those to which they refer are there already.
func testQueryAsMemory(t *testing.T, p Place) {
	source := filtertest.Source{Words: append([]string{"a", "é", "ab", "CAF", "%", "'", "SS", "σ"}, Words...), Today: Today}
	w := newWorld(t, fresh(t, p), twoOfEach()...)
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
		of := slices.DeleteFunc(slices.Clone(w.base), func(r record.Record) bool { return r.Kind != k })
		var drawn []record.Record
		for id := range rapid.Int64Range(1, 12).Draw(t, "records") {
			r := anyRecord(t, k, id+3)
			if !slices.ContainsFunc(slices.Concat(of, drawn), func(other record.Record) bool { return alike(r, other) }) {
				drawn = append(drawn, r)
			}
		}
		w.become(t, drawn)
		for range 20 {
			q := source.Query(k).Draw(t, "query")
			q.Enough = rapid.IntRange(0, 8).Draw(t, "enough")
			compareQuery(t, w.s, q, slices.Concat(of, w.drawn))
		}
	})
}

// compareQuery compares the answer of a store with that of records in memory.
func compareQuery(t *rapid.T, s workspace.Store, q filter.Query, records []record.Record) {
	var got filter.Result
	err := s.View(ctx, func(r workspace.Reader) (err error) {
		got, err = r.Query(q, Today)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := q.In(slices.Clone(records), Today)
	enough := q.Count && q.Enough > 0 && min(got.Total, want.Total) >= q.Enough
	if got.Total != want.Total && !enough || Keys(got.Records) != Keys(want.Records) {
		t.Fatalf("%s %+v: %d are %s, want %d, %s", q.Where.AppendJSON(nil, q.Kind), q,
			got.Total, Keys(got.Records), want.Total, Keys(want.Records))
	}
}

// A large table is read in other ways than a small one: by the words of the text index,
// by the ids of a small result, and along the index of the days.
func testLarge(t *testing.T, p Place) {
	s := fresh(t, p)
	records := large(t, s)
	sought := append([]string{"den", "garden garden", "end", "longlong", "k2", "ASIDE", "the", "number 4711", "4711"}, Words...)
	source := filtertest.Source{Words: sought, Today: Today}
	k := schema.Lookup("task")
	rapid.Check(t, func(t *rapid.T) {
		q := source.Query(k).Draw(t, "query")
		q.Enough = rapid.IntRange(0, 2).Draw(t, "enough") * 100
		if rapid.IntRange(0, 3).Draw(t, "days") == 0 {
			q.Where = onSomeDay(k).Draw(t, "on some day")
		}
		if q.Limit = rapid.IntRange(0, 60).Draw(t, "most"); rapid.Bool().Draw(t, "by day") {
			q.Sort = append(filter.ByDay(k), q.Sort...)
			q.Sort[0].Descending = rapid.Bool().Draw(t, "back")
		}
		compareQuery(t, s, q, records)
	})
}

// large writes more tasks than are ever read one by one. Some are not in the text index
// yet.
func large(t *testing.T, s Store) []record.Record {
	Commit(t, s, Created(Project(1, "Home"), Project(2, "Garden"))...)
	draw := rapid.Custom(func(t *rapid.T) record.Record { return anyRecord(t, schema.Lookup("task"), 1) })
	const n = 6500
	records := make([]record.Record, n)
	for i := range records {
		r := draw.Example(i)
		r.ID = int64(i + 1)
		title := r.Get("title").Text() + " number " + strconv.Itoa(i)
		if i%3 > 0 {
			title += " the"
		}
		records[i] = r.With("title", record.Text(title))
		records[i].Changed = record.Instant(Noon) // of every batch
	}
	for from := 0; from < n; from += 1000 {
		Commit(t, s, Created(records[from:min(from+1000, n)]...)...)
	}
	for i := range 20 {
		was := records[i*100]
		records[i*100] = was.With("title", record.Text("kindergarden of the number 4711"))
		Commit(t, s, ledger.Diff(was, records[i*100]))
	}
	for i := range 40 {
		at := len(records) - 1 - i*50
		Commit(t, s, ledger.Deleted(records[at]))
		records = slices.Delete(records, at, at+1)
	}
	return records
}
