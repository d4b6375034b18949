package moment

import (
	"time"

	"assister/internal/calendar"
)

// days is a day or several as far as they were said: either known, or by some of
// year, month, day and weekday.
type days struct {
	y, m, d  int
	wd       int // time.Weekday+1
	first    calendar.Date
	last     calendar.Date // of a period, inclusive; none for a day
	grain    Grain
	clock    int32 // of a moment that was counted from now
	altM     int   // the other reading of 3/4
	altD     int
	pastward bool // "last march"
	free     bool // nothing but a doubtful word
	near     bool // a day of the month that may be just past
	roughly  bool // counted in weeks or more, so that a weekday may be of its week
}

func (d *days) known() bool { return d.first.Valid() }

// span is what one phrase has said so far.
type span struct {
	day     days
	hasDay  bool
	endDay  days // of "from monday to friday"
	hasEnd  bool
	a, b    clockTime
	hasA    bool
	hasB    bool
	part    Part
	num     int // a bare number: an hour, or the day of a month
	num2    int // the end of a range of such
	numDay  bool
	amount  Amount
	grain   Grain // of the amount
	hasAm   bool
	forAm   bool // the amount followed "for"
	rule    Rule
	hasRule bool
	lasts   Amount // for how long the recurrence goes on
	mod     tag    // before, after, since, by or until; on for none
	dayLast bool
	weak    bool // nothing that makes a phrase by itself
	weakDay bool // the part of the day was said without "in the"
}

func (s *span) says() bool {
	return s.hasDay || s.hasA || s.part != NoPart || s.hasAm || s.hasRule || s.num > 0
}

// merge adds what a further element says; false when the two contradict.
func (s *span) merge(p *span) bool {
	if !s.says() {
		mod := s.mod
		*s = *p
		if p.mod == on {
			s.mod = mod
		}
		return true
	}
	if p.mod != on && (s.mod != on || p.hasRule) {
		return false
	}
	t := *s
	// A number comes first, since a day may use it up.
	if !(t.mergeNumber(p) && t.mergeDay(p) && t.mergeTime(p) && t.mergePart(p) && t.mergeAmount(p) && t.mergeRule(p)) {
		return false
	}
	if p.mod != on {
		t.mod = p.mod
	}
	t.weak = t.weak && p.weak
	*s = t
	return true
}

func (t *span) mergeNumber(p *span) bool {
	onlyWeekday := t.hasDay && !t.day.known() && t.day.wd > 0 && t.day.d == 0 && t.day.m == 0
	switch {
	case p.num == 0:
		return true
	case t.num > 0:
		return false
	case p.num2 > 0:
		t.num, t.num2, t.numDay = p.num, p.num2, p.numDay
		return !t.hasA && (t.part == NoPart || t.hasDay)
	case onlyWeekday && (p.numDay || !t.hasA && p.num > 12): // friday the 13th
		t.day.d, t.day.near = p.num, p.numDay
		return true
	}
	t.num, t.numDay = p.num, p.numDay
	return !t.hasA || p.numDay && !t.hasDay
}

func (t *span) mergeDay(p *span) bool {
	switch {
	case !p.hasDay:
		return true
	case t.num > 0 && !t.hasDay && p.day.monthly() && !t.hasA && t.part == NoPart: // 3 next month
		t.day, t.hasDay = p.day, true
		if t.num2 > 0 {
			t.endDay, t.hasEnd = p.day, true
			if !t.endDay.at(t.num2) {
				return false
			}
		}
		ok := t.day.at(t.num)
		t.num, t.num2 = 0, 0
		return ok
	case !t.hasDay:
		t.day, t.hasDay, t.dayLast = p.day, true, t.hasA
		t.endDay, t.hasEnd = p.endDay, p.hasEnd
		return true
	}
	return !t.hasEnd && !p.hasEnd && t.day.add(&p.day)
}

