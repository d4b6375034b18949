package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/op"
)

// pipelineEngine is the engine interface of Run. The engine gets the problems of its
// operations while it proposes them, has one attempt to repair invalid ones, and writes
// the summary. A Model implements it; draftOnly adapts an engine that only drafts.
type pipelineEngine interface {
	// name is the engine's name if its texts are not ours; "" if they are.
	name() string

	// source is the source of the operations that the engine drafts.
	source() op.Source

	// draftOperations drafts operations, which v can try.
	draftOperations(ctx context.Context, r Request, src Source, v validator, sink event.Sink) (Draft, error)

	// noOperations ends a request for which the engine drafted no operation.
	noOperations(r Request, d Draft, sink event.Sink) error

	// repair corrects invalid operations, and reports whether any correction was
	// accepted.
	repair(ctx context.Context, r Request, src Source, v validator,
		list []proposal, entries []event.Entry, sink event.Sink) ([]proposal, bool, error)

	// summarize describes the proposal.
	summarize(ctx context.Context, r Request, src Source, ops event.Ops) (text, thinking string, err error)
}

// draftOnly is an engine without repair and without a summary.
type draftOnly struct{ Drafter }

func (draftOnly) name() string { return "" }

func (e draftOnly) source() op.Source {
	if given, ok := e.Drafter.(interface{ source() op.Source }); ok {
		return given.source()
	}
	return op.ByRules
}

func (e draftOnly) draftOperations(ctx context.Context, r Request, src Source,
	_ validator, _ event.Sink) (d Draft, err error) {
	err = src.read(ctx, func(b brief.Brief) error {
		d, err = e.Draft(ctx, r, b)
		return err
	})
	return d, err
}

func (draftOnly) noOperations(r Request, d Draft, _ event.Sink) error {
	return notUnderstood(r, d)
}

func (draftOnly) repair(context.Context, Request, Source, validator,
	[]proposal, []event.Entry, event.Sink) ([]proposal, bool, error) {
	return nil, false, nil
}

func (draftOnly) summarize(_ context.Context, r Request, src Source, ops event.Ops) (
	text, thinking string, err error) {
	return summary(r.Language, ops, src.Clock.Today()), "", nil
}
