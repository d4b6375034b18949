package assist

import (
	"context"
	"errors"

	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/workspace"
)

// Propose turns a text into checked operations and changes nothing.
func Propose(ctx context.Context, env Environment, q Request) (Outcome, error) {
	r, q, err := begin(ctx, env, q)
	if err == nil {
		q, err = readReply(ctx, r, q)
	}
	if err == nil {
		_, err = proposeText(ctx, r, q)
	}
	return r.finish(ctx, err)
}

// proposeText goes from a text to operations: by the engine that was chosen; with
// auto by the rules if they understand every word, else by the model.
func proposeText(ctx context.Context, r *request, q Request) (event.Ops, error) {
	return r.proposal(func() (event.Ops, error) {
		if r.modelDecides() {
			return proposeByModel(ctx, r, q)
		}
		ops, err := draft(ctx, r, r, rules.Engine{}, q)
		if r.Engines.Choice() == ByAuto && !understood(err) {
			return proposeByModel(ctx, r, q)
		}
		return ops, err
	})
}

// proposal records what a proposal came to.
func (r *request) proposal(fn func() (event.Ops, error)) (event.Ops, error) {
	since := r.prompts()
	ops, err := fn()
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal):
		detail := []any{"of", "propose", "code", refusal.Problem.Code, "engine", r.engineUsed}
		r.decisions.record("refusal", append(detail, r.used(since)...)...)
	case err == nil:
		invalid, valid := 0, []op.Op{}
		for _, e := range ops.Operations {
			if e.Valid() {
				valid = append(valid, e.Op)
			} else {
				invalid++
			}
		}
		detail := []any{"operations", len(ops.Operations), "invalid", invalid, "engine", r.engineUsed,
			"fingerprint", workspace.Fingerprint(valid)}
		if ops.Version > 1 {
			detail = append(detail, "repaired", true)
		}
		r.decisions.record("proposal", append(detail, r.used(since)...)...)
		if invalid > 0 && invalid == len(ops.Operations) {
			err = rejected(invalid, 0)
		}
	}
	return ops, err
}

func proposeByModel(ctx context.Context, r *request, q Request) (event.Ops, error) {
	m, err := r.modelFor(ctx, q.Text)
	if err != nil {
		return event.Ops{}, err
	}
	// Nobody reads a summary that is held back, or that of a test case.
	r.engineUsed, m.NoSummary = m.Name, r.output.held || r.Trial
	return draft(ctx, r, r, m, q)
}

// draft has an engine draft operations for a text, and checks them.
func draft(ctx context.Context, r *request, sink event.Sink, e propose.Drafter, q Request) (ops event.Ops, err error) {
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		p := r.promptOf(q)
		if p.Said, err = meaningOf(r, snapshot, q.Text); err != nil {
			return err
		}
		r.topic.missing = route.Lacks(*p.Said)
		if p.Unread, err = unread(r, snapshot, q.Text); err != nil {
			return err
		}
		if p.Language, err = languageIn(r, snapshot, q.Text); err != nil {
			return err
		}
		ops, err = propose.Run(ctx, e, p, snapshot, r.Clock, check.Rules{}, labelling{sink, snapshot})
		return err
	})
	return ops, err
}
