package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/mattn/go-sqlite3"

	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// Staged is a whole database that does not have its name yet. Place gives it the name,
// and Discard removes it; one of them has to be called.
type Staged struct {
	*Store
	target string
	lock   *flock.Flock  // tells others that the database is not abandoned
	live   bool          // the target is a workspace, which other processes may have open
	vacant bool          // the target must have none
	wait   time.Duration // for them

	// present is the head of the workspace at the target when this database was made; nil
	// if there is none, or if it cannot be read.
	present *ledger.Entry
}

// Backup stages a copy of a workspace for a file: compact, and consistent also while
// others write. An existing file is replaced only with force.
func Backup(ctx context.Context, from, to string, force bool) (*Staged, error) {
	from, err := sourceOf(from)
	if err != nil {
		return nil, err
	}
	if to, err = filepath.Abs(to); err != nil {
		return nil, fmt.Errorf("find the backup: %w", err)
	}
	if belongsTo(to, from) {
		return nil, refuse("backup_is_workspace", "the backup would replace the workspace itself",
			"give another file", to)
	}
	if err := replaceable(to, force); err != nil {
		return nil, err
	}
	return stage(to, workspace.ToInspect, func(path string) error { return copyDatabase(ctx, from, path) })
}

// Restore stages a copy of a backup, in the schema of this program, for the place of the
// workspace at a path. wait is how long Place waits for other processes.
func Restore(ctx context.Context, backup, path string, wait time.Duration) (*Staged, error) {
	backup, err := sourceOf(backup)
	if err != nil {
		return nil, err
	}
	return stageLive(path, wait, func(target, path string) error {
		if belongsTo(backup, target) {
			return refuse("backup_is_workspace", "the backup is the workspace itself", "give another file", backup)
		}
		return copyDatabase(ctx, backup, path)
	})
}

// Rebuild stages a new database for the place of the workspace at a path, with the ledger, the
// audit trail and the conversations of the one at another path, which may be the same, and the
// records that the ledger leads to.
func Rebuild(ctx context.Context, from, path string, wait time.Duration) (*Staged, error) {
	from, err := sourceOf(from)
	if err != nil {
		return nil, err
	}
	return stageLive(path, wait, func(_, path string) error { return rebuild(ctx, from, path) })
}

// replaceable refuses a path that a backup cannot have.
func replaceable(path string, force bool) error {
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return exists(path, "it is not a regular file, so give another name")
	case err == nil && !force:
		return exists(path, "give another name, or replace it with --force")
	}
	return nil
}

func exists(path, hint string) *problem.Refusal {
	r := problem.Refuse(problem.Usage, "file_exists", "the file exists already", hint)
	r.Path = path
	return r
}

// sourceOf resolves the path of a database that has to exist.
func sourceOf(path string) (string, error) {
	path, err := Resolve(path)
	if err != nil {
		return "", err
	}
	file, err := inspect(path)
	if err != nil {
		return "", err
	}
	if file == nil {
		r := problem.Refuse(problem.Usage, "no_such_file", "there is no such file", "check the name")
		r.Path = path
		return "", r
	}
	return path, file.Close()
}

// belongsTo reports whether a path is that of a database, or of a file beside it.
func belongsTo(path, database string) bool {
	for _, suffix := range []string{"", walSuffix, "-shm", lockSuffix} {
		if path == database+suffix {
			return true
		}
	}
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Stat(database)
	return err == nil && os.SameFile(a, b)
}

func stageLive(path string, wait time.Duration, write func(target, path string) error) (*Staged, error) {
	target, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(target); err == nil && (!info.Mode().IsRegular() || links(info) > 1) {
		_, err := inspect(target)
		return nil, err
	}
	if err := makeDir(filepath.Dir(target), syncFile); err != nil {
		return nil, unreadable(target, err)
	}
	present := presentHead(target, wait)
	s, err := stage(target, workspace.ToWrite, func(path string) error { return write(target, path) })
	if err != nil {
		return nil, err
	}
	s.live, s.wait, s.present = true, wait, present
	return s, nil
}

// presentHead is the head of the database at a path, nil if it cannot be read.
func presentHead(path string, wait time.Duration) *ledger.Entry {
	c, _, err := connectToRead(path, true, wait)
	if err != nil {
		return nil
	}
	defer c.close()
	head, err := c.writeReader(never, path).Head()
	if err != nil {
		return nil
	}
	return &head
}

