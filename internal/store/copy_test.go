package store

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"testing"
	"time"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/relational"
	"assister/internal/session"
	"assister/internal/storetest"
	"assister/internal/storetest/servers"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// copies are tests of moving a workspace, each with a function that returns places of one store
// without a workspace.
var copies = []struct {
	name string
	run  func(t *testing.T, vacant func(t *testing.T) Location)
}{
	{"ACopyAnswersAsItsSourceDoes", testACopyAnswersAsItsSourceDoes},
	{"AnInterruptedCopyIsNoWorkspaceAndGoesOn", testAnInterruptedCopyIsNoWorkspaceAndGoesOn},
	{"ABegunCopyOfAnotherWorkspaceIsStartedOver", testABegunCopyOfAnotherWorkspaceIsStartedOver},
	{"ACopyIsOfOneState", testACopyIsOfOneState},
	{"ACopyThatDiffersIsNotUsed", testACopyThatDiffersIsNotUsed},
	{"AWorkspaceIsBackedUpAndRestored", testAWorkspaceIsBackedUpAndRestored},
	{"ABackupIsRestoredWhereThereIsNone", testABackupIsRestoredWhereThereIsNone},
	{"AnInterruptedRestoreIsTheOldTheNewOrGoesOn", testAnInterruptedRestoreIsTheOldTheNewOrGoesOn},
	{"ABackupWhileSomebodyWritesIsOfOneState", testABackupWhileSomebodyWritesIsOfOneState},
	{"AWorkspaceIsRebuilt", testAWorkspaceIsRebuilt},
}

func TestCopies(t *testing.T) {
	each := func(t *testing.T, vacant func(t *testing.T) Location) {
		for _, tt := range copies {
			t.Run(tt.name, func(t *testing.T) { tt.run(t, vacant) })
		}
	}
	t.Run("file", func(t *testing.T) { each(t, vacantFile) })
	t.Run("rqlite", func(t *testing.T) {
		servers.Require(t)
		each(t, vacantCluster)
	})
	t.Run("postgres", func(t *testing.T) {
		servers.Require(t)
		p := servers.StartPostgres(t, servers.PostgresOptions{})
		n := 0
		each(t, func(t *testing.T) Location {
			n++
			return located(t, p.URL(fmt.Sprintf("schema=s%d", n)))
		})
	})
}

func vacantFile(t *testing.T) Location { return located(t, filepath.Join(t.TempDir(), "w.db")) }

// vacantCluster has nodes that check references, as few clusters do.
func vacantCluster(t *testing.T) Location {
	c := servers.StartRqlite(t, 1, servers.RqliteOptions{Flags: []string{"-fk"}})
	return located(t, "rqlite://"+c.Addresses()+"/work")
}

