package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
)

// DryRun returns what Apply would do. It runs the transaction and rolls it back, so that
// the constraints of the database are checked as well.
func DryRun(ctx context.Context, s Store, r Request) (Outcome, error) {
	var out Outcome
	_, err := update(ctx, s, func(snapshot Reader) (Commit, error) {
		r, err := r.inStream(snapshot, true)
		if err != nil {
			return Commit{}, err
		}
		c, o, err := plan(snapshot, r)
		if err == nil && !r.Unattended {
			o.Unapproved, err = unapproved(snapshot, r, o)
		}
		out = o
		c.DryRun = true
		return c, err
	})
	if err == nil {
		r.Stream.add(r, out.Findings, out.Batch.Changes)
	}
	out.Batch = ledger.Batch{}
	return out, err
}

// unapproved says why Apply would refuse a plan that no person approves.
func unapproved(snapshot Reader, r Request, out Outcome) (reasons []*problem.Refusal, err error) {
	r.Unattended = true
	var refusal *problem.Refusal
	if err := r.hold(snapshot, &out); errors.As(err, &refusal) {
		reasons = append(reasons, refusal)
	} else if err != nil {
		return nil, err
	}
	if out.ofAll().Destructive() && !r.Confirmed {
		reasons = append(reasons, unconfirmed(out))
	}
	return reasons, nil
}

func plan(snapshot Reader, r Request) (Commit, Outcome, error) {
	p, err := check.Make(snapshot, r.Ops, r.Rules, r.Clock)
	out := Outcome{Findings: p.Findings, Warnings: p.Warnings, Counts: p.Counts}
	if err != nil {
		return Commit{}, out, err
	}
	id, err := snapshot.NextBatch()
	if err != nil {
		return Commit{}, out, fmt.Errorf("number the batch: %w", err)
	}
	out.Batch = ledger.Batch{
		ID: id, At: r.Clock.Instant.UTC().Truncate(time.Millisecond), Action: ledger.Apply, CorrelationID: r.CorrelationID,
		Results: results(out.Findings), Source: sourcesOf(r.Ops), Asked: r.Asked, Changes: p.Changes(id),
	}
	if err = r.hold(snapshot, &out); err != nil {
		out.Batch = ledger.Batch{}
	}
	return Commit{Batch: &out.Batch}, out, err
}

// Apply applies the valid operations in one transaction, at most once for an idempotency
// key. A *problem.Refusal means that nothing was changed, unless its class is
// problem.Unknown; the outcome then still has the findings.
func Apply(ctx context.Context, s Store, r Request) (Outcome, error) {
	fingerprint := Fingerprint(r.Ops)
	explicit := r.Key != ""
	if !explicit {
		r.Key = DerivedKey(r.CorrelationID, fingerprint)
	}
	var decided error // by the last call
	var out Outcome
	receipt, err := update(ctx, s, func(snapshot Reader) (_ Commit, err error) {
		defer func() { decided = err }()
		out = Outcome{}
		r, err := r.inStream(snapshot, false)
		if err != nil {
			return Commit{}, err
		}
		var done ledger.Batch
		used := false
		if explicit || !r.Unique {
			if done, used, err = snapshot.ByKey(r.Key); err != nil {
				return Commit{}, fmt.Errorf("look the idempotency key up: %w", err)
			}
		}
		if used && !expired(done, r.KeyTTL, r.Clock) {
			out, err = replay(snapshot, r, done, fingerprint)
			return Commit{}, err
		}
		c, o, err := plan(snapshot, r)
		if out = o; err != nil {
			return Commit{}, err
		}
		c.Batch = &out.Batch // the outcome reports the batch as it is written, with its key
		if refusal := refuse(r, out); refusal != nil {
			out.Batch = ledger.Batch{}
			return Commit{}, refusal
		}
		if len(c.Batch.Changes) == 0 {
			if !explicit {
				out.Batch = ledger.Batch{}
				return Commit{}, nil
			}
			// A retry with this key must get the same answer. The batch has nothing
			// to undo.
			c.Batch.UndoneBy = c.Batch.ID
		}
		c.Batch.Key, c.Batch.Fingerprint = r.Key, fingerprint
		c.Audit = applyEntries(r, *c.Batch, out.Counts)
		return c, nil
	})
	if errors.Is(err, ErrUnknownOutcome) {
		return out, unknown(r.Key, err)
	}
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		row := ledger.Entry{At: r.Clock.Instant, CorrelationID: r.CorrelationID, Asked: r.Asked}
		auditRefusal(ctx, s, row, "apply", refusal)
	}
	if err != nil && !errors.Is(err, decided) {
		return Outcome{}, err // the last call may have seen a part of the workspace
	}
	if err != nil {
		return out, err
	}
	r.Stream.add(r, out.Findings, out.Batch.Changes)
	out.Head, out.Unwitnessed, out.Unindexed = receipt.Head, receipt.Unwitnessed, receipt.Unindexed
	return out, nil
}

