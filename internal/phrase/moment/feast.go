package moment

import (
	"time"

	"assister/internal/calendar"
)

// Days that have a name: those with a date, and those that move from year to year.

// movable is where the numbers of the movable feasts begin in the tables of words;
// those of the others are month*100 + day.
const movable = 2000

// The movable feasts, of which most are days from Easter or the nth weekday of a
// month. Where countries keep a feast on different days, its name is in no table.
const (
	easter = movable + iota
	easterMonday
	goodFriday
	palmSunday
	ashWednesday
	shroveTuesday
	ascension
	pentecost
	whitMonday
	thanksgiving
	blackFriday
	cyberMonday
	laborDay
	memorialDay
	kingDay
	presidentsDay
	columbusDay
	fathersDay
)

// feasts say when each of them is: days after Easter, or days after the nth
// weekday of a month, the last where n is -1.
var feasts = [...]struct {
	days  int
	n     int
	wd    time.Weekday
	month time.Month
}{
	easter - movable:        {days: 0},
	easterMonday - movable:  {days: 1},
	goodFriday - movable:    {days: -2},
	palmSunday - movable:    {days: -7},
	ashWednesday - movable:  {days: -46},
	shroveTuesday - movable: {days: -47},
	ascension - movable:     {days: 39},
	pentecost - movable:     {days: 49},
	whitMonday - movable:    {days: 50},
	thanksgiving - movable:  {0, 4, time.Thursday, time.November},
	blackFriday - movable:   {1, 4, time.Thursday, time.November},
	cyberMonday - movable:   {4, 4, time.Thursday, time.November},
	laborDay - movable:      {0, 1, time.Monday, time.September},
	memorialDay - movable:   {0, -1, time.Monday, time.May},
	kingDay - movable:       {0, 3, time.Monday, time.January},
	presidentsDay - movable: {0, 3, time.Monday, time.February},
	columbusDay - movable:   {0, 2, time.Monday, time.October},
	fathersDay - movable:    {0, 3, time.Sunday, time.June},
}

// feastOf is a feast in a year.
func feastOf(h, y int) calendar.Date {
	if h < movable {
		return calendar.DateOf(y, time.Month(h/100), h%100)
	}
	f := feasts[h-movable]
	if f.n == 0 {
		return easterOf(y).AddDays(f.days)
	}
	first := calendar.DateOf(y, f.month, 1)
	return nthOf(days{first: first, last: first.AddMonths(1).AddDays(-1)}, f.wd, f.n).AddDays(f.days)
}

// easterOf is Easter Sunday in a year of the Gregorian calendar, by the way of
// Meeus, Jones and Butcher: the Sunday after the first full moon of spring as the
// church reckons it.
func easterOf(y int) calendar.Date {
	century, ofCentury := y/100, y%100
	golden := y % 19
	moon := (19*golden + century - century/4 - (century-(century+8)/25+1)/3 + 15) % 30
	weekday := (32 + 2*(century%4) + 2*(ofCentury/4) - moon - ofCentury%4) % 7
	late := (golden + 11*moon + 22*weekday) / 451
	n := moon + weekday - 7*late + 114
	return calendar.DateOf(y, time.Month(n/31), n%31+1)
}

// feast is a day that has a name. One that moves is worked out at once: the soonest
// that is not past, or the last that is.
func feast(r *reader, m *match) (d days, ok bool) {
	h := r.value(m, holiday)
	if h < movable {
		return days{y: m.year, m: h / 100, d: h % 100, grain: DayGrain, pastward: m.which < 0}, true
	}
	d = days{grain: DayGrain}
	if m.year > 0 {
		d.first = feastOf(h, m.year)
		return d, d.first.Valid()
	}
	y, _, _ := r.today.YMD()
	if d.first = feastOf(h, y); m.which < 0 && d.first >= r.today {
		d.first = feastOf(h, y-1)
	} else if m.which >= 0 && d.first < r.today {
		d.first = feastOf(h, y+1)
	}
	return d, true
}

// feastWithin is a feast of a year that is counted from this one: "easter of next
// year".
func feastWithin(r *reader, m *match) (d days, ok bool) {
	p := m.day
	if !r.resolve(&p) || p.grain != Year {
		return d, false
	}
	y, _, _ := p.first.YMD()
	d = days{first: feastOf(r.value(m, holiday), y), grain: DayGrain}
	return d, d.first.Valid()
}

// onFeast puts a yearly rule on a feast; none where no rule can be.
func (rule Rule) onFeast(h int) Rule {
	if h < movable {
		rule.Months, rule.MonthDay = 1<<(h/100), 1<<(h%100)
		return rule
	}
	f := feasts[h-movable]
	if f.n == 0 || f.days != 0 {
		return Rule{}
	}
	rule.Months, rule.Days = 1<<f.month, 1<<f.wd
	rule.nth(nths{size: 1, n: [31]int8{int8(f.n)}}, rule.Days)
	return rule
}

// everyFeast is "every christmas". A feast that follows the moon is no rule.
func everyFeast(r *reader, m *match) (Rule, bool) {
	rule := Rule{Freq: Yearly, Interval: m.every}.onFeast(r.value(m, holiday))
	r.refused = r.refused || !rule.Repeats()
	return rule, rule.Repeats() && m.every >= 1 && m.every <= 5000
}

// weekOfFeast is "the week of thanksgiving".
func weekOfFeast(r *reader, m *match) (d days, ok bool) {
	if r.wordOf(m, weekOf) < 0 && r.value(m, unit) != int(Week) {
		return d, false
	}
	if d, ok = feast(r, m); !ok || !r.resolve(&d) {
		return d, false
	}
	return weekWith(d.first), true
}

// weekWith is the week that a day lies in.
func weekWith(day calendar.Date) days {
	monday := day.StartOfWeek()
	return days{first: monday, last: monday.AddDays(6), grain: Week}
}
