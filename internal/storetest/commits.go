package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// commits are tests of what one batch writes.
var commits = []test{
	{"CommittedRecordsAreReadBack", testReadBack},
	{"ABatchIsReadWithItsDigest", testDigest},
	{"AnUpdateAndADeleteFollowTheChange", testUpdateAndDelete},
	{"AnIDIsNotUsedAgainAfterADelete", testIDs},
	{"ADryRunChangesNothing", testDryRun},
	{"AnErrorChangesNothing", testErrors},
	{"ACancelledContextChangesNothing", testCancelled},
	{"AChangeOfAnOwnedRecordTouchesItsProject", testTouched},
	{"TheTablesFollowTheLedger", testFollow},
}

func testReadBack(t *testing.T, p Place) {
	s := fresh(t, p)
	records := []record.Record{
		Project(1, "Café 100%"),
		Task(1, "Acheter du thé", "notes", record.Text("a\nb"), "scheduledFor", Day(0), "deadline", Day(3),
			"tags", record.Tags("x", "y z"), "projectId", record.ID(1), "context", record.Text("work"),
			"recurrence", Weekly(), "completedDates", record.Dates(Today, Today.AddDays(6)),
			"skippedDates", record.Dates(Today.AddDays(2))),
		Event(1, "Lunch", "location", record.Text("there"), "scheduledFor", Day(1),
			"startTime", record.Time(calendar.TimeOf(9, 5)), "endTime", record.Time(calendar.TimeOf(0, 0))),
	}
	// The task comes before the project that it refers to. The store finds the order.
	Commit(t, s, Created(records[1], records[2], records[0])...)
	for _, want := range records {
		judge(t, s, func(r workspace.Reader, wrong report) error {
			got, ok, err := r.Record(want.Kind.Name, want.ID)
			if err != nil || !ok || !Same(got, want) || got.Rev != 1 {
				wrong("got %v %v, want %v", got, ok, want)
			}
			return err
		})
	}
	b := batchAt(t, s, 1)
	var order []string
	for _, c := range b.Changes {
		order = append(order, c.Kind.Name)
	}
	if strings.Join(order, " ") != "task event project" || b.At != Noon {
		t.Errorf("batch %+v", b)
	}
}

func testDigest(t *testing.T, p Place) {
	s := fresh(t, p)
	var want ledger.Hash
	write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := Batch(r, Created(Task(1, "Tea", "scheduledFor", Day(1), "recurrence", Weekly()))...)
		want = c.Batch.Digest()
		return c, err
	})
	if b := batchAt(t, s, 1); b.Digest() != want {
		t.Error("the digest has changed")
	}
}

func testUpdateAndDelete(t *testing.T, p Place) {
	s := fresh(t, p)
	before := Task(1, "Tea", "scheduledFor", Day(1), "projectId", record.ID(1))
	Commit(t, s, Created(Project(1, "Home"), before)...)
	before.Rev = 1
	after := before.With("title", record.Text("COFFEE")).With("scheduledFor", record.Null)
	Commit(t, s, ledger.Diff(before, after))
	found := Find(t, s, filter.Comparing(filter.TitleContains("coff")))
	if len(found) != 1 || !Same(found[0], after) || found[0].Rev != 2 {
		t.Fatalf("found %v", found)
	}
	// The project comes first. The store deletes the records that refer to it before.
	after.Rev = 2
	Commit(t, s, ledger.Deleted(Project(1, "Home")), ledger.Deleted(after))
	if found := Find(t, s, filter.Condition{Kinds: []string{"task", "project"}}); len(found) != 0 {
		t.Errorf("left over: %s", Keys(found))
	}
	judge(t, s, func(r workspace.Reader, wrong report) error {
		moved, err := r.Since(record.Key{Kind: "task", ID: 1}, 1)
		if len(moved) != 2 || moved[0].Batch != 2 || len(moved[0].Change.Cells) != 2 || moved[1].Change.Is {
			wrong("moved %+v", moved)
		}
		return err
	})
}

func testIDs(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "a"), Task(2, "b"))...)
	Commit(t, s, ledger.Deleted(Task(2, "b")))
	if id := read(t, s, func(r workspace.Reader) (int64, error) { return r.NextID("task") }); id != 3 {
		t.Errorf("the next task would be %d", id)
	}
}

