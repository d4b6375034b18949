package assist

import (
	"context"
	"io/fs"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/search"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// Environment is what a front end provides for one request.
type Environment struct {
	Workspace Workspace
	Engines   Engines
	Approver  Approver // nil: there is nobody to ask
	Sink      event.Sink
	Log       Log
	Reading
	Times
	Origin
	Policy Policy
	Trial  bool // a test case: no audit rows are kept, and no summary is asked of a model
}

// Origin is where a request comes from.
type Origin struct {
	CorrelationID string
	Actor         func() string // who makes it, called when a row is written; nil if nobody knows
}

// Reading is what texts are read with.
type Reading struct {
	Languages func() meaning.Languages // loaded when a text is read
	Phrases   fs.FS                    // the files with the person's own phrases; nil for none
}

// Times are the times of a request.
type Times struct {
	Clock calendar.Clock   // when and where it is made
	Now   func() time.Time // the time of what happens from then on
}

// Policy is what the user has set for all changes of a workspace.
type Policy struct {
	KeyTTL  time.Duration  // after which an idempotency key can be used again; 0 is never
	Limits  []check.Limits // all of them hold, whatever asks for a change
	NoWords bool           // the words of requests are not kept in the ledger and the audit trail

	Router route.Thresholds // of the confidence; the zero value is route.Contract
}

// thresholds are the thresholds of the router.
func (p Policy) thresholds() route.Thresholds {
	if p.Router == (route.Thresholds{}) {
		return route.Contract
	}
	return p.Router
}

// judge holds a routing against the thresholds.
func (p Policy) judge(d route.Routing) route.Routing { return p.thresholds().Judge(d) }

// Workspace opens the store of a workspace.
type Workspace interface {
	// Open returns the store. The first call opens it, with the access that it asks
	// for; later calls return the same store, so the first asks for the most that the
	// use case needs. Only WriteAccess creates a missing workspace, which is empty for the
	// other accesses.
	Open(ctx context.Context, access Access) (Store, error)
}

// Access says what a store is opened for.
type Access uint8

const (
	ReadAccess   Access = 1 << iota
	DryRunAccess        // transactions are rolled back
	WriteAccess

	// RefreshAccess is WriteAccess if the workspace exists and can be written, and
	// ReadAccess otherwise: for use cases that only read, but may bring embeddings up to date.
	RefreshAccess

	// OnlyExisting, with one of the others, refuses a workspace that the user named and
	// that does not exist: the name is probably mistyped.
	OnlyExisting

	// MustExist, with one of the others, refuses any workspace that does not exist.
	MustExist

	// AsFound, with WriteAccess, allows to read a workspace that does not exist as an empty
	// one and to refuse to write it, where to find out takes a request to a server.
	AsFound
)

// Store is what the use cases need of a store.
type Store interface {
	workspace.Store

	// Clear deletes the turns of a session, and returns how many there were.
	Clear(ctx context.Context, session string) (turns int, err error)

	// Missing reports whether there is no workspace yet, so that the store is empty.
	Missing() bool
	// Reindex rebuilds the full-text index from the records.
	Reindex(ctx context.Context) error
	// KeepVectors replaces embeddings, if they are still as they were.
	KeepVectors(ctx context.Context, was vector.State, change vector.Change) error
}

// The values of Engines.Choice that do not name an engine with a model.
const (
	ByRules = "rules"
	ByAuto  = "auto" // the rules first, and the model for what they do not understand
)

// Engines gives access to the configured engines. The rules are
// built in, and not among them.
type Engines interface {
	// Choice names the engine that decides: ByRules, ByAuto, or one with a model.
	Choice() string
	// Model returns the engine with a model for a request. It is called at most once
	// in a request, and never if Choice is ByRules.
	Model(text string) (*propose.Model, error)
	// Embedder returns the embedding model, and false if none is configured. Calls to
	// it end after wait; 0 leaves that to the limits of the server.
	Embedder(wait time.Duration) (search.Model, bool, error)
}

// Approver asks a person. A method returns a NobodyError if it finds nobody there.
type Approver interface {
	// Attended reports whether a person reads along. Questions and plans are then put
	// to the person instead of being emitted.
	Attended() bool
	// Place names where the person is asked, for the audit trail: "terminal".
	Place() string
	// Shows reports whether Approve shows the operations, so that they are not emitted
	// before it.
	Shows() bool
	// Answer asks a question and returns the answer in words; "" is no answer.
	Answer(ctx context.Context, question event.Clarify) (string, error)
	// Approve asks which operations to apply. If the person edits one, check checks
	// them all again.
	Approve(ctx context.Context, ops event.Ops, check Recheck) (Choice, error)
	// Confirm asks to confirm what a warning says, such as “this deletes 30 records”.
	Confirm(ctx context.Context, warning string) (bool, error)
}

// Recheck checks operations again, with the one at index i replaced.
type Recheck = func(i int, edited op.Op) (event.Ops, error)

// Choice is what a person chose to apply.
type Choice struct {
	Ops    event.Ops // as they were shown last, with what was edited
	Picked []int     // indexes into Ops.Operations, ascending; none is a decline
	Edited bool      // Ops are not the operations that were proposed
	Words  string    // what to propose instead; nothing is picked then
}

// NobodyError is an Approver's error if there is nobody to ask.
type NobodyError struct{ Reason string }

func (e NobodyError) Error() string { return e.Reason }

// Log takes remarks that are neither result nor error. A nil function drops them.
type Log struct {
	Note  func(format string, args ...any) // for every reader
	Trace func(format string, args ...any) // for readers who want the details
}

func (l Log) note(format string, args ...any) {
	if l.Note != nil {
		l.Note(format, args...)
	}
}

func (l Log) trace(format string, args ...any) {
	if l.Trace != nil {
		l.Trace(format, args...)
	}
}

// Outcome is what a use case came to. It counts with an error too: several batches
// may have been committed before it.
type Outcome struct {
	Batch     int64 // the newest that was written; 0 for none
	Batches   int   // of a long stream that was cut into several; 0 otherwise
	Key       string
	Replayed  bool // the key had been used before, or the batch undone before
	AuditHead string
	Partial   bool           // some operations were not carried out
	Counts    check.Counts   // of changes, made or shown
	Committed string         // what was committed, in words; "" for nothing
	Question  *event.Clarify // that was left open
	Refresh   bool           // embeddings may be out of date
}
