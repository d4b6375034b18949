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
		{"in? approx? AMOUNT before present", back},
		{"in? approx? AMOUNT from|after present", ahead},
		{"in? approx? AMOUNT from|after|before ANYDAY", fromDay},
		{"the unit before|after !next ANYDAY", fromDay}, // the day after christmas
		{"<!cardinal|ordinal unit before|after !next ANYDAY", fromDay},
		{"the? weekday|weekend STOP? before|after !next ANYDAY", fromDayOn}, // the monday after christmas
		{"in? AMOUNT on weekday", weeksOn},                                  // a week on tuesday
		{"AMOUNT relative", weeksOn},                                        // a week tomorrow
		{"the? weekday|relative unit !unit|weekday", weekOn},                // monday week
		{"AMOUNT from|after|before CLOCK", fromClock},
		{"AMOUNT before", backAtEnd},
		{"in approx? AMOUNT !past|after|before", aheadOf},
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

// aheadOf is "in two hours", unless what it is counted from stands behind it. "De" is more
// than that in French: "rappelle-moi dans deux heures de sortir".
func aheadOf(r *reader, m *match) (span, bool) {
	p, ok := ahead(r, m)
	return p, ok && (!r.has(m.to, from) || r.has(m.to, of) && r.timeless(m.to+1))
}

// timeless reports whether the word at i says nothing about time.
func (r *reader) timeless(i int) bool {
	return i < len(r.toks) && r.toks[i].mark == 0 && r.toks[i].num < 0 && r.toks[i].tags == 0
}

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
	return r.fromNow(am, g), ok && (!r.has(m.at+1, unit) || r.n(m.at, within) == 1)
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
	if g == NoGrain && r.digit(m.at-1) { // "3 day after"
		return p, false
	}
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

// fromDayOn is the weekday or weekend next to another day.
func fromDayOn(r *reader, m *match) (p span, ok bool) {
	d := m.day
	if d.free || !r.resolve(&d) || d.last.Valid() || d.clock > 0 || d.grain != DayGrain {
		return p, false
	}
	if r.has(m.at-1, ordinal) || r.number(m.at-1) || r.has(m.at-1, suffix) {
		r.refused = true // the second tuesday after easter
		return p, false
	}
	wd, last := time.Saturday, 1
	if k := r.wordOf(m, weekday); k >= 0 {
		wd, last = time.Weekday(r.n(k, weekday)), 0
	}
	first := soonest(d.first.AddDays(1), wd)
	if r.signOf(m) < 0 {
		first = soonest(d.first.AddDays(-7-last), wd)
	}
	p = span{mod: on, hasDay: true, day: days{first: first, grain: DayGrain}}
	if last > 0 {
		p.day.last = first.AddDays(last)
	}
	return p, true
}

// weeksOn are whole weeks from the soonest weekday to come, or from today or
// tomorrow.
func weeksOn(r *reader, m *match) (p span, ok bool) {
	am := m.amount
	first := soonest(r.today.AddDays(1), time.Weekday(r.value(m, weekday))).AddDays(am.Days)
	if k := r.wordOf(m, relative); k >= 0 {
		first = r.today.AddDays(r.n(k, relative) + am.Days)
		if r.n(k, relative) < 0 || r.n(k, relative) > 1 {
			return p, false
		}
	}
	return span{mod: on, hasDay: true, day: days{first: first, grain: DayGrain}}, m.grain == Week && am.Months == 0 && am.Seconds == 0 && am.Days%7 == 0
}

// weekOn is a week from a day that is named, as the British say it.
func weekOn(r *reader, m *match) (p span, ok bool) {
	k := r.wordOf(m, unit)
	one := r.toks[k].end-r.toks[k].start == int32(len("week")) // "monday weeks" are not said
	day := r.today.AddDays(r.value(m, relative))
	if r.wordOf(m, weekday) >= 0 {
		day = soonest(r.today.AddDays(1), time.Weekday(r.value(m, weekday)))
	}
	return span{mod: on, hasDay: true, day: days{first: day.AddDays(7), grain: DayGrain}}, r.n(k, unit) == int(Week) && one && !r.unknown(m.to)
}

// fromClock is "two hours before noon".
func fromClock(r *reader, m *match) (p span, ok bool) {
	c, am := m.clock, m.amount
	if !c.strong && !c.exact || am.Days != 0 || am.Months != 0 || r.has(m.at-1, forr) && r.wordOf(m, from) >= 0 {
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
	if k == i || r.lasts(c, prep) || !c.strong || c.grain == Hour && c.half == 0 && !c.exact && !prep.marks() && k == i+1 {
		return p, i
	}
	p.a, p.hasA = c, true
	return p, k
}

// lasts reports whether hours are a length of time, where one word says both: "pour
// trois heures", "d'ici deux heures", but "d'ici 18 heures".
func (r *reader) lasts(c clockTime, prep tags) bool {
	return r.lang.hoursSaid && (prep.has(forr) || prep.has(by) && c.grain == Hour && !c.exact && c.h <= 6)
}

func (r *reader) aClock(i int, prep tags) (p span, to int) {
	c, k := r.clock(i, prep.has(at))
	if k == i || r.lasts(c, prep) {
		return p, i
	}
	p.a, p.hasA = c, true
	return p, k
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
	p.weak = r.value(m, part) < ofItself && !(article && (m.prep.has(in) || m.prep.has(of)) || m.prep.has(at) && p.part == Night)
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
