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
	if p.num > 0 {
		switch {
		case t.num > 0:
			return false
		case p.num2 > 0:
			if t.hasA || t.part != NoPart && !t.hasDay {
				return false
			}
			t.num, t.num2, t.numDay = p.num, p.num2, p.numDay
		case t.hasDay && !t.day.known() && t.day.d == 0 && t.day.m == 0 && t.day.wd > 0 && (p.numDay || !t.hasA && p.num > 12):
			t.day.d, t.day.near = p.num, p.numDay
		default:
			if t.hasA && !(p.numDay && !t.hasDay) {
				return false
			}
			t.num, t.numDay = p.num, p.numDay
		}
	}
	if p.hasDay {
		switch {
		case t.num > 0 && !t.hasDay && p.day.monthly() && !t.hasA && t.part == NoPart:
			t.day, t.hasDay = p.day, true
			d := t.num
			if t.num2 > 0 {
				t.endDay, t.hasEnd = p.day, true
				if !t.endDay.at(t.num2) {
					return false
				}
			}
			if !t.day.at(d) {
				return false
			}
			t.num, t.num2 = 0, 0
		case !t.hasDay:
			t.day, t.hasDay, t.dayLast = p.day, true, t.hasA
			t.endDay, t.hasEnd = p.endDay, p.hasEnd
		default:
			if t.hasEnd || p.hasEnd || !t.day.add(&p.day) {
				return false
			}
		}
	}
	if p.hasA {
		if t.hasA || t.num > 0 && !t.numDay {
			return false
		}
		if t.num > 0 {
			if t.hasDay {
				return false
			}
			t.day, t.hasDay = days{d: t.num, grain: DayGrain}, true
			t.num = 0
		}
		t.a, t.hasA, t.b, t.hasB = p.a, true, p.b, p.hasB
	}
	if p.part != NoPart {
		if t.part != NoPart && t.part != p.part {
			return false
		}
		t.part = p.part
	}
	if p.hasAm {
		if t.hasAm {
			return false
		}
		t.amount, t.grain, t.hasAm, t.forAm = p.amount, p.grain, true, p.forAm
	}
	if p.hasRule {
		if t.hasRule {
			return false
		}
		t.rule, t.hasRule = p.rule, true
	}
	if p.mod != on {
		t.mod = p.mod
	}
	t.weak = t.weak && p.weak
	*s = t
	return true
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
	if d.known() {
		return true
	}
	y, m, _ := r.today.YMD()
	wd := time.Weekday(d.wd - 1)
	switch {
	case d.m > 0 && d.d > 0:
		d.grain = DayGrain
		if d.y > 0 {
			d.first = calendar.DateOf(d.y, time.Month(d.m), d.d)
			return d.first.Valid() && (d.wd == 0 || d.first.Weekday() == wd)
		}
		if d.wd > 0 {
			// "sunday, feb 10" said on the 12th is the one just past; "fri, jul
			// 18" may be next year's.
			years := 2
			if r.strict {
				years = 0 // a slip is likelier
			}
			for k := 0; k <= years; k++ {
				day := calendar.DateOf(y+k, time.Month(d.m), d.d)
				if day.Valid() && day.Weekday() == wd && day >= r.today.AddDays(-31) {
					d.first = day
					return true
				}
			}
			return false
		}
		d.first = r.soonestDay(d.m, d.d, d.pastward)
		return d.first.Valid()
	case d.m > 0:
		yy := d.y
		if yy == 0 {
			yy = y
			if d.pastward && d.m >= int(m) {
				yy--
			} else if !d.pastward && d.m < int(m) {
				yy++
			}
		}
		d.first = calendar.DateOf(yy, time.Month(d.m), 1)
		d.last, d.grain = d.first.AddMonths(1).AddDays(-1), Month
		return d.wd == 0 && d.first.Valid()
	case d.d > 0:
		d.grain = DayGrain
		if d.wd > 0 && d.near && !r.strict {
			// "friday the 22nd" said on the 27th is the one just past.
			if d.first = r.lately(d.d, wd); d.first.Valid() {
				return true
			}
		}
		for k := range 40 {
			n := int(m) - 1 + k
			day := calendar.DateOf(y+n/12, time.Month(n%12+1), d.d)
			if day.Valid() && day >= r.today && (d.wd == 0 || day.Weekday() == wd) {
				d.first = day
				return d.wd == 0 || k < 14
			}
		}
		return false
	case d.wd > 0:
		d.grain = DayGrain
		d.first = soonest(r.today, wd)
		return d.first.Valid() && d.y == 0
	case d.y > 0:
		d.first, d.last, d.grain = calendar.DateOf(d.y, 1, 1), calendar.DateOf(d.y, 12, 31), Year
		return d.first.Valid()
	}
	return false
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