// stage makes a database beside its target with write, and opens it. Databases that
// killed processes have left there are removed.
func stage(target string, mode workspace.Mode, write func(path string) error) (*Staged, error) {
	name, lock, err := claimName(target)
	if err != nil {
		r := refuse("directory_unwritable", "no file can be made in the directory of "+filepath.Base(target),
			"check that the directory exists, and its permissions", target)
		r.Cause = err
		return nil, r
	}
	s := &Staged{Store: &Store{path: name}, target: target, lock: lock}
	if err = write(s.path); err == nil {
		var opened *Store
		if opened, err = Open(s.path, mode); err == nil {
			s.Store = opened
			return s, nil
		}
	}
	s.Discard()
	return nil, err
}

// stagedSuffix ends the names of staged databases.
const stagedSuffix = ".staged"

// claimName makes an empty file (0600) beside a target and locks it. Files that nobody has
// locked are removed: their processes were killed. The lock is of another kind than those
// of SQLite.
func claimName(target string) (name string, lock *flock.Flock, err error) {
	stem := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".")
	f, err := os.CreateTemp(filepath.Dir(stem), filepath.Base(stem)+"*.tmp")
	if err != nil {
		return "", nil, err
	}
	name = strings.TrimSuffix(f.Name(), ".tmp") + stagedSuffix
	if err := f.Close(); err != nil {
		return "", nil, err
	}
	// It gets a name that others look for only when it is locked.
	lock = flock.New(f.Name(), flock.SetFlag(os.O_RDWR))
	if _, err = lock.TryLock(); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = lock.Close()
		_ = os.Remove(f.Name())
		return "", nil, err
	}
	entries, _ := os.ReadDir(filepath.Dir(stem))
	for _, e := range entries {
		path := filepath.Join(filepath.Dir(stem), e.Name())
		if path != name && strings.HasPrefix(path, stem) && strings.HasSuffix(path, stagedSuffix) {
			removeAbandoned(path)
		}
	}
	return name, lock, nil
}

func removeAbandoned(path string) {
	lock := flock.New(path, flock.SetFlag(os.O_RDWR))
	defer lock.Close()
	if free, err := lock.TryLock(); err == nil && free {
		removeDatabase(path)
	}
}

// removeDatabase removes a database and the files beside it.
func removeDatabase(path string) {
	for _, suffix := range []string{walSuffix, "-shm", "-journal", lockSuffix, ""} {
		_ = os.Remove(path + suffix)
	}
}

// copyDatabase writes a compact copy of a database into an empty file. It reads one
// snapshot, and every row of every table, so that no damage of the structure is copied.
func copyDatabase(ctx context.Context, from, to string) error {
	c, _, err := connectToRead(from, false, Wait)
	if err != nil {
		return failed("open the database", from, err)
	}
	defer c.close()
	if _, err := c.raw.ExecContext(ctx, "VACUUM INTO ?", c.bind([]driver.Value{to})); err != nil {
		return failed("copy the database", from, err)
	}
	return nil
}

// Discard removes the database.
func (s *Staged) Discard() {
	_ = s.Store.Close()
	removeDatabase(s.path)
	_ = s.lock.Close() // after the connections, whose locks this drops
}

// Place gives the database its name. A workspace that has the name is kept under another
// one, with the time in it, which is returned: nobody can have the workspace open then,
// and it must not have changed since the database was staged. Either all of this happens
// or nothing, also when the machine stops.
func (s *Staged) Place(ctx context.Context, at time.Time) (kept workspace.Aside, err error) {
	defer s.Discard()
	if err := s.complete(); err != nil {
		return kept, fmt.Errorf("write the database: %w", err)
	}
	place := func() error {
		if err := os.Rename(s.path, s.target); err != nil {
			return fmt.Errorf("name the database: %w", err)
		}
		return syncFile(filepath.Dir(s.target))
	}
	if !s.live && !s.vacant {
		return kept, place()
	}
	leave, err := writeLock{s.target + lockSuffix, s.wait}.enter(ctx)
	if err != nil {
		return kept, err
	}
	defer leave()
	if s.vacant {
		if err := vacant(s.target); err != nil {
			return kept, err
		}
		return kept, place()
	}
	old, err := os.Open(s.target)
	if errors.Is(err, fs.ErrNotExist) {
		return kept, place()
	}
	if err != nil {
		return kept, unreadable(s.target, err)
	}
	defer old.Close() // after the connection, whose locks this drops
	c, err := s.occupy(ctx)
	if err != nil {
		return kept, err
	}
	if c != nil {
		defer c.close()
	}
	name, err := keepAside(old, s.target, at)
	switch {
	case err != nil:
	case c == nil:
		err = moveAside(s.target, name)
	default:
		err = removeIfThere(s.target+"-journal", s.target+walSuffix)
	}
	if err != nil {
		return kept, fmt.Errorf("keep the old database: %w", err)
	}
	return asideAt(name), place()
}

