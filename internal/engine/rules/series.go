package rules

import (
	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// A repeating event has no list of the days that it is left out on. So that one of them
// can be, the series ends before it, and another goes on after it; which is said.

// leaveOut drafts a series without one of its occurrences: a task is skipped on that
// day, and the series of an event is divided.
func (d *drafter) leaveOut(r phrase.Request, rec record.Record) error {
	if rec.Kind.Operation(schema.SetStatus) != nil {
		r.Action = phrase.Skip
		return d.status(r, rec)
	}
	day, err := d.occurrence(r, rec)
	if err != nil {
		return err
	}
	return d.divide(r, rec, day)
}

// occurrence is the one occurrence that a request means: on the day that it says, the
// only one in the days that it says, or today's.
func (d *drafter) occurrence(r phrase.Request, rec record.Record) (calendar.Date, error) {
	rule, anchor, w := rec.Recurrence(), rec.Day(), r.Target.When
	from, to := w.Day, w.Day
	switch {
	case w.To.Valid():
		to = w.To
	case !w.Day.Valid() && d.selection.Day.Valid():
		from, to = d.selection.Day, d.selection.Day
	case !w.Day.Valid():
		from, to = d.today, d.today
	}
	if rule.CountBetween(anchor, from, to) == 1 {
		return rule.Next(anchor, from), nil
	}
	return 0, d.ask([]record.Record{rec}, "ask.which-occurrence", "name", rec.Label())
}

// divide drafts the series of an event without the occurrence of one day. A series that
// is counted from the end of a month goes on from another day of it than it should, so
// that it is refused.
func (d *drafter) divide(r phrase.Request, rec record.Record, day calendar.Date) error {
	rule, anchor := rec.Recurrence(), rec.Day()
	if _, _, n := anchor.YMD(); n > 28 && (rule.Freq == calendar.Monthly || rule.Freq == calendar.Yearly) {
		return d.refuse(r.Span, problem.UseOccurrence, "refuse.repeats-month-end", "name", rec.Label())
	}
	first, next := rule.Next(anchor, anchor), rule.Next(anchor, day.AddDays(1))
	before, after := rule, rule
	before.Until, before.Count = day.AddDays(-1), 0
	if rule.Count > 0 {
		after.Count = rule.Count - int32(rule.CountBetween(anchor, anchor, day))
	}
	switch {
	case day == first && !next.Valid():
		d.add(on(rec, schema.Delete, nil))
		return nil
	case day == first:
		d.add(on(rec, schema.Update, []op.Arg{{Name: rec.Kind.Day, Value: record.Date(next)}, {Name: "recurrence", Value: record.Recurrence(after)}}))
		return nil
	}
	d.add(on(rec, schema.Update, []op.Arg{{Name: "recurrence", Value: record.Recurrence(before)}}))
	if !next.Valid() {
		return nil
	}
	rest := alone(rec, next, []op.Arg{{Name: "recurrence", Value: record.Recurrence(after)}})
	d.add(op.Op{Kind: rec.Kind.Name, Verb: schema.Create, Args: inOrder(rec.Kind, schema.Create, rest)})
	d.remark(problem.SeriesDivided, "", "remark.divided", "name", rec.Label(), "day", day, "next", next)
	return nil
}

// moveOut moves one occurrence of a repeating event that a day was said of: the series
// goes on without it, and it becomes an event by itself.
func (d *drafter) moveOut(r phrase.Request, rec record.Record) error {
	day, err := d.occurrence(r, rec)
	if err != nil {
		return err
	}
	one := rec.With(rec.Kind.Day, record.Date(day)).With("recurrence", record.Null)
	to, err := d.destination(r, one)
	if err != nil {
		return err
	}
	plain, err := d.plain(r.Set)
	if err != nil {
		return err
	}
	if !to.day.Valid() {
		to.day = day
	}
	set := append(to.args(phrase.Settings{}), append(added(r.Set, one), plain...)...)
	if err := d.has(rec.Kind, set, r.Span); err != nil {
		return err
	}
	if err := d.divide(r, rec, day); err != nil {
		return err
	}
	d.add(op.Op{Kind: rec.Kind.Name, Verb: schema.Create, Args: inOrder(rec.Kind, schema.Create, alone(rec, to.day, set)[1:])})
	return nil
}
