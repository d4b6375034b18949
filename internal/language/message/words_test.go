package message_test

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/message"
)

func TestADayNearTodayHasAWord(t *testing.T) {
	today := calendar.DateOf(2026, 11, 21)
	for _, tt := range []struct {
		code   string
		offset int
		want   string
	}{
		{"en", -2, "Thu 2026-11-19"}, {"en", -1, "yesterday (Fri 2026-11-20)"}, {"en", 0, "today (Sat 2026-11-21)"},
		{"en", 1, "tomorrow (Sun 2026-11-22)"}, {"en", 2, "Mon 2026-11-23"},
		{"fr", 1, "demain (dim. 2026-11-22)"}, {"fr", 2, "lun. 2026-11-23"},
		{"es", 1, "mañana (dom 2026-11-22)"}, {"es", 4, "mié 2026-11-25"},
	} {
		if got := message.For(tt.code).Near(today.AddDays(tt.offset), today); got != tt.want {
			t.Errorf("%s, %+d days: %q, want %q", tt.code, tt.offset, got, tt.want)
		}
	}
	if got := message.For("en").Near(today, 0); got != "Sat 2026-11-21" {
		t.Errorf("without a today: %q", got)
	}
	if got := message.For("en").Near(0, today); got != "" {
		t.Errorf("no day: %q", got)
	}
	if got := message.For("en").Date(today); got != today.Long() {
		t.Errorf("got %q, want %q", got, today.Long())
	}
}

func TestARecurrenceInWords(t *testing.T) {
	saturday := calendar.DateOf(2026, 10, 31)
	for _, tt := range []struct {
		rule       calendar.Recurrence
		anchor     calendar.Date
		en, fr, es string
	}{
		{calendar.Recurrence{}, saturday, "", "", ""},
		{calendar.Recurrence{Freq: calendar.Daily}, saturday, "every day", "tous les jours", "todos los días"},
		{calendar.Recurrence{Freq: calendar.Weekdays}, saturday, "every weekday", "du lundi au vendredi", "de lunes a viernes"},
		{calendar.Recurrence{Freq: calendar.Weekly}, saturday, "every Saturday", "tous les samedis", "todos los sábados"},
		{calendar.Recurrence{Freq: calendar.Weekly}, 0, "every week", "toutes les semaines", "todas las semanas"},
		{calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Tuesday)}, saturday,
			"every Tuesday", "tous les mardis", "todos los martes"},
		{calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Sunday, time.Monday, time.Thursday)}, 0,
			"every Monday, Thursday and Sunday", "tous les lundis, jeudis et dimanches", "todos los lunes, jueves y domingos"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 1}, 0, "every day", "tous les jours", "todos los días"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 3}, 0, "every 3 days", "tous les 3 jours", "cada 3 días"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 7}, 0, "every week", "toutes les semaines", "todas las semanas"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 14}, 0,
			"every 2 weeks", "toutes les 2 semaines", "cada 2 semanas"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday,
			"every month on the 31st", "tous les mois le 31", "todos los meses el 31"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday.AddDays(1),
			"every month on the 1st", "tous les mois le 1er", "todos los meses el 1"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday.AddDays(12),
			"every month on the 12th", "tous les mois le 12", "todos los meses el 12"},
		{calendar.Recurrence{Freq: calendar.Monthly}, 0, "every month", "tous les mois", "todos los meses"},
		{calendar.Recurrence{Freq: calendar.Yearly}, saturday,
			"every year on 31 October", "tous les ans le 31 octobre", "todos los años el 31 de octubre"},
		{calendar.Recurrence{Freq: calendar.Yearly}, 0, "every year", "tous les ans", "todos los años"},
		{calendar.Recurrence{Freq: calendar.Daily, Until: calendar.DateOf(2026, 12, 25)}, 0, "every day until Fri 2026-12-25",
			"tous les jours jusqu’au ven. 2026-12-25", "todos los días hasta el vie 2026-12-25"},
		{calendar.Recurrence{Freq: calendar.Monthly, Count: 10}, saturday, "every month on the 31st, 10 times",
			"tous les mois le 31, 10 fois", "todos los meses el 31, 10 veces"},
		{calendar.Recurrence{Freq: calendar.Daily, Count: 1}, 0,
			"every day, once", "tous les jours, une fois", "todos los días, una vez"},
	} {
		for code, want := range map[string]string{"en": tt.en, "fr": tt.fr, "es": tt.es} {
			if got := message.For(code).Repeats(tt.rule, tt.anchor); got != want {
				t.Errorf("%s: %+v from %s: %q, want %q", code, tt.rule, tt.anchor, got, want)
			}
		}
	}
}
