package calendar

import (
	"strings"
	"time"
)

// RelativeForms names, for error messages, everything that ParseDay accepts.
const RelativeForms = "YYYY-MM-DD, today, tomorrow, yesterday, a weekday, or an offset such as +3d, -1w, +2m, +1y"

// maxOffsetDigits is more than any offset between two valid dates needs, and few
// enough that the number cannot overflow.
const maxOffsetDigits = 7

// ParseDay reads a date as programs and people write it in a field: YYYY-MM-DD,
// today, tomorrow, yesterday, an English weekday (whole or its first three
// letters), or a signed number of days, weeks, months or years from today.
//
// A weekday is the soonest one, today included, and never in the past. Adding
// months or years keeps the day of the month, or takes the last day of a shorter
// month. Words are matched in any case. Natural language ("next friday") is not
// read here: it is ambiguous, and a field must not guess.
func ParseDay(text string, today Date) (Date, bool) {
	if date, ok := ParseDate(text); ok {
		return date, true
	}
	if !today.Valid() || text == "" {
		return 0, false
	}
	date := Date(0)
	switch word := strings.ToLower(text); word {
	case "today":
		date = today
	case "tomorrow":
		date = today.AddDays(1)
	case "yesterday":
		date = today.AddDays(-1)
	default:
		if weekday, ok := parseWeekday(word); ok {
			date = today.AddDays((int(weekday) - int(today.Weekday()) + 7) % 7)
		} else {
			date = parseOffset(word, today)
		}
	}
	return date, date.Valid()
}

// parseWeekday reads a lower-case English weekday or its first three letters.
func parseWeekday(word string) (time.Weekday, bool) {
	for day := time.Sunday; day <= time.Saturday; day++ {
		name := strings.ToLower(day.String())
		if word == name || word == name[:3] {
			return day, true
		}
	}
	return 0, false
}

// parseOffset reads a sign, a number and a unit, and adds them to today. It
// returns no date for anything else, and when the result leaves the calendar.
func parseOffset(word string, today Date) Date {
	last := len(word) - 1
	if last < 2 || last > maxOffsetDigits+1 {
		return 0
	}
	n, ok := digits(word[1:last])
	if !ok || word[0] != '+' && word[0] != '-' {
		return 0
	}
	if word[0] == '-' {
		n = -n
	}
	switch word[last] {
	case 'd':
		return today.AddDays(n)
	case 'w':
		return today.AddDays(7 * n)
	case 'm':
		return today.AddMonths(n)
	case 'y':
		return today.AddMonths(12 * n)
	}
	return 0
}
