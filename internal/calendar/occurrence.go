package calendar

import (
	"iter"
	"math/bits"
)

// Occurrences are computed with two functions, which count from the anchor and are
// inverse to each other: rank (the number of occurrences up to a day) and nth (the
// day of the n-th occurrence). Both are arithmetic, so that a series that began ten
// years ago costs as much as one that began today, and a count gives an end date.
//
// The anchor is an occurrence only if the rule includes it: Saturday is not one of
// weekdays, and neither is a day that byDay does not have. A monthly or yearly series
// on a day that a month does not have occurs on the last day of that month.

// OccursOn reports whether the series has an occurrence on day.
func (r Recurrence) OccursOn(anchor, day Date) bool {
	return day.Valid() && r.Last(anchor, day) == day
}

// Next returns the first occurrence on or after from; no date if there is none.
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

// Last returns the last occurrence on or before to; no date if there is none.
func (r Recurrence) Last(anchor, to Date) Date {
	return r.nth(anchor, r.rank(anchor, min(to, r.end(anchor))))
}

// Between returns the occurrences from and to, both inclusive, in ascending order.
// Without from it begins at the anchor. Without to it is empty, since an endless
// series has millions of occurrences.
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

// EveryWeek returns the weekdays on which the series occurs in each week from a day on, whenever it ends.
func (r Recurrence) EveryWeek(anchor, from Date) (days Days) {
	r.Until, r.Count = 0, 0
	first := r.Next(anchor, from)
	for day := first; day < first.AddDays(7); day = day.AddDays(1) {
		if r.OccursOn(anchor, day) && r.OccursOn(anchor, day.AddDays(7)) {
			days |= DaySet(day.Weekday())
		}
	}
	return days
}

// CountBetween returns the number of occurrences of Between without visiting them.
func (r Recurrence) CountBetween(anchor, from, to Date) int {
	first, last := r.span(anchor, from, to)
	return last - first + 1
}

// Final returns the last occurrence of a series that ends; no date if it does not
// end or has no occurrence.
func (r Recurrence) Final(anchor Date) Date {
	if !r.Until.Valid() && r.Count <= 0 {
		return 0
	}
	return r.Last(anchor, MaxDate)
}

// span returns the numbers of the first and last occurrence from and to; last is
// first-1 if there are none.
func (r Recurrence) span(anchor, from, to Date) (first, last int) {
	first = r.rank(anchor, max(from, anchor)-1) + 1
	last = r.rank(anchor, min(to, r.end(anchor)))
	return first, max(last, first-1)
}

// end returns the last day on which the series may occur.
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

// nth returns the n-th occurrence, counting from 1, of the series without its end; no
// date if there is no such occurrence or it is outside of the calendar.
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

// week is a non-empty set of weekdays. Bit 0 is Monday.
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

// through returns the number of days in the set from 0001-01-01, a Monday, to d.
func (w week) through(d Date) int {
	weeks, rest := (int(d)-1)/7, (int(d)-1)%7
	return weeks*bits.OnesCount8(uint8(w)) + bits.OnesCount8(uint8(w)&(1<<(rest+1)-1))
}

// nth returns the n-th day of the set from 0001-01-01 on.
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
