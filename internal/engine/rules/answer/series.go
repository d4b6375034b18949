package answer

import (
	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// within reports whether an item lies in the hours that are looked at. Something without a
// time belongs to all of its day, and what is over is no more ahead.
func (l *looking) within(i reference.Item) bool {
	if l.ended(i) {
		return false
	}
	later := i.Day == l.today && (!i.Begins.Valid() || i.Begins > l.now())
	if later && l.behind() && !l.said.Set() && l.stateOf(i.Record.Kind) != finished {
		return false
	}
	_, timed := i.Record.Kind.Field("startTime")
	side := l.anchor.ID > 0 && l.when.Timed()
	if side && timed >= 0 && i.Day == l.when.First && !i.Begins.Valid() {
		return false // what takes all day is on no side of anything on it
	}
	if timed < 0 && !i.Due.Valid() && l.when.IsCertain() {
		return false // what never has a time is not at three
	}
	return i.Due.Valid() || l.when.Has(i.Day, i.Begins, i.Ends())
}

// ended reports whether an item was earlier today, if only what is still to come is asked for.
func (l *looking) ended(i reference.Item) bool {
	over := i.Day == l.today && i.Begins.Valid() && !l.said.Set() && i.Ends() < l.now()
	return over && l.ahead()
}

// occurrencesMax is how many occurrences of one series an answer has; a span of years has
// more than anybody wants to read.
const occurrencesMax = 1000

// occurrences are the items that a record comes to. One that does not repeat is one; of one
// that does, those in the time that is looked at and in the state that is asked for. If that
// time has no end, or there is none, it is the first of them that is still ahead; if it has
// no beginning, the last.
func (l *looking) occurrences(x record.Record) []reference.Item {
	if l.due || !x.Repeats() {
		return l.single(x)
	}
	from, to := l.when.First, l.when.Last
	if l.rank.Order == meaning.Urgent && !l.when.Set() {
		if late := l.last(x, l.today.AddDays(-1)); late.Valid() {
			return itemOn(x, late)
		}
	}
	switch {
	case l.state == overdue:
		if yesterday := l.today.AddDays(-1); !to.Valid() || yesterday < to {
			to = yesterday
		}
	case l.stateOf(x.Kind) == finished && !to.Valid():
		to = l.today
	case l.rank.Count > 1 && from.Valid() && !to.Valid():
		to = from.AddMonths(12) // the next of a series are some of its days
	case !l.when.Set(), !to.Valid():
		return l.nearest(x, max(from, l.today))
	}
	if !from.Valid() && l.open() && !x.Kind.Settles() {
		from = l.today // what has taken place is no more to come
	}
	if !from.Valid() {
		return itemOn(x, l.last(x, to))
	}
	var list []reference.Item
	for day := range x.Recurrence().Between(x.Day(), from, to) {
		enough := l.rank.Count > 0 && !l.behind() && len(list) == l.rank.Count
		if len(list) == occurrencesMax || enough {
			break
		}
		if l.wants(x, day) && !l.over(x, day) {
			list = append(list, reference.ItemOn(x, day))
		}
	}
	return list
}

// nearest is the first occurrence from a day on, or the last if no time is looked at.
func (l *looking) nearest(x record.Record, from calendar.Date) []reference.Item {
	day := l.wanted(x, from, x.Recurrence().Next, 1)
	if last := x.Recurrence().Last(x.Day(), l.today); !day.Valid() && !l.when.Set() && !l.over(x, last) {
		day = last
	}
	return itemOn(x, day)
}

// itemOn is a record on a day, if there is such a day.
func itemOn(x record.Record, day calendar.Date) []reference.Item {
	if !day.Valid() {
		return nil
	}
	return []reference.Item{reference.ItemOn(x, day)}
}

// single is the one item of a record that does not repeat. A deadline is that of the whole
// series.
func (l *looking) single(x record.Record) []reference.Item {
	i := reference.ItemOn(x, x.Day())
	switch {
	case l.due, l.dueToo(x.Kind) && !i.Day.Valid():
		i.Due = x.Get(reference.Column(meaning.Due, x.Kind).Name).Date()
	case l.over(x, x.Day()):
		return nil
	}
	return []reference.Item{i}
}

// over reports whether what takes place on a day and is never completed is past, if it is
// asked for things still to come.
func (l *looking) over(x record.Record, day calendar.Date) bool {
	left := l.state == open && l.when.Last >= l.today // what is left this year
	past := !x.Kind.Settles() && day.Valid() && day < l.today
	return l.open() && past && (left || !l.when.First.Valid())
}

// last is the last occurrence up to a day that is asked for.
func (l *looking) last(x record.Record, to calendar.Date) calendar.Date {
	return l.wanted(x, to, x.Recurrence().Last, -1)
}

// wanted is the occurrence nearest to a day, on one side of it, that is asked for.
func (l *looking) wanted(
	x record.Record, day calendar.Date, find func(start, day calendar.Date) calendar.Date, step int,
) calendar.Date {
	for range occurrencesMax {
		day = find(x.Day(), day)
		if !day.Valid() || l.wants(x, day) {
			return day
		}
		day = day.AddDays(step)
	}
	return 0
}

// wants reports whether an occurrence is in the state that is asked for, and not over if it has to be ahead.
func (l *looking) wants(x record.Record, day calendar.Date) bool {
	if day == l.today && l.ended(reference.ItemOn(x, day)) {
		return false
	}
	done, left := x.Get("completedDates").HasDate(day), x.Get("skippedDates").HasDate(day)
	of := state(x.Get("status").Text())
	switch s := l.stateOf(x.Kind); s {
	case finished:
		return done || of == finished
	case skipped:
		return left || of == skipped
	case doing:
		return !done && !left && of == doing
	}
	ended := done || left || of == finished || of == skipped
	return !l.open() || !ended
}
