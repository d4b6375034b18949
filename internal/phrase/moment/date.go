package moment

import "assister/internal/calendar"

// A day by its month and number, a month, and days that have a name.

// dates reads a day that is said by its date or weekday.
func (r *reader) dates(i int) (d days, to int) {
	d, k := r.numeric(i)
	if k == i {
		d, k = r.monthForm(i)
	}
	return d, k
}

// yearAfter reads the year that may follow a day and a month.
func (r *reader) yearAfter(i int) (y, to int) {
	k := i
	if r.mark(k, ',') || r.mark(k, '.') || r.has(k, of) || r.has(k, in) {
		k++
	}
	if y, e := r.year(k); e > k {
		return y, e
	}
	if r.mark(i, '\'') && r.glued(i+1) && r.digit(i+1) && r.toks[i+1].digits == 2 { // "1 may '28"
		return shortYear(r.toks[i+1].num), i + 2
	}
	if r.mark(i, ',') && r.digit(i+1) && r.toks[i+1].digits == 2 && r.toks[i+1].num > 31 && !r.mark(i+2, ':') {
		return shortYear(r.toks[i+1].num), i + 2
	}
	return 0, i
}

// monthForm reads "november 27", "27th of november 2026", "november 2026",
// "2026 november".
func (r *reader) monthForm(i int) (d days, to int) { return r.lang.tables.months.read(r, i, 0) }

func monthForms() []form[days] {
	return []form[days]{
		{"the? DAY filler? of? month OFYEAR?", dayOfMonth},
		{"the? DAY , month OFYEAR?", dayOfMonth},
		{"the? DAY ~- month OFYEAR?", dayOfMonth},
		{"the? DAY unit of month OFYEAR?", dayOfMonth}, // third day of october
		{"YEAR ,? month", monthOfYear},
		{"month .? the? DAY OFYEAR?", monthDay},
		{"month ~- ~#2 OFYEAR?", monthDay},
		{"month OFYEAR?", monthAlone},
	}
}

func dayOfMonth(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, month)
	if r.wordOf(m, unit) >= 0 && r.value(m, unit) != int(DayGrain) {
		return days{}, false
	}
	return days{y: m.year, m: r.n(k, month), d: m.nums[0], grain: DayGrain},
		!r.has(k, doubt) || m.sure || r.digit(r.skip(m.at, the)) || r.toks[k].capital
}

// monthDay is "november 27". A year or a time behind the month is no day of it.
func monthDay(r *reader, m *match) (days, bool) {
	i := r.wordOf(m, month)
	k, n := i+1, m.nums[0]
	if m.num == 0 { // "november-27"
		k, n = i+2, r.toks[i+2].num
	}
	for r.mark(k, '.') || r.has(k, the) {
		k++
	}
	if e := m.to; m.year == 0 && (r.mark(e, ':') && r.glued(e) || r.has(e, meridiem) || r.mark(e, '%') || !m.sure && r.has(e, unit)) {
		return days{}, false
	}
	if y, f := r.year(k); f > k && y > 0 {
		return days{}, false
	}
	if c, f := r.clock(k, false); f > k && c.strong && !m.sure && c.grain == Minute {
		return days{}, false
	}
	return days{y: m.year, m: r.n(i, month), d: n, grain: DayGrain}, n >= 1 && n <= 31
}

// monthAlone is "november" and "november 2026", but not "32 november".
func monthAlone(r *reader, m *match) (days, bool) {
	d := days{y: m.year, m: r.value(m, month), grain: Month}
	if m.year > 0 {
		return d, true
	}
	d.free = r.has(m.at, doubt)
	i := m.at
	return d, !(r.digit(i-1) && r.toks[i-1].digits <= 2 || r.digit(i+1) && r.toks[i+1].digits > 4)
}

func monthOfYear(r *reader, m *match) (days, bool) {
	return days{y: m.year, m: r.value(m, month), grain: Month}, true
}

// date is a day by its date. A month alone wants something that says it is one.
func date(r *reader, m *match) (days, bool) {
	d := m.day
	if d.m > 0 && d.d == 0 && d.y == 0 && d.free {
		const marks = 1<<in | 1<<until | 1<<since | 1<<before | 1<<after | 1<<from | 1<<upto | 1<<between
		named := r.toks[m.at].capital && m.at > 0 && (m.to >= len(r.toks) || r.toks[m.to].mark != 0)
		d.free = m.prep&marks == 0 && !named
	}
	return d, true
}

