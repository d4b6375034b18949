package cli

import (
	"errors"
	"slices"

	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// secondLook is the routing of a text of which its words alone do not say what it
// is: "lunch w/ Sarah tmrw 12-1", "the report is done". Where the rules read every
// word of it as a change, and find what it changes or the day of what is new, it
// is one. A question is none however it could be read, and a person approves.
func (c *call) secondLook(text string, r route.Routing) (route.Routing, error) {
	if !route.Unsure(r) {
		return r, nil
	}
	var heard event.Recorder
	ops, err := c.runTo(&heard, rules.Engine{}, text, record.Selection{})
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Class == problem.Unanswered && route.Told(r) && slices.ContainsFunc(heard.Bodies, offers):
		return route.Understood(r), nil // "I dropped the invoice in the mail": which of these?
	case errors.As(err, &refusal):
		return r, nil // not understood, or not clear; the first look stands
	case err != nil:
		return r, err
	case len(ops.Operations) == 0 || slices.ContainsFunc(ops.Operations, func(e event.Entry) bool { return !e.Valid() || loose(e.Op) }):
		return r, nil
	}
	return route.Understood(r), nil
}

// offers reports whether an event is a question with something to choose from.
func offers(b event.Body) bool {
	q, is := b.(event.Clarify)
	return is && len(q.Options) > 0
}

// loose reports whether an operation makes something that has no day and is on no list,
// as almost any words could be read. What is in the form of something to do is not:
// "rédiger le rapport".
func loose(o op.Op) bool {
	if k := schema.Lookup(o.Kind); o.Verb == schema.Create && k != nil && !k.Planned && o.Kind != "checklist" && o.Kind != "checklist_item" {
		return false // whose word was said
	}
	return o.Verb == schema.Create && !slices.ContainsFunc(o.Args, func(a op.Arg) bool {
		return a.Name == "scheduledFor" || a.Name == "deadline" || a.Name == "recurrence" || a.Name == "checklistId" && a.Ref == "" ||
			a.Name == "title" && o.Kind == "task" && phrase.Errand(a.Value.Text())
	})
}
