package moment

import (
	"time"

	"assister/internal/calendar"
)

// move counts an amount on from a point; times of day only where the amount has
// them or the point does.
func (r *reader) move(p Point, am Amount, sign int) Point {
	p.Day = p.Day.AddMonths(sign * am.Months).AddDays(sign * am.Days)
	if am.Seconds != 0 {
		if p.Clock == 0 {
			p.Clock = 1
		}
		s := int(p.Clock) - 1 + sign*am.Seconds
		d := s / 86400
		if s %= 86400; s < 0 {
			s += 86400
			d--
		}
		p.Day, p.Clock = p.Day.AddDays(d), int32(s+1)
	}
	return p
}

func (r *reader) nowPoint() Point { return Point{r.today, int32(r.now + 1)} }

// counted is a day, and a time where it is counted in hours or less.
func (r *reader) counted(am Amount, g Grain, sign int) (p span, ok bool) {
	q := r.move(r.nowPoint(), am, sign)
	p = span{mod: on, hasDay: true, day: days{first: q.Day, grain: min(g, DayGrain), clock: q.Clock, roughly: g >= Week}}
	return p, q.Valid()
}

// offset reads a moment that is counted from another: "in 3 days", "two weeks
// ago", "an hour from now", "3 days after tomorrow", "3 fridays from now".
func (r *reader) offset(i int, _ tags) (p span, to int) {
	return r.lang.tables.offsets.read(r, i, 0)
}

func offsetForms() []form[span] {
	return []form[span]{
		{"present", rightNow},
		{"within the? this? next? unit and LENGTH", withinUnit}, // within the next day and 5 hours
		{"within the? this? next? unit", withinUnit},
		{"within the? this? next? AMOUNT from relative", withinAmount},
		{"within the? this? next? AMOUNT hence?", withinAmount},
		{"in approx? AMOUNT hence", ahead},
		{"AMOUNT ago", back},
		{"AMOUNT hence", ahead},
		{"in? approx? AMOUNT before PRESENT", back},
		{"in? approx? AMOUNT from|after PRESENT", ahead},
		{"in? approx? AMOUNT from|after|before ANYDAY", fromDay},
		{"the unit before|after !next ANYDAY", fromDay}, // the day after christmas
		{"AMOUNT from|after|before CLOCK", fromClock},
		{"AMOUNT before", backAtEnd},
		{"in approx? AMOUNT !past|from|after|before", ahead},
		{"in? approx? COUNT weekday|weekdays hence", weekdaysAhead},
		{"in? approx? COUNT weekday|weekdays ago", weekdaysBack},
		{"the? this? WHICH AMOUNT", lately},
		{"the? this? COUNT WHICH unit", latelyUnits},
	}
}

func rightNow(r *reader, _ *match) (span, bool) {
	return span{mod: on, hasDay: true, day: days{first: r.today, grain: Second, clock: int32(r.now + 1)}}, !r.strict
}

func ahead(r *reader, m *match) (span, bool) { return r.counted(m.amount, m.grain, 1) }

func back(r *reader, m *match) (span, bool) { return r.counted(m.amount, m.grain, -1) }

// backAtEnd is "3 days before" what everybody knows.
func backAtEnd(r *reader, m *match) (span, bool) {
	p, ok := back(r, m)
	return p, ok && m.to >= len(r.toks)
}

// withinUnit is "within the next day and 5 hours"; "within day" is not said.
func withinUnit(r *reader, m *match) (span, bool) {
	am, g, ok := units(1, 1, r.value(m, unit))
	if m.grain != NoGrain && m.grain < g {
		am.Months, am.Days, am.Seconds = am.Months+m.amount.Months, am.Days+m.amount.Days, am.Seconds+m.amount.Seconds
		g = m.grain
	}
	return r.fromNow(am, g), ok && !r.has(m.at+1, unit)
}

func withinAmount(r *reader, m *match) (span, bool) {
	k := r.wordOf(m, relative)
	return r.fromNow(m.amount, m.grain), k < 0 || r.n(k, relative) == 0
}

// signOf is -1 for what is counted back.
func (r *reader) signOf(m *match) int {
	if r.wordOf(m, before) >= 0 {
		return -1
	}
	return 1
}

