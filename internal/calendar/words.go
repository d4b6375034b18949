package calendar

import (
	"strconv"
	"strings"
	"time"
)

// Near is the day as people read it, with a word where it is close to today:
// "tomorrow (Mon 2026-11-23)". Further away, and without a today, it is Long.
func (d Date) Near(today Date) string {
	if d.Valid() && today.Valid() {
		switch d - today {
		case -1:
			return "yesterday (" + d.Long() + ")"
		case 0:
			return "today (" + d.Long() + ")"
		case 1:
			return "tomorrow (" + d.Long() + ")"
		}
	}
	return d.Long()
}

// Words is the recurrence as people read it: "every Monday and Thursday until
// Fri 2026-12-25", "every month on the 31st, 10 times". What the anchor decides is
// left out when there is no anchor. It is nothing for a recurrence that does not
// repeat.
func (r Recurrence) Words(anchor Date) string {
	if !r.Repeats() {
		return ""
	}
	text := "every " + r.period(anchor)
	if r.Until.Valid() {
		text += " until " + r.Until.Long()
	}
	switch {
	case r.Count == 1:
		text += ", once"
	case r.Count > 1:
		text += ", " + strconv.Itoa(int(r.Count)) + " times"
	}
	return text
}

func (r Recurrence) period(anchor Date) string {
	_, month, day := anchor.YMD()
	switch r.Freq {
	case Weekdays:
		return "weekday"
	case Weekly:
		return weekdaysOf(r.ByDay, anchor)
	case EveryNDays:
		return dayCount(int(r.Interval))
	case Monthly:
		if anchor.Valid() {
			return "month on the " + ordinal(day)
		}
		return "month"
	case Yearly:
		if anchor.Valid() {
			return "year on " + strconv.Itoa(day) + " " + month.String()
		}
		return "year"
	}
	return "day"
}

// weekdaysOf names the days of a set, Monday first, or else the anchor's weekday.
func weekdaysOf(set Days, anchor Date) string {
	var names []string
	for i := range 7 {
		if day := time.Weekday((i + 1) % 7); set.Has(day) {
			names = append(names, day.String())
		}
	}
	last := len(names) - 1
	switch {
	case last > 0:
		return strings.Join(names[:last], ", ") + " and " + names[last]
	case last == 0:
		return names[0]
	case anchor.Valid():
		return anchor.Weekday().String()
	}
	return "week"
}

func dayCount(n int) string {
	switch {
	case n <= 1:
		return "day"
	case n == 7:
		return "week"
	case n%7 == 0:
		return strconv.Itoa(n/7) + " weeks"
	}
	return strconv.Itoa(n) + " days"
}

func ordinal(n int) string {
	suffix := "th"
	if n < 11 || n > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