// everything returns all that a workspace keeps of its records and its history, as lines.
func everything(t testing.TB, s workspace.Store) []string {
	t.Helper()
	trail := read(t, s, func(r workspace.Reader) (lines []string, err error) {
		err = r.Audit(0, func(e ledger.Entry) error {
			lines = append(lines, fmt.Sprintf("%+v", e))
			return nil
		})
		return lines, err
	})
	return append(changed(t, s), trail...)
}

// changed is everything without the audit trail, which also has what was refused.
func changed(t testing.TB, s workspace.Store) []string {
	t.Helper()
	return read(t, s, func(r workspace.Reader) (lines []string, err error) {
		for _, k := range schema.Kinds {
			found, err := r.Find(filter.Condition{Kinds: []string{k.Name}}, Today)
			if err != nil {
				return nil, err
			}
			next, err := r.NextID(k.Name)
			if err != nil {
				return nil, err
			}
			lines = append(lines, fmt.Sprint(k.Name, next, found))
		}
		next, err := r.NextBatch()
		for id := int64(1); id < next && err == nil; id++ {
			var b ledger.Batch
			b, _, err = r.Batch(id)
			lines = append(lines, fmt.Sprintf("%+v", b))
		}
		return lines, err
	})
}

// same fails the test if what was before is not what is after.
func same(t testing.TB, before, after []string) {
	t.Helper()
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("it has changed:\n%s", diff)
	}
}

func testDryRun(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Project(1, "p"), Task(1, "a", "projectId", record.ID(1)))...)
	before := everything(t, s)
	receipt := write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := Batch(r, append(Created(Task(2, "b")), ledger.Deleted(Task(1, "a")))...)
		c.Mark = map[int64]int64{1: 2}
		c.DryRun = true
		return c, err
	})
	if receipt.Head.Seq != 2 {
		t.Errorf("the head would be %+v", receipt.Head)
	}
	same(t, before, everything(t, s))
}

func testErrors(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Project(1, "p"), Task(1, "a", "projectId", record.ID(1)))...)
	before := everything(t, s)
	for name, changes := range map[string][]ledger.Change{
		"a reference to nothing":    Created(Task(2, "b", "projectId", record.ID(9))),
		"a project still in use":    {ledger.Deleted(Project(1, "p"))},
		"an id twice":               Created(Task(1, "b")),
		"a record that is not":      {ledger.Deleted(Task(7, "b"))},
		"a change of what is not":   {ledger.Diff(Task(7, "b"), Task(7, "c"))},
		"a title that is null":      {ledger.Diff(Task(1, "a"), Task(1, ""))},
		"a word the column refuses": Created(Task(2, "b", "priority", record.Text("urgent"))),
	} {
		_, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) { return Batch(r, changes...) })
		if err == nil || errors.Is(err, workspace.ErrUnknownOutcome) {
			t.Errorf("%s: %v", name, err)
		}
		same(t, before, everything(t, s))
	}
	stop := errors.New("stop")
	_, err := s.Update(ctx, func(workspace.Reader) (workspace.Commit, error) { return workspace.Commit{}, stop })
	if !errors.Is(err, stop) {
		t.Error(err)
	}
	Commit(t, s, Created(Task(2, "b"))...) // the store is still usable
}

func testCancelled(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "a"))...)
	before := everything(t, s)
	short, cancel := context.WithCancel(ctx)
	_, err := s.Update(short, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := Batch(r, Created(Task(2, "b"))...)
		cancel()
		return c, err
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.View(short, func(r workspace.Reader) error { _, err := r.NextBatch(); return err }); err == nil {
		t.Error("a view with a cancelled context")
	}
	same(t, before, everything(t, s))
}

