package sqlite

import (
	"assister/internal/schema"
	"database/sql/driver"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/workspace"
)

// placed gives a staged database its name.
func placed(t *testing.T, s *Staged, err error) (kept string) {
	t.Helper()
	var aside workspace.Aside
	if err == nil {
		aside, err = s.Place(ctx, noon)
	}
	if err != nil {
		t.Fatal(err)
	}
	return aside.Path
}

// Only what Place has kept is listed, with its size and the files that belong to it.
func TestReplacedDatabasesAreListed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "w.db")
	for name, text := range map[string]string{
		"w.db.20261121T080000Z": "12345", "w.db.20261121T080000Z-wal": "678", "w.db.20261121T080000Z-2": "12",
		"w.db": "x", "w.db-wal": "x", "w.db.20261121": "x", "w.db.bak": "x", "v.db.20261121T080000Z": "x", "w.db.20261121T080000Z-x": "x",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := Asides(path)
	first, second := path+".20261121T080000Z", path+".20261121T080000Z-2"
	want := []workspace.Aside{{Path: first, Files: []string{first, first + "-wal"}, Bytes: 8}, {Path: second, Files: []string{second}, Bytes: 2}}
	if err != nil || fmt.Sprint(kept) != fmt.Sprint(want) {
		t.Errorf("got %v, %v; want %v", kept, err, want)
	}
	if kept, err := Asides(filepath.Join(dir, "none", "w.db")); err != nil || kept != nil {
		t.Errorf("without a directory: %v, %v", kept, err)
	}
}

// tidyDir fails the test if a directory has other files than these.
func tidyDir(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if strings.Join(found, " ") != strings.Join(names, " ") {
		t.Errorf("there are %q, want %q", found, names)
	}
}

func TestABackupIsConsistentWhileOthersWrite(t *testing.T) {
	s := fresh(t)
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for range 3 {
		writers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.Update(ctx, addTask); err != nil {
					t.Error(err)
				}
			}
		})
	}
	dir := t.TempDir()
	for n := range 5 {
		to := filepath.Join(dir, fmt.Sprint(n))
		b, err := Backup(ctx, s.Path(), to, false)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := b.Examine(ctx); err != nil || len(found.Problems) > 0 {
			t.Error(found, err)
		}
		placed(t, b, nil)
		if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info, err)
		}
		tasks(t, to)
	}
	close(stop)
	writers.Wait()
	tidyDir(t, dir, "0", "1", "2", "3", "4")
}

func TestABackupReplacesAFileOnlyWhenItIsForced(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "Milk"))...)
	dir := t.TempDir()
	to := filepath.Join(dir, "backup")
	if err := os.WriteFile(to, []byte("something else"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(ctx, s.Path(), to, false); code(err) != "file_exists" {
		t.Error(err)
	}
	if _, err := Backup(ctx, s.Path(), dir, true); code(err) != "file_exists" {
		t.Error(err)
	}
	tidyDir(t, dir, "backup")
	b, err := Backup(ctx, s.Path(), to, true)
	placed(t, b, err)
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 || tasks(t, to) != 1 {
		t.Error(info, err)
	}
}

func TestWhatIsNoDatabaseOrTheSameOneIsNoBackup(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "Milk"))...)
	path := s.Path()
	s.Close()
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	same := filepath.Join(dir, "same")
	if err := os.Symlink(path, same); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{path: "backup_is_workspace", same: "backup_is_workspace", text: "database_foreign",
		dir: "database_is_directory", filepath.Join(dir, "none"): "no_such_file"} {
		if _, err := Restore(ctx, from, path, Wait); code(err) != want {
			t.Errorf("restore %s: %v, want %s", from, err, want)
		}
	}
	for _, to := range []string{path, path + walSuffix, same} {
		if _, err := Backup(ctx, path, to, true); code(err) != "backup_is_workspace" {
			t.Errorf("backup to %s: %v", to, err)
		}
	}
	tidyDir(t, filepath.Dir(path), "w.db", "w.db.lock")
	tidyDir(t, dir, "same", "text")
}

