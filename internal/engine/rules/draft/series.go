package draft

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// A repeating event has no list of the days that it is left out on. So that one of them can
// be, the series ends before it, and another goes on after it, with a remark.

// ofOne is a change of one occurrence of a series: of the day that was selected or shown, or the one
// that is called the next or the last. It asks for the day of several in a row, and of a place in
// a list, which does not keep the days that it showed.
func (c edit) ofOne(rec record.Record) (edit, error) {
	act, rank, day, shown := c.do.Act, c.on.Rank, c.selection.Day, c.on.Shown
	listed := !c.on.It && reference.IsPlace(c.on)
	placed := !listed && (rank.Order == meaning.Next || rank.Order == meaning.Previous)
	single := act == meaning.Delete || act == meaning.Move || act == meaning.Shift || settles(act)
	said, _ := days(c.on)
	switch {
	case !single, !rec.Repeats(), said.Valid(), c.set.when.repeat.Repeats():
		return c, nil
	case day.Valid() && !c.goesTo():
	case shown.Day.Valid() && rec.Recurrence().OccursOn(rec.Day(), shown.Day):
		day = shown.Day
	case shown.Next:
		day, _ = c.dayIn(rec, meaning.Next, false)
	case placed && rank.Count > 1, listed && !settles(act):
		day = 0
	case placed:
		day, _ = c.dayIn(rec, rank.Order, false)
	default:
		return c, nil
	}
	if !day.Valid() {
		return c, c.ask([]record.Record{rec}, "ask.which-occurrence", "name", rec.Label())
	}
	one, on := *c.change, *c.on
	on.Where = append(slices.Clone(on.Where), meaning.Attribute{Field: meaning.When, Time: timeexpr.On(day)})
	one.on = &on
	return edit{&one}, nil
}

// leaveOut drafts a series without its occurrence of a day: a task is skipped on it, and the
// series of an event is divided.
func (c edit) leaveOut(rec record.Record, day calendar.Date) error {
	if rec.Kind.Operation(schema.SetStatus) == nil {
		return c.divide(rec, day)
	}
	c.add(onOccurrence(rec, meaning.Skip, day))
	return nil
}

// onOccurrence is an operation that settles one occurrence of a series.
func onOccurrence(rec record.Record, act meaning.Act, day calendar.Date) op.Op {
	status := op.Arg{Name: "status", Value: record.Text(statuses[act])}
	return on(rec, schema.SetStatus, status, op.Arg{Name: "occurrenceDate", Value: record.Date(day)})
}

// occurrence is the one occurrence that a change means: the only one in the days that it
// says, or today's.
func (c edit) occurrence(rec record.Record) (calendar.Date, error) {
	rule, anchor := rec.Recurrence(), rec.Day()
	from, to := days(c.on)
	if !from.Valid() {
		from, to = c.today, c.today
	}
	switch {
	case to.Valid() && rule.CountBetween(anchor, from, to) == 1:
		return rule.Next(anchor, from), nil
	case from == to:
		return 0, c.ask([]record.Record{rec}, "ask.occurs-not", "name", rec.Label(), "day", from)
	}
	return 0, c.ask([]record.Record{rec}, "ask.which-occurrence", "name", rec.Label())
}

// ends drafts the last day of a series, if nothing else is set: "until june".
func (c edit) ends(rec record.Record) bool {
	s := c.set
	last := s.when.until
	s.due, s.when.until = 0, 0
	if !last.Valid() || !rec.Repeats() || !s.empty() {
		return false
	}
	rule := rec.Recurrence()
	rule.Until, rule.Count = last, 0
	c.add(on(rec, schema.Update, op.Arg{Name: "recurrence", Value: record.Recurrence(rule)}))
	return true
}

// divide drafts the series of an event without the occurrence of one day. A series that is
// counted from the end of a month goes on from another day of it than it should, so that it
// is refused.
func (c edit) divide(rec record.Record, day calendar.Date) error {
	rule, anchor := rec.Recurrence(), rec.Day()
	ofMonth := rule.Freq == calendar.Monthly || rule.Freq == calendar.Yearly
	if _, _, n := anchor.YMD(); n > 28 && ofMonth {
		return c.refuse(problem.UseOccurrence, "refuse.repeats-month-end", "name", rec.Label())
	}
	first, next := rule.Next(anchor, anchor), rule.Next(anchor, day.AddDays(1))
	before, after := rule, rule
	before.Until, before.Count = day.AddDays(-1), 0
	if rule.Count > 0 {
		after.Count = rule.Count - int32(rule.CountBetween(anchor, anchor, day))
	}
	goesOn := op.Arg{Name: "recurrence", Value: record.Recurrence(after)}
	switch {
	case day == first && !next.Valid():
		c.add(on(rec, schema.Delete))
		return nil
	case day == first:
		c.add(on(rec, schema.Update, op.Arg{Name: rec.Kind.Day, Value: record.Date(next)}, goesOn))
		return nil
	}
	c.add(on(rec, schema.Update, op.Arg{Name: "recurrence", Value: record.Recurrence(before)}))
	if !next.Valid() {
		return nil
	}
	c.add(create(rec.Kind, alone(rec, next, []op.Arg{goesOn})))
	c.remark(problem.SeriesDivided, "", "remark.divided", "name", rec.Label(), "day", day, "next", next)
	return nil
}

// moveOccurrence moves one occurrence of a series: the series goes on without it, and it becomes
// a record by itself. It reports false if the change is not of an occurrence: what takes place is
// one only on a day that the request says, and what is to be done has no time of day.
func (c edit) moveOccurrence(rec record.Record) (moves bool, err error) {
	s := c.set
	moved := c.do.Act == meaning.Move || c.do.Act == meaning.Shift
	if !moved || !rec.Repeats() || s.when.repeat.Repeats() || s.backlog {
		return false, nil
	}
	said, _ := days(c.on)
	moves = said.Valid()
	if rec.Kind.Operation(schema.SetStatus) != nil {
		toDay := s.when.day.Valid() || s.by.Days != 0 || s.by.Months != 0
		moves = toDay && s.by.Seconds == 0 && !s.when.begins.Valid()
	}
	if !moves {
		return false, nil
	}
	day, err := c.occurrence(rec)
	if err != nil {
		return true, err
	}
	one := rec.With(rec.Kind.Day, record.Date(day)).With("recurrence", record.Null)
	to, err := c.destination(one)
	if err != nil {
		return true, err
	}
	if !to.day.Valid() {
		to.day = day
	}
	set, err := c.fields(one, to)
	if err != nil {
		return true, err
	}
	if err := c.leaveOut(rec, day); err != nil {
		return true, err
	}
	c.add(create(rec.Kind, alone(rec, to.day, set)))
	return true, nil
}

// alone are the fields of a record that is one occurrence of another, with those that are
// set beside.
func alone(rec record.Record, day calendar.Date, set []op.Arg) []op.Arg {
	args := []op.Arg{{Name: rec.Kind.Day, Value: record.Date(day)}}
	own := []string{rec.Kind.Day, "recurrence", "status", "deadline"}
	for _, f := range rec.Kind.Fields {
		isSet := slices.ContainsFunc(set, func(a op.Arg) bool { return a.Name == f.Name })
		if v := rec.Get(f.Name); !v.IsNull() && !f.Kept && !isSet && !slices.Contains(own, f.Name) {
			args = append(args, op.Arg{Name: f.Name, Value: v})
		}
	}
	for _, a := range set {
		if a.Name != rec.Kind.Day {
			args = append(args, a)
		}
	}
	return args
}
