package timeexpr

import (
	"time"

	"assister/internal/calendar"
)

// span is the seconds from lo up to hi, of a local time without a zone that counts from
// 0001-01-01.
type span struct{ lo, hi int64 }

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

func dayIndex(t int64) int64 { return floorDiv(t, daySecs) }

// set is a set of spans, in the order of time, that do not overlap.
type set struct {
	grain Grain
	// period is the unit in which there is another span: a week for a weekday. It is
	// beyond Year for a set that has only one span.
	period Grain
	// next is the first span that ends after t, and prev the last that ends at t or before.
	next, prev func(t int64) (span, bool)
	// only is the span of a set that has one; nil for others.
	only func() (span, bool)

	times  bool // times of day, of any day
	part   Part
	long   bool // a time is the whole span, and not only its beginning
	twelve bool // times of day that may be in the other half of the day
}

// once is the period of a set with one span.
const once = Year + 1

// limit is how many spans are looked at before a set is taken for empty.
const limit = 800

// series is the set of the spans with numbers: at is a span, if there is one of that
// number, and index is the number of the span at or near a time.
func series(g, period Grain, index func(t int64) int64, at func(k int64) (span, bool)) *set {
	return &set{
		grain: g, period: period,
		next: func(t int64) (span, bool) {
			for k, n := index(t)-1, 0; n < limit; k, n = k+1, n+1 {
				if s, ok := at(k); ok && s.hi > t {
					return s, true
				}
			}
			return span{}, false
		},
		prev: func(t int64) (span, bool) {
			for k, n := index(t)+1, 0; n < limit; k, n = k-1, n+1 {
				if s, ok := at(k); ok && s.hi <= t {
					return s, true
				}
			}
			return span{}, false
		},
	}
}

// single is the set of one span.
func single(g Grain, only func() (span, bool)) *set {
	return &set{
		grain: g, period: once, only: only,
		next: func(t int64) (span, bool) { s, ok := only(); return s, ok && s.hi > t },
		prev: func(t int64) (span, bool) { s, ok := only(); return s, ok && s.hi <= t },
	}
}

// empty reports whether a set of one span has none.
func (s *set) empty() bool { _, ok := s.only(); return !ok }

func daysSpan(first, last calendar.Date) (span, bool) {
	return span{startOf(first), startOf(last.AddDays(1))}, first.Valid() && last.Valid()
}

