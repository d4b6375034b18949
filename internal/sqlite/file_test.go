package sqlite

import (
	"bufio"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mattn/go-sqlite3"

	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"

	"assister/internal/sqlite/migrations"
	"assister/internal/storetest"
	"assister/internal/workspace"
)

// code returns the code of a refusal, or the text of another error.
func code(err error) string {
	var r *problem.Refusal
	if errors.As(err, &r) {
		return r.Problem.Code
	}
	return fmt.Sprint(err)
}

func TestTheLibraryHasNoKnownWALBug(t *testing.T) {
	// Before 3.51.3 a commit and a checkpoint at one instant could (sqlite.org/wal.html#walresetbug).
	if text, number, _ := sqlite3.Version(); number < 3_051_003 {
		t.Error("SQLite is", text)
	}
}

func TestTheSchemaVersionIsTheNumberOfMigrations(t *testing.T) {
	files, err := migrations.Files.ReadDir(".")
	if err != nil || len(files) != SchemaVersion {
		t.Errorf("%d migrations, version %d, %v", len(files), SchemaVersion, err)
	}
	for i, f := range files {
		if !strings.HasPrefix(f.Name(), fmt.Sprintf("%04d_", i+1)) {
			t.Error(f.Name(), "is out of order")
		}
	}
}

// later is the schema of a later version, with one more migration.
func later(t *testing.T, migration string) migrationSet {
	t.Helper()
	files := fstest.MapFS{fmt.Sprintf("%04d_later.sql", SchemaVersion+1): {Data: []byte(migration)}}
	embedded, err := migrations.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range embedded {
		text, err := migrations.Files.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = &fstest.MapFile{Data: text}
	}
	return migrationSet{version: SchemaVersion + 1, files: files}
}

// openLater opens a workspace with the schema of a later version.
func openLater(t *testing.T, path string, mode workspace.Mode, migration string) *Store {
	t.Helper()
	s, err := openAs(ctx, path, mode, Wait, later(t, migration))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestAnUpToDateWorkspaceReadsNoMigration(t *testing.T) {
	s := fresh(t)
	s.Close()
	s, err := openAs(ctx, s.Path(), workspace.ToWrite, Wait, migrationSet{version: SchemaVersion}) // a migration would panic
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestAForeignFileIsRefusedAndNotModified(t *testing.T) {
	foreign := func(statements string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			c, err := connect(path, "rwc", false, Wait)
			if err != nil {
				t.Fatal(err)
			}
			defer c.close()
			if err := c.exec(statements); err != nil {
				t.Fatal(err)
			}
		}
	}
	marked := func(application, version int) func(t *testing.T, path string) {
		return foreign(fmt.Sprintf("PRAGMA journal_mode=WAL; PRAGMA application_id=%d; PRAGMA user_version=%d", application, version))
	}
	content := func(text string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tt := range []struct {
		name, code string
		make       func(t *testing.T, path string)
	}{
		{"an empty file", "database_empty", content("")},
		{"a short text", "database_foreign", content("milk\n")},
		{"a long text", "database_foreign", content(strings.Repeat("milk\n", 1000))},
		{"a header and no more", "database_foreign", content("SQLite format 3\x00")},
		{"another program's database", "database_foreign", foreign("CREATE TABLE t (a); INSERT INTO t VALUES (1)")},
		{"a newer database", "database_too_new", marked(applicationID, SchemaVersion+1)},
		{"an unreleased build's database", "database_unreleased", marked(unreleasedID, 14)},
		{"a database without tables", "database_foreign", foreign(fmt.Sprintf("PRAGMA application_id=%d", applicationID))},
		{"a directory", "database_is_directory", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}},
		{"a link to nothing", "database_link_broken", func(t *testing.T, path string) {
			if err := os.Symlink(path+".gone", path); err != nil {
				t.Fatal(err)
			}
		}},
		{"a second name", "database_hard_linked", func(t *testing.T, path string) {
			if _, err := Open(path, workspace.ToWrite); err != nil {
				t.Fatal(err)
			}
			if err := os.Link(path, path+".other"); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		for name, mode := range map[string]workspace.Mode{"read": workspace.ToRead, "rehearse": workspace.ToDryRun, "write": workspace.ToWrite} {
			t.Run(tt.name+" to "+name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "w.db")
				tt.make(t, path)
				before, _ := os.ReadFile(path)
				_, err := Open(path, mode)
				if code(err) != tt.code {
					t.Fatalf("%v, want %s", err, tt.code)
				}
				var r *problem.Refusal
				if errors.As(err, &r); r.Problem.Hint == "" || r.Path == "" || r.Class != problem.Failed {
					t.Errorf("%+v", r)
				}
				if after, _ := os.ReadFile(path); string(after) != string(before) {
					t.Error("the file was changed")
				}
			})
		}
	}
}

func TestSpecialCharactersOfURIsInNamesAreEscaped(t *testing.T) {
	for _, name := range []string{"a#b.db", "a%41.db", "a?mode=memory", "a?b&c=d.db", "tâche 1.db", "a;b'c\".db"} {
		dir := t.TempDir()
		s := open(t, filepath.Join(dir, name), workspace.ToWrite)
		commit(t, s, creates(task(1, "a"))...)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files, _ := os.ReadDir(dir)
		if len(files) != 2 || files[0].Name() != name || files[1].Name() != name+lockSuffix {
			t.Errorf("%s: %v", name, files)
		}
	}
	for _, name := range []string{"", "a\x00b"} {
		if _, err := Open(name, workspace.ToWrite); code(err) != "invalid_database_path" {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestNobodyElseCanReadTheFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := open(t, filepath.Join(dir, "w.db"), workspace.ToWrite)
	commit(t, s, creates(task(1, "a"))...)
	for _, name := range []string{"", "w.db", "w.db-wal", "w.db-shm", "w.db.lock"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Error(name, info, err)
		}
	}
}

func TestAReaderCreatesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "w.db")
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToDryRun, workspace.ToInspect} {
		if found := find(t, open(t, path, mode), filter.Condition{}); len(found) != 0 {
			t.Error(found)
		}
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Error("something was made", err)
	}
}

