package moment

import "assister/internal/calendar"

// finish makes a meaning of what was said. The whole of a text may be a word that
// is doubtful among others.
func (r *reader) finish(s *span, lead tags, loose, all bool) (m Meaning, ok bool) {
	if !s.numbered(lead, loose) || s.doubtful() && !all && !(lead.has(on) && s.day.wd > 0) {
		return m, false
	}
	return r.meaning(s)
}

// numbered gives bare numbers their meaning: hours, or days of a month. False
// where nothing says which.
func (s *span) numbered(lead tags, loose bool) bool {
	switch {
	case s.num == 0:
		return true
	case s.num2 > 0 && loose && !s.hasDay && !lead.has(at) && s.part == NoPart:
		return false
	case s.num2 > 0 && s.numDay && !s.hasDay:
		s.day, s.hasDay = days{d: s.num, grain: DayGrain}, true
		s.endDay, s.hasEnd = days{d: s.num2, grain: DayGrain}, true
	case s.num2 > 0:
		if s.hasA || s.num > 23 || s.num2 > 23 {
			return false
		}
		s.a, s.hasA, s.b, s.hasB = hourOf(s.num), true, hourOf(s.num2), true
	case s.hasA && !s.hasDay && s.numDay:
		s.day, s.hasDay = days{d: s.num, grain: DayGrain}, true
	case !s.hasA && !s.numDay && s.num < 24 && (s.part != NoPart || s.hasDay && lead.has(at)):
		s.a, s.hasA = hourOf(s.num), true
	default:
		return false
	}
	s.num, s.num2 = 0, 0
	return true
}

// doubtful reports whether a word that has other meanings is all that was said.
func (s *span) doubtful() bool {
	return s.hasDay && s.day.free && !s.hasA && !s.hasEnd && s.day.d == 0 && s.day.y == 0 && s.part == NoPart && !s.hasRule
}

// meaning is what was said, with its days worked out.
func (r *reader) meaning(s *span) (m Meaning, ok bool) {
	if !r.resolveBoth(s) {
		return m, false
	}
	switch {
	case s.hasRule:
		return r.finishRule(s)
	case s.hasA:
		return r.finishTime(s)
	case s.hasDay && s.part != NoPart:
		if s.day.last.Valid() || s.hasEnd {
			return m, false
		}
		return r.openEnded(s.part.on(s.day.first), s.mod)
	case s.hasDay:
		return r.finishDay(s)
	case s.part != NoPart && !s.weak:
		day := r.today
		if _, end := s.part.hours(); r.now >= end*3600 {
			day = day.AddDays(1)
		}
		return s.part.on(day), true
	case s.hasAm && s.part == NoPart:
		m.Kind, m.Grain, m.Amount = Duration, s.grain, s.amount
		if s.mod == by && !r.strict && s.part == NoPart { // "d'ici trois jours"
			p, ok := r.counted(s.amount, s.grain, 1)
			if !ok || r.lang.monthFirst {
				return m, false
			}
			return r.finishDay(&p)
		}
		if s.mod == after { // "after 5 days"
			q := r.move(r.nowPoint(), s.amount, 1)
			m.Kind, m.From, m.Amount = Range, q, Amount{}
			return m, q.Valid()
		}
		return m, s.mod == on && s.amount != Amount{}
	}
	return m, false
}

// on is the part of a day.
func (p Part) on(day calendar.Date) Meaning {
	h, e := p.hours()
	m := Meaning{Kind: Range, Grain: Hour, Part: p, From: Point{day, int32(h*3600 + 1)}, To: Point{day, int32(e*3600 + 1)}}
	if e == 24 {
		m.To.Clock = 24*3600 - 59
	}
	return m
}

