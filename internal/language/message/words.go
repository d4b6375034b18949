package message

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"

	"assister/internal/calendar"
)

// value is an argument as text. The name of one that is missing stays in braces.
func (l *Language) value(name string, args []any) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		switch v := args[i+1].(type) {
		case string:
			return v
		case int:
			return l.Number(v)
		case calendar.Date:
			return l.Date(v)
		case calendar.Time:
			return v.String()
		}
	}
	return "{" + name + "}"
}

// Number is n with the separator of thousands of the language: "4,000".
func (l *Language) Number(n int) string {
	digits, group := strconv.Itoa(n), l.Text("number.group")
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + group + digits[i:]
	}
	return digits
}

// Date is a day with its weekday, which people plan by: "Mon 2026-11-23"; "" for no day.
func (l *Language) Date(d calendar.Date) string {
	if !d.Valid() {
		return ""
	}
	return l.Text("day.date", "weekday", l.Text("weekday."+calendar.DayNames[d.Weekday()]), "date", d.String())
}

// nearDays are the messages of the days that have a word, by their distance from today.
var nearDays = map[calendar.Date]string{-1: "day.yesterday", 0: "day.today", 1: "day.tomorrow"}

// Day is a day in a sentence, by a word if it is near: "tomorrow (Mon 2026-11-23)", "on Fri
// 2026-11-27".
func (l *Language) Day(d, today calendar.Date) string {
	return l.Text(cmp.Or(nearDays[d-today], "day.on"), "date", d)
}

// Near is a day by itself, by a word if it is near: "tomorrow (Mon 2026-11-23)", "Fri
// 2026-11-27"; "" for no day. Without a today no day is near.
func (l *Language) Near(d, today calendar.Date) string {
	if key := nearDays[d-today]; key != "" && d.Valid() && today.Valid() {
		return l.Text(key, "date", d)
	}
	return l.Date(d)
}

// Span is a length of time in minutes, in words: "1 h 30 min".
func (l *Language) Span(minutes int) string {
	switch {
	case minutes < 60:
		return l.Text("span.minutes", "minutes", minutes)
	case minutes%60 == 0:
		return l.Text("span.hours", "hours", minutes/60)
	}
	return l.Text("span.both", "hours", minutes/60, "minutes", minutes%60)
}

// And joins a list whose items belong together: "a, b and c".
func (l *Language) And(list []string) string { return l.join(list, "list.and") }

// Or joins a list of alternatives: "a, b or c".
func (l *Language) Or(list []string) string { return l.join(list, "list.or") }

func (l *Language) join(list []string, last string) string {
	if len(list) == 0 {
		return ""
	}
	text := list[0]
	for i, item := range list[1:] {
		key := "list.comma"
		if i == len(list)-2 {
			key = last
		}
		text = l.Text(key, "before", text, "item", item)
	}
	return text
}

// Noun is what n records of a kind are called in a sentence: "list", "lists".
func (l *Language) Noun(kind string, n int) string { return l.Text("noun."+kind, "n", n) }

// asked are the messages that ask for what a new record of a kind cannot be without.
var asked = map[string]string{
	"note": "ask.text", "reminder": "ask.text", "alarm": "ask.what-time", "checklist_item": "ask.item",
}

// WhatOf is the key of the question that asks for what a new record of a kind cannot be without.
func WhatOf(kind string) string { return cmp.Or(asked[kind], "ask.title") }

// Gender is the gender of the noun of a kind; "" in a language that has none.
func (l *Language) Gender(kind string) string {
	gender, _ := l.orDefault().form("noun." + kind + ".gender")
	return gender
}

// Kind is what n records of a kind are called by their full name: "checklist".
func (l *Language) Kind(kind string, n int) string { return l.Text("kind."+kind, "n", n) }

// Value is a value of a field in words, such as "high" of a priority. A value without
// words is as it is.
func (l *Language) Value(field, value string) string {
	for _, key := range [...]string{"value." + field + "." + value, "value." + value} {
		if l.Has(key) {
			return l.Text(key)
		}
	}
	return value
}

// Capital begins a sentence with a text.
func Capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

// Repeats is a recurrence: "every Monday and Thursday until Fri 2026-12-25", "every month
// on the 31st, 10 times". What the anchor decides is left out if there is none. It is ""
// for a recurrence that does not repeat.
func (l *Language) Repeats(r calendar.Recurrence, anchor calendar.Date) string {
	if !r.Repeats() {
		return ""
	}
	text := l.period(r, anchor)
	if r.Until.Valid() {
		text = l.Text("repeat.until", "period", text, "day", r.Until)
	}
	if r.Count > 0 {
		text = l.Text("repeat.times", "period", text, "n", int(r.Count))
	}
	return text
}

func (l *Language) period(r calendar.Recurrence, anchor calendar.Date) string {
	_, month, day := anchor.YMD()
	switch r.Freq {
	case calendar.Weekdays:
		return l.Text("repeat.workdays")
	case calendar.Weekly:
		set := r.ByDay
		if set == 0 && anchor.Valid() {
			set = calendar.DaySet(anchor.Weekday())
		}
		if set == 0 {
			return l.Text("repeat.weeks", "n", 1)
		}
		return l.Text("repeat.weekdays", "days", l.weekdays("weekday-each.", set))
	case calendar.Monthly:
		if anchor.Valid() {
			return l.Text("repeat.month-day", "day", l.ordinal(day))
		}
		return l.Text("repeat.month")
	case calendar.Yearly:
		if anchor.Valid() {
			name := l.Text("month." + strconv.Itoa(int(month)))
			return l.Text("repeat.year-day", "month", name, "nth", l.ordinal(day), "day", day)
		}
		return l.Text("repeat.year")
	}
	n := max(int(r.Interval), 1)
	if n%7 == 0 {
		return l.Text("repeat.weeks", "n", n/7)
	}
	return l.Text("repeat.days", "n", n)
}

// WeeksOn is a recurrence of several weeks on weekdays: "every 2 weeks on Monday and Friday".
func (l *Language) WeeksOn(n int, set calendar.Days) string {
	return l.Text("repeat.on", "period", l.Text("repeat.weeks", "n", n), "days", l.weekdays("weekday-on.", set))
}

// weekdays are the names of the days of a set, Monday first.
func (l *Language) weekdays(kind string, set calendar.Days) string {
	var names []string
	for i := range 7 {
		if day := time.Weekday((i + 1) % 7); set.Has(day) {
			names = append(names, l.Text(kind+calendar.DayNames[day]))
		}
	}
	return l.And(names)
}

// ordinal is a day of the month: "31st".
func (l *Language) ordinal(n int) string {
	l = l.orDefault()
	form := "ordinal." + categories[plural.Ordinal.MatchPlural(l.tag, n, 0, 0, 0, 0)]
	if !l.Has(form) {
		form = "ordinal.other"
	}
	return l.Text(form, "n", n)
}

// Sentence ends a text as a sentence.
func (l *Language) Sentence(text string) string {
	return l.Text("list.sentence", "text", Capital(text))
}

// Lines puts texts below a headline.
func (l *Language) Lines(headline string, lines []string) string {
	return l.Text("list.headline", "text", headline) + "\n" + strings.Join(lines, "\n")
}