// fromDay counts from another day, which is one and not a period.
func fromDay(r *reader, m *match) (p span, ok bool) {
	am, g := m.amount, m.grain
	if g == NoGrain { // "the day after"
		if am, g, ok = units(1, 1, r.value(m, unit)); !ok {
			return p, false
		}
	}
	d := m.day
	loose := !d.known() && d.y == 0 && d.m > 0
	if d.free || !r.resolve(&d) || d.last.Valid() {
		return p, false
	}
	if r.has(m.at-1, forr) && r.wordOf(m, from) >= 0 { // "for 3 days from today" is a range
		return p, false
	}
	if g == Year && loose {
		r.refused = true // a year from christmas may be from the last one
	}
	q := r.move(Point{Day: d.first}, am, r.signOf(m))
	return span{mod: on, hasDay: true, day: days{first: q.Day, grain: DayGrain}}, g >= DayGrain && !r.refused
}

// fromClock is "two hours before noon".
func fromClock(r *reader, m *match) (p span, ok bool) {
	c, am := m.clock, m.amount
	if !c.strong && !c.exact || am.Days != 0 || am.Months != 0 {
		return p, false
	}
	s := ((c.seconds(NoPart)+r.signOf(m)*am.Seconds)%86400 + 86400) % 86400
	p = span{mod: on, hasA: true}
	p.a = clockTime{h: s / 3600, m: s / 60 % 60, s: s % 60, exact: true, strong: true, grain: min(m.grain, c.grain)}
	return p, true
}

// fridays are the form's weekday, n weeks from the soonest that is not before a
// day.
func (r *reader) fridays(m *match, from calendar.Date, n int) (span, bool) {
	x := weekday
	if r.wordOf(m, weekdays) >= 0 {
		x = weekdays
	}
	p := span{mod: on, hasDay: true, day: days{grain: DayGrain}}
	p.day.first = soonest(from, time.Weekday(r.value(m, x))).AddDays(7 * n)
	return p, m.nums[0] > 0 && m.nums[0] < 100
}

func weekdaysAhead(r *reader, m *match) (span, bool) {
	return r.fridays(m, r.today.AddDays(1), m.nums[0]-1)
}

func weekdaysBack(r *reader, m *match) (span, bool) { return r.fridays(m, r.today, -m.nums[0]) }

// fromNow is a range from now on that lasts some time.
func (r *reader) fromNow(am Amount, g Grain) span {
	p := span{mod: on}
	q := r.move(r.nowPoint(), am, 1)
	p.hasDay, p.hasEnd = true, true
	p.day = days{first: r.today, grain: g, clock: int32(r.now + 1)}
	p.endDay = days{first: q.Day, grain: g, clock: q.Clock}
	if g >= DayGrain {
		p.day.clock, p.endDay.clock, p.day.grain, p.endDay.grain = 0, 0, DayGrain, DayGrain
	}
	return p
}

// latelyUnits is "3 next hours".
func latelyUnits(r *reader, m *match) (span, bool) {
	m.amount, m.grain, _ = units(m.nums[0], 1, r.value(m, unit))
	return lately(r, m)
}

// lately is "the last 5 minutes" and "next 3 hours"; days and more are periods.
func lately(r *reader, m *match) (p span, ok bool) {
	if m.which == 0 || m.grain >= DayGrain || m.grain == NoGrain {
		return p, false
	}
	a, b := r.nowPoint(), r.move(r.nowPoint(), m.amount, m.which)
	if m.which < 0 {
		a, b = b, a
		if m.grain == Hour { // whole hours
			a.Clock, b.Clock = (a.Clock-1)/3600*3600+1, (b.Clock-1)/3600*3600+1
		}
	}
	p = span{mod: on, hasDay: true, hasEnd: true}
	p.day = days{first: a.Day, grain: m.grain, clock: a.Clock}
	p.endDay = days{first: b.Day, grain: m.grain, clock: b.Clock}
	return p, true
}

// elements are the things that a phrase consists of, as they are tried.
var elements = [...]func(r *reader, i int, prep tags) (p span, to int){
	(*reader).recurrence, (*reader).offset, (*reader).sureClock, (*reader).aDay, (*reader).aClock,
	(*reader).partOfDay, (*reader).anAmount, (*reader).someTimes, (*reader).bareNumber,
}

