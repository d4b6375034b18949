package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// open opens the workspace once per command: opening the file a second time would
// drop the locks of the first (see sqlite). So the first caller asks for the most that
// the command will need. Only sqlite.Write creates a missing workspace. For the other
// modes a missing one is empty, which is right for a new user's default workspace; a
// path that the user gave and that does not exist is probably mistyped.
func (c *call) open(mode sqlite.Mode) (*sqlite.Store, error) {
	if c.store != nil && (c.store.Mode() == mode || !c.store.Missing()) {
		return c.store, nil
	}
	if mode == sqlite.Write && c.givenPath() {
		dir := filepath.Dir(c.path)
		if !exists(dir) {
			return nil, problem.Refuse(problem.Usage, sqlite.NoWorkspace, "there is no directory "+dir+" for the workspace",
				"check --db, or create the directory with: mkdir -p "+dir)
		}
	}
	store, err := c.openFile(mode)
	if err != nil {
		return nil, err
	}
	if store.Missing() && c.givenPath() && c.store == nil {
		if mode == sqlite.Read {
			_ = store.Close()
			return nil, sqlite.Absent(c.path)
		}
		c.noteAbsent()
	}
	c.replaceStore(store)
	return store, nil
}

// openExisting is open for a command that has nothing to do in a new workspace.
func (c *call) openExisting(mode sqlite.Mode) (*sqlite.Store, error) {
	if c.givenPath() && !exists(c.path) {
		return nil, sqlite.Absent(c.path)
	}
	return c.open(mode)
}

// openToDecide opens the workspace for a command that only proposes. Its decisions are
// written to the audit trail if the workspace can be written. Nothing creates a
// workspace at a path that the user gave before a change is applied there.
func (c *call) openToDecide() error {
	if c.store == nil && c.givenPath() && !exists(c.path) {
		store, err := c.openFile(sqlite.Read)
		if err != nil {
			return err
		}
		c.replaceStore(store)
		c.unwritable = sqlite.Absent(c.path)
		c.noteAbsent()
		return nil
	}
	if _, c.unwritable = c.open(sqlite.Write); c.unwritable == nil {
		return nil
	}
	_, err := c.open(sqlite.Read)
	return err
}

// givenPath reports whether the user gave the path of the workspace.
func (c *call) givenPath() bool { return c.set.text("db") != "" }

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (c *call) noteAbsent() { c.note("there is no workspace at %s yet", c.path) }

func (c *call) openFile(mode sqlite.Mode) (*sqlite.Store, error) {
	store, err := sqlite.OpenWithin(c.ctx, c.path, mode, sqlite.Wait)
	if err != nil {
		return nil, inaccessible(c.path, err)
	}
	return store, nil
}

// replaceStore uses a store in place of an empty one that was opened before the
// workspace was created.
func (c *call) replaceStore(store *sqlite.Store) {
	if c.store != nil {
		_ = c.store.Close()
	}
	c.store = store
	if store.Mode() == sqlite.Write {
		c.unwritable = nil
	}
}

// openEarly opens the workspace while the command before us in a pipe is still at
// work, so that no time is left to open it in when its result comes. A workspace that
// is not there is not made for input that nobody has seen; whatever else is wrong is
// said by open when it counts.
func (c *call) openEarly(mode sqlite.Mode) {
	if _, err := os.Stat(c.path); err == nil {
		_, _ = c.open(mode)
	}
}

// inaccessible gives a failure of the file system the place and the hint that it
// lacks.
func inaccessible(path string, err error) error {
	var at *fs.PathError
	var refusal *problem.Refusal
	if errors.As(err, &refusal) || !errors.As(err, &at) {
		return err
	}
	return &problem.Refusal{Class: problem.Failed, Path: path, Cause: err, Problem: problem.Problem{
		Code: "database_inaccessible", Message: "the workspace cannot be opened: " + at.Op + " " + at.Path + ": " + at.Err.Error(),
		Hint: "look at the permissions of its directory, or choose another place with --db"}}
}

// leave gives the workspace back.
func (c *call) leave() {
	if c.lent {
		return
	}
	if c.recording != nil {
		// Each exchange was written when it ended.
		_ = c.recording.Close()
	}
	if c.store == nil {
		return
	}
	// What was committed is safe whether or not this goes well.
	if c.Ends {
		_ = c.store.Leave()
	} else {
		_ = c.store.Close()
	}
	c.store = nil
}

// view lends a snapshot of the workspace. Where nothing else has opened it, the
// connection is one that cannot write.
func (c *call) view(fn func(workspace.Reader) error) error {
	store, err := c.open(sqlite.Read)
	if err != nil {
		return err
	}
	return store.View(c.ctx, fn)
}
