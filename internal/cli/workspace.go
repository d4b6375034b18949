package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assister/internal/assist"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// workspaceFile is the workspace of a command, opened when it is first needed.
type workspaceFile struct {
	path  string
	named bool                             // by the user; it is not the default one
	keeps bool                             // the process ends with the command, and gives the file back itself
	wait  time.Duration                    // for other writers
	note  func(format string, args ...any) // remarks for the user

	// witness returns what keeps the heads of the workspace at a path, nil for nothing.
	witness func(database string) workspace.Witness

	store *sqlite.Store // nil while nobody has opened it
}

// open opens the workspace, once in a command: opening the file a second time would
// drop the locks of the first (see sqlite). So the first call asks for the most that
// the command needs. Only workspace.ToWrite creates a missing workspace. For the other modes
// a missing one is empty, which is right for the default workspace of a new user; a
// path that the user gave and that does not exist is probably mistyped.
func (f *workspaceFile) open(ctx context.Context, mode workspace.Mode) (*sqlite.Store, error) {
	if f.store != nil && (f.store.Mode() == mode || !f.store.Missing()) {
		return f.store, nil
	}
	if f.named && !f.exists() {
		dir := filepath.Dir(f.path)
		switch {
		case mode == workspace.ToWrite && !exists(dir):
			return nil, problem.Refuse(problem.Usage, workspace.NoWorkspace, "there is no directory "+dir+" for the workspace",
				"check --db, or create the directory with: mkdir -p "+dir)
		case mode != workspace.ToWrite && f.store == nil:
			f.note("there is no workspace at %s yet", f.path)
		}
	}
	store, err := sqlite.OpenWithin(ctx, f.path, mode, f.wait)
	if err != nil {
		return nil, inaccessible(f.path, err)
	}
	// The store before was empty, opened before the workspace was created.
	f.close()
	f.store = store
	if mode == workspace.ToWrite {
		store.Witnessed(f.witness(store.Path()))
	}
	return store, nil
}

// openExisting is open for a command that has nothing to do in a workspace that the
// user named and that does not exist.
func (f *workspaceFile) openExisting(ctx context.Context, mode workspace.Mode) (*sqlite.Store, error) {
	if f.store == nil && f.named && !f.exists() {
		return nil, sqlite.Absent(f.path)
	}
	return f.open(ctx, mode)
}

// Open implements assist.Workspace.
func (f *workspaceFile) Open(ctx context.Context, access assist.Access) (assist.Store, error) {
	open := f.open
	if access&assist.OnlyExisting != 0 {
		open = f.openExisting
	}
	if access&assist.MustExist != 0 && !f.exists() {
		return nil, sqlite.Absent(f.path)
	}
	mode := workspace.ToRead
	switch access &^ (assist.OnlyExisting | assist.MustExist) {
	case assist.DryRunAccess:
		mode = workspace.ToDryRun
	case assist.WriteAccess:
		mode = workspace.ToWrite
	case assist.RefreshAccess:
		if f.exists() {
			if store, err := open(ctx, workspace.ToWrite); err == nil {
				return store, nil
			}
		}
	}
	store, err := open(ctx, mode)
	if err != nil {
		return nil, err // and no store, which would not be nil in the interface
	}
	return store, nil
}

// Backup implements assist.Backups.
func (f *workspaceFile) Backup(ctx context.Context, file string, force bool) (assist.Staged, error) {
	if !f.exists() {
		return nil, sqlite.Absent(f.path)
	}
	return f.stage(func() (*sqlite.Staged, error) { return sqlite.Backup(ctx, f.path, file, force) })
}

// Restore implements assist.Backups.
func (f *workspaceFile) Restore(ctx context.Context, file string) (assist.Staged, error) {
	return f.stage(func() (*sqlite.Staged, error) { return sqlite.Restore(ctx, file, f.path, f.wait) })
}

// Rebuild implements assist.Backups.
func (f *workspaceFile) Rebuild(ctx context.Context) (assist.Staged, error) {
	return f.stage(func() (*sqlite.Staged, error) { return sqlite.Rebuild(ctx, f.path, f.wait) })
}

// stage stages a workspace while this process has the present one not open.
func (f *workspaceFile) stage(stage func() (*sqlite.Staged, error)) (assist.Staged, error) {
	f.release()
	staged, err := stage()
	if err != nil {
		return nil, inaccessible(f.path, err)
	}
	return stagedFile{staged, f}, nil
}

// stagedFile is a workspace that takes the place of a file.
type stagedFile struct {
	*sqlite.Staged
	file *workspaceFile
}

// Place implements assist.Staged.
func (s stagedFile) Place(ctx context.Context, at time.Time) (kept workspace.Aside, err error) {
	s.file.release()
	return s.Staged.Place(ctx, at)
}

func (f *workspaceFile) exists() bool { return exists(f.path) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (f *workspaceFile) writes() bool { return f.store != nil && f.store.Mode() == workspace.ToWrite }

// openEarly opens the workspace while the command before in a pipe is still at work,
// so that no time is spent on it when its result comes. A workspace that does not
// exist is not made for input that nobody has seen; other failures show when it is
// opened again.
func (f *workspaceFile) openEarly(ctx context.Context, mode workspace.Mode) {
	if f.exists() {
		_, _ = f.open(ctx, mode)
	}
}

// release closes the store for good, so that the file can be opened again.
func (f *workspaceFile) release() {
	if f.store != nil {
		_ = f.store.Close()
		f.store = nil
	}
}

// close gives the workspace back. What was committed is safe whether or not that
// succeeds.
func (f *workspaceFile) close() {
	switch {
	case f.store == nil:
	case f.keeps:
		_ = f.store.CloseOnExit()
	default:
		_ = f.store.Close()
	}
	f.store = nil
}

// inaccessible adds the place and a hint to a failure of the file system.
func inaccessible(path string, err error) error {
	var at *fs.PathError
	var refusal *problem.Refusal
	if errors.As(err, &refusal) || !errors.As(err, &at) {
		return err
	}
	return &problem.Refusal{Class: problem.Failed, Path: path, Cause: err, Problem: problem.Problem{
		Code:    "database_inaccessible",
		Message: "cannot open the workspace: " + at.Op + " " + at.Path + ": " + at.Err.Error(),
		Hint:    "check the permissions of its directory, or choose another file with --db",
	}}
}
