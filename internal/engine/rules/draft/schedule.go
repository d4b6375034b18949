package draft

import (
	"assister/internal/calendar"
	"assister/internal/language/timeexpr"
)

// schedule is when something takes place or is to be done, as far as a request says.
type schedule struct {
	day, last    calendar.Date // last is set of a period of several days
	begins, ends calendar.Time
	evening      calendar.Time // what begins may mean of something in the evening
	later        calendar.Time // what ends may mean of something that begins after ends
	part         timeexpr.Part
	minutes      int             // how long it takes
	runs         timeexpr.Amount // for how many days or months it repeats
	repeat       calendar.Recurrence
	rule         timeexpr.Rule // that repeat is of
	implied      bool          // the recurrence says the day, and nothing else does
	since        bool          // day is the first one of all that follow: "from monday on"
	either       bool          // it is on day or on last, and on none between
	ranges       bool          // the first and the last day are named, as in "27-28 march"
	until        calendar.Date // a last day without a first one
	endsOnly     bool          // "before breakfast": nothing beside the end says when it begins
	over         bool          // day is a past one of a period that has begun
	again        calendar.Date // a week after day, which is the weekday of today and nothing more
}

// says reports whether the request says anything about time.
func (s schedule) says() bool { return s != schedule{} }

// add adds what an expression of time says. It reports false if that contradicts what was
// said before, or if no record can keep it: "every first monday".
func (s *schedule) add(v timeexpr.Value, today calendar.Date) bool {
	switch v.Kind {
	case timeexpr.Duration:
		minutes, ok := minutesOf(v.Amount)
		s.minutes = minutes
		return ok
	case timeexpr.Recurrence:
		return s.addRule(v.Rule, today)
	case timeexpr.Range:
		return s.addRange(v)
	case timeexpr.Day, timeexpr.DayAndTime:
		if v.Deadline {
			s.until = v.From.Day
			return true
		}
		day, last := s.daysOf(v)
		if v.Grain >= timeexpr.DayGrain {
			v.From.Clock = 0
		}
		if v.Other.Day > v.From.Day && !v.Open {
			s.again = v.Other.Day
		}
		s.over = s.over || v.Over
		return !(s.either && s.implied) && s.addDay(day, last) && s.addTimes(v)
	case timeexpr.TimeOfDay:
		return s.addTimes(v)
	}
	return false
}

// endsFirst reports whether an end that stands alone is not behind the beginning: "at 8 before breakfast",
// which is at 7. What ends past midnight, such as a party at 22:00 until 3:00, lasts half a day at most.
func (s schedule) endsFirst() bool {
	if !s.endsOnly || !s.begins.Valid() || s.ends > s.begins {
		return false
	}
	latest, midnights := s.begins.Add(12 * 60)
	return midnights == 0 || s.ends > latest
}

// addDay adds a day or the first and the last of several. A day beside a recurrence is the
// one that it begins on.
func (s *schedule) addDay(day, last calendar.Date) bool {
	if !day.Valid() {
		return true
	}
	if s.day.Valid() && !s.implied && (s.day != day || s.last != last) {
		return false
	}
	if s.implied {
		first := s.rule.First(day)
		certain := !last.Valid() && !s.since
		if certain && first != day { // "every weekday, on sunday"
			return false
		}
		if s.within(first, last); last >= s.day { // a period that has begun
			first = max(first, s.day)
		}
		day, last = first, 0
	}
	s.day, s.last, s.implied = day, last, false
	return true
}

// addTimes adds the times of day of a value.
func (s *schedule) addTimes(v timeexpr.Value) bool {
	if v.Part != timeexpr.NoPart {
		s.part = v.Part
		return true
	}
	begins := v.From.Time()
	if s.begins.Valid() && begins.Valid() && begins != s.begins {
		return false
	}
	if begins.Valid() {
		s.begins, s.evening = begins, v.Other.Time()
	}
	return true
}

// addRange adds a range: of days, of times of a day, or an open one.
func (s *schedule) addRange(v timeexpr.Value) bool {
	if v.Grain >= timeexpr.DayGrain {
		if !v.From.Valid() {
			s.until = v.Last()
			return true
		}
		s.ranges, s.since = v.Ends, !v.To.Valid()
		first := v.From.Day
		if v.Later { // "after friday" begins on Saturday
			first = first.AddDays(1)
		}
		return s.addDay(first, v.Last())
	}
	if v.Part != timeexpr.NoPart {
		s.part = v.Part
		return v.Daily || s.addDay(s.daysOf(v))
	}
	nextDay := timeexpr.Point{Day: v.From.Day.AddDays(1), Clock: v.From.Clock}
	if tooLong := v.From.Valid() && nextDay.Before(v.To); tooLong {
		return false
	}
	s.ends = v.To.Time()
	day, last := s.daysOf(v)
	if !v.From.Valid() {
		day, s.endsOnly = v.To.Day, true
	}
	return (v.Daily || s.addDay(day, last)) && s.addTimes(v)
}

// daysOf are the day that a value begins on and 0, or the two days of a date that is usual in two orders: "12/3".
func (s *schedule) daysOf(v timeexpr.Value) (day, last calendar.Date) {
	day, other := v.From.Day, v.Other.Day
	if twofold := v.Open && v.From.Valid() && other.Valid(); !twofold || other == day {
		return day, 0
	}
	s.either = true
	return min(day, other), max(day, other)
}

