package reference

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
)

// TestATimeOfNoCertainHalfOfTheDayIsInEither reads a time as a condition has it: who asks what is at seven
// may mean the evening.
func TestATimeOfNoCertainHalfOfTheDayIsInEither(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC} // a Saturday
	for _, tt := range []struct {
		text  string
		begin int
		want  bool
	}{
		{"thursday at 7", 7, true},
		{"thursday at 7", 19, true},
		{"thursday at 7", 18, true}, // until half past seven
		{"thursday at 7", 20, false},
		{"thursday at 7am", 19, false},
		{"thursday at 19:00", 7, false},
	} {
		found, ok := timeexpr.Best(meaning.BuiltIn().Called("en"), tt.text, clock)
		if !ok {
			t.Fatalf("%q is not read", tt.text)
		}
		w := WindowOf(found.Value, clock.Today())
		if got := w.Has(w.First, calendar.TimeOf(tt.begin, 0), calendar.TimeOf(tt.begin+1, 30)); got != tt.want {
			t.Errorf("%q has something at %d: %t", tt.text, tt.begin, got)
		}
	}
}

// TestTheDayThatSomethingIsAfterIsNotPartOfIt reads windows as a condition has them: who
// deletes what is after Wednesday keeps what is on it. A time after which something is on a day
// ends with that day.
func TestTheDayThatSomethingIsAfterIsNotPartOfIt(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC} // a Saturday
	for _, tt := range []struct{ language, text, want string }{
		{"en", "after wednesday", "2026-11-26.."},
		{"en", "after december 1", "2026-12-02.."},
		{"en", "from wednesday on", "2026-11-25.."},
		{"en", "before wednesday", "..2026-11-24"},
		{"en", "after next month", "2027-01-01.."},
		{"en", "friday after 5", "2026-11-27..2026-11-27"},
		{"en", "after 5 on friday", "2026-11-27..2026-11-27"},
		{"en", "friday before noon", "2026-11-27..2026-11-27"},
		{"en", "after friday at 5", "2026-11-27.."},
		{"fr", "après mercredi", "2026-11-26.."},
		{"fr", "après 17h vendredi", "2026-11-27..2026-11-27"},
		{"es", "después del 1 de diciembre", "2026-12-02.."},
	} {
		g := meaning.BuiltIn().Called(tt.language)
		found, ok := timeexpr.Best(g, tt.text, clock)
		if !ok {
			t.Errorf("%q is not read", tt.text)
			continue
		}
		w := WindowOf(found.Value, clock.Today())
		first, last := timeexpr.Point{Day: w.First}, timeexpr.Point{Day: w.Last}
		if got := first.String() + ".." + last.String(); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}
