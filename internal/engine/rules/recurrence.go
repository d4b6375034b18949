package rules

import (
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
)

// Repeats is a recurrence in words: "every Tuesday", "tous les mardis". What the
// anchor decides is left out when there is no anchor.
func (t *locale) Repeats(r calendar.Recurrence, anchor calendar.Date) string {
	switch {
	case !r.Repeats():
		return ""
	case !t.french:
		return r.Words(anchor)
	}
	text := frenchPeriod(r, anchor)
	if r.Until.Valid() {
		text += " jusqu’au " + t.date(r.Until)
	}
	switch {
	case r.Count == 1:
		text += ", une fois"
	case r.Count > 1:
		text += ", " + t.number(int(r.Count)) + " fois"
	}
	return text
}

func frenchPeriod(r calendar.Recurrence, anchor calendar.Date) string {
	_, month, day := anchor.YMD()
	switch r.Freq {
	case calendar.Weekdays:
		return "du lundi au vendredi"
	case calendar.Weekly:
		return frenchWeekdays(r.ByDay, anchor)
	case calendar.EveryNDays:
		return frenchDays(int(r.Interval))
	case calendar.Monthly:
		if anchor.Valid() {
			return "tous les mois le " + frenchOrdinal(day)
		}
		return "tous les mois"
	case calendar.Yearly:
		if anchor.Valid() {
			return "tous les ans le " + frenchOrdinal(day) + " " + frenchMonths[month-1]
		}
		return "tous les ans"
	}
	return "tous les jours"
}

// frenchWeekdays names the days of a set, Monday first, or else the anchor's weekday.
func frenchWeekdays(set calendar.Days, anchor calendar.Date) string {
	if set == 0 && anchor.Valid() {
		set = calendar.DaySet(anchor.Weekday())
	}
	var names []string
	for i := range frenchWeekdayNames {
		if set.Has(time.Weekday((i + 1) % 7)) {
			names = append(names, frenchWeekdayNames[i]+"s")
		}
	}
	switch last := len(names) - 1; {
	case last < 0:
		return "toutes les semaines"
	case last > 0:
		return "tous les " + strings.Join(names[:last], ", ") + " et " + names[last]
	}
	return "tous les " + names[0]
}

func frenchDays(n int) string {
	switch {
	case n <= 1:
		return "tous les jours"
	case n == 7:
		return "toutes les semaines"
	case n%7 == 0:
		return "toutes les " + strconv.Itoa(n/7) + " semaines"
	}
	return "tous les " + strconv.Itoa(n) + " jours"
}

func frenchOrdinal(day int) string {
	if day == 1 {
		return "1er"
	}
	return strconv.Itoa(day)
}

var (
	frenchWeekdayNames = [...]string{"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"}
	frenchMonths       = [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août",
		"septembre", "octobre", "novembre", "décembre"}
)
