package rules

import (
	"testing"
	"time"

	"assister/internal/calendar"
)

func TestARecurrenceIsWrittenInFrench(t *testing.T) {
	saturday := calendar.DateOf(2026, 10, 31)
	for _, tt := range []struct {
		rule   calendar.Recurrence
		anchor calendar.Date
		want   string
	}{
		{calendar.Recurrence{}, saturday, ""},
		{calendar.Recurrence{Freq: calendar.Daily}, saturday, "tous les jours"},
		{calendar.Recurrence{Freq: calendar.Weekdays}, saturday, "du lundi au vendredi"},
		{calendar.Recurrence{Freq: calendar.Weekly}, saturday, "tous les samedis"},
		{calendar.Recurrence{Freq: calendar.Weekly}, 0, "toutes les semaines"},
		{calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Tuesday)}, saturday, "tous les mardis"},
		{calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Sunday, time.Monday, time.Thursday)}, 0,
			"tous les lundis, jeudis et dimanches"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 1}, 0, "tous les jours"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 3}, 0, "tous les 3 jours"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 7}, 0, "toutes les semaines"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 14}, 0, "toutes les 2 semaines"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday, "tous les mois le 31"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday.AddDays(1), "tous les mois le 1er"},
		{calendar.Recurrence{Freq: calendar.Monthly}, 0, "tous les mois"},
		{calendar.Recurrence{Freq: calendar.Yearly}, saturday, "tous les ans le 31 octobre"},
		{calendar.Recurrence{Freq: calendar.Yearly}, 0, "tous les ans"},
		{calendar.Recurrence{Freq: calendar.Daily, Until: calendar.DateOf(2026, 12, 25)}, 0,
			"tous les jours jusqu’au ven. 2026-12-25"},
		{calendar.Recurrence{Freq: calendar.Monthly, Count: 10}, saturday, "tous les mois le 31, 10 fois"},
		{calendar.Recurrence{Freq: calendar.Daily, Count: 1}, 0, "tous les jours, une fois"},
	} {
		if got := Locale(true).Repeats(tt.rule, tt.anchor); got != tt.want {
			t.Errorf("%+v from %s: %q, want %q", tt.rule, tt.anchor, got, tt.want)
		}
		if got, want := Locale(false).Repeats(tt.rule, tt.anchor), tt.rule.Words(tt.anchor); got != want {
			t.Errorf("in English, %+v from %s: %q, want %q", tt.rule, tt.anchor, got, want)
		}
	}
}
