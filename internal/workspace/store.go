// Package workspace plans, applies, undoes and redoes. What changes is computed
// by one pure function of a snapshot and a list of operations; dry run, apply
// and undo are that function, and only the commit differs. It owns the interface
// of the store beneath it and is the one door through which data changes.
package workspace

import (
	"context"
	"errors"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"

	"assister/internal/schema"
	"assister/internal/vector"
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
	check.Reader

	// Until ends what is asked of the snapshot with ctx as well, until done is
	// called: a question that runs then is an error that wraps ctx's own.
	Until(ctx context.Context) (done func())

	// Query answers a query, as the query itself does over records in memory.
	Query(q filter.Query, today calendar.Date) (filter.Result, error)

	// Finished is when records of a kind were completed by a change, the last time
	// for each: of those with the ids or, without ids, of all that were from one
	// instant to before another.
	Finished(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error)

	// NextBatch is the id that the next batch will have.
	NextBatch() (int64, error)

	// Batch is one batch with its changes.
	Batch(id int64) (ledger.Batch, bool, error)
	// Last is the newest batch of an action that is not undone, with its changes.
	Last(action ledger.Action) (ledger.Batch, bool, error)
	// ByKey is the newest batch with an idempotency key, with its changes.
	ByKey(key string) (ledger.Batch, bool, error)
	// Undoing are the batches that take back part of a batch and are not
	// undone themselves, with their changes.
	Undoing(id int64) ([]ledger.Batch, error)
	// Audit calls fn for the rows after seq, oldest first.
	Audit(after int64, fn func(ledger.Entry) error) error
	// Head is the newest audit row; the zero Entry in an empty trail.
	Head() (ledger.Entry, error)
	// Search is the records that have words in their texts, best first.
	Search(q fulltext.Query) (fulltext.Found, error)

	// Vectors is what is known of the vectors that are kept of texts.
	Vectors() (vector.State, error)
	// VectorBlocks calls fn for the upper halves of the vectors of kinds by their
	// numbers in schema.Kinds, block by block, with the place of the first; of every
	// kind where kinds is nil. The bytes are fn's to keep.
	VectorBlocks(kinds []bool, fn func(kind int, place int64, keys, uppers []byte) error) error
	// VectorLowers calls fn for the lower halves of the vectors at the places, in
	// their order, of those that are there.
	VectorLowers(places []int64, fn func(place int64, lower []byte) error) error
	// VectorKeys calls fn for what the vectors stand for, block by block; where whole,
	// of those alone that are not damaged, which takes as long as reading them.
	VectorKeys(whole bool, fn func(kind int, keys []vector.Key) error) error
	// Moved are the records whose texts may have changed in batches after one, with
	// the newest batch; false where there were more changes than most.
	Moved(after int64, most int) (moved []fulltext.Doc, newest int64, ok bool, err error)
	// Texts calls fn for the records of a kind that have the ids, of all of them
	// where ids is nil, with their texts.
	Texts(kind int, ids []int64, fn func(id int64, text func(f *schema.Field) string) error) error
}

// Commit is everything that one transaction writes.
type Commit struct {
	Batch *ledger.Batch   // with its changes; nil writes audit rows alone
	Mark  map[int64]int64 // batches whose UndoneBy changes, to what
	Audit []ledger.Entry  // Seq and Hash are the store's to give

	// DryRun carries the transaction out and rolls it back, so that the
	// database's own rules speak too.
	DryRun bool
}

// Receipt is what a commit came to.
type Receipt struct {
	Head ledger.Entry // of the audit trail after it
}

// ErrUnknownOutcome is a commit that may or may not have happened: the error
// came after the point of no return. Asking for the key tells.
var ErrUnknownOutcome = errors.New("the outcome of the commit is not known")
