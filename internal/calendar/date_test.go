package calendar

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func day(t interface {
	Helper()
	Fatalf(string, ...any)
}, s string) Date {
	t.Helper()
	d, ok := ParseDate(s)
	if !ok {
		t.Fatalf("%q is not a day", s)
	}
	return d
}

func TestOnlyExistingDaysAreParsed(t *testing.T) {
	for text, ok := range map[string]bool{
		"2024-02-29": true, "2000-02-29": true, "0001-01-01": true, "9999-12-31": true,
		"2026-02-29": false, "1900-02-29": false, "2026-04-31": false, "2026-13-01": false,
		"2026-00-10": false, "2026-01-00": false, "0000-01-01": false, "2026-4-1": false,
		"2026/04/01": false, "+026-04-01": false, "2026-04-01 ": false, "": false, "٢٠٢٦-٠٤-٠١": false,
	} {
		d, read := ParseDate(text)
		if read != ok || d.Valid() != ok || ok && d.String() != text {
			t.Errorf("%q: read %v as %q, want %v", text, read, d, ok)
		}
	}
}

func TestDatesCountAsTimeDoes(t *testing.T) {
	at := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	for d := Date(1); d <= MaxDate; d += 61 {
		y, m, dd := at.Date()
		if y2, m2, dd2 := d.YMD(); y2 != y || m2 != m || dd2 != dd || d.Weekday() != at.Weekday() || DateOf(y, m, dd) != d {
			t.Fatalf("day %d is %v, time says %v", d, d, at)
		}
		if monday := d.StartOfWeek(); monday.Weekday() != time.Monday || d-monday > 6 || monday > d {
			t.Fatalf("the week of %v starts on %v", d, monday)
		}
		at = at.AddDate(0, 0, 61)
	}
}

func TestAShorterMonthGivesItsLastDay(t *testing.T) {
	for _, tt := range []struct {
		from string
		n    int
		want string
	}{
		{"2026-01-31", 1, "2026-02-28"},
		{"2023-12-31", 2, "2024-02-29"},
		{"2024-02-29", 12, "2025-02-28"},
		{"2024-02-29", 48, "2028-02-29"},
		{"2026-03-31", -1, "2026-02-28"},
		{"2026-01-15", -12, "2025-01-15"},
		{"9999-12-01", 1, ""},
		{"0001-01-31", -1, ""},
		{"2026-01-31", math.MaxInt, ""},
		{"2026-01-31", math.MinInt, ""},
	} {
		if got := day(t, tt.from).AddMonths(tt.n).String(); got != tt.want {
			t.Errorf("%s and %d months: %q, want %q", tt.from, tt.n, got, tt.want)
		}
	}
}

func TestAddingAndSubtractingDaysRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Date(rapid.Int32Range(1, int32(MaxDate)).Draw(t, "day"))
		n := rapid.IntRange(-4_000_000, 4_000_000).Draw(t, "days")
		e := d.AddDays(n)
		if inside := int(d)+n >= 1 && int(d)+n <= int(MaxDate); inside != e.Valid() {
			t.Fatalf("%v and %d days: %v", d, n, e)
		}
		if e.Valid() && e.AddDays(-n) != d {
			t.Fatalf("%v, %d days on and back: %v", d, n, e.AddDays(-n))
		}
	})
}

func TestATimeWrapsAtMidnight(t *testing.T) {
	for _, tt := range []struct {
		from    string
		minutes int
		want    string
		days    int
	}{
		{"23:15", 60, "00:15", 1},
		{"00:00", -1, "23:59", -1},
		{"09:00", 0, "09:00", 0},
		{"9:05", 24 * 60, "09:05", 1},
		{"12:00", -3 * 24 * 60, "12:00", -3},
	} {
		from, ok := ParseTime(tt.from)
		got, days := from.Add(tt.minutes)
		if !ok || got.String() != tt.want || days != tt.days {
			t.Errorf("%s and %d minutes: %v and %d days, want %s and %d", tt.from, tt.minutes, got, days, tt.want, tt.days)
		}
	}
}

func TestOnlyTimesOfDayAreParsed(t *testing.T) {
	for _, text := range []string{"24:00", "12:60", "12", "1:2", "12-30", ":30", "012:30", " 2:30", ""} {
		if got, ok := ParseTime(text); ok {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func FuzzDatesRoundTrip(f *testing.F) {
	for _, s := range []string{"2026-11-21", "2024-02-29", "0001-01-01", "9999-12-31", "2026-02-30", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := ParseDate(s); ok && d.String() != s {
			t.Fatalf("%q became %q", s, d)
		}
	})
}

func TestALongDateHasItsWeekday(t *testing.T) {
	for want, d := range map[string]Date{"Mon 2026-11-23": DateOf(2026, 11, 23), "Sun 2026-11-22": DateOf(2026, 11, 22), "": 0} {
		if got := d.Long(); got != want {
			t.Errorf("Long of %s = %q, want %q", d, got, want)
		}
	}
}
