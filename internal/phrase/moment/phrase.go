package moment

// saying is a phrase while it is read.
type saying struct {
	span
	at, to int  // its tokens so far
	opened tag  // what its first word makes of it: before, after, since, by or until
	lead   tags // what stood before its first element
	loose  bool // no "from" or "between" says that its numbers are times
	num0   int  // the token of a bare number that nothing has given a meaning yet
}

// phrase reads the longest phrase at i.
func (r *reader) phrase(i int) (m Meaning, to int, ok bool) {
	g, ok := r.said(i, Alone)
	if !ok || r.doubted(&g) {
		return m, i, false
	}
	if g.mod == on {
		g.mod = g.opened
	} else if g.opened != on && g.opened != g.mod {
		return m, i, false
	}
	all := i == 0 && (g.to == len(r.toks) || g.to+1 == len(r.toks) && r.toks[g.to].mark != 0)
	if m, ok = r.finish(&g.span, g.lead, g.loose, all); !ok || m.Kind == Range && m.From.Valid() && m.To.Valid() && m.To.Before(m.From) {
		return m, i, false
	}
	m.Start, m.End = int(r.toks[i].start), r.endOf(g.to)
	return m, g.to, m.writable()
}

// said reads what a phrase at i says, element after element, as long as each
// adds something.
func (r *reader) said(i int, role Role) (g saying, ok bool) {
	if !r.begins(i) {
		return g, false
	}
	g = saying{span: span{mod: on}, at: i, to: i, opened: on, loose: true}
	lead, j := r.opening(&g, role)
	g.lead = lead
	for first := true; j < len(r.toks) && r.another(&g, lead, j, first); first = false {
		lead, j = r.links(g.to, false)
		if r.has(j, letter) && r.n(j, letter) == 5 && r.glued(j) && r.glued(j+1) && r.digit(j+1) && g.hasDay && !g.hasA {
			lead, j = 1<<at, j+1 // 2026-11-27T15:00
		}
	}
	return g, g.to > i && g.says()
}

// begins reports whether a phrase may begin at i: not inside a number or a word
// that goes on, and not at a price.
func (r *reader) begins(i int) bool {
	t := &r.toks[i]
	if t.num < 0 && t.tags == 0 || r.mark(i-1, '$') {
		return false
	}
	if !t.glued || i == 0 {
		return true
	}
	before := &r.toks[i-1]
	if (r.digit(i) || before.num >= 0) && !closing(before.mark) && before.mark != '(' && before.mark != '-' {
		return false
	}
	return !(r.digit(i) && i > 1 && before.mark != 0 && before.glued && r.digit(i-2))
}

// bounds are the words that leave one end of a phrase open, and what they make
// of it.
var bounds = [...]struct{ word, mod tag }{{before, before}, {after, after}, {since, since}, {by, by}, {until, until}, {start, since}}

// opening reads what stands before the first element.
func (r *reader) opening(g *saying, role Role) (lead tags, j int) {
	j = g.at
	if r.has(j, approx) && (!r.strict || r.has(j, at)) {
		if r.lang.hoursSaid { // "vers 18 heures"
			lead = r.toks[j].tags & (1 << at)
		}
		j++
	}
	if role == By {
		lead, j = r.links(j, true)
		return lead | 1<<by | 1<<at, j
	}
	if r.apart && r.has(j, from) && !r.has(j, hence) {
		g.opened = since
		between, k := r.links(j+1, true)
		return between | 1<<from | 1<<at, k
	}
	if r.strict && r.has(j, of) && !r.has(j, from) {
		return 1 << of, j + 1
	}
	for _, b := range bounds {
		if !r.has(j, b.word) {
			continue
		}
		g.opened, lead, j = b.mod, 1<<b.mod|1<<at, j+1
		g.past = b.word == since
		if b.word == start {
			lead = 1<<since | 1<<from | 1<<at
			j = r.skip(r.skip(j, on), from)
		}
		break
	}
	between, k := r.links(j, true)
	return lead | between, k
}

