package rules

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// has refuses settings that a kind has no field for, in the request's words.
func (d *drafter) has(kind *schema.Kind, args []op.Arg, words phrase.Span) error {
	for _, a := range args {
		f, _ := kind.Field(a.Name)
		if f != nil {
			continue
		}
		if a.Name == "startTime" || a.Name == "endTime" {
			return d.refuse(words, problem.TimeNotSupportedForTask, "refuse.no-time-of-day", "a", d.a(kind))
		}
		return d.refuse(words, problem.UnknownField, "refuse.no-field", "a", d.a(kind), "field", a.Name)
	}
	return nil
}

// day is the day that a time phrase plans for. Of next week it is the Monday and
// of a weekend the first day left; a longer or a begun period wants a day.
func (d *drafter) day(w phrase.When, words phrase.Span) (calendar.Date, error) {
	if !w.Day.Valid() || !w.To.Valid() || w.Repeat.Repeats() {
		if !w.Day.Valid() && d.selection.Day.Valid() {
			return d.selection.Day, nil
		}
		return w.Day, nil
	}
	switch {
	case d.isOneOf(w):
		return d.selection.Day, nil
	case hasFirst(w, d.today):
		return w.FirstDay(d.today), nil
	}
	return 0, d.ask(nil, "ask.which-day", "first", w.FirstDay(d.today), "last", w.To)
}

// hasFirst reports whether the first day of a period is meant by it: of a weekend,
// and of a week to come.
func hasFirst(w phrase.When, today calendar.Date) bool {
	days := int(w.To - w.Day)
	return days <= 1 || days == 6 && w.Day > today
}

// isOneOf reports whether the day that was selected is that of a period which is
// meant: one of its days, or the answer to which of them.
func (d *drafter) isOneOf(w phrase.When) bool {
	day := d.selection.Day
	return day.Valid() && w.To.Valid() && (!hasFirst(w, d.today) || day >= w.Day && day <= w.To)
}

// goesTo reports whether the day that was selected is where a move goes, and not
// the day of what is moved.
func (d *drafter) goesTo(r phrase.Request) bool {
	return r.Action == phrase.Move && (r.Set.Empty() || d.isOneOf(r.Set.When))
}

func lastDay(w phrase.When) calendar.Date {
	if w.To.Valid() {
		return w.To
	}
	return w.Day
}

func (d *drafter) now() calendar.Time {
	t := d.brief.Clock.Instant.In(d.brief.Clock.Zone)
	return calendar.TimeOf(t.Hour(), t.Minute())
}

// warnLocal says when the clocks change over a time.
func (d *drafter) warnLocal(day calendar.Date, t calendar.Time) {
	if !day.Valid() || !t.Valid() {
		return
	}
	at, shift := calendar.Local(day, t, d.brief.Clock.Zone)
	switch shift {
	case calendar.Skipped:
		d.remark(problem.LocalTimeDoesNotExist, "startTime", "remark.hour-skipped",
			"time", t, "day", day, "zone", d.brief.Clock.Zone.String(), "instead", at.Format("15:04"))
	case calendar.Twice:
		d.remark(problem.LocalTimeExistsTwice, "startTime", "remark.hour-twice", "time", t, "day", day, "zone", d.brief.Clock.Zone.String())
	}
}

// changes are the fields that a request sets on one record.
func (d *drafter) changes(r phrase.Request, rec record.Record) ([]op.Arg, error) {
	s, w := r.Set, r.Set.When
	if rec.Repeats() && !w.Repeat.Repeats() && (w.Day.Valid() || s.Backlog || s.By.Says() || r.Target.When.Day.Valid() && w.Says()) {
		return nil, d.refuse(r.Span, problem.UseOccurrence, "refuse.repeats", "name", rec.Label())
	}
	to, err := d.destination(r, rec)
	if err != nil {
		return nil, err
	}
	if to.begins.Valid() {
		on := to.day
		if !on.Valid() && !rec.Repeats() {
			on = rec.Day()
		}
		d.warnLocal(on, to.begins)
	}
	plain, err := d.plain(s)
	if err != nil {
		return nil, err
	}
	args := append(append(to.args(s), added(s, rec)...), plain...)
	if len(args) == 0 {
		return nil, &stopped{words: r.Span.Of(d.text)}
	}
	return args, d.has(rec.Kind, args, r.Span)
}

// place in time that a record is moved to. What stays as it is is zero.
type place struct {
	day          calendar.Date
	begins, ends calendar.Time
}

func (p place) args(s phrase.Settings) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if p.day.Valid() {
		put("scheduledFor", record.Date(p.day))
	}
	if s.Backlog {
		put("scheduledFor", record.Null)
	}
	if p.begins.Valid() {
		put("startTime", record.Time(p.begins))
	}
	if p.ends.Valid() {
		put("endTime", record.Time(p.ends))
	}
	return args
}