// resolveBoth makes the days of a phrase known; false when there are none such.
func (r *reader) resolveBoth(s *span) bool {
	said := s.day
	if s.hasDay && s.past {
		r.latest(&s.day)
	}
	if s.hasDay && !r.resolve(&s.day) {
		r.refused = r.refused || said.wd > 0 && said.d > 0 // a weekday that the date is not
		return false
	}
	if !s.hasEnd {
		return true
	}
	if said.m > 0 && said.y == 0 && said.wd == 0 && s.endDay.m > 0 && s.endDay.y == 0 {
		// A range that today lies in is this one and not the next.
		t := *s
		t.day = said
		t.day.y, _, _ = s.day.first.YMD()
		t.day.y--
		if r.resolve(&t.day) && r.endAfter(&t) && (t.endDay.first >= r.today || t.endDay.last >= r.today) {
			s.day, s.endDay = t.day, t.endDay
		}
	}
	if !s.hasDay {
		s.day, s.hasDay = days{first: r.today, grain: DayGrain}, true
	}
	return r.endAfter(s)
}

// endAfter makes the end of a range known: the soonest after its start.
func (r *reader) endAfter(s *span) bool {
	d := &s.endDay
	if d.known() {
		return d.first >= s.day.first
	}
	today := r.today
	r.today = s.day.first
	ok := r.resolve(d)
	r.today = today
	return ok && d.first >= s.day.first
}

// openEnded applies before and after to a meaning.
func (r *reader) openEnded(m Meaning, mod tag) (Meaning, bool) {
	switch mod {
	case before, until, by:
		if mod == by && m.Kind == Day {
			return m, true
		}
		m.To, m.From = m.From, Point{}
		if mod == before && m.To.Clock == 0 {
			m.To.Clock = 1 // the day itself is not before it
		}
		m.Kind = Range
	case after, since:
		m.To = Point{}
		m.Kind = Range
	}
	return m, true
}

// finishDay is a day, or several, or a moment that was counted from now.
func (r *reader) finishDay(s *span) (m Meaning, ok bool) {
	d := &s.day
	m = Meaning{Kind: Day, Grain: d.grain, From: Point{d.first, d.clock}, Other: r.otherDate(d)}
	if m.From.Timed() {
		m.Kind = DayAndTime
	}
	switch {
	case s.hasEnd:
		m.Kind, m.To = Range, Point{Day: max(s.endDay.first, s.endDay.last)}
		if d.clock > 0 { // from a day on, the end is a day too
			m.To.Clock = s.endDay.clock
		}
	case d.last.Valid():
		m.Kind, m.To = Range, Point{Day: d.last}
	}
	switch {
	case s.hasAm: // "for 3 days from monday"
		ok = m.Kind == Day && s.forAm && s.amount.Seconds == 0
		m.Kind, m.To = Range, Point{Day: r.move(m.From, s.amount, 1).Day.AddDays(-1)}
		return m, ok && m.To.Day >= m.From.Day
	case s.mod == after && m.Kind == Range:
		// After a period is after its end.
		m.From, m.To = m.To, Point{}
		if d.grain == Year || d.grain == Month {
			m.From = Point{Day: d.first}
		}
		return m, true
	case s.mod == until && m.Kind == Range && m.To.Valid():
		m.From = Point{}
		return m, true
	}
	if s.mod == before && d.ends {
		return r.openEnded(m, until)
	}
	return r.openEnded(m, s.mod)
}

// otherDate is a date by the other order of day and month, where there is one.
func (r *reader) otherDate(d *days) Point {
	other := days{y: d.y, m: d.altM, d: d.altD, wd: d.wd}
	if d.altM == 0 || d.altD == 0 || !r.resolve(&other) {
		return Point{}
	}
	return Point{Day: other.first}
}

// finishTime is a time, of a day where one was said, or a range of times.
func (r *reader) finishTime(s *span) (m Meaning, ok bool) {
	switch {
	case s.a.h > 23 || s.b.h > 23, s.hasDay && s.day.clock > 0 && s.day.grain < DayGrain && !s.hasEnd:
		return m, false
	case s.hasDay && s.day.last.Valid():
		r.refused = true
		return m, false // a week at five
	}
	m.From, m.Kind, m.Grain = r.startOf(s), TimeOfDay, s.a.grain
	if s.hasDay {
		m.Kind = DayAndTime
	}
	switch {
	case s.hasB:
		m.Kind, m.Grain, m.To = Range, min(m.Grain, s.b.grain), endOf(s, m.From)
		return m, !m.To.Before(m.From) && !s.hasAm
	case s.hasEnd:
		m.Kind, m.To = Range, Point{s.endDay.first, 0}
		return m, s.endDay.clock == 0 && m.To.Day >= m.From.Day
	case s.hasAm:
		m.Kind, m.To = Range, r.move(m.From, s.amount, 1)
		return m, s.forAm && m.To.Valid()
	}
	if s.a.bare() && s.part == NoPart {
		m.Other = Point{m.From.Day, (m.From.Clock-1+12*3600)%86400 + 1}
	}
	return r.openEnded(m, s.mod)
}

