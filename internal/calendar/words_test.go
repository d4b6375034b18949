package calendar_test

import (
	"testing"
	"time"

	"assister/internal/calendar"
)

func TestADayNearTodayHasAWord(t *testing.T) {
	today := calendar.DateOf(2026, 11, 21)
	for offset, want := range map[int]string{
		-2: "Thu 2026-11-19", -1: "yesterday (Fri 2026-11-20)", 0: "today (Sat 2026-11-21)",
		1: "tomorrow (Sun 2026-11-22)", 2: "Mon 2026-11-23",
	} {
		if got := today.AddDays(offset).Near(today); got != want {
			t.Errorf("%+d days: %q, want %q", offset, got, want)
		}
	}
	if got := today.Near(0); got != "Sat 2026-11-21" {
		t.Errorf("without a today: %q", got)
	}
	if got := calendar.Date(0).Near(today); got != "" {
		t.Errorf("no day: %q", got)
	}
}

func TestARecurrenceInWords(t *testing.T) {
	saturday := calendar.DateOf(2026, 10, 31)
	for _, tt := range []struct {
		rule   calendar.Recurrence
		anchor calendar.Date
		want   string
	}{
		{calendar.Recurrence{}, saturday, ""},
		{calendar.Recurrence{Freq: calendar.Daily}, saturday, "every day"},
		{calendar.Recurrence{Freq: calendar.Weekdays}, saturday, "every weekday"},
		{calendar.Recurrence{Freq: calendar.Weekly}, saturday, "every Saturday"},
		{calendar.Recurrence{Freq: calendar.Weekly}, 0, "every week"},
		{calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Tuesday)}, saturday, "every Tuesday"},
		{calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Sunday, time.Monday, time.Thursday)}, 0,
			"every Monday, Thursday and Sunday"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 1}, 0, "every day"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 3}, 0, "every 3 days"},
		{calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 14}, 0, "every 2 weeks"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday, "every month on the 31st"},
		{calendar.Recurrence{Freq: calendar.Monthly}, saturday.AddDays(12), "every month on the 12th"},
		{calendar.Recurrence{Freq: calendar.Monthly}, 0, "every month"},
		{calendar.Recurrence{Freq: calendar.Yearly}, saturday, "every year on 31 October"},
		{calendar.Recurrence{Freq: calendar.Yearly}, 0, "every year"},
		{calendar.Recurrence{Freq: calendar.Daily, Until: calendar.DateOf(2026, 12, 25)}, 0, "every day until Fri 2026-12-25"},
		{calendar.Recurrence{Freq: calendar.Monthly, Count: 10}, saturday, "every month on the 31st, 10 times"},
		{calendar.Recurrence{Freq: calendar.Daily, Count: 1}, 0, "every day, once"},
	} {
		if got := tt.rule.Words(tt.anchor); got != tt.want {
			t.Errorf("%+v from %s: %q, want %q", tt.rule, tt.anchor, got, tt.want)
		}
	}
}
