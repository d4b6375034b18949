package assist

import (
	"context"
	"slices"

	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/route"
)

// readReply takes the words as the answer to the open question, if there is one and they
// are: the request that was asked about continues, with what they select. Otherwise
// they are a request of their own.
func readReply(ctx context.Context, r *request, q Request) (Request, error) {
	r.words, r.topic.text, r.topic.selection = q.Text, q.Text, q.Selection
	back, err := takesBack(ctx, r, q.Text)
	if err != nil {
		return q, err
	}
	said := append(r.readings.texts[q.Text], meaning.Text{})[0]
	more := len(said.Do) > 0 && slices.Contains(said.Talk, meaning.TakeBack) // another command does one of them
	switch open := r.Conversation.Question; {
	case back || more:
		l, err := languageFor(ctx, r, q.Text)
		if err != nil {
			return q, err
		}
		return q, problem.Misuse(l.Text("refuse.takes-back.what"), l.Text("refuse.takes-back.next"))
	case open == nil || !q.Selection.Empty():
		return q, amend(ctx, r, q.Text)
	default:
		return continueOrAmend(ctx, r, q.Text, *open)
	}
}

// continueOrAmend continues with the answer to a question. One about a text that says nothing by itself leaves
// the proposal before it as it is, and what follows may correct that.
func continueOrAmend(ctx context.Context, r *request, text string, asked event.Clarify) (Request, error) {
	amends := false
	err := lookInto(ctx, r, func(in lookup) {
		amends = saysNothing(read(in, asked.Request)) && len(pending(in)) > 0
	})
	switch {
	case err != nil:
		return Request{}, err
	case amends:
		return Request{Text: text}, amend(ctx, r, text)
	}
	return continueWith(ctx, r, text, asked)
}

// continueWith is the request that continues with the answer to a question.
func continueWith(ctx context.Context, r *request, text string, asked event.Clarify) (q Request, err error) {
	reply, err := interpretReply(ctx, r, text, asked)
	if err != nil {
		return q, err
	}
	switch reply.Sense {
	case route.Declined:
		return q, declined(ctx, r)
	case route.Unclear:
		r.topic.text, r.topic.selection, r.topic.missing = asked.Request, reply.Selection, asked.Missing
		return q, askAgain(ctx, r, asked.Question, reply.Left)
	case route.Anew:
		r.topic.answered, r.topic.text, r.topic.selection = false, reply.Text, record.Selection{}
		return Request{Text: reply.Text}, nil
	}
	r.reply = text
	r.topic.answered, r.topic.text, r.topic.selection = true, reply.Text, reply.Selection
	return Request{Text: reply.Text, Selection: reply.Selection}, nil
}

// askAgain repeats a question, with the options that can still be meant.
func askAgain(ctx context.Context, r *request, question string, left []record.Option) error {
	var options []record.Record
	keys := reference.Each(left, func(o record.Option) record.Key { return o.Key })
	if err := lookInto(ctx, r, func(in lookup) { options = in.records.LookUp(keys) }); err != nil {
		return err
	}
	l, err := languageFor(ctx, r, r.topic.text)
	if err != nil {
		return err
	}
	return propose.Ask(r, l, question, options)
}

// askedOf is a question that was read from a session or a stream.
func askedOf(q event.Clarify) record.Question {
	asked := record.Question(q)
	asked.Selected.Records = existingKinds(q.Selected.Records)
	exists := func(o record.Option) bool { return len(existingKinds([]record.Key{o.Key})) == 1 }
	asked.Options = reference.Those(q.Options, exists)
	return asked
}
