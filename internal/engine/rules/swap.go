package rules

import (
	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// swap lets two records exchange their days and, where both have one, their
// times. Each takes as long as before.
func (d *drafter) swap(r phrase.Request) error {
	a, err := d.only(r.Target, r)
	if err != nil {
		return err
	}
	b, err := d.only(r.With, r)
	if err != nil {
		return err
	}
	for _, rec := range []record.Record{a, b} {
		switch {
		case rec.Repeats():
			return d.refuse(r.Span, problem.UseOccurrence, "refuse.repeats-swapped", "name", rec.Label())
		case !rec.Day().Valid():
			return d.refuse(r.Span, problem.Invalid("scheduledFor"), "refuse.no-day-swapped", "name", rec.Label())
		}
	}
	toA, toB := exchanged(a, b), exchanged(b, a)
	if len(toA) == 0 {
		return d.refuse(r.Span, problem.NothingChanges, "refuse.same-day")
	}
	d.add(on(a, schema.Update, toA))
	d.add(on(b, schema.Update, toB))
	d.last = []record.Record{a, b}
	return nil
}

// only is the one record that a description names.
func (d *drafter) only(t phrase.Target, r phrase.Request) (record.Record, error) {
	found, err := d.resolve(t, r)
	if err != nil {
		return record.Record{}, err
	}
	if len(found) != 1 {
		return record.Record{}, d.ask(found, "ask.which", "name", shortened(t.Text))
	}
	return found[0], nil
}

// exchanged is what a record gets from another.
func exchanged(rec, other record.Record) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if rec.Day() != other.Day() {
		put("scheduledFor", record.Date(other.Day()))
	}
	start, begins := rec.Get("startTime").Time(), other.Get("startTime").Time()
	if !start.Valid() || !begins.Valid() || start == begins {
		return args
	}
	put("startTime", record.Time(begins))
	if ends := ending(phrase.When{}, begins, rec); ends != (calendar.Time(0)) && ends.Valid() {
		put("endTime", record.Time(ends))
	}
	return args
}
