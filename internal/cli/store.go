package cli

import (
	"errors"
	"io/fs"
	"os"

	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// open opens the workspace, once in a command: a second look at the file would
// drop the locks of the first (see sqlite). So whoever comes first asks for the
// most that the command will need. Only sqlite.Write makes a workspace where
// there is none; for the other modes a missing one is empty.
func (c *call) open(mode sqlite.Mode) (*sqlite.Store, error) {
	if c.store != nil {
		return c.store, nil
	}
	store, err := sqlite.OpenWithin(c.ctx, c.path, mode, sqlite.Wait)
	if err != nil {
		return nil, inaccessible(c.path, err)
	}
	c.store = store
	return store, nil
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