func TestASymlinkAndItsTargetAreOneWorkspace(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "w.db"), workspace.ToWrite)
	if err := os.Symlink("w.db", filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	linked := open(t, filepath.Join(dir, "link.db"), workspace.ToWrite)
	if linked.Path() != s.Path() {
		t.Error(linked.Path(), s.Path())
	}
	commit(t, linked, creates(task(1, "a"))...)
	if len(find(t, s, filter.Condition{})) != 1 {
		t.Error("what was written under one name is not there under the other")
	}
}

func TestAnOrphanedLogIsNotReplayedIntoANewDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	if err := os.WriteFile(path+walSuffix, []byte("pages"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToDryRun, workspace.ToWrite} {
		if _, err := Open(path, mode); code(err) != "database_missing" {
			t.Error(mode, err)
		}
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("a database was made", err)
	}
}

func TestAnUnfinishedNewDatabaseIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	if err := os.WriteFile(path+newSuffix, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	commit(t, open(t, path, workspace.ToWrite), creates(task(1, "a"))...)
	if _, err := os.Stat(path + newSuffix); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestACopyThatIsNotInWALModeIsConverted(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	copied := filepath.Join(t.TempDir(), "copy.db")
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.exec("VACUUM INTO '" + copied + "'"); err != nil {
		t.Fatal(err)
	}
	s.put(c)
	if found := find(t, open(t, copied, workspace.ToRead), filter.Condition{}); len(found) != 1 {
		t.Error(found)
	}
	commit(t, open(t, copied, workspace.ToWrite), creates(task(2, "b"))...)
}

func TestAReaderCannotWrite(t *testing.T) {
	path := fresh(t).path
	s := open(t, path, workspace.ToRead)
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	var busy *problem.Refusal
	if err := failed("read", path, sqlite3.Error{Code: sqlite3.ErrBusy}); !errors.As(err, &busy) || !busy.Passing {
		t.Errorf("that somebody writes passes; told is %v", err)
	}
	if err := c.exec("DELETE FROM task"); code(failed("write", path, err)) != "database_read_only" {
		t.Error(err)
	}
}

func TestAnUpdateWaitsForTheLockAndNamesItsHolder(t *testing.T) {
	path := fresh(t).path
	s, err := OpenWithin(ctx, path, workspace.ToWrite, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	leave, err := s.lock.enter(ctx)
	if err != nil {
		t.Fatal(err)
	}
	update := func(ctx context.Context) error {
		_, err := s.Update(ctx, func(workspace.Reader) (workspace.Commit, error) {
			t.Error("the lock was not waited for")
			return workspace.Commit{}, nil
		})
		return err
	}
	if err := update(ctx); code(err) != "database_busy" || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Error(err)
	}
	s.lock.wait = Wait
	cancelled, cancel := context.WithCancel(ctx)
	time.AfterFunc(time.Millisecond, cancel)
	if err := update(cancelled); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	leave()
	commit(t, s, creates(task(1, "a"))...) // callers that gave up release the lock when they get it
}

// TestMain is also the other process of TestConcurrentCreatingProcessesAllSucceed.
func TestMain(m *testing.M) {
	if path := os.Getenv("SQLITE_TEST_DATABASE"); path != "" {
		n := 5
		if os.Getenv("SQLITE_TEST_UNTIL_KILLED") != "" {
			n = 1_000_000
		}
		if err := addTasks(path, n); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// addTasks opens a database and adds tasks, each in its own batch. It reports each on
// stdout after the commit.
func addTasks(path string, n int) error {
	s, err := Open(path, workspace.ToWrite)
	if err != nil {
		return err
	}
	for range n {
		receipt, err := s.Update(ctx, addTask)
		if err != nil {
			return err
		}
		fmt.Println("batch", receipt.Head.Batch)
	}
	return s.Close()
}

// countAll returns the number of tasks, after verifying every audit row.
func countAll(t *testing.T, path string) int {
	t.Helper()
	s := open(t, path, workspace.ToRead)
	var before ledger.Entry
	view(t, s, func(r workspace.Reader) error {
		return r.Audit(0, func(e ledger.Entry) error {
			if e.Seq != before.Seq+1 || e.Batch != before.Batch+1 || e.Link(before.Hash) != e.Hash {
				t.Errorf("row %+v after %+v", e, before)
			}
			before = e
			return nil
		})
	})
	return len(find(t, s, filter.Condition{}))
}

func TestConcurrentCreatingProcessesAllSucceed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "w.db")
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "SQLITE_TEST_DATABASE="+path)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	if n := countAll(t, path); n != 30 {
		t.Error(n, "tasks")
	}
}

