package timeexpr

import (
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// The sets that the nodes of a tree make.

// operands are the arguments of a node that are sets, each of which has to be one.
var operands = map[string][]int{
	"next": {0}, "last": {0}, "this": {0}, "latest": {0}, "weekof": {0}, "shift": {0}, "back": {0},
	"offset": {0}, "zone": {0}, "nearest": {0, 1}, "avoid": {0, 1}, "span": {0, 1}, "nth": {1, 2}, "firsts": {1, 2},
	"following": {1, 2}, "nths": {1},
}

// operandsOf are the sets of a node; it reports false if one of them is none.
func operandsOf(e *evaluator, n *language.Node) (a, b *set, ok bool) {
	var of [2]*set
	for i, at := range operands[n.Name] {
		if of[i] = e.set(n.Arg(at)); of[i] == nil {
			return nil, nil, false
		}
	}
	return of[0], of[1], true
}

// set makes the set of a node; nil if there is none.
func (e *evaluator) set(n *language.Node) *set {
	if n == nil {
		return nil
	}
	if of, ok := numbered[n.Name]; ok {
		return of(number(n))
	}
	a, b, ok := operandsOf(e, n)
	if !ok {
		return nil
	}
	switch n.Name {
	case "and", "clock", "clock12", "half", "minutes", "part":
		return e.all(n)
	case "or":
		return e.any(n)
	case "alt":
		if one := e.fitting(n); one != n {
			return e.set(one)
		}
		return e.set(n.Arg(0))
	case "country":
		if n.Arg(0).Symbol() == e.country {
			return e.set(n.Arg(1))
		}
		return e.set(n.Arg(2))
	case "unit":
		return units(grainOf(n.Arg(0)))
	case "now":
		return single(Second, func() (span, bool) { return span{e.now, e.now + 1}, true })
	case "rel":
		return e.relative(n.Arg(0).Num, grainOf(n.Arg(1)))
	case "next", "last", "this", "latest":
		return e.which(n.Name, a)
	case "nth", "following", "firsts":
		return e.nth(n, a, b)
	case "nths":
		return nths(flat(n.Args[:1]), a)
	case "weekdays":
		return weekdays(number(n.Arg(0)), number(n.Arg(1)))
	case "dated":
		if one := hoist(n); one != n {
			return e.set(one)
		}
		return e.dated(n)
	case "nearest":
		return e.nearest(a, b)
	case "weekof":
		return e.counted(a, Week, func(x span) (span, bool) { return units(Week).next(x.lo) })
	case "edge", "era":
		return e.piece(n)
	case "span":
		return e.span(n, a, b)
	case "shift", "back":
		return e.shift(n, a)
	case "offset":
		return a.moved(num(n.Arg(1)))
	case "avoid":
		return a.avoiding(b, num(n.Arg(2)))
	case "zone":
		return e.zoned(a, n.Arg(1))
	}
	return nil
}

// avoiding is a set some days later where it is on a day of another.
func (s *set) avoiding(other *set, days int) *set {
	return mapped(s, s.grain, func(x span) (span, bool) {
		if y, ok := other.next(x.lo); ok && y.lo == x.lo {
			return x.later(int64(days) * daySecs), true
		}
		return x, true
	})
}

// num is the number of a node; 0 if it is not there.
func num(n *language.Node) int {
	if n == nil {
		return 0
	}
	return n.Num
}

func number(n *language.Node) int { return num(n.Arg(0)) }

// grainOf is the unit that a node names.
func grainOf(n *language.Node) Grain {
	for g, name := range grainNames {
		if g > 0 && name == n.Symbol() {
			return Grain(g)
		}
	}
	return NoGrain
}

// relative is the unit that is n after the present one.
func (e *evaluator) relative(n int, g Grain) *set {
	u := units(g)
	if u == nil {
		return nil
	}
	return single(g, func() (span, bool) {
		x, ok := u.next(e.now)
		if ok && n != 0 {
			x, ok = nthFrom(n, u, x)
		}
		return x, ok
	})
}

// all is the intersection of the arguments, or the set of one time of day.
func (e *evaluator) all(n *language.Node) *set {
	var fixed, again []*set // sets of one span, and others
	var d daytime
	args := []*language.Node{n}
	if n.Name == "and" {
		args = flatten(nil, n.Args, "and")
	}
	for _, a := range args {
		if isTime, ok := d.add(a); isTime {
			if !ok {
				return nil
			}
			continue
		}
		s := e.set(a)
		if s == nil {
			return nil
		}
		if s.only != nil {
			fixed = append(fixed, s)
		} else {
			again = append(again, s)
		}
	}
	// The 7th of December is a day of every year, before it is that of one.
	var days *set
	for _, s := range append(again, fixed...) {
		if days != nil {
			s = intersect(days, s)
		}
		days = s
	}
	times := d.set()
	switch {
	case d.from == nil && d.part == nil:
		return days
	case times == nil || days == nil:
		return times
	case days.grain != DayGrain:
		return nil
	}
	s := intersect(days, times)
	if !d.later {
		return s
	}
	// The small hours of a night are on the following day.
	return s.moved(1)
}

func (e *evaluator) any(n *language.Node) *set {
	var all []*set
	for _, a := range flat(n.Args) {
		all = append(all, e.set(a))
	}
	if len(all) == 0 || slices.Contains(all, nil) {
		return nil
	}
	return union(all...)
}

// flat is a list with the items of its lists.
func flat(args []*language.Node) []*language.Node { return flatten(nil, args, language.List, "or") }

// flatten adds nodes to a list, and in place of those of some names what their arguments come to.
func flatten(to, args []*language.Node, names ...string) []*language.Node {
	for _, a := range args {
		switch {
		case a == nil:
		case slices.Contains(names, a.Name):
			to = flatten(to, a.Args, names...)
		default:
			to = append(to, a)
		}
	}
	return to
}

func (e *evaluator) nth(n *language.Node, a, b *set) *set {
	k := num(n.Arg(0))
	if k == 0 || max(k, -k) > 400 {
		return nil
	}
	switch n.Name {
	case "following":
		return e.counted(b, a.grain, func(x span) (span, bool) { return nthFrom(k, a, x) })
	case "firsts":
		one, last := nthWithin(1, a, b), nthWithin(k, a, b)
		if k < 0 {
			one, last = last, nthWithin(-1, a, b)
		}
		return mapped(b, max(a.grain, DayGrain), func(within span) (span, bool) {
			x, ok := one.next(within.lo)
			y, found := last.next(x.lo)
			return span{x.lo, y.hi}, ok && found && y.hi > x.lo
		})
	}
	return nthWithin(k, a, b)
}

// nths is some of a set in every month, by their places.
func nths(places []*language.Node, a *set) *set {
	if len(places) == 0 {
		return nil
	}
	var all []*set
	for _, k := range places {
		all = append(all, nthWithin(k.Num, a, units(Month)))
	}
	return union(all...)
}

// nearest is the span of a that is closest to each of b.
func (e *evaluator) nearest(a, b *set) *set {
	return e.counted(b, a.grain, func(x span) (span, bool) {
		before, had := a.prev(x.lo)
		after, has := a.next(x.lo)
		if had && (!has || x.lo-before.lo < after.lo-x.lo) {
			return before, true
		}
		return after, has
	})
}

// dated is a date that has to be on a weekday: the soonest, or the one in the present month
// or year, or for the day of a month the next that is.
func (e *evaluator) dated(n *language.Node) *set {
	w, date, soon := e.set(n.Arg(0)), e.set(hoist(n.Arg(1))), n.Arg(2).Symbol() == "soon"
	if w == nil || date == nil {
		return nil
	}
	both := intersect(date, w)
	if date.only != nil {
		return both
	}
	return single(DayGrain, func() (span, bool) {
		x, ok := e.soonest(date)
		if !ok {
			return x, false
		}
		if day, on := both.next(x.lo); on && day.lo == x.lo {
			return day, true
		}
		period, _ := units(max(date.period, Month)).next(e.now)
		if day, on := both.next(period.lo); on && day.lo >= period.lo && day.lo < period.hi {
			return day, true
		}
		if date.period > Month {
			return x, false
		}
		day, ok := both.next(e.today64())
		return day, ok && (!soon || day.lo < e.today64()+soonDays*daySecs)
	})
}

// soonDays are how far ahead a weekday with a number may be, which may be of the day or of an hour: "martes 9".
const soonDays = 62

// misdated is the part of an expression that names a weekday beside a date that is on another, and
// that date, or a day that does not exist, and 0; nil if there is none.
func misdated(e evaluator, n *language.Node) (at *language.Node, date calendar.Date) {
	switch {
	case n == nil:
		return nil, 0
	case n.Is("dated") && hoist(n) != n:
		both := hoist(n)
		at, date = misdated(e, both.Arg(0))
		if other, _ := misdated(e, both.Arg(1)); other == nil {
			return nil, 0
		}
		return at, date
	case n.Is("dated"):
		day := e.dated(n)
		if day == nil {
			return nil, 0
		}
		x, ok := e.soonest(e.set(hoist(n.Arg(1))))
		if _, found := day.only(); ok && !found {
			return n, dateOf(x.lo)
		}
	case n.Is("and"):
		if day := e.set(n); day != nil && day.grain == DayGrain {
			if _, ok := e.soonest(day); !ok {
				return n, 0
			}
		}
	}
	for _, a := range n.Args {
		if at, date = misdated(e, a); at != nil {
			break
		}
	}
	return at, date
}

// which is the next, the last or the present one of a set. Of a weekday it is that of the
// next, the last or the present ISO week.
func (e *evaluator) which(name string, a *set) *set {
	if a.period == Week && a.grain == DayGrain {
		switch name {
		case "next":
			return intersect(e.relative(1, Week), a)
		case "last":
			return intersect(e.relative(-1, Week), a)
		}
	}
	if a.period == Year && name == "this" {
		return intersect(e.relative(0, Year), a)
	}
	return single(a.grain, func() (span, bool) {
		switch name {
		case "last", "latest":
			return a.prev(e.today64())
		case "next":
			x, ok := a.next(e.now)
			if ok && x.lo <= e.now {
				x, ok = a.next(x.hi)
			}
			return x, ok
		}
		return a.next(e.today64())
	})
}

// piece is some days of each span: the first day or the last, or for an era the first third, the last or
// the one in the middle, or a half.
func (e *evaluator) piece(n *language.Node) *set {
	if n.Is("era") && n.Arg(1).Is("part") {
		return e.all(n)
	}
	a, which, edge := e.set(n.Arg(1)), n.Arg(0).Symbol(), n.Is("edge")
	switch {
	case a == nil || !edge && a.grain < Week:
		return nil
	case edge && a.grain == Week && which == "end" && n.Arg(2) == nil:
		const days = 3 // from Friday on: that is the end of a week to some, and Sunday to others
		return mapped(a, DayGrain, func(x span) (span, bool) {
			return span{startOf(dateOf(x.hi)) - days*daySecs, startOf(dateOf(x.hi))}, true
		})
	}
	return mapped(a, DayGrain, func(x span) (span, bool) {
		first := startOf(dateOf(x.lo))
		days := int64(dateOf(x.hi-1) + 1 - dateOf(x.lo))
		half := halfOf(x, a.grain)
		part := map[string][2]int64{
			"start": {0, 1}, "end": {days - 1, days}, "first": {0, half}, "second": {half, days},
			"early": {0, days / 3}, "middle": {days / 3, 2 * days / 3}, "late": {2 * days / 3, days},
		}[which]
		return span{first + part[0]*daySecs, first + part[1]*daySecs}, true
	})
}

// halfOf is how many days the first half has: of a year six months, of a month 15 days.
func halfOf(x span, g Grain) int64 {
	switch g {
	case Year:
		return (shiftTime(x.lo, Amount{Months: 6}) - x.lo) / daySecs
	case Month:
		return 15
	}
	return (x.hi - x.lo) / daySecs / 2
}

// shift counts from a set.
func (e *evaluator) shift(n *language.Node, a *set) *set {
	m, g, ok := amount(n.Arg(1))
	if !ok {
		return nil
	}
	ofDay := g < DayGrain && !a.timed() && !n.Arg(0).Is("now")
	if ofDay || g >= DayGrain && a.times {
		return nil // some minutes before a day are no time of it, and some days before a time no day
	}
	if n.Name == "back" {
		m = m.Negative()
	}
	grain := min(a.grain, g)
	s := e.counted(a, grain, func(x span) (span, bool) {
		lo := shiftTime(x.lo, m)
		return span{lo, lo + max(1, min(x.hi-x.lo, daySecs))}, dateOf(lo).Valid()
	})
	if n.Arg(0).Is("now") {
		s.grain = min(g, Hour)
		if g >= DayGrain {
			s.part = exactDays
		}
	}
	return s
}

// span is the set of the spans from one set to another.
func (e *evaluator) span(n *language.Node, a, b *set) *set {
	if a.times && b.times {
		_, _, isClock := endClock(n.Arg(0))
		if _, _, both := endClock(n.Arg(1)); both && isClock {
			return e.all(n)
		}
		return nil
	}
	s := single(min(a.grain, b.grain), func() (span, bool) {
		x, y, ok := e.ends(a, b)
		end := y.hi
		if b.timed() && !b.long {
			end = y.lo
		}
		return span{x.lo, end}, ok && end > x.lo
	})
	s.long = true
	return s
}

// zoned is the local times of a set of times that are in another zone: minutes east of UTC,
// or a name.
func (e *evaluator) zoned(s *set, zone *language.Node) *set {
	there := time.FixedZone("", num(zone)*minute)
	if name := zone.Symbol(); name != "" {
		var err error
		if there, err = time.LoadLocation(name); err != nil {
			return nil
		}
	}
	if !s.timed() {
		return nil
	}
	here := func(t int64) int64 {
		y, m, d := dateOf(t).YMD()
		at := time.Date(y, m, d, 0, 0, int(t-startOf(dateOf(t))), 0, there)
		_, east := at.In(e.zone).Zone()
		_, from := at.Zone()
		return t + int64(east-from)
	}
	x := mapped(s, s.grain, func(x span) (span, bool) { return x.later(here(x.lo) - x.lo), true })
	x.long, x.twelve = s.long, false
	return x
}

// maxBack is how far back what is counted from may be.
const maxBack = 60 * daySecs

// counted is the span that f makes of the soonest span of a set: what is counted from a
// Friday is counted from the next. If the last one was a month or more before, and what is
// counted from it is not past, it is that.
func (e *evaluator) counted(s *set, g Grain, f func(span) (span, bool)) *set {
	if s.times {
		return mapped(s, g, f)
	}
	return single(g, func() (span, bool) {
		if s.only == nil && s.period > Week {
			if b, ok := s.prev(e.today64()); ok {
				if x, ok := f(b); ok && x.lo >= e.today64() && b.lo < x.lo && x.lo-b.lo < maxBack {
					return x, true
				}
			}
		}
		b, ok := e.soonest(s)
		if !ok {
			return b, false
		}
		return f(b)
	})
}
