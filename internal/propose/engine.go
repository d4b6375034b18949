package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/op"
)

// pipelineEngine is an engine as Run works with it. It hears what is found about its
// operations while it proposes them, gets one try to mend those that are
// invalid, and says in words what is proposed. A Model is one; an engine that
// only drafts is one by being mute.
type pipelineEngine interface {
	// name is the engine's name where what it says is not ours; "" where it is.
	name() string

	// source is the source of the operations that the engine drafts.
	source() op.Source

	// draftOperations drafts operations. against is the snapshot on which they can be tried.
	draftOperations(ctx context.Context, r Request, b brief.Brief, v validator, sink event.Sink) (Draft, error)

	// noOperations ends a request for which the engine drafted no operation.
	noOperations(r Request, d Draft, sink event.Sink) error

	// repair puts right what is invalid, and reports whether anything came of it.
	repair(ctx context.Context, r Request, b brief.Brief, v validator,
		list []proposal, entries []event.Entry, sink event.Sink) ([]proposal, bool, error)

	// summarize says what is proposed.
	summarize(ctx context.Context, r Request, b brief.Brief, ops event.Ops) (text, thinking string, err error)
}

// pipelineEngineOf is the engine as one that can be spoken with.
func pipelineEngineOf(e Drafter) pipelineEngine {
	if s, ok := e.(pipelineEngine); ok {
		return s
	}
	return draftOnly{e}
}

// draftOnly is an engine that says its operations once and has no words for them.
type draftOnly struct{ Drafter }

func (draftOnly) name() string { return "" }

func (e draftOnly) source() op.Source {
	if given, ok := e.Drafter.(interface{ source() op.Source }); ok {
		return given.source()
	}
	return op.ByRules
}

func (e draftOnly) draftOperations(ctx context.Context, r Request, b brief.Brief,
	_ validator, _ event.Sink) (Draft, error) {
	return e.Draft(ctx, r, b)
}

func (draftOnly) noOperations(r Request, d Draft, _ event.Sink) error {
	return notUnderstood(r.Locale, d)
}

func (draftOnly) repair(context.Context, Request, brief.Brief, validator,
	[]proposal, []event.Entry, event.Sink) ([]proposal, bool, error) {
	return nil, false, nil
}

func (draftOnly) summarize(_ context.Context, r Request, b brief.Brief, ops event.Ops) (
	text, thinking string, err error) {
	return summary(r.Locale, ops, b.Clock.Today()), "", nil
}
