package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/workspace"
)

var (
	ctx   = context.Background()
	today = calendar.DateOf(2026, time.November, 21)
	noon  = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// open opens a workspace until the test ends.
func open(t testing.TB, path string, mode workspace.Mode) *Store {
	t.Helper()
	s, err := Open(path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fresh(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
}

// task returns a task with the defaults that check sets, and with fields given in pairs.
func task(id int64, title string, pairs ...any) record.Record {
	return with(record.New(schema.Lookup("task"), id).
		With("title", record.Text(title)).
		With("priority", record.Text("medium")).
		With("status", record.Text("pending")).
		With("createdAt", record.Instant(noon)), pairs...)
}

func project(id int64, name string) record.Record {
	return record.New(schema.Lookup("project"), id).With("name", record.Text(name))
}

func event(id int64, title string, pairs ...any) record.Record {
	return with(record.New(schema.Lookup("event"), id).With("title", record.Text(title)), pairs...)
}

func with(r record.Record, pairs ...any) record.Record {
	for i := 0; i < len(pairs); i += 2 {
		r = r.With(pairs[i].(string), pairs[i+1].(record.Value))
	}
	return r
}

func day(n int) record.Value { return record.Date(today.AddDays(n)) }

func weekly() record.Value {
	return record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Monday, time.Friday), Count: 9})
}

func creates(records ...record.Record) (changes []ledger.Change) {
	for _, r := range records {
		changes = append(changes, ledger.Created(r))
	}
	return changes
}

// batchOf returns the next batch with these changes and its audit row.
func batchOf(t testing.TB, r workspace.Reader, changes ...ledger.Change) workspace.Commit {
	t.Helper()
	id, err := r.NextBatch()
	if err != nil {
		t.Fatal(err)
	}
	for i := range changes {
		if changes[i].Is && changes[i].RevAfter == 0 {
			changes[i].RevAfter = id
		}
	}
	return workspace.Commit{
		Batch: &ledger.Batch{ID: id, At: noon, Action: ledger.Apply, CorrelationID: "c", Fingerprint: "f", Results: "[]", Changes: changes},
		Audit: []ledger.Entry{{At: noon, CorrelationID: "c", Action: "apply", Batch: id, Detail: "{}"}},
	}
}

// commit writes changes as one batch.
func commit(t testing.TB, s *Store, changes ...ledger.Change) {
	t.Helper()
	if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) { return batchOf(t, r, changes...), nil }); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s *Store, fn func(workspace.Reader) error) {
	t.Helper()
	if err := s.View(ctx, fn); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, s *Store, f filter.Condition) (records []record.Record) {
	t.Helper()
	view(t, s, func(r workspace.Reader) (err error) {
		records, err = r.Find(f, today)
		return err
	})
	return records
}

func keys(records []record.Record) string {
	var b strings.Builder
	for _, r := range records {
		fmt.Fprintf(&b, "%s:%d ", r.Kind.Name, r.ID)
	}
	return strings.TrimSpace(b.String())
}