// element reads one thing that a phrase consists of. prep is what stands before
// it.
func (r *reader) element(i int, prep tags) (p span, to int) {
	if i >= len(r.toks) || r.toks[i].num < 0 && r.toks[i].tags == 0 {
		return span{mod: on}, i
	}
	for _, read := range elements {
		if p, to := read(r, i, prep); to > i {
			p.mod = on
			return p, to
		}
	}
	return span{mod: on}, i
}

// marks reports whether a preposition says that a bare number is an hour.
func (prep tags) marks() bool {
	return prep.has(at) || prep.has(upto) && !prep.has(in) || prep.has(from) || prep.has(between) || prep.has(until)
}

// sureClock reads a time that nothing else can be.
func (r *reader) sureClock(i int, prep tags) (p span, to int) {
	c, k := r.clock(i, prep.marks())
	if k == i || r.lang.hoursSaid && prep.has(forr) || !c.strong || c.grain == Hour && c.half == 0 && !c.exact && !prep.marks() && k == i+1 {
		return p, i
	}
	p.a, p.hasA = c, true
	return p, k
}

func (r *reader) aClock(i int, prep tags) (p span, to int) {
	if r.lang.hoursSaid && prep.has(forr) {
		return p, i
	}
	p.a, to = r.clock(i, prep.has(at))
	p.hasA = to > i
	return p, to
}

func (r *reader) aDay(i int, prep tags) (p span, to int) {
	p.day, to = r.elementDay(i, prep)
	p.hasDay = to > i
	return p, to
}

// partOfDay reads "tonight", "this evening", "last night", "in the morning".
func (r *reader) partOfDay(i int, prep tags) (p span, to int) {
	return r.lang.tables.parts.read(r, i, prep)
}

func partForms() []form[span] {
	return []form[span]{
		{"the? toward", tonight},
		{"the? WHICH part", whichPart},
		{"rest WHICH part", laterPart},
		{"<weekday|relative meridiem", halfOfDay}, // tuesday am
		{"the? part", partAlone},
	}
}

func tonight(r *reader, m *match) (span, bool) {
	n := r.value(m, toward)
	p := span{hasDay: true, day: days{first: r.today, grain: DayGrain}}
	if n < 0 {
		p.day.first, n = r.today.AddDays(-1), -n
	}
	p.part = Part(n)
	return p, true
}

func whichPart(r *reader, m *match) (span, bool) {
	n := r.value(m, part)
	return span{part: Part(n), hasDay: true, day: days{first: r.today.AddDays(m.which), grain: DayGrain}}, n < plural
}

func laterPart(r *reader, m *match) (span, bool) {
	if r.vague(m) {
		return span{}, false
	}
	return whichPart(r, m)
}

func halfOfDay(r *reader, m *match) (span, bool) { return span{part: Part(r.value(m, meridiem))}, true }

func partAlone(r *reader, m *match) (span, bool) {
	p := span{part: Part(r.value(m, part) % plural)}
	article := m.to > m.at+1
	p.weakDay = !article && !m.prep.has(at)
	p.weak = !(article && (m.prep.has(in) || m.prep.has(of)) || m.prep.has(at) && p.part == Night)
	return p, true
}

func (r *reader) anAmount(i int, prep tags) (p span, to int) {
	p.amount, p.grain, to = r.amount(i)
	p.hasAm, p.forAm = true, prep.has(forr)
	return p, to
}

func (r *reader) someTimes(i int, _ tags) (p span, to int) {
	p.rule.Count, to = r.timesAt(i)
	p.hasRule = true
	return p, to
}

// bareNumber reads a number that what follows or precedes gives a meaning.
func (r *reader) bareNumber(i int, prep tags) (p span, to int) {
	j := r.skip(i, the)
	n, sure, k := r.dayNumber(j)
	behind := r.has(i-1, weekday)
	switch {
	case k == j:
		return p, i
	case r.has(k, relative) && r.n(k, relative)%2 == 0 && r.n(k, relative) != 0:
		r.refused = true // "2 days before yesterday", of which the end is two days ago
		return p, i
	case r.counts(k) || j > i && !sure && !r.digit(j) && !behind:
		return p, i
	}
	p.num, p.numDay = n, sure || j > i || prep.has(on) && !prep.has(at) || r.lang.hoursSaid
	p.weak = !prep.marks() && !prep.has(on) && !sure
	return p, k
}

