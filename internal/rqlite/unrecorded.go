package rqlite

import (
	"context"

	"assister/internal/relational"
	"assister/internal/session"
	"assister/internal/vector"
)

// unrecorded is what a store keeps beside its ledger: conversations, the text index and the
// vectors. A write of it is in no batch and cannot be undone.
type unrecorded struct{ of *Store }

var _ session.Store = (*Store)(nil)

// Reindex rebuilds the text index from the records.
func (u unrecorded) Reindex(ctx context.Context) error {
	return u.of.writeAside(ctx, "write the text index", func(r reader, w relational.Writer) error {
		return relational.RebuildIndex(r.Reader, w)
	})
}

// KeepVectors updates the stored vectors. The error is vector.ErrConflict if their state is
// no longer was.
func (u unrecorded) KeepVectors(ctx context.Context, was vector.State, change vector.Change) error {
	return u.of.writeAside(ctx, "write the vectors", func(r reader, w relational.Writer) error {
		return relational.KeepVectors(r.Reader, w, was, change)
	})
}

// Clear implements session.Store.
func (u unrecorded) Clear(ctx context.Context, name string) (turns int, err error) {
	err = u.of.writeAside(ctx, "write the session", func(r reader, w relational.Writer) error {
		turns, err = relational.ClearTurns(r.Reader, w, name)
		return err
	})
	return turns, err
}
