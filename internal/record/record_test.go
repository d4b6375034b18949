package record_test

import (
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/record/recordtest"
)

func TestARecurrenceRoundTripsThroughAValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := recordtest.Recurrence().Draw(t, "recurrence")
		if rapid.Bool().Draw(t, "ends") {
			want.Until = calendar.Date(rapid.Int32Range(1, int32(calendar.MaxDate)).Draw(t, "until"))
			want.Count = rapid.Int32Range(1, 1<<30).Draw(t, "count")
		}
		v := record.Recurrence(want)
		if v.IsNull() || v.Recurrence() != want {
			t.Fatalf("%+v became %+v", want, v.Recurrence())
		}
		other := want
		other.Count++
		if v != record.Recurrence(want) || v == record.Recurrence(other) {
			t.Fatal("equal recurrences are not equal values, or different ones are")
		}
	})
}

func TestARangeRoundTripsThroughAValue(t *testing.T) {
	day := calendar.MaxDate
	for _, tt := range []struct{ from, to calendar.Date }{{1, day}, {0, 7}, {7, 0}, {day, day}} {
		if v := record.Range(tt.from, tt.to); v.IsNull() || v.From() != tt.from || v.To() != tt.to {
			t.Errorf("%v became %v..%v", tt, v.From(), v.To())
		}
	}
}

func TestEmptyValuesAreNull(t *testing.T) {
	for name, v := range map[string]record.Value{
		"text": record.Text(""), "date": record.Date(0), "time": record.Time(0), "id": record.ID(0),
		"instant": record.Instant(time.Time{}), "range": record.Range(0, 0), "tags": record.Tags("", ""), "dates": record.Dates(),
		"recurrence": record.Recurrence(calendar.Recurrence{Interval: 3, Count: 2}),
	} {
		if v != record.Null {
			t.Errorf("an empty %s is %+v", name, v)
		}
	}
}

func TestOnlyARecurrenceRepeats(t *testing.T) {
	for _, v := range []record.Value{record.Null, record.Text("weekly"), record.Date(738_000), record.ID(1 << 40)} {
		if v.Recurrence().Repeats() {
			t.Errorf("%+v repeats", v)
		}
	}
}

func TestAValueIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(record.Value{}); size > 32 {
		t.Errorf("a value takes %d bytes; a batch of a thousand operations holds some fifty thousand of them", size)
	}
}

func TestAnInstantIsWrittenWithItsMilliseconds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-70_000_000_000, 260_000_000_000).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).
			In(time.FixedZone("", rapid.IntRange(-50_000, 50_000).Draw(t, "zone")))
		if got, want := string(record.AppendInstant([]byte("at "), at)), "at "+at.UTC().Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

func TestAKeyInText(t *testing.T) {
	for key, want := range map[record.Key]string{
		{Kind: "task", ID: 3}: "task #3", {Kind: "checklist_item", ID: 12}: "checklist item #12",
	} {
		if got := key.Words(); got != want {
			t.Errorf("%v: got %q, want %q", key, got, want)
		}
	}
}
