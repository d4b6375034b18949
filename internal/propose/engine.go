package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/event"
)

// speaker is an engine as Run works with it. It hears what is found about its
// operations while it proposes them, gets one try to mend those that are
// invalid, and says in words what is proposed. A Model is one; an engine that
// only drafts is one by being mute.
type speaker interface {
	// by is the engine's name where what it says is not ours; "" where it is.
	by() string

	// converse drafts operations. against is what they can be tried on.
	converse(ctx context.Context, r Request, b brief.Brief, against room, sink event.Sink) (Draft, error)

	// nothing ends a request for which no operation was drafted.
	nothing(r Request, d Draft, sink event.Sink) error

	// mend puts right what is invalid, and reports whether anything came of it.
	mend(ctx context.Context, r Request, b brief.Brief, against room, list []proposal, entries []event.Entry, sink event.Sink) ([]proposal, bool, error)

	// summarize says what is proposed.
	summarize(ctx context.Context, r Request, b brief.Brief, ops event.Ops) (text, thinking string, err error)
}

// speaking is the engine as one that can be spoken with.
func speaking(e Drafter) speaker {
	if s, ok := e.(speaker); ok {
		return s
	}
	return mute{e}
}

// mute is an engine that says its operations once and has no words for them.
type mute struct{ Drafter }

func (mute) by() string { return "" }

func (e mute) converse(ctx context.Context, r Request, b brief.Brief, _ room, _ event.Sink) (Draft, error) {
	return e.Draft(ctx, r, b)
}

func (mute) nothing(r Request, d Draft, _ event.Sink) error { return notUnderstood(r.Locale, d) }

func (mute) mend(context.Context, Request, brief.Brief, room, []proposal, []event.Entry, event.Sink) ([]proposal, bool, error) {
	return nil, false, nil
}

func (mute) summarize(_ context.Context, r Request, _ brief.Brief, ops event.Ops) (text, thinking string, err error) {
	return summary(r.Locale, ops), "", nil
}
