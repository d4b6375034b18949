package calendar

import "testing"

func TestStrictFormsOfADayAreParsed(t *testing.T) {
	today := day(t, "2026-11-21") // a Saturday
	for text, want := range map[string]string{
		"2026-12-01": "2026-12-01", "today": "2026-11-21", "Tomorrow": "2026-11-22", "YESTERDAY": "2026-11-20",
		"saturday": "2026-11-21", "sat": "2026-11-21", "sunday": "2026-11-22", "Fri": "2026-11-27", "WEDNESDAY": "2026-11-25",
		"+3d": "2026-11-24", "-1w": "2026-11-14", "+2m": "2027-01-21", "+1y": "2027-11-21", "+0d": "2026-11-21", "-10D": "2026-11-11",
	} {
		if got, ok := ParseDay(text, today); !ok || got.String() != want {
			t.Errorf("%q is %v (%v), want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", " ", "now", "next friday", "friday ", "frid", "thurs", "3d", "+d", "+3", "+3x", "++3d", "+-3d", "+3 d", "+1w2d",
		"+12345678d", "+9999999d", "-9999999d", "+9999y", "-2027y", "2026-02-30", "2026-1-1", "21.11.2026", "demain", "+٣d",
	} {
		if got, ok := ParseDay(text, today); ok {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func TestAnOffsetInMonthsTakesTheLastDayOfAShorterMonth(t *testing.T) {
	for _, tt := range []struct{ today, text, want string }{
		{"2026-01-31", "+1m", "2026-02-28"},
		{"2026-03-31", "-1m", "2026-02-28"},
		{"2024-02-29", "+1y", "2025-02-28"},
		{"2023-12-31", "+2m", "2024-02-29"},
	} {
		if got, ok := ParseDay(tt.text, day(t, tt.today)); !ok || got.String() != tt.want {
			t.Errorf("%s from %s is %v, want %s", tt.text, tt.today, got, tt.want)
		}
	}
}

func TestWithoutATodayOnlyDatesAreParsed(t *testing.T) {
	if got, ok := ParseDay("2026-11-21", 0); !ok || got != day(t, "2026-11-21") {
		t.Errorf("the date is %v", got)
	}
	for _, text := range []string{"today", "monday", "+1d"} {
		if got, ok := ParseDay(text, 0); ok {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func FuzzAParsedDayIsValid(f *testing.F) {
	for _, text := range []string{"today", "monday", "+3d", "-1w", "+2m", "2026-11-21", "+99999y"} {
		f.Add(text, int32(739941))
	}
	f.Fuzz(func(t *testing.T, text string, today int32) {
		if d, ok := ParseDay(text, Date(today)); ok != d.Valid() {
			t.Fatalf("%q from %v: %v, %v", text, Date(today), d, ok)
		}
	})
}
