package moment

// A phrase that was read may be a piece of something else that nothing here
// understands. What stands beside it tells: then it is better to have read nothing.

// doubted reports whether something beside a phrase says that it means something
// else. Then the text says nothing: what is left of it would be a guess too.
func (r *reader) doubted(g *saying) bool {
	if r.rate(g) || r.besideElse(g) || r.oneOfTwo(g) || r.twoTimes(g) || r.pieceOf(g) || r.ofNumber(g) || r.leftOut(g) {
		r.refused = true
		return true
	}
	return false
}

// rate is how often something happens: "twice a week", "12 months in a year",
// "deux fois par semaine".
func (r *reader) rate(g *saying) bool {
	i := g.at
	switch {
	case g.hasRule:
		return r.any(i, 1<<every|1<<often) && r.has(i-1, times)
	case g.hasAm:
		return r.has(i-1, times)
	}
	return g.hasDay && r.has(i, in) && r.has(i+1, a) && r.has(i-1, unit)
}

// besideElse is a length of time that says when by something which says none: "an
// hour before sunset".
func (r *reader) besideElse(g *saying) bool {
	return g.hasAm && !g.hasDay && !g.hasA && !g.forAm && !r.strict && r.any(g.to, 1<<before|1<<after)
}

// oneOfTwo is a number that is not sure: "5 to 7 days", "in 2 or 3 weeks", "an hour
// or two".
func (r *reader) oneOfTwo(g *saying) bool {
	i, n := g.at, g.to
	if !r.strict && r.has(i, upto) && !g.hasDay && r.number(i-1) { // "we won 3 to 1", but "move #1 to 4pm"
		return true
	}
	if !g.hasAm && !(g.hasDay && g.day.clock > 0) {
		return false
	}
	return (r.has(i-1, upto) || r.mark(i-1, '-') || r.excepts(i-1, choosing)) && r.number(i-2) || r.excepts(n, choosing) && r.number(n+1)
}

// number reports whether a number stands at i.
func (r *reader) number(i int) bool { return r.digit(i) || r.has(i, cardinal) }

// twoTimes is something that repeats at two times of the day, or in two ways.
func (r *reader) twoTimes(g *saying) bool {
	if !g.hasRule || !g.hasA || !r.has(g.to, and) {
		return false
	}
	_, k := r.clock(g.to+1, true)
	return k > g.to+1 || r.any(g.to+1, 1<<weekdays|1<<every)
}

// pieceOf is a day or period that is said only to say a piece of it, or that makes
// another than the calendar's: "the end of next week", "half of march", "late
// march", "fiscal year 2027".
func (r *reader) pieceOf(g *saying) bool {
	k := g.at - 1
	switch {
	case !g.hasDay || g.hasRule:
		return false
	case r.has(k, of) && !r.has(k, from) && (r.any(k-1, pieces) || r.digit(k-1) || r.excepts(k-1, altering)),
		r.has(g.to, of) && !r.has(g.to, from) && r.any(g.to+1, 1<<holiday|1<<month|1<<weekday|1<<relative|1<<unit):
		return true
	case r.mark(k, '-') && r.glued(k) && (r.excepts(k-1, altering) || r.altered(k-1)), r.altered(g.to) && r.mark(g.to+1, '-'): // "late-morning"
		return true
	case g.day.d > 0 || g.day.wd > 0 || g.day.grain == DayGrain && !g.day.last.Valid():
		return false
	case r.excepts(k, altering): // but not "no school next week"
		return r.any(g.at, 1<<unit|1<<month) || r.digit(g.at)
	}
	return r.altered(g.at)
}

// pieces are the words that say a piece of what "of" brings.
const pieces = 1<<end | 1<<begin | 1<<half | 1<<unit | 1<<weekend | 1<<weekday | 1<<workday | 1<<ordinal | 1<<suffix

// altered reports whether the word at i says that only the early or the late part
// of a period is meant.
func (r *reader) altered(i int) bool { return r.has(i, approx) && r.n(i, approx) == altering }

// ofNumber is a day or period that a number or unit beside it makes another: "friday
// 2017", "april seventeen hundred", "week 3 of 2027".
func (r *reader) ofNumber(g *saying) bool {
	i, n := g.at, g.to
	switch {
	case !g.hasDay || g.hasA || g.hasRule:
		return false
	case r.digit(i) && r.has(i-1, unit), r.has(n-1, cardinal) && r.has(n, cardinal):
		return true
	case r.has(n-1, weekday) && r.has(n, unit) && (r.n(n, unit) == int(Week) || r.n(n, unit) == fortnight): // "tuesday fortnight"
		return true
	case r.strict || !r.digit(n) || n+1 < len(r.toks) && r.toks[n+1].mark == 0:
		return false
	}
	t := &r.toks[n]
	return t.digits == 3 || t.digits == 4 || t.digits == 2 && t.num > 31
}

// leftOut is something with an exception, which no meaning has room for, or in
// another zone than ours.
func (r *reader) leftOut(g *saying) bool {
	n := g.to
	return r.excepts(n, leaving) || g.hasRule && r.mark(n, ',') && r.excepts(n+1, leaving)
}

// excepts reports whether the word at i takes a phrase back, and how.
func (r *reader) excepts(i int, how int) bool { return r.has(i, except) && r.n(i, except) == how }
