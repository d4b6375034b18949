package timeexpr

import (
	"time"

	"assister/internal/calendar"
)

// Frequency is that of RFC 5545.
type Frequency uint8

const (
	Never Frequency = iota
	Minutely
	Hourly
	Daily
	Weekly
	Monthly
	Yearly
)

// String is the name in RFC 5545, in lower case.
func (f Frequency) String() string {
	return [...]string{"", "minutely", "hourly", "daily", "weekly", "monthly", "yearly"}[f]
}

// Rule is a recurrence in the terms of RFC 5545. The zero Rule does not repeat. Rules
// compare with ==.
type Rule struct {
	Freq     Frequency
	Interval int           // at least 1
	Days     calendar.Days // by weekday
	Nth      uint16        // which of these in the month: bit n-1 for the nth, bit 8+n for the nth last
	MonthDay uint64        // bit n for the nth, bit 0 for the last
	Months   uint16        // bit n for month n
	Start    calendar.Date // only if it was given
	Until    calendar.Date // inclusive
	Count    int
	Clock    int32 // second of the day, from 1
	EndClock int32
	Twelve   bool // the clock may as well be the one twelve hours away
	Part     Part
}

// searched is how many days a rule is looked for: the time between two leap days.
const searched = 8*366 + 1

// First is the first day that a rule is on, from a day on; 0 if there is none.
func (r Rule) First(from calendar.Date) calendar.Date {
	for day := from; day < from.AddDays(searched); day = day.AddDays(1) {
		if r.IsOn(day) {
			return day
		}
	}
	return 0
}

// IsOn reports whether a day is one of those that a rule names.
func (r Rule) IsOn(day calendar.Date) bool {
	year, month, n := day.YMD()
	days := calendar.DaysIn(year, month)
	byDay := r.Days == 0 || r.Days.Has(day.Weekday())
	byDate := r.MonthDay == 0 || r.MonthDay&(1<<n) != 0 || n == days && r.MonthDay&1 != 0
	byPlace := r.Nth == 0 || r.Nth&(1<<((n-1)/7)|1<<((days-n)/7+9)) != 0
	byMonth := r.Months == 0 || r.Months&(1<<month) != 0
	return byDay && byDate && byPlace && byMonth
}

// InMonth is a rule of days in one month of the year as that of the month to come: "every friday in december".
func (r Rule) InMonth(today calendar.Date) Rule {
	first := r.First(max(r.Start, today))
	year, month, _ := first.YMD()
	ofYear := r.Freq == Yearly && r.Interval == 1 && r.Days != 0
	days := r.Freq == Daily || r.Freq == Weekly || ofYear
	open := r.Nth == 0 && !r.Until.Valid() && r.Count == 0
	if r.Months != 1<<month || r.MonthDay != 0 || !days || !open {
		return r
	}
	r.Freq, r.Months, r.Start = min(r.Freq, Weekly), 0, first
	r.Until = calendar.DateOf(year, month, calendar.DaysIn(year, month))
	return r
}

const workweek = calendar.Days(1<<time.Monday | 1<<time.Tuesday | 1<<time.Wednesday | 1<<time.Thursday | 1<<time.Friday)

const weekendDays = calendar.Days(1<<time.Saturday | 1<<time.Sunday)

const everyDay = workweek | weekendDays

const everyMonth = 1<<13 - 1<<1

// maxInterval is the largest interval of a recurrence.
const maxInterval = 5000

// Plain is the rule as records keep it, and whether they can.
func (r Rule) Plain() (rec calendar.Recurrence, ok bool) {
	rec = calendar.Recurrence{Until: r.Until, Count: int32(r.Count)}
	oneDay := r.Days&(r.Days-1) == 0
	dates := r.Days == 0 && r.MonthDay&(r.MonthDay-1) == 0 && r.MonthDay != 1
	plain := r.Days == 0 && r.MonthDay == 0 && r.Months == 0
	if r.Nth != 0 || r.Interval < 1 || r.Interval > maxInterval {
		return rec, false
	}
	switch r.Freq {
	case Daily:
		rec.Freq = calendar.Daily
		if r.Interval > 1 {
			rec.Freq, rec.Interval = calendar.EveryNDays, int32(r.Interval)
		}
		return rec, r.Days == 0 && r.Months == 0
	case Weekly:
		rec.Freq, rec.ByDay = calendar.Weekly, r.Days
		switch {
		case r.Interval == 1 && r.Days == workweek:
			rec.Freq, rec.ByDay = calendar.Weekdays, 0
		case r.Interval > 1:
			rec.Freq, rec.ByDay, rec.Interval = calendar.EveryNDays, 0, int32(7*r.Interval)
			return rec, oneDay && r.Months == 0
		}
		return rec, true
	case Monthly:
		rec.Freq = calendar.Monthly
		if r.Interval == 12 && plain {
			rec.Freq = calendar.Yearly
			return rec, true
		}
		return rec, r.Interval == 1 && dates && r.Months == 0
	case Yearly:
		rec.Freq = calendar.Yearly
		return rec, r.Interval == 1 && dates && r.Months&(r.Months-1) == 0
	}
	return rec, false
}
