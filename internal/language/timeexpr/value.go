// Package timeexpr evaluates the trees that forms make of expressions of time: days,
// times, ranges, durations and recurrences. A tree describes days and times
// in an algebra of sets of intervals; the value is what that is on a given day.
package timeexpr

import (
	"fmt"

	"assister/internal/calendar"
)

// Kind is the kind of a value.
type Kind uint8

const (
	None Kind = iota
	Day
	TimeOfDay
	DayAndTime
	Range
	Duration
	Recurrence
)

// String is the name of the kind in events.
func (k Kind) String() string {
	return [...]string{"none", "date", "time", "datetime", "range", "duration", "recurrence"}[k]
}

// Grain is the precision: "in march" is precise to the month.
type Grain uint8

const (
	NoGrain Grain = iota
	Second
	Minute
	Hour
	DayGrain
	Week
	Month
	Quarter
	Year
)

var grainNames = [...]string{"", "second", "minute", "hour", "day", "week", "month", "quarter", "year"}

// String is the name of the unit.
func (g Grain) String() string { return grainNames[g] }

// Point is a local day, with a time if Clock is not zero. The zero Point is none.
type Point struct {
	Day   calendar.Date
	Clock int32 // seconds of the day, from 1
}

// Valid reports whether there is a point at all.
func (p Point) Valid() bool { return p.Day.Valid() }

// Timed reports whether the point has a time of day.
func (p Point) Timed() bool { return p.Clock > 0 }

// Before compares two points; a day begins at midnight.
func (p Point) Before(q Point) bool {
	return p.Day < q.Day || p.Day == q.Day && max(p.Clock, 1) < max(q.Clock, 1)
}

// String is YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SS if there is a time.
func (p Point) String() string {
	day := string(p.Day.Append(nil))
	if p.Clock == 0 || !p.Valid() {
		return day
	}
	s := p.Clock - 1
	return fmt.Sprintf("%sT%02d:%02d:%02d", day, s/3600, s/60%60, s%60)
}

// Part is a part of the day.
type Part uint8

const (
	NoPart Part = iota
	Morning
	Afternoon
	Evening
	Night
	Lunch
)

// String is the name of the part.
func (p Part) String() string {
	return [...]string{"", "morning", "afternoon", "evening", "night", "lunchtime"}[p]
}

// IsOther reports whether something that is usually in the part is at the time twelve hours from a clock time, if
// that may be of either half of the day: dinner "at eight".
func (p Part) IsOther(clock int32) bool {
	hour := int(clock-1) / 3600
	ends := map[Part]int{Evening: 11, Afternoon: 9}
	later := hour >= 5 && hour < ends[p]
	return later || p == Morning && hour >= 16 && hour < 19
}

// Value is what an expression means. The end of a range of days is inclusive, and either
// end may be missing where the range is open. For the other kinds the value is From.
type Value struct {
	Kind     Kind
	Grain    Grain
	From, To Point
	Part     Part // was named and is not more precise than From and To
	Amount   Amount
	Rule     Rule
	Other    Point // the second of two usual readings
	Open     bool  // neither of the two is the likelier
	Daily    bool  // of a range: times of day, without a day
	Deadline bool  // of a day: until then
	Over     bool  // of a day: it is of a week, month or year that has begun, and past: "on tuesday this week"
	Later    bool  // of a range: after the day that it begins with
	Within   bool  // of a range with one end: on the day of that, as in "friday after 5"
	Ends     bool  // of a range: both of its ends are named, or one and the length

	// Cycle is how far apart the days of a value are that does not say of which week or month it is: Week for
	// "wednesday", and Month for "the 5th".
	Cycle Grain
}

// On is a day as a value.
func On(d calendar.Date) Value { return Value{Kind: Day, Grain: DayGrain, From: Point{Day: d}} }

// At is a time of day without a day; the zero Point if there is none.
func At(t calendar.Time) Point {
	if !t.Valid() {
		return Point{}
	}
	return Point{Clock: (int32(t)-1)*60 + 1}
}

// InPeriod is the first of the days that a value may be of in a period to come: "the 5th", of a trip in March.
func (v Value) InPeriod(of Value) Value {
	ahead := of.Kind == Range && of.Grain >= DayGrain && v.From.Day.Valid() && v.From.Day < of.From.Day
	step, comes := map[Grain]Amount{Week: {Days: 7}, Month: {Months: 1}}[v.Cycle]
	if !ahead || !comes {
		return v
	}
	day := v.From.Day
	_, _, nth := day.YMD()
	for k := 1; day < of.From.Day; k++ {
		day = v.From.Day.AddMonths(k * step.Months).AddDays(k * step.Days)
		if _, _, d := day.YMD(); d != nth && step.Months > 0 { // a month without a 31st
			day = 0
		}
	}
	if last := of.Last(); last.Valid() && day > last {
		return v
	}
	days := int(day - v.From.Day)
	for _, p := range []*Point{&v.From, &v.To, &v.Other} {
		if p.Day.Valid() {
			p.Day = p.Day.AddDays(days)
		}
	}
	return v
}

// OfAnyDay reports whether a value is times of day without a day.
func (v Value) OfAnyDay() bool { return v.Kind == TimeOfDay || v.Daily }

// Time is the time of day of a point; none if it has none.
func (p Point) Time() calendar.Time {
	if !p.Timed() {
		return 0
	}
	s := int(p.Clock - 1)
	return calendar.TimeOf(s/3600, s/60%60)
}

// seconds is a point in seconds, as in a span.
func (p Point) seconds() int64 { return startOf(p.Day) + int64(max(p.Clock, 1)-1) }

// TakeOther makes the second of two usual times the first, and moves the end of a range along.
func (v *Value) TakeOther() {
	if v.To.Timed() {
		v.To = pointOf(v.To.seconds() + v.Other.seconds() - v.From.seconds())
	}
	v.From, v.Other = v.Other, v.From
}

// Last is the last day of a value; none if it has no end.
func (v Value) Last() calendar.Date {
	switch {
	case v.Kind != Range:
		return v.From.Day
	case v.To.Valid() && v.To.Clock == 1: // before the day
		return v.To.Day.AddDays(-1)
	}
	return v.To.Day
}
