package meaning

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// BenchmarkColdRead is what the first text of a process takes: the tables are loaded, and the
// forms that it needs are decoded.
func BenchmarkColdRead(b *testing.B) {
	c := calendar.Clock{Instant: time.Now(), Zone: time.UTC}
	for b.Loop() {
		l := Languages(language.FromTables(tables, checks()))
		if len(l.Readings("move all overdue tasks to monday", c, nil)) == 0 {
			b.Fatal("not understood")
		}
	}
}
