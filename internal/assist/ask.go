package assist

import (
	"context"
	"errors"
	"slices"

	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/session"
)

// Mode says how Ask treats a text.
type Mode string

const (
	Auto Mode = "auto" // classify it
	Chat Mode = "chat" // a question; a model is not asked for a plan of steps
	Plan Mode = "plan" // a change
)

// AskRequest is a request to answer or to carry out.
type AskRequest struct {
	Request
	Mode      Mode // "" is Auto
	Confirmed bool // destructive operations are confirmed already
}

// Ask classifies a text, and then answers it, proposes operations, or asks back. If
// a person reads along, questions are answered and plans approved and applied.
func Ask(ctx context.Context, env Environment, q AskRequest) (Outcome, error) {
	r, text, err := begin(ctx, env, q.Request)
	if err != nil {
		return r.finish(ctx, err)
	}
	return askBegun(ctx, r, text, q)
}

// askBegun is Ask once the workspace is open.
func askBegun(ctx context.Context, r *request, text Request, q AskRequest) (Outcome, error) {
	a := asking{r, ApplyOptions{Confirmed: q.Confirmed}}
	code, wanted, err := asksForHelp(ctx, r, text.Text)
	if err != nil || wanted && q.Mode != Plan {
		if err == nil {
			err = help(ctx, r, text.Text, code)
		}
		return r.finish(ctx, err)
	}
	if text, err = readReply(ctx, r, text); err != nil {
		err = a.clarified(ctx, err)
	} else {
		err = a.ask(ctx, text, q.Mode)
	}
	return r.finish(ctx, err)
}

// asking is a request that is asked.
type asking struct {
	*request
	options ApplyOptions // of the operations that it leads to
}

// ask goes the way that the text asks for. If a model was to decide and gave nothing
// of use, the summary says so.
func (a asking) ask(ctx context.Context, q Request, mode Mode) error {
	decision := route.Decision(mode)
	if mode == Auto || mode == "" {
		d, err := decideRoute(ctx, a.request, q)
		if err != nil {
			return saysNoAnswer(ctx, a.request, q.Text, err)
		}
		if d.Decision == route.Clarify {
			return a.clarify(ctx, d)
		}
		decision = d.Decision
	}
	if decision == route.Chat {
		return saysNoAnswer(ctx, a.request, q.Text, a.answer(ctx, q.Text, mode))
	}
	return proposeOrReply(ctx, a.request, q.Text, func() error {
		return a.offer(ctx, func() (event.Ops, error) { return proposeText(ctx, a.request, q) })
	})
}

// clarify asks back.
func (a asking) clarify(ctx context.Context, d route.Routing) error {
	a.topic.missing = d.Missing
	err := a.output.holding(a.attended(), func() error {
		l, err := languageFor(ctx, a.request, a.topic.text)
		if err != nil {
			return err
		}
		if asked, err := asksTheDay(a.request, l); asked {
			return err
		}
		question := d.QuestionIn(l)
		only := question == "" && len(d.Options) == 1 && len(d.Missing) == 0
		if only && hasName(a.Languages(), a.topic.text, d.Options[0]) { // and nothing else is known
			question = l.Text("ask.exists-what", "name", problem.Shorten(d.Options[0].Label()))
		}
		return propose.Ask(a, l, question, d.Options)
	})
	return a.clarified(ctx, err)
}

// hasName reports whether a text has a word of the name of a record other than what somebody does, as many names
// begin: "call".
func hasName(l meaning.Languages, text string, rec record.Record) bool {
	said, toks := l.Keywords(text, wordsMost), language.Tokens(rec.Label())
	g := l.Likeliest(toks)
	for i, t := range toks {
		if errand := i == 0 && g.Has(toks, 0, "doing"); !errand && slices.Contains(said, t.Word) {
			return true
		}
	}
	return len(toks) == 1
}

// questionsMost is how many questions in a row are put to a person, in case it is a
// program that answers.
const questionsMost = 10

// clarified continues with the answer to the question that was asked, if there is a
// person to answer it. Otherwise the question stays open, and unanswered says so.
func (a asking) clarified(ctx context.Context, unanswered error) error {
	if !a.attended() || a.output.question == nil || a.asked == questionsMost {
		return unanswered
	}
	a.asked++
	question := *a.output.question
	if err := pauseFor(ctx, a.request); err != nil {
		return err
	}
	text, err := a.Approver.Answer(ctx, question)
	var nobody NobodyError
	switch {
	case errors.As(err, &nobody):
		return errors.Join(a.output.pass(question), unanswered)
	case err != nil:
		return err
	case text == "":
		return unanswered
	}
	a.output.question = nil
	a.keepQuestion(question, text, a.Now())
	a.Turns = append(a.Turns,
		session.Turn{Role: session.User, Text: question.Request},
		session.Turn{Role: session.Assistant, Text: question.Question})
	var next Request
	if err := a.output.holding(true, func() (err error) {
		next, err = continueWith(ctx, a.request, text, question)
		return err
	}); err != nil {
		return a.clarified(ctx, err)
	}
	return a.ask(ctx, next, Auto)
}

// offer has what is proposed approved and applied, if there is a person to ask.
func (a asking) offer(ctx context.Context, proposed func() (event.Ops, error)) error {
	var ops event.Ops
	err := a.output.holding(a.attended(), func() (err error) {
		ops, err = proposed()
		return err
	})
	if a.output.question != nil {
		return a.clarified(ctx, err)
	}
	if err != nil || !a.attended() {
		return err
	}
	if len(ops.Operations) == 0 {
		return a.Emit(ops) // its warnings say why there is nothing to approve
	}
	return applyPlan(ctx, a.request, proposedPlan(ops), a.options)
}
