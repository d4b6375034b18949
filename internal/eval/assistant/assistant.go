// Package assistant scores the use cases of assist, with the engines that a front end has
// configured. Each case is a request of its own, at the time and on the workspace that
// the case says; nobody's workspace is read or changed.
package assistant

import (
	"context"
	"errors"
	"slices"
	"time"

	"assister/internal/assist"
	"assister/internal/engine/wire"
	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// Engines are the engines of a front end.
type Engines interface {
	assist.Engines
	// ModelOf returns the engine with a model for a request, which a completer speaks
	// for.
	ModelOf(completer propose.Completer, text string) (*propose.Model, error)
}

// Setup is what the cases are given to.
type Setup struct {
	Engines   Engines
	Earlier   Engines // of the earlier requests of a case; nil for Engines
	Log       assist.Log
	Now       func() time.Time         // the clock that answers are timed with
	Languages func() meaning.Languages // as in assist.Environment
}

// Run scores a setup on cases, and passes each result to each. The prompts are those that
// models were given.
func Run(ctx context.Context, cases []eval.Case, with Setup, each func(eval.Result) error) (
	prompts []event.Facts, err error,
) {
	workspaces, err := newWorkspaces(ctx)
	if err != nil {
		return nil, err
	}
	defer workspaces.close()
	s := &subject{Setup: with}
	err = eval.Run(ctx, cases, s, workspaces.open, with.Now, each)
	var failure engineError
	if errors.As(err, &failure) {
		err = failure.of
	}
	return s.prompts, err
}

// subject implements eval.Subject.
type subject struct {
	Setup
	prompts []event.Facts // that models were given, each once
}

func (s *subject) Route(ctx context.Context, c eval.Case, store workspace.Store) (r route.Routing, err error) {
	err = s.try(ctx, c, store, nil, func(env assist.Environment, q assist.Request) (err error) {
		r, err = assist.Classify(ctx, env, q)
		return err
	})
	return r, err
}

func (s *subject) Propose(ctx context.Context, c eval.Case, store workspace.Store, sink event.Sink) error {
	return s.try(ctx, c, store, sink, func(env assist.Environment, q assist.Request) error {
		_, err := assist.Propose(ctx, env, q)
		return err
	})
}

func (s *subject) Chat(ctx context.Context, c eval.Case, store workspace.Store, sink event.Sink) error {
	return s.try(ctx, c, store, sink, func(env assist.Environment, q assist.Request) error {
		_, err := assist.Answer(ctx, env, q)
		return err
	})
}

// try gives a case to a use case, in an environment of its own.
func (s *subject) try(
	ctx context.Context, c eval.Case, store workspace.Store, sink event.Sink,
	fn func(assist.Environment, assist.Request) error,
) error {
	if sink == nil {
		sink = discard{}
	}
	engines := &caseEngines{Engines: s.Engines}
	if len(c.Replies) > 0 {
		engines.script = &eval.Script{Replies: c.Replies}
	}
	env := assist.Environment{
		Workspace: caseWorkspace{store.(*sqlite.Store)}, Engines: engines, Sink: sink, Log: s.Log,
		Times:   assist.Times{Clock: c.Clock, Now: func() time.Time { return c.Clock.Instant }},
		Reading: assist.Reading{Languages: s.Languages}, Trial: true,
		Origin: assist.Origin{CorrelationID: conversation}, // a proposal without one cannot be corrected
	}
	q := assist.Request{Text: c.Text}
	err := s.converse(ctx, c, env, &q)
	if err == nil {
		err = fn(env, q)
	}
	if engines.model != nil {
		s.notePrompts(engines.model.Exchanges)
	}
	return ifEngineFails(err)
}

// conversation is the session of a case with earlier requests.
const conversation = "case"

// converse makes the earlier requests of a case, so that its own one continues them: the
// records that they were about, what they proposed, and a question that they left open.
// Nothing of what they propose is applied.
func (s *subject) converse(ctx context.Context, c eval.Case, env assist.Environment, q *assist.Request) error {
	if len(c.Before) == 0 {
		return nil
	}
	store, err := env.Workspace.Open(ctx, assist.WriteAccess)
	if err != nil {
		return err
	}
	if _, err := store.Clear(ctx, conversation); err != nil {
		return err
	}
	env.Sink, q.Conversation = discard{}, assist.Conversation{Session: conversation}
	if s.Earlier != nil {
		env.Engines = s.Earlier
	}
	for _, text := range c.Before {
		earlier := assist.Request{Text: text, Conversation: q.Conversation}
		_, err := assist.Ask(ctx, env, assist.AskRequest{Request: earlier})
		var refusal *problem.Refusal
		if answered := err == nil || errors.As(err, &refusal); !answered {
			return err
		}
	}
	return nil
}

// discard drops events.
type discard struct{}

func (discard) Emit(event.Body) error { return nil }

// caseWorkspace is the workspace of a case.
type caseWorkspace struct{ store *sqlite.Store }

// Open implements assist.Workspace.
func (w caseWorkspace) Open(context.Context, assist.Access) (assist.Store, error) {
	return w.store, nil
}

// caseEngines are the engines for a case: those of the front end, with the replies of the
// case if it has any.
type caseEngines struct {
	Engines
	script *eval.Script   // the replies that are left; nil for none
	model  *propose.Model // nil until it is asked
}

// Model implements assist.Engines.
func (e *caseEngines) Model(text string) (m *propose.Model, err error) {
	if e.script != nil {
		m, err = e.ModelOf(e.script, text)
	} else {
		m, err = e.Engines.Model(text)
	}
	if err != nil {
		return nil, engineError{err}
	}
	m.OnText = nil
	e.model = m
	return m, nil
}

// ifEngineFails marks the error of an engine that cannot be reached, or is called in a
// way that cannot work. It ends the run, since every case would fail by it.
func ifEngineFails(err error) error {
	var r *problem.Refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.Problem.Code {
	case wire.Unreachable, wire.Refused:
		return engineError{err}
	}
	return err
}

// engineError is an error of the engine rather than an answer to a case. It hides a
// refusal from eval, which would take it for an answer.
type engineError struct{ of error }

func (e engineError) Error() string { return e.of.Error() }

// notePrompts keeps which prompts were given to which model.
func (s *subject) notePrompts(uses []propose.Exchange) {
	for _, u := range uses {
		row := event.Facts{
			{Name: "purpose", Value: string(u.Purpose)}, {Name: "prompt", Value: u.Template},
			{Name: "model", Value: problem.OneLine(u.Model)},
		}
		if !slices.ContainsFunc(s.prompts, func(p event.Facts) bool { return slices.Equal(p, row) }) {
			s.prompts = append(s.prompts, row)
		}
	}
}
