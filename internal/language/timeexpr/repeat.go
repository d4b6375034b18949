package timeexpr

import (
	"math/bits"
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// rule folds the parts of a recurrence, whatever their order in the text: what it repeats on, then
// its first day, then most others, what it is not on, and how long it goes on.
func (e *evaluator) rule(n *language.Node) (r Rule, ok bool) {
	all := flat(n.Args)
	order := func(n *language.Node) int {
		switch {
		case n.Is("every"):
			return 0
		case n.Is("open") && (n.Arg(0).Symbol() == "from" || n.Arg(0).Symbol() == "after"):
			return 1
		case n.Is("except"):
			return 3
		case n.Is("lasting"):
			return 4
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b *language.Node) int { return order(a) - order(b) })
	for _, a := range all {
		if !e.addTo(&r, a) {
			return r, false
		}
	}
	r.Interval = max(r.Interval, 1)
	ordered := !r.Until.Valid() || !r.Start.Valid() || r.Until >= r.Start
	clear := r.MonthDay == 0 || r.Days == 0 && (r.Freq != Yearly || r.Months != 0)
	repeats := r.Repeats() && r.Interval <= maxInterval
	return r, r.place() && ordered && clear && repeats
}

// addTo adds a part to a rule, unless the rule has a part of its kind.
func (e *evaluator) addTo(r *Rule, n *language.Node) bool {
	if n = ofCountry(n, e.country); n == nil {
		return false
	}
	switch n.Name {
	case "every":
		again := r.Freq != Never
		r.Interval = num(n.Arg(0))
		return !again && e.repeated(r, n.Arg(1))
	case "zone": // its time here is another one in summer
		return false
	case "times":
		r.Count = num(n.Arg(0))
		return r.Count > 0
	case "open":
		return e.bound(r, n.Arg(0).Symbol(), n.Arg(1))
	case "lasting":
		return e.lasts(r, n.Arg(0), n.Arg(1))
	case "except":
		return e.except(r, n.Arg(0))
	case "ahead":
		v, ok := e.period(n)
		r.Start, r.Until = v.From.Day, v.To.Day
		return ok && v.Grain >= DayGrain
	}
	with := *r
	if e.repeated(&with, n) {
		*r = with
		return true
	}
	return e.time(r, n)
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
		if v.From.Clock > 0 && r.Clock == 0 && r.Freq >= Daily {
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
		return ok && r.Clock > 0 && r.EndClock > 0 && m.Days == 0 && m.Months == 0
	}
	first := max(e.today, r.Start)
	if from == nil {
		first = r.firstDay(e.today)
	}
	r.Until = first.AddMonths(m.Months).AddDays(m.Days - 1)
	return ok && r.Until.Valid()
}

// firstDay is the first day of a rule by what it says itself, from its start, or from today. A time
// of today that is past counts: records begin on that day, too.
func (r *Rule) firstDay(today calendar.Date) calendar.Date {
	from := r.Start
	if !from.Valid() {
		from = today
	}
	for d := from; r.Nth == 0 && d < from.AddDays(maxFirst); d = d.AddDays(1) {
		_, month, day := d.YMD()
		last := d.AddDays(1)
		_, _, next := last.YMD()
		onDay := r.MonthDay == 0 || r.MonthDay&(1<<day) != 0 || next == 1 && r.MonthDay&1 != 0
		inMonth := r.Months == 0 || r.Months&(1<<month) != 0
		if onDay && inMonth && (r.Days == 0 || r.Days.Has(d.Weekday())) {
			return d
		}
	}
	return from
}

// maxFirst is how many days from its start on the first day of a rule is looked for.
const maxFirst = 366

// except takes weekdays or months away from a rule that is on all of them, or on some.
func (e *evaluator) except(r *Rule, n *language.Node) bool {
	var without Rule
	if !e.repeated(&without, n) || r.Nth != 0 || r.Interval > 1 {
		return false
	}
	daily := r.Freq == Daily && r.MonthDay == 0
	switch without {
	case Rule{Freq: Weekly, Days: without.Days}:
		if daily && r.Days == 0 {
			r.Days = everyDay
			r.weekly()
		}
		had := r.Days
		r.Days &^= without.Days
		return r.Days != had && r.Days != 0
	case Rule{Freq: Yearly, Months: without.Months}:
		if r.Months == 0 {
			r.Months = everyMonth
		}
		had := r.Months
		if r.Months &^= without.Months; !daily {
			r.Freq = Yearly
		}
		return r.Months != had && r.Months != 0
	}
	return false
}

// time adds a time of day, or a first and a last day.
func (e *evaluator) time(r *Rule, n *language.Node) bool {
	s := e.set(n)
	if s == nil {
		return false
	}
	clock := func(t int64) int32 { return int32((t%daySecs+daySecs)%daySecs) + 1 }
	switch {
	case s.times && s.part != NoPart:
		ok := r.Part == NoPart
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
	case s.only != nil && s.grain == DayGrain && !s.long:
		x, ok := s.only()
		r.Start = dateOf(x.lo)
		return ok
	case s.grain >= DayGrain:
		x, ok := e.soonest(s)
		r.Start, r.Until = dateOf(x.lo), dateOf(x.hi-1)
		return ok && s.only != nil
	}
	return false
}

// place puts the clock of the rule into the part of the day that it names.
func (r *Rule) place() bool {
	if r.Clock == 0 || r.Part == NoPart {
		return true
	}
	for _, p := range parts {
		t, ok := p.place(clock{secs: int64(r.Clock - 1), loose: true})
		if p.part != r.Part || !ok {
			continue
		}
		if moved := int32(t) + 1 - r.Clock; r.EndClock > 0 {
			r.EndClock = (r.EndClock-1+moved+daySecs)%daySecs + 1
		}
		r.Clock, r.Part, r.Twelve = int32(t%daySecs)+1, NoPart, false
		return true
	}
	return false
}

var frequencies = [...]Frequency{
	Minute: Minutely, Hour: Hourly, DayGrain: Daily, Week: Weekly, Month: Monthly, Quarter: Monthly, Year: Yearly,
}

// repeated adds what a rule repeats on.
func (e *evaluator) repeated(r *Rule, n *language.Node) bool {
	if n = ofCountry(n, e.country); n == nil {
		return false
	}
	switch n.Name {
	case "unit":
		g := grainOf(n.Arg(0))
		if r.Freq = frequencies[g]; g == Quarter {
			r.Interval = 3 * max(r.Interval, 1)
		}
		return r.Freq != Never
	case "weekday":
		r.Days |= 1 << num(n.Arg(0))
		r.weekly()
	case "weekdays":
		last := num(n.Arg(1).Arg(0))
		for d := num(n.Arg(0).Arg(0)); ; d = (d + 1) % 7 {
			if r.Days |= 1 << d; d == last {
				break
			}
		}
		r.weekly()
	case "weekend":
		r.Days |= weekendDays
		r.weekly()
	case "workday":
		r.Days |= workweek
		r.weekly()
	case "mday":
		d := num(n.Arg(0))
		months := r.Freq == Never || r.Freq == Daily || r.Freq >= Monthly
		r.MonthDay |= 1 << d
		r.Freq = max(r.Freq, Monthly)
		return months && d >= 1 && d <= 31 && r.Days == 0
	case "month":
		r.Months |= 1 << num(n.Arg(0))
		if r.Freq == Never || r.Freq >= Weekly { // "every day in june" stays daily
			r.Freq = Yearly
		}
	case "alt":
		return e.repeated(r, n.Arg(0))
	case "nth":
		return e.nthOfMonth(r, num(n.Arg(0)), n.Arg(1), n.Arg(2))
	case "nths":
		for _, k := range flat(n.Args[:1]) {
			if !e.nthOfMonth(r, k.Num, n.Arg(1), nil) {
				return false
			}
		}
	case "edge":
		return (r.Freq != Never || e.repeated(r, n.Arg(1))) && r.edge(n.Arg(0).Symbol())
	case "part":
		p, ok := parts[n.Arg(0).Symbol()]
		ok = ok && (r.Part == NoPart || r.Part == p.part)
		r.Part, r.Freq = p.part, max(r.Freq, Daily)
		return ok
	case "and", "or", language.List:
		for _, a := range n.Args {
			if a != nil && !e.repeated(r, a) {
				return false
			}
		}
	default:
		return false
	}
	return true
}

// weekly makes a rule one of weekdays; what repeats within a day goes on doing so on them.
func (r *Rule) weekly() {
	if r.Freq == Never || r.Freq == Daily {
		r.Freq = Weekly
	}
}

// edge puts a rule on the first or the last day of what it repeats.
func (r *Rule) edge(which string) bool {
	pick := func(start, end uint64) uint64 {
		if which == "end" {
			return end
		}
		return start
	}
	switch {
	case which == "middle":
		return false
	case r.Freq == Weekly && r.Days == 0:
		r.Days = calendar.Days(pick(1<<time.Monday, 1<<time.Sunday))
	case r.Freq == Monthly && r.Interval == 3: // of the quarters of the year
		r.Freq, r.Interval = Yearly, 1
		r.Months = uint16(pick(1<<1|1<<4|1<<7|1<<10, 1<<3|1<<6|1<<9|1<<12))
		r.MonthDay = pick(1<<1, 1<<0)
	case r.Freq == Monthly && r.Interval <= 1:
		r.MonthDay = pick(1<<1, 1<<0)
	case r.Freq == Yearly:
		r.Months, r.MonthDay = uint16(pick(1<<1, 1<<12)), pick(1<<1, 1<<31)
	default:
		return false
	}
	return true
}

// nthOfMonth is the kth weekday, or the kth day, of a month.
func (e *evaluator) nthOfMonth(r *Rule, k int, of, in *language.Node) bool {
	switch {
	case k < -8 || k > 31 || k == 0:
		return false
	case of.Is("unit") && grainOf(of.Arg(0)) == DayGrain:
		if r.Freq == Weekly || r.Freq == Yearly && r.Months == 0 {
			if k == 1 {
				return r.edge("start")
			}
			return k == -1 && r.edge("end")
		}
		if k < -1 {
			return false
		}
		r.MonthDay |= 1 << max(k, 0)
	case of.Is("weekday") && e.repeated(r, of) && k <= 8:
		bit := k - 1
		if k < 0 {
			bit = 8 - k
		}
		r.Nth |= 1 << bit
	default:
		return false
	}
	r.Freq = max(r.Freq, Monthly)
	if in.Is("month") {
		r.Months |= 1 << num(in.Arg(0))
		r.Freq = Yearly
	}
	return bits.OnesCount16(r.Nth) < 9
}