// another reads one more element, or the range that it begins; false where
// nothing more belongs to the phrase.
func (r *reader) another(g *saying, lead tags, j int, first bool) bool {
	if g.hasRule && g.rule.Repeats() {
		if e := r.lasting(g.to, &g.span); e > g.to {
			g.to = e
			return true
		}
	}
	if g.hasA && g.hasDay && g.day.m > 0 && g.day.d > 0 && g.day.y == 0 && !g.day.known() {
		if y, k := r.year(j); k > j { // "oct 26 15:50 2016"
			g.day.y, g.to = y, k
			return true
		}
	}
	var p span
	k := j
	switch {
	case r.has(j, between) || r.has(j, from) && !r.has(j, hence) || r.has(j, open):
		if k = r.ranged(j, &p); k > j {
			g.loose = false
		}
		return k > j && r.take(g, &p, lead, j, k, first)
	case !first && r.bound(j) != on:
		if r.strict && !g.hasRule {
			return false // of two pieces of a request, each has its own role
		}
		k = r.bounded(j, &g.span, &p)
		return k > j && r.take(g, &p, lead, j, k, first)
	}
	if p, k = r.element(j, lead); k == j {
		// "in" and "for" belong to the element
		if !first || j == g.at || !lead.has(in) && !lead.has(forr) {
			return false
		}
		if p, k = r.element(j-1, lead); k == j-1 {
			return false
		}
	}
	p.forAm = p.forAm || first && lead.has(forr) && p.hasAm
	return r.spans(g, &p, lead, j, k, first) || r.take(g, &p, lead, j, k, first)
}

// bound is what the word at i makes of a phrase that goes on with it; on for
// none.
func (r *reader) bound(i int) tag {
	for _, b := range bounds {
		if r.has(i, b.word) {
			return b.mod
		}
	}
	return on
}

// take adds an element at j that ends at k; false where it belongs to no phrase
// with what there is.
func (r *reader) take(g *saying, p *span, lead tags, j, k int, first bool) bool {
	if !first && (!r.fits(&g.span, p, g.to, j) || p.num > 0 && p.weak && j > g.to && lead == 0) {
		return false
	}
	if p.hasRule && p.rule.Repeats() && lead.has(of) {
		r.refused = true
		return false
	}
	if p.hasRule && !p.rule.Repeats() { // "5 times"
		if !g.hasRule || g.ends() {
			return false
		}
		g.rule.Count, g.to = p.rule.Count, k
		return true
	}
	if g.hasRule && !r.takeBeside(g, p, lead) {
		return false
	}
	if g.num == 0 {
		g.num0 = g.to
	}
	was := g.span
	if !g.merge(p) {
		if g.hasDay && p.hasDay && !p.day.free && !g.hasEnd && (p.day.wd > 0 || g.day.wd > 0 || j == g.to && p.day.known() != g.day.known()) {
			// Two days that contradict each other; a request gives both back.
			r.refused = !r.strict
		}
		return false
	}
	if g.hasRule && !g.repeats() && g.opened != since && !r.strict {
		g.span = was
		return false
	}
	g.to = k
	return true
}

// takeBeside readies an element that stands beside a recurrence.
func (r *reader) takeBeside(g *saying, p *span, lead tags) bool {
	if p.hasRule && p.rule == (Rule{Freq: Daily, Interval: 1, Part: p.rule.Part}) { // "mondays in the mornings"
		p.hasRule, p.part, p.rule = false, p.rule.Part, Rule{}
	}
	if p.hasAm && p.forAm && p.grain >= DayGrain && !g.ends() {
		g.lasts = p.amount
		p.hasAm, p.forAm, p.amount = false, false, Amount{}
		return true
	}
	if p.num2 > 0 && !p.numDay && p.num < 24 && p.num2 < 24 && !p.hasDay {
		p.a, p.hasA, p.b, p.hasB = hourOf(p.num), true, hourOf(p.num2), true
		p.num, p.num2 = 0, 0
	}
	return p.num == 0 || p.numDay || lead.has(at)
}