func (t *span) mergeTime(p *span) bool {
	switch {
	case !p.hasA:
		return true
	case t.hasA || t.num > 0 && (!t.numDay || t.hasDay):
		return false
	case t.num > 0: // "the 5th at noon"
		t.day, t.hasDay = days{d: t.num, grain: DayGrain}, true
		t.num = 0
	}
	t.a, t.hasA, t.b, t.hasB = p.a, true, p.b, p.hasB
	return true
}

func (t *span) mergePart(p *span) bool {
	if p.part == NoPart {
		return true
	}
	was := t.part
	t.part = p.part
	return was == NoPart || was == p.part
}

func (t *span) mergeAmount(p *span) bool {
	if !p.hasAm {
		return true
	}
	was := t.hasAm
	t.amount, t.grain, t.hasAm, t.forAm = p.amount, p.grain, true, p.forAm
	return !was
}

func (t *span) mergeRule(p *span) bool {
	if !p.hasRule {
		return true
	}
	was := t.hasRule
	t.rule, t.hasRule = p.rule, true
	return !was
}

// monthly reports whether a bare number beside it is a day of it.
func (d *days) monthly() bool {
	if d.known() {
		return d.grain == Month
	}
	return d.m > 0 && d.d == 0
}

// at puts a day of the month into a month.
func (d *days) at(n int) bool {
	if !d.known() {
		d.d, d.grain = n, DayGrain
		return true
	}
	y, m, _ := d.first.YMD()
	day := calendar.DateOf(y, m, n)
	if d.last.Valid() && day > d.last {
		return false
	}
	d.first, d.last, d.grain = day, 0, DayGrain
	return day.Valid()
}

// add joins two ways of saying one day: a weekday and a date, a day and a year.
func (d *days) add(e *days) bool {
	t := *d
	switch {
	case !d.known() && !e.known():
		if t.y > 0 && e.y > 0 || t.m > 0 && e.m > 0 || t.d > 0 && e.d > 0 || t.wd > 0 && e.wd > 0 {
			return false
		}
		if t.wd > 0 && e.d == 0 || e.wd > 0 && t.d == 0 { // "friday in june" is no day
			return false
		}
		t.y, t.m, t.d, t.wd = max(t.y, e.y), max(t.m, e.m), max(t.d, e.d), max(t.wd, e.wd)
		t.near = t.near || e.near
		if e.altM > 0 {
			t.altM, t.altD = e.altM, e.altD
		}
		t.grain = min(t.grain, e.grain)
		t.free = t.free && e.free
	case d.known() && e.known():
		switch {
		case d.grain == DayGrain && e.grain == DayGrain:
			if d.first != e.first {
				return false
			}
		default:
			return false
		}
	case d.known():
		return joined(&t, d, e, d)
	default:
		return joined(&t, e, d, d)
	}
	*d = t
	return true
}

// joined is a known day or period and a day said in part.
func joined(t, known, spec, into *days) bool {
	switch {
	case known.grain == DayGrain && spec.wd > 0 && spec.d == 0 && spec.m == 0:
		if known.roughly {
			*t = *known
			t.first, t.clock = known.first.StartOfWeek().AddDays((spec.wd+5)%7), 0
			break
		}
		if known.first.Weekday() != time.Weekday(spec.wd-1) {
			return false
		}
		*t = *known
	case known.grain == DayGrain && spec.d > 0:
		_, m, d := known.first.YMD()
		if spec.d != d || spec.m > 0 && spec.m != int(m) || spec.wd > 0 && known.first.Weekday() != time.Weekday(spec.wd-1) {
			return false
		}
		*t = *known
	case known.grain == Week && spec.wd > 0 && spec.d == 0 && spec.m == 0:
		*t = *known
		t.first, t.last, t.grain = known.first.AddDays((spec.wd+5)%7), 0, DayGrain
	case known.grain == Month && spec.d > 0 && spec.m == 0:
		*t = *known
		if !t.at(spec.d) || spec.wd > 0 && t.first.Weekday() != time.Weekday(spec.wd-1) {
			return false
		}
	case known.grain == Year && spec.m > 0 && spec.y == 0:
		*t = *spec
		t.y, _, _ = known.first.YMD()
	default:
		return false
	}
	*into = *t
	return true
}

