package timeexpr

import (
	"slices"

	"assister/internal/language"
)

// Values that have two ends, or one end of two.

// between is a range whose ends are not both a time of day or both days; it reports mixed
// if they are.
func (e *evaluator) between(n *language.Node) (v Value, ok, mixed bool) {
	a, b := e.set(n.Arg(0)), e.set(n.Arg(1))
	if a == nil || b == nil || a.times && b.times {
		return v, false, a == nil || b == nil
	}
	x, y, ok := e.ends(a, b)
	v = Value{Kind: Range, Grain: min(a.grain, b.grain), From: a.point(x.lo)}
	if a.only == nil && b.only == nil {
		v.Cycle = max(a.period, b.period)
	}
	switch {
	case !b.timed():
		v.To = Point{Day: dateOf(y.hi - 1)}
	case b.long:
		v.To = b.end(y)
	default:
		v.To = pointOf(y.lo)
	}
	return v, ok && !v.To.Before(v.From), true
}

// ends finds the two ends of a range. If both come again, in a month or more, the range is
// the one that ends soonest. Otherwise it begins soonest.
func (e *evaluator) ends(a, b *set) (x, y span, ok bool) {
	again := a.only == nil && b.only == nil && a.period <= b.period && !a.timed()
	if again && a.period > Week {
		for y, ok = e.soonest(b); ok; y, ok = b.next(y.hi) {
			x, ok = a.prev(y.lo)
			if month := y.lo-x.lo <= 30*daySecs; !ok || month || a.period > Month {
				break // the 31st to the 1st is not from October to December
			}
		}
		return x, y, ok
	}
	if b.only != nil && a.only == nil && a.period > Week {
		if y, ok = b.only(); ok {
			x, ok = a.prev(y.hi)
		}
		return x, y, ok
	}
	if x, ok = e.soonest(a); !ok {
		return x, y, false
	}
	y, ok = b.next(x.lo)
	clear := a.timed() && !a.twelve && b.twelve
	early, least := y.later(-12*hour), max(x.lo+1, startOf(dateOf(y.lo)))
	if clear && early.lo >= least && early.lo < x.lo+12*hour { // "22:00 on friday to 6:00 on saturday", in the morning
		return x, early, ok
	}
	return x, y, ok
}

// oneEnded is a range that has one end, or the first of two usual readings of one.
func oneEnded(e *evaluator, n *language.Node) (Value, bool) {
	v, ok := e.open(n.Arg(0).Symbol(), n.Arg(1))
	if of := e.fitting(hoist(n.Arg(1))); of.Is("alt") && v.Deadline {
		other, has := e.open("by", of.Arg(1))
		v.Other, v.Open = other.From, has
	}
	v.Within = v.From.Timed() != v.To.Timed() && e.isWithin(n)
	return v, ok
}

// open is a range that begins or ends at a set.
func (e *evaluator) open(kind string, n *language.Node) (Value, bool) {
	n = e.fitting(hoist(n))
	s := e.set(n)
	if s == nil {
		return Value{}, false
	}
	x, ok := e.soonest(s)
	if kind == "since" && s.only == nil {
		x, ok = s.begun(e.now)
	}
	if !ok {
		return Value{}, false
	}
	v := Value{Kind: Range, Grain: s.grain, Daily: s.timed() && s.times}
	switch kind {
	case "from":
		v.From = s.point(x.lo)
		if same, _ := e.settle(s); s.timed() {
			v.Other = same.Other
		}
	case "since":
		v.From = s.point(x.lo)
	case "after":
		whole := s.long || x.hi-x.lo > daySecs
		if v.From, v.Later = s.point(x.lo), !s.timed() && !whole; whole {
			v.From = s.point(x.hi)
		}
	case "before":
		v.To = endBefore(e, n, s, x)
	case "until", "through":
		v.To = s.endOf(x, kind == "until")
	case "by":
		if s.timed() {
			v.To = pointOf(x.lo)
			break
		}
		last := x.hi - 1
		if s.grain > Week { // by September is before it begins
			last = x.lo
		}
		v.Kind, v.From, v.Deadline = Day, Point{Day: dateOf(last)}, true
	}
	return v, true
}

// begun is the latest span of a set that has begun.
func (s *set) begun(now int64) (span, bool) {
	if x, inside := s.next(now); inside && x.lo <= now {
		return x, true
	}
	return s.prev(now)
}