// timesAt reads "10 times", "3x", "twice", "for 5 occurrences".
func (r *reader) timesAt(i int) (n, to int) {
	if r.has(i, times) && r.n(i, times) > 0 {
		return r.n(i, times), i + 1
	}
	if n, k := r.count(i); k > i && n > 0 && r.has(k, times) && r.n(k, times) == 0 {
		return n, k + 1
	}
	return 0, i
}

// links passes over what may stand between two elements of a phrase, and says
// what it was.
func (r *reader) links(i int, first bool) (prep tags, to int) {
	j := i
	if !first && r.mark(j, ',') {
		j++
	} else if !first && (r.mark(j, '-') || r.mark(j, ':')) && j+1 < len(r.toks) {
		j++
	}
	for n := 0; n < 3; n++ {
		if j >= len(r.toks) {
			return 0, i
		}
		switch {
		case r.has(j, approx) && (!r.strict || r.has(j, at) || prep.has(at)):
		case r.has(j, at), r.has(j, on), r.has(j, by) && first:
			prep |= r.toks[j].tags
		case r.has(j, of) && !r.has(j, in) && !first:
			if c, k := r.clock(j+1, true); r.has(j, from) && k > j+1 && c.strong {
				return prep, j // "tous les jours de 9h à 17h"
			}
			prep |= 1 << of
		case r.has(j, in) && (r.has(j+1, month) || r.has(j+1, the) || r.has(j+1, this) || r.has(j+1, next) || r.has(j+1, last) || r.has(j+1, holiday) || r.yearly(j+1)):
			if r.has(j+1, the) && !r.has(j+2, part) && !r.has(j+2, this) && !r.has(j+2, next) && !r.has(j+2, last) && !r.has(j+2, ordinal) && !r.has(j+2, rest) && !r.has(j+2, end) && !r.has(j+2, begin) && !r.digit(j+2) && !r.has(j+2, cardinal) && !r.has(j+2, weekend) {
				return prep, j
			}
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

// yearly reports whether a year stands at i.
func (r *reader) yearly(i int) bool {
	if k := r.skip(i, the); r.has(k, unit) && r.n(k, unit) == int(Year) {
		i = k + 1
	}
	_, k := r.year(i)
	return k > i
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
	if !ok || r.doubts(&g) {
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
	m.Start, m.End = r.toks[i].start, r.toks[g.to-1].end
	return m, g.to, true
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
		if g.hasDay && p.hasDay && !p.day.free && !g.hasEnd && (p.day.wd > 0 || g.day.wd > 0) {
			// Two days that contradict each other; a request gives both back.
			r.refused = !r.strict
		}
		return false
	}
	if g.hasRule && !g.repeats() && !r.strict {
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

// doubts reports whether something beside a phrase says that it means something
// else, and refuses what cannot be said.
func (r *reader) doubts(g *saying) bool {
	i, n := g.at, g.to
	if _, k := r.timesAt(i - 1); g.hasAm && k == i && i > 0 && !g.hasRule {
		r.refused = true // "twice a week" is not on any days
	}
	if (g.hasAm || g.hasDay && g.day.clock > 0) && (r.has(i-1, upto) || r.mark(i-1, '-')) && (r.digit(i-2) || r.has(i-2, cardinal)) {
		r.refused = true // "5 to 7 days"
	}
	if g.hasRule && g.hasA && r.has(n, and) {
		if _, k := r.clock(n+1, true); k > n+1 {
			r.refused = true // at two times
		}
	}
	if g.hasRule && r.has(i, every) && r.has(i-1, times) {
		r.refused = true // "deux fois par semaine"
	}
	if r.has(n, except) || g.hasRule && r.mark(n, ',') && r.has(n+1, except) {
		r.refused = true // what is left out cannot be said
		return true
	}
	return false
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
	if s.hasRule {
		if p.hasDay && r.resolve(&p.day) {
			switch mod {
			case until:
				if s.ends() {
					return i
				}
				s.rule.Until = p.day.first
				if p.day.last.Valid() && (p.day.grain < Month || r.n(i, until) == 1 || r.strict) {
					s.rule.Until = p.day.last
				}
				if s.rule.Start.Valid() && s.rule.Until < s.rule.Start && !p.day.last.Valid() {
					s.rule.Until = s.rule.Until.AddMonths(12)
				}
			case since:
				s.rule.Start = p.day.first
			default:
				return i
			}
			*p = span{mod: on}
			return n
		}
		if mod != since && mod != until {
			return i
		}
	}
	return n
}

// finish makes a meaning of what was said. The whole of a text may be a word that
// is doubtful among others.
func (r *reader) finish(s *span, lead tags, loose, all bool) (m Meaning, ok bool) {
	if !s.numbered(lead, loose) || s.doubtful() && !all && !(lead.has(on) && s.day.wd > 0) {
		return m, false
	}
	return r.meaning(s)
}

// numbered gives bare numbers their meaning: hours, or days of a month. False
// where nothing says which.
func (s *span) numbered(lead tags, loose bool) bool {
	switch {
	case s.num == 0:
		return true
	case s.num2 > 0 && loose && !s.hasDay && !lead.has(at) && s.part == NoPart:
		return false
	case s.num2 > 0 && s.numDay && !s.hasDay:
		s.day, s.hasDay = days{d: s.num, grain: DayGrain}, true
		s.endDay, s.hasEnd = days{d: s.num2, grain: DayGrain}, true
	case s.num2 > 0:
		if s.hasA || s.num > 23 || s.num2 > 23 {
			return false
		}
		s.a, s.hasA, s.b, s.hasB = hourOf(s.num), true, hourOf(s.num2), true
	case s.hasA && !s.hasDay && s.numDay:
		s.day, s.hasDay = days{d: s.num, grain: DayGrain}, true
	case !s.hasA && !s.numDay && s.num < 24 && (s.part != NoPart || s.hasDay && lead.has(at)):
		s.a, s.hasA = hourOf(s.num), true
	default:
		return false
	}
	s.num, s.num2 = 0, 0
	return true
}

// doubtful reports whether a word that has other meanings is all that was said.
func (s *span) doubtful() bool {
	return s.hasDay && s.day.free && !s.hasA && !s.hasEnd && s.day.d == 0 && s.day.y == 0 && s.part == NoPart && !s.hasRule
}

// meaning is what was said, with its days worked out.
func (r *reader) meaning(s *span) (m Meaning, ok bool) {
	if !r.resolveBoth(s) {
		return m, false
	}
	switch {
	case s.hasRule:
		return r.finishRule(s)
	case s.hasA:
		return r.finishTime(s)
	case s.hasDay && s.part != NoPart:
		if s.day.last.Valid() || s.hasEnd {
			return m, false
		}
		return r.openEnded(s.part.on(s.day.first), s.mod)
	case s.hasDay:
		return r.finishDay(s)
	case s.part != NoPart && !s.weak:
		day := r.today
		if _, end := s.part.hours(); r.now >= end*3600 {
			day = day.AddDays(1)
		}
		return s.part.on(day), true
	case s.hasAm && s.part == NoPart:
		m.Kind, m.Grain, m.Amount = Duration, s.grain, s.amount
		if s.mod == by && !r.strict && s.part == NoPart { // "d'ici trois jours"
			p, ok := r.counted(s.amount, s.grain, 1)
			if !ok || r.lang.monthFirst {
				return m, false
			}
			return r.finishDay(&p)
		}
		if s.mod == after { // "after 5 days"
			q := r.move(r.nowPoint(), s.amount, 1)
			m.Kind, m.From, m.Amount = Range, q, Amount{}
			return m, q.Valid()
		}
		return m, s.mod == on && s.amount != Amount{}
	}
	return m, false
}

// on is the part of a day.
func (p Part) on(day calendar.Date) Meaning {
	h, e := p.hours()
	m := Meaning{Kind: Range, Grain: Hour, Part: p, From: Point{day, int32(h*3600 + 1)}, To: Point{day, int32(e*3600 + 1)}}
	if e == 24 {
		m.To.Clock = 24*3600 - 59
	}
	return m
}

// resolveBoth makes the days of a phrase known; false when there are none such.
func (r *reader) resolveBoth(s *span) bool {
	said := s.day
	if s.hasDay && !r.resolve(&s.day) {
		r.refused = r.refused || said.wd > 0 && said.d > 0 // a weekday that the date is not
		return false
	}
	if !s.hasEnd {
		return true
	}
	if said.m > 0 && said.y == 0 && said.wd == 0 && s.endDay.m > 0 && s.endDay.y == 0 {
		// A range that today lies in is this one and not the next.
		t := *s
		t.day = said
		t.day.y, _, _ = s.day.first.YMD()
		t.day.y--
		if r.resolve(&t.day) && r.endAfter(&t) && (t.endDay.first >= r.today || t.endDay.last >= r.today) {
			s.day, s.endDay = t.day, t.endDay
		}
	}
	if !s.hasDay {
		s.day, s.hasDay = days{first: r.today, grain: DayGrain}, true
	}
	return r.endAfter(s)
}

// endAfter makes the end of a range known: the soonest after its start.
func (r *reader) endAfter(s *span) bool {
	d := &s.endDay
	if d.known() {
		return d.first >= s.day.first
	}
	today := r.today
	r.today = s.day.first
	ok := r.resolve(d)
	r.today = today
	return ok && d.first >= s.day.first
}

// openEnded applies before and after to a meaning.
func (r *reader) openEnded(m Meaning, mod tag) (Meaning, bool) {
	switch mod {
	case before, until, by:
		if mod == by && m.Kind == Day {
			return m, true
		}
		m.To, m.From = m.From, Point{}
		if mod == before && m.To.Clock == 0 {
			m.To.Clock = 1 // the day itself is not before it
		}
		m.Kind = Range
	case after, since:
		m.To = Point{}
		m.Kind = Range
	}
	return m, true
}

func (r *reader) finishDay(s *span) (m Meaning, ok bool) {
	d := &s.day
	m.Kind, m.Grain = Day, d.grain
	m.From = Point{d.first, d.clock}
	if d.grain < DayGrain {
		m.Kind = DayAndTime
	}
	if d.altM > 0 && d.altD > 0 {
		alt := days{y: d.y, m: d.altM, d: d.altD, wd: d.wd}
		if r.resolve(&alt) {
			m.Other = Point{Day: alt.first}
		}
	}
	switch {
	case s.hasEnd:
		m.Kind = Range
		m.To = Point{Day: s.endDay.first}
		if d.clock > 0 { // from a day on, the end is a day too
			m.To.Clock = s.endDay.clock
		}
		if s.endDay.last.Valid() {
			m.To.Day = s.endDay.last
		}
	case d.last.Valid():
		m.Kind, m.To = Range, Point{Day: d.last}
	}
	if s.hasAm {
		if m.Kind != Day || !s.forAm {
			return m, false
		}
		q := r.move(Point{Day: d.first}, s.amount, 1)
		m.Kind, m.To = Range, Point{Day: q.Day.AddDays(-1)}
		if s.amount.Seconds != 0 || m.To.Day < m.From.Day {
			return m, false
		}
		return m, true
	}
	if s.mod == after && m.Kind == Range {
		// After a period is after its end.
		m.From, m.To = m.To, Point{}
		if d.grain == Year || d.grain == Month {
			m.From = Point{Day: d.first}
		}
		return m, true
	}
	if s.mod == until && m.Kind == Range && m.To.Valid() {
		m.From = Point{}
		return m, true
	}
	return r.openEnded(m, s.mod)
}

func (r *reader) finishTime(s *span) (m Meaning, ok bool) {
	sec := s.a.seconds(s.part)
	if s.a.h > 23 || s.b.h > 23 {
		return m, false
	}
	if s.hasDay && s.day.last.Valid() {
		r.refused = true
		return m, false // a week at five
	}
	if s.hasDay && s.day.clock > 0 && s.day.grain < DayGrain {
		if !s.hasEnd {
			return m, false
		}
	}
	m.Grain = s.a.grain
	if s.hasDay && s.day.first == r.today && !s.hasEnd && s.part == NoPart && s.a.bare() && sec < r.now && sec < 12*3600 {
		sec += 12 * 3600 // "today at 7" said at noon
		s.a.half = 2
		if s.hasB && s.b.bare() {
			s.b.half = 2
		}
	}
	day := s.day.first
	if s.a.nextDay && s.hasDay && s.part != NoPart {
		day = day.AddDays(1)
	}
	if s.a.bare() && s.a.h == 12 && (s.part == Evening || s.part == Night) {
		sec = s.a.m * 60
		if s.hasDay {
			day = day.AddDays(1)
		}
	}
	end := 0
	if s.hasB {
		part := s.part
		end = s.b.seconds(part)
		if s.b.bare() && part == NoPart && !s.hasEnd {
			// The end is the next such hour.
			e := (s.b.h%12)*3600 + s.b.m*60 + s.b.s
			for e <= sec {
				e += 12 * 3600
			}
			end = e % 86400
		}
		m.Grain = min(m.Grain, s.b.grain)
	}
	if !s.hasDay {
		day = r.today
		if sec < r.now/60*60 {
			day = day.AddDays(1)
		}
		m.Kind = TimeOfDay
	} else {
		m.Kind = DayAndTime
	}
	m.From = Point{day, int32(sec + 1)}
	if s.a.bare() && s.part == NoPart {
		m.Other = Point{day, int32((sec+12*3600)%86400 + 1)}
	}
	switch {
	case s.hasB:
		m.Kind = Range
		m.To = Point{day, int32(end + 1)}
		if s.hasEnd {
			m.To.Day = s.endDay.first
		} else if end <= sec {
			m.To.Day = day.AddDays(1)
		}
		if s.a.bare() {
			m.Other = Point{}
		}
		if m.To.Before(m.From) {
			return m, false
		}
		return m, !s.hasAm
	case s.hasEnd:
		if s.endDay.clock == 0 {
			m.Kind, m.To = Range, Point{s.endDay.first, 0}
			return m, m.To.Day >= m.From.Day
		}
		return m, false
	case s.hasAm:
		if !s.forAm {
			return m, false
		}
		m.Kind, m.To = Range, r.move(m.From, s.amount, 1)
		return m, m.To.Valid()
	}
	return r.openEnded(m, s.mod)
}

func (r *reader) finishRule(s *span) (m Meaning, ok bool) {
	m.Kind, m.Rule = Recurrence, s.rule
	if s.lasts != (Amount{}) {
		m.Rule.Until = r.move(Point{Day: r.today}, s.lasts, 1).Day
	}
	if !s.rule.Repeats() || s.hasEnd || s.mod == before || s.mod == after || s.mod == by {
		return m, false
	}
	if s.hasAm && !s.hasA {
		return m, false
	}
	if s.part != NoPart {
		if m.Rule.Part != NoPart && m.Rule.Part != s.part {
			return m, false
		}
		m.Rule.Part = s.part
	}
	if s.hasA {
		if s.a.h > 23 || s.b.h > 23 || s.mod == until {
			return m, false
		}
		sec := s.a.seconds(m.Rule.Part)
		m.Rule.Clock = int32(sec + 1)
		if s.hasB {
			end := s.b.seconds(m.Rule.Part)
			if s.b.bare() && m.Rule.Part == NoPart {
				end = s.b.h%12*3600 + s.b.m*60 + s.b.s
				for end <= sec {
					end += 12 * 3600
				}
			}
			m.Rule.EndClock = int32(end%86400 + 1)
		} else if s.hasAm {
			m.Rule.EndClock = int32((sec+s.amount.Seconds)%86400 + 1)
		}
		m.Rule.Part = NoPart // the time says more
	}
	if s.hasDay {
		if s.day.clock > 0 || s.mod != since {
			r.refused = true // on a day that no rule can be put on
			return m, false
		}
		m.Rule.Start = s.day.first
	}
	if m.Rule.Until.Valid() && m.Rule.Start.Valid() && m.Rule.Until < m.Rule.Start {
		return m, false
	}
	m.Grain = DayGrain
	m.From = Point{Day: m.Rule.Start}
	return m, true
}
