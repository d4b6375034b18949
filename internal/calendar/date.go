// Package calendar implements days, times of day, zones and recurrences. A date is
// not a point in time, so that no zone can move it. Package language/timeexpr reads dates in
// natural language; callers provide the clock.
package calendar

import (
	"fmt"
	"strings"
	"time"
)

// Date is a calendar day, as the number of days since the day before 0001-01-01. The
// zero Date is no date. Dates can be compared with < and ==.
type Date int32

// MaxDate is 9999-12-31, the last day that can be written as YYYY-MM-DD.
const MaxDate Date = 3652059

const unixDay = 719163 // Date of 1970-01-01

// DateOf returns the given day; no date if it does not exist.
func DateOf(year int, month time.Month, day int) Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 {
		return 0
	}
	if day < 1 || day > DaysIn(year, month) {
		return 0
	}
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/86400 + unixDay)
}

// DateIn returns the day of t in its own zone.
func DateIn(t time.Time) Date { return DateOf(t.Year(), t.Month(), t.Day()) }

// ParseDate reads YYYY-MM-DD and accepts only days that exist.
func ParseDate(s string) (Date, bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	y, ok1 := digits(s[:4])
	m, ok2 := digits(s[5:7])
	d, ok3 := digits(s[8:])
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	date := DateOf(y, time.Month(m), d)
	return date, date != 0
}

func digits(s string) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// DaysIn returns the number of days in a month.
func DaysIn(year int, month time.Month) int {
	switch month {
	case time.April, time.June, time.September, time.November:
		return 30
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// Valid reports whether d is a date.
func (d Date) Valid() bool { return d >= 1 && d <= MaxDate }

// YMD returns year, month and day; 0, 0, 0 for no date.
func (d Date) YMD() (year int, month time.Month, day int) {
	if !d.Valid() {
		return 0, 0, 0
	}
	return time.Unix(int64(d-unixDay)*86400, 0).UTC().Date()
}

// Weekday returns the day of the week; an arbitrary but valid one for no date.
func (d Date) Weekday() time.Weekday { return time.Weekday(uint32(d) % 7) } // 0001-01-01 was a Monday

// AddDays returns the day n days later; no date if that is outside of the calendar.
func (d Date) AddDays(n int) Date {
	if !d.Valid() {
		return 0
	}
	if e := int64(d) + int64(n); e >= 1 && e <= int64(MaxDate) {
		return Date(e)
	}
	return 0
}

// AddMonths returns the same day n months later, or the last day of that month if it
// is shorter: a month after January 31 is the end of February.
func (d Date) AddMonths(n int) Date {
	y, m, day := d.YMD()
	if y == 0 {
		return 0
	}
	months := y*12 + int(m) - 1 + n
	if months < 12 {
		return 0
	}
	y, m = months/12, time.Month(months%12+1)
	return DateOf(y, m, min(day, DaysIn(y, m)))
}

// StartOfWeek returns the Monday on or before d. Weeks start on Monday (ISO 8601).
func (d Date) StartOfWeek() Date { return d.AddDays(-(int(d.Weekday()) + 6) % 7) }

// String returns YYYY-MM-DD; "" for no date.
func (d Date) String() string { return string(d.Append(nil)) }

// Long returns the day as people read it, with its weekday: "Mon 2026-11-23"; "" for
// no date.
func (d Date) Long() string {
	if !d.Valid() {
		return ""
	}
	return d.Weekday().String()[:3] + " " + d.String()
}

// Append appends String to dst without allocating.
func (d Date) Append(dst []byte) []byte {
	y, m, day := d.YMD()
	if y == 0 {
		return dst
	}
	return append(dst, byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10), '-',
		byte('0'+m/10), byte('0'+m%10), '-', byte('0'+day/10), byte('0'+day%10))
}

// Time is a time of day in minutes, where 00:00 is 1. The zero Time is no time.
type Time int16

// TimeOf returns the time hour:minute; no time if it does not exist.
func TimeOf(hour, minute int) Time {
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0
	}
	return Time(hour*60 + minute + 1)
}

// ParseTime reads HH:MM or H:MM in 24 hours.
func ParseTime(s string) (Time, bool) {
	if len(s) == 4 {
		s = "0" + s
	}
	if len(s) != 5 || s[2] != ':' {
		return 0, false
	}
	h, ok1 := digits(s[:2])
	m, ok2 := digits(s[3:])
	t := TimeOf(h, m)
	return t, ok1 && ok2 && t != 0
}

// Valid reports whether t is a time.
func (t Time) Valid() bool { return t >= 1 && t <= 24*60 }

// Clock returns the hour and the minute.
func (t Time) Clock() (hour, minute int) { return int(t-1) / 60, int(t-1) % 60 }

// Add adds minutes and returns the number of midnights passed in days.
func (t Time) Add(minutes int) (u Time, days int) {
	n := int(t) - 1 + minutes
	days = n / (24 * 60)
	if n %= 24 * 60; n < 0 {
		n += 24 * 60
		days--
	}
	return Time(n + 1), days
}

// String returns HH:MM; "" for no time.
func (t Time) String() string {
	if !t.Valid() {
		return ""
	}
	h, m := t.Clock()
	return fmt.Sprintf("%02d:%02d", h, m)
}

// ParseMoment reads a day and a time, "2026-11-22T15:00". There may be a space instead
// of the T, and seconds if they are zero.
func ParseMoment(s string) (d Date, t Time, ok bool) {
	const size = len("2026-11-22T15:00")
	if s = strings.TrimSpace(s); len(s) != size && !(len(s) == size+len(":00") && strings.HasSuffix(s, ":00")) {
		return 0, 0, false
	}
	d, ok = ParseDate(s[:10])
	t, timed := ParseTime(s[11:size])
	return d, t, ok && timed && strings.IndexByte("Tt ", s[10]) >= 0
}

// Clock is the current instant and the time zone, fixed for one run.
type Clock struct {
	Instant time.Time
	Zone    *time.Location
	Country string // two letters, as in ISO 3166, that feasts depend on; "" for the most usual
}

// TimeOfDay returns the current time of day in the zone.
func (c Clock) TimeOfDay() Time {
	t := c.Instant.In(c.Zone)
	return TimeOf(t.Hour(), t.Minute())
}

// Today returns the current day in the zone.
func (c Clock) Today() Date { return DateIn(c.Instant.In(c.Zone)) }