// resolve makes the day known: the soonest that is not past, unless more was
// said. False when there is none.
func (r *reader) resolve(d *days) bool {
	switch {
	case d.known():
		return true
	case d.m > 0 && d.d > 0:
		d.grain = DayGrain
		d.first = r.dateOf(d)
	case d.m > 0:
		d.first = calendar.DateOf(r.yearOfMonth(d), time.Month(d.m), 1)
		d.last, d.grain = d.first.AddMonths(1).AddDays(-1), Month
		return d.wd == 0 && d.first.Valid()
	case d.d > 0:
		d.grain = DayGrain
		d.first = r.dayOfMonth(d)
	case d.wd > 0:
		d.grain = DayGrain
		d.first = soonest(r.today, time.Weekday(d.wd-1))
		return d.y == 0
	case d.y > 0:
		d.first, d.last, d.grain = calendar.DateOf(d.y, 1, 1), calendar.DateOf(d.y, 12, 31), Year
	}
	return d.first.Valid()
}

// dateOf is a day of a month. A weekday that was said with it must be its own.
func (r *reader) dateOf(d *days) calendar.Date {
	on := func(day calendar.Date) bool {
		return day.Valid() && (d.wd == 0 || day.Weekday() == time.Weekday(d.wd-1))
	}
	var day calendar.Date
	switch {
	case d.y > 0:
		day = calendar.DateOf(d.y, time.Month(d.m), d.d)
	case d.wd == 0 || r.strict: // in a request, another year's is a slip
		day = r.soonestDay(d.m, d.d, d.pastward)
	default:
		// "sunday, feb 10" said on the 12th is the one just past; "fri, jul 18" may
		// be next year's.
		y, _, _ := r.today.YMD()
		for k := range 3 {
			day = calendar.DateOf(y+k, time.Month(d.m), d.d)
			if on(day) && day >= r.today.AddDays(-31) {
				return day
			}
		}
		return 0
	}
	if !on(day) {
		return 0
	}
	return day
}

// yearOfMonth is the year that a month is of: this one, or where it is past the
// next.
func (r *reader) yearOfMonth(d *days) int {
	y, m, _ := r.today.YMD()
	switch {
	case d.y > 0:
		return d.y
	case d.pastward && d.m >= int(m):
		return y - 1
	case !d.pastward && d.m < int(m):
		return y + 1
	}
	return y
}

// dayOfMonth is the soonest day with a number, in a month that has it.
func (r *reader) dayOfMonth(d *days) calendar.Date {
	wd := time.Weekday(d.wd - 1)
	if d.wd > 0 && d.near && !r.strict {
		// "friday the 22nd" said on the 27th is the one just past.
		if day := r.lately(d.d, wd); day.Valid() {
			return day
		}
	}
	const months = 14 // "friday the 13th" is within that
	y, m, _ := r.today.YMD()
	for k := range months {
		n := int(m) - 1 + k
		day := calendar.DateOf(y+n/12, time.Month(n%12+1), d.d)
		if day.Valid() && day >= r.today && (d.wd == 0 || day.Weekday() == wd) {
			return day
		}
	}
	return 0
}

// lately is the day of the month that falls on a weekday and is just past.
func (r *reader) lately(dom int, wd time.Weekday) calendar.Date {
	for day := r.today.AddDays(-1); day >= r.today.AddDays(-14); day = day.AddDays(-1) {
		if _, _, n := day.YMD(); n == dom && day.Weekday() == wd {
			return day
		}
	}
	return 0
}

