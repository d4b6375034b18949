package moment

import (
	"time"

	"assister/internal/calendar"
)

// Frequency is RFC 5545's.
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

// String is RFC 5545's name in small letters.
func (f Frequency) String() string {
	return [...]string{"", "minutely", "hourly", "daily", "weekly", "monthly", "yearly"}[f]
}

// Rule is how something repeats, in the terms of RFC 5545. The zero Rule does
// not repeat. Rules compare with ==.
type Rule struct {
	Freq     Frequency
	Interval int           // at least 1
	Days     calendar.Days // by weekday
	Nth      uint16        // which of these in the month: bit n-1 for the nth, bit 8+n for the nth last
	MonthDay uint64        // bit n for the nth, bit 0 for the last
	Months   uint16        // bit n for month n
	Start    calendar.Date // only when it was said
	Until    calendar.Date // inclusive
	Count    int
	Clock    int32 // second of the day, from 1
	EndClock int32
	Part     Part
}

// Repeats reports whether it is a recurrence at all.
func (r Rule) Repeats() bool { return r.Freq != Never }

// Plain is the rule as the planner's records keep it, with the day a record of
// it may begin on; false when they cannot say it.
func (r Rule) Plain() (rec calendar.Recurrence, ok bool) {
	const workdays = 1<<time.Monday | 1<<time.Tuesday | 1<<time.Wednesday | 1<<time.Thursday | 1<<time.Friday
	rec = calendar.Recurrence{Until: r.Until, Count: int32(r.Count)}
	switch {
	case r.Nth != 0 || r.Freq == Never || r.Freq <= Hourly || r.Interval < 1 || r.Interval > 5000:
		return rec, false
	case r.Freq == Daily && r.Interval == 1 && r.Days == 0:
		rec.Freq = calendar.Daily
	case r.Freq == Daily && r.Days == 0:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(r.Interval)
	case r.Freq == Weekly && r.Interval == 1 && r.Days == workdays:
		rec.Freq = calendar.Weekdays
	case r.Freq == Weekly && r.Interval == 1:
		rec.Freq, rec.ByDay = calendar.Weekly, r.Days
	case r.Freq == Weekly && r.Days&(r.Days-1) == 0:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(7*r.Interval)
	case r.Freq == Monthly && r.Interval == 1 && r.Days == 0 && r.MonthDay&(r.MonthDay-1) == 0 && r.MonthDay != 1 && r.Months == 0:
		rec.Freq = calendar.Monthly
	case r.Freq == Yearly && r.Interval == 1 && r.Days == 0 && r.MonthDay&(r.MonthDay-1) == 0 && r.MonthDay != 1 && r.Months&(r.Months-1) == 0,
		r.Freq == Monthly && r.Interval == 12 && r.Days == 0 && r.MonthDay == 0 && r.Months == 0:
		rec.Freq = calendar.Yearly
	default:
		return rec, false
	}
	return rec, true
}
