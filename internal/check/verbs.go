package check

import (
	"strings"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// verbs are the functions of all verbs but create, update and delete. Each returns
// the changed record.
var verbs = map[schema.Verb]func(r record.Record, o op.Op, now calendar.Clock) (record.Record, []problem.Problem){
	schema.SetStatus: func(r record.Record, o op.Op, _ calendar.Clock) (record.Record, []problem.Problem) {
		status, _ := o.Arg("status")
		date, _ := o.Arg("occurrenceDate")
		return setStatus(r, status.Value.Text(), date.Value.Date())
	},
	schema.SuggestCompletion: func(r record.Record, _ op.Op, _ calendar.Clock) (record.Record, []problem.Problem) {
		return r.With(r.Kind.Done, record.Bool(true)), nil
	},
	schema.Append:     lengthen,
	schema.Edit:       edit,
	schema.SetEnabled: enable,
	schema.Snooze:     snooze,
	schema.Dismiss:    dismiss,
}

// lengthen appends to a text: a paragraph to a note, a line to the line of a session.
func lengthen(r record.Record, o op.Op, _ calendar.Clock) (record.Record, []problem.Problem) {
	more, _ := o.Arg("content")
	text := more.Value.Text()
	if before := r.Get(r.Kind.Body).Text(); before != "" {
		between := "\n"
		if r.Kind.Label != r.Kind.Body {
			between = "\n\n"
		}
		text = strings.TrimRight(before, "\n") + between + text
	}
	return rewritten(r, text)
}

// rewritten returns the record with another body, if its body can hold the text.
func rewritten(r record.Record, text string) (record.Record, []problem.Problem) {
	f, _ := r.Kind.Field(r.Kind.Body)
	if n := utf8.RuneCountInString(text); n > f.Max {
		return r, []problem.Problem{tooLong(f, n)}
	}
	v, p := record.Parse(f, ijson.Value{Kind: ijson.String, Text: text})
	if p != nil {
		return r, []problem.Problem{*p}
	}
	return r.With(f.Name, v), nil
}
