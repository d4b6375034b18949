package moment

// Ranges as they stand in a text: "from 3 to 5", "june 3 - 5", "after 4pm".

// spans reads the rest of a range that begins with the phrase so far and p:
// "july 13 - 15".
func (r *reader) spans(g *saying, p *span, lead tags, j, k int, first bool) bool {
	if p.hasRule || p.hasAm {
		return false
	}
	s := *p
	if !first {
		s = g.span
		if !r.fits(&s, p, g.to, j) || !s.merge(p) {
			return false
		}
	}
	e := r.rangeEnd(k, &s, lead, false)
	if e == k {
		return false
	}
	s.weak = s.weak && p.weak
	g.span, g.to = s, e
	return true
}

// connector reads what stands between the ends of a range.
func (r *reader) connector(i int, betw bool) (to int) {
	switch {
	case r.has(i, and) && betw, !r.apart && (r.has(i, upto) || r.has(i, until)), r.mark(i, '-') && i+1 < len(r.toks):
		k := i + 1
		if r.has(k, upto) || r.has(k, from) && r.has(i, until) {
			k++
		}
		return k
	}
	return i
}

// pieces reads elements one after another, each merged into s, without ranges.
func (r *reader) pieces(i int, prep tags, s *span) (to int) {
	n := i
	p, k := r.element(i, prep)
	if k == i {
		return i
	}
	*s = p
	n = k
	for {
		pr, j := r.links(n, false)
		if r.mark(n, '-') {
			break
		}
		p, k := r.element(j, pr)
		if k == j || j > n && pr == 0 && p.num > 0 || p.hasRule || p.hasAm || !r.fits(s, &p, n, j) || !s.merge(&p) {
			break
		}
		n = k
	}
	return n
}

// fits reports whether a further element belongs to the phrase so far.
func (r *reader) fits(s, p *span, n, j int) bool {
	if p.part != NoPart && p.weakDay && !p.hasDay && !s.hasDay && (s.num > 0 || s.hasA && !s.a.strong) {
		r.refused = true
		return false // "2 morning sessions"
	}
	if p.hasDay && p.day.free && (s.hasA || s.num > 0) && j == n {
		return p.day.m > 0 && s.numDay || p.day.wd > 0
	}
	return true
}

// rangeEnd reads a connector and the end of a range that begins with s.
func (r *reader) rangeEnd(i int, s *span, prep tags, betw bool) (to int) {
	k := r.connector(i, betw)
	if k == i && prep.has(open) && r.has(i, before) {
		k = i + 1
	}
	if k == i || s.hasB || s.hasEnd {
		return i
	}
	pr, j := r.links(k, true)
	var t span
	pr |= 1 << upto
	if s.hasA || s.num > 0 && !s.numDay {
		pr |= prep & (1 << at)
	}
	e := r.pieces(j, pr, &t)
	if e == j {
		return i
	}
	if r.mark(i, '-') && !r.dash(i, s, &t) {
		return i
	}
	if r.mark(i, '-') && s.hasDay && s.day.wd > 0 && s.day.d == 0 && t.hasDay && t.day.m > 0 && t.day.d > 0 && !s.hasA {
		if s.merge(&t) { // "friday-jun-15"
			return e
		}
		return i
	}
	// An hour that both ends say barely needs something that says it is one.
	if !s.join(&t) {
		// The end may have taken too much.
		p, e1 := r.element(j, pr)
		if e1 == j || e1 == e || !s.join(&p) {
			return i
		}
		e = e1
	}
	return e
}

// dash reports whether a dash may join the ends of a range, and not a date and
// its time.
func (r *reader) dash(i int, s, t *span) bool {
	if s.hasDay && !s.hasA && s.num == 0 && t.hasA && !t.hasDay {
		return false
	}
	return true
}

// ranged reads "from X to Y", "between X and Y" and "later than X but before Y".
// "From X" alone begins what follows.
func (r *reader) ranged(i int, s *span) (to int) {
	betw := r.has(i, between)
	opened := r.has(i, open)
	pr, j := r.links(i+1, true)
	if opened {
		pr |= 1<<at | 1<<open | 1<<after
	}
	if r.has(i, from) || betw {
		pr |= r.toks[i].tags & (1<<from | 1<<between)
	}
	n := r.pieces(j, pr, s)
	if n == j {
		return i
	}
	full := *s
	if e := r.rangeEnd(n, s, pr, betw); e > n {
		s.weak = false
		return e
	}
	*s = full
	// The first element alone, if more of them left no end.
	if p, e := r.element(j, pr); e > j && e < n {
		*s = p
		if f := r.rangeEnd(e, s, pr, betw); f > e {
			s.weak = false
			return f
		}
		*s = full
	}
	if betw {
		return i
	}
	if opened {
		s.mod = after
		return n
	}
	if s.num > 0 {
		s.a, s.hasA, s.num = hourOf(s.num), true, 0
	}
	s.weak = false
	s.mod = since
	return n
}

// bounded reads "until march" and "after 4pm" behind what they bound.
func (r *reader) bounded(i int, s, p *span) (to int) {
	mod := r.bound(i)
	j := i + 1
	if r.has(i, start) {
		j = r.skip(j, from)
	}
	pr, j := r.links(j, true)
	pr |= 1<<at | 1<<mod
	n := r.pieces(j, pr, p)
	if n == j {
		return i
	}
	if p.num > 0 && !p.numDay && !p.hasA && !p.hasDay {
		p.a, p.hasA, p.num = hourOf(p.num), true, 0
	}
	p.mod = mod
	if s.hasRule && !r.boundsRule(i, mod, s, p) {
		return i
	}
	return n
}

// boundsRule puts the day that begins or ends a recurrence into it; false where what
// was said cannot bound one. A time of day beside that day is the time of each
// occurrence, and left to the phrase: "every monday until march at 6pm".
func (r *reader) boundsRule(i int, mod tag, s, p *span) bool {
	if p.hasDay && r.has(i, since) {
		r.latest(&p.day)
	}
	if !p.hasDay || !r.resolve(&p.day) {
		return mod == since || mod == until
	}
	if p.hasA && s.hasA {
		return false // two times, one of them of a day that is none of the series
	}
	switch mod {
	case until:
		if s.ends() {
			return false
		}
		s.rule.Until = p.day.first
		if p.day.last.Valid() { // "until march" has all of March in it, as "until friday" has friday
			s.rule.Until = p.day.last
		}
		if s.rule.Start.Valid() && s.rule.Until < s.rule.Start && !p.day.last.Valid() {
			s.rule.Until = s.rule.Until.AddMonths(12)
		}
	case since:
		s.rule.Start = p.day.first
	default:
		return false
	}
	*p = span{mod: on, a: p.a, hasA: p.hasA, part: p.part}
	return true
}