// addRule adds a recurrence, with the day that it begins on.
func (s *schedule) addRule(r timeexpr.Rule, today calendar.Date) bool {
	r = r.InMonth(today)
	repeat, _ := r.Plain()
	timed := timeexpr.Point{Clock: r.Clock}.Time().Valid()
	switch {
	case narrows(s.repeat, repeat) && !timed:
		return true
	case s.either, s.repeat.Repeats() && !narrows(repeat, s.repeat):
		return false
	}
	if t := (timeexpr.Point{Clock: r.Clock}).Time(); t.Valid() {
		s.begins, s.ends, s.evening = t, timeexpr.Point{Clock: r.EndClock}.Time(), 0
		if r.Twelve {
			s.evening, _ = t.Add(12 * 60)
		}
	}
	if r.Part != timeexpr.NoPart {
		s.part = r.Part
	}
	said, certain := s.day, s.day.Valid() && !s.last.Valid() && !s.since
	s.repeat, s.rule = repeat, r
	from := max(r.Start, said)
	if inProgress := from.Valid() && from < today && max(s.last, r.Until) >= today; inProgress { // "every day this week"
		from = today
	}
	s.day = r.First(max(from, today))
	if from.Valid() {
		s.day = r.First(from)
	}
	s.within(s.day, s.last)
	s.implied, s.last = !from.Valid(), 0
	return s.day.Valid() && (!certain || s.day == said)
}

// within ends a recurrence with the period that it is beside, unless it is in that but once: "yearly in march".
func (s *schedule) within(first, last calendar.Date) {
	if s.repeat.Next(first, first.AddDays(1)) <= last {
		s.until = last
	}
}

// narrows reports whether a recurrence says more precisely what another one says: "on sundays" and "weekly".
func narrows(r, wide calendar.Recurrence) bool {
	return wide == calendar.Recurrence{Freq: calendar.Weekly} && r.Freq == calendar.Weekly
}

// begin moves the first day of a new series to one that has the time of day ahead, if nothing else says
// when it begins or ends: "every day at seven", said at eight.
func (s *schedule) begin(now calendar.Clock) {
	gone := s.begins.Valid() && s.begins <= now.TimeOfDay()
	if open := s.implied && !s.repeat.Until.Valid(); open && gone && s.day == now.Today() {
		s.day = s.rule.First(s.day.AddDays(1))
	}
}

// complete gives an until its meaning: the end of a recurrence, or a deadline. For how long something repeats is
// the end of a recurrence.
func (s *schedule) complete() (due calendar.Date) {
	if s.repeat.Repeats() && s.lasts() {
		s.until, s.runs = s.runs.After(s.day).AddDays(-1), timeexpr.Amount{}
	}
	if !s.until.Valid() || !s.repeat.Repeats() {
		return s.until
	}
	if !s.repeat.Until.Valid() && s.repeat.Count == 0 {
		s.repeat.Until = s.until
	}
	return 0
}

// lasts reports whether it says for how many days or months something repeats.
func (s schedule) lasts() bool { return s.runs != timeexpr.Amount{} }

// early is the schedule in the morning, if the time may be of the morning or the evening. Twelve is at noon, and what
// would be past today is later.
func (s schedule) early(now calendar.Clock) schedule {
	if !s.evening.Valid() || s.ends.Valid() {
		return s
	}
	early, late := min(s.begins, s.evening), max(s.begins, s.evening)
	gone := s.day == now.Today() && early <= now.TimeOfDay() && !s.repeat.Repeats()
	if s.begins = early; gone || early < calendar.TimeOf(1, 0) {
		s.begins = late
	}
	return s
}

// usual is the schedule for something that is usually in a part of the day.
func (s schedule) usual(part timeexpr.Part) schedule {
	if s.evening.Valid() && part.IsOther(timeexpr.At(s.begins).Clock) {
		s.begins = s.evening
	}
	return s
}

// near is the schedule for something that begins at a time: at eight in the evening, if it
// begins at seven in the evening and goes to "eight".
func (s schedule) near(begins calendar.Time) schedule {
	const noon, evening = 12 * 60, 17 * 60
	if begins.Valid() && begins > evening && s.evening > evening {
		if s.ends.Valid() && s.ends < noon {
			s.ends += noon
		}
		s.begins = s.evening
	}
	return s
}

// coming is a day, or its weekday in the next week if it is today's and cannot be meant.
func (s schedule) coming(day calendar.Date, today bool) calendar.Date {
	if s.again.Valid() && day == s.day && !today {
		return s.again
	}
	return day
}

// first is the day of a period that a plan for it falls on: the first that is not past.
func (s schedule) first(today calendar.Date) calendar.Date {
	if s.last.Valid() && s.day < today && s.last >= today {
		return today
	}
	return s.day
}

// hasFirst reports whether a period stands for its first day: a weekend, and of
// a week to come. Who names two days means both.
func (s schedule) hasFirst(today calendar.Date) bool {
	days := int(s.last - s.day)
	return days <= 1 && !s.ranges || days == 6 && s.day > today
}

// minutesOf is a length in minutes. It reports false for one of days or months, which
// nothing on a day has.
func minutesOf(a timeexpr.Amount) (minutes int, ok bool) {
	return a.Seconds / 60, a.Months == 0 && a.Days == 0 && a.Seconds > 0
}
