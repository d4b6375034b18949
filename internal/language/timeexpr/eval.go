package timeexpr

import (
	"math/bits"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// The nodes of an expression, with their arguments. A set is what a node of the first
// group makes; amounts are made by dur and durs.
//
//	unit(.day)              all days; second to year
//	year(n) month(n) mday(n) weekday(n) week(n) quarter(n) weekend() workday() easter()
//	clock(h, m, s)          a time of day; clock12 if it may be in the other half of the day.
//	                        A part of the day may move either to the other half.
//	half(set, n)            a time of day before noon (1) or after (2)
//	part(.morning)
//	now() rel(n, .unit)     the moment; the unit that is n after the present one
//	and(set, ...)           what all hold of; or(set, ...)
//	nth(n, set, in)         the nth of the set in the other; -1 is the last
//	following(n, set, of)   the nth of the set after the other; -1 is the one before
//	next(set) last(set) this(set)
//	edge(.start, set)       the first day, the .middle, the .end
//	weekof(set)             the week of a day
//	shift(set, amount) back(set, amount)
//	alt(set, set)           two usual readings, the first preferred
//	or of several days
//
//	span(set, set)          from one to the other; between(.days) of weekdays
//	from(set) after(set)    an open range
//	until(set) before(set)
//	since(set)              from the last one that is past
//	by(set)                 a day until which
//	lasting(set, amount)    a range that begins there
//	ahead(amount) past(amount)  a range from now, until now
//
//	dur(n, .unit) durs(list)
//	rule(part, ...)         a recurrence: every(n, set or unit), and any of the others;
//	                        lasting says for how long
//	times(n)                its count
var Names = map[string]int{
	"unit": 1, "year": 1, "month": 1, "mday": 1, "weekday": 1, "week": 1, "quarter": 1, "weekend": 0, "workday": 0,
	"easter": 0, "clock": 3, "clock12": 3, "half": 2, "part": 1, "now": 0, "rel": 2, "and": 6, "or": 6, "nth": 3,
	"following": 3, "next": 1, "last": 1, "this": 1, "edge": 2, "shift": 2, "back": 2, "alt": 2, "span": 2,
	"from": 1, "after": 1, "until": 1, "before": 1, "since": 1, "by": 1, "lasting": 2, "ahead": 1, "past": 1,
	"dur": 2, "durs": 6, "rule": 6, "every": 2, "times": 1, "list": 0, "weekof": 1,
}

// Eval is what an expression means at a time. It reports false if there is no such day or
// time.
func Eval(n *language.Node, c calendar.Clock) (Value, bool) {
	at := c.Instant.In(c.Zone)
	e := evaluator{today: calendar.DateIn(at), clock: int64(at.Hour()*hour + at.Minute()*minute + at.Second())}
	e.now = startOf(e.today) + e.clock
	return e.value(n)
}

type evaluator struct {
	today calendar.Date
	clock int64
	now   int64
}

// value evaluates the outermost node.
func (e *evaluator) value(n *language.Node) (v Value, ok bool) {
	n = hoist(n)
	switch n.Name {
	case "dur", "durs":
		v.Kind = Duration
		v.Amount, v.Grain, ok = amount(n)
		return v, ok
	case "rule":
		v.Kind, v.Grain = Recurrence, DayGrain
		v.Rule, ok = e.rule(n)
		return v, ok
	case "alt":
		v, ok = e.value(n.Arg(0))
		if other, has := e.value(n.Arg(1)); has && ok && other.From != v.From {
			v.Other = other.From
			return v, true
		} else if has && !ok {
			return other, true
		}
		return v, ok
	case "by":
		v, ok = e.value(n.Arg(0))
		if v.Kind == Range {
			v.Kind, v.From, v.To = Day, v.To, Point{}
		}
		v.Deadline = true
		return v, ok
	case "from", "after", "until", "before", "since":
		return e.open(n)
	case "ahead", "past", "lasting":
		return e.period(n)
	}
	s := e.set(n)
	if s == nil {
		return v, false
	}
	return e.settle(s)
}

// hoist moves an open range out of an intersection: a day, after a time, is after the
// time of that day.
func hoist(n *language.Node) *language.Node {
	if n.Name != "and" {
		return n
	}
	for i, a := range n.Args {
		switch {
		case a == nil:
			continue
		}
		switch a.Name {
		case "from", "after", "until", "before", "since", "by":
			inner := *n
			inner.Args = append([]*language.Node{}, n.Args...)
			inner.Args[i] = a.Arg(0)
			outer := *a
			outer.Args = []*language.Node{&inner}
			return &outer
		}
	}
	return n
}

// settle is the value of a set: its only span, or the soonest that is not past.
func (e *evaluator) settle(s *set) (v Value, ok bool) {
	x, ok := e.soonest(s)
	if !ok {
		return v, false
	}
	v = valueOf(s, x)
	if s.twelve && v.From.Timed() {
		v.Other = v.From
		v.Other.Clock = (v.From.Clock-1+12*hour)%daySecs + 1
	}
	return v, v.From.Valid()
}

// soonest is the first span that is not past. Today counts, and so does a span that has
// begun, unless only its beginning matters.
func (e *evaluator) soonest(s *set) (span, bool) {
	if s.only != nil {
		return s.only()
	}
	if s.grain >= DayGrain || s.long {
		x, ok := s.next(e.today64())
		if ok && x.lo < e.today64() && x.hi <= e.now { // of the last night
			x, ok = s.next(x.hi)
		}
		return x, ok
	}
	x, ok := s.next(e.now)
	if ok && x.lo < e.now {
		x, ok = s.next(x.hi)
	}
	return x, ok
}

func (e *evaluator) today64() int64 { return startOf(e.today) }

// valueOf is a span as a value.
func valueOf(s *set, x span) Value {
	v := Value{Grain: s.grain, Part: s.part}
	switch {
	case s.long && s.grain < DayGrain:
		v.Kind, v.From, v.To, v.Daily = Range, pointOf(x.lo), pointOf(x.hi), s.times
		if v.To.Clock == 1 { // midnight is written as the end of the day before
			v.To = pointOf(x.hi - minute)
		}
	case s.grain < DayGrain:
		v.Kind, v.From = DayAndTime, pointOf(x.lo)
		if s.times {
			v.Kind = TimeOfDay
		}
	case x.hi-x.lo == daySecs && s.grain == DayGrain:
		v.Kind, v.From = Day, Point{Day: dateOf(x.lo)}
	default:
		v.Kind, v.From, v.To = Range, Point{Day: dateOf(x.lo)}, Point{Day: dateOf(x.hi - 1)}
	}
	if v.Kind == DayAndTime && s.part == exactDays {
		v.Grain, v.Part = DayGrain, NoPart
	}
	return v
}

func pointOf(t int64) Point {
	d := dateOf(t)
	return Point{d, int32(t-startOf(d)) + 1}
}

// exactDays marks a moment that was counted in days or longer units.
const exactDays Part = 255

// set makes the set of a node; nil if there is none.
func (e *evaluator) set(n *language.Node) *set {
	if n == nil {
		return nil
	}
	first := func() *set { return e.set(n.Arg(0)) }
	switch n.Name {
	case "unit":
		if g := grainOf(n.Arg(0)); g != NoGrain {
			return units(g)
		}
	case "year":
		y := number(n)
		return single(Year, func() (span, bool) {
			return daysSpan(calendar.DateOf(y, time.January, 1), calendar.DateOf(y, time.December, 31))
		})
	case "month":
		return monthSet(number(n))
	case "mday":
		return monthDaySet(number(n))
	case "weekday":
		return weekdaySet(time.Weekday(number(n)))
	case "week":
		return weekOfYear(number(n))
	case "quarter":
		q := number(n)
		return yearly(Quarter, func(y int) (calendar.Date, calendar.Date) {
			first := calendar.DateOf(y, time.Month(3*q-2), 1)
			return first, first.AddMonths(3).AddDays(-1)
		})
	case "weekend":
		return series(DayGrain, Week, func(t int64) int64 { return floorDiv(t-daySecs, 7*daySecs) },
			func(k int64) (span, bool) { return span{(7*k + 6) * daySecs, (7*k + 8) * daySecs}, true })
	case "workday":
		days := make([]*set, 0, 5)
		for w := time.Monday; w <= time.Friday; w++ {
			days = append(days, weekdaySet(w))
		}
		return union(days...)
	case "easter":
		return yearly(DayGrain, func(y int) (calendar.Date, calendar.Date) { d := easter(y); return d, d })
	case "clock", "clock12":
		return clockSet(n)
	case "half":
		return inHalf(first(), n.Arg(1).Num)
	case "part":
		return partSet(n.Arg(0))
	case "now":
		s := single(Second, func() (span, bool) { return span{e.now, e.now + 1}, true })
		return s
	case "rel":
		return e.relative(n.Arg(0).Num, grainOf(n.Arg(1)))
	case "and":
		return e.all(n)
	case "or":
		return e.any(n)
	case "nth", "following":
		return e.nth(n)
	case "next", "last", "this":
		return e.which(n)
	case "edge":
		return e.edge(n)
	case "shift", "back":
		return e.shift(n)
	case "alt":
		return first()
	case "weekof":
		a := first()
		if a == nil {
			return nil
		}
		return mapped(a, Week, func(x span) (span, bool) { return units(Week).next(x.lo) })
	case "span":
		return e.span(n)
	}
	return nil
}

func number(n *language.Node) int { return n.Arg(0).Num }

// grainOf is the unit that a node names.
func grainOf(n *language.Node) Grain {
	for g, name := range grainNames {
		if g > 0 && name == n.Symbol() {
			return Grain(g)
		}
	}
	return NoGrain
}

func clockSet(n *language.Node) *set {
	var v [3]int
	g := Hour
	for i := range v {
		if a := n.Arg(i); a != nil {
			v[i] = a.Num
			g = [...]Grain{Hour, Minute, Second}[i]
		}
	}
	h := v[0]
	if h > 24 || v[1] > 59 || v[2] > 59 {
		return nil
	}
	if h == 24 {
		h = 0
	}
	twelve := n.Name == "clock12" && h >= 1 && h <= 12
	if twelve {
		h = conventional(h)
	}
	lo := int64(h*hour + v[1]*minute + v[2])
	s := timesOfDay(g, span{lo, lo + [...]int64{Second: 1, Minute: minute, Hour: hour}[g]})
	s.twelve, s.loose = twelve, v[0] >= 1 && v[0] <= 12
	return s
}

// conventional is the hour of a clock without a half of the day: from 7 to 11 it is in the
// morning, otherwise after noon.
func conventional(h int) int {
	if h >= 1 && h <= 6 {
		return h + 12
	}
	return h
}

// inHalf puts a time of day into a half of the day.
func inHalf(s *set, half int) *set {
	if s == nil || !s.twelve {
		return s
	}
	x, _ := s.next(0)
	lo := (x.lo%daySecs + daySecs) % daySecs % (12 * hour)
	if half == 2 {
		lo += 12 * hour
	}
	return timesOfDay(s.grain, span{lo, lo + x.hi - x.lo})
}

// parts are the hours of the parts of the day, and from which to which hour they tell
// which half of the day a time is in.
var parts = map[string]struct {
	part                 Part
	from, to, least, end int
}{
	"morning":   {Morning, 8, 12, 0, 12},
	"afternoon": {Afternoon, 12, 18, 12, 21},
	"evening":   {Evening, 18, 22, 15, 24},
	"night":     {Night, 18, 24, 18, 30},
	"lunch":     {Lunch, 11, 13, 11, 15},
}

func partSet(n *language.Node) *set {
	p, ok := parts[n.Symbol()]
	if !ok {
		return nil
	}
	s := timesOfDay(Hour, span{int64(p.from) * hour, int64(p.to) * hour})
	s.part, s.long = p.part, true
	return s
}

// inPart puts a time of day into a part of the day; nil if it cannot be in it.
func inPart(s *set, p Part) *set {
	x, _ := s.next(0)
	lo, ok := halfInPart((x.lo%daySecs+daySecs)%daySecs, p, s.loose)
	if !ok {
		return nil
	}
	return timesOfDay(s.grain, span{lo, lo + x.hi - x.lo})
}

// halfInPart is a second of the day, or if it may move that in the other half of the day,
// whichever is in a part of the day.
func halfInPart(t int64, p Part, mayMove bool) (int64, bool) {
	for _, of := range parts {
		if of.part != p {
			continue
		}
		for _, half := range []int64{t, (t + 12*hour) % daySecs} {
			for _, h := range []int64{half, half + daySecs} {
				if h >= int64(of.least)*hour && h < int64(of.end)*hour && (mayMove || half == t) {
					return half, true
				}
			}
		}
	}
	return t, false
}

// relative is the unit that is n after the present one.
func (e *evaluator) relative(n int, g Grain) *set {
	if g == NoGrain {
		return nil
	}
	u := units(g)
	return single(g, func() (span, bool) {
		x, ok := u.next(e.now)
		for ; ok && n > 0; n-- {
			x, ok = u.next(x.hi)
		}
		for ; ok && n < 0; n++ {
			x, ok = u.prev(x.lo)
		}
		return x, ok
	})
}

// all is the intersection of the arguments.
func (e *evaluator) all(n *language.Node) *set {
	var s *set
	for _, a := range n.Args {
		if a == nil {
			continue
		}
		b := e.set(a)
		switch {
		case b == nil:
			return nil
		case s == nil:
			s = b
		case s.times && b.times && s.part != NoPart && !b.long:
			s = inPart(b, s.part)
		case s.times && b.times && b.part != NoPart && !s.long:
			s = inPart(s, b.part)
		case s.times && b.times:
			return nil
		case b.part != NoPart && s.grain < DayGrain: // "tonight at 8"
			if t := timesOf(s); t != nil {
				return nil
			}
			s = intersect(s, b)
		default:
			s = intersect(s, b)
		}
		if s == nil {
			return nil
		}
	}
	return s
}

func timesOf(s *set) *set {
	if s.times {
		return s
	}
	return nil
}

func (e *evaluator) any(n *language.Node) *set {
	var all []*set
	for _, a := range flat(n.Args) {
		s := e.set(a)
		if s == nil {
			return nil
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil
	}
	return union(all...)
}

// flat is a list with the items of its lists.
func flat(args []*language.Node) []*language.Node {
	var out []*language.Node
	for _, a := range args {
		switch {
		case a.Is(language.List) || a.Is("or"):
			out = append(out, flat(a.Args)...)
		case a != nil:
			out = append(out, a)
		}
	}
	return out
}

func (e *evaluator) nth(n *language.Node) *set {
	a, b := e.set(n.Arg(1)), e.set(n.Arg(2))
	if a == nil || b == nil || n.Arg(0).Num == 0 {
		return nil
	}
	if n.Name == "following" {
		return nthFrom(n.Arg(0).Num, a, b)
	}
	return nthWithin(n.Arg(0).Num, a, b)
}

// which is the next, the last or the present one of a set. Of a weekday it is that of the
// next, the last or the present ISO week.
func (e *evaluator) which(n *language.Node) *set {
	a := e.set(n.Arg(0))
	if a == nil {
		return nil
	}
	step := map[string]int{"next": 1, "last": -1}[n.Name]
	if a.period == Week && a.grain == DayGrain && step != 0 {
		return intersect(e.relative(step, Week), a)
	}
	return single(a.grain, func() (span, bool) {
		switch step {
		case -1:
			return a.prev(e.today64())
		case 1:
			x, ok := a.next(e.now)
			if ok && x.lo <= e.now {
				x, ok = a.next(x.hi)
			}
			return x, ok
		}
		return a.next(e.today64())
	})
}

// edge is the first day, the last, or the one in the middle.
func (e *evaluator) edge(n *language.Node) *set {
	a := e.set(n.Arg(1))
	if a == nil {
		return nil
	}
	g := DayGrain
	return mapped(a, g, func(x span) (span, bool) {
		switch n.Arg(0).Symbol() {
		case "start":
			return span{x.lo, x.lo + daySecs}, true
		case "end":
			return span{x.hi - daySecs, x.hi}, true
		}
		middle := startOf(dateOf(x.lo + (x.hi-x.lo-1)/2))
		return span{middle, middle + daySecs}, true
	})
}

// shift counts from a set.
func (e *evaluator) shift(n *language.Node) *set {
	a := e.set(n.Arg(0))
	m, g, ok := amount(n.Arg(1))
	if a == nil || !ok {
		return nil
	}
	if n.Name == "back" {
		m = Amount{-m.Months, -m.Days, -m.Seconds}
	}
	grain := min(a.grain, g)
	s := mapped(a, grain, func(x span) (span, bool) {
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

// amount is the length that a node says, and its finest unit.
func amount(n *language.Node) (a Amount, g Grain, ok bool) {
	if n == nil {
		return a, g, false
	}
	if n.Name == "durs" {
		g = Year
		for _, x := range flat(n.Args) {
			b, unit, ok := amount(x)
			if !ok {
				return a, g, false
			}
			a = Amount{a.Months + b.Months, a.Days + b.Days, a.Seconds + b.Seconds}
			g = min(g, unit)
		}
		return a, g, len(n.Args) > 0
	}
	if n.Name != "dur" {
		return a, g, false
	}
	k := number(n)
	g = grainOf(n.Arg(1))
	switch g {
	case NoGrain:
		return a, g, false
	case Second, Minute, Hour:
		a.Seconds = k * [...]int{Second: 1, Minute: minute, Hour: hour}[g]
	case DayGrain, Week:
		a.Days = k * [...]int{DayGrain: 1, Week: 7}[g]
	default:
		a.Months = k * [...]int{Month: 1, Quarter: 3, Year: 12}[g]
	}
	return a, g, k > 0 && k < 100_000
}

// span is the set of the spans from one set to another.
func (e *evaluator) span(n *language.Node) *set {
	a, b := e.set(n.Arg(0)), e.set(n.Arg(1))
	if a == nil || b == nil {
		return nil
	}
	if a.times && b.times {
		return timesBetween(a, b)
	}
	s := single(min(a.grain, b.grain), func() (x span, ok bool) {
		var y span
		if a.period < b.period && a.period > Week {
			// "from the 3rd to the 7th of may": the end says more.
			if y, ok = e.soonest(b); ok {
				x, ok = a.prev(y.lo)
			}
		} else if x, y, ok = e.running(a, b); !ok {
			if x, ok = e.soonest(a); ok {
				if y, ok = b.next(x.lo); ok && y.lo < x.lo && b.only == nil {
					y, ok = b.next(y.hi)
				}
			}
		}
		end := y.hi
		if b.grain < DayGrain && !b.long {
			end = y.lo
		}
		return span{x.lo, end}, ok && end > x.lo
	})
	s.long = true
	return s
}

// running is the span of months from a to b that has begun and not ended, if there is one.
func (e *evaluator) running(a, b *set) (x, y span, ok bool) {
	if a.grain < Month || a.only != nil {
		return x, y, false
	}
	if x, ok = a.prev(e.now); ok {
		y, ok = b.next(x.hi)
	}
	return x, y, ok && y.hi > e.now
}

// timesBetween is the set of the spans from a time of day to another one. Where one of
// them may be in either half of the day, the span is the shortest.
func timesBetween(a, b *set) *set {
	x, _ := a.next(0)
	y, _ := b.next(0)
	lo, hi := ((x.lo%daySecs)+daySecs)%daySecs, ((y.lo%daySecs)+daySecs)%daySecs
	if b.part != NoPart {
		hi += y.hi - y.lo
	}
	switch {
	case a.twelve && !b.twelve:
		lo %= 12 * hour
		if lo+12*hour < hi {
			lo += 12 * hour
		}
	case b.twelve:
		hi %= 12 * hour
		for hi <= lo {
			hi += 12 * hour
		}
	case hi <= lo:
		hi += daySecs
	}
	s := timesOfDay(min(a.grain, b.grain), span{lo, hi})
	s.long = true
	return s
}

// open is a range that has one end.
func (e *evaluator) open(n *language.Node) (Value, bool) {
	s := e.set(hoist(n.Arg(0)))
	if s == nil {
		return Value{}, false
	}
	x, ok := e.soonest(s)
	if n.Name == "since" && s.only == nil {
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
	switch n.Name {
	case "from", "since":
		v.From = edgeOf(x.lo, timed)
	case "after":
		v.From = edgeOf(x.lo, timed)
		if !timed || s.long {
			v.From = edgeOf(x.hi, timed)
		}
	case "before":
		v.To = pointOf(x.lo)
	case "until":
		v.To = edgeOf(x.lo, timed)
		if !timed {
			v.To = Point{Day: dateOf(x.hi - 1)}
		}
	}
	return v, true
}

func edgeOf(t int64, timed bool) Point {
	if timed {
		return pointOf(t)
	}
	return Point{Day: dateOf(t)}
}

// period is a range of a length.
func (e *evaluator) period(n *language.Node) (Value, bool) {
	arg := n.Arg(0)
	if n.Name == "lasting" {
		arg = n.Arg(1)
	}
	m, g, ok := amount(arg)
	if !ok {
		return Value{}, false
	}
	v := Value{Kind: Range, Grain: g}
	if n.Name == "lasting" {
		s := e.set(n.Arg(0))
		if s == nil {
			return v, false
		}
		x, ok := e.soonest(s)
		if !ok {
			return v, false
		}
		v.Grain = min(g, s.grain)
		if s.grain < DayGrain || g < DayGrain {
			v.From, v.To = pointOf(x.lo), pointOf(shiftTime(x.lo, m))
			return v, true
		}
		v.From, v.To = Point{Day: dateOf(x.lo)}, Point{Day: dateOf(shiftTime(x.lo, m) - 1)}
		return v, true
	}
	back := Amount{-m.Months, -m.Days, -m.Seconds}
	switch {
	case g < DayGrain && n.Name == "ahead":
		v.From, v.To = pointOf(e.now), pointOf(shiftTime(e.now, m))
	case g < DayGrain:
		v.From, v.To = pointOf(shiftTime(e.now, back)), pointOf(e.now)
	default:
		// Whole units, beginning with the next or ending with the last.
		x, _ := units(g).next(e.now)
		if n.Name == "ahead" {
			v.From, v.To = Point{Day: dateOf(x.hi)}, Point{Day: dateOf(shiftTime(x.hi, m) - 1)}
		} else {
			v.From, v.To = Point{Day: dateOf(shiftTime(x.lo, back))}, Point{Day: dateOf(x.lo - 1)}
		}
	}
	return v, v.From.Valid() && v.To.Valid()
}

// rule folds the parts of a recurrence.
func (e *evaluator) rule(n *language.Node) (r Rule, ok bool) {
	var length *language.Node
	for _, a := range flat(n.Args) {
		switch {
		case a.Is("lasting"):
			length = a.Arg(1)
		case !e.addTo(&r, a):
			return r, false
		}
	}
	if length != nil {
		m, _, ok := amount(length)
		if !ok || r.Until.Valid() {
			return r, false
		}
		start := e.today
		if r.Start.Valid() {
			start = r.Start
		}
		r.Until = dateOf(shiftTime(startOf(start), m))
	}
	if r.Clock > 0 && r.Part != NoPart {
		clock, ok := halfInPart(int64(r.Clock-1), r.Part, true)
		if !ok {
			return r, false
		}
		if moved := int32(clock) + 1 - r.Clock; r.EndClock > 0 {
			r.EndClock = (r.EndClock-1+moved+daySecs)%daySecs + 1
		}
		r.Clock = int32(clock) + 1
	}
	if r.Interval == 0 {
		r.Interval = 1
	}
	return r, r.Repeats() && r.Interval <= maxInterval
}

// addTo adds a part to a rule, unless the rule has a part of its kind.
func (e *evaluator) addTo(r *Rule, n *language.Node) bool {
	switch n.Name {
	case "every":
		if r.Freq != Never {
			return false
		}
		r.Interval = n.Arg(0).Num
		return e.repeated(r, n.Arg(1))
	case "times":
		r.Count = number(n)
		return true
	case "from", "since", "after":
		v, ok := e.value(n)
		r.Start = v.From.Day
		return ok
	case "until", "before", "by":
		v, ok := e.value(n)
		r.Until = v.To.Day
		if n.Name == "by" {
			r.Until = v.From.Day
		} else if n.Name == "before" && v.To.Clock == 1 {
			r.Until = v.To.Day.AddDays(-1)
		}
		return ok
	case "and", "weekday", "month", "mday", "nth":
		return e.repeated(r, n)
	}
	s := e.set(n)
	if s == nil {
		return false
	}
	switch {
	case s.part != NoPart:
		r.Part = s.part
	case s.times:
		x, _ := s.next(0)
		r.Clock = int32((x.lo%daySecs+daySecs)%daySecs) + 1
		if s.long {
			r.EndClock = int32((x.hi%daySecs+daySecs)%daySecs) + 1
		}
	case s.grain >= DayGrain && s.long:
		x, ok := e.soonest(s)
		r.Start, r.Until = dateOf(x.lo), dateOf(x.hi-1)
		return ok
	case s.only != nil && s.grain == DayGrain:
		x, ok := s.only()
		r.Start = dateOf(x.lo)
		return ok
	default:
		return false
	}
	return true
}

// repeated adds what a rule repeats on.
func (e *evaluator) repeated(r *Rule, n *language.Node) bool {
	if n == nil {
		return false
	}
	switch n.Name {
	case "unit":
		switch g := grainOf(n.Arg(0)); g {
		case Minute:
			r.Freq = Minutely
		case Hour:
			r.Freq = Hourly
		case DayGrain:
			r.Freq = Daily
		case Week:
			r.Freq = Weekly
		case Month:
			r.Freq = Monthly
		case Quarter:
			r.Freq, r.Interval = Monthly, 3*max(r.Interval, 1)
		case Year:
			r.Freq = Yearly
		default:
			return false
		}
		return true
	case "weekday":
		r.Days |= 1 << number(n)
		r.Freq = max(r.Freq, Weekly)
	case "weekend":
		r.Days |= weekendDays
		r.Freq = max(r.Freq, Weekly)
	case "workday":
		r.Days |= workweek
		r.Freq = max(r.Freq, Weekly)
	case "mday":
		r.MonthDay |= 1 << number(n)
		r.Freq = max(r.Freq, Monthly)
	case "month":
		r.Months |= 1 << number(n)
		r.Freq = max(r.Freq, Yearly)
	case "nth":
		return e.nthOfMonth(r, n)
	case "part":
		p, ok := parts[n.Arg(0).Symbol()]
		r.Part, r.Freq = p.part, max(r.Freq, Daily)
		return ok
	case "clock", "clock12", "half", "span":
		return e.addTo(r, n) && r.Freq >= Never
	case "and", "or", language.List:
		for _, a := range n.Args {
			if a != nil && !e.repeated(r, a) {
				return false
			}
		}
		return true
	default:
		return false
	}
	return true
}

// nthOfMonth is the nth weekday, or the nth day, of a month.
func (e *evaluator) nthOfMonth(r *Rule, n *language.Node) bool {
	k, of, in := n.Arg(0).Num, n.Arg(1), n.Arg(2)
	if k < -8 || k > 31 || k == 0 {
		return false
	}
	if of.Is("unit") && grainOf(of.Arg(0)) == DayGrain {
		if k == -1 {
			k = 0
		}
		if k < 0 {
			return false
		}
		r.MonthDay |= 1 << k
	} else if e.repeated(r, of) && k <= 8 {
		bit := k - 1
		if k < 0 {
			bit = 8 - k
		}
		r.Nth |= 1 << bit
	} else {
		return false
	}
	r.Freq = Monthly
	if in.Is("month") {
		r.Months |= 1 << number(in)
		r.Freq = Yearly
	}
	return bits.OnesCount16(r.Nth) < 9
}
