package assist

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/language/message"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// UndoRequest says which batch to undo or redo, and how.
type UndoRequest struct {
	Batch     int64 // 0 is the newest that can be
	Partial   bool  // leave out the records that have changed since
	Force     bool  // overwrite what has changed since
	DryRun    bool
	Mine      bool   // without Batch, only batches of the actor of the request count
	Ask       bool   // the approver is asked, as nobody has asked for it by name
	Confirmed bool   // destructive changes are confirmed already
	Key       string // idempotency key; "" derives one from the batch and its history
}

// Undo reverses a batch, as a new batch.
func Undo(ctx context.Context, env Environment, q UndoRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, reverse(ctx, r, q, false))
}

// Redo reverses an undo.
func Redo(ctx context.Context, env Environment, q UndoRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, reverse(ctx, r, q, true))
}

func reverse(ctx context.Context, r *request, q UndoRequest, redo bool) error {
	if err := r.stage(event.Undoing); err != nil {
		return err
	}
	access := WriteAccess | OnlyExisting
	if q.DryRun {
		access = DryRunAccess | OnlyExisting
	}
	store, err := openWorded(ctx, r, access)
	if err != nil {
		return err
	}
	w := workspace.UndoRequest{
		Batch: q.Batch, Redo: redo, Partial: q.Partial, Force: q.Force, DryRun: q.DryRun, Confirmed: q.Confirmed,
		Clock: r.Clock, CorrelationID: r.CorrelationID, Limits: r.Policy.Limits,
		Key: q.Key, KeyTTL: r.Policy.KeyTTL, Asked: askedBy(r), Mine: q.Mine,
	}
	if q.Ask {
		if w.Batch, err = approveReversal(ctx, r, store, w); err != nil {
			return err
		}
	}
	out, err := workspace.Undo(ctx, store, w)
	if needsConfirmation(err) {
		if err = confirm(ctx, r, out.Counts); err == nil {
			// Meanwhile another batch may have become the newest.
			w.Confirmed, w.Batch = true, out.Batch.Undoes
			out, err = workspace.Undo(ctx, store, w)
		}
	}
	r.outcome.Key = cmp.Or(q.Key, out.Batch.Key)
	if err != nil {
		return err
	}
	return announceReversed(ctx, r, store, out, q.DryRun)
}

// approveReversal asks whether to undo or redo a batch, and returns the batch that was
// shown.
func approveReversal(ctx context.Context, r *request, store workspace.Store, w workspace.UndoRequest) (int64, error) {
	w.DryRun = true
	out, err := workspace.Undo(ctx, store, w)
	if err != nil || out.Replayed {
		return w.Batch, err
	}
	_, err = approve(ctx, r, labelled(ctx, store, reversedOps(out, false)), nil)
	return out.Batch.Undoes, err
}

// reversedOps are the operations of an undo or redo, with their results if it is done.
func reversedOps(out workspace.Outcome, done bool) event.Ops {
	ops := event.Ops{Version: 1, Operations: make([]event.Entry, 0, len(out.Findings)), Warnings: out.Warnings}
	for _, f := range out.Findings {
		e := event.Entry{Finding: f}
		if done {
			e.Result = resultOf(f)
		}
		ops.Operations = append(ops.Operations, e)
	}
	return ops
}

// announceReversed announces a batch that was undone or redone, now or before.
func announceReversed(
	ctx context.Context, r *request, store workspace.Store, out workspace.Outcome, dryRun bool,
) error {
	r.committed(out)
	r.outcome.Replayed, r.outcome.Counts = out.Replayed, out.Counts
	r.outcome.Partial = !dryRun && slices.ContainsFunc(out.Warnings, isConflict)
	l := r.language(ctx)
	if out.Replayed && len(out.Findings)+len(out.Warnings) == 0 {
		return r.Emit(event.Summary{Text: reversed(l, out.Batch, "before", ""), Counts: &check.Counts{}})
	}
	tense := check.Planned
	if !dryRun {
		tense = check.Done
		r.outcome.Committed = fmt.Sprintf("batch %d was written", out.Batch.ID)
	}
	if err := r.Emit(labelled(ctx, store, reversedOps(out, !dryRun))); err != nil {
		return err
	}
	form := "done"
	switch {
	case out.Replayed:
		form = "before"
	case dryRun:
		form = "plan"
	case r.outcome.Partial:
		form = "partial"
	}
	text := reversed(l, out.Batch, form, check.Summary(out.Findings, l, tense, r.Clock.Today()))
	return r.Emit(event.Summary{Text: text, Counts: &out.Counts})
}

// reversed says which batch an undo or redo is about, and then what that changed. The form
// is plan, done, partial, or before if an earlier request has done it.
func reversed(l *message.Language, b ledger.Batch, form, text string) string {
	key := "summary.undo."
	if b.Action == ledger.Redo {
		key = "summary.redo."
	}
	return l.Text(key+form, "number", int(b.Root), "by", int(b.ID), "text", text)
}

func isConflict(p problem.Problem) bool { return p.Code == problem.UndoConflict }
