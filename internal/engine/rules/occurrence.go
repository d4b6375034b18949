package rules

import (
	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/record"
	"assister/internal/schema"
)

// moveOccurrence moves one occurrence of a repeating task: it is skipped on its
// day, and a task of its own is made for the new one, so that the series stays
// as it is. The occurrence is that of the day that was said, or today's. False
// where no occurrence is meant, or nothing of the kind can be skipped.
func (d *drafter) moveOccurrence(r phrase.Request, rec record.Record) (moves bool, err error) {
	s := r.Set
	if rec.Kind.Operation(schema.SetStatus) == nil && r.Action == phrase.Move && rec.Repeats() && r.Target.When.Day.Valid() && !s.When.Repeat.Repeats() && !s.Backlog {
		return true, d.moveOut(r, rec)
	}
	if r.Action != phrase.Move || !rec.Repeats() || s.When.Repeat.Repeats() || rec.Kind.Operation(schema.SetStatus) == nil || s.By.Minutes != 0 ||
		!s.When.Day.Valid() && s.By.Days == 0 && s.By.Months == 0 || s.When.Time.Valid() {
		return false, nil
	}
	from := r.Target.When.Day
	if !from.Valid() || r.Target.When.To.Valid() {
		from = d.today
	}
	if !rec.Recurrence().OccursOn(rec.Day(), from) {
		return true, d.ask([]record.Record{rec}, "ask.occurs-not", "name", rec.Label(), "day", from)
	}
	to, err := d.planned(r)
	if err != nil {
		return true, err
	}
	if s.By.Days != 0 || s.By.Months != 0 {
		to = s.By.Of(from)
	}
	plain, err := d.plain(s)
	if err != nil {
		return true, err
	}
	d.add(on(rec, schema.SetStatus, []op.Arg{
		{Name: "status", Value: record.Text("skipped")}, {Name: "occurrenceDate", Value: record.Date(from)}}))
	d.add(op.Op{Kind: rec.Kind.Name, Verb: schema.Create, Args: inOrder(rec.Kind, schema.Create, alone(rec, to, plain))})
	return true, nil
}

// alone are the fields of a record that is one occurrence of another, with those
// that are set beside.
func alone(rec record.Record, day calendar.Date, set []op.Arg) []op.Arg {
	args := []op.Arg{{Name: rec.Kind.Day, Value: record.Date(day)}}
	for _, f := range rec.Kind.Fields {
		given := f.Kept || f.Name == rec.Kind.Day || f.Name == "recurrence" || f.Name == "status" || f.Name == "deadline"
		for _, a := range set {
			given = given || a.Name == f.Name
		}
		if v := rec.Get(f.Name); !given && !v.IsNull() {
			args = append(args, op.Arg{Name: f.Name, Value: v})
		}
	}
	return append(args, set...)
}
