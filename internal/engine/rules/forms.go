package rules

import (
	"assister/internal/calendar"
	"assister/internal/language/timeexpr"
	"assister/internal/phrase"
)

// bridge writes meanings as the questions that are answered today.
type bridge struct{ clock calendar.Clock }

func (b bridge) when(v timeexpr.Value) (w phrase.When) {
	switch v.Kind {
	case timeexpr.Duration:
		w.Minutes = v.Amount.Seconds / 60
		return w
	case timeexpr.Recurrence:
		rec, ok := v.Rule.Plain()
		if !ok {
			return w
		}
		w.Repeat, w.Part = rec, phrase.Part(v.Rule.Part)
		w.Implied = !v.Rule.Start.Valid()
		today := b.clock.Today()
		w.Day = v.Rule.Start
		if !w.Day.Valid() {
			w.Day = today
			if rec.Freq == calendar.Weekly || rec.Freq == calendar.Weekdays {
				w.Day = rec.Next(today, today)
			}
		}
		if v.Rule.Clock > 0 {
			w.Time = timeOf(timeexpr.Point{Clock: v.Rule.Clock})
		}
		if v.Rule.EndClock > 0 {
			w.End = timeOf(timeexpr.Point{Clock: v.Rule.EndClock})
		}
		return w
	}
	first := v.From
	if !first.Valid() {
		first = v.To
	}
	if v.Kind != timeexpr.TimeOfDay && !v.Daily {
		w.Day = first.Day
		if v.Kind == timeexpr.Range && v.Grain >= timeexpr.DayGrain && v.To.Valid() && v.From.Valid() {
			w.To = v.To.Day
		}
	}
	w.Part = phrase.Part(v.Part)
	if v.Part == timeexpr.NoPart && v.Grain < timeexpr.DayGrain {
		w.Time, w.End = timeOf(v.From), timeOf(v.To)
	}
	return w
}