func ofThisYear(r *reader, m *match) (days, bool) {
	d := m.day
	if d.y != 0 || d.d == 0 {
		return d, false
	}
	d.y, _, _ = r.today.YMD()
	return d, true
}

// monthFrom is "this", "next" or "last" march: the soonest that is not this
// month, and the one before.
func (r *reader) monthFrom(n, month int) days {
	y, m, _ := r.today.YMD()
	switch {
	case n == 0 && month < int(m) && r.strict: // past, or next year's
		r.refused = true
	case n > 0 && month <= int(m):
		y++
	case n < 0 && month >= int(m):
		y--
	}
	return days{y: y, m: month, grain: Month}
}

func monthAfterNext(r *reader, m *match) (days, bool) {
	d := r.monthFrom(1, r.value(m, month))
	d.y++
	return d, true
}

// sureMonth reports whether "this" before a word such as "may" makes it a month.
func (r *reader) sureMonth(k int) bool {
	return !r.has(k-1, this) || !r.has(k, doubt) || k+1 >= len(r.toks) || r.toks[k].capital || r.has(k+1, upto)
}

// whichDate is "this may 5".
func whichDate(r *reader, m *match) (days, bool) {
	return m.day, r.sureMonth(r.wordOf(m, month)) && (m.day.d > 0 || m.day.y > 0)
}

func whichMonth(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, month)
	return r.monthFrom(m.which, r.n(k, month)), r.sureMonth(k)
}

func monthCalled(r *reader, m *match) (days, bool) {
	return days{y: m.year, m: r.value(m, month), grain: Month}, r.value(m, unit) == int(Month)
}

// quarterCalled is "q3 2027" and "2027 q3"; without its year the soonest that is
// not past.
func quarterCalled(r *reader, m *match) (d days, ok bool) {
	k := r.wordOf(m, unit)
	n := r.toks[k+1].num
	if r.n(k, unit) != int(Quarter) || n < 1 || n > 4 || r.toks[k].end-r.toks[k].start > 1 {
		return d, false
	}
	year, _, _ := r.today.YMD()
	if m.year > 0 {
		year = m.year
	}
	d.grain = Quarter
	d.first, d.last = monthsIn(days{first: calendar.DateOf(year, 1, 1)}, 3*n-2, 3)
	if m.year == 0 && d.last < r.today {
		d.first, d.last = d.first.AddMonths(12), d.last.AddMonths(12)
	}
	return d, true
}

func yearCalled(r *reader, m *match) (days, bool) {
	return days{y: m.year, grain: Year}, r.value(m, unit) == int(Year)
}

// yearAlone is a number that its preposition makes a year.
func yearAlone(r *reader, m *match) (days, bool) {
	const marks = 1<<in | 1<<since | 1<<from | 1<<between | 1<<after | 1<<before | 1<<until | 1<<upto
	k := m.to
	goesOn := r.mark(k, '-') && r.glued(k) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits != 4 || r.mark(k, '.')
	return days{y: m.year, grain: Year}, m.prep&marks != 0 && (!goesOn || k >= len(r.toks)-1)
}

// dayAlone is "the 27th", "on the 3rd".
func dayAlone(r *reader, m *match) (days, bool) {
	const marks = 1<<on | 1<<by | 1<<until | 1<<from | 1<<between | 1<<upto
	k := r.skip(m.at, the)
	d := days{d: m.nums[0], grain: DayGrain, near: m.sure}
	switch {
	case !r.endsDay(m.to) || r.has(m.to, of) && !r.has(m.to, from):
		return d, false
	case m.sure:
		return d, r.digit(k) || m.prep&marks != 0
	}
	ends := m.to >= len(r.toks) || r.toks[m.to].mark != 0 && !r.glued(m.to)
	return d, r.digit(k) && k > m.at && (m.prep != 0 && !m.prep.has(at) || ends) && !r.counts(m.to)
}

// endsDay reports whether a number before i may be a day: nothing follows that
// it would be a number of.
func (r *reader) endsDay(i int) bool {
	if i >= len(r.toks) {
		return true
	}
	t := &r.toks[i]
	if t.tags.has(unit) {
		return false // "3rd quarter"
	}
	return t.mark != 0 && t.mark != '%' || t.tags&^(1<<unit|1<<weekday|1<<month|1<<ordinal|1<<cardinal|1<<holiday) != 0 || r.has(i, weekday)
}
