package assist

import (
	"context"
	"errors"
	"strings"

	"assister/internal/brief"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/language/message"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// modelFor returns the engine with a model, made when it is first needed.
func (r *request) modelFor(ctx context.Context, text string) (*propose.Model, error) {
	if err := pauseFor(ctx, r); err != nil {
		return nil, err
	}
	if r.model != nil {
		return r.model, nil
	}
	m, err := r.Engines.Model(text)
	if err != nil {
		return nil, err
	}
	m.Words = rules.Engine{}
	if show := m.OnText; show != nil {
		m.OnText = func(text string) error {
			if r.output.held {
				return nil
			}
			return show(text)
		}
	}
	if m.Thinking {
		m.OnThinking = func(call propose.Purpose, thinking string) error {
			return r.Emit(event.Stage{Stage: r.output.stage, Call: string(call), Thinking: thinking})
		}
	}
	m.OnLeftOut = func(call propose.Purpose, left propose.LeftOut) error {
		return r.Emit(event.Stage{Stage: r.output.stage, Call: string(call), Omitted: left.String()})
	}
	r.model = m
	return m, nil
}

// modelDecides reports whether an engine with a model decides from the start.
func (r *request) modelDecides() bool {
	return r.Engines.Choice() != ByRules && r.Engines.Choice() != ByAuto
}

// prompts is how many prompts the model has been given so far.
func (r *request) prompts() int {
	if r.model == nil {
		return 0
	}
	return len(r.model.Exchanges)
}

// used is the audit detail of the prompts since the n-th: the digests of their
// templates and the tokens that they cost, but not their text.
func (r *request) used(since int) (pairs []any) {
	if r.prompts() <= since {
		return nil
	}
	var digests []string
	tokens, model := 0, ""
	for _, u := range r.model.Exchanges[since:] {
		digests = append(digests, string(u.Purpose)+":"+u.Template)
		tokens += u.Tokens
		model = u.Model
		r.Log.trace("reply to %s: %s", u.Purpose, u.Reply)
	}
	return []any{"prompts", strings.Join(digests, " "), "model", problem.OneLine(model), "tokens", tokens}
}

// promptOf is a request for an engine, with what it means if that was read.
func (r *request) promptOf(q Request) propose.Request {
	languages := r.Languages()
	p := propose.Request{
		Text: q.Text, Keywords: languages.Keywords(q.Text, chosenMost), Lists: languages.Speaks(q.Text, "list", "item"),
		Kinds: kindsNamed(r, q.Text), Selection: q.Selection, Project: r.project, Turns: r.turns(), Topics: r.topics,
	}
	for _, name := range r.topic.named {
		p.Named = append(p.Named, name)
		p.Keywords = append(languages.Keywords(name, wordsMost), p.Keywords...)
	}
	if all := r.readings.texts[q.Text]; len(all) > 0 {
		p.Said, p.Also = &all[0], all[1:]
	}
	return p
}

// kindsNamed are the kinds of records that a text has a word for.
func kindsNamed(r *request, text string) (kinds []string) {
	for _, k := range schema.Kinds {
		if r.Languages().Speaks(text, k.Name) {
			kinds = append(kinds, k.Name)
		}
	}
	return kinds
}

// briefOf is the brief of an engine that answers and proposes nothing.
func (r *request) briefOf(snapshot workspace.Reader) brief.Brief {
	return brief.Brief{Clock: r.Clock, Records: snapshot, Turns: r.turns(), Recent: r.topics.Recent}
}

// languageFor is the language of replies to a text: the preferred one, or that of the text.
func languageFor(ctx context.Context, r *request, text string) (l *message.Language, err error) {
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		l, err = languageIn(r, snapshot, text)
		return err
	})
	return l, err
}

func languageIn(r *request, snapshot workspace.Reader, text string) (*message.Language, error) {
	code, err := brief.Preference(snapshot, "language", r.Clock.Today())
	if code == "" && err == nil {
		code, err = languageOfText(r, snapshot, text)
	}
	return message.For(code), err
}

// questionLanguage is the language of the answer to a question: the preferred one, or that
// of the question.
func questionLanguage(r *request, snapshot workspace.Reader, text, preferred string) (*message.Language, error) {
	var err error
	if preferred == "" {
		preferred, err = languageOfText(r, snapshot, text)
	}
	return message.For(preferred), err
}

// unavailable reports whether an engine could not be reached or gave nothing of use.
func unavailable(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Class == problem.Unavailable
}

// passing reports whether an engine may answer later, since the failure is not about the
// request.
func passing(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Passing
}

// understood reports whether the rules had an answer, which may be a question.
func understood(err error) bool {
	var refusal *problem.Refusal
	return !errors.As(err, &refusal) || !proposedNothing(refusal)
}

// noAnswer reports whether an engine gave nothing that a person could be told.
func noAnswer(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Class == problem.Unavailable && !proposedNothing(refusal)
}

// proposedNothing reports whether a request was refused since no change came of it.
func proposedNothing(r *problem.Refusal) bool {
	return r.Problem.Code == propose.NoOperations || r.Problem.Code == problem.NotUnderstood
}
