package assist

import (
	"context"
	"errors"
	"slices"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// DryRun shows what operations would change: the real transaction, rolled back.
func DryRun(ctx context.Context, env Environment, q ApplyRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	r.topic.given = q.Input.Words
	err := accept(r, q)
	switch {
	case err != nil:
	case q.Input.Count > batchMost:
		err = dryRunBatches(ctx, r, q.Input, q.Options)
	default:
		err = dryRunInput(ctx, r, q)
	}
	return r.finish(ctx, err)
}

func dryRunInput(ctx context.Context, r *request, q ApplyRequest) error {
	p, err := readPlan(q.Input)
	if err != nil {
		return err
	}
	if p.empty() {
		return nothingToApply(r, p)
	}
	if err := r.stage(event.Validating); err != nil {
		return err
	}
	r.topic.language = p.language
	store, err := openWorded(ctx, r, DryRunAccess)
	if err != nil {
		return err
	}
	out, limited := workspace.DryRun(ctx, store, r.workspaceRequest(p, q.Options))
	if limited != nil && !isLimit(limited) {
		return limited
	}
	r.outcome.Counts = out.Counts
	ops := p.pinned(out)
	ops.Warnings = append(ops.Warnings, foreseen(out.Unapproved)...)
	if err := r.Emit(labelled(ctx, store, ops)); err != nil {
		return err
	}
	text := check.Summary(out.Findings, r.language(ctx), check.Planned, r.Clock.Today())
	if err := r.Emit(event.Summary{Text: text, Counts: &out.Counts}); err != nil {
		return err
	}
	if limited != nil {
		return limited
	}
	return refused(out.Findings, p.invalid, q.Options)
}

// foreseen are the refusals that an apply without an approval would get, as warnings.
func foreseen(refusals []*problem.Refusal) (warnings []problem.Problem) {
	for _, r := range refusals {
		p := r.Problem
		p.Message = strings.TrimSuffix(p.Message, "; nothing was changed") + ": `assister apply --yes` would refuse this"
		warnings = append(warnings, p)
	}
	return warnings
}

// dryRunEach makes a dry run of each batch of a stream, against the current data, and
// calls each with its outcome. The limits apply to all batches together.
func dryRunEach(
	ctx context.Context, r *request, store Store, in *event.Input, o ApplyOptions,
	each func(plan, workspace.Outcome) error,
) error {
	var stream workspace.Stream
	for items, err := range in.Batches(batchMost) {
		if err := errors.Join(err, context.Cause(ctx)); err != nil {
			return err
		}
		p := planOf(items, &event.Input{})
		w := r.workspaceRequest(p, o)
		w.Stream = &stream
		out, err := workspace.DryRun(ctx, store, w)
		if err == nil {
			err = each(p, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dryRunBatches makes a dry run of a stream of several batches. It emits no ops event: the
// last one of a stream counts, and would have only a part of the operations.
func dryRunBatches(ctx context.Context, r *request, in *event.Input, o ApplyOptions) error {
	store, err := openWorded(ctx, r, DryRunAccess)
	if err != nil {
		return err
	}
	r.topic.language = languageOf(in)
	invalid, valid := in.Invalid+in.ProblemCount, 0
	var refusals []*problem.Refusal
	if n := destructionOf(in); n.Destructive() {
		refusals = append(refusals, workspace.Unconfirmed(n))
		o.Confirmed = true // one warning is enough
	}
	err = dryRunEach(ctx, r, store, in, o, func(p plan, out workspace.Outcome) error {
		r.outcome.Counts = plus(r.outcome.Counts, out.Counts)
		for _, u := range out.Unapproved {
			if !slices.ContainsFunc(refusals, func(r *problem.Refusal) bool { return r.Problem.Code == u.Problem.Code }) {
				refusals = append(refusals, u)
			}
		}
		for _, e := range p.checked(out).Operations {
			if e.Valid() {
				valid++
				continue
			}
			invalid++
			if err := r.Emit(invalidLine(e)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	total := r.outcome.Counts
	text := check.StreamSummary(r.language(ctx), check.Planned, valid, (in.Count+batchMost-1)/batchMost, total)
	if err := r.Emit(event.Summary{Text: text, Counts: &total, Warnings: foreseen(refusals)}); err != nil {
		return err
	}
	if valid == 0 || o.AllOrNothing && invalid > 0 {
		return rejected(invalid, valid)
	}
	return nil
}

func invalidLine(e event.Entry) event.Error {
	p := e.Errors[0]
	return event.Error{
		Code: p.Code, Message: p.Message, Hint: p.Hint, Line: max(e.Line, 1), Details: e.Errors[1:],
	}
}
