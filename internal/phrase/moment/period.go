package moment

import (
	"slices"

	"assister/internal/calendar"
)

// Weeks, months and years that are counted from this one, what is left of them,
// and their edges.

// behind is a word for "last" that stands behind what it is of: "jeudi passé".
const behind = 2

// which reads this, next, last: how many units on.
func (r *reader) which(i int) (n, to int) {
	switch {
	case r.has(i, this):
		return 0, i + 1
	case r.has(i, next):
		return 1, i + 1
	case r.has(i, last) && r.n(i, last) == behind && (r.has(i+1, weekday) || r.has(i+1, the)):
		return 0, i // "le plombier passe jeudi"
	case r.has(i, last) && (!r.modal(i-1) || r.has(i-1, month) && r.has(i+1, unit)): // "may last year"
		return -1, i + 1
	}
	return 0, i
}

// modal reports whether the word at i makes a verb of "last": "it will last two
// hours".
func (r *reader) modal(i int) bool {
	return i >= 0 && r.toks[i].mark == 0 && slices.Contains(r.lang.modals, lower(r.text[r.toks[i].start:r.toks[i].end]))
}

// periodAt reads a unit as a period n units from this one.
func (r *reader) periodAt(u, n int) (d days, ok bool) {
	y, m, _ := r.today.YMD()
	switch u {
	case int(DayGrain):
		return days{first: r.today.AddDays(n), grain: DayGrain}, true
	case int(Week):
		monday := r.today.StartOfWeek().AddDays(7 * n)
		return days{first: monday, last: monday.AddDays(6), grain: Week}, true
	case int(Month):
		first := calendar.DateOf(y, m, 1).AddMonths(n)
		return days{first: first, last: first.AddMonths(1).AddDays(-1), grain: Month}, true
	case int(Quarter):
		first := calendar.DateOf(y, (m-1)/3*3+1, 1).AddMonths(3 * n)
		return days{first: first, last: first.AddMonths(3).AddDays(-1), grain: Quarter}, true
	case int(Year):
		return days{first: calendar.DateOf(y+n, 1, 1), last: calendar.DateOf(y+n, 12, 31), grain: Year}, true
	}
	return d, false
}

func (r *reader) weekendAt(n int) days {
	sat := r.today.StartOfWeek().AddDays(7*n + 5)
	return days{first: sat, last: sat.AddDays(1), grain: DayGrain}
}

// period reads "next week", "the last 3 days", "2 next days", "this weekend".
func (r *reader) period(i int) (d days, to int) { return r.lang.tables.periods.read(r, i, 0) }

func periodForms() []form[days] {
	return []form[days]{
		{"the? WHICH COUNT unit", runOfUnits},
		{"the? COUNT WHICH unit", unitsToCome},
		{"the? unit after the? next !unit|weekday|month", unitAfterNext},
		{"the? weekend after the? next weekend", weekendAfterNext},
		{"the? weekend after the? next !unit", weekendAfterNext},
		{"the weekend", thisWeekend},
		{"<on|at|for|in weekend", thisWeekend},
		{"the? WHICH weekend", whichWeekend},
		{"the? WHICH unit", whichUnit},
	}
}

// runOfUnits is "last 3 weeks", which are whole weeks, and "the last 3 weeks",
// which go up to today.
func runOfUnits(r *reader, m *match) (days, bool) {
	if m.which == 0 || r.countsOne(m) {
		return days{}, false
	}
	if r.has(m.at, the) {
		return r.rolling(m.which, m.nums[0], r.value(m, unit))
	}
	return r.run(m.which, m.nums[0], r.value(m, unit))
}

// rolling are some units up to yesterday, or from tomorrow on.
func (r *reader) rolling(dir, n, u int) (d days, ok bool) {
	am, g, ok := units(n, 1, u)
	if !ok || g < DayGrain {
		return d, false
	}
	if g == Quarter { // nobody counts these but by the calendar
		return r.run(dir, n, u)
	}
	if dir < 0 {
		d.first, d.last = r.move(Point{Day: r.today}, am, -1).Day, r.today.AddDays(-1)
	} else {
		d.first = r.today.AddDays(1)
		d.last = r.move(Point{Day: d.first}, am, 1).Day.AddDays(-1)
	}
	d.grain = g
	if d.last == d.first {
		d.last = 0
	}
	return d, d.first.Valid()
}

// countsOne reports whether the form counts "a" unit, which is no run of them.
func (r *reader) countsOne(m *match) bool {
	for i := m.at; i < m.to; i++ {
		if r.has(i, a) {
			return true
		}
	}
	return false
}

// unitsToCome is "3 next days", where "one next day" is one.
func unitsToCome(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, unit)
	plural := r.text[r.toks[k].end-1]|0x20 == 's'
	if r.has(k-1, hence) || m.nums[0] != 1 && !plural || m.which == 0 || r.countsOne(m) {
		return days{}, false
	}
	return r.rolling(m.which, m.nums[0], r.value(m, unit))
}

