package reference

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/timeexpr"
)

// Window is a time in which records lie: days, with hours of the first and of the last of
// them. The zero Window is any time.
type Window struct {
	First, Last calendar.Date // inclusive; a missing one is open
	From, To    calendar.Time // exclusive of To, unless both are the same
	Daily       bool          // the hours are those of each of the days
	Also        calendar.Time // if From is no certain half of the day: the time twelve hours away
}

// Set reports whether the window has days.
func (w Window) Set() bool { return w.First.Valid() || w.Last.Valid() }

// Timed reports whether the window has hours.
func (w Window) Timed() bool { return w.From.Valid() || w.To.Valid() }

// IsCertain reports whether the window is a time of the day, and not the hours between two.
func (w Window) IsCertain() bool { return w.From.Valid() && w.From == w.To }

// Days is the window as a condition on days.
func (w Window) Days() filter.Range { return filter.Range{Set: w.Set(), From: w.First, To: w.Last} }

// WindowOf is the time that an expression means in a description. A time without a day is one of today, until another
// expression says the days; a deadline is the time until then. A length or a recurrence is no window.
func WindowOf(v timeexpr.Value, today calendar.Date) (w Window) {
	if v.Kind == timeexpr.DayAndTime && v.Grain >= timeexpr.DayGrain { // "in three days" counts from now
		v.Kind = timeexpr.Day
	}
	switch v.Kind {
	case timeexpr.Day:
		w = Window{First: v.From.Day, Last: v.From.Day}
	case timeexpr.TimeOfDay, timeexpr.DayAndTime:
		w = Window{First: v.From.Day, Last: v.From.Day, From: v.From.Time(), To: v.From.Time()}
		if !v.Open {
			w.Also = v.Other.Time()
		}
	case timeexpr.Range:
		w = Window{First: v.From.Day, Last: v.Last(), From: v.From.Time(), To: v.To.Time()}
		if v.Later {
			w.First = w.First.AddDays(1)
		}
		if v.To.Clock == 1 { // before the day
			w.To = 0
		}
		if v.Within {
			w.First = max(w.First, w.Last)
			w.Last = w.First
		}
	default:
		return w
	}
	if v.OfAnyDay() {
		w.First, w.Last, w.Daily = today, today, true
	}
	if v.Deadline {
		w.First, w.From = 0, 0
	}
	return w
}

// Hours are those of the window on one of its days; a missing one is open.
func (w Window) Hours(day calendar.Date) (from, to calendar.Time) {
	if w.Daily || day == w.First {
		from = w.From
	}
	if w.Daily || day == w.Last {
		to = w.To
	}
	return from, to
}

// Has reports whether something lies in the hours of the window that begins at a time of a day and ends at another
// one, which may be the same. Something without a time belongs to all of its day, but not to the evenings of a week.
func (w Window) Has(day calendar.Date, begins, ends calendar.Time) bool {
	from, to := w.Hours(day)
	then := begins <= w.Also && ends > w.Also || begins == w.Also
	also := w.Also.Valid() && from.Valid() && then
	switch {
	case !begins.Valid():
		return !w.Daily || w.First == w.Last
	case also:
		return true
	case from.Valid() && ends <= from && begins < from:
		return false
	case to.Valid():
		return begins < w.To || w.From == w.To && begins == w.To
	}
	return true
}
