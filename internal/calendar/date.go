// Package calendar knows days, times of day, zones and recurrences. A date is a
// date here and never midnight, so that no zone can move it. It leaves words to
// package phrase and the clock to whoever calls.
package calendar

import (
	"fmt"
	"time"
)

// Date is a calendar day: its number, counting 0001-01-01 as 1. The zero Date
// is no date at all. Dates compare with < and ==.
type Date int32

// MaxDate is 9999-12-31, the last day that YYYY-MM-DD can write.
const MaxDate Date = 3652059

const unixDay = 719163 // Date of 1970-01-01

// DateOf is the given day, or none when there is no such day.
func DateOf(year int, month time.Month, day int) Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > DaysIn(year, month) {
		return 0
	}
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/86400 + unixDay)
}

// DateIn is the day that t falls on in its own zone.
func DateIn(t time.Time) Date { return DateOf(t.Year(), t.Month(), t.Day()) }

// ParseDate reads YYYY-MM-DD, digits only, and only days that exist.
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

// DaysIn is the length of a month.
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

// Valid reports whether d is a day at all.
func (d Date) Valid() bool { return d >= 1 && d <= MaxDate }

// YMD takes the day apart. Of no date it is 0, 0, 0.
func (d Date) YMD() (year int, month time.Month, day int) {
	if !d.Valid() {
		return 0, 0, 0
	}
	return time.Unix(int64(d-unixDay)*86400, 0).UTC().Date()
}

// Weekday of the day. Of no date it is some weekday, never one that a set of
// days could not be asked for.
func (d Date) Weekday() time.Weekday { return time.Weekday(uint32(d) % 7) } // 0001-01-01 was a Monday

// AddDays may leave the calendar; the answer is then no date.
func (d Date) AddDays(n int) Date {
	if !d.Valid() {
		return 0
	}
	if e := int64(d) + int64(n); e >= 1 && e <= int64(MaxDate) {
		return Date(e)
	}
	return 0
}

// AddMonths keeps the day of the month, or takes the month's last day when it
// has no such day (contract, section 9).
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

// StartOfWeek is the Monday on or before d (contract, section 9).
func (d Date) StartOfWeek() Date { return d.AddDays(-(int(d.Weekday()) + 6) % 7) }

// String is YYYY-MM-DD, or nothing for no date.
func (d Date) String() string { return string(d.Append(nil)) }

// Long is the day as people read it, with its weekday: "Mon 2026-11-23". It is
// nothing for no date.
func (d Date) Long() string {
	if !d.Valid() {
		return ""
	}
	return d.Weekday().String()[:3] + " " + d.String()
}

// Append is String without the garbage.
func (d Date) Append(dst []byte) []byte {
	y, m, day := d.YMD()
	if y == 0 {
		return dst
	}
	return append(dst, byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10), '-',
		byte('0'+m/10), byte('0'+m%10), '-', byte('0'+day/10), byte('0'+day%10))
}

// Time is a time of day in minutes, counting 00:00 as 1. The zero Time is none.
type Time int16

// TimeOf is hour:minute, or none when there is no such time.
func TimeOf(hour, minute int) Time {
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0
	}
	return Time(hour*60 + minute + 1)
}

// ParseTime reads HH:MM in 24 hours; a one-digit hour is taken too.
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

// Valid reports whether t is a time of day at all.
func (t Time) Valid() bool { return t >= 1 && t <= 24*60 }

// Clock takes the time apart.
func (t Time) Clock() (hour, minute int) { return int(t-1) / 60, int(t-1) % 60 }

// Add goes round midnight; days says how many it passed.
func (t Time) Add(minutes int) (u Time, days int) {
	n := int(t) - 1 + minutes
	days = n / (24 * 60)
	if n %= 24 * 60; n < 0 {
		n += 24 * 60
		days--
	}
	return Time(n + 1), days
}

// String is HH:MM, or nothing for no time.
func (t Time) String() string {
	if !t.Valid() {
		return ""
	}
	h, m := t.Clock()
	return fmt.Sprintf("%02d:%02d", h, m)
}

// Clock is the moment and the zone that everything in one run is told by.
type Clock struct {
	Instant time.Time
	Zone    *time.Location
}

// Today is the day it is in the zone.
func (c Clock) Today() Date { return DateIn(c.Instant.In(c.Zone)) }
