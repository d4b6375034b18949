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
	v = Value{Kind: Range, Grain: min(a.grain, b.grain), From: edgeOf(x.lo, a.grain < DayGrain)}
	if a.only == nil && b.only == nil {
		v.Cycle = max(a.period, b.period)
	}
	switch {
	case b.grain >= DayGrain:
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
	again := a.only == nil && b.only == nil && a.period <= b.period && a.grain >= DayGrain
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
	clear := a.grain < DayGrain && !a.twelve && b.twelve
	early, least := y.lo-12*hour, max(x.lo+1, startOf(dateOf(y.lo)))
	if clear && early >= least && early < x.lo+12*hour { // "22:00 on friday to 6:00 on saturday" ends in the morning
		y.lo, y.hi = early, y.hi-12*hour
	}
	return x, y, ok
}

// open is a range that has one end.
func (e *evaluator) open(kind string, n *language.Node) (Value, bool) {
	n = hoist(n)
	s := e.set(n)
	if s == nil {
		return Value{}, false
	}
	x, ok := e.soonest(s)
	if kind == "since" && s.only == nil {
		x, ok = s.prev(e.now)
		if y, inside := s.next(e.now); inside && y.lo <= e.now {
			x, ok = y, true
		}
	}
	if !ok {
		return Value{}, false
	}
	v := Value{Kind: Range, Grain: s.grain}
	timed := s.grain < DayGrain
	v.Daily = timed && s.times
	switch kind {
	case "from", "since":
		v.From = edgeOf(x.lo, timed)
		if same, _ := e.settle(s); timed && kind == "from" {
			v.Other = same.Other
		}
	case "after":
		v.From = edgeOf(x.lo, timed)
		if s.long || x.hi-x.lo > daySecs {
			v.From = edgeOf(x.hi, timed)
		} else {
			v.Later = !timed
		}
	case "before":
		begun := x.lo <= e.today64() && !timed && !e.past && s.only == nil
		if y, again := s.next(x.hi); begun && again && !n.Is("edge") {
			x = y // nothing is before it any more: "before the weekend", said on Saturday
		}
		v.To = pointOf(x.lo)
		if n.Is("edge") && n.Arg(0).Symbol() == "end" {
			v.To = Point{Day: dateOf(x.hi - 1)} // the very end
		}
	case "until", "through":
		switch {
		case timed:
			v.To = edgeOf(x.lo, timed)
		case kind == "until" && s.grain > Week:
			v.To = Point{Day: dateOf(x.lo - 1)}
		default:
			v.To = Point{Day: dateOf(x.hi - 1)}
		}
	case "by":
		if timed {
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

// isWithin reports whether a range with one end is of a day, to which its words add a time: "friday after
// 5" and "after 5 on friday", but not "after friday at 5".
func (e *evaluator) isWithin(open *language.Node) bool {
	word, n := open.Arg(0), open.Arg(1)
	if word.To == 0 { // it is not a word of a class
		word = open
	}
	isTime := func(a *language.Node) bool { s := e.set(a); return s != nil && s.grain < DayGrain }
	if !n.Is("and") || slices.Contains(n.Args, nil) || !slices.ContainsFunc(n.Args, isTime) { // or of a week
		return false
	}
	for _, a := range n.Args {
		if s := e.set(a); s == nil || s.grain >= DayGrain {
			earlier := func(b *language.Node) bool { return b.From < a.From }
			return a.From < word.From || slices.ContainsFunc(n.Args, earlier)
		}
	}
	return false
}

func edgeOf(t int64, timed bool) Point {
	if timed {
		return pointOf(t)
	}
	return Point{Day: dateOf(t)}
}

// period is a range of a length: after or before now, a day or a unit of the calendar, or from a day or
// a time on.
func (e *evaluator) period(n *language.Node) (Value, bool) {
	length, how := n.Arg(0), n.Arg(1).Symbol()
	if n.Is("lasting") {
		length = n.Arg(1)
	}
	m, g, ok := amount(length)
	v := Value{Kind: Range, Grain: g, Ends: n.Is("lasting")}
	if !ok {
		return v, false
	}
	var at int64
	timed, ahead := g < DayGrain, n.Is("ahead")
	switch {
	case n.Is("lasting"):
		s := e.set(n.Arg(0))
		if s == nil || s.grain >= DayGrain && timed {
			return v, false // some hours of a day, but which?
		}
		x, ok := e.soonest(s)
		if !ok {
			return v, false
		}
		at, timed, v.Grain = x.lo, s.grain < DayGrain, min(g, s.grain)
	case timed:
		at = e.now
	case how == "now" || how == "rolling" && g != Quarter && !ahead:
		at = e.today64()
	case how == "rolling" && g != Quarter:
		at = e.today64() + daySecs
	default: // whole units, beginning with the next or ending with the last
		x, _ := units(g).next(e.now)
		if at = x.lo; ahead {
			at = x.hi
		}
	}
	lo, hi := at, shiftTime(at, m)
	if n.Is("past") {
		lo, hi = shiftTime(at, m.Negative()), at
	}
	if timed {
		v.From, v.To = pointOf(lo), pointOf(hi)
		return v, true
	}
	if how != "now" { // otherwise both ends are in it
		hi--
	}
	v.From, v.To = Point{Day: dateOf(lo)}, Point{Day: dateOf(hi)}
	return v, v.From.Valid() && v.To.Valid()
}