// refuse returns why the plan is not applied, nil if it is.
func refuse(r Request, out Outcome) *problem.Refusal {
	valid := 0
	for _, f := range out.Findings {
		if f.Stale() {
			return stale(out.Findings)
		}
		if f.Valid() {
			valid++
		}
	}
	switch {
	case valid == 0:
		return problem.Refuse(problem.Rejected, "nothing_valid", "none of the operations is valid; nothing was changed",
			"fix the errors of each operation")
	case r.AllOrNothing && valid < len(out.Findings):
		return problem.Refuse(problem.Rejected, "something_invalid",
			fmt.Sprintf("%d of %d operations are not valid; nothing was changed", len(out.Findings)-valid, len(out.Findings)),
			"fix them, or leave --all-or-nothing and --strict out")
	case out.ofAll().Destructive() && !r.Confirmed:
		return unconfirmed(out)
	}
	return nil
}

// unconfirmed is the refusal of a plan that is beyond the thresholds, if need be together
// with what counts with it, all of which has its correlation id.
func unconfirmed(out Outcome) *problem.Refusal {
	r := Unconfirmed(out.ofAll())
	if !out.Counts.Destructive() {
		r.Problem.Message = "with what was applied today under the same correlation id, " + r.Problem.Message
	}
	return r
}

// Unconfirmed is the refusal of a plan beyond the thresholds that was not confirmed.
func Unconfirmed(c check.Counts) *problem.Refusal {
	return problem.Refuse(problem.Unapproved, problem.DestructiveConfirmation,
		fmt.Sprintf("this deletes %d and changes %d records; nothing was changed", c.Deleted, c.Updated+c.Completed),
		fmt.Sprintf("more than %d deletions or %d updates need --confirm-destructive", check.ManyDeletes, check.ManyUpdates))
}

func stale(findings []check.Finding) *problem.Refusal {
	var places []problem.Problem
	for _, f := range findings {
		for _, p := range f.Errors {
			if p.Code == problem.Stale {
				places = append(places, p)
			}
		}
	}
	r := problem.Refuse(problem.Conflict, problem.Stale, "the plan is stale: "+places[0].Message+"; nothing was changed",
		places[0].Hint)
	r.Problem.Field = places[0].Field
	r.More = places
	return r
}

func unknown(key string, cause error) *problem.Refusal {
	r := problem.Refuse(problem.Unknown, "outcome_unknown", "it is not known whether the changes were written",
		"apply the same input again with --idempotency-key "+key+"; it is applied at most once")
	r.Cause = cause
	return r
}

// Fingerprint is a hash of the canonical forms of operations, without the revisions
// that they carry.
func Fingerprint(ops []op.Op) string {
	h := sha256.New()
	for _, o := range ops {
		h.Write(append(o.Canonical(), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ContentKey is an idempotency key that depends on nothing but the operations, and for
// a part of a longer list on the key of the part before it: the same list is applied
// only once in a workspace.
func ContentKey(before string, ops []op.Op) string {
	sum := sha256.Sum256([]byte(before + "\n" + Fingerprint(ops)))
	return "once:" + hex.EncodeToString(sum[:12])
}

// DerivedKey is the idempotency key of a stream without one: applying the same stream a
// second time changes nothing.
func DerivedKey(correlationID, fingerprint string) string {
	sum := sha256.Sum256([]byte(correlationID + "\n" + fingerprint))
	return "auto:" + hex.EncodeToString(sum[:12])
}
