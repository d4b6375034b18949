package workspace

import (
	"context"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/diag"
	"assister/internal/ledger"
	"assister/internal/op"
)

// Request is a list of operations to carry out, and on what terms.
type Request struct {
	Ops           []op.Op
	Rules         check.Rules
	Clock         calendar.Clock
	CorrelationID string
	Key           string // idempotency key; "" derives one from the correlation id and the operations
	Confirmed     bool   // destruction beyond the thresholds was confirmed
	AllOrNothing  bool   // one invalid operation refuses them all
	Approval      string // how it was approved, for the audit: "yes" or "terminal"
}

// Outcome is what a request came to, or would come to.
type Outcome struct {
	Findings []check.Finding
	Warnings []diag.Problem // about the whole
	Counts   check.Counts
	Batch    ledger.Batch // ID 0 when nothing was written
	Replayed bool         // the key had been used for the same operations before
	Head     ledger.Entry // of the audit trail afterwards
}

// UndoRequest asks for a batch to be taken back.
type UndoRequest struct {
	Batch         int64 // 0 is the newest that counts
	Redo          bool  // take an undo back; Batch may name the undo or what it undid
	Partial       bool  // take the records without conflict
	Force         bool  // overwrite what has changed since
	Rehearse      bool
	Confirmed     bool
	Clock         calendar.Clock
	CorrelationID string
}

// Rehearse says what Apply would do; the transaction is carried out and rolled
// back, so that the database's own rules speak too.
func Rehearse(ctx context.Context, s Store, r Request) (Outcome, error) {
	panic("not yet")
}

// Apply carries out the valid operations in one transaction behind the
// idempotency key. A *diag.Refusal has changed nothing, unless its class is
// diag.Unknown.
func Apply(ctx context.Context, s Store, r Request) (Outcome, error) {
	panic("not yet")
}

// Undo writes the inverse of a batch as a new batch.
func Undo(ctx context.Context, s Store, r UndoRequest) (Outcome, error) {
	panic("not yet")
}

// Note writes audit rows of decisions that have no effect on the data.
func Note(ctx context.Context, s Store, rows []ledger.Entry) error {
	panic("not yet")
}

// Verification is what Verify found.
type Verification struct {
	Rows    int64
	Batches int64
	Head    ledger.Entry
}

// Verify walks the audit chain and the batches it vouches for. expect, when not
// empty, is a head (hex) remembered outside, which the chain must contain.
func Verify(ctx context.Context, s Store, expect string) (Verification, error) {
	panic("not yet")
}