// complete moves the log of the database into its file and syncs that. Then nothing is
// beside the file: what a kill left there after Place, nobody would look for.
func (s *Staged) complete() error {
	if err := s.Store.Close(); err != nil {
		return err
	}
	if info, err := os.Stat(s.path + walSuffix); err == nil && info.Size() > 0 {
		return errors.New("its log could not be moved into it")
	}
	return errors.Join(syncFile(s.path), removeIfThere(s.path+walSuffix, s.path+"-shm", s.path+lockSuffix))
}

// occupy shuts every other process out of the target with a connection, and moves its log
// into the file. The connection writes nothing more: its journal is empty, and SQLite
// deletes it with the connection, which may be after the new database has the name. A
// database that is too damaged to be opened is open to nobody, and has no connection.
func (s *Staged) occupy(ctx context.Context) (*conn, error) {
	const pause = 20 * time.Millisecond
	for tries := s.wait / pause; ; tries-- {
		c, err := s.occupyOnce()
		var cause sqlite3.Error
		if err == nil || !errors.As(err, &cause) {
			return c, err
		}
		switch cause.Code {
		case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
			return nil, nil
		case sqlite3.ErrBusy, sqlite3.ErrLocked:
		default:
			return nil, failed("shut the old database", s.target, err)
		}
		if tries <= 0 {
			r := refuse("database_busy", "another process has the workspace open",
				"nothing was changed; end it, such as assister chat or assister audit tail -f, and try again", s.target)
			r.Passing = true
			return nil, r
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

func (s *Staged) occupyOnce() (*conn, error) {
	c, err := connect(s.target, "rw", false, 0)
	if err != nil {
		return nil, err
	}
	head, err := c.writeReader(never, s.target).Head()
	if err == nil && s.present != nil && head.Hash != s.present.Hash {
		_ = c.close()
		return nil, problem.Refuse(problem.Conflict, "workspace_changed",
			"the workspace has changed in the meantime; nothing was replaced", "run the command again")
	}
	// This succeeds for the only connection, and moves the log into the file.
	if err := c.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE"); err != nil {
		_ = c.close()
		return nil, err
	}
	return c, nil
}

// asideTime is the time in the name of a database that is kept aside.
const asideTime = "20060102T150405Z"

// Asides returns the replaced databases that are kept beside one, oldest first.
func Asides(path string) (kept []workspace.Aside, err error) {
	if path, err = Resolve(path); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		name, begins := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if begins && endsInTime(name) && e.Type().IsRegular() {
			kept = append(kept, asideAt(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return kept, nil
}

// endsInTime reports whether the rest of a name is that of a database that was kept aside:
// "20261121T080000Z", or "20261121T080000Z-2".
func endsInTime(rest string) bool {
	stamp, number, numbered := strings.Cut(rest, "-")
	_, err := time.Parse(asideTime, stamp)
	if err == nil && numbered {
		_, err = strconv.Atoi(number)
	}
	return err == nil
}

// asideAt is a database that is kept aside, with what was moved with it.
func asideAt(path string) workspace.Aside {
	a := workspace.Aside{Path: path}
	for _, suffix := range [...]string{"", walSuffix, "-journal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			a.Files = append(a.Files, path+suffix)
			a.Bytes += info.Size()
		}
	}
	return a
}

// keepAside copies the old database to a name with the time.
func keepAside(old *os.File, path string, at time.Time) (kept string, err error) {
	stem := path + "." + at.UTC().Format(asideTime)
	kept = stem
	for n := 2; ; n++ {
		if err = copyFile(old, kept); !errors.Is(err, fs.ErrExist) {
			return kept, err
		}
		kept = stem + "-" + strconv.Itoa(n)
	}
}

// moveAside moves what belongs to a database that cannot be opened to the name under which
// it is kept. SQLite would play a log or a journal of the old database into the new one.
func moveAside(path, kept string) error {
	for _, suffix := range []string{walSuffix, "-journal"} {
		if err := os.Rename(path+suffix, kept+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := removeIfThere(path + "-shm"); err != nil {
		return err
	}
	return syncFile(filepath.Dir(path))
}

// removeIfThere removes files, some of which may not exist.
func removeIfThere(paths ...string) error {
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyFile copies a file to a new one (0600) and syncs it.
func copyFile(from *os.File, to string) error {
	info, err := from.Stat()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.Copy(f, io.NewSectionReader(from, 0, info.Size())); err != nil {
		return err
	}
	return f.Sync()
}

var _ workspace.Store = (*Staged)(nil)
