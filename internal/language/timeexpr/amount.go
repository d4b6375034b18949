package timeexpr

import (
	"assister/internal/calendar"
	"assister/internal/language"
)

// Amount is a length of time. Months have no fixed length in days, nor days in seconds,
// so they are counted apart.
type Amount struct {
	Months, Days, Seconds int
	Weekday               int // up to the next such day, from 1 for Monday to 7 for Sunday; negative up to the last one
}

// amount is the length that a node says, and its finest unit.
func amount(n *language.Node) (a Amount, g Grain, ok bool) {
	switch {
	case n.Is("durs"):
		return sum(n)
	case !n.Is("dur"):
		return a, g, false
	}
	if day := n.Arg(0); day.Is("weekday") {
		a.Weekday = num(day.Arg(0))
		return a, DayGrain, a.Weekday > 0
	}
	k := num(n.Arg(0))
	g = grainOf(n.Arg(1))
	of, in := num(n.Arg(2).Arg(0)), max(1, num(n.Arg(2).Arg(1))) // a fraction of the unit
	switch g {
	case Second, Minute, Hour:
		length := [...]int{Second: 1, Minute: minute, Hour: hour}[g]
		a.Seconds = k*length + length*of/in
	case DayGrain:
		a.Days, a.Seconds = k, daySecs*of/in
	case Week:
		a.Days, a.Seconds = 7*k+7*of/in, daySecs*(7*of%in)/in
	default:
		months := [...]int{Month: 1, Quarter: 3, Year: 12}[g]
		a.Months, a.Days = months*k+months*of/in, 30*(months*of%in)/in
	}
	if a.Seconds != 0 {
		g = min(g, Hour)
	}
	return a, g, a != Amount{} && k >= 0 && k < 100_000
}

// sum is the length that several nodes say together.
func sum(n *language.Node) (a Amount, g Grain, ok bool) {
	g = Year
	var said uint16
	for _, x := range flat(n.Args) {
		b, unit, ok := amount(x)
		if !ok || said&(1<<unit) != 0 { // "3 days 4 days" is no sum
			return a, g, false
		}
		a = Amount{Months: a.Months + b.Months, Days: a.Days + b.Days, Seconds: a.Seconds + b.Seconds}
		g, said = min(g, unit), said|1<<unit
	}
	return a, g, len(n.Args) > 0
}

// Negative is the same length into the past.
func (a Amount) Negative() Amount { return Amount{-a.Months, -a.Days, -a.Seconds, -a.Weekday} }

// OfDays reports whether a length has days, weeks, months or years.
func (a Amount) OfDays() bool { return a.Days != 0 || a.Months != 0 || a.Weekday != 0 }

// After is a day moved on by the days and months of a length.
func (a Amount) After(d calendar.Date) calendar.Date {
	const week = 7
	d = d.AddMonths(a.Months).AddDays(a.Days)
	if a.Weekday == 0 || !d.Valid() {
		return d
	}
	at := int(d.Weekday())
	if a.Weekday < 0 {
		return d.AddDays(-1 - (at+week-1+a.Weekday+week)%week)
	}
	return d.AddDays(1 + (a.Weekday-at+week-1)%week)
}

// shiftTime is a time, an amount later.
func shiftTime(t int64, a Amount) int64 {
	d := dateOf(t)
	return startOf(a.After(d)) + (t - startOf(d)) + int64(a.Seconds)
}
