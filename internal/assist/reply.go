package assist

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/workspace"
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
	switch open := r.Conversation.Question; {
	case back:
		l, err := languageFor(ctx, r, q.Text)
		if err != nil {
			return q, err
		}
		return q, problem.Misuse(l.Text("refuse.takes-back.what"), l.Text("refuse.takes-back.next"))
	case open == nil || !q.Selection.Empty():
		return q, amend(ctx, r, q.Text)
	default:
		return continueWith(ctx, r, q.Text, *open)
	}
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
		r.topic.answered, r.topic.text, r.topic.selection = false, text, record.Selection{}
		return Request{Text: text}, nil
	}
	r.reply = text
	r.topic.answered, r.topic.text, r.topic.selection = true, reply.Text, reply.Selection
	return Request{Text: reply.Text, Selection: reply.Selection}, nil
}

// interpretReply reads words as the answer to a question.
func interpretReply(ctx context.Context, r *request, text string, asked event.Clarify) (route.Reply, error) {
	if r.Languages != nil {
		return interpretByMeaning(ctx, r, text, asked)
	}
	q := askedOf(asked)
	reply := route.Answer(text, q, r.Clock)
	switch {
	case reply.Sense == route.Anew && len(q.Options) == 0:
		// "overdue", when the question is which of all tasks to change.
		if narrowed, ok := phrase.Narrowed(q.Request, text, r.Clock); ok {
			return route.Reply{Sense: route.Answered, Text: narrowed, Selection: q.Selected}, nil
		}
		return reply, nil
	case reply.Sense != route.Unclear && reply.Sense != route.Named:
		return reply, nil
	case changesSubject(r, text, q):
		return route.Reply{Sense: route.Anew, Text: text}, nil
	case reply.Sense == route.Named:
		return findNamed(ctx, r, text, reply)
	}
	return reply, nil
}

// changesSubject reports whether words that choose none of the options are a request
// themselves: "lunch with Leo tomorrow". The question is then dropped.
func changesSubject(r *request, text string, asked record.Question) bool {
	read := phrase.Parse(text, r.Clock)
	if len(read.NotUnderstood) > 0 || len(read.Requests) == 0 {
		return false
	}
	return !slices.ContainsFunc(route.Words(text), func(w string) bool {
		return slices.ContainsFunc(asked.Options, func(o record.Option) bool { return route.Mentions(o.Title, []string{w}) })
	})
}

// findNamed looks up the records that words name, for a request that calls them "it".
func findNamed(ctx context.Context, r *request, text string, reply route.Reply) (route.Reply, error) {
	found, err := findTitled(ctx, r, text)
	if err != nil {
		return reply, err
	}
	reply.Sense = route.Unclear
	for _, x := range found {
		key := record.Key{Kind: x.Kind.Name, ID: x.ID}
		reply.Left = append(reply.Left, record.Option{Key: key, Title: x.Label(), Day: x.Day()})
	}
	if len(reply.Left) == 1 {
		reply.Sense, reply.Selection.Records = route.Answered, []record.Key{reply.Left[0].Key}
	}
	return reply, nil
}

// findTitled are the open records with every word of the text in their titles; if the
// whole title of some is the text, only those.
func findTitled(ctx context.Context, r *request, text string) (found []record.Record, err error) {
	between := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	words := strings.FieldsFunc(fulltext.Fold(text), between)
	content := route.Words(text)
	if len(content) == 0 {
		return nil, nil
	}
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		open := filter.Condition{Completed: filter.No}.With(filter.TitleContains(longest))
		records, err := snapshot.Find(open, r.Clock.Today())
		exact := false
		for _, x := range records {
			same := fulltext.Fold(x.Label()) == fulltext.Fold(strings.TrimSpace(text))
			switch {
			case same && !exact:
				found, exact = []record.Record{x}, true
			case same, !exact && route.Mentions(x.Label(), content):
				found = append(found, x)
			}
		}
		return err
	})
	return found, err
}

// askAgain repeats a question, with the options that can still be meant.
func askAgain(ctx context.Context, r *request, question string, left []record.Option) error {
	var options []record.Record
	err := r.view(ctx, func(snapshot workspace.Reader) error {
		for _, o := range left {
			x, found, err := snapshot.Record(o.Key.Kind, o.Key.ID)
			if err != nil {
				return err
			}
			if found {
				options = append(options, x)
			}
		}
		return nil
	})
	if err != nil {
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
	asked.Options = nil
	for _, o := range q.Options {
		if len(existingKinds([]record.Key{o.Key})) == 1 {
			asked.Options = append(asked.Options, o)
		}
	}
	return asked
}
