package assist

import (
	"fmt"

	"assister/internal/language/message"
	"assister/internal/language/timeexpr"
)

// timeWords is a value in the words of a language that are read as the same value on any day;
// "" if the language has none for it.
func timeWords(l *message.Language, v timeexpr.Value) string {
	switch v.Kind {
	case timeexpr.None, timeexpr.TimeOfDay:
		return clockOf(v.From)
	case timeexpr.Duration:
		return amountWords(l, v.Amount)
	case timeexpr.Recurrence:
		return ruleWords(l, v.Rule)
	case timeexpr.Range:
		return rangeWords(l, v)
	}
	return pointWords(l, v.From)
}

// clockOf is a time of day as HH:MM, with seconds if there are any; "" if there is none.
func clockOf(p timeexpr.Point) string { return secondOfDay(p.Clock) }

func pointWords(l *message.Language, p timeexpr.Point) string {
	if !p.Timed() {
		return p.Day.String()
	}
	return l.Text("when.at", "day", p.Day.String(), "time", clockOf(p))
}

func rangeWords(l *message.Language, v timeexpr.Value) string {
	switch {
	case !v.To.Valid():
		return l.Text("when.from", "time", pointWords(l, v.From))
	case !v.From.Valid():
		return l.Text("when.until", "time", pointWords(l, v.To))
	case v.Daily:
		return l.Text("when.hours", "from", clockOf(v.From), "to", clockOf(v.To))
	case v.From.Timed() && v.From.Day == v.To.Day:
		hours := l.Text("when.hours", "from", clockOf(v.From), "to", clockOf(v.To))
		return fmt.Sprint(v.From.Day.String(), " ", hours)
	}
	return l.Text("when.range", "from", pointWords(l, v.From), "to", pointWords(l, v.To))
}

// amountWords is a length of time; "" if it is of several units that no language joins the
// same way, such as months and seconds.
func amountWords(l *message.Language, a timeexpr.Amount) string {
	var parts []string
	add := func(key string, n int) {
		if n != 0 {
			parts = append(parts, l.Text("when."+key, "n", n))
		}
	}
	add("years", a.Months/12)
	add("months", a.Months%12)
	add("days", a.Days)
	add("hour-count", a.Seconds/3600)
	add("minutes", a.Seconds/60%60)
	add("seconds", a.Seconds%60)
	return l.And(parts)
}

// ruleWords is a recurrence; "" if it is none that a record can have or that is on days of
// every few weeks.
func ruleWords(l *message.Language, r timeexpr.Rule) string {
	plain := r
	weeks := r.Freq == timeexpr.Weekly && r.Interval > 1 && r.Days != 0
	if weeks {
		plain.Days = 0
	}
	rec, ok := plain.Plain()
	dates := r.MonthDay != 0 || r.Months != 0 || r.Start.Valid()
	hours := r.EndClock > 0 || r.Part != timeexpr.NoPart
	if !ok || dates || hours {
		return ""
	}
	text := l.Repeats(rec, 0)
	if weeks {
		text = l.WeeksOn(r.Interval, r.Days)
		if r.Until.Valid() || r.Count > 0 {
			return ""
		}
	}
	if r.Clock > 0 {
		text = l.Text("when.at", "day", text, "time", secondOfDay(r.Clock))
	}
	return text
}
