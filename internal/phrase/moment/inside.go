package moment

import (
	"time"

	"assister/internal/calendar"
)

// Days and weeks that are counted within a longer period: "the last friday of
// march".

// inside makes the form's period known, and checks that what is counted in it is.
func (r *reader) inside(m *match, d *days, count func(p days, n int)) bool {
	p := m.day
	if !r.resolve(&p) || !p.last.Valid() {
		return false
	}
	count(p, m.nums[0])
	return d.first.Valid() && d.first >= p.first && d.first <= p.last
}

func nthWeekday(r *reader, m *match) (d days, ok bool) {
	wd := time.Weekday(r.value(m, weekday))
	d.grain = DayGrain
	return d, r.inside(m, &d, func(p days, n int) { d.first = nthOf(p, wd, n) })
}

// nthOf is the nth such weekday of a period, from its end where n is negative.
func nthOf(p days, wd time.Weekday, n int) calendar.Date {
	if n > 0 {
		return soonest(p.first, wd).AddDays(7 * (n - 1))
	}
	back := (int(p.last.Weekday()) - int(wd) + 7) % 7
	return p.last.AddDays(-back + 7*(n+1))
}

func nthWeekend(r *reader, m *match) (d days, ok bool) {
	d.grain = DayGrain
	ok = r.inside(m, &d, func(p days, n int) {
		d.first = nthOf(p, time.Saturday, n)
		d.last = d.first.AddDays(1)
	})
	return d, ok
}

func nthUnit(r *reader, m *match) (days, bool) { return r.unitsIn(m, r.value(m, unit), 1) }

func firstUnits(r *reader, m *match) (d days, ok bool) {
	if n := m.nums[0]; n != 1 && n != -1 {
		return d, false
	}
	return r.unitsIn(m, r.value(m, unit), m.nums[1])
}

func dayWithin(r *reader, m *match) (d days, ok bool) {
	n := m.nums[0]
	if m.num == 0 {
		n = r.toks[r.wordOf(m, numeral)].num
	}
	if n < 0 || m.day.m > 0 { // "the 15th of july" is a date, that may be the end of a range
		return d, false
	}
	m.nums[0] = n
	return r.unitsIn(m, int(DayGrain), 1)
}

// unitsIn are some units of the form's period, from its nth or nth last.
func (r *reader) unitsIn(m *match, u, several int) (d days, ok bool) {
	known := true
	ok = r.inside(m, &d, func(p days, n int) {
		d.grain = Grain(u)
		switch {
		case u == int(DayGrain):
			d.first = p.first.AddDays(n - 1)
			if n < 0 {
				d.first = p.last.AddDays(n + 1 - (several - 1))
			}
			if several > 1 {
				d.last = d.first.AddDays(several - 1)
			}
		case u == int(Week):
			// The first week begins with the first Monday; the last has most of its
			// days in the period.
			d.first = soonest(p.first, time.Monday).AddDays(7 * (n - 1))
			if n < 0 {
				d.first = p.last.AddDays(-3).StartOfWeek().AddDays(7 * (n + 1))
			}
			d.last = d.first.AddDays(7*several - 1)
		case u == int(Month) && p.grain >= Quarter:
			d.first, d.last = monthsIn(p, n, several)
		case u == int(Quarter) && p.grain == Year:
			d.first, d.last = monthsIn(p, 3*n-2, 3)
			if n < 0 {
				d.first, d.last = monthsIn(p, 3*n, 3)
			}
		default:
			known = false
		}
	})
	return d, ok && known
}

// monthsIn are some months of a period, from its nth or nth last.
func monthsIn(p days, n, several int) (first, last calendar.Date) {
	first = p.first.AddMonths(n - 1)
	if n < 0 {
		first = p.last.AddDays(1).AddMonths(n)
	}
	return first, first.AddMonths(several).AddDays(-1)
}
