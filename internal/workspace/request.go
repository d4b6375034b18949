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
	Unique        bool          // no other request has the correlation id, so no batch has the key derived from it
	Key           string        // idempotency key; "" derives one from the correlation id and the operations
	KeyTTL        time.Duration // after which a key may be used again; 0 is never
	Confirmed     bool          // destruction beyond the thresholds was confirmed
	AllOrNothing  bool          // one invalid operation refuses them all
	Asked         ledger.Asked  // kept with the batch and its audit rows
	Approval      string        // how it was approved, for the audit, such as "yes" or "terminal, edited"

	Limits     []check.Limits // all of them hold
	Stream     *Stream        // that the request is a batch of, after the ones before; nil if it is all
	Unattended bool           // no person sees the operations before they are applied
}

// expired reports whether the batch of a key is so old that the key may be used again.
func expired(done ledger.Batch, ttl time.Duration, clock calendar.Clock) bool {
	return ttl > 0 && clock.Instant.Sub(done.At) > ttl
}

// inStream is the request as a batch of its stream. A request that is all of its stream
// gets an empty one. The caller's request stays as it is: a store may begin again with
// another snapshot.
func (r Request) inStream(snapshot Reader, dry bool) (Request, error) {
	if r.Stream == nil {
		r.Stream = &Stream{dry: dry}
		return r, nil
	}
	r.Stream.dry = dry
	err := r.Stream.begin(snapshot)
	r.Rules.FirstNew = r.Stream.first
	return r, err
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

	// before is what the thresholds count with this batch: what its stream touched, and if
	// it has operations of models that nobody approves, what those touched today under the
	// same correlation id.
	before ledger.Touched
}

// ofAll is the Counts with those of before.
func (o Outcome) ofAll() check.Counts {
	c := o.Counts
	c.Deleted += o.before.Deleted
	c.Updated += o.before.Changed
	return c
}
