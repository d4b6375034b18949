package moment

import (
	"time"

	"assister/internal/calendar"
)

// From what was said of a day to the day itself.

// resolve makes the day known: the soonest that is not past, unless more was
// said. False when there is none.
func (r *reader) resolve(d *days) bool {
	switch {
	case d.known():
		return true
	case d.m > 0 && d.d > 0:
		d.grain = DayGrain
		d.first = r.dateOf(d)
	case d.m > 0:
		d.first = calendar.DateOf(r.yearOfMonth(d), time.Month(d.m), 1)
		d.last, d.grain = d.first.AddMonths(1).AddDays(-1), Month
		return d.wd == 0 && d.first.Valid()
	case d.d > 0:
		d.grain = DayGrain
		d.first = r.dayOfMonth(d)
	case d.wd > 0:
		d.grain = DayGrain
		d.first = soonest(r.today, time.Weekday(d.wd-1))
		return d.y == 0
	case d.y > 0:
		d.first, d.last, d.grain = calendar.DateOf(d.y, 1, 1), calendar.DateOf(d.y, 12, 31), Year
	}
	return d.first.Valid()
}

// dateOf is a day of a month. A weekday that was said with it must be its own.
func (r *reader) dateOf(d *days) calendar.Date {
	on := func(day calendar.Date) bool {
		return day.Valid() && (d.wd == 0 || day.Weekday() == time.Weekday(d.wd-1))
	}
	var day calendar.Date
	switch {
	case d.y > 0:
		day = calendar.DateOf(d.y, time.Month(d.m), d.d)
	case d.wd == 0 || r.strict: // in a request, another year's is a slip
		day = r.soonestDay(d.m, d.d, d.pastward)
	default:
		// "sunday, feb 10" said on the 12th is the one just past; "fri, jul 18" may
		// be next year's.
		y, _, _ := r.today.YMD()
		for k := range 3 {
			day = calendar.DateOf(y+k, time.Month(d.m), d.d)
			if on(day) && day >= r.today.AddDays(-31) {
				return day
			}
		}
		return 0
	}
	if !on(day) {
		return 0
	}
	return day
}

// yearOfMonth is the year that a month is of: this one, or where it is past the
// next.
func (r *reader) yearOfMonth(d *days) int {
	y, m, _ := r.today.YMD()
	switch {
	case d.y > 0:
		return d.y
	case d.pastward && d.m >= int(m):
		return y - 1
	case !d.pastward && d.m < int(m):
		return y + 1
	}
	return y
}

// dayOfMonth is the soonest day with a number, in a month that has it.
func (r *reader) dayOfMonth(d *days) calendar.Date {
	wd := time.Weekday(d.wd - 1)
	if d.wd > 0 && d.near && !r.strict {
		// "friday the 22nd" said on the 27th is the one just past.
		if day := r.lately(d.d, wd); day.Valid() {
			return day
		}
	}
	const months = 14 // "friday the 13th" is within that
	y, m, _ := r.today.YMD()
	for k := range months {
		n := int(m) - 1 + k
		day := calendar.DateOf(y+n/12, time.Month(n%12+1), d.d)
		if day.Valid() && day >= r.today && (d.wd == 0 || day.Weekday() == wd) {
			return day
		}
	}
	return 0
}

// lately is the day of the month that falls on a weekday and is just past.
func (r *reader) lately(dom int, wd time.Weekday) calendar.Date {
	for day := r.today.AddDays(-1); day >= r.today.AddDays(-14); day = day.AddDays(-1) {
		if _, _, n := day.YMD(); n == dom && day.Weekday() == wd {
			return day
		}
	}
	return 0
}

func (r *reader) soonestDay(m, d int, pastward bool) calendar.Date {
	y, _, _ := r.today.YMD()
	for k := range 9 { // 29 February may be eight years off
		if pastward {
			k = -k
		}
		day := calendar.DateOf(y+k, time.Month(m), d)
		if day.Valid() && (day >= r.today) != pastward {
			return day
		}
	}
	return 0
}

func soonest(from calendar.Date, wd time.Weekday) calendar.Date {
	return from.AddDays((int(wd) - int(from.Weekday()) + 7) % 7)
}

// latest makes the day known that was the last to be, today included, where what was
// said leaves the choice: "since monday", "since march".
func (r *reader) latest(d *days) {
	last := *d
	if d.known() || d.y > 0 || d.wd > 0 && d.d > 0 || !r.resolve(&last) || last.first <= r.today {
		return
	}
	switch {
	case d.wd > 0:
		last.first = last.first.AddDays(-7)
	case d.m > 0 && d.d > 0:
		last.first = r.soonestDay(d.m, d.d, true)
	case d.m > 0:
		last.first = last.first.AddMonths(-12)
		last.last = last.first.AddMonths(1).AddDays(-1)
	default:
		last.first = r.earlierDay(d.d)
	}
	*d = last
}

// earlierDay is the last such day of a month that is not to come.
func (r *reader) earlierDay(dom int) calendar.Date {
	y, m, _ := r.today.YMD()
	for k := range 3 {
		first := calendar.DateOf(y, m, 1).AddMonths(-k)
		y, m, _ := first.YMD()
		if day := calendar.DateOf(y, m, dom); day.Valid() && day <= r.today {
			return day
		}
	}
	return 0
}