func (r *reader) soonestDay(m, d int, pastward bool) calendar.Date {
	y, _, _ := r.today.YMD()
	for k := range 9 { // 29 February may be eight years off
		if pastward {
			k = -k
		}
		day := calendar.DateOf(y+k, time.Month(m), d)
		if day.Valid() && (day >= r.today) != pastward {
			return day
		}
	}
	return 0
}

func soonest(from calendar.Date, wd time.Weekday) calendar.Date {
	return from.AddDays((int(wd) - int(from.Weekday()) + 7) % 7)
}

// join makes a range of what was said before a connector and after it; false
// where the two are no ends of one.
func (s *span) join(t *span) bool {
	if s.ranged() || t.ranged() || s.part != NoPart && t.part != NoPart && s.part != t.part {
		return false
	}
	o := *s
	o.weak = false
	if o.part == NoPart {
		o.part = t.part
	}
	ok := o.joined(s, t)
	if ok {
		*s = o
	}
	return ok
}

// joined makes o, which is s, the range that ends with t.
func (o *span) joined(s, t *span) bool {
	switch {
	case timeToNumber(s, t): // 3pm to 5
		return joinHour(o, t)
	case numberToNumber(s, t): // 3 to 5, of which something else says what they are
		return joinNumbers(o, s, t)
	case dateToNumber(s, t): // june 3 to 5
		return joinDayNumber(o, s, t)
	case dayToDayNumber(s, t): // tomorrow to the 5th
		return joinNthDay(o, t)
	case numberToDate(s, t): // 3 to 5 june
		return joinDate(o, s, t)
	case numberToKnownDay(s, t): // 4 to 23 next month
		return joinKnownDay(o, s, t)
	case numberToTime(s, t): // 3 to 5pm
		return joinTime(o, s, t)
	case numberToHourOfDay(s, t): // 5 to 7 on friday
		return joinHours(o, s, t)
	case dayToDay(s, t):
		return joinDays(o, s, t)
	case timeToTime(s, t):
		return joinTimes(o, s, t)
	}
	return false
}

// ranged reports whether a span is no end of a range: it is one, or it repeats or
// is a length of time.
func (s *span) ranged() bool { return s.hasRule || s.hasAm || s.hasB || s.hasEnd || s.num2 > 0 }

// bareNumber reports whether a number is all there is.
func (s *span) bareNumber() bool { return s.num > 0 && !s.hasDay && !s.hasA }

func timeToNumber(s, t *span) bool { return s.hasA && t.bareNumber() }

func joinHour(o, t *span) bool {
	o.b, o.hasB = hourOf(t.num), true
	return !t.numDay && o.pair()
}

func numberToNumber(s, t *span) bool { return s.num > 0 && t.bareNumber() }

func joinNumbers(o, s, t *span) bool {
	o.num2, o.numDay = t.num, s.numDay || t.numDay
	return true
}

func dateToNumber(s, t *span) bool { return s.hasDay && s.day.d > 0 && t.bareNumber() }

func joinDayNumber(o, s, t *span) bool {
	o.endDay, o.hasEnd = s.day, true
	o.endDay.d, o.endDay.wd = t.num, 0
	return true
}

func dayToDayNumber(s, t *span) bool {
	return s.hasDay && s.day.known() && s.day.grain == DayGrain && t.bareNumber() && t.numDay
}

func joinNthDay(o, t *span) bool {
	o.endDay, o.hasEnd = days{d: t.num, grain: DayGrain}, true
	return true
}

func numberToDate(s, t *span) bool {
	return s.bareNumber() && t.hasDay && !t.hasA && t.num == 0 && t.day.d > 0 && (t.day.m > 0 || s.numDay)
}

func joinDate(o, s, t *span) bool {
	o.num = 0
	o.day, o.hasDay = t.day, true
	o.day.d, o.day.wd = s.num, 0
	o.endDay, o.hasEnd = t.day, true
	return true
}

