package timeexpr

import (
	"slices"
	"strings"
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
//	                        A part of the day may move either to the other half
//	half(clock, n)          a time of day before noon (1) or after (2)
//	minutes(clock, n)       a time of day, n minutes later
//	part(.morning)          era(.early, part) is its first half; .middle, .late
//	now() rel(n, .unit)     the moment; the unit that is n after the present one
//	and(set, ...)           what all hold of; or(set, ...)
//	dated(weekday, set)     a date that has to be on that weekday; with .soon in the next two months
//	nth(n, set, in)         the nth of the set in the other; -1 is the last
//	firsts(n, set, in)      the first n of them as one span; -n is the last n
//	following(n, set, of)   the nth of the set after the other; -1 is the one before
//	nearest(set, to)        the one that is closest to the other
//	next(set) last(set) this(set)  of a weekday, that of the ISO week; latest(set) is past
//	weekof(set)             the week that it is in
//	edge(.start, set)       the first day, the last for .end, but of a week only with .whole; the
//	                        middle third for .middle
//	era(.early, set)        the first third, .middle, .late, or the .first or .second half; of
//	                        a week or longer
//	shift(set, amount) back(set, amount)  counted from the soonest of the set
//	offset(set, n)          a feast that is n days after another
//	country(.gb, set, set)  the first where the country is that one, and else the second
//	avoid(set, other, n)    n days later where it is on a day of the other
//	zone(set, minutes)      a time in a zone that is minutes east of UTC, or in one of that name
//	alt(set, set)           two usual readings, the first preferred
//	rather(set, set)        the first, in place of the second, whose day or time it has if it has none
//
//	span(set, set)          from one to the other; weekdays(a, b) of weekdays
//	open(.after, set)       a range with one end: .from .after .until .through .before .since,
//	                        and .by for a day until which
//	lasting(set, amount)    a range that begins there; lasting(_, amount) of a recurrence, from its
//	                        first day, and lasting(now(), amount) from today
//	ahead(amount) past(amount)  whole units from the next on, until the last; days from
//	                        tomorrow, until yesterday, with .rolling; from now with .now
//
//	dur(n, .unit, frac) durs(list)  frac(a, b) is a part of the unit
//	rule(part, ...)         a recurrence: every(n, set or unit), and any of the others
//	except(set)             weekdays or months that it is not on
//	times(n)                its count; nths(list, set) is the nth of the set in each month
//	vague(...)              an expression that has no value: "twice a week"
//	each(set, ...)          one of a recurrence for each of them, which together have no value
//	several(...)            days that are no series: "monday and friday"
//	days(set, ...)          days that follow each other, which together have no value: see After
var Names = map[string]int{
	"unit": 1, "year": 1, "month": 1, "mday": 1, "weekday": 1, "week": 1, "quarter": 1, "weekend": 0, "workday": 0,
	"easter": 0, "clock": 3, "clock12": 3, "half": 2, "minutes": 2, "part": 1, "era": 2, "now": 0, "rel": 2, "and": 6,
	"or": 6, "dated": 3, "nth": 3, "firsts": 3, "following": 3, "nearest": 2, "next": 1, "last": 1, "this": 1,
	"latest": 1, "weekof": 1, "edge": 3, "offset": 2, "shift": 2, "back": 2, "alt": 2, "span": 2, "weekdays": 2, "open": 2,
	"lasting": 2, "ahead": 2,
	"past": 2, "dur": 3, "frac": 2, "durs": 6, "rule": 6, "every": 2, "times": 1, "nths": 2, "except": 1, "zone": 2,
	"country": 3, "avoid": 3, "vague": 6, "several": 6, "each": 2, "days": 2,
	"rather": 2,
}

// Eval is what an expression means at a time. It reports false if there is no such day or
// time.
func Eval(n *language.Node, c calendar.Clock) (Value, bool) {
	e := newEvaluator(c)
	return e.value(n)
}

// EvalPast is what an expression means in a text about the past: of days and times that come
// again, the latest that has begun.
func EvalPast(n *language.Node, c calendar.Clock) (Value, bool) {
	e := newEvaluator(c)
	e.past = true
	return e.value(n)
}

func newEvaluator(c calendar.Clock) evaluator {
	at := c.Instant.In(c.Zone)
	e := evaluator{zone: c.Zone, country: strings.ToLower(c.Country), today: calendar.DateIn(at)}
	clock := int64(at.Hour()*hour + at.Minute()*minute + at.Second())
	e.now = startOf(e.today) + clock
	return e
}

type evaluator struct {
	zone    *time.Location
	country string
	past    bool // find the latest of spans that come again
	today   calendar.Date
	now     int64
}

// value evaluates the outermost node.
func (e *evaluator) value(n *language.Node) (v Value, ok bool) {
	if n.Is("rather") {
		n = e.rather(n.Arg(0), n.Arg(1))
	}
	switch n = e.fitting(hoist(n)); n.Name {
	case "vague", "several", "each", "days":
		return v, false
	case "dur", "durs":
		v.Kind = Duration
		v.Amount, v.Grain, ok = amount(n)
		return v, ok
	case "rule":
		v.Kind, v.Grain = Recurrence, DayGrain
		v.Rule, ok = e.rule(n)
		return v, ok
	case "alt":
		return either(e, n)
	case "open":
		return oneEnded(e, n)
	case "ahead", "past":
		return e.period(n)
	case "lasting":
		return lasting(e, n)
	case "span":
		if v, ok, mixed := e.between(n); mixed {
			v.Ends = true
			return v, ok
		}
	}
	return e.ofSet(n)
}

// either is the first of two usual readings, with the second.
func either(e *evaluator, n *language.Node) (Value, bool) {
	v, ok := e.value(n.Arg(0))
	if other, has := e.value(n.Arg(1)); has && ok && other.From != v.From {
		v.Other, v.Open, v.Over = other.From, true, false
	}
	return v, ok
}

// ofSet is the value of a node that makes a set.
func (e *evaluator) ofSet(n *language.Node) (v Value, ok bool) {
	s := e.set(n)
	if s == nil {
		return v, false
	}
	v, ok = e.settle(s)
	v.Ends = n.Is("span")
	if n.Is("next") && v.Kind == Day {
		if soon, _ := e.value(n.Arg(0)); soon.From != v.From {
			v.Other = soon.From // "next friday" is the coming one to some
		}
	}
	v.Over = v.From.Day < e.today && v.From.Valid() && isOfPresent(n)
	if today := (Point{Day: e.today}); n.Is("weekday") && v.From == today {
		v.Other.Day = e.today.AddDays(7) // "friday", said on a Friday
	}
	return v, ok
}

// isOfPresent reports whether a node is a day of the present week, month or year.
func isOfPresent(n *language.Node) bool {
	present := n.Is("rel") && num(n.Arg(0)) == 0 && grainOf(n.Arg(1)) > DayGrain
	return present || n.Is("and") && slices.ContainsFunc(n.Args, isOfPresent)
}

// settle is the value of a set: its only span, or the soonest that is not past.
func (e *evaluator) settle(s *set) (v Value, ok bool) {
	x, ok := e.soonest(s)
	if !ok {
		return v, false
	}
	v = valueOf(s, x)
	if s.twelve && v.From.Timed() {
		v.Other = otherHalf(e, s, x)
	}
	if s.only == nil {
		v.Cycle = s.period
	}
	return v, v.From.Valid()
}

// otherHalf is when the soonest span of a set begins that is in the other half of a day.
func otherHalf(e *evaluator, s *set, x span) Point {
	other := inOtherHalf(x)
	if s.only == nil { // "at 7", said at 9: tomorrow, or this evening
		other, _ = e.soonest(mapped(s, s.grain, func(x span) (span, bool) { return inOtherHalf(x), true }))
	}
	return pointOf(other.lo)
}

// inOtherHalf is a span that begins in the other half of the same day.
func inOtherHalf(x span) span {
	day := startOf(dateOf(x.lo))
	return x.later(day + (x.lo-day+12*hour)%daySecs - x.lo)
}

// soonest is the first span that is not past. Today counts, and so does a span that has
// begun, unless only its beginning matters. In a text about the past it is the latest span
// that has begun.
func (e *evaluator) soonest(s *set) (span, bool) {
	if e.past && s.only == nil {
		return s.begun(e.now)
	}
	if s.only != nil {
		x, ok := s.only()
		later := x.later(12 * hour)
		today := dateOf(x.lo) == e.today && dateOf(later.lo) == e.today
		if s.twelve && today && x.lo < e.now && later.lo >= e.now {
			return later, ok // "today at 8", said at 9
		}
		return x, ok
	}
	if !s.timed() || s.long && s.part != NoPart {
		return s.next(e.today64())
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
	case s.long && s.timed():
		v.Kind, v.From, v.To, v.Daily = Range, pointOf(x.lo), s.end(x), s.times
	case s.timed():
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

// end is the end of a span of times. The night ends before midnight, so that it is of its day.
func (s *set) end(x span) Point {
	if x.hi%daySecs == 0 && s.part != NoPart {
		x.hi -= minute
	}
	return pointOf(x.hi)
}

func pointOf(t int64) Point {
	d := dateOf(t)
	return Point{d, int32(t-startOf(d)) + 1}
}

// point is a time of a set as a point: a day, if it is a set of days.
func (s *set) point(t int64) Point {
	if s.timed() {
		return pointOf(t)
	}
	return Point{Day: dateOf(t)}
}

// exactDays marks a moment that was counted in days or longer units.
const exactDays Part = 255
