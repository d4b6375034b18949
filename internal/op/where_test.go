package op

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
)

func TestRelativeDaysInWhereCountFromToday(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, time.November, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	v, p := ijson.Parse([]byte(`{"op":"bulk_delete","where":{"kind":"task","not":{"deadline":{"lt":"+1w"}}}}`))
	if p != nil {
		t.Fatal(p)
	}
	o, problems := Decode(v, clock)
	want := `{"kind":"task","not":{"deadline":{"lt":"2026-11-28"}}}`
	if got := string(o.Where.AppendJSON(nil)); len(problems) > 0 || got != want {
		t.Errorf("where is %s %v, want %s", got, problems, want)
	}
	if _, problems := Decode(v, calendar.Clock{}); len(problems) != 1 {
		t.Errorf("without a clock: %v", problems)
	}
}
