package timeexpr

import (
	"fmt"
	"strconv"
	"strings"
)

// String is a short form of the value: a point, FROM..TO, a length
// as in ISO 8601, or a rule.
func (v Value) String() string {
	switch v.Kind {
	case None:
		return "none"
	case Range:
		return v.From.String() + ".." + v.To.String()
	case Duration:
		return v.Amount.String()
	case Recurrence:
		return v.Rule.String()
	}
	return v.From.String()
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

// String is the length as in ISO 8601: P1M2DT3H.
func (a Amount) String() string {
	var b strings.Builder
	b.WriteByte('P')
	write := func(n int, unit string) {
		if n != 0 {
			fmt.Fprintf(&b, "%d%s", n, unit)
		}
	}
	write(a.Months, "M")
	write(a.Days, "D")
	if a.Seconds != 0 {
		b.WriteByte('T')
		write(a.Seconds/hour, "H")
		write(a.Seconds%hour/minute, "M")
		write(a.Seconds%minute, "S")
	}
	return b.String()
}
