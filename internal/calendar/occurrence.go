package calendar

import (
	"iter"
	"math/bits"
)

// Occurrences stand on two functions that are each other's inverse and count
// from the anchor: rank (how many occurrences there are up to a day) and nth
// (which day the n-th one is). Both are arithmetic, so a series that began ten
// years ago costs what one costs that began today, and a count turns into an
// end date. The rules are those of facts 1.3 and of contract section 9.
//
// The anchor is an occurrence where the rule says so: a weekend anchor of
// weekdays, or an anchor on a day that byDay leaves out, is not one.

// OccursOn reports whether the series anchored there has an occurrence on day.
func (r Recurrence) OccursOn(anchor, day Date) bool {
	return day.Valid() && r.Last(anchor, day) == day
}

// Next is the first occurrence on or after from; none when there is none.
func (r Recurrence) Next(anchor, from Date) Date {
	end := r.end(anchor)
	if from > end {
		return 0
	}
	if next := r.nth(anchor, r.rank(anchor, max(from, anchor)-1)+1); next <= end {
		return next
	}
	return 0
}

// Last is the last occurrence on or before to; none when there is none.
func (r Recurrence) Last(anchor, to Date) Date {
	return r.nth(anchor, r.rank(anchor, min(to, r.end(anchor))))
}

// Between goes through the occurrences from and to, both inclusive, ascending.
// No from is the anchor; no to is no occurrence, since an endless series has
// millions of them.
func (r Recurrence) Between(anchor, from, to Date) iter.Seq[Date] {
	return func(yield func(Date) bool) {
		first, last := r.span(anchor, from, to)
		for n := first; n <= last; n++ {
			if !yield(r.nth(anchor, n)) {
				return
			}
		}
	}
}

// CountBetween is how many occurrences Between goes through, without going.
func (r Recurrence) CountBetween(anchor, from, to Date) int {
	first, last := r.span(anchor, from, to)
	return last - first + 1
}

// Final is the last occurrence of a series that ends, and none of one that does
// not end or has no occurrence.
func (r Recurrence) Final(anchor Date) Date {
	if !r.Until.Valid() && r.Count <= 0 {
		return 0
	}
	return r.Last(anchor, MaxDate)
}

// span numbers the occurrences of the days from and to; last is first-1 when
// there are none.
func (r Recurrence) span(anchor, from, to Date) (first, last int) {
	first = r.rank(anchor, max(from, anchor)-1) + 1
	last = r.rank(anchor, min(to, r.end(anchor)))
	return first, max(last, first-1)
}

// end is the last day the series may occur on.
func (r Recurrence) end(anchor Date) Date {
	end := MaxDate
	if r.Count > 0 {
		if last := r.nth(anchor, int(r.Count)); last.Valid() {
			end = last
		}
	}
	if r.Until.Valid() {
		end = min(end, r.Until)
	}
	return end
}

// rank is how many occurrences a series without end has from its anchor to d.
func (r Recurrence) rank(anchor, d Date) int {
	if !anchor.Valid() || d < anchor {
		return 0
	}
	d = min(d, MaxDate)
	switch r.Freq {
	case Daily:
		return int(d-anchor) + 1
	case EveryNDays:
		if r.Interval < 1 {
			return 0
		}
		return int(d-anchor)/int(r.Interval) + 1
	case Weekdays, Weekly:
		days := r.days(anchor)
		return days.through(d) - days.through(anchor-1)
	case Monthly:
		y1, m1, day1 := anchor.YMD()
		y2, m2, day2 := d.YMD()
		n := (y2-y1)*12 + int(m2) - int(m1)
		if day2 >= min(day1, DaysIn(y2, m2)) {
			n++
		}
		return n
	case Yearly:
		y1, m1, day1 := anchor.YMD()
		y2, m2, day2 := d.YMD()
		n := y2 - y1
		if m2 > m1 || m2 == m1 && day2 >= min(day1, DaysIn(y2, m1)) {
			n++
		}
		return n
	}
	return 0
}

// nth is the n-th occurrence of a series without end, counting from 1; none
// where there is no such occurrence or it lies beyond the calendar.
func (r Recurrence) nth(anchor Date, n int) Date {
	if !anchor.Valid() || n < 1 {
		return 0
	}
	switch r.Freq {
	case Daily:
		return anchor.AddDays(n - 1)
	case EveryNDays:
		if r.Interval < 1 {
			return 0
		}
		return anchor.AddDays((n - 1) * int(r.Interval))
	case Weekdays, Weekly:
		days := r.days(anchor)
		return days.nth(n + days.through(anchor-1))
	case Monthly:
		return anchor.AddMonths(n - 1)
	case Yearly:
		return anchor.AddMonths((n - 1) * 12)
	}
	return 0
}

// week is a set of weekdays that is never empty: bit 0 is Monday, since weeks
// start on Monday.
type week uint8

func (r Recurrence) days(anchor Date) week {
	set := r.ByDay
	if r.Freq == Weekdays {
		return 0b0011111
	}
	if set &= 0x7f; set == 0 {
		set = DaySet(anchor.Weekday())
	}
	return week(set>>1 | set<<6&0x40)
}

// through is how many days of the set there are from 0001-01-01, a Monday, to d.
func (w week) through(d Date) int {
	weeks, rest := (int(d)-1)/7, (int(d)-1)%7
	return weeks*bits.OnesCount8(uint8(w)) + bits.OnesCount8(uint8(w)&(1<<(rest+1)-1))
}

// nth is the n-th day of the set from 0001-01-01 on.
func (w week) nth(n int) Date {
	per := bits.OnesCount8(uint8(w))
	weeks, skip := (n-1)/per, (n-1)%per
	rest := uint8(w)
	for range skip {
		rest &= rest - 1
	}
	day := weeks*7 + bits.TrailingZeros8(rest) + 1
	if day > int(MaxDate) {
		return 0
	}
	return Date(day)
}
