package workspace

import (
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
)

// Request is a list of operations to apply, with the conditions for it.
type Request struct {
	Ops           []op.Op
	Rules         check.Rules
	Clock         calendar.Clock
	CorrelationID string
	Key           string        // idempotency key; "" derives one from the correlation id and the operations
	KeyTTL        time.Duration // after which a key may be used again; 0 is never
	Confirmed     bool          // destruction beyond the thresholds was confirmed
	AllOrNothing  bool          // one invalid operation refuses them all
	Approval      string        // how it was approved, for the audit, such as "yes" or "terminal, edited"

	Limits     []check.Limits // all of them hold
	Earlier    ledger.Touched // by the batches before of the same stream, which the limits count too
	Unattended bool           // no person sees the operations before they are applied
}

// expired reports whether the batch of a key is so old that the key may be used again.
func expired(done ledger.Batch, ttl time.Duration, clock calendar.Clock) bool {
	return ttl > 0 && clock.Instant.Sub(done.At) > ttl
}

// touched is what the request touches with these changes, and the batches before it.
func (r Request) touched(changes []ledger.Change) ledger.Touched {
	return r.Earlier.Plus(r.ownTouched(changes))
}

func (r Request) ownTouched(changes []ledger.Change) ledger.Touched {
	t := ledger.TouchedBy(changes)
	t.Ops = len(r.Ops)
	return t
}

// Outcome is the result of a request, or of a dry run of it.
type Outcome struct {
	Findings []check.Finding
	Warnings []problem.Problem // about the whole
	Counts   check.Counts
	Batch    ledger.Batch // ID 0 when nothing was written
	Replayed bool         // the key had been used for the same operations before
	Head     ledger.Entry // of the audit trail afterwards

	Unwitnessed error // why the head is not kept outside of the workspace, as it should be
	Unindexed   error // why the text index could not be extended

	// Unapproved is why Apply would refuse the plan if no person approved it. Only a dry run
	// of a request that is not Unattended has it.
	Unapproved []*problem.Refusal

	// Touched is the request's Earlier with the counts of this batch.
	Touched ledger.Touched

	// run is what models touched before, today and under the same correlation id, without
	// an approval. It is zero unless this batch has operations of that kind.
	run ledger.Touched
}

// ofRun is the Counts with those of the run.
func (o Outcome) ofRun() check.Counts {
	c := o.Counts
	c.Deleted += o.run.Deleted
	c.Updated += o.run.Changed
	return c
}