// join makes a range of what was said before a connector and after it.
func (s *span) join(t *span) bool {
	o := *s
	if !o.extend(s, t) {
		return false
	}
	*s = o
	return true
}

func (o *span) extend(s, t *span) bool {
	if s.hasRule || t.hasRule || s.hasAm || t.hasAm || s.hasB || t.hasB || s.hasEnd || t.hasEnd || s.num2 > 0 || t.num2 > 0 {
		return false
	}
	if o.part == NoPart {
		o.part = t.part
	} else if t.part != NoPart && t.part != o.part {
		return false
	}
	o.weak = false
	switch {
	case t.num > 0 && !t.hasDay && !t.hasA:
		switch {
		case s.hasA:
			o.b, o.hasB = hourOf(t.num), !t.numDay
			return o.hasB && o.pair()
		case s.num > 0:
			o.num2, o.numDay = t.num, s.numDay || t.numDay
			return true
		case s.hasDay && s.day.d > 0:
			o.endDay, o.hasEnd = s.day, true
			o.endDay.d, o.endDay.wd = t.num, 0
			return true
		case s.hasDay && s.day.known() && s.day.grain == DayGrain && t.numDay:
			o.endDay, o.hasEnd = days{d: t.num, grain: DayGrain}, true
			return true
		}
		return false
	case s.num > 0 && !s.hasDay && !s.hasA:
		switch {
		case t.hasDay && !t.hasA && t.num == 0 && (t.day.d > 0 && t.day.m > 0 || t.day.d > 0 && s.numDay):
			o.num = 0
			o.day, o.hasDay = t.day, true
			o.day.d, o.day.wd = s.num, 0
			o.endDay, o.hasEnd = t.day, true
			return true
		case t.hasDay && !t.hasA && t.day.known() && t.day.grain == DayGrain && t.num == 0 && t.part == NoPart:
			// "4 to 23 next month"
			o.num = 0
			o.day, o.hasDay = t.day, true
			y, m, _ := t.day.first.YMD()
			o.day.first = calendar.DateOf(y, m, s.num)
			o.endDay, o.hasEnd = t.day, true
			return o.day.first.Valid() && s.num <= 31
		case t.hasA && !s.numDay:
			if t.hasDay && !t.dayLast && t.day.d > 0 {
				return false // "22-23 feb at 7pm"
			}
			o.num = 0
			o.a, o.hasA, o.b, o.hasB = hourOf(s.num), true, t.a, true
			o.day, o.hasDay = t.day, t.hasDay
			return o.pair()
		case t.num > 0 && t.hasDay && !s.numDay: // "5 to 7 on friday"
			o.num = 0
			o.a, o.hasA, o.b, o.hasB = hourOf(s.num), true, hourOf(t.num), true
			o.day, o.hasDay = t.day, true
			return o.pair()
		}
		return false
	case s.hasDay && t.hasDay:
		o.endDay, o.hasEnd = t.day, true
		a, b := &o.day, &o.endDay
		if !a.known() && !b.known() {
			if a.m == 0 && a.d > 0 && b.m > 0 {
				a.m = b.m
			}
			if b.m == 0 && b.d > 0 && a.m > 0 {
				b.m = a.m
			}
			if a.y == 0 && b.y > 0 && a.m > 0 && b.m > 0 {
				a.y = b.y
				if a.m > b.m || a.m == b.m && a.d > b.d && b.d > 0 {
					a.y--
				}
			}
			if b.y == 0 && a.y > 0 && b.m > 0 {
				b.y = a.y
				if a.m > b.m || a.m == b.m && a.d > b.d && b.d > 0 {
					b.y++
				}
			}
		}
		if s.hasA != t.hasA && !(s.hasA && t.num == 0) {
			if !t.hasA || s.num == 0 {
				return !s.hasA && !t.hasA
			}
			o.num = 0
			o.a, o.hasA = hourOf(s.num), true
		}
		if t.hasA {
			o.b, o.hasB = t.a, true
			return o.pair()
		}
		return true
	case t.hasA && (s.hasA || s.num > 0):
		if s.num > 0 {
			o.num = 0
			o.a, o.hasA = hourOf(s.num), true
		}
		if s.numDay {
			return false
		}
		o.b, o.hasB = t.a, true
		if t.hasDay {
			if s.hasDay {
				return false
			}
			if !t.dayLast {
				o.day, o.hasDay = days{}, false
				o.endDay, o.hasEnd = t.day, true
			} else {
				o.day, o.hasDay = t.day, true
			}
		}
		return o.pair()
	}
	return false
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
