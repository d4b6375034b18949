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
	ends     bool // the last of a period, which "before" leaves in
	near     bool // a day of the month that may be just past
	roughly  bool // counted in weeks or more, so that a weekday may be of its week
}

func (d *days) known() bool { return d.first.Valid() }

// closing reports whether the end of a day was said, which may be another's than
// today's.
func (d *days) closing() bool { return d.clock == lastSecond && d.grain == DayGrain }

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
	past    bool   // "since", after which comes what was
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
		mod, past := s.mod, s.past
		*s = *p
		s.past = past
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
	case e.closing() && d.grain == DayGrain && d.clock == 0 && !d.last.Valid(): // "friday, end of day"
		t.clock = e.clock
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