// testTouched has a day for each batch. Creating, changing, moving and deleting tasks
// changes updatedAt of their projects, and no revision.
func testTouched(t *testing.T, p Place) {
	s := fresh(t, p)
	day := 0
	step := func(why string, days []int, changes ...ledger.Change) {
		t.Helper()
		day++
		write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
			c, err := Batch(r, changes...)
			c.Batch.At = Noon.AddDate(0, 0, day)
			return c, err
		})
		q := filter.Query{Kind: schema.Lookup("project"), Select: []string{"updatedAt"},
			Sort: []filter.Order{{At: filter.Updated}, {At: filter.ID}}}
		found := read(t, s, func(r workspace.Reader) (filter.Result, error) { return r.Query(q, Today) })
		last := time.Time{}
		for _, r := range found.Records {
			at := r.Changed.Instant()
			if want := Noon.AddDate(0, 0, days[r.ID-1]); !at.Equal(want) || at.Before(last) || r.Rev != 1 {
				t.Errorf("%s: project %d was changed at %v, want %v, in this order (revision %d)", why, r.ID, at, want, r.Rev)
			}
			last = at
		}
		if len(found.Records) != len(days) {
			t.Errorf("%s: %d projects", why, len(found.Records))
		}
	}
	in := func(id, project int64) record.Record {
		r := Task(id, "Wax", "projectId", record.ID(project))
		r.Rev = int64(day)
		return r
	}
	changed := func(id, rev int64, cell ledger.Cell) ledger.Change {
		return ledger.Change{Kind: schema.Lookup("task"), ID: id, Was: true, Is: true, RevBefore: rev,
			Cells: []ledger.Cell{cell}}
	}
	step("made", []int{1, 1, 1}, Created(Project(1, "A"), Project(2, "B"), Project(3, "C"))...)
	step("tasks are made", []int{2, 2, 1}, Created(in(1, 1), in(2, 2))...)
	step("a task is changed", []int{3, 2, 1}, changed(1, 2, ledger.Cell{Field: "notes", After: record.Text("soon")}))
	step("a task is moved", []int{4, 2, 4},
		changed(1, 3, ledger.Cell{Field: "projectId", Before: record.ID(1), After: record.ID(3)}))
	step("a task is deleted", []int{4, 5, 4}, ledger.Deleted(in(2, 2)))
	step("an event is made, and a task of none", []int{6, 5, 4},
		Created(Task(3, "Wax"), Event(1, "Concert", "projectId", record.ID(1)))...)
}

// follower draws batches and follows them in memory.
type follower struct {
	records map[record.Key]record.Record
	batches int64
}

// changes draws changes of tasks and events, and returns the records after them.
func (f *follower) changes(t *rapid.T) (changes []ledger.Change, after map[record.Key]record.Record) {
	after = maps.Clone(f.records)
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		k := schema.Lookup(rapid.SampledFrom([]string{"task", "event"}).Draw(t, "kind"))
		key := record.Key{Kind: k.Name, ID: rapid.Int64Range(1, 6).Draw(t, "id")}
		if slices.ContainsFunc(changes, func(c ledger.Change) bool { return c.Key() == key }) {
			continue
		}
		is := anyRecord(t, k, key.ID).With("projectId", record.Null)
		is.Rev = f.batches + 1
		was, there := after[key]
		switch {
		case !there:
			changes = append(changes, ledger.Created(is))
		case rapid.IntRange(0, 2).Draw(t, "delete") == 0:
			changes = append(changes, ledger.Deleted(was))
			delete(after, key)
			continue
		default:
			changes = append(changes, ledger.Diff(was, is))
		}
		after[key] = is
	}
	return changes, after
}

// testFollow checks that after any batches the tables agree with the changes, dry runs
// leave no trace, and the ledger can be read back.
func testFollow(t *testing.T, p Place) {
	s := fresh(t, p)
	f := &follower{records: map[record.Key]record.Record{}}
	rapid.Check(t, func(t *rapid.T) {
		dry := rapid.IntRange(0, 3).Draw(t, "dry run") == 0
		changes, after := f.changes(t)
		b := ledger.Batch{ID: f.batches + 1, At: Noon, Action: ledger.Apply, Changes: changes}
		_, err := s.Update(ctx, func(workspace.Reader) (workspace.Commit, error) {
			return workspace.Commit{Batch: &b, DryRun: dry}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !dry {
			f.records = after
			f.batches++
		}
		var found []record.Record
		var last ledger.Batch
		if err := s.View(ctx, func(r workspace.Reader) (err error) {
			if found, err = r.Find(filter.Condition{}, Today); err == nil {
				last, _, err = r.Batch(b.ID)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if len(found) != len(f.records) {
			t.Fatalf("%d records, want %d", len(found), len(f.records))
		}
		for _, got := range found {
			want := f.records[record.Key{Kind: got.Kind.Name, ID: got.ID}]
			if !Same(got, want) || got.Rev != want.Rev {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
		if !dry && last.Digest() != b.Digest() || dry && last.ID != 0 {
			t.Fatal("the batch is not read as it was written")
		}
	})
	if codes := Examined(t, s); codes != "" {
		t.Error(codes)
	}
}
