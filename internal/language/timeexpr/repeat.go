package timeexpr

import (
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// repeat is a rule that is made of its parts. The parts are sets, which say by themselves what a rule
// says of them.
type repeat struct {
	Rule
	quarters bool   // it is in quarters of the year, and not every three months from its start
	nthDays  uint64 // of its weeks, months or years: bit n for the nth, bit 0 for the last
}

// by is what a rule says of a set of days: the fields of a Rule and a repeat of these names. It is zero
// for a set that does not come again, or comes again as no rule can say.
type by struct {
	days     calendar.Days
	nth      uint16
	monthDay uint64
	months   uint16
	nthDays  uint64
}

// and has the fields of both; it is zero if one of them is, which no rule can say.
func (b by) and(c by) by {
	if b == (by{}) || c == (by{}) {
		return by{}
	}
	return by{b.days | c.days, b.nth | c.nth, b.monthDay | c.monthDay, b.months | c.months, b.nthDays | c.nthDays}
}

// or is what a rule says of either: sets that differ in one thing, such as two days of the same month.
func (b by) or(c by) by {
	differ := 0
	for _, d := range [...]bool{b.days != c.days, b.nth != c.nth, b.monthDay != c.monthDay,
		b.months != c.months, b.nthDays != c.nthDays} {
		if d {
			differ++
		}
	}
	if differ > 1 {
		return by{}
	}
	return b.and(c)
}

// rule folds the parts of a recurrence, whatever their order in the text: what it repeats on, then
// its first day, then most others, what it is not on, and how long it goes on.
func (e *evaluator) rule(n *language.Node) (Rule, bool) {
	var r repeat
	all := flatten(nil, n.Args, language.List, "or", "rule")
	const last = 4
	order := func(n *language.Node) int {
		switch {
		case n.Is("every"):
			return 0
		case n.Is("open") && (n.Arg(0).Symbol() == "from" || n.Arg(0).Symbol() == "after"):
			return 1
		case n.Is("except"):
			return 3
		case n.Is("lasting"):
			return last
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b *language.Node) int { return order(a) - order(b) })
	for len(all) > 0 && order(all[0]) < last {
		if !e.addTo(&r, all[0]) {
			return r.Rule, false
		}
		all = all[1:]
	}
	ok := r.resolve()
	for _, a := range all {
		ok = ok && e.lasts(&r.Rule, a.Arg(0), a.Arg(1))
	}
	ordered := !r.Until.Valid() || !r.Start.Valid() || r.Until >= r.Start
	return r.Rule, ok && ordered
}

// addTo adds a part to a rule, unless the rule has a part of its kind.
func (e *evaluator) addTo(r *repeat, n *language.Node) bool {
	switch n.Name {
	case "every":
		again, unit, few := r.Interval != 0, n.Arg(1).Is("unit"), max(1, num(n.Arg(0)))
		ofSet := few
		if unit {
			ofSet = r.Interval
		}
		if again && (unit == (r.Freq != Never) || ofSet > 1) {
			return false
		}
		r.Interval = max(r.Interval, few)
		ok := e.every(r, n.Arg(1))
		return ok && (!again || r.Freq >= Weekly) // "on tuesdays, every two weeks"
	case "zone": // its time here is another one in summer
		return false
	case "times":
		r.Count = num(n.Arg(0))
		return r.Count > 0
	case "open":
		kind, day := n.Arg(0).Symbol(), n.Arg(1)
		at := e.set(day.Arg(1))
		timed := day.Is("and") && at != nil && at.times
		if timed && (r.Freq == Never || r.Freq >= Daily) {
			return e.bound(&r.Rule, kind, day.Arg(0)) && r.on(at) // "until friday at 9": each time at 9
		}
		return e.bound(&r.Rule, kind, day)
	case "except":
		s := e.set(n.Arg(0))
		return s != nil && r.except(s.by)
	case "edge":
		return r.edge(n.Arg(0).Symbol())
	case "ahead":
		v, ok := e.period(n)
		r.Start, r.Until = v.From.Day, v.To.Day
		return ok && v.Grain >= DayGrain
	}
	if n.Is("span") && r.hasAgain(e.set(n.Arg(0))) {
		return false // "every month from the 1st to the 5th" is on days that no rule has
	}
	return r.on(e.set(n))
}

// hasAgain reports whether each of the units that a rule repeats on has some of a set.
func (r *repeat) hasAgain(s *set) bool {
	of := [Yearly + 1]Grain{Weekly: Week, Monthly: Month, Yearly: Year}[r.Freq]
	return s != nil && !s.times && s.only == nil && s.period <= of
}

var frequencies = [...]Frequency{
	Minute: Minutely, Hour: Hourly, DayGrain: Daily, Week: Weekly, Month: Monthly, Quarter: Monthly, Year: Yearly,
}

// every adds what a rule repeats on: a unit, its first or last day, or a set.
func (e *evaluator) every(r *repeat, n *language.Node) bool {
	switch {
	case n.Is("edge"):
		return e.every(r, n.Arg(1)) && r.edge(n.Arg(0).Symbol())
	case n.Is("dur"): // that is no number of a unit, such as an hour and a half
		m, _, ok := amount(n)
		if r.Freq, r.Interval = Minutely, m.Seconds/minute; m.Months > 0 {
			r.Freq, r.Interval = Monthly, m.Months
		}
		return ok && r.Interval > 0 && m.Days == 0
	case n.Is("unit"):
		g := grainOf(n.Arg(0))
		if r.Freq = frequencies[g]; g == Quarter {
			r.quarters = r.Interval == 1
			r.Interval *= 3
		}
		return r.Freq != Never
	}
	s := e.set(n)
	if s == nil || s.by == (by{}) && s.part == NoPart {
		return false
	}
	if s.part != NoPart {
		r.Freq = Daily
	}
	return r.on(s)
}

// edge puts a rule on the first or the last day of what it repeats.
func (r *repeat) edge(which string) bool {
	day, ok := map[string]uint64{"start": 1 << 1, "end": 1 << 0}[which]
	r.nthDays |= day
	return ok
}

// on adds what a rule is on: days, a time of day, or a first and a last day.
func (r *repeat) on(s *set) bool {
	clock := func(t int64) int32 { return int32((t%daySecs+daySecs)%daySecs) + 1 }
	switch {
	case s == nil:
		return false
	case s.times && s.part != NoPart:
		ok := r.Part == NoPart || r.Part == s.part
		r.Part = s.part
		return ok
	case s.times:
		x, _ := s.next(0)
		ok := r.Clock == 0
		r.Clock, r.Twelve = clock(x.lo), s.twelve
		if s.long {
			r.EndClock = clock(x.hi)
		}
		return ok
	case s.by != (by{}):
		r.Days |= s.by.days
		r.Nth |= s.by.nth
		r.MonthDay |= s.by.monthDay
		r.Months |= s.by.months
		r.nthDays |= s.by.nthDays
		return true
	case s.only != nil && s.grain == DayGrain && !s.long:
		x, ok := s.only()
		r.Start = dateOf(x.lo)
		return ok
	case s.only != nil && !s.timed():
		x, ok := s.only()
		r.Start, r.Until = dateOf(x.lo), dateOf(x.hi-1)
		return ok
	}
	return false
}

// resolve finds what the parts come to.
func (r *repeat) resolve() bool {
	r.Interval = max(r.Interval, 1)
	if !r.pick() {
		return false
	}
	daily := r.Freq == Never || r.Freq == Daily
	switch {
	case r.Nth != 0 || r.MonthDay != 0:
		often := r.Freq != Never && r.Freq < Monthly && (r.Freq != Daily || r.Interval > 1)
		if often || r.Days != 0 && r.MonthDay != 0 {
			return false
		}
		r.Freq = max(r.Freq, Monthly)
	case r.Days != 0 && daily:
		r.Freq = Weekly
	}
	limits := r.Interval > 1 && r.Freq < Yearly && r.Freq != Never // every other week, but only in June
	if r.Months != 0 && (r.Freq == Never || r.Freq >= Weekly) && !limits {
		r.Freq = Yearly // every day in June stays daily
	}
	clear := r.MonthDay == 0 || r.Freq != Yearly || r.Months != 0
	return r.place() && clear && r.Freq != Never && r.Interval <= maxInterval
}

// pick puts a rule on certain days of its weeks, months, quarters or years.
func (r *repeat) pick() bool {
	const first, last = 1 << 1, 1 << 0
	edge := r.nthDays == first || r.nthDays == last
	onePlace := r.Nth != 0 && r.Nth&(r.Nth-1) == 0
	backwards := r.nthDays == last || r.Nth >= 1<<9
	var months uint16 = 1<<1 | 1<<4 | 1<<7 | 1<<10
	if backwards {
		months = 1<<3 | 1<<6 | 1<<9 | 1<<12
	}
	switch {
	case r.quarters && r.Months == 0 && (edge || onePlace):
		r.Freq, r.Interval, r.Months = Yearly, 1, months
		r.MonthDay |= r.nthDays
	case r.nthDays == 0:
	case r.Freq == Weekly:
		if r.Days != 0 || !edge {
			return false
		}
		if r.Days = 1 << time.Monday; backwards {
			r.Days = 1 << time.Sunday
		}
	case r.Freq == Yearly && r.Months == 0:
		if r.Months, r.MonthDay = 1<<1, 1<<1; backwards {
			r.Months, r.MonthDay = 1<<12, 1<<31
		}
		return edge
	default:
		r.MonthDay |= r.nthDays
	}
	return true
}

// except takes weekdays or months away from a rule that is on all of them, or on some.
func (r *repeat) except(b by) bool {
	if r.Nth != 0 || r.Interval > 1 {
		return false
	}
	switch b {
	case by{days: b.days}:
		if r.Days == 0 && r.Freq == Daily && r.MonthDay == 0 {
			r.Days = everyDay
		}
		had := r.Days
		r.Days &^= b.days
		return r.Days != had && r.Days != 0
	case by{months: b.months}:
		if r.Months == 0 {
			r.Months = everyMonth
		}
		had := r.Months
		r.Months &^= b.months
		return r.Months != had && r.Months != 0
	}
	return false
}

// bound adds the first or the last day.
func (e *evaluator) bound(r *Rule, kind string, n *language.Node) bool {
	if r.Start.Valid() {
		later := *e
		later.today, later.now = r.Start, startOf(r.Start)
		e = &later
	}
	v, ok := e.open(kind, n)
	switch {
	case !ok:
		return false
	case n.Is("now"):
		return kind == "from"
	case kind == "from" || kind == "since" || kind == "after":
		if s := e.set(n); s != nil && s.part == exactDays { // "in two weeks" is a day
			v.From.Clock = 0
		}
		if v.From.Clock > 0 && r.Clock == 0 && (r.Freq == Never || r.Freq >= Daily) {
			r.Clock = v.From.Clock
			v.From.Clock = 0
		}
		r.Start = v.From.Day
		return v.From.Clock == 0
	case v.Kind == Day:
		r.Until = v.From.Day
	case v.To.Clock == 1:
		r.Until = v.To.Day.AddDays(-1)
	default:
		r.Until = v.To.Day
		return v.To.Clock == 0
	}
	return true
}

// lasts adds how long the recurrence goes on, from its first day or from today, or how long each
// time takes.
func (e *evaluator) lasts(r *Rule, from, length *language.Node) bool {
	m, _, ok := amount(length)
	if m.Seconds != 0 {
		r.EndClock = (r.Clock+int32(m.Seconds)-1)%daySecs + 1
		withinDay := m.Days == 0 && m.Months == 0
		return ok && withinDay && r.Clock > 0 && r.EndClock > 0
	}
	first := max(e.today, r.Start)
	if from == nil { // a time of today that is past counts: records begin on that day, too
		first = r.First(first)
	}
	r.Until = first.AddMonths(m.Months).AddDays(m.Days - 1)
	return ok && r.Until.Valid()
}

// place puts the clock of the rule into the part of the day that it names.
func (r *Rule) place() bool {
	if r.Clock == 0 || r.Part == NoPart {
		return true
	}
	at, ok := r.Part.place(r.Clock)
	if !ok {
		return false
	}
	if moved := at - r.Clock; r.EndClock > 0 {
		r.EndClock = (r.EndClock-1+moved+daySecs)%daySecs + 1
	}
	r.Clock, r.Part, r.Twelve = (at-1)%daySecs+1, NoPart, false
	return true
}

// place is a time of day, in seconds from one, in a part of the day. It is past midnight if that is in the night.
func (p Part) place(at int32) (int32, bool) {
	for _, x := range parts {
		if t, ok := x.place(clock{secs: int64(at - 1), loose: true}); x.part == p && ok {
			return int32(t) + 1, true
		}
	}
	return 0, false
}

// Has reports whether a time of day is in the part.
func (p Part) Has(at calendar.Time) bool {
	for _, x := range parts {
		if _, ok := x.place(clock{secs: int64(at-1) * minute}); ok && x.part == p && at.Valid() {
			return true
		}
	}
	return false
}

// In is a time of day in a part of the day, if it can be in that: eight in the evening.
func (v Value) In(p Part) Value {
	if at, ok := p.place(v.From.Clock); ok && v.Kind == TimeOfDay && at <= daySecs {
		v.From, v.Other = Point{Clock: at}, Point{}
	}
	return v
}