// TestAcknowledgedBatchesSurviveAKill kills writers repeatedly while others write.
func TestAcknowledgedBatchesSurviveAKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	var all sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	for writer := range 3 {
		all.Go(func() {
			for life := range 4 {
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), "SQLITE_TEST_DATABASE="+path, "SQLITE_TEST_UNTIL_KILLED=1")
				out, err := cmd.StdoutPipe()
				if err != nil || cmd.Start() != nil {
					t.Error("no writer", err)
					return
				}
				lines := bufio.NewScanner(out)
				for n := 0; lines.Scan(); n++ {
					mu.Lock()
					if acknowledged[lines.Text()] {
						t.Error(lines.Text(), "twice")
					}
					acknowledged[lines.Text()] = true
					mu.Unlock()
					if n == 5+7*writer+3*life {
						_ = cmd.Process.Kill() // its output until then is still read
					}
				}
				_ = cmd.Wait()
			}
		})
	}
	all.Wait()
	if n := countAll(t, path); n < len(acknowledged) || len(acknowledged) < 100 {
		t.Errorf("%d tasks, %d acknowledged", n, len(acknowledged))
	}
}

func TestAReadOnlyDirectoryCanBeRead(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is forbidden to root")
	}
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "w.db"), workspace.ToWrite)
	commit(t, s, creates(task(1, "a"))...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, forbidden := range []struct {
		name string
		mode os.FileMode
	}{{s.path, 0o400}, {dir, 0o500}} {
		if err := os.Chmod(forbidden.name, forbidden.mode); err != nil {
			t.Fatal(err)
		}
		if n := len(find(t, open(t, s.path, workspace.ToRead), filter.Condition{})); n != 1 {
			t.Error(forbidden.name, n)
		}
		w, err := Open(s.path, workspace.ToWrite)
		if err == nil {
			_, err = w.Update(ctx, addTask)
		}
		if c := code(err); c != "database_read_only" && c != "database_unreadable" {
			t.Error(forbidden.name, err)
		}
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestDataInTheLogIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s, err := Open(path, workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, creates(task(1, "a"))...)
	if err := s.CloseOnExit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path + walSuffix); err != nil || info.Size() == 0 {
		t.Error("the log was moved", err)
	}
	if n := countAll(t, path); n != 1 {
		t.Error(n, "tasks")
	}
	s.Close()
}