func numberToKnownDay(s, t *span) bool {
	return s.bareNumber() && t.hasDay && !t.hasA && t.day.known() && t.day.grain == DayGrain && t.num == 0 && t.part == NoPart
}

func joinKnownDay(o, s, t *span) bool {
	o.num = 0
	o.day, o.hasDay = t.day, true
	y, m, _ := t.day.first.YMD()
	o.day.first = calendar.DateOf(y, m, s.num)
	o.endDay, o.hasEnd = t.day, true
	return o.day.first.Valid()
}

func numberToTime(s, t *span) bool { return s.bareNumber() && t.hasA && !s.numDay }

func joinTime(o, s, t *span) bool {
	o.num = 0
	o.a, o.hasA, o.b, o.hasB = hourOf(s.num), true, t.a, true
	o.day, o.hasDay = t.day, t.hasDay
	return !(t.hasDay && !t.dayLast && t.day.d > 0) && o.pair() // not "22-23 feb at 7pm"
}

func numberToHourOfDay(s, t *span) bool {
	return s.bareNumber() && t.num > 0 && t.hasDay && !s.numDay
}

func joinHours(o, s, t *span) bool {
	o.num = 0
	o.a, o.hasA, o.b, o.hasB = hourOf(s.num), true, hourOf(t.num), true
	o.day, o.hasDay = t.day, true
	return o.pair()
}

func dayToDay(s, t *span) bool { return s.hasDay && t.hasDay }

func joinDays(o, s, t *span) bool {
	o.endDay, o.hasEnd = t.day, true
	if !o.day.known() && !o.endDay.known() {
		share(&o.day, &o.endDay)
	}
	if !t.hasA {
		return !s.hasA || t.num == 0
	}
	if !s.hasA {
		if s.num == 0 {
			return false
		}
		o.num = 0
		o.a, o.hasA = hourOf(s.num), true
	}
	o.b, o.hasB = t.a, true
	return o.pair()
}

// share gives each end of a range the month and the year that only the other
// says: "the 25th to the 27th of december", "dec 30 2026 to jan 2".
func share(a, b *days) {
	if a.m == 0 && a.d > 0 {
		a.m = b.m
	}
	if b.m == 0 && b.d > 0 {
		b.m = a.m
	}
	if a.m == 0 || b.m == 0 {
		return
	}
	later := a.m > b.m || a.m == b.m && a.d > b.d && b.d > 0
	switch {
	case a.y == 0 && b.y > 0:
		if a.y = b.y; later {
			a.y--
		}
	case b.y == 0 && a.y > 0:
		if b.y = a.y; later {
			b.y++
		}
	}
}

func timeToTime(s, t *span) bool { return t.hasA && (s.hasA || s.num > 0) }

func joinTimes(o, s, t *span) bool {
	if s.numDay || s.hasDay && t.hasDay {
		return false
	}
	if s.num > 0 {
		o.num = 0
		o.a, o.hasA = hourOf(s.num), true
	}
	o.b, o.hasB = t.a, true
	switch {
	case t.hasDay && t.dayLast:
		o.day, o.hasDay = t.day, true
	case t.hasDay: // "10pm until tomorrow 2am"
		o.day, o.hasDay = days{}, false
		o.endDay, o.hasEnd = t.day, true
	}
	return o.pair()
}

func hourOf(n int) clockTime { return clockTime{h: n, exact: n > 12, grain: Hour} }

// pair settles am and pm of a range of times: an end that says it says it for
// the start too, unless the start would come after the end.
func (s *span) pair() bool {
	if s.a.h > 23 || s.b.h > 23 {
		return false
	}
	if s.hasEnd {
		return true
	}
	if s.a.bare() && s.b.half > 0 {
		s.a.half = s.b.half
		if s.a.seconds(NoPart) >= s.b.seconds(NoPart) {
			s.a.half = 3 - s.a.half
		}
	}
	return true
}