func unitAfterNext(r *reader, m *match) (days, bool) { return r.periodAt(r.value(m, unit), 2) }

func weekendAfterNext(r *reader, _ *match) (days, bool) { return r.weekendAt(2), true }

func thisWeekend(r *reader, m *match) (days, bool) {
	return r.weekendAt(0), r.value(m, weekend) == 0
}

func whichWeekend(r *reader, m *match) (days, bool) { return r.weekendAt(m.which), true }

func whichUnit(r *reader, m *match) (days, bool) {
	u := r.value(m, unit)
	if u < int(DayGrain) || u >= fortnight || r.has(m.to, after) && r.has(m.to+1, next) {
		return days{}, false
	}
	return r.periodAt(u, m.which)
}

// run is several units in a row up to now or from now on. Of weeks, months and
// years they are whole ones, beside the current.
func (r *reader) run(dir, n, u int) (d days, ok bool) {
	if n < 1 || n > 10_000 || u < int(DayGrain) {
		return d, false // times are left to the phrase
	}
	if u == fortnight {
		n, u = 2*n, int(Week)
	}
	d, ok = r.periodAt(u, dir)
	end, _ := r.periodAt(u, dir*n)
	d.grain = Grain(u)
	switch {
	case u == int(DayGrain):
		if n > 1 {
			d.first, d.last = min(d.first, end.first), max(d.first, end.first)
		}
	case dir < 0:
		d.first = end.first
	default:
		d.last = end.last
	}
	return d, ok
}

// enclosing reads a period that days are counted in: a month, a year, "next
// month", "the year".
func (r *reader) enclosing(i int) (d days, to int) { return r.lang.tables.within.read(r, i, 0) }

func withinForms() []form[days] {
	return []form[days]{
		{"PERIOD", longPeriod},
		{"MONTH", wholeMonth},
		{"the? WHICH month", whichMonth},
		{"the? unit !YEAR", thisUnit},
		{"the? unit YEAR", yearCalled},
		{"YEAR", yearWithin},
	}
}

func longPeriod(_ *reader, m *match) (days, bool) {
	return m.day, m.day.last.Valid() && m.day.grain >= Week
}

func wholeMonth(_ *reader, m *match) (days, bool) {
	m.day.free = false
	return m.day, m.day.m > 0 && m.day.d == 0
}

func thisUnit(r *reader, m *match) (days, bool) {
	d, ok := r.periodAt(r.value(m, unit), 0)
	return d, ok && d.grain >= Week
}

func yearWithin(_ *reader, m *match) (days, bool) { return days{y: m.year, grain: Year}, true }

// vague refuses "later this week", which is some of what is left; a request asks.
func (r *reader) vague(m *match) bool {
	r.refused = r.refused || !r.strict && r.value(m, rest) == 1
	return r.refused
}

// restOf is what is left of a period that today lies in.
func restOf(r *reader, m *match) (days, bool) {
	p := m.day
	if r.vague(m) || !r.resolve(&p) || p.first > r.today || p.last < r.today {
		return p, false
	}
	p.first, p.grain = r.today, DayGrain
	return p, true
}

// lastSecond is the end of a day as a Point's clock counts.
const lastSecond = 24 * 3600

// edgeOf is the first or last day of a period.
func edgeOf(r *reader, m *match) (days, bool) { return r.edge(m, m.day) }

// edgeOfDay is the end of a day that is named: "the end of the day on friday".
func edgeOfDay(r *reader, m *match) (days, bool) {
	d := m.day
	d.clock = lastSecond
	return d, r.value(m, end) == int(DayGrain) && d.grain == DayGrain && !d.last.Valid() && m.day.clock == 0 && (d.known() || d.wd > 0 || d.d > 0)
}

// edgeOfThis is the edge of a unit that the word says too: "eom".
func edgeOfThis(r *reader, m *match) (d days, ok bool) {
	u := r.value(m, end)
	if u == 0 {
		u = r.value(m, begin)
	}
	p, ok := r.periodAt(u, 0)
	if !ok {
		return d, false
	}
	return r.edge(m, p)
}

func (r *reader) edge(m *match, p days) (d days, ok bool) {
	atEnd := r.wordOf(m, end) >= 0
	// The end of a week is Friday to some and Sunday to others.
	if !r.resolve(&p) || p.grain == Week && atEnd {
		return d, false
	}
	if p.grain == DayGrain && !p.last.Valid() {
		p.clock = lastSecond
		return p, atEnd
	}
	d = days{first: p.first, grain: DayGrain}
	if atEnd {
		d.first, d.ends = p.last, true
	}
	return d, true
}

// weekAround is the week that a day lies in: "the week of the 18th".
func weekAround(r *reader, m *match) (days, bool) {
	p := m.day
	if m.num > 0 && p == (days{}) {
		p = days{d: m.nums[0]}
		if !m.sure {
			return p, false
		}
	}
	if r.wordOf(m, weekOf) < 0 && r.value(m, unit) != int(Week) || p.d == 0 || !r.resolve(&p) {
		return p, false
	}
	return weekWith(p.first), true
}
