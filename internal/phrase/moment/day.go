package moment

import (
	"time"

	"assister/internal/calendar"
)

// dates reads a day that is said by its date or weekday.
func (r *reader) dates(i int) (d days, to int) {
	d, k := r.numeric(i)
	if k == i {
		d, k = r.monthForm(i)
	}
	return d, k
}

// sep reads a separator of numbers; spaced ones have a space on both sides.
func (r *reader) sep(i int) (byte, bool) {
	if i < 1 || i+1 >= len(r.toks) {
		return 0, false
	}
	m := r.toks[i].mark
	if m != '-' && m != '/' && m != '.' {
		return 0, false
	}
	return m, r.glued(i) && r.glued(i+1) || m != '.' && r.glued(i) == r.glued(i+1)
}

// shortYear is a year of two digits, of which those to 50 are of this century.
func shortYear(n int) int {
	if n < 50 {
		return 2000 + n
	}
	return 1900 + n
}

// yearOf is the year of a number of two or four digits.
func (r *reader) yearOf(i int) int {
	switch t := &r.toks[i]; {
	case t.digits == 4 && t.num >= 1600 && t.num < 3000:
		return t.num
	case t.digits == 2:
		return shortYear(t.num)
	}
	return 0
}

// monthAt reads a month's name or number within a written date.
func (r *reader) monthAt(i int) int {
	if r.has(i, month) {
		return r.n(i, month)
	}
	if r.digit(i) && r.toks[i].digits <= 2 && r.toks[i].num >= 1 && r.toks[i].num <= 12 {
		return r.toks[i].num
	}
	return 0
}

// numeric reads dates with separators: 2026-11-27, 27.11.2026, 11/27, 3/2026,
// 31/Oct/2026.
func (r *reader) numeric(i int) (d days, to int) {
	d.grain = DayGrain
	s, ok := r.sep(i + 1)
	if !ok || !r.digit(i) && !r.has(i, month) || i+2 >= len(r.toks) {
		return d, i
	}
	first, second := &r.toks[i], &r.toks[i+2]
	named := r.has(i, month) || r.has(i+2, month)
	if s2, ok := r.sep(i + 3); ok && s2 == s && i+4 < len(r.toks) && r.digit(i+4) && (r.digit(i+2) || r.has(i+2, month)) && r.toks[i+3].glued {
		third := &r.toks[i+4]
		after, more := r.sep(i + 5)
		if more && after == s && s != '-' && r.digit(i+6) && r.glued(i+5) {
			return d, i
		}
		switch {
		case first.digits == 4: // year, month, day
			d.y, d.m, d.d = r.yearOf(i), r.monthAt(i+2), third.num
		case named && r.has(i+2, month):
			d.y, d.m, d.d = r.yearOf(i+4), r.n(i+2, month), first.num
		case named:
			d.y, d.m, d.d = r.yearOf(i+4), r.n(i, month), second.num
		case third.digits == 4 || third.digits == 2 && s != '.' && first.digits <= 2 && (s == '/' || first.digits == 2 && second.digits == 2):
			d.y = r.yearOf(i + 4)
			r.order(&d, first.num, second.num, s)
		}
		if d.y == 0 || d.m == 0 || !calendar.DateOf(d.y, time.Month(d.m), d.d).Valid() {
			return d, i
		}
		return d, i + 5
	}
	if third, ok := r.sep(i + 3); ok && third == s && r.glued(i+3) && r.digit(i+4) && s != '-' {
		return d, i
	}
	switch {
	case r.digit(i) && r.digit(i+2) && first.digits == 4 && s != '.' && second.digits <= 2 && second.num > 0 && second.num < 13 && r.yearOf(i) > 0: // 2026-11
		d.y, d.m, d.grain = r.yearOf(i), second.num, Month
	case r.digit(i) && r.digit(i+2) && second.digits == 4 && s != '.' && first.digits <= 2 && first.num > 0 && first.num < 13 && r.yearOf(i+2) > 0: // 11/2026
		d.y, d.m, d.grain = r.yearOf(i+2), first.num, Month
	case named && r.has(i, month) && r.digit(i+2) && second.digits <= 2 && s != '-':
		d.m, d.d = r.n(i, month), second.num
	case named && r.has(i, month) && r.digit(i+2) && second.digits == 4:
		d.y, d.m, d.grain = r.yearOf(i+2), r.n(i, month), Month
	case named && r.has(i+2, month) && r.digit(i) && first.digits <= 2 && r.glued(i+1):
		d.m, d.d = r.n(i+2, month), first.num
	case named || first.digits > 2 || second.digits > 2 || first.num == 0 || second.num == 0:
		return d, i
	case s == '/':
		if r.has(i+3, unit) || r.mark(i+3, '%') || r.mark(i-1, '/') && r.glued(i) || r.mark(i+3, '.') && r.glued(i+3) && r.digit(i+4) && r.glued(i+4) {
			return d, i
		}
		if r.mark(i+3, ',') && r.glued(i+3) && r.glued(i+4) && r.digit(i+4) {
			return d, i
		}
		r.order(&d, first.num, second.num, s)
	case s == '-' && (max(first.num, second.num) > 24 && i > 0 || first.num > 12 != (second.num > 12)) && !r.has(i-1, from) && !r.has(i-1, between) && !r.has(i-1, at) &&
		!r.has(i-1, month) && !r.has(i+3, meridiem) && !r.has(i+3, month) && !r.has(i+3, of) && !r.has(i+3, in) && !r.has(i+3, suffix) && !r.mark(i+3, ':') && (i == 0 || r.has(i-1, on)):
		r.order(&d, first.num, second.num, s)
	case s == '.' && r.glued(i+1) && (r.has(i-1, weekday) || r.has(i-1, on) && !r.lang.monthFirst):
		r.order(&d, first.num, second.num, '/')
	default:
		return d, i
	}
	if d.m == 0 || d.m > 12 || d.d > 31 || d.grain == DayGrain && d.d == 0 {
		return d, i
	}
	return d, i + 3
}