// dump returns every row of every table, including those of AUTOINCREMENT.
func dump(t testing.TB, s *Store) string {
	t.Helper()
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	var b strings.Builder
	tables := []string{"batch", "change", "audit", "sqlite_sequence"}
	for _, k := range schema.Kinds {
		tables = append(tables, k.Name)
	}
	for _, table := range tables {
		if err := c.each(never, "SELECT * FROM "+table+" ORDER BY 1, 2", func(row []driver.Value) error {
			fmt.Fprintf(&b, "%s %v\n", table, row)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func same(a, b record.Record) bool {
	if a.Kind != b.Kind || a.ID != b.ID || len(a.Values) != len(b.Values) {
		return false
	}
	for i := range a.Values {
		if a.Values[i] != b.Values[i] {
			return false
		}
	}
	return true
}

func TestCommittedRecordsAreReadBack(t *testing.T) {
	s := fresh(t)
	records := []record.Record{
		project(1, "Café 100%"),
		task(1, "Acheter du thé", "notes", record.Text("a\nb"), "scheduledFor", day(0), "deadline", day(3),
			"tags", record.Tags("x", "y z"), "projectId", record.ID(1), "context", record.Text("work"), "recurrence", weekly(),
			"completedDates", record.Dates(today, today.AddDays(6)), "skippedDates", record.Dates(today.AddDays(2))),
		event(1, "Lunch", "location", record.Text("there"), "scheduledFor", day(1), "startTime", record.Time(calendar.TimeOf(9, 5)),
			"endTime", record.Time(calendar.TimeOf(0, 0))),
	}
	// The task comes before the project that it refers to. The store finds the order.
	commit(t, s, creates(records[1], records[2], records[0])...)
	for _, want := range records {
		view(t, s, func(r workspace.Reader) error {
			got, ok, err := r.Record(want.Kind.Name, want.ID)
			if err != nil || !ok || !same(got, want) || got.Rev != 1 {
				t.Errorf("got %v %v, want %v", got, ok, want)
			}
			return err
		})
	}
	view(t, s, func(r workspace.Reader) error {
		b, ok, err := r.Batch(1)
		if !ok || len(b.Changes) != 3 || b.Changes[0].Kind.Name != "task" || b.Changes[2].Key() != (record.Key{Kind: "project", ID: 1}) || b.At != noon {
			t.Errorf("batch %+v", b)
		}
		return err
	})
}

func TestABatchIsReadWithItsDigest(t *testing.T) {
	s := fresh(t)
	var digest ledger.Hash
	if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		c := batchOf(t, r, creates(task(1, "Tea", "scheduledFor", day(1), "recurrence", weekly()))...)
		digest = c.Batch.Digest()
		return c, nil
	}); err != nil {
		t.Fatal(err)
	}
	view(t, s, func(r workspace.Reader) error {
		b, _, err := r.Batch(1)
		if b.Digest() != digest {
			t.Error("the digest has changed")
		}
		return err
	})
}

func TestUpdateAndDeleteFollowTheChange(t *testing.T) {
	s := fresh(t)
	before := task(1, "Tea", "scheduledFor", day(1), "projectId", record.ID(1))
	commit(t, s, creates(project(1, "Home"), before)...)
	before.Rev = 1
	after := before.With("title", record.Text("COFFEE")).With("scheduledFor", record.Null)
	commit(t, s, ledger.Diff(before, after))
	found := find(t, s, filter.Comparing(filter.TitleContains("coff")))
	if len(found) != 1 || !same(found[0], after) || found[0].Rev != 2 {
		t.Fatalf("found %v", found)
	}
	// The project comes first. The store deletes the records that refer to it before.
	after.Rev = 2
	commit(t, s, ledger.Deleted(project(1, "Home")), ledger.Deleted(after))
	if found := find(t, s, filter.Condition{Kinds: []string{"task", "project"}}); len(found) != 0 {
		t.Errorf("left over: %s", keys(found))
	}
	view(t, s, func(r workspace.Reader) error {
		moved, err := r.Since(record.Key{Kind: "task", ID: 1}, 1)
		if len(moved) != 2 || moved[0].Batch != 2 || len(moved[0].Change.Cells) != 2 || moved[1].Change.Is {
			t.Errorf("moved %+v", moved)
		}
		return err
	})
}

func TestAnIDIsNotUsedAgainAfterADelete(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"), task(2, "b"))...)
	commit(t, s, ledger.Deleted(task(2, "b")))
	view(t, s, func(r workspace.Reader) error {
		id, err := r.NextID("task")
		if id != 3 {
			t.Errorf("the next task would be %d", id)
		}
		return err
	})
}

func TestADryRunLeavesEveryTableUnchanged(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(project(1, "p"), task(1, "a", "projectId", record.ID(1)))...)
	before := dump(t, s)
	receipt, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		c := batchOf(t, r, append(creates(task(2, "b")), ledger.Deleted(task(1, "a")))...)
		c.Mark = map[int64]int64{1: 2}
		c.DryRun = true
		return c, nil
	})
	if err != nil || receipt.Head.Seq != 2 {
		t.Fatal(receipt, err)
	}
	if after := dump(t, s); after != before {
		t.Errorf("before:\n%safter:\n%s", before, after)
	}
}

