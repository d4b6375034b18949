package timeexpr

import (
	"testing"
	"time"

	"assister/internal/calendar"
)

// TestUpToAWeekday moves every day of a week to the next and to the last of each weekday, which is never the day itself.
func TestUpToAWeekday(t *testing.T) {
	monday := calendar.DateOf(2026, time.November, 23)
	for i := range 7 {
		from := monday.AddDays(i)
		for day := 1; day <= 7; day++ {
			a := Amount{Weekday: day}
			next, last := a.After(from), a.Negative().After(from)
			if n := int(next - from); n < 1 || n > 7 || (int(next-monday)+70)%7 != day-1 {
				t.Errorf("the next weekday %d after %s is %s", day, from, next)
			}
			if n := int(from - last); n < 1 || n > 7 || (int(last-monday)+70)%7 != day-1 {
				t.Errorf("the last weekday %d before %s is %s", day, from, last)
			}
		}
	}
}