// order tells day and month of two numbers apart: by what can be, then by the
// language's order, remembering that there is another.
func (r *reader) order(d *days, a, b int, s byte) {
	switch {
	case s == '.' || a > 12 && b <= 12:
		d.d, d.m = a, b
	case b > 12 && a <= 12:
		d.m, d.d = a, b
	case a > 12:
	case r.lang.monthFirst:
		d.m, d.d, d.altM, d.altD = a, b, b, a
	default:
		d.m, d.d, d.altM, d.altD = b, a, a, b
	}
	if a == b {
		d.altM, d.altD = 0, 0
	}
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
	if r.mark(i, ',') && r.digit(i+1) && r.toks[i+1].digits == 2 && r.toks[i+1].num > 31 && !r.mark(i+2, ':') {
		return shortYear(r.toks[i+1].num), i + 2
	}
	return 0, i
}

// monthForm reads "november 27", "27th of november 2026", "november 2026",
// "2026 november".
func (r *reader) monthForm(i int) (d days, to int) {
	d.grain = DayGrain
	j := r.skip(i, the)
	if n, sure, k := r.dayNumber(j); k > j {
		e := r.skip(r.skip(k, filler), of)
		if r.mark(e, ',') && r.has(e+1, month) {
			e++
		} else if r.mark(e, '-') && r.has(e+1, month) && r.glued(e) {
			e++
		}
		if r.has(k, unit) && r.n(k, unit) == int(DayGrain) && r.has(k+1, of) && r.has(k+2, month) {
			e = k + 2
		}
		if r.has(e, month) && (!r.has(e, doubt) || sure || r.digit(j) || r.toks[e].capital) {
			d.d, d.m = n, r.n(e, month)
			f := e + 1
			if r.mark(f, '.') && r.glued(f) && r.digit(f+1) {
				f++
			}
			d.y, to = r.yearAfter(f)
			if d.y == 0 {
				to = e + 1
			}
			return d, to
		}
	}
	if y, k := r.year(i); k > i {
		e := k
		if r.mark(e, ',') {
			e++
		}
		if r.has(e, month) {
			return days{y: y, m: r.n(e, month), grain: Month}, e + 1
		}
	}
	if !r.has(i, month) {
		return d, i
	}
	d.m = r.n(i, month)
	k := i + 1
	if r.mark(k, '.') && (r.digit(k+1) || r.has(k+1, the)) {
		k++
	}
	k = r.skip(k, the)
	if k == i+1 && r.mark(k, '-') && r.glued(k) && r.digit(k+1) && r.toks[k+1].digits <= 2 {
		k++
	}
	if n, sure, e := r.dayNumber(k); e > k && (sure || !r.has(e, unit)) && !(r.mark(e, ':') && r.glued(e)) && !r.has(e, meridiem) && !r.mark(e, '%') {
		if y, f := r.year(k); f > e { // "august two thousand and fifteen"
			return days{y: y, m: d.m, grain: Month}, f
		}
		if c, f := r.clock(k, false); f > k && c.strong && !sure && c.grain == Minute {
			return days{m: d.m, grain: Month}, i + 1
		}
		d.d = n
		y, f := r.yearAfter(e)
		if y > 0 {
			d.y = y
			return d, f
		}
		return d, e
	}
	d.grain = Month
	if y, e := r.yearAfter(i + 1); e > i+1 {
		d.y = y
		return d, e
	}
	if r.digit(i-1) && r.toks[i-1].mark == 0 && r.toks[i-1].digits <= 2 || r.digit(i+1) && r.toks[i+1].digits > 4 {
		return d, i // "32 august"
	}
	d.free = r.has(i, doubt)
	return d, i + 1
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

// which reads this, next, last: how many units on, and whether one was said.
func (r *reader) which(i int) (n int, said bool, to int) {
	switch {
	case r.has(i, this):
		return 0, true, i + 1
	case r.has(i, next), r.has(i, following):
		return 1, true, i + 1
	case r.has(i, last):
		return -1, true, i + 1
	}
	return 0, false, i
}

// period reads "next week", "the last 3 days", "2 next days", "this weekend".
func (r *reader) period(i int) (d days, to int) {
	j := r.skip(i, the)
	n, said, k := r.which(j)
	if said && n != 0 {
		if c, e := r.count(k); e > k && r.has(e, unit) && !r.has(k, a) {
			return r.run(n, c, r.n(e, unit), e+1, i)
		}
	}
	if c, e := r.count(j); e > j && !r.has(j, a) {
		if n, said, f := r.which(e); said && n != 0 && r.has(f, unit) && !r.has(e, hence) && (c == 1 || r.text[r.toks[f].end-1]|0x20 == 's') {
			return r.run(n, c, r.n(f, unit), f+1, i)
		}
		if r.has(e, unit) { // "les 3 prochains jours", said the other way round
			if n, said, f := r.which(e + 1); said && n != 0 && r.lang.postposed {
				return r.run(n, c, r.n(e, unit), f, i)
			}
		}
	}
	// "the week after next"
	if r.has(j, unit) && r.has(j+1, after) && r.has(r.skip(j+2, the), next) {
		e := r.skip(j+2, the) + 1
		if r.has(e, unit) || r.has(e, weekday) || r.has(e, month) {
			return d, i
		}
		if d, ok := r.periodAt(r.n(j, unit), 2); ok {
			return d, e
		}
	}
	if r.has(j, weekend) && r.has(j+1, after) && r.has(r.skip(j+2, the), next) {
		e := r.skip(j+2, the) + 1
		if r.has(e, weekend) || !r.has(e, unit) {
			return r.weekendAt(2), r.skip(e, weekend)
		}
	}
	if !said && j > i && r.has(j, weekend) || !said && r.has(j, weekend) && (r.has(j-1, on) || r.has(j-1, at) || r.has(j-1, forr) || r.has(j-1, in)) {
		if r.n(j, weekend) == 0 {
			return r.weekendAt(0), j + 1
		}
	}
	if !said { // "lundi prochain": the unit first
		if r.has(j, unit) || r.has(j, weekend) {
			if n, said, e := r.which(j + 1); said && r.lang.postposed {
				if r.has(j, weekend) {
					return r.weekendAt(n), e
				}
				if d, ok := r.periodAt(r.n(j, unit), n); ok {
					return d, e
				}
			}
		}
		return d, i
	}
	switch {
	case r.has(k, weekend):
		return r.weekendAt(n), k + 1
	case r.has(k, unit) && r.n(k, unit) >= int(DayGrain) && r.n(k, unit) < fortnight:
		if r.has(k+1, after) && r.has(k+2, next) {
			return d, i
		}
		if d, ok := r.periodAt(r.n(k, unit), n); ok {
			return d, k + 1
		}
	}
	return d, i
}

// run is several units in a row up to now or from now on. Of weeks, months and
// years they are whole ones, beside the current.
func (r *reader) run(dir, n, u, to, i int) (d days, _ int) {
	if n < 1 || n > 10_000 {
		return d, i
	}
	switch {
	case u < int(DayGrain):
		return d, i // left to the phrase, which knows of times
	case u == fortnight:
		n, u = 2*n, int(Week)
	}
	from, ok := r.periodAt(u, dir)
	if !ok {
		return d, i
	}
	last, _ := r.periodAt(u, dir*n)
	d = from
	if dir < 0 {
		d.first, d.last = last.first, from.last
	} else {
		d.last = last.last
	}
	if u == int(DayGrain) {
		d.last = max(from.first, last.first)
	}
	if n == 1 && u == int(DayGrain) {
		d.last = 0
	}
	d.grain = Grain(u)
	return d, to
}

// weekdayForm reads "next friday", "friday after next", "friday of next week",
// "first monday of october".
func (r *reader) weekdayForm(i int) (d days, to int) {
	j := r.skip(i, the)
	n, said, k := r.which(j)
	if said && r.has(k, weekday) {
		wd := r.n(k, weekday)
		e := k + 1
		switch {
		case n < 0 && r.has(j, last) && r.n(j, last) == 1: // "past friday"
			return days{first: soonest(r.today.AddDays(-7), time.Weekday(wd)), grain: DayGrain}, e
		case n == 0 || r.has(j, this):
			return days{wd: wd + 1, grain: DayGrain}, e
		case r.has(e, of) && r.has(e+1, month), r.has(e, of) && r.has(r.skip(e+1, the), this), r.has(e, in) && r.has(e+1, month):
			return d, i // "last monday of march"
		}
		return days{first: r.today.StartOfWeek().AddDays(7*n + (wd+6)%7), grain: DayGrain}, e
	}
	if said && r.has(k, unit) && r.n(k, unit) == int(Week) { // "next week friday"
		e := r.skip(k+1, on)
		if r.has(e, weekday) {
			return days{first: r.today.StartOfWeek().AddDays(7*n + (r.n(e, weekday)+6)%7), grain: DayGrain}, e + 1
		}
	}
	if !r.has(j, weekday) {
		return d, i
	}
	wd := r.n(j, weekday)
	k = j + 1
	if r.mark(k, '.') && r.glued(k) && r.toks[j].end-r.toks[j].start <= 4 && k+1 < len(r.toks) {
		k++
	}
	if r.has(k, after) && r.has(k+1, next) {
		e := k + 2
		if !r.has(e, weekday) && !r.has(e, unit) {
			// The one after the soonest to come, which is not today.
			return days{first: soonest(r.today.AddDays(1), time.Weekday(wd)).AddDays(7), grain: DayGrain}, e
		}
	}
	if n, said, e := r.which(k); said && r.lang.postposed && !r.has(e, unit) && !r.has(e, weekday) {
		if n == 0 {
			return days{wd: wd + 1, grain: DayGrain}, e
		}
		return days{first: r.today.StartOfWeek().AddDays(7*n + (wd+6)%7), grain: DayGrain}, e
	}
	e := r.skip(r.skip(k, of), in)
	if p, f := r.period(e); f > e && p.grain == Week && p.last-p.first == 6 {
		return days{first: p.first.AddDays((wd + 6) % 7), grain: DayGrain}, f
	}
	return days{wd: wd + 1, grain: DayGrain, free: r.has(j, doubt)}, k
}

// ordinalIn reads "first monday of october", "last week of 2026", "20th of next
// month", "third day of october", "last day of the month", "first 10 days of
// last year".
func (r *reader) ordinalIn(i int) (d days, to int) {
	j := r.skip(i, the)
	n, k := r.ordinal(j)
	if k == j && r.digit(j) && r.toks[j].digits <= 2 { // "20 of this month"
		n, k = r.toks[j].num, j+1
		if !r.has(k, of) {
			return d, i
		}
	}
	if k == j {
		return d, i
	}
	if n > 0 && r.has(k, ordinal) && r.n(k, ordinal) == -1 {
		n, k = -n, k+1
	} else if n > 0 && r.has(k, upto) && r.has(r.skip(k+1, the), ordinal) {
		n, k = -n, r.skip(k+1, the)+1
	} else if n < 0 {
		if m, e := r.ordinal(k); e > k && m > 0 {
			n, k = -m, e
		}
	}
	what, wd, several, plain := int(DayGrain), -1, 1, false
	switch {
	case r.has(k, weekday):
		wd, k = r.n(k, weekday), k+1
	case r.has(k, unit):
		what, k = r.n(k, unit), k+1
	case r.has(k, weekend):
		wd, k = 6, k+1
		several = 2
	default:
		if c, e := r.count(k); e > k && r.has(e, unit) && (n == 1 || n == -1) && !r.has(k, a) {
			what, several, k = r.n(e, unit), c, e+1
		} else if n < 0 {
			return d, i
		} else {
			plain = true
		}
	}
	if !r.has(k, of) && !r.has(k, in) {
		return d, i
	}
	e := k + 1
	p, f := r.enclosing(e)
	if f == e || plain && p.m > 0 || !r.resolve(&p) || !p.last.Valid() {
		return d, i // "the 15th of july" is a date, that may be the end of a range
	}
	d.grain = DayGrain
	switch {
	case wd >= 0:
		if n > 0 {
			d.first = soonest(p.first, time.Weekday(wd)).AddDays(7 * (n - 1))
		} else {
			back := (int(p.last.Weekday()) - wd + 7) % 7
			d.first = p.last.AddDays(-back + 7*(n+1))
		}
		if several == 2 {
			d.last = d.first.AddDays(1)
		}
	case what == int(DayGrain):
		d.first = p.first.AddDays(n - 1)
		if n < 0 {
			d.first = p.last.AddDays(n + 1 - (several - 1))
		}
		if several > 1 {
			d.last = d.first.AddDays(several - 1)
		}
	case what == int(Week):
		// The first week begins with the first Monday; the last has most of its
		// days in the period.
		d.grain = Week
		if n > 0 {
			d.first = soonest(p.first, time.Monday).AddDays(7 * (n - 1))
		} else {
			d.first = p.last.AddDays(-3).StartOfWeek().AddDays(7 * (n + 1))
		}
		d.last = d.first.AddDays(7*several - 1)
	case what == int(Month) && p.grain >= Quarter:
		d.grain = Month
		d.first = p.first.AddMonths(n - 1)
		if n < 0 {
			d.first = p.last.AddDays(1).AddMonths(n)
		}
		d.last = d.first.AddMonths(several).AddDays(-1)
	case what == int(Quarter) && p.grain == Year:
		d.grain = Quarter
		d.first = p.first.AddMonths(3 * (n - 1))
		if n < 0 {
			d.first = p.last.AddDays(1).AddMonths(3 * n)
		}
		d.last = d.first.AddMonths(3).AddDays(-1)
	default:
		return d, i
	}
	if !d.first.Valid() || d.first > p.last || d.first < p.first {
		return d, i
	}
	return d, f
}

// enclosing reads a period that days are counted in: a month, a year, "next
// month", "the year".
func (r *reader) enclosing(i int) (d days, to int) {
	if d, k := r.period(i); k > i && d.last.Valid() && d.grain >= Week {
		return d, k
	}
	if d, k := r.monthForm(i); k > i && d.m > 0 && d.d == 0 {
		d.free = false
		return d, k
	}
	j := r.skip(i, the)
	if n, said, k := r.which(j); said && r.has(k, month) {
		return r.monthFrom(n, k), k + 1
	}
	if r.has(j, unit) {
		if d, ok := r.periodAt(r.n(j, unit), 0); ok && d.grain >= Week {
			return d, j + 1
		}
	}
	if y, k := r.year(r.skipYear(i)); k > i && y > 0 {
		return days{y: y, grain: Year}, k
	}
	return d, i
}

// skipYear passes over the word "year" before its number.
func (r *reader) skipYear(i int) int {
	j := r.skip(i, the)
	if r.has(j, unit) && r.n(j, unit) == int(Year) {
		return j + 1
	}
	return i
}

// monthFrom is "this", "next" or "last" march: the soonest that is not this
// month, and the one before.
func (r *reader) monthFrom(n, k int) days {
	y, m, _ := r.today.YMD()
	mm := r.n(k, month)
	switch {
	case n == 0 && mm < int(m) && r.strict: // past, or next year's
		r.refused = true
	case n > 0 && mm <= int(m):
		y++
	case n < 0 && mm >= int(m):
		y--
	}
	return days{y: y, m: mm, grain: Month}
}

// elementDay reads one thing that says a day or several.
func (r *reader) elementDay(i int, prep tags) (d days, to int) {
	d.grain = DayGrain
	// "tomorrow", "the day after tomorrow"
	if j := r.skip(i, the); r.has(j, relative) {
		d.first = r.today.AddDays(r.n(j, relative))
		return d, j + 1
	}
	if d, k := r.ordinalIn(i); k > i {
		return d, k
	}
	if d, k := r.weekdayForm(i); k > i {
		return d, k
	}
	if d, k := r.period(i); k > i {
		return d, k
	}
	if r.has(i, this) {
		if d, k := r.numeric(i + 1); k > i+1 && d.y == 0 && d.d > 0 {
			d.y, _, _ = r.today.YMD()
			return d, k
		}
	}
	if j := r.skip(i, the); r.has(j, month) && r.has(j+1, after) && r.has(j+2, next) && !r.has(j+3, unit) && !r.has(j+3, weekday) {
		d := r.monthFrom(1, j)
		d.y++
		return d, j + 3
	}
	if d, k := r.dates(i); k > i {
		if d.m > 0 && d.d == 0 && d.y == 0 && d.free {
			d.free = !(prep.has(in) || prep.has(until) || prep.has(since) || prep.has(before) || prep.has(after) || prep.has(from) || prep.has(upto) || prep.has(between)) &&
				!(r.toks[i].capital && i > 0 && (k >= len(r.toks) || r.toks[k].mark != 0))
		}
		return d, k
	}
	j := r.skip(i, the)
	if n, said, k := r.which(j); said && r.has(k, month) {
		if r.has(j, this) && !r.has(k, doubt) || !r.has(j, this) || k+1 >= len(r.toks) || r.toks[k].capital || r.has(k+1, upto) {
			m, e := r.monthForm(k)
			if m.d > 0 { // "this may 5"
				return m, e
			}
			if m.y > 0 {
				return m, e
			}
			return r.monthFrom(n, k), k + 1
		}
	}
	if r.has(j, holiday) {
		return r.holidayAt(j, 0)
	}
	if n, said, k := r.which(j); said && r.has(k, holiday) {
		return r.holidayAt(k, n)
	}
	// "the week of the 18th"
	if r.has(j, weekOf) || r.has(j, unit) && r.n(j, unit) == int(Week) && r.has(j+1, of) {
		e := r.skip(r.skip(j+1, of), the)
		if e > 0 {
			p, k := r.dates(e)
			if k == e {
				if n, sure, f := r.dayNumber(e); f > e && sure {
					p, k = days{d: n}, f
				}
			}
			if k > e && (p.d > 0) && r.resolve(&p) {
				monday := p.first.StartOfWeek()
				return days{first: monday, last: monday.AddDays(6), grain: Week}, k
			}
			if k > e && p.m > 0 { // "the month of september" is said with the same words
				return d, i
			}
		}
	}
	if r.has(j, unit) && r.n(j, unit) == int(Month) && r.has(j+1, of) && r.has(j+2, month) {
		return r.monthForm(j + 2)
	}
	// "rest of the week"
	if r.has(j, rest) {
		e := r.skip(r.skip(j+1, of), the)
		p, k := r.enclosing(e)
		if k == e && r.has(e, unit) && r.n(e, unit) == int(DayGrain) {
			return d, i
		}
		if k > e && r.resolve(&p) && p.first <= r.today && p.last >= r.today {
			p.first, p.grain = r.today, DayGrain
			return p, k
		}
		return d, i
	}
	if d, k := r.edge(i); k > i {
		return d, k
	}
	// "in 2026"
	if y, k := r.year(r.skipYear(i)); k > i && y > 0 {
		if prep.has(in) || prep.has(since) || prep.has(from) || prep.has(between) || prep.has(after) || prep.has(before) || prep.has(until) || prep.has(upto) || r.skipYear(i) > i {
			if !(r.mark(k, '-') && r.glued(k) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits != 4) && !r.mark(k, '.') || k >= len(r.toks)-1 {
				return days{y: y, grain: Year}, k
			}
		}
	}
	// "the 27th", "on the 3rd"
	if n, sure, k := r.dayNumber(j); k > j && sure && (r.digit(j) || j > i || prep.has(on) || prep.has(by) || prep.has(until) || prep.has(from) || prep.has(between) || prep.has(upto)) {
		if (r.digit(j) || prep.has(on) || prep.has(from) || prep.has(between) || prep.has(upto) || prep.has(until) || prep.has(by)) && r.endsDay(k) {
			return days{d: n, grain: DayGrain, near: true}, k
		}
	} else if k > j && !sure && r.digit(j) && (j > i && (prep != 0 && !prep.has(at) || k >= len(r.toks) || r.toks[k].mark != 0 && !r.glued(k))) && !r.counts(k) && r.endsDay(k) {
		return days{d: n, grain: DayGrain}, k
	}
	return days{}, i
}

// endsDay reports whether a number before i may be a day: nothing follows that
// it would be a number of.
func (r *reader) endsDay(i int) bool {
	if i >= len(r.toks) {
		return true
	}
	t := &r.toks[i]
	return t.mark != 0 && t.mark != '%' || t.tags&^(1<<unit|1<<weekday|1<<month|1<<ordinal|1<<cardinal|1<<holiday) != 0 || r.has(i, weekday)
}

// lastSecond is the end of a day as a Point's clock counts.
const lastSecond = 24 * 3600

// edge reads "end of the month", "the beginning of next year", "eom".
func (r *reader) edge(i int) (d days, to int) {
	j := r.skip(i, the)
	atEnd := r.has(j, end)
	if !atEnd && !r.has(j, begin) {
		return d, i
	}
	x := begin
	if atEnd {
		x = end
	}
	var p days
	var k int
	if u := r.n(j, x); u > 0 {
		var ok bool
		if p, ok = r.periodAt(u, 0); !ok {
			return d, i
		}
		k = j + 1
	} else {
		e := r.skip(j+1, of)
		if e == j+1 {
			return d, i
		}
		p, k = r.enclosing(e)
		if k == e {
			return d, i
		}
	}
	// The end of a week is Friday to some and Sunday to others.
	if !r.resolve(&p) || p.grain == Week {
		return d, i
	}
	if p.grain == DayGrain && !p.last.Valid() {
		if !atEnd {
			return d, i
		}
		p.clock = lastSecond
		return p, k
	}
	d = days{first: p.first, grain: DayGrain}
	if atEnd {
		d.first = p.last
	}
	return d, k
}

// holidayAt is a feast with a day of its own.
func (r *reader) holidayAt(i, n int) (d days, to int) {
	h := r.n(i, holiday)
	d = days{m: h / 100, d: h % 100, grain: DayGrain, pastward: n < 0}
	if y, k := r.yearAfter(i + 1); k > i+1 {
		d.y = y
		return d, k
	}
	return d, i + 1
}
