package moment

import "assister/internal/calendar"

// The two ends of a range, each of which may say for the other what it leaves out.

// join makes a range of what was said before a connector and after it; false
// where the two are no ends of one.
func (s *span) join(t *span) bool {
	if s.ranged() || t.ranged() {
		return false
	}
	o := *s
	o.weak = false
	if s.part != NoPart && t.part != NoPart && s.part != t.part { // "9 in the morning to 1 in the afternoon"
		end := *t
		if !o.inPart() || !end.inPart() {
			return false
		}
		begin := o
		s, t = &begin, &end
	}
	if o.part == NoPart {
		o.part = t.part
	}
	ok := o.joined(s, t)
	if ok {
		*s = o
	}
	return ok
}

// inPart gives a time, or a number that is one, the half of the day that its part of
// the day says; false where there is none.
func (s *span) inPart() bool {
	if s.num > 0 && !s.numDay && s.num <= 12 && !s.hasA {
		s.a, s.hasA, s.num = hourOf(s.num), true, 0
	}
	s.a, s.part = s.a.within(s.part), NoPart
	return s.hasA
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