// endBefore is where a range ends that is before a span. Nothing is before one that has begun.
func endBefore(e *evaluator, n *language.Node, s *set, x span) Point {
	begun := x.lo <= e.today64() && !s.timed() && !e.past && s.only == nil
	switch {
	case n.Is("edge") && n.Arg(0).Symbol() == "end":
		return Point{Day: dateOf(x.hi - 1)} // the very end
	case begun && !n.Is("edge"): // "before the weekend", said on Saturday
		if y, again := s.next(x.hi); again {
			x = y
		}
	}
	return pointOf(x.lo)
}

// endOf is where a range ends that goes until a span. A month or more is not in it unless the range goes through it.
func (s *set) endOf(x span, until bool) Point {
	switch {
	case s.timed():
		return pointOf(x.lo)
	case until && s.grain > Week:
		return Point{Day: dateOf(x.lo - 1)}
	}
	return Point{Day: dateOf(x.hi - 1)}
}

// isWithin reports whether a range with one end is of a day, to which its words add a time: "friday after
// 5" and "after 5 on friday", but not "after friday at 5".
func (e *evaluator) isWithin(open *language.Node) bool {
	word, n := open.Arg(0), open.Arg(1)
	if word.To == 0 { // it is not a word of a class
		word = open
	}
	isTime := func(a *language.Node) bool { s := e.set(a); return s != nil && s.timed() }
	if !n.Is("and") || slices.Contains(n.Args, nil) || !slices.ContainsFunc(n.Args, isTime) { // or of a week
		return false
	}
	for _, a := range n.Args {
		if s := e.set(a); s == nil || !s.timed() {
			earlier := func(b *language.Node) bool { return b.From < a.From }
			return a.From < word.From || slices.ContainsFunc(n.Args, earlier)
		}
	}
	return false
}

// period is a range of a length after now or before it, or of whole units of the calendar.
func (e *evaluator) period(n *language.Node) (Value, bool) {
	m, g, ok := amount(n.Arg(0))
	if !ok {
		return Value{Kind: Range, Grain: g}, false
	}
	how, ahead := n.Arg(1).Symbol(), n.Is("ahead")
	lo := periodFrom(e, g, how, ahead)
	hi := shiftTime(lo, m)
	if !ahead {
		lo, hi = shiftTime(lo, m.Negative()), lo
	}
	timed := g < DayGrain
	if how == "now" && !timed { // both ends are in it
		hi += daySecs
	}
	return rangeOf(g, lo, hi, timed)
}

// periodFrom is the time that a period is counted from.
func periodFrom(e *evaluator, g Grain, how string, ahead bool) int64 {
	rolling := how == "rolling" && g != Quarter
	switch {
	case g < DayGrain:
		return e.now
	case how == "now" || rolling && !ahead:
		return e.today64()
	case rolling:
		return e.today64() + daySecs
	}
	x, _ := units(g).next(e.now) // whole units, beginning with the next or ending with the last
	if ahead {
		return x.hi
	}
	return x.lo
}

// lasting is a range of a length from a day or a time on.
func lasting(e *evaluator, n *language.Node) (v Value, ok bool) {
	m, g, ok := amount(n.Arg(1))
	s := e.set(n.Arg(0))
	v = Value{Kind: Range, Grain: g, Ends: true}
	if !ok || s == nil || g < DayGrain && !s.timed() {
		return v, false // some hours of a day, but which?
	}
	x, ok := e.soonest(s)
	if !ok {
		return v, false
	}
	v, ok = rangeOf(min(g, s.grain), x.lo, shiftTime(x.lo, m), s.timed())
	v.Ends = true
	if s.twelve && s.timed() {
		v.Other = otherHalf(e, s, x)
	}
	return v, ok
}

// rangeOf is a range of times or, unless it is timed, of days.
func rangeOf(g Grain, lo, hi int64, timed bool) (Value, bool) {
	v := Value{Kind: Range, Grain: g}
	if timed {
		v.From, v.To = pointOf(lo), pointOf(hi)
		return v, true
	}
	v.From, v.To = Point{Day: dateOf(lo)}, Point{Day: dateOf(hi - 1)}
	return v, v.From.Valid() && v.To.Valid()
}
