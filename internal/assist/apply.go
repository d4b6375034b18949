package assist

import (
	"context"
	"errors"
	"fmt"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// Apply carries operations out: in one transaction, or in several if they are more
// than one takes. Unless they are approved already, the approver is asked.
func Apply(ctx context.Context, env Environment, q ApplyRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	r.topic.given = q.Input.Words
	err := accept(r, q)
	switch {
	case err != nil:
	case q.Input.Count > batchMost:
		err = applyBatches(ctx, r, q.Input, q.Options)
	default:
		err = applyInput(ctx, r, q)
	}
	r.refusedToApply(ctx, err)
	return r.finish(ctx, err)
}

// refusedToApply records a refusal before the transaction, which writes a row of its own
// refusals. Input that cannot be understood is no decision.
func (r *request) refusedToApply(ctx context.Context, err error) {
	var refusal *problem.Refusal
	if r.decisions.refused || !errors.As(err, &refusal) || refusal.Passing {
		return
	}
	switch refusal.Class {
	case problem.Rejected, problem.Conflict, problem.Unapproved:
		if r.decisions.store == nil {
			_ = r.openToDecide(ctx) // that it cannot be opened is the lesser failure
		}
		r.decisions.record("refusal", "of", "apply", "code", refusal.Problem.Code)
	}
}

func applyInput(ctx context.Context, r *request, q ApplyRequest) error {
	p, err := readPlan(q.Input)
	if err != nil {
		return err
	}
	if p.empty() {
		return nothingToApply(r, p)
	}
	if q.Options.AllOrNothing && p.invalid > 0 || len(p.ops) == 0 {
		if err := r.Emit(p.unchecked()); err != nil {
			return err
		}
		return rejected(p.invalid, len(p.ops))
	}
	return applyPlan(ctx, r, p, q.Options)
}

func readPlan(in *event.Input) (plan, error) {
	items, err := in.Items()
	if err != nil {
		return plan{}, err
	}
	return planOf(items, in), nil
}

func nothingToApply(r *request, p plan) error {
	if err := r.Emit(p.unchecked()); err != nil {
		return err
	}
	text := check.Summary(nil, message.For(p.language), check.Planned, r.Clock.Today())
	return r.Emit(event.Summary{Text: text, Counts: &check.Counts{}})
}

// applyPlan carries a plan out, after an approval unless it is approved already.
func applyPlan(ctx context.Context, r *request, p plan, o ApplyOptions) error {
	r.topic.language = p.language
	store, err := openWorded(ctx, r, WriteAccess)
	if err != nil {
		return err
	}
	w := r.workspaceRequest(p, o)
	w.Approval = approval("yes", p.edited)
	if !o.Approved {
		if p, w.Approval, err = approvedPart(ctx, r, store, p, o); err != nil {
			r.refusedToApply(ctx, err)
			return err
		}
		w.Ops = p.ops
	}
	if o.Once && w.Key == "" {
		w.Key = workspace.ContentKey("", w.Ops) // of the approved operations, not of all
	}
	if err := r.stage(event.Applying); err != nil {
		return err
	}
	if err := r.output.announce(); err != nil {
		return err
	}
	out, err := workspace.Apply(ctx, store, w)
	if needsConfirmation(err) {
		if err = confirm(ctx, r, out.Counts); err == nil {
			w.Confirmed = true
			out, err = workspace.Apply(ctx, store, w)
		}
	}
	if err != nil {
		r.decisions.refused = true // in a row of the transaction
		r.outcome.Key = w.Key
		if len(out.Findings) == len(p.ops) {
			// The findings say why. That they cannot be written is the lesser failure.
			_ = r.Emit(p.checked(out))
		}
		return err
	}
	return r.applied(ctx, store, p, out)
}

// approvedPart checks the plan, shows it, and returns what was approved of it and how: a
// plan that was edited must not pass for the one that was proposed.
func approvedPart(ctx context.Context, r *request, store workspace.Store, p plan, o ApplyOptions) (
	_ plan, approved string, err error,
) {
	var out workspace.Outcome
	check := func() (event.Ops, error) {
		if out, err = workspace.DryRun(ctx, store, r.workspaceRequest(p, o)); err != nil {
			if isLimit(err) {
				_ = r.Emit(labelled(ctx, store, p.pinned(out))) // it shows what is beyond the limit
			}
			return event.Ops{}, err
		}
		ops := labelled(ctx, store, p.pinned(out))
		if r.approver().Shows() {
			return ops, nil
		}
		return ops, r.Emit(ops)
	}
	ops, err := check()
	if err == nil {
		err = refused(out.Findings, p.invalid, o)
	}
	if err != nil {
		return p, "", err
	}
	choice, err := approve(ctx, r, ops, func(i int, edited op.Op) (event.Ops, error) {
		p = p.replaced(i, edited)
		return check()
	})
	if err == nil && choice.Edited {
		err = refused(out.Findings, p.invalid, o)
	}
	if err != nil {
		return p, "", err
	}
	return p.only(choice.Ops, choice.Picked), approval(r.approver().Place(), p.edited || choice.Edited), nil
}

// approval is how operations were approved, for the audit trail.
func approval(by string, edited bool) string {
	if edited {
		return by + ", edited"
	}
	return by
}

// applied announces a commit. From here on nothing may look like a failure to apply.
func (r *request) applied(ctx context.Context, store workspace.Store, p plan, out workspace.Outcome) error {
	r.committed(out)
	r.outcome.Key, r.outcome.Replayed, r.outcome.Counts = out.Batch.Key, out.Replayed, out.Counts
	if out.Batch.ID != 0 {
		r.outcome.Committed = fmt.Sprintf("batch %d was applied", out.Batch.ID)
	}
	ops, valid := results(p, out)
	r.outcome.Partial = p.invalid > 0 || valid < len(ops.Operations)
	if err := r.emitResults(labelled(ctx, store, ops)); err != nil {
		return err
	}
	text := check.Summary(out.Findings, r.language(ctx), check.Done, r.Clock.Today())
	return r.Emit(event.Summary{Text: text, Counts: &out.Counts})
}

// committed notes the batch and the audit head of a commit. That the head could not be
// kept outside of the workspace is an error beside the result, not one of the request; that
// the index could not be extended is a remark.
func (r *request) committed(out workspace.Outcome) {
	if out.Unwitnessed != nil {
		r.unwitnessed(fmt.Sprintf("batch %d was written", out.Batch.ID), out.Unwitnessed)
	}
	if out.Unindexed != nil && r.unindexed == nil {
		r.Log.note("the search index is not up to date, so searches take longer until it is: %v", out.Unindexed)
		r.unindexed = out.Unindexed
	}
	if out.Batch.ID != 0 {
		r.outcome.Batch = out.Batch.ID
	}
	if out.Head.Seq != 0 {
		r.outcome.AuditHead = out.Head.Hash.String()
	}
}

func (r *request) unwitnessed(done string, err error) {
	_ = r.Emit(event.Error{
		Code:    "audit_head_not_kept",
		Message: fmt.Sprintf("%s, but its audit head is not kept outside of the workspace: %v", done, err),
		Hint:    "fix audit.head or audit.head-command; the head of the next batch vouches for this one too",
	})
}

// results is a plan that was carried out, and how many of its operations were.
func results(p plan, out workspace.Outcome) (ops event.Ops, valid int) {
	ops = p.checked(out)
	for i := range ops.Operations {
		e := &ops.Operations[i]
		if e.Raw == nil {
			e.Result = resultOf(e.Finding)
		}
		if e.Valid() {
			valid++
		}
	}
	return ops, valid
}

// emitResults emits what was done. It has been done, so a list that is too long for
// a line is left out; a plan that is too long ends the request instead, since a part
// of it must not pass for the whole.
func (r *request) emitResults(ops event.Ops) error {
	err := r.Emit(ops)
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	cut := problem.Problem{
		Code:    "results_cut",
		Message: fmt.Sprintf("the results of %d operations are too long for a line and left out", len(ops.Operations)),
		Hint:    "the batch holds them all: `assister audit tail`",
	}
	return r.Emit(event.Ops{Version: ops.Version, Warnings: append(ops.Warnings, cut)})
}

// CheckKey limits idempotency keys to what every shell and log can carry. A front end calls it
// before it reads the operations.
func CheckKey(key string) error {
	const longest = 200
	for _, r := range key {
		if r <= ' ' || r > '~' {
			return problem.Misuse("the idempotency key has a character that is not visible ASCII",
				"use letters, digits and punctuation")
		}
	}
	if len(key) > longest {
		return problem.Misuse(fmt.Sprintf("the idempotency key is longer than %d characters", longest), "use a shorter one")
	}
	return nil
}