func TestAnErrorLeavesEveryTableUnchanged(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(project(1, "p"), task(1, "a", "projectId", record.ID(1)))...)
	before := dump(t, s)
	for name, changes := range map[string][]ledger.Change{
		"a reference to nothing":    creates(task(2, "b", "projectId", record.ID(9))),
		"a project still in use":    {ledger.Deleted(project(1, "p"))},
		"an id twice":               creates(task(1, "b")),
		"a record that is not":      {ledger.Deleted(task(7, "b"))},
		"a change of what is not":   {ledger.Diff(task(7, "b"), task(7, "c"))},
		"a title that is null":      {ledger.Diff(task(1, "a"), task(1, ""))},
		"a word the column refuses": creates(task(2, "b", "priority", record.Text("urgent"))),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) { return batchOf(t, r, changes...), nil })
			if err == nil || errors.Is(err, workspace.ErrUnknownOutcome) {
				t.Error("error", err)
			}
			if after := dump(t, s); after != before {
				t.Errorf("before:\n%safter:\n%s", before, after)
			}
		})
	}
	stop := errors.New("stop")
	if _, err := s.Update(ctx, func(workspace.Reader) (workspace.Commit, error) { return workspace.Commit{}, stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
}

func TestTheAuditTrailIsAChain(t *testing.T) {
	s := fresh(t)
	note := func(n int) {
		t.Helper()
		rows := make([]ledger.Entry, n)
		for i := range rows {
			rows[i] = ledger.Entry{At: noon.Add(time.Duration(i) * 1500 * time.Microsecond), CorrelationID: "c", Action: "route", Detail: "{}"}
		}
		receipt, err := s.Update(ctx, func(workspace.Reader) (workspace.Commit, error) { return workspace.Commit{Audit: rows}, nil })
		if err != nil {
			t.Fatal(err)
		}
		view(t, s, func(r workspace.Reader) error {
			head, err := r.Head()
			if head != receipt.Head {
				t.Errorf("head %+v, receipt %+v", head, receipt.Head)
			}
			return err
		})
	}
	note(2)
	commit(t, s, creates(task(1, "a"))...)
	note(1)
	var before ledger.Entry
	view(t, s, func(r workspace.Reader) error {
		return r.Audit(0, func(e ledger.Entry) error {
			if e.Seq != before.Seq+1 || e.Link(before.Hash) != e.Hash {
				t.Errorf("row %+v after %+v", e, before)
			}
			before = e
			// A reader may be used within a callback.
			_, _, err := r.Batch(1)
			return err
		})
	})
	if before.Seq != 4 {
		t.Errorf("the last row is %d", before.Seq)
	}
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	if st, err := c.state(); err != nil || st.synchronous != syncFull {
		t.Error("after a note the next effect would not be synced", st, err)
	}
}

func TestTheLedgerCannotBeOverwritten(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	for _, text := range []string{
		"UPDATE audit SET detail = ''", "DELETE FROM audit", "UPDATE change SET cells = '{}'", "DELETE FROM change",
		"DELETE FROM batch", "UPDATE batch SET results = ''", "UPDATE batch SET id = 5",
	} {
		if err := c.exec(text); err == nil {
			t.Errorf("%s went through", text)
		}
	}
}

func TestBatchesAreFoundByKeyActionAndWhatTheyUndo(t *testing.T) {
	s := fresh(t)
	write := func(b ledger.Batch, mark map[int64]int64) {
		t.Helper()
		if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			id, err := r.NextBatch()
			b.ID, b.At = id, noon
			return workspace.Commit{Batch: &b, Mark: mark}, err
		}); err != nil {
			t.Fatal(err)
		}
	}
	write(ledger.Batch{Action: ledger.Apply, Key: "k", Changes: creates(task(1, "a"))}, nil)
	write(ledger.Batch{Action: ledger.Apply}, nil)
	write(ledger.Batch{Action: ledger.Undo, Undoes: 2, Root: 2}, map[int64]int64{2: 3})
	view(t, s, func(r workspace.Reader) error {
		b, ok, err := r.ByKey("k")
		if !ok || b.ID != 1 || b.Key != "k" || len(b.Changes) != 1 {
			t.Error("by key", b, ok, err)
		}
		if _, ok, err := r.ByKey("other"); ok || err != nil {
			t.Error("by another key", ok, err)
		}
		if b, ok, err := r.Last(ledger.Apply, ""); !ok || b.ID != 1 {
			t.Error("last", b, ok, err)
		}
		if b, ok, err := r.Reversal(2, 0); !ok || b.ID != 3 || b.Root != 2 {
			t.Error("reversal", b, ok, err)
		}
		if b, ok, err := r.Reversal(1, 0); ok || err != nil {
			t.Error("reversal of another", b, ok, err)
		}
		if b, ok, err := r.Batch(2); !ok || b.UndoneBy != 3 || b.Key != "" {
			t.Error("marked", b, ok, err)
		}
		return nil
	})
	write(ledger.Batch{Action: ledger.Redo, Undoes: 3, Root: 2}, map[int64]int64{2: 0, 3: 4})
	view(t, s, func(r workspace.Reader) error {
		for before, want := range map[int64]int64{0: 4, 4: 3, 3: 0} {
			if b, _, err := r.Reversal(2, before); b.ID != want {
				t.Error("reversal before", before, "is", b.ID, err)
			}
		}
		if b, ok, err := r.Last(ledger.Apply, ""); !ok || b.ID != 2 || b.UndoneBy != 0 {
			t.Error("after redo", b, ok, err)
		}
		return nil
	})
}

