package timeexpr

import (
	"fmt"
	"strconv"
	"strings"
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

// String is the rule in short: "weekly/2 mo,th 09:00 until 2027-06-01", where /2 is the
// interval. n1 is the first of the weekdays in the month, and n-1 the last; d15 the 15th
// day, and d-1 the last; m3 is March; x5 is the count.
func (r Rule) String() string {
	var b strings.Builder
	b.WriteString(r.Freq.String())
	if r.Interval > 1 {
		fmt.Fprintf(&b, "/%d", r.Interval)
	}
	list := func(mark string, n int, has func(int) bool, name func(int) string) {
		sep := " " + mark
		for i := range n {
			if has(i) {
				b.WriteString(sep + name(i))
				sep = "," + mark
			}
		}
	}
	list("", 7, func(i int) bool { return r.Days&(1<<((i+1)%7)) != 0 },
		func(i int) string { return [...]string{"mo", "tu", "we", "th", "fr", "sa", "su"}[i] })
	list("n", 16, func(i int) bool { return r.Nth&(1<<i) != 0 }, func(i int) string {
		if i >= 8 {
			return strconv.Itoa(8 - i)
		}
		return strconv.Itoa(i + 1)
	})
	list("m", 13, func(i int) bool { return r.Months&(1<<i) != 0 }, strconv.Itoa)
	list("d", 32, func(i int) bool { return r.MonthDay&(1<<i) != 0 }, func(i int) string {
		if i == 0 {
			return "-1"
		}
		return strconv.Itoa(i)
	})
	clock := func(s int32) string { return fmt.Sprintf("%02d:%02d", (s-1)/hour, (s-1)/minute%60) }
	switch {
	case r.EndClock > 0:
		b.WriteString(" " + clock(r.Clock) + "-" + clock(r.EndClock))
	case r.Clock > 0:
		b.WriteString(" " + clock(r.Clock))
	case r.Part != NoPart:
		b.WriteString(" " + r.Part.String())
	}
	if r.Start.Valid() {
		b.WriteString(" from " + r.Start.String())
	}
	if r.Until.Valid() {
		b.WriteString(" until " + r.Until.String())
	}
	if r.Count > 0 {
		fmt.Fprintf(&b, " x%d", r.Count)
	}
	return b.String()
}

// searched is how many days a rule is looked for: the time between two leap days.
const searched = 8*366 + 1

// First is the first day that a rule is on, from a day on; 0 if there is none.
func (r Rule) First(from calendar.Date) calendar.Date {
	for day := from; day < from.AddDays(searched); day = day.AddDays(1) {
		if r.isOn(day) {
			return day
		}
	}
	return 0
}

// isOn reports whether a day is one of those that a rule names.
func (r Rule) isOn(day calendar.Date) bool {
	year, month, n := day.YMD()
	days := calendar.DaysIn(year, month)
	byDay := r.Days == 0 || r.Days.Has(day.Weekday())
	byDate := r.MonthDay == 0 || r.MonthDay&(1<<n) != 0 || n == days && r.MonthDay&1 != 0
	byPlace := r.Nth == 0 || r.Nth&(1<<((n-1)/7)|1<<((days-n)/7+9)) != 0
	byMonth := r.Months == 0 || r.Months&(1<<month) != 0
	return byDay && byDate && byPlace && byMonth
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
			return rec, oneDay
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