// restorable is a workspace with two tasks, and a backup of the first.
func restorable(t *testing.T) (path, backup string) {
	t.Helper()
	s := fresh(t)
	commit(t, s, creates(task(1, "Milk"))...)
	backup = filepath.Join(t.TempDir(), "backup")
	b, err := Backup(ctx, s.Path(), backup, false)
	placed(t, b, err)
	commit(t, s, creates(task(2, "Bread"))...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s.Path(), backup
}

func TestARestoreKeepsTheOldWorkspaceAside(t *testing.T) {
	path, backup := restorable(t)
	for n, name := range []string{"", "-2"} {
		s, err := Restore(ctx, backup, path, Wait)
		kept := placed(t, s, err)
		if kept != path+"."+noon.UTC().Format("20060102T150405Z")+name {
			t.Error("kept as", kept)
		}
		if n == 0 && tasks(t, kept) != 2 {
			t.Error("what was kept is not the old workspace")
		}
		if n := tasks(t, path); n != 1 {
			t.Errorf("%d tasks", n)
		}
		if err := attempt(path); err != nil {
			t.Error(err)
		}
	}
	tidyDir(t, filepath.Dir(backup), "backup")
}

func TestARestoreNeedsNoWorkspace(t *testing.T) {
	_, backup := restorable(t)
	path := filepath.Join(t.TempDir(), "new", "w.db")
	s, err := Restore(ctx, backup, path, Wait)
	if kept := placed(t, s, err); kept != "" || tasks(t, path) != 1 {
		t.Error("kept", kept)
	}
}

func TestADamagedWorkspaceIsReplacedAndKept(t *testing.T) {
	for name, harm := range map[string]func(text []byte){
		"header":    func(text []byte) { clear(text[:4096]) },
		"schema":    func(text []byte) { clear(text[100:4096]) },
		"a page":    func(text []byte) { clear(text[3*4096 : 4*4096]) },
		"all of it": func(text []byte) { clear(text) },
	} {
		path, backup := restorable(t)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		harm(text)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+walSuffix, []byte("what is left of a log"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Restore(ctx, backup, path, Wait)
		kept := placed(t, s, err)
		if n := tasks(t, path); n != 1 {
			t.Errorf("%s: %d tasks", name, n)
		}
		if old, err := os.ReadFile(kept); err != nil || len(old) != len(text) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNothingIsReplacedThatAnotherProcessHasOpen(t *testing.T) {
	path, backup := restorable(t)
	other := open(t, path, workspace.ToRead)
	find(t, other, filter.Condition{})
	s, err := Restore(ctx, backup, path, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Place(ctx, noon); code(err) != "database_busy" {
		t.Error(err)
	}
	if n := len(find(t, other, filter.Condition{})); n != 2 {
		t.Errorf("%d tasks", n)
	}
	tidyDir(t, filepath.Dir(path), "w.db", "w.db-shm", "w.db-wal", "w.db.lock")
}

func TestNothingIsReplacedThatHasChangedSinceItWasLookedAt(t *testing.T) {
	path, backup := restorable(t)
	s, err := Restore(ctx, backup, path, Wait)
	if err != nil {
		t.Fatal(err)
	}
	if err := attempt(path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Place(ctx, noon); code(err) != "workspace_changed" {
		t.Error(err)
	}
	if n := tasks(t, path); n != 3 {
		t.Errorf("%d tasks", n)
	}
}

func TestARebuiltWorkspaceIsTheSame(t *testing.T) {
	s := fresh(t)
	was := task(1, "Milk", "scheduledFor", day(1))
	commit(t, s, creates(was, task(2, "Tea"), project(1, "Home"), project(2, "Work"))...)
	now := was.With("projectId", record.ID(1))
	commit(t, s, ledger.Diff(was, now), ledger.Deleted(task(2, "Tea")))
	commit(t, s, ledger.Diff(now, now.With("title", record.Text("Oat milk"))))
	commit(t, s, creates(task(3, "Rake", "projectId", record.ID(2)))...)
	commit(t, s, ledger.Deleted(task(3, "Rake", "projectId", record.ID(2))))
	derived := regexp.MustCompile(`sqlite_sequence \[(text|vector)_.*\n`) // which are computed again
	before := derived.ReplaceAllString(dump(t, s), "")
	by(t, s, "UPDATE task SET title = 'Silk'; UPDATE project SET touched = 0; DELETE FROM project WHERE id = 2; DROP TRIGGER audit_is_not_deleted")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Rebuild(ctx, s.Path(), s.Path(), Wait)
	kept := placed(t, r, err)
	again := open(t, s.Path(), workspace.ToWrite)
	if after := derived.ReplaceAllString(dump(t, again), ""); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	if found, err := again.Examine(ctx); err != nil || len(found.Problems) > 0 {
		t.Error(found.Problems, err)
	}
	if found, err := open(t, kept, workspace.ToRead).Examine(ctx); err != nil || len(found.Differences) != 3 {
		t.Errorf("%+v, %v", found.Differences, err)
	}
	view(t, again, func(r workspace.Reader) error {
		if id, err := r.NextID("task"); id != 4 || err != nil {
			t.Error("the next id is", id, err)
		}
		return nil
	})
	if err := attempt(s.Path()); err != nil {
		t.Error(err)
	}
}

func TestADamagedTableIsRebuiltAndADamagedLedgerIsNot(t *testing.T) {
	for table, want := range map[string]string{"task": "<nil>", "task_day": "<nil>", "change": Damaged} {
		path := small(t)
		s := open(t, path, workspace.ToRead)
		page := number(t, s, "SELECT rootpage FROM sqlite_schema WHERE name = '"+table+"'")
		s.Close()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		clear(text[(page-1)*4096 : page*4096])
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Rebuild(ctx, path, path, Wait)
		if err == nil {
			_, err = r.Place(ctx, noon)
		}
		if code(err) != want {
			t.Errorf("%s: %v, want %s", table, err, want)
		}
		if err == nil && tasks(t, path) != 141 {
			t.Error(table, "was not rebuilt")
		}
	}
}

// tasks is how many tasks there are. It looks at everything, and leaves nothing open.
func tasks(t *testing.T, path string) int {
	t.Helper()
	s, err := Open(path, workspace.ToRead)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if found, err := s.Examine(ctx); err != nil || len(found.Problems) > 0 {
		t.Error(path, found.Problems, err)
	}
	return len(find(t, s, filter.Condition{Kinds: []string{"task"}}))
}

func TestWhatAKilledProcessLeftIsRemoved(t *testing.T) {
	path, backup := restorable(t)
	dir := filepath.Dir(path)
	for _, name := range []string{".w.db.1.staged", ".w.db.1.staged-wal", ".w.db.1.staged.lock", ".w.db.other", "w.db.staged"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one, err := Restore(ctx, backup, path, Wait)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Restore(ctx, backup, path, Wait)
	if err != nil {
		t.Fatal(err)
	}
	other.Discard()
	if found, err := one.Examine(ctx); err != nil || len(found.Problems) > 0 {
		t.Error("another process has removed it:", found.Problems, err)
	}
	one.Discard()
	tidyDir(t, dir, ".w.db.other", "w.db", "w.db.lock", "w.db.staged")
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
