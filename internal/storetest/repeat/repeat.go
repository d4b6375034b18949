// Package repeat has a store for tests that calls the function of each View several
// times, as the stores on servers may.
package repeat

import (
	"context"

	"assister/internal/assist"
	"assister/internal/workspace"
)

// Store calls the function of each View three times: with an empty workspace, with the
// workspace, and with the workspace again. Only the last call counts. A caller that
// appends to what an earlier call has left, or that emits what it reads, fails its test.
type Store struct {
	assist.Store
	Empty workspace.Store // has no records
}

// View implements workspace.Store.
func (s Store) View(ctx context.Context, fn func(workspace.Reader) error) error {
	_ = s.Empty.View(ctx, fn)
	_ = s.Store.View(ctx, fn)
	return s.Store.View(ctx, fn)
}