func located(t *testing.T, text string) Location {
	t.Helper()
	l, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func opened(t *testing.T, l Location, mode workspace.Mode) Store {
	t.Helper()
	s, err := l.Open(t.Context(), workspace.Opening{Mode: mode, Wait: wait})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// filled writes a workspace that has something in every kind of table: records that refer to
// others, a deleted one with the greatest id, an undone batch, a key, turns and a vector.
func filled(t *testing.T, l Location, tasks int) {
	t.Helper()
	s := opened(t, l, workspace.ToWrite)
	last, concert := storetest.Task(9000, "Gone"), storetest.Event(1, "Concert", "projectId", record.ID(1))
	storetest.Commit(t, s, storetest.Created(storetest.Project(1, "Home 🏠"), last)...)
	storetest.Commit(t, s, ledger.Created(concert))
	storetest.Fill(t, s, tasks)
	storetest.Commit(t, s, ledger.Deleted(last))
	_, err := s.Update(t.Context(), func(r workspace.Reader) (workspace.Commit, error) {
		c, err := storetest.Batch(r, ledger.Deleted(concert))
		if err != nil {
			return c, err
		}
		c.Batch.Action, c.Batch.Key, c.Batch.Undoes, c.Batch.Root = ledger.Undo, "k", 2, 2
		c.Mark = map[int64]int64{2: c.Batch.ID}
		c.Audit[0].Detail = workspace.Detail("digest", c.Batch.Digest().String())
		return c, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	turns := []session.Turn{{At: storetest.Noon, Role: session.User, Text: "x'00' is “text”"}}
	if err := workspace.Note(t.Context(), s, nil, session.Added{Session: "home", Turns: turns}); err != nil {
		t.Fatal(err)
	}
	v, _ := vector.Of([]float32{1, 2, 3})
	made := vector.Change{State: vector.State{Model: "m", Dimension: 3, Batch: 1}, Reset: true,
		Add: []vector.Entry{{Key: vector.Key{ID: 1}, Vector: v}}}
	if err := s.KeepVectors(t.Context(), vector.State{}, made); err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// contents are what a workspace answers, with the head of its trail.
func contents(t *testing.T, l Location) (text string, head ledger.Entry) {
	t.Helper()
	s := opened(t, l, workspace.ToRead)
	defer s.Close()
	v, err := workspace.Verify(t.Context(), s, workspace.Expected{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Examine(t.Context())
	if err != nil || len(found.Problems) > 0 {
		t.Fatal(found.Problems, err)
	}
	var turns []session.Turn
	err = s.View(t.Context(), func(r workspace.Reader) error {
		if turns, err = r.Turns("home", 9); err != nil {
			return err
		}
		all, err := r.Find(filter.Condition{}, storetest.Today)
		next, failed := r.NextID("task")
		b, keyed, broken := r.ByKey("k")
		undone, _, lost := r.Batch(2)
		state, gone := r.Vectors()
		hits, missed := r.Search(fulltext.Query{Words: fulltext.Words("plumber"), Limit: 3})
		text = fmt.Sprint(storetest.Keys(all), next, b.ID, keyed, undone.UndoneBy, state, hits, turns)
		return errors.Join(err, failed, broken, lost, gone, missed)
	})
	if err != nil {
		t.Fatal(err)
	}
	return text, v.Head
}

// transferred copies a workspace, and gives the copy its place.
func transferred(t *testing.T, from, to Location) relational.Copied {
	t.Helper()
	source := opened(t, from, workspace.ToRead)
	defer source.Close()
	target, err := to.Receive(t.Context(), wait)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Discard()
	copied, err := relational.Copy(t.Context(), source, target, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := target.Place(t.Context(), storetest.Noon); err != nil {
		t.Fatal(err)
	}
	return copied
}

func testACopyAnswersAsItsSourceDoes(t *testing.T, vacant func(t *testing.T) Location) {
	first := vacantFile(t)
	filled(t, first, 1500)
	want, head := contents(t, first)
	second, third := vacant(t), vacantFile(t)
	there := transferred(t, first, second)
	back := transferred(t, second, third)
	if there != back || there.Found != 0 || len(there.Digest) != 64 {
		t.Errorf("copied %+v, and back %+v", there, back)
	}
	for _, l := range []Location{second, third} {
		got, at := contents(t, l)
		if got != want {
			t.Errorf("%s: got %.500s, want %.500s", l, got, want)
		}
		if at != head {
			t.Errorf("%s: the head is %+v, want %+v", l, at, head)
		}
		s := opened(t, l, workspace.ToWrite)
		storetest.Commit(t, s, storetest.Created(storetest.Task(9001, "Next"))...)
		s.Close()
	}
	if _, err := second.Receive(t.Context(), wait); !hasCode(err, "workspace_exists") {
		t.Errorf("a second copy to the same place: %v", err)
	}
}

// hooked is a target that calls a function before each transaction.
type hooked struct {
	Incoming
	before func(n int) error
	n      int
}

func (h *hooked) Load(ctx context.Context, fn func(relational.Reader, relational.Writer) error) error {
	h.n++
	if err := h.before(h.n); err != nil {
		return err
	}
	return h.Incoming.Load(ctx, fn)
}

// interrupted copies a workspace until a number of transactions.
func interrupted(t *testing.T, from, to Location, after int) {
	t.Helper()
	source := opened(t, from, workspace.ToRead)
	defer source.Close()
	target, err := to.Receive(t.Context(), wait)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Discard()
	killed := errors.New("killed")
	cut := &hooked{Incoming: target, before: func(n int) error {
		if n > after {
			return killed
		}
		return nil
	}}
	if _, err := relational.Copy(t.Context(), source, cut, nil); !errors.Is(err, killed) {
		t.Fatal(err)
	}
}

func testAnInterruptedCopyIsNoWorkspaceAndGoesOn(t *testing.T, vacant func(t *testing.T) Location) {
	from, to := vacantFile(t), vacant(t)
	filled(t, from, 1500)
	for _, after := range []int{0, 2, 5, 9} {
		interrupted(t, from, to, after)
		for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToWrite, workspace.ToInspect} {
			err := read(t.Context(), to, workspace.Opening{Mode: mode, Existing: true}, false)
			if !hasCode(err, workspace.CopyUnfinished) && !hasCode(err, workspace.NoWorkspace) {
				t.Errorf("after %d transactions, mode %d: %v", after, mode, err)
			}
		}
	}
	// Somebody goes on writing before the copy does.
	s := opened(t, from, workspace.ToWrite)
	storetest.Commit(t, s, storetest.Created(storetest.Task(9001, "Later"))...)
	s.Close()
	want, head := contents(t, from)
	found := transferred(t, from, to).Found
	got, at := contents(t, to)
	if got != want || at != head || found < 1500 {
		t.Errorf("%d rows were there, got %.500s, want %.500s", found, got, want)
	}
}

func testABegunCopyOfAnotherWorkspaceIsStartedOver(t *testing.T, vacant func(t *testing.T) Location) {
	one, other, to := vacantFile(t), vacantFile(t), vacant(t)
	filled(t, one, 1500)
	filled(t, other, 700)
	interrupted(t, one, to, 12)
	copied := transferred(t, other, to)
	want, head := contents(t, other)
	if got, at := contents(t, to); got != want || at != head || copied.Found != 0 {
		t.Errorf("%+v: got %.500s, want %.500s", copied, got, want)
	}
}

// testACopyIsOfOneState has a writer in the middle of the copy.
func testACopyIsOfOneState(t *testing.T, vacant func(t *testing.T) Location) {
	from, to := vacant(t), vacantFile(t)
	filled(t, from, 300)
	want, head := contents(t, from)
	source, writer := opened(t, from, workspace.ToRead), opened(t, from, workspace.ToWrite)
	target, err := to.Receive(t.Context(), wait)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Discard()
	busy := &hooked{Incoming: target, before: func(n int) error {
		if n == 3 {
			storetest.Commit(t, writer, storetest.Created(storetest.Task(9001, "Later"))...)
		}
		return nil
	}}
	_, err = relational.Copy(t.Context(), source, busy, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := target.Place(t.Context(), storetest.Noon); err != nil {
		t.Fatal(err)
	}
	if got, at := contents(t, to); got != want || at != head {
		t.Errorf("got %.500s, want %.500s", got, want)
	}
}

func testACopyThatDiffersIsNotUsed(t *testing.T, vacant func(t *testing.T) Location) {
	from, to := vacantFile(t), vacant(t)
	filled(t, from, 300)
	source := opened(t, from, workspace.ToRead)
	target, err := to.Receive(t.Context(), wait)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Discard()
	_, err = relational.Copy(t.Context(), source, forgetful{target}, nil)
	if !hasCode(err, relational.NotCopied) {
		t.Errorf("got %v", err)
	}
}

// forgetful is a target that loses the last rows of its transactions.
type forgetful struct{ Incoming }

func (f forgetful) Load(ctx context.Context, fn func(relational.Reader, relational.Writer) error) error {
	return f.Incoming.Load(ctx, func(r relational.Reader, w relational.Writer) error { return fn(r, losing{w}) })
}

type losing struct{ relational.Writer }

func (l losing) Insert(table string, columns []string, rows iter.Seq[[]driver.Value]) error {
	if table != "turn" {
		return l.Writer.Insert(table, columns, rows)
	}
	return nil
}

func testAWorkspaceIsBackedUpAndRestored(t *testing.T, vacant func(t *testing.T) Location) {
	at, dir := vacant(t), t.TempDir()
	filled(t, at, 300)
	want, head := contents(t, at)
	backup, before := filepath.Join(dir, "backup.db"), at.Trips()
	staged, err := at.Backup(t.Context(), backup, false, wait)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := staged.Place(t.Context(), storetest.Noon); err != nil {
		t.Fatal(err)
	}
	if took := at.Trips() - before; took > 0 != (at.File() == "") {
		t.Errorf("the backup took %d requests", took)
	}
	if got, is := contents(t, located(t, backup)); got != want || is != head {
		t.Errorf("the backup has %.500s, want %.500s", got, want)
	}
	s := opened(t, at, workspace.ToWrite)
	storetest.Commit(t, s, storetest.Created(storetest.Task(9001, "Later"))...)
	s.Close()
	later, newer := contents(t, at)

	how := Replacing{Wait: wait, Keep: filepath.Join(dir, "kept")}
	staged, err = at.Restore(t.Context(), backup, how)
	if err != nil {
		t.Fatal(err)
	}
	s = opened(t, at, workspace.ToWrite)
	storetest.Commit(t, s, storetest.Created(storetest.Task(9002, "Later still"))...)
	s.Close()
	if _, err := staged.Place(t.Context(), storetest.Noon); !hasCode(err, workspace.HasChanged) {
		t.Errorf("the workspace has changed since: got %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(how.Keep, "*")); err != nil || len(left) > 0 {
		t.Errorf("after a refusal there are %v, %v", left, err)
	}

	staged, err = at.Restore(t.Context(), backup, how)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := staged.Place(t.Context(), storetest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if got, is := contents(t, at); got != want || is != head {
		t.Errorf("restored %.500s, want %.500s", got, want)
	}
	if got, is := contents(t, located(t, kept.Path)); got == later || is.Seq != newer.Seq+1 {
		t.Errorf("the old workspace has the head %+v, and was to have the one after %+v", is, newer)
	}
	left, err := filepath.Glob(filepath.Join(how.Keep, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

func testAWorkspaceIsRebuilt(t *testing.T, vacant func(t *testing.T) Location) {
	at := vacant(t)
	filled(t, at, 300)
	want, head := contents(t, at)
	staged, err := at.Rebuild(t.Context(), Replacing{Wait: wait, Keep: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := staged.Place(t.Context(), storetest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if got, is := contents(t, at); got != want || is != head {
		t.Errorf("rebuilt %.500s, want %.500s", got, want)
	}
	if _, is := contents(t, located(t, kept.Path)); is != head {
		t.Errorf("the old workspace has the head %+v, want %+v", is, head)
	}
}

// backedUp writes a workspace of some tasks, and returns a backup of it.
func backedUp(t *testing.T, tasks int) (backup Location) {
	t.Helper()
	backup = vacantFile(t)
	filled(t, backup, tasks)
	return backup
}

func testABackupIsRestoredWhereThereIsNone(t *testing.T, vacant func(t *testing.T) Location) {
	backup, at := backedUp(t, 300), vacant(t)
	want, head := contents(t, backup)
	staged, err := at.Restore(t.Context(), backup.File(), Replacing{Wait: wait, Keep: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := staged.Place(t.Context(), storetest.Noon)
	if err != nil || kept.Path != "" {
		t.Fatal(kept, err)
	}
	if got, is := contents(t, at); got != want || is != head {
		t.Errorf("restored %.500s, want %.500s", got, want)
	}
}

// testAnInterruptedRestoreIsTheOldTheNewOrGoesOn interrupts a restore later each time, until one
// comes to its end.
func testAnInterruptedRestoreIsTheOldTheNewOrGoesOn(t *testing.T, vacant func(t *testing.T) Location) {
	backup, at := backedUp(t, 300), vacant(t)
	want, head := contents(t, backup)
	filled(t, at, 40)
	old, _ := contents(t, at)
	how := Replacing{Wait: wait, Keep: t.TempDir()}
	restore := func(ctx context.Context) error {
		staged, err := at.Restore(t.Context(), backup.File(), how)
		if err != nil {
			t.Fatal(err)
		}
		_, err = staged.Place(ctx, storetest.Noon)
		return err
	}
	unfinished := 0
	for life := time.Millisecond; ; life += life/8 + time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), life)
		err := restore(ctx)
		cancel()
		left := read(t.Context(), at, workspace.Opening{Mode: workspace.ToRead, Existing: true}, false)
		if hasCode(left, workspace.CopyUnfinished) {
			unfinished++
			if err == nil {
				t.Fatal("a restore has ended, and the workspace is not whole")
			}
			if kept, lost := filepath.Glob(filepath.Join(how.Keep, "*.db")); lost != nil || len(kept) == 0 {
				t.Fatalf("the old workspace was not kept: %v, %v", kept, lost)
			} else if got, _ := contents(t, located(t, kept[0])); got != old {
				t.Errorf("kept %.500s, want %.500s", got, old)
			}
			err = restore(t.Context())
		} else if got, _ := contents(t, at); err != nil && got != old && got != want {
			t.Fatalf("after %v: %.500s", life, got)
		}
		if err == nil {
			break
		}
	}
	if got, is := contents(t, at); got != want || is != head {
		t.Errorf("restored %.500s, want %.500s", got, want)
	}
	if on, _ := at.(remote); unfinished == 0 {
		if _, requests := on.server.(cluster); requests {
			t.Error("no interruption came while the rows were replaced, so this has shown nothing")
		}
	}
}

func testABackupWhileSomebodyWritesIsOfOneState(t *testing.T, vacant func(t *testing.T) Location) {
	at, backup := vacant(t), vacantFile(t)
	filled(t, at, 300)
	writer := opened(t, at, workspace.ToWrite)
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for id := int64(9001); ; id++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			_, err := writer.Update(context.Background(), func(r workspace.Reader) (workspace.Commit, error) {
				return storetest.Batch(r, storetest.Created(storetest.Task(id, "Later"))...)
			})
			if err != nil {
				stopped <- err
				return
			}
		}
	}()
	staged, err := at.Backup(t.Context(), backup.File(), false, wait)
	if err == nil {
		_, err = staged.Place(t.Context(), storetest.Noon)
	}
	close(stop)
	if failed := <-stopped; failed != nil {
		t.Error(failed)
	}
	if err != nil {
		t.Fatal(err)
	}
	contents(t, backup) // which verifies it
}

// TestACopyWhoseLastAnswerIsLost cuts the connection when the copy has become a workspace.
func TestACopyWhoseLastAnswerIsLost(t *testing.T) {
	servers.Require(t)
	p := servers.StartPostgres(t, servers.PostgresOptions{})
	c := servers.StartRqlite(t, 1, servers.RqliteOptions{Flags: []string{"-fk"}})
	for _, tt := range []struct {
		server, last string
		address      func(host string) string
	}{
		{c.Nodes[0].Address, "UPDATE assister SET name", func(host string) string { return "rqlite://" + host + "/work" }},
		{p.Primary.Address, "COMMIT", func(host string) string { return p.URLOf("schema=s", host) }},
	} {
		proxy := servers.StartProxy(t, tt.server)
		from, through, to := vacantFile(t), located(t, tt.address(proxy.Address)), located(t, tt.address(tt.server))
		filled(t, from, 300)
		want, head := contents(t, from)
		source := opened(t, from, workspace.ToRead)
		target, err := through.Receive(t.Context(), wait)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := relational.Copy(t.Context(), source, target, nil); err != nil {
			t.Fatal(err)
		}
		cut := false
		proxy.CutWhen(func(c *servers.Crossing) bool {
			if cut || c.Received == 0 || !bytes.Contains(c.Sent, []byte(tt.last)) {
				return false
			}
			cut = true
			return true
		})
		_, err = target.Place(t.Context(), storetest.Noon)
		target.Discard()
		if !cut || err != nil && !errors.Is(err, workspace.ErrUnknownOutcome) {
			t.Errorf("%s: the answer was lost: %v, and then %v", to, cut, err)
		}
		if got, is := contents(t, to); got != want || is != head {
			t.Errorf("%s: got %.500s, want %.500s", to, got, want)
		}
	}
}