// inPeriod are the words that may follow "in" where a period does, and inThe those
// that may follow "in the".
const (
	inPeriod = 1<<month | 1<<this | 1<<next | 1<<last | 1<<holiday
	inThe    = 1<<part | 1<<this | 1<<next | 1<<last | 1<<ordinal | 1<<cardinal | 1<<rest | 1<<end | 1<<begin | 1<<weekend
)

// intoPeriod reports whether "in" at i leads on to a period that is an element.
func (r *reader) intoPeriod(i int) bool {
	if r.has(i+1, the) {
		return r.any(i+2, inThe) || r.digit(i+2)
	}
	return r.any(i+1, inPeriod) || r.yearly(i+1)
}

// links passes over what may stand between two elements of a phrase, and says
// what it was.
func (r *reader) links(i int, first bool) (prep tags, to int) {
	j := i
	if !first && (r.mark(j, ',') || (r.mark(j, '-') || r.mark(j, ':')) && j+1 < len(r.toks)) {
		j++
	}
	for range 3 {
		if j >= len(r.toks) {
			return 0, i
		}
		switch {
		case r.has(j, approx) && (!r.strict || r.has(j, at) || prep.has(at)):
		case r.has(j, at), r.has(j, on), r.has(j, by) && first:
			prep |= r.toks[j].tags
		case r.has(j, of) && !r.has(j, in) && !first && !r.fromHour(j):
			prep |= 1 << of
		case r.has(j, in) && r.intoPeriod(j):
			prep |= 1 << in
		case r.has(j, forr) && !r.has(j, within):
			prep |= 1 << forr
		default:
			return prep, j
		}
		j++
	}
	return prep, j
}

// fromHour reports whether a word that means both "of" and "from" begins a range
// of times: "tous les jours de 9h à 17h".
func (r *reader) fromHour(i int) bool {
	if !r.has(i, from) {
		return false
	}
	c, k := r.clock(i+1, true)
	return k > i+1 && c.strong
}

// yearly reports whether a year stands at i.
func (r *reader) yearly(i int) bool {
	if k := r.skip(i, the); r.has(k, unit) && r.n(k, unit) == int(Year) {
		i = k + 1
	}
	_, k := r.year(i)
	return k > i
}

// lasting reads for how long or how often a recurrence goes on: "for the next
// year", "up to 7 times".
func (r *reader) lasting(i int, s *span) (to int) {
	if s.ends() {
		return i
	}
	if r.has(i, until) || r.has(i, before) || r.has(i, forr) {
		if n, k := r.timesAt(i + 1); k > i+1 {
			s.rule.Count = n
			return k
		}
	}
	if !r.has(i, forr) {
		return i
	}
	j := r.skip(i+1, the)
	k := r.skip(r.skip(j, next), this)
	am, g, e := r.amount(k)
	if e == k && k > j && r.has(k, unit) {
		am, g, _ = units(1, 1, r.n(k, unit))
		e = k + 1
	}
	if e == k || g < DayGrain {
		return i
	}
	s.lasts = am
	return e
}

// ends reports whether it was said when a recurrence ends.
func (s *span) ends() bool { return s.rule.Until.Valid() || s.rule.Count > 0 || s.lasts != Amount{} }

// repeats reports whether what was said beside a recurrence can be put into it.
func (s *span) repeats() bool {
	d := &s.day
	switch {
	case !s.hasDay || d.known():
		return true
	case d.wd > 0 && s.rule.Days == 0 && d.d == 0 && d.m == 0:
		return false
	}
	return d.m == 0 || d.d > 0 || s.rule.MonthDay == 0 || s.rule.Months != 0
}
