package assist

import (
	"context"
	"errors"
	"slices"

	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/route"
)

// secondLook decides a text that is neither question nor change by its words alone:
// "lunch w/ Sarah tmrw 12-1", "the report is done". It is a change if the rules parse
// every word of it as one, and find the record to change or the day of a new one. A
// question is left alone, and a person approves.
func secondLook(ctx context.Context, r *request, text string, d route.Routing) (route.Routing, error) {
	if !route.Unsure(d) {
		return d, nil
	}
	var heard event.Recorder
	ops, err := draft(ctx, r, &heard, rules.Engine{}, Request{Text: text})
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal):
		// "I dropped the invoice in the mail" is a change of one of the options. The
		// first look stands if the text is not understood, or not clear.
		asksWhich := refusal.Class == problem.Unanswered && slices.ContainsFunc(heard.Bodies, hasOptions)
		if asksWhich && route.Told(d) {
			return route.Understood(d), nil
		}
		return d, nil
	case err != nil:
		return d, err
	case len(ops.Operations) == 0 || slices.ContainsFunc(ops.Operations, isInvalid):
		return d, nil
	}
	return route.Understood(d), nil
}

func hasOptions(b event.Body) bool {
	q, is := b.(event.Clarify)
	return is && len(q.Options) > 0
}

func isInvalid(e event.Entry) bool { return !e.Valid() }
