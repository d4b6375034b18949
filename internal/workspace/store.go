// Package workspace plans, applies, undoes and redoes changes. One pure function of a
// snapshot and a list of operations computes the changes; dry run, apply and undo call
// it and differ only in the commit. The package owns the interface of the store, and
// all changes of records go through it.
package workspace

import (
	"context"
	"errors"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/search"
	"assister/internal/session"
)

// Store keeps the records, the ledger, the idempotency keys and the audit trail of a
// workspace consistent.
type Store interface {
	// View lends a consistent snapshot. It may call fn more than once, and only the last
	// call counts: the earlier ones may see an empty workspace or only parts of one, so that
	// a store on a server learns what fn reads and asks for it in one request. So fn has no
	// effect except that it sets its results, each call from the beginning.
	View(ctx context.Context, fn func(Reader) error) error

	// Update lends a snapshot that no other process can change, and commits what fn
	// returns in one transaction: all of it or, with an error, nothing. The error wraps
	// ErrUnknownOutcome if it cannot be known whether the commit happened.
	Update(ctx context.Context, fn func(Reader) (Commit, error)) (Receipt, error)
}

// Holder is a Store on a server, where each snapshot costs requests.
type Holder interface {
	Store
	// Hold returns the store for one request of a user.
	Hold() Held
}

// Held is a Store whose snapshots are all of the state that the first of them has read, so that
// the same is not asked twice. The first one after LetGo or after a commit is of the newest
// state, and so is one that reads more after another program has written. A commit begins with
// the state that was read, and with the newest one if another program has written since. One
// goroutine uses it.
type Held interface {
	Store
	// LetGo forgets the state. It has to be called before the request waits for somebody else,
	// and at its end.
	LetGo()
}

// Reviewer is a Store on a server that has a snapshot of its own for those who read all of a
// workspace: however many batches there are, also while others write.
type Reviewer interface {
	Store
	// Review calls fn once.
	Review(ctx context.Context, fn func(Reader) error) error
}

// Reader is a consistent snapshot of a workspace. Each of the interfaces in it has the
// questions of another caller: checks and queries, undo, limits, verification, search.
type Reader interface {
	Records
	Ledger
	Unattended
	Audit
	search.Snapshot
	session.Reader

	// Ahead names changes whose records are about to be asked for, with those that refer to them
	// and those that they refer to, so that a store on a server can ask for all of them at once.
	Ahead(changes []ledger.Change) error

	// AheadOfText does the same before the words of a text are looked up.
	AheadOfText(text string) error

	// CheckSchema refuses a store whose tables, indexes or triggers are not those of the
	// program: what it enforces may differ from what the program relies on.
	CheckSchema() error

	// Until makes ctx end questions as well, until done is called: a question that is
	// running then returns an error that wraps ctx's.
	Until(ctx context.Context) (done func())
}

// Records answers what checks and queries ask of the records.
type Records interface {
	check.Reader

	// Query returns what the query itself returns for the records in memory.
	Query(q filter.Query, today calendar.Date) (filter.Result, error)

	// CompletedAt returns when records of a kind were last completed by a change: those
	// with the ids or, if ids is nil, all that were completed from one instant until
	// before another.
	CompletedAt(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error)
}

// Ledger reads batches, each with its changes.
type Ledger interface {
	// NextBatch returns the id that the next batch will have.
	NextBatch() (int64, error)
	Batch(id int64) (ledger.Batch, bool, error)
	// Batches returns those of some batches that are there, by their ids.
	Batches(ids []int64) (map[int64]ledger.Batch, error)
	// Last returns the newest batch of an action that is not marked as undone: that of an
	// actor, or "" for any.
	Last(action ledger.Action, actor string) (ledger.Batch, bool, error)
	// ByKey returns the newest batch with an idempotency key.
	ByKey(key string) (ledger.Batch, bool, error)
	// Reversal returns the newest undo or redo whose Root is a batch and that is older
	// than another; 0 for before is the newest of all.
	Reversal(root, before int64) (ledger.Batch, bool, error)
	// CarriedOut returns, of a number of the newest batches, those that have the correlation id
	// of a turn of a session, the newest first.
	CarriedOut(session string, newest int) ([]ledger.Batch, error)
}

// Unattended adds up the Unattended of batches.
type Unattended interface {
	// Unattended returns the sums over all batches from one instant until before another,
	// and over those of them that have a correlation id.
	Unattended(from, to time.Time, correlationID string) (all, run ledger.Touched, err error)
}

// Audit reads the audit trail.
type Audit interface {
	// Audit calls fn for the rows after seq, oldest first.
	Audit(after int64, fn func(ledger.Entry) error) error
	// Head returns the newest row, the zero Entry if there is none.
	Head() (ledger.Entry, error)
}

// Commit is everything that one transaction writes.
type Commit struct {
	Batch *ledger.Batch   // with its changes; nil writes what changes no record
	Mark  map[int64]int64 // the new UndoneBy of earlier batches: see ledger.Marks
	Audit []ledger.Entry  // the store sets Seq and Hash
	Said  session.Added

	// DryRun runs the transaction and rolls it back, so that the constraints of the
	// database are checked as well.
	DryRun bool
}

// Changes reports whether a commit changes records, or what is undone.
func (c Commit) Changes() bool { return c.Batch != nil || len(c.Mark) > 0 }

// Empty reports whether there is nothing to write.
func (c Commit) Empty() bool { return !c.Changes() && len(c.Audit) == 0 && len(c.Said.Turns) == 0 }

// Receipt is the result of a commit.
type Receipt struct {
	Head        ledger.Entry // of the audit trail after it
	Unwitnessed error        // why the store's Witness does not have the head; nil if it has, or if there is none

	// Unindexed is why the text index could not be extended; nil if it could. A search then
	// reads the changes since from the ledger, and the next commit tries again.
	Unindexed error
}

// Aside is a replaced workspace that is kept under another name. The zero Aside is none.
type Aside struct {
	Path  string
	Files []string // the one with the Path, and what belongs to it
	Bytes int64
}

// Witness keeps heads of the audit trail outside of the workspace. A trail that is cut or
// rewritten later no longer contains them.
type Witness interface {
	// Keep keeps the head of a trail. A store calls it after each commit of a batch, before
	// the next one. The commit stands whether or not this succeeds.
	Keep(ctx context.Context, head ledger.Entry) error
}

// ErrUnknownOutcome is the error of a commit that may or may not have happened. Looking
// up its idempotency key tells which.
var ErrUnknownOutcome = errors.New("the outcome of the commit is not known")

// Examination is what a store finds when it compares what it keeps with itself.
type Examination struct {
	Bytes       int64             // of the whole store
	Records     int               // that exist, by the ledger
	Problems    []problem.Problem // all that was found
	Differences []Difference      // between the records and the ledger
}

// Codes of the problems of an Examination. A store may have more of its own.
const (
	NotAsTheLedger = "not_as_the_ledger_says"
	IndexDisagrees = "text_index_disagrees" // the only one that loses no data
)

// Difference is one between a record as it is stored and as the ledger says.
type Difference struct {
	Record record.Key
	Field  string // "" for the whole record
	Stored string // the value as text, a record in JSON; "" for none
	Ledger string
}
