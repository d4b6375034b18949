package timeexpr

import (
	"time"

	"assister/internal/calendar"
)

// span is the seconds from lo up to hi, of a local time without a zone that counts from
// 0001-01-01.
type span struct{ lo, hi int64 }

// later is a span some seconds later.
func (x span) later(secs int64) span { return span{x.lo + secs, x.hi + secs} }

const (
	minute  = 60
	hour    = 60 * minute
	daySecs = 24 * hour
)

func startOf(d calendar.Date) int64 { return int64(d) * daySecs }

func dateOf(t int64) calendar.Date { return calendar.Date(floorDiv(t, daySecs)) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// set is a set of spans, in the order of time, that do not overlap.
type set struct {
	grain Grain
	// period is the unit in which there is another span: a week for a weekday. It is
	// beyond Year for a set that has only one span.
	period Grain
	// seek is the first span that ends after t; backwards, the last that ends at t or before.
	seek func(t int64, back bool) (span, bool)
	// only is the span of a set that has one; nil for others.
	only func() (span, bool)

	by     by   // what a rule says of it
	times  bool // times of day, of any day
	part   Part
	long   bool // a time is the whole span, and not only its beginning
	twelve bool // times of day that may be in the other half of the day
}

// once is the period of a set with one span.
const once = Year + 1

// limit is how many spans are looked at before a set is taken for empty.
const limit = 800

// timed reports whether a set is of times, and not of days.
func (s *set) timed() bool { return s.grain < DayGrain }

func (s *set) next(t int64) (span, bool) { return s.seek(t, false) }

func (s *set) prev(t int64) (span, bool) { return s.seek(t, true) }

// beside is the span after one, or before it.
func (s *set) beside(x span, back bool) (span, bool) {
	if back {
		return s.prev(x.lo)
	}
	return s.next(x.hi)
}

// series is the set of the spans with numbers: at is a span, if there is one of that
// number, and index is the number of the span at or near a time.
func series(g, period Grain, index func(t int64) int64, at func(k int64) (span, bool)) *set {
	return &set{grain: g, period: period, seek: func(t int64, back bool) (span, bool) {
		k, step := index(t)-1, int64(1)
		if back {
			k, step = k+2, -1
		}
		for range limit {
			if s, ok := at(k); ok && s.hi > t != back {
				return s, true
			}
			k += step
		}
		return span{}, false
	}}
}

// single is the set of one span.
func single(g Grain, only func() (span, bool)) *set {
	return &set{grain: g, period: once, only: only, seek: func(t int64, back bool) (span, bool) {
		s, ok := only()
		return s, ok && s.hi > t != back
	}}
}

func daysSpan(first, last calendar.Date) (span, bool) {
	return span{startOf(first), startOf(last.AddDays(1))}, first.Valid() && last.Valid()
}

// monthIndex counts months from year 0.
func monthIndex(t int64) int64 {
	d := dateOf(t)
	if !d.Valid() {
		return 12
	}
	y, m, _ := d.YMD()
	return int64(y)*12 + int64(m) - 1
}

func monthStart(k int64) calendar.Date {
	return calendar.DateOf(int(k/12), time.Month(k%12)+1, 1)
}

// units is the set of all days, weeks, months and so on; nil for no unit.
func units(g Grain) *set {
	switch g {
	case NoGrain:
		return nil
	case Second, Minute, Hour, DayGrain:
		n := [...]int64{Second: 1, Minute: minute, Hour: hour, DayGrain: daySecs}[g]
		return series(g, g, func(t int64) int64 { return floorDiv(t, n) },
			func(k int64) (span, bool) { return span{k * n, (k + 1) * n}, true })
	case Week:
		// Day 1 was a Monday.
		return series(g, g, func(t int64) int64 { return floorDiv(t-daySecs, 7*daySecs) },
			func(k int64) (span, bool) { return span{(7*k + 1) * daySecs, (7*k + 8) * daySecs}, true })
	}
	n := [...]int64{Month: 1, Quarter: 3, Year: 12}[g]
	return series(g, g, func(t int64) int64 { return monthIndex(t) / n }, func(k int64) (span, bool) {
		first := monthStart(k * n)
		return daysSpan(first, monthStart((k+1)*n).AddDays(-1))
	})
}

// yearly is the set with one span in every year at most.
func yearly(g Grain, of func(year int) (first, last calendar.Date)) *set {
	return series(g, Year, func(t int64) int64 { return monthIndex(t) / 12 }, func(k int64) (span, bool) {
		if k < 1 || k > 9999 {
			return span{}, false
		}
		return daysSpan(of(int(k)))
	})
}

// numbered are the sets that the calendar has by number.
var numbered = map[string]func(n int) *set{
	"year": func(y int) *set {
		return single(Year, func() (span, bool) {
			return daysSpan(calendar.DateOf(y, time.January, 1), calendar.DateOf(y, time.December, 31))
		})
	},
	"quarter": func(q int) *set { return monthsOfYear(Quarter, 3*q-2, 3) },
	"month": func(m int) *set {
		s := monthsOfYear(Month, m, 1)
		s.by.months = 1 << m
		return s
	},
	"mday": func(d int) *set {
		s := series(DayGrain, Month, monthIndex, func(k int64) (span, bool) {
			day := calendar.DateOf(int(k/12), time.Month(k%12)+1, d)
			return daysSpan(day, day)
		})
		s.by.monthDay = 1 << d
		return s
	},
	"week":    weekOfYear,
	"weekday": weekday,
	"weekend": func(int) *set {
		s := daysOfWeek(5, 2)
		s.by.days = weekendDays
		return s
	},
	"workday": func(int) *set { return weekdays(1, 5) },
	"easter": func(int) *set {
		return yearly(DayGrain, func(y int) (calendar.Date, calendar.Date) { d := easter(y); return d, d })
	},
}

// monthsOfYear is a month of every year, or several of them as one span.
func monthsOfYear(g Grain, month, length int) *set {
	return yearly(g, func(y int) (calendar.Date, calendar.Date) {
		first := calendar.DateOf(y, time.Month(month), 1)
		return first, first.AddMonths(length).AddDays(-1)
	})
}

// daysOfWeek is a day of every week, by how many days after Monday it is, or several of them as one
// span.
func daysOfWeek(after, length int) *set {
	lo, days := int64(after+1)*daySecs, int64(length)*daySecs // day 1 was a Monday
	return series(DayGrain, Week, func(t int64) int64 { return floorDiv(t-daySecs, 7*daySecs) },
		func(k int64) (span, bool) { return span{lo + 7*k*daySecs, lo + 7*k*daySecs + days}, true })
}

// weekday is a day of every week; Sunday is 0.
func weekday(w int) *set {
	s := daysOfWeek((w+6)%7, 1)
	s.by.days = 1 << w
	return s
}

// weekdays is the set of the weekdays from one to another.
func weekdays(from, to int) *set {
	all := []*set{weekday(from)}
	for from != to {
		from = (from + 1) % 7
		all = append(all, weekday(from))
	}
	return union(all...)
}

// weekOfYear is ISO week n.
func weekOfYear(n int) *set {
	return yearly(Week, func(y int) (calendar.Date, calendar.Date) {
		monday := calendar.DateOf(y, time.January, 4).StartOfWeek().AddDays(7 * (n - 1))
		if following := calendar.DateOf(y+1, time.January, 4).StartOfWeek(); monday >= following || n < 1 {
			return 0, 0
		}
		return monday, monday.AddDays(6)
	})
}

// timesOfDay is the set of a span in every day, given in seconds of the day.
func timesOfDay(g Grain, of span) *set {
	s := series(g, DayGrain, func(t int64) int64 { return int64(dateOf(t)) }, func(day int64) (span, bool) {
		return span{day*daySecs + of.lo, day*daySecs + of.hi}, true
	})
	s.times = true
	return s
}

// intersect is the set of the spans of the finer set that begin within one of the coarser.
func intersect(a, b *set) *set {
	coarse, fine := a, b
	tie := a.grain == b.grain && b.only != nil
	if a.grain < b.grain || a.times && !b.times || tie {
		coarse, fine = b, a
	}
	x := &set{grain: fine.grain, period: max(a.period, b.period), times: a.times && b.times}
	switch {
	case coarse.only != nil:
		x = single(fine.grain, func() (span, bool) {
			c, ok := coarse.only()
			if ok {
				c, ok = fine.within(c, c.lo, false)
			}
			return c, ok
		})
	case fine.only != nil:
		x = single(fine.grain, func() (span, bool) {
			f, ok := fine.only()
			c, inside := coarse.next(f.lo)
			return f, ok && inside && c.lo <= f.lo
		})
	default:
		x.seek = func(t int64, back bool) (span, bool) {
			c, ok := coarse.next(t - 1) // may have begun
			for n := 0; ok && n < limit; n++ {
				if f, found := fine.within(c, t, back); found {
					return f, true
				}
				c, ok = coarse.beside(c, back)
			}
			return span{}, false
		}
	}
	x.part, x.twelve, x.long, x.by = fine.part, fine.twelve, fine.long, a.by.and(b.by)
	return x
}

// within is the first span that begins within another one and ends after t; backwards, the last that
// ends at t or before.
func (s *set) within(c span, t int64, back bool) (f span, ok bool) {
	outside := func() bool { return f.lo < c.lo }
	if t = max(t, c.lo); back {
		t = min(t, c.hi+7*daySecs) // a week may end after the month in which it begins
		outside = func() bool { return f.lo >= c.hi }
	}
	for f, ok = s.seek(t, back); ok && outside(); {
		f, ok = s.beside(f, back)
	}
	return f, ok && f.lo >= c.lo && f.lo < c.hi
}

// mapped is the set of what f makes of each span of a set.
func mapped(s *set, g Grain, f func(span) (span, bool)) *set {
	if s.only != nil {
		return single(g, func() (span, bool) {
			b, ok := s.only()
			if !ok {
				return b, false
			}
			return f(b)
		})
	}
	return &set{grain: g, period: s.period, times: s.times, seek: func(t int64, back bool) (span, bool) {
		b, ok := s.seek(t, !back) // the span that f makes of it may be on the other side of t
		for n := 0; ok && n < limit; n++ {
			if m, found := f(b); found && m.hi > t != back {
				return m, true
			}
			b, ok = s.beside(b, back)
		}
		return span{}, false
	}}
}

// moved is a set some days later.
func (s *set) moved(days int) *set {
	x := mapped(s, s.grain, func(x span) (span, bool) { return x.later(int64(days) * daySecs), true })
	x.long = s.long
	return x
}

// union is the set of the spans of all.
func union(all ...*set) *set {
	x := &set{grain: all[0].grain, period: all[0].period, times: all[0].times, by: all[0].by}
	x.seek = func(t int64, back bool) (best span, ok bool) {
		for _, s := range all {
			if f, found := s.seek(t, back); found && (!ok || f.lo < best.lo != back) {
				best, ok = f, true
			}
		}
		return best, ok
	}
	for _, s := range all {
		x.grain, x.period, x.by = min(x.grain, s.grain), max(x.period, s.period), x.by.or(s.by)
	}
	return x
}

// nthWithin is the n-th span of a in every span of b; from its end if n is negative. A week
// is in the month in which it begins; counted from the end, or in a year, it is where its
// Thursday is.
func nthWithin(n int, a, b *set) *set {
	lead := int64(0) // from the beginning of a span to the time that has to be within
	if a.grain == Week && (n < 0 || b.grain == Year) {
		lead = 3 * daySecs
	}
	x := mapped(b, max(a.grain, DayGrain), func(within span) (span, bool) {
		from := within.lo - lead
		if n < 0 {
			from = within.hi - lead
		}
		f, ok := a.walk(from, n)
		return f, ok && f.lo+lead >= within.lo && f.lo+lead < within.hi
	})
	switch {
	case b.period == Month: // any month
		x.by = nthBy(n, a)
	case b.grain == Month:
		x.by = nthBy(n, a).and(b.by)
	}
	return x
}

// nthBy is what a rule says of the nth of a set in a month: of a weekday, or of the days.
func nthBy(n int, a *set) (b by) {
	weekday := a.by.days&(a.by.days-1) == 0 && a.by == by{days: a.by.days}
	switch {
	case a.grain == DayGrain && a.period == DayGrain && n >= -1 && n <= 31:
		b.nthDays = 1 << max(n, 0)
	case weekday && a.by.days != 0 && n > 0 && n <= 8:
		b.days, b.nth = a.by.days, 1<<(n-1)
	case weekday && a.by.days != 0 && n < 0 && n > -8:
		b.days, b.nth = a.by.days, 1<<(8-n)
	}
	return b
}

// walk is the nth span that begins at a time or later; for a negative n, before it.
func (s *set) walk(t int64, n int) (f span, ok bool) {
	if f, ok = s.next(t); ok && f.lo < t {
		f, ok = s.next(f.hi)
	}
	if !ok && n < 0 { // none begins later
		f, ok = s.prev(t)
		n++
	}
	for ; ok && n > 1; n-- {
		f, ok = s.next(f.hi)
	}
	for ; ok && n < 0; n++ {
		f, ok = s.prev(f.lo)
	}
	return f, ok
}

// nthFrom is the n-th span of a after another; before it if n is negative.
func nthFrom(n int, a *set, from span) (span, bool) {
	if n > 0 {
		return a.walk(from.hi, n)
	}
	f, ok := a.prev(from.lo)
	for ; ok && n < -1; n++ {
		f, ok = a.prev(f.lo)
	}
	return f, ok
}

// easter is Easter Sunday of a year in the Gregorian calendar, by the algorithm of Meeus,
// Jones and Butcher.
func easter(y int) calendar.Date {
	century, ofCentury := y/100, y%100
	golden := y % 19
	moon := (19*golden + century - century/4 - (century-(century+8)/25+1)/3 + 15) % 30
	weekday := (32 + 2*(century%4) + 2*(ofCentury/4) - moon - ofCentury%4) % 7
	late := (golden + 11*moon + 22*weekday) / 451
	n := moon + weekday - 7*late + 114
	return calendar.DateOf(y, time.Month(n/31), n%31+1)
}
