package draft

import (
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/language/timeexpr"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
)

// besideRecord puts a new record on its day or time beside a record that it names: "a day before
// the vet". What has no title of its own is called as that record is and, at a time of day, rings:
// a second event of the same name would look like an appointment. Beside a new series it repeats on
// the days of that.
func (c *change) besideRecord(do meaning.Do) meaning.Do {
	at := do.Set.Index(meaning.SameDay)
	m := &meaning.Record{It: true}
	switch {
	case at >= 0 && do.Act == meaning.Create:
		m = namedBy(do.Set[at])
		if m.It && do.Kind == "reminder" && do.Known && do.Like != nil { // "remind me about the vet", "an hour before"
			m, do.Title = do.Like, ""
		}
	case !do.IsOfIt():
		return do
	case len(c.last)+len(c.topics.Recent) == 0 && c.made.Kind == nil && c.selection.Empty():
		c.ask(nil, message.WhatOf(do.Kind))
	}
	rec := c.made
	if made := m.It && len(c.last) == 0 && c.made.Kind != nil; !made {
		rec = c.only(m)
	}
	if len(do.Set) == 0 {
		c.ask(nil, "ask.what-time")
	}
	if at < 0 {
		return reminderOf(c, rec, do)
	}
	when, ok := c.beside(rec, do.Set[at])
	if !ok {
		c.notUnderstood()
	}
	c.anchor = rec
	switch made := rec.ID == 0; {
	case !rec.Repeats():
	case made && when.From.Day == rec.Day():
		c.repeats = rec.Recurrence()
	default:
		name, day := shortened(rec.Label()), c.language.Date(when.From.Day)
		c.remark(problem.OnlyOnce, "", "remark.only-once", "name", name, "date", day)
	}
	do.Set = slices.Clone(do.Set)
	field := meaning.When
	if event := do.Happens || do.Kind == "event"; do.Set[at].Not && !event { // "and book the table before then"
		field = meaning.Due
	}
	do.Set[at] = meaning.Attribute{Field: field, Time: when}
	if do.Title == "" {
		do.Title, do.Quoted = rec.Label(), true
		if when.From.Timed() {
			do.Kind = "alarm"
		}
	}
	return do
}

// timesBeside puts times in the place of the conditions of a description that name another record: "everything
// after the vet" are events on the day of the vet, from its end on. Of a series, that is the day that the
// description says, or that was shown.
func timesBeside(c *change, m *meaning.Record) {
	if m == nil {
		return
	}
	first, last := days(m, c.today)
	if shown := m.Shown.Day; !first.Valid() && shown.Valid() {
		first, last = shown, shown
	}
	for i, a := range m.Where {
		if a.Not || a.Field != meaning.Earlier && a.Field != meaning.Later && a.Field != meaning.SameDay {
			continue
		}
		named := *c
		named.do.Act = meaning.Create // what is named need not be what can be changed so
		rec := named.only(namedBy(a))
		when, ok := c.beside(rec, a)
		if oneDay := first.Valid() && first == last; oneDay && rec.Repeats() {
			when.From.Day = first
		}
		if a.Field != meaning.SameDay {
			when, ok = sideOf(reference.ItemOn(rec, when.From.Day), a.Field), ok && m.Kind != "task"
		}
		if !ok || when.Kind == timeexpr.None {
			c.notUnderstood()
		}
		m.Where[i] = meaning.Attribute{Field: meaning.When, Time: when}
		if m.Kind == "" && a.Field != meaning.SameDay {
			m.Kind = "event"
		}
	}
}

// namedBy is the record that a condition names which something lies beside, or "it".
func namedBy(a meaning.Attribute) *meaning.Record {
	return &meaning.Record{Name: a.Text, Words: a.Words, It: a.Text == "", Noun: a.Text}
}

// sideOf is the time on the day of an item before it begins, or from its end on; none if it has no time: nothing
// is on a side of it then.
func sideOf(i reference.Item, side meaning.Field) (v timeexpr.Value) {
	if !i.Begins.Valid() {
		return v
	}
	at := func(minute int) timeexpr.Point { return timeexpr.Point{Day: i.Day, Clock: int32(minute)*60 + 1} }
	v = timeexpr.Value{Kind: timeexpr.Range, Grain: timeexpr.Minute, Within: true}
	switch from, to := i.Minutes(); side {
	case meaning.Earlier:
		v.To = at(from)
	case meaning.Later:
		v.From = at(to)
	}
	return v
}

// reminderOf lets a reminder without a name be called as the record that it is of. A time of no day is on the
// day of that, unless it has begun by then. Hours are those of the day: nothing rings at six in the morning.
func reminderOf(c *change, rec record.Record, do meaning.Do) meaning.Do {
	do.Title, do.Quoted, do.Set, c.anchor = rec.Label(), true, slices.Clone(do.Set), rec
	if do.IsTimed() {
		do.Kind = "alarm"
	}
	day, ahead := c.dayIn(rec, meaning.Next, false)
	begins := rec.Begins()
	for i := range do.Set {
		v := &do.Set[i].Time
		v.Other = timeexpr.Point{}
		if sooner := !begins.Valid() || v.From.Time() < begins; ahead && sooner && v.OfAnyDay() {
			v.Kind, v.From.Day = timeexpr.DayAndTime, day
		}
	}
	return do
}

// beside is the day, or for hours and minutes the time, that is some time after the next occurrence
// of a record, before it, or at the same time. It reports false if the record has none.
func (c *change) beside(rec record.Record, a meaning.Attribute) (v timeexpr.Value, ok bool) {
	by := a.Time.Amount
	day, ahead := c.dayIn(rec, meaning.Next, false)
	if due := rec.Get("deadline").Date(); !ahead && due >= c.today {
		day, ahead = due, true
	}
	day = by.After(day)
	v = timeexpr.On(day)
	begins := rec.Begins()
	if by.Seconds == 0 && !(a.Also && begins.Valid()) {
		return v, ahead
	}
	if !begins.Valid() || by.Seconds%60 != 0 {
		return v, false
	}
	at, days := begins.Add(by.Seconds / 60)
	hour, minute := at.Clock()
	v.Kind, v.Grain = timeexpr.DayAndTime, timeexpr.Minute
	v.From = timeexpr.Point{Day: day.AddDays(days), Clock: int32(hour*60+minute)*60 + 1}
	return v, ahead
}
