package check

import (
	"strings"

	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/schema"
)

// verbs are what the operations beside create, update and delete make of one
// record.
var verbs = map[schema.Verb]func(r record.Record, o op.Op, now calendar.Clock) (record.Record, []diag.Problem){
	schema.SetStatus: func(r record.Record, o op.Op, _ calendar.Clock) (record.Record, []diag.Problem) {
		status, _ := o.Arg("status")
		date, _ := o.Arg("occurrenceDate")
		return setStatus(r, status.Value.Text(), date.Value.Date())
	},
	schema.SuggestCompletion: func(r record.Record, _ op.Op, _ calendar.Clock) (record.Record, []diag.Problem) {
		return r.With(r.Kind.Done, record.Bool(true)), nil
	},
	schema.Append:     lengthen,
	schema.SetEnabled: enable,
	schema.Snooze:     snooze,
	schema.Dismiss:    dismiss,
}

// lengthen adds to a text: to a note a paragraph, to a line of one another line.
func lengthen(r record.Record, o op.Op, _ calendar.Clock) (record.Record, []diag.Problem) {
	more, _ := o.Arg("content")
	f, i := r.Kind.Field("content")
	text := more.Value.Text()
	if before := r.Values[i].Text(); before != "" {
		between := "\n"
		if r.Kind.Label != f.Name {
			between = "\n\n"
		}
		text = strings.TrimRight(before, "\n") + between + text
	}
	if n := len([]rune(text)); n > f.Max {
		return r, []diag.Problem{tooLong(f, n)}
	}
	return r.With(f.Name, record.Text(text)), nil
}
