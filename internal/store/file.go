package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// file is a workspace in a file of SQLite.
type file struct{ path string }

func (f file) String() string            { return f.path }
func (f file) File() string              { return f.path }
func (f file) Trips() int64              { return 0 }
func (f file) Identity() (string, error) { return sqlite.Resolve(f.path) }

func (f file) Open(ctx context.Context, o workspace.Opening) (Store, error) {
	if o.Existing && !f.exists() {
		return nil, f.Absent()
	}
	return present(sqlite.OpenWithin(ctx, f.path, o.Mode, o.Wait))
}

// Exists reports whether anything has the path. What it is, Open says.
func (f file) Exists(context.Context, time.Duration) (bool, error) { return f.exists(), nil }

func (f file) exists() bool {
	_, err := os.Stat(f.path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (f file) Absent() *problem.Refusal {
	return problem.Refuse(problem.Usage, workspace.NoWorkspace, "there is no workspace at "+f.path,
		"check --db, or create the workspace by applying a change: assister apply --db "+problem.ShellWord(f.path))
}

func (f file) Backup(ctx context.Context, to string, force bool, _ time.Duration) (Staged, error) {
	if !f.exists() {
		return nil, f.Absent()
	}
	return staged(sqlite.Backup(ctx, f.path, to, force))
}

func (f file) Restore(ctx context.Context, backup string, r Replacing) (Staged, error) {
	return staged(sqlite.Restore(ctx, backup, f.path, r.Wait))
}

func (f file) Rebuild(ctx context.Context, r Replacing) (Staged, error) {
	return staged(sqlite.Rebuild(ctx, f.path, f.path, r.Wait))
}

func (f file) Receive(context.Context, time.Duration) (Incoming, error) {
	return arriving(sqlite.Receive(f.path))
}

// staged returns no interface with a nil pointer in it.
func staged(s *sqlite.Staged, err error) (Staged, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// present is staged for stores.
func present[S Store](s S, err error) (Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// arriving is staged for incoming workspaces.
func arriving[I Incoming](i I, err error) (Incoming, error) {
	if err != nil {
		return nil, err
	}
	return i, nil
}
