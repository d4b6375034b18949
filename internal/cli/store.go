package cli

import (
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// open opens the workspace. Only sqlite.Write makes one where there is none; for
// the other modes a missing one is empty.
func (c *call) open(mode sqlite.Mode) (*sqlite.Store, error) {
	return sqlite.OpenWithin(c.ctx, c.path, mode, sqlite.Wait)
}

// view lends a snapshot of the workspace on a connection that cannot write.
func (c *call) view(fn func(workspace.Reader) error) error {
	store, err := c.open(sqlite.Read)
	if err != nil {
		return err
	}
	defer store.Close()
	return store.View(c.ctx, fn)
}
