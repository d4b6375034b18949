// Package workspace plans, applies, undoes and redoes. What changes is computed
// by one pure function of a snapshot and a list of operations; dry run, apply
// and undo are that function, and only the commit differs. It owns the interface
// of the store beneath it and is the one door through which data changes.
package workspace

import (
	"context"
	"errors"

	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/where"
)

// Store keeps a workspace: records, ledger, keys and audit, in step.
type Store interface {
	// View lends a consistent snapshot.
	View(ctx context.Context, fn func(Reader) error) error

	// Update lends a snapshot that nobody else can move, and commits what fn
	// returns as one transaction: all of it or, with an error, nothing. A
	// commit whose outcome cannot be known is ErrUnknownOutcome.
	Update(ctx context.Context, fn func(Reader) (Commit, error)) (Receipt, error)
}

// Reader is a consistent snapshot of a workspace.
type Reader interface {
	// Record is one record, false when there is none with that id.
	Record(kind string, id int64) (record.Record, bool, error)
	// Records are those of the ids that exist, in no particular order.
	Records(kind string, ids []int64) ([]record.Record, error)
	// Find is every record that the filter matches, by kind in the table's
	// order, then day (none last), time and id.
	Find(f where.Filter, today calendar.Date) ([]record.Record, error)
	// Referring is up to limit records that point to this one.
	Referring(to record.Key, limit int) ([]record.Key, error)

	// NextID is the id that the next record of a kind will have: one more than
	// any that there ever was.
	NextID(kind string) (int64, error)
	// NextBatch is the id that the next batch will have.
	NextBatch() (int64, error)

	// Batch is one batch with its changes.
	Batch(id int64) (ledger.Batch, bool, error)
	// Last is the newest batch of an action that is not undone, with its changes.
	Last(action ledger.Action) (ledger.Batch, bool, error)
	// ByKey is the batch with an idempotency key, with its changes.
	ByKey(key string) (ledger.Batch, bool, error)
	// Undoing are the batches that take back part of a batch and are not
	// undone themselves, with their changes.
	Undoing(id int64) ([]ledger.Batch, error)
	// Since are the changes to a record in batches after one, oldest first;
	// the batch of each stands in RevAfter's place in the pair.
	Since(key record.Key, batch int64) ([]Moved, error)

	// Audit calls fn for the rows after seq, oldest first.
	Audit(after int64, fn func(ledger.Entry) error) error
	// Head is the newest audit row; the zero Entry in an empty trail.
	Head() (ledger.Entry, error)
}

// Moved is a change and the batch that made it.
type Moved struct {
	Batch  int64
	Change ledger.Change
}

// Commit is everything that one transaction writes.
type Commit struct {
	Batch *ledger.Batch   // with its changes; nil writes audit rows alone
	Mark  map[int64]int64 // batches whose UndoneBy changes, to what
	Audit []ledger.Entry  // Seq and Hash are the store's to give

	// Rehearse carries the transaction out and rolls it back, so that the
	// database's own rules speak too.
	Rehearse bool
}

// Receipt is what a commit came to.
type Receipt struct {
	Head ledger.Entry // of the audit trail after it
}

// ErrUnknownOutcome is a commit that may or may not have happened: the error
// came after the point of no return. Asking for the key tells.
var ErrUnknownOutcome = errors.New("the outcome of the commit is not known")