// destination is where a request moves one record to: to a day and time, or on
// by some days or minutes from where it is.
func (d *drafter) destination(r phrase.Request, rec record.Record) (p place, err error) {
	s, w := r.Set, r.Set.When.Near(rec.Get("startTime").Time())
	if p.day, err = d.planned(r); err != nil {
		return p, err
	}
	if w.Implied && rec.Day().Valid() { // the series goes on from where it is
		p.day = 0
	}
	if s.By.Days != 0 || s.By.Months != 0 {
		if !rec.Day().Valid() {
			return p, d.refuse(r.Span, problem.Invalid("scheduledFor"), "refuse.no-day", "name", rec.Label())
		}
		p.day = s.By.Of(rec.Day())
	}
	p.begins = w.Time
	if s.By.Minutes != 0 {
		start := rec.Get("startTime").Time()
		if !start.Valid() {
			return p, d.refuse(r.Span, problem.Invalid("startTime"), "refuse.no-start", "name", rec.Label())
		}
		var over int
		if p.begins, over = start.Add(s.By.Minutes); over != 0 {
			p.day = rec.Day().AddDays(over)
		}
	}
	if w.Minutes >= 12*60 && !w.Time.Valid() { // "at 16 hours" is no length of a meeting
		return p, &stopped{words: r.Span.Of(d.text)}
	}
	p.ends = ending(w, p.begins, rec)
	if s.Longer != 0 {
		return d.longer(r, rec, p)
	}
	return p, nil
}

// longer makes a record end later, or earlier, than it does.
func (d *drafter) longer(r phrase.Request, rec record.Record, p place) (place, error) {
	start, stop := rec.Get("startTime").Time(), rec.Get("endTime").Time()
	if !start.Valid() || !stop.Valid() {
		return p, d.refuse(r.Span, problem.Invalid("endTime"), "refuse.no-end", "name", rec.Label())
	}
	length := (int(stop)-int(start)+24*60)%(24*60) + r.Set.Longer
	if length <= 0 || length >= 24*60 {
		return p, d.refuse(r.Span, problem.Invalid("endTime"), "refuse.too-long", "name", rec.Label(), "minutes", length)
	}
	p.ends, _ = start.Add(length)
	return p, nil
}

// ending is when a record ends that is moved to another time: as was said, or as
// long after as before.
func ending(w phrase.When, begins calendar.Time, rec record.Record) (end calendar.Time) {
	start, stop := rec.Get("startTime").Time(), rec.Get("endTime").Time()
	switch {
	case w.End.Valid():
		end = w.End
	case begins.Valid() && start.Valid() && stop.Valid():
		end, _ = begins.Add((int(stop) - int(start) + 24*60) % (24 * 60))
	case w.Minutes > 0 && start.Valid():
		end, _ = start.Add(w.Minutes)
	}
	return end
}

// added are the settings that depend on what a record has already, and those
// that only single records are given.
func added(s phrase.Settings, rec record.Record) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if s.When.Repeat.Repeats() {
		put("recurrence", record.Recurrence(s.When.Repeat))
	}
	if len(s.Tags) > 0 || len(s.Untag) > 0 {
		kept := slices.DeleteFunc(slices.Clone(rec.Get("tags").Tags()), func(t string) bool {
			return slices.ContainsFunc(s.Untag, func(u string) bool { return fulltext.Fold(u) == fulltext.Fold(t) })
		})
		put("tags", record.Tags(append(kept, s.Tags...)...))
	}
	if s.Location != "" {
		put("location", record.Text(s.Location))
	}
	if s.Notes != "" {
		put("notes", record.Text(joined(rec.Get("notes").Text(), s.Notes)))
	}
	return args
}

// planned is the day that a request moves to. A part of the day moves nothing.
func (d *drafter) planned(r phrase.Request) (calendar.Date, error) {
	w := r.Set.When
	if w.Part != phrase.NoPart {
		return 0, d.refuse(r.Span, problem.Invalid("startTime"), "refuse.not-a-time", "part", d.part(w.Part))
	}
	if !w.Says() && !(r.Action == phrase.Move && r.Set.Empty()) {
		return 0, nil
	}
	if !w.Day.Valid() {
		return 0, nil
	}
	return d.day(w, r.Span)
}

// plain are the settings that mean the same for one record and for many.
func (d *drafter) plain(s phrase.Settings) (args []op.Arg, err error) {
	if s.Due.Day.Valid() {
		args = append(args, op.Arg{Name: "deadline", Value: record.Date(lastDay(s.Due))})
	}
	if s.Priority != "" {
		args = append(args, op.Arg{Name: "priority", Value: record.Text(s.Priority)})
	}
	if s.Context != "" {
		args = append(args, op.Arg{Name: "context", Value: record.Text(s.Context)})
	}
	for _, field := range s.Clear {
		args = append(args, op.Arg{Name: field, Value: record.Null})
	}
	if s.Project != "" {
		arg, err := d.projectArg(s.Project)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	return args, nil
}
