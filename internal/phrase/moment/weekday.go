package moment

import "time"

// A day by its name in the week.

// weekdayAt is a weekday of the week that is n weeks on.
func (r *reader) weekdayAt(n, wd int) days {
	return days{first: r.today.StartOfWeek().AddDays(7*n + (wd+6)%7), grain: DayGrain}
}

func whichWeekday(r *reader, m *match) (days, bool) {
	wd, k := r.value(m, weekday), m.to
	j := r.skip(m.at, the)
	switch {
	case m.which < 0 && r.has(j, last) && r.n(j, last) == 1: // "past friday"
		return days{first: soonest(r.today.AddDays(-7), time.Weekday(wd)), grain: DayGrain}, true
	case m.which == 0 || r.has(j, this):
		return days{wd: wd + 1, grain: DayGrain}, true
	case (r.has(k, of) || r.has(k, in)) && r.has(k+1, month), r.has(k, of) && r.has(r.skip(k+1, the), this):
		return days{}, false // "last monday of march"
	}
	return r.weekdayAt(m.which, wd), true
}

func weekdayOfWeek(r *reader, m *match) (days, bool) {
	return r.weekdayAt(m.which, r.value(m, weekday)), r.value(m, unit) == int(Week)
}

// weekdayAfterNext is the one after the soonest to come, which is not today.
func weekdayAfterNext(r *reader, m *match) (days, bool) {
	return days{first: soonest(r.today.AddDays(1), time.Weekday(r.value(m, weekday))).AddDays(7), grain: DayGrain}, true
}

func weekdayOfPeriod(r *reader, m *match) (days, bool) {
	p := m.day
	return days{first: p.first.AddDays((r.value(m, weekday) + 6) % 7), grain: DayGrain}, p.grain == Week && p.last-p.first == 6
}

func soonestWeekday(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, weekday)
	return days{wd: r.n(k, weekday) + 1, grain: DayGrain, free: r.has(k, doubt)}, true
}