func TestReferringStopsAtTheLimit(t *testing.T) {
	s := fresh(t)
	changes := creates(project(1, "p"), event(1, "e", "projectId", record.ID(1)))
	for id := int64(1); id <= 5; id++ {
		changes = append(changes, ledger.Created(task(id, "t", "projectId", record.ID(1))))
	}
	commit(t, s, changes...)
	for limit, want := range map[int]int{0: 0, 2: 2, 5: 5, 9: 6} {
		view(t, s, func(r workspace.Reader) error {
			found, err := r.Referring(record.Key{Kind: "project", ID: 1}, limit)
			if len(found) != want {
				t.Errorf("limit %d: %v", limit, found)
			}
			return err
		})
	}
}

func TestRecordsReturnsThoseThatExist(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"), task(2, "b"), task(3, "c"))...)
	view(t, s, func(r workspace.Reader) error {
		found, err := r.Records("task", []int64{3, 1, 9})
		if keys(found) != "task:1 task:3" || found[0].Label() != "a" || found[1].Label() != "c" {
			t.Error(found)
		}
		return err
	})
}

func TestFindSortsByKindDayTimeAndID(t *testing.T) {
	s := fresh(t)
	at := func(h int) record.Value { return record.Time(calendar.TimeOf(h, 0)) }
	commit(t, s, creates(
		task(1, "none"), task(2, "late", "scheduledFor", day(2)), task(3, "series", "scheduledFor", day(-7), "recurrence", weekly()), task(4, "early", "scheduledFor", day(1)),
		event(1, "noon", "scheduledFor", day(1), "startTime", at(12)), event(2, "dawn", "scheduledFor", day(1), "startTime", at(5)), event(3, "all day", "scheduledFor", day(1)),
		project(1, "p"))...)
	for _, tt := range []struct {
		kinds []string
		want  string
	}{
		{nil, "task:3 task:4 task:2 task:1 event:3 event:2 event:1"},
		{[]string{"project", "task"}, "task:3 task:4 task:2 task:1 project:1"},
	} {
		if got := keys(find(t, s, filter.Condition{Kinds: tt.kinds})); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.kinds, got, tt.want)
		}
	}
}

func TestAMissingFileIsAnEmptyWorkspaceForReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "w.db")
	r := open(t, path, workspace.ToRead)
	if found := find(t, r, filter.Condition{}); len(found) != 0 {
		t.Error(found)
	}
	s := open(t, path, workspace.ToDryRun)
	if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		c := batchOf(t, r, creates(task(1, "a"))...)
		c.DryRun = true
		return c, nil
	}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Error("something was made", err)
	}
}