func yearOf(t int64) int64 {
	d := dateOf(t)
	if !d.Valid() {
		return 1
	}
	y, _, _ := d.YMD()
	return int64(y)
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

// units is the set of all days, weeks, months and so on.
func units(g Grain) *set {
	switch g {
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
	return series(g, Year, yearOf, func(k int64) (span, bool) {
		if k < 1 || k > 9999 {
			return span{}, false
		}
		return daysSpan(of(int(k)))
	})
}

func monthSet(m int) *set {
	return yearly(Month, func(y int) (calendar.Date, calendar.Date) {
		first := calendar.DateOf(y, time.Month(m), 1)
		return first, first.AddMonths(1).AddDays(-1)
	})
}

func monthDaySet(d int) *set {
	return series(DayGrain, Month, monthIndex, func(k int64) (span, bool) {
		day := calendar.DateOf(int(k/12), time.Month(k%12)+1, d)
		return daysSpan(day, day)
	})
}

func weekdaySet(w time.Weekday) *set {
	offset := (int64(w) + 6) % 7 // from Monday
	return series(DayGrain, Week, func(t int64) int64 { return floorDiv(t-daySecs, 7*daySecs) },
		func(k int64) (span, bool) {
			lo := (7*k + 1 + offset) * daySecs
			return span{lo, lo + daySecs}, true
		})
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

// timesOfDay is the set of some spans in every day, given in seconds of the day.
func timesOfDay(g Grain, spans ...span) *set {
	n := int64(len(spans))
	s := series(g, DayGrain, func(t int64) int64 { return dayIndex(t) * n }, func(k int64) (span, bool) {
		day, i := floorDiv(k, n), k-floorDiv(k, n)*n
		return span{day*daySecs + spans[i].lo, day*daySecs + spans[i].hi}, true
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
	within := func(c span, t int64) (span, bool) {
		f, ok := fine.next(max(t, c.lo))
		for ok && f.lo < c.lo {
			f, ok = fine.next(f.hi)
		}
		return f, ok && f.lo < c.hi
	}
	if a.only != nil || b.only != nil {
		x := single(fine.grain, func() (span, bool) {
			if coarse.only != nil {
				c, ok := coarse.only()
				if !ok {
					return c, false
				}
				return within(c, c.lo)
			}
			f, ok := fine.only()
			if !ok {
				return f, false
			}
			c, ok := coarse.next(f.lo)
			return f, ok && c.lo <= f.lo
		})
		x.part, x.twelve, x.long = fine.part, fine.twelve, fine.long
		return x
	}
	x := &set{
		grain: fine.grain, period: max(a.period, b.period), times: a.times && b.times, part: fine.part, twelve: fine.twelve,
		long: fine.long,
	}
	x.next = func(t int64) (span, bool) {
		c, ok := coarse.next(t)
		for n := 0; ok && n < limit; n++ {
			if f, found := within(c, t); found {
				return f, true
			}
			c, ok = coarse.next(c.hi)
		}
		return span{}, false
	}
	x.prev = func(t int64) (span, bool) {
		c, ok := coarse.next(t - 1) // may have begun
		if !ok || c.lo >= t {
			c, ok = coarse.prev(t)
		}
		for n := 0; ok && n < limit; n++ {
			var last span
			found := false
			for f, more := within(c, c.lo); more && f.hi <= t; f, more = within(c, f.hi) {
				last, found = f, true
			}
			if found {
				return last, true
			}
			c, ok = coarse.prev(c.lo)
		}
		return span{}, false
	}
	return x
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
	x := &set{grain: g, period: s.period, times: s.times}
	x.next = func(t int64) (span, bool) {
		b, ok := s.prev(t) // the span that f makes of it may be later
		if !ok {
			b, ok = s.next(t)
		}
		for n := 0; ok && n < limit; n++ {
			if m, found := f(b); found && m.hi > t {
				return m, true
			}
			b, ok = s.next(b.hi)
		}
		return span{}, false
	}
	x.prev = func(t int64) (span, bool) {
		b, ok := s.next(t - 1) // what f makes of it may be earlier
		if !ok {
			b, ok = s.prev(t)
		}
		for n := 0; ok && n < limit; n++ {
			if m, found := f(b); found && m.hi <= t {
				return m, true
			}
			b, ok = s.prev(b.lo)
		}
		return span{}, false
	}
	return x
}

// union is the set of the spans of all.
func union(all ...*set) *set {
	x := &set{grain: all[0].grain, period: all[0].period, times: all[0].times}
	x.next = func(t int64) (best span, ok bool) {
		for _, s := range all {
			if f, found := s.next(t); found && (!ok || f.lo < best.lo) {
				best, ok = f, true
			}
		}
		return best, ok
	}
	x.prev = func(t int64) (best span, ok bool) {
		for _, s := range all {
			if f, found := s.prev(t); found && (!ok || f.lo > best.lo) {
				best, ok = f, true
			}
		}
		return best, ok
	}
	for _, s := range all {
		x.grain, x.period = min(x.grain, s.grain), max(x.period, s.period)
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
	return mapped(b, max(a.grain, DayGrain), func(within span) (span, bool) {
		from := within.lo - lead
		if n < 0 {
			from = within.hi - lead
		}
		f, ok := a.walk(from, n)
		return f, ok && f.lo+lead >= within.lo && f.lo+lead < within.hi
	})
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

// shiftTime is a time, an amount later.
func shiftTime(t int64, a Amount) int64 {
	d := dateOf(t)
	moved := d.AddMonths(a.Months).AddDays(a.Days)
	return startOf(moved) + (t - startOf(d)) + int64(a.Seconds)
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