// startOf is when a phrase with a time begins: without a day, the next such time.
func (r *reader) startOf(s *span) Point {
	sec, day := s.a.seconds(s.part), s.day.first
	if s.hasDay && day == r.today && !s.hasEnd && s.part == NoPart && s.a.bare() && sec < r.now && sec < 12*3600 {
		sec += 12 * 3600 // "today at 7" said at noon
		s.a.half = 2
		if s.hasB && s.b.bare() {
			s.b.half = 2
		}
	}
	atMidnight := s.a.bare() && s.a.h == 12 && (s.part == Evening || s.part == Night)
	if atMidnight {
		sec = s.a.m * 60
	}
	switch {
	case !s.hasDay && sec < r.now/60*60:
		day = r.today.AddDays(1)
	case !s.hasDay:
		day = r.today
	case atMidnight, s.a.nextDay && s.part != NoPart:
		day = day.AddDays(1)
	}
	return Point{day, int32(sec + 1)}
}

// endOf is when a range of times ends that begins at a point. A bare hour is the
// next such.
func endOf(s *span, start Point) Point {
	from, end := int(start.Clock)-1, s.b.seconds(s.part)
	if s.b.bare() && s.part == NoPart && !s.hasEnd {
		end = s.b.after(from)
	}
	to := Point{start.Day, int32(end + 1)}
	switch {
	case s.hasEnd:
		to.Day = s.endDay.first
	case end <= from:
		to.Day = start.Day.AddDays(1)
	}
	return to
}

// finishRule is something that repeats, with its times and its first day.
func (r *reader) finishRule(s *span) (m Meaning, ok bool) {
	m.Kind, m.Grain, m.Rule = Recurrence, DayGrain, s.rule
	if s.lasts != (Amount{}) {
		m.Rule.Until = r.move(Point{Day: r.firstOf(s)}, s.lasts, 1).Day
	}
	if !s.rule.Repeats() || s.hasEnd || s.mod == before || s.mod == after || s.mod == by || s.hasAm && !s.hasA {
		return m, false
	}
	if s.part != NoPart {
		if m.Rule.Part != NoPart && m.Rule.Part != s.part {
			return m, false
		}
		m.Rule.Part = s.part
	}
	if s.hasA && !m.Rule.timed(s) {
		return m, false
	}
	if s.hasDay {
		if s.day.clock > 0 || s.mod != since {
			r.refused = true // on a day that no rule can be put on
			return m, false
		}
		m.Rule.Start = s.day.first
	}
	m.From = Point{Day: m.Rule.Start}
	return m, !m.Rule.Until.Valid() || !m.Rule.Start.Valid() || m.Rule.Until >= m.Rule.Start
}

// firstOf is the day that a recurrence goes on from for a while: today, unless another
// was said.
func (r *reader) firstOf(s *span) calendar.Date {
	switch {
	case s.rule.Start.Valid():
		return s.rule.Start
	case s.hasDay && s.mod == since:
		return s.day.first
	}
	return r.today
}

// timed puts a rule at the times that were said beside it. They say more than a
// part of the day.
func (rule *Rule) timed(s *span) bool {
	if s.a.h > 23 || s.b.h > 23 || s.mod == until {
		return false
	}
	sec := s.a.seconds(rule.Part)
	rule.Clock = int32(sec + 1)
	switch {
	case s.hasB && s.b.bare() && rule.Part == NoPart:
		rule.EndClock = int32(s.b.after(sec) + 1)
	case s.hasB:
		rule.EndClock = int32(s.b.seconds(rule.Part) + 1)
	case s.hasAm:
		rule.EndClock = int32((sec+s.amount.Seconds)%86400 + 1)
	}
	rule.Part = NoPart
	return true
}