func TestAViewIsOneSnapshot(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	view(t, s, func(r workspace.Reader) error {
		first, err := r.Find(filter.Condition{}, today)
		if err != nil {
			return err
		}
		commit(t, s, creates(task(2, "b"))...)
		second, err := r.Find(filter.Condition{}, today)
		if len(first) != 1 || len(second) != 1 {
			t.Error(len(first), len(second))
		}
		return err
	})
}

// A program that does not use the lock file is stopped by the transaction, which begins
// before the first read.
// TestFewConnectionsStayOpen has many readers at once, each inside of the view of another.
func TestFewConnectionsStayOpen(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
	var nest func(n int) error
	nest = func(n int) error {
		if n == 0 {
			return nil
		}
		return s.View(t.Context(), func(workspace.Reader) error { return nest(n - 1) })
	}
	if err := nest(3 * idleMost); err != nil {
		t.Fatal(err)
	}
	if len(s.idle) != idleMost {
		t.Errorf("%d connections are open, want %d", len(s.idle), idleMost)
	}
}

func TestNobodyWritesBetweenTheCheckAndTheCommit(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	other, err := connect(s.path, "rw", false, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	_, err = s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		if err := other.exec("UPDATE task SET title = 'b'"); err == nil {
			t.Error("somebody else wrote within the transaction")
		}
		return workspace.Commit{}, nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestACancelledContextChangesNothing(t *testing.T) {
	s := fresh(t)
	ctx, cancel := context.WithCancel(ctx)
	_, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		cancel()
		return workspace.Commit{Batch: &ledger.Batch{ID: 1, At: noon, Action: ledger.Apply}}, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if s.View(ctx, nil) == nil {
		t.Error("a view with a cancelled context")
	}
}

// A batch without changes is kept for its key, and cannot be undone.
func TestABatchWithoutAnEffectIsKept(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		c := batchOf(t, r)
		c.Batch.Key, c.Batch.UndoneBy = "k", c.Batch.ID
		return c, nil
	}); err != nil {
		t.Fatal(err)
	}
	view(t, s, func(r workspace.Reader) error {
		if b, ok, err := r.ByKey("k"); !ok || b.ID != 2 || b.UndoneBy != 2 {
			t.Error(b, ok, err)
		}
		b, ok, err := r.Last(ledger.Apply, "")
		if !ok || b.ID != 1 {
			t.Error("the newest that counts is", b.ID)
		}
		return err
	})
}

// witness records the heads that it gets.
type witness struct {
	heads []ledger.Entry
	fails error
}

func (w *witness) Keep(_ context.Context, head ledger.Entry) error {
	w.heads = append(w.heads, head) // a data race here would mean a call without the lock
	return w.fails
}

func TestAWitnessGetsTheHeadOfEveryBatchInTheirOrder(t *testing.T) {
	s := fresh(t)
	w := &witness{}
	s.Witnessed(w)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 5 {
				if _, err := s.Update(ctx, addTask); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if len(w.heads) != 20 {
		t.Errorf("%d heads of 20 batches", len(w.heads))
	}
	for i, h := range w.heads {
		if h.Seq != int64(i+1) || h.Batch != h.Seq || h.Hash == (ledger.Hash{}) {
			t.Errorf("head %d is %+v", i+1, h)
		}
	}
}

func TestAWitnessHasNoPartInWhatIsNotSynced(t *testing.T) {
	s := fresh(t)
	w := &witness{}
	s.Witnessed(w)
	if err := workspace.Note(ctx, s, []ledger.Entry{{At: noon, Action: "route", Detail: "{}"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := addTask(r)
		c.DryRun = true
		return c, err
	}); err != nil {
		t.Fatal(err)
	}
	if len(w.heads) != 0 {
		t.Error(w.heads)
	}
}

func TestACommitStandsWithoutItsWitness(t *testing.T) {
	s := fresh(t)
	s.Witnessed(&witness{fails: errors.New("no")})
	r, err := s.Update(ctx, addTask)
	if err != nil || r.Unwitnessed == nil || r.Head.Seq != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if n := countAll(t, s.Path()); n != 1 {
		t.Error(n, "tasks")
	}
}
