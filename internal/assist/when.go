package assist

import (
	"fmt"
	"math/bits"
	"strconv"
	"time"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/message"
	"assister/internal/language/timeexpr"
)

// When emits what a text says about time, in the language that understands more of it,
// and reports whether it says anything. It needs no workspace.
func When(env Environment, text string) (understood bool, err error) {
	found, code := whenIn(env, text)
	if found.Later { // "after friday" begins on Saturday
		found.From.Day, found.Later = found.From.Day.AddDays(1), false
	}
	return found.Kind != timeexpr.None, env.Sink.Emit(timeRow(text, found, code))
}

// whenIn is what a text says about time in the language that reads most of it; of equals, the
// one that knows most of its words. What has no certain value in that language has none.
func whenIn(env Environment, text string) (best timeexpr.Found, code string) {
	for _, g := range language.ByLanguage(env.Languages(), language.Tokens(text)) {
		found, _ := timeexpr.Best(g, text, env.Clock)
		if found.End-found.Start > best.End-best.Start {
			best, code = found, g.Name
		}
	}
	return best, code
}

// timeRow is an expression of time as a row. Empty parts are left out. The end of a range is
// its last day or, with times, the time it ends at. The words are a canonical form, which
// parses to the same value.
func timeRow(text string, m timeexpr.Found, code string) event.Facts {
	row := event.Facts{{Name: "text", Value: text}, {Name: "kind", Value: m.Kind.String()}}
	add := func(name, value string) {
		if value != "" {
			row = append(row, event.Fact{Name: name, Value: value})
		}
	}
	l := message.For(code)
	switch m.Kind {
	case timeexpr.None:
		if m.Misdated.Valid() {
			add("problem", l.Text("when.misdated", "words", text[m.Start:m.End], "date", l.Date(m.Misdated)))
		} else if m.NoDay {
			add("problem", l.Text("when.no-day", "words", text[m.Start:m.End]))
		}
		return row
	case timeexpr.Range:
		add("from", m.From.String())
		add("to", m.To.String())
	case timeexpr.Duration:
		add("value", duration(m.Amount))
	case timeexpr.Recurrence:
		row = append(row, event.Fact{Name: "recurrence", Value: ruleFacts(m.Rule)})
	default:
		add("value", m.From.String())
	}
	add("other", m.Other.String())
	add("part", m.Part.String())
	add("grain", m.Grain.String())
	add("span", text[m.Start:m.End])
	row = append(row, event.Fact{Name: "offset", Value: m.Start})
	add("words", timeWords(l, m.Value))
	add("language", code)
	return row
}

// ruleFacts are a recurrence in the terms of RFC 5545, with the time of day and the
// first day if the text states them.
func ruleFacts(r timeexpr.Rule) event.Facts {
	facts := event.Facts{{Name: "freq", Value: r.Freq.String()}, {Name: "interval", Value: max(r.Interval, 1)}}
	add := func(name string, value any, said bool) {
		if said {
			facts = append(facts, event.Fact{Name: name, Value: value})
		}
	}
	days, months := bitsOf(uint64(r.MonthDay)&^1), bitsOf(uint64(r.Months)&^1)
	if r.MonthDay&1 != 0 {
		days = append(days, -1)
	}
	add("byday", ruleDays(r), r.Days != 0)
	add("bymonthday", days, len(days) > 0)
	add("bymonth", months, len(months) > 0)
	add("start", r.Start.String(), r.Start.Valid())
	add("until", r.Until.String(), r.Until.Valid())
	add("count", r.Count, r.Count > 0)
	add("time", secondOfDay(r.Clock), r.Clock > 0)
	add("endTime", secondOfDay(r.EndClock), r.EndClock > 0)
	add("part", r.Part.String(), r.Part != timeexpr.NoPart)
	return facts
}

// ruleDays are weekdays, Monday first: MO, or 1MO for the first of the month and
// -1MO for the last.
func ruleDays(r timeexpr.Rule) []string {
	var words []string
	for i := range 7 {
		d := time.Weekday((i + 1) % 7)
		if !r.Days.Has(d) {
			continue
		}
		name := calendar.DayNames[d]
		if r.Nth == 0 {
			words = append(words, name)
		}
		for _, n := range bitsOf(uint64(r.Nth)) {
			nth := n + 1
			if n > 8 {
				nth = 8 - n
			}
			words = append(words, strconv.Itoa(nth)+name)
		}
	}
	return words
}

// bitsOf are the numbers of the bits that are set, ascending.
func bitsOf(set uint64) (ns []int) {
	for ; set != 0; set &= set - 1 {
		ns = append(ns, bits.TrailingZeros64(set))
	}
	return ns
}

// secondOfDay writes a clock that counts from 1, as HH:MM, with seconds where
// there are any.
func secondOfDay(clock int32) string {
	if clock == 0 {
		return ""
	}
	s := int(clock) - 1
	if s%60 != 0 {
		return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/3600, s/60%60)
}

// duration writes a length of time as ISO 8601 does: P1M, PT1H30M.
func duration(a timeexpr.Amount) string {
	out := []byte("P")
	put := func(n int, unit byte) {
		if n != 0 {
			out = append(strconv.AppendInt(out, int64(n), 10), unit)
		}
	}
	put(a.Months/12, 'Y')
	put(a.Months%12, 'M')
	put(a.Days, 'D')
	if a.Seconds != 0 {
		out = append(out, 'T')
		put(a.Seconds/3600, 'H')
		put(a.Seconds/60%60, 'M')
		put(a.Seconds%60, 'S')
	}
	if len(out) == 1 {
		return "PT0S"
	}
	return string(out)
}
