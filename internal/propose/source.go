package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/record"
	"assister/internal/session"
)

// View lends a consistent snapshot of the workspace to fn, for as long as fn runs. As
// workspace.Store says, it may call fn more than once, and only the last call counts.
type View func(ctx context.Context, fn func(check.Reader) error) error

// Lend returns a View of one snapshot.
func Lend(snapshot check.Reader) View {
	return func(_ context.Context, fn func(check.Reader) error) error { return fn(snapshot) }
}

// Source is the context of a request to a model. The model may work for minutes, and no
// snapshot is held meanwhile: each look at the records has its own. So the records may
// change between what the model was shown and what its operations are checked against; a
// Scope refuses the operations on records that have.
type Source struct {
	Clock  calendar.Clock
	Turns  []session.Turn // of the conversation so far, oldest first
	Recent []record.Key   // mentioned recently: what "it" and "them" may refer to
	View   View
}

// brief is the context on a snapshot.
func (s Source) brief(snapshot check.Reader) brief.Brief {
	return brief.Brief{Clock: s.Clock, Records: snapshot, Turns: s.Turns, Recent: s.Recent}
}

// read calls fn with the context on a snapshot.
func (s Source) read(ctx context.Context, fn func(brief.Brief) error) error {
	return s.View(ctx, func(snapshot check.Reader) error { return fn(s.brief(snapshot)) })
}

// language returns the name of the preferred language of answers; "" for the language of
// the question.
func (s Source) language(ctx context.Context) (name string, err error) {
	err = s.read(ctx, func(b brief.Brief) error {
		name, err = b.Language()
		return err
	})
	return name, err
}
