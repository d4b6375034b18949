package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"assister/internal/relational"
	"assister/internal/workspace"
)

var (
	_ relational.Source = (*Store)(nil)
	_ relational.Target = Incoming{}
)

// Incoming is a staged database that gets the rows of another workspace.
type Incoming struct{ *Staged }

// Load implements relational.Target. It need not survive a loss of power, since Place syncs
// the whole file.
func (i Incoming) Load(ctx context.Context, fn func(r relational.Reader, w relational.Writer) error) error {
	return i.writeUnlogged(ctx, "copy the rows", fn)
}

// Empty implements relational.Target.
func (i Incoming) Empty(context.Context) error {
	if err := i.Store.Close(); err != nil {
		return err
	}
	path := i.path
	if err := empty(path); err != nil {
		return err
	}
	opened, err := Open(path, workspace.ToWrite)
	if err == nil {
		i.Staged.Store = opened
	}
	return err
}

// empty makes the file at a path an empty database. It stays the same file, which has a lock.
func empty(path string) error {
	if err := removeIfThere(path+walSuffix, path+"-shm", path+"-journal"); err != nil {
		return err
	}
	if err := os.Truncate(path, 0); err != nil {
		return err
	}
	return released.fill(path)
}

// Gather stages a database for a file, which it replaces only with force, with what copy
// copies into it.
func Gather(to string, force bool, copy func(to relational.Target) error) (*Staged, error) {
	to, err := filepath.Abs(to)
	if err != nil {
		return nil, fmt.Errorf("find the file: %w", err)
	}
	if err := replaceable(to, force); err != nil {
		return nil, err
	}
	s, err := stage(to, workspace.ToWrite, released.fill)
	if err != nil {
		return nil, err
	}
	if err := copy(Incoming{s}); err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

// copySuffix ends the name of a database that another workspace is copied to.
const copySuffix = ".copy"

// Receive stages a database for a path that has none, for the rows of another workspace. It
// continues an interrupted copy.
func Receive(path string) (*Incoming, error) {
	target, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	if err := vacant(target); err != nil {
		return nil, err
	}
	name := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+copySuffix)
	lock, err := claimCopy(name, target)
	if err != nil {
		return nil, err
	}
	opened, err := Open(name, workspace.ToWrite)
	if err != nil { // it was interrupted before it was a database, or is damaged
		if err = empty(name); err == nil {
			opened, err = Open(name, workspace.ToWrite)
		}
	}
	if err != nil {
		_ = lock.Close()
		return nil, err
	}
	s := &Staged{Store: opened, target: target, lock: lock, vacant: true, wait: Wait}
	return &Incoming{s}, nil
}

// vacant refuses a path that has a file.
func vacant(path string) error {
	f, err := inspect(path)
	if f != nil {
		_ = f.Close()
		return workspace.Occupied(path)
	}
	return err
}

// claimCopy makes the file of a copy (0600) if there is none, and locks it.
func claimCopy(name, target string) (*flock.Flock, error) {
	lock := flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	free, err := lock.TryLock()
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission):
		r := refuse("directory_unwritable", "no file can be made in the directory of "+filepath.Base(target),
			"check that the directory exists, and its permissions", target)
		r.Cause = err
		return nil, r
	case err != nil:
		return nil, fmt.Errorf("lock the copy: %w", err)
	case !free:
		r := refuse("copy_running", "another process copies a workspace to the same place", "wait for it", target)
		r.Passing = true
		return nil, r
	}
	return lock, nil
}

// Discard closes the database, and keeps it for the next copy.
func (i Incoming) Discard() {
	_ = i.Store.Close()
	_ = i.lock.Close()
}
