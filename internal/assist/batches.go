package assist

import (
	"context"
	"errors"
	"fmt"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// applyBatches cuts a long stream into batches with a key each, so that another run
// with the same key resumes where the first one ended.
func applyBatches(ctx context.Context, r *request, in *event.Input, o ApplyOptions) error {
	if !o.Approved {
		return problem.Refuse(problem.Unapproved, "approval_needed",
			fmt.Sprintf("%d operations are more than can be approved one by one; nothing was changed", in.Count),
			"look at them with `assister dryrun` and apply them with --yes")
	}
	if o.AllOrNothing && in.Invalid+in.ProblemCount > 0 {
		return rejected(in.Invalid+in.ProblemCount, in.Count)
	}
	if n := destructionOf(in); n.Destructive() && !o.Confirmed {
		if err := confirm(ctx, r, n); err != nil {
			return err
		}
		o.Confirmed = true
	}
	if o.Key == "" && !o.Once {
		o.Key = r.CorrelationID
	}
	store, err := openWorded(ctx, r, WriteAccess)
	if err != nil {
		return err
	}
	unsure := !o.Confirmed && in.Count > in.Creates // deletes and bulk operations may change many records
	if len(r.Policy.Limits) > 0 || in.ByModel > 0 || unsure {
		// Nothing should stop the stream when a part of it has been applied.
		var total check.Counts
		err := dryRunEach(ctx, r, store, in, o, func(_ plan, out workspace.Outcome) error {
			total = plus(total, out.Counts)
			return nil
		})
		if err != nil {
			return err
		}
		if total.Destructive() && !o.Confirmed {
			if err := confirm(ctx, r, total); err != nil {
				return err
			}
			o.Confirmed = true
		}
	}
	if err := r.stage(event.Applying); err != nil {
		return err
	}
	r.outcome.Key, r.topic.language = o.Key, languageOf(in)
	b := batches{request: r, store: store, options: o, edited: in.Edited, replayed: true}
	for items, err := range in.Batches(batchMost) {
		if err == nil {
			err = b.apply(ctx, items)
		}
		if err != nil {
			return b.stopped(ctx, err)
		}
	}
	return b.finish(ctx, in.Invalid+in.ProblemCount)
}

// destructionOf counts the operations of a stream that delete or change one record each.
func destructionOf(in *event.Input) check.Counts {
	return check.Counts{Deleted: in.Deletes, Updated: in.Updates}
}

// batches is a stream of several batches that is being applied.
type batches struct {
	*request
	store    workspace.Store
	options  ApplyOptions
	edited   bool // the stream, since it was printed
	applied  int
	stream   workspace.Stream // of the batches that are applied
	valid    int
	invalid  int
	replayed bool // every batch so far
}

func (b *batches) apply(ctx context.Context, items []event.Item) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p := planOf(items, &event.Input{})
	b.invalid += p.invalid
	if len(p.ops) == 0 {
		b.applied++
		return b.emitResults(p.unchecked())
	}
	if b.options.AllOrNothing && p.invalid > 0 {
		return rejected(p.invalid, len(p.ops))
	}
	w := b.workspaceRequest(p, b.options)
	w.Key, w.Approval, w.Stream = b.nextKey(p), approval("yes", b.edited), &b.stream
	out, err := workspace.Apply(ctx, b.store, w)
	if refusal, ok := errors.AsType[*problem.Refusal](err); ok && refusal.Problem.Code == "nothing_valid" {
		err = nil // the other batches may have valid operations
	}
	if err != nil {
		b.decisions.refused = true // in a row of the transaction
		return err
	}
	return b.announce(ctx, p, out)
}

// nextKey is the key of the next batch. With a key for the whole stream it is that
// with a number; without one it follows from the operations up to there.
func (b *batches) nextKey(p plan) string {
	if b.options.Key != "" {
		return fmt.Sprintf("%s/%06d", b.options.Key, b.applied+1)
	}
	b.outcome.Key = workspace.ContentKey(b.outcome.Key, p.ops)
	return b.outcome.Key
}

func (b *batches) announce(ctx context.Context, p plan, out workspace.Outcome) error {
	b.applied++
	b.replayed = b.replayed && out.Replayed
	b.committed(out)
	if out.Batch.ID != 0 {
		b.outcome.Committed = fmt.Sprintf("batches up to %d were applied", out.Batch.ID)
	}
	b.outcome.Batches = b.applied
	b.outcome.Counts = plus(b.outcome.Counts, out.Counts)
	ops, valid := results(p, out)
	b.valid += valid
	b.invalid += len(p.ops) - valid
	return b.emitResults(labelled(ctx, b.store, ops))
}

// stopped ends a stream between two batches.
func (b *batches) stopped(ctx context.Context, err error) error {
	if b.outcome.Committed == "" || b.output.lost {
		return err
	}
	var refusal *problem.Refusal
	interrupted := ctx.Err() != nil && !errors.As(err, &refusal)
	b.outcome.Partial = !interrupted
	resume := "--once"
	if b.options.Key != "" {
		resume = "--idempotency-key " + b.options.Key
	}
	return errors.Join(b.Emit(event.Error{
		Code:    "stopped_between_batches",
		Message: "stopped after " + problem.CountOf(b.applied, "batch", "batches") + "; what was applied stays applied",
		Hint:    "apply the same input with " + resume + " to resume",
	}), err)
}

func (b *batches) finish(ctx context.Context, unreadable int) error {
	if b.valid == 0 {
		return rejected(b.invalid, 0)
	}
	b.outcome.Partial = b.invalid+unreadable > 0
	b.outcome.Replayed = b.replayed
	c := b.outcome.Counts
	text := check.StreamSummary(b.language(ctx), check.Done, b.valid, b.applied, c)
	return b.Emit(event.Summary{Text: text, Counts: &c})
}

func plus(a, b check.Counts) check.Counts {
	return check.Counts{
		Created: a.Created + b.Created, Updated: a.Updated + b.Updated,
		Deleted: a.Deleted + b.Deleted, Completed: a.Completed + b.Completed,
	}
}