func TestAFullDiskIsARefusalAndChangesNothing(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	before := dump(t, s)
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.each(never, "PRAGMA max_page_count = 1", func([]driver.Value) error { return nil }); err != nil {
		t.Fatal(err)
	}
	s.put(c)
	long := strings.Repeat("long ", 10_000)
	_, err = s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		return storetest.Batch(r, creates(task(2, long))...)
	})
	if code(err) != "disk_full" || errors.Is(err, workspace.ErrUnknownOutcome) {
		t.Error(err)
	}
	if after := dump(t, s); after != before {
		t.Error("something was changed")
	}
}

func TestACommitThatSQLiteRejectsDidNotHappen(t *testing.T) {
	s := fresh(t)
	before := dump(t, s)
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c.raw.RegisterCommitHook(func() int { return 1 })
	s.put(c)
	if _, err := s.Update(ctx, addTask); err == nil || errors.Is(err, workspace.ErrUnknownOutcome) {
		t.Error(err)
	}
	c.raw.RegisterCommitHook(nil)
	if after := dump(t, s); after != before {
		t.Error("something was changed")
	}
}

func TestACommitWithAnErrorIsVerifiedByReading(t *testing.T) {
	broken := sqlite3.Error{Code: sqlite3.ErrIoErr, ExtendedCode: sqlite3.ErrIoErrFsync}
	s := fresh(t)
	var done workspace.Commit
	receipt, err := s.Update(ctx, func(r workspace.Reader) (c workspace.Commit, err error) {
		done, err = addTask(r)
		return done, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.settleCommit(done, receipt.Head, broken); err != nil {
		t.Error("the batch is there:", err)
	}
	missing := workspace.Commit{Batch: &ledger.Batch{ID: 2}}
	if err := s.settleCommit(missing, receipt.Head, broken); code(err) != "io_error" || errors.Is(err, workspace.ErrUnknownOutcome) {
		t.Error("the batch is not there:", err)
	}
	// A connection without the lock prevents the overwriting of the place.
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	if err := c.exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	defer c.rollback()
	short := &Store{path: s.path, mode: workspace.ToWrite, views: make(chan struct{}, 1)}
	if err := short.settleCommit(missing, receipt.Head, broken); !errors.Is(err, workspace.ErrUnknownOutcome) {
		t.Error("nobody can tell:", err)
	}
	full := sqlite3.Error{Code: sqlite3.ErrFull}
	if err := short.settleCommit(missing, receipt.Head, full); code(err) != "disk_full" || errors.Is(err, workspace.ErrUnknownOutcome) {
		t.Error("what had no room was not written:", err)
	}
}

func TestAViewCannotWrite(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "assister.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	insert := "INSERT INTO project (id, rev, folded, name) VALUES (1, 1, 'x', 'x')"
	err = s.View(context.Background(), func(r workspace.Reader) error { return r.(reader).c.exec(insert) })
	if err == nil {
		t.Fatal("a view wrote")
	}
	_, err = s.Update(context.Background(), func(r workspace.Reader) (workspace.Commit, error) {
		return workspace.Commit{DryRun: true}, r.(reader).c.exec(insert)
	})
	if err != nil {
		t.Errorf("an update after a view cannot write: %v", err)
	}
}
func TestTheNamesOfNewDirectoriesAreSynced(t *testing.T) {
	top := t.TempDir()
	var synced []string
	sync := func(dir string) error {
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("%s is synced before there is a name in it: %v, %v", dir, entries, err)
		}
		synced = append(synced, dir)
		return err
	}
	if err := makeDir(filepath.Join(top, "a", "b", "c"), sync); err != nil {
		t.Fatal(err)
	}
	if want := top + " " + top + "/a " + top + "/a/b"; strings.Join(synced, " ") != want {
		t.Errorf("synced %v, want %s", synced, want)
	}
	if err := makeDir(filepath.Join(top, "a"), sync); err != nil || len(synced) != 3 {
		t.Error("a directory that was there was synced", synced, err)
	}
}

// The first schema kept what is undone as marks that moved along the undos of undos. The
// second derives it from the ledger, under the batch that was applied.
func TestTheLedgerOfTheFirstSchemaSaysWhatIsUndone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s, err := openAs(ctx, path, workspace.ToWrite, Wait, migrationSet{version: 1, files: migrations.Files})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range []struct {
		action  string
		undoes  driver.Value
		mark    driver.Value
		changes []int64 // of the records with these ids
	}{
		{"apply", nil, int64(4), []int64{1, 2}}, // 1
		{"undo", int64(1), nil, []int64{2, 1}},
		{"redo", int64(2), nil, []int64{1, 2}},
		{"undo", int64(3), nil, []int64{2}},   // 4, in part
		{"apply", nil, int64(5), nil},         // 5, for its key
		{"apply", nil, int64(8), []int64{3}},  // 6
		{"undo", int64(6), nil, []int64{3}},   // 7
		{"undo", int64(6), nil, nil},          // 8, by force, of a record that is gone
		{"apply", nil, nil, []int64{4, 5, 6}}, // 9
	} {
		id := int64(i + 1)
		if err := c.Change(1, `INSERT INTO batch (id, at, action, undoes, correlation_id, fingerprint, results)
			VALUES (?, 1, ?, ?, '', '', '')`, id, b.action, b.undoes); err != nil {
			t.Fatal(err)
		}
		for n, record := range b.changes {
			if err := c.Change(1, `INSERT INTO change (batch, seq, kind, id, existed, "exists", rev_before, rev_after, cells)
				VALUES (?, ?, 'task', ?, 1, 1, 1, 1, '{}')`, id, int64(n), record); err != nil {
				t.Fatal(err)
			}
		}
		if b.mark != nil {
			if err := c.exec(fmt.Sprintf("PRAGMA foreign_keys = 0; UPDATE batch SET undone_by = %d WHERE id = %d",
				b.mark, id)); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.put(c)
	s.Close()

	s = open(t, path, workspace.ToWrite)
	view(t, s, func(r workspace.Reader) error {
		for id, want := range map[int64][2]int64{ // root and mark
			1: {0, 0}, 2: {1, 3}, 3: {1, 0}, 4: {1, 0}, 5: {0, 5}, 6: {0, 7}, 7: {6, 0}, 8: {6, 8}, 9: {0, 0},
		} {
			b, ok, err := r.Batch(id)
			if !ok || b.Root != want[0] || b.UndoneBy != want[1] {
				t.Errorf("batch %d has root %d and mark %d, want %v, %v", id, b.Root, b.UndoneBy, want, err)
			}
		}
		return nil
	})
	commit(t, s, creates(task(7, "Milk"))...) // the schema is that of the program
	if c, err = s.take(ctx); err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	if err := c.exec("UPDATE batch SET root = 9 WHERE id = 2"); err == nil {
		t.Error("the root can be written over")
	}
}
