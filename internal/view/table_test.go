package view

import (
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/record"
	"assister/internal/schema"
)

// full is a record of a kind with a value in every field.
func full(k *schema.Kind) record.Record {
	r := record.New(k, 7)
	r.Rev, r.Changed = 3, record.Instant(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	for _, f := range k.Fields {
		r = r.With(f.Name, sample(f))
	}
	return r
}

func sample(f schema.Field) record.Value {
	on := day("2026-11-23")
	switch f.Type {
	case schema.Integer:
		return record.Integer(4)
	case schema.Bool:
		return record.Bool(true)
	case schema.Date:
		return record.Date(on)
	case schema.Dates:
		return record.Dates(on, on.AddDays(1))
	case schema.Time:
		return record.Time(calendar.TimeOf(15, 0))
	case schema.Moment:
		return record.Moment(on, calendar.TimeOf(15, 0))
	case schema.Instant:
		return record.Instant(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC))
	case schema.Recurrence:
		return record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})
	case schema.Tags:
		return record.Tags("home", "food")
	case schema.Ref:
		return record.ID(5)
	case schema.Enum:
		return record.Text(f.Values[0])
	}
	return record.Text("x")
}

func TestEveryFieldOfEveryKindCanBeSelected(t *testing.T) {
	for _, k := range schema.Kinds {
		names := []string{"kind", "id", "rev", "updatedAt"}
		for _, f := range k.Fields {
			names = append(names, f.Name)
		}
		for _, name := range names {
			got := shown(t, Options{Width: 80}, event.Row{Record: full(k), Select: []string{name}}, event.Done{})
			if lines := strings.Split(got, "\n"); len(lines) != 3 || lines[0] != name || lines[1] == "" {
				t.Errorf("%s.%s of a full record: %q", k.Name, name, got)
			}
			shown(t, Options{Width: 80}, event.Row{Record: record.New(k, 7), Select: []string{name}}, event.Done{})
		}
		shown(t, Options{Width: 80}, event.Row{Record: full(k), Select: names}, event.Done{})
		shown(t, Options{Width: 80}, event.Row{Record: full(k)}, event.Row{Record: record.New(k, 7)}, event.Done{})
	}
}

func TestTheTimeOfTheLastChangeCanBeSelected(t *testing.T) {
	got := shown(t, Options{}, event.Row{Record: full(schema.Lookup("task")), Select: []string{"id", "updatedAt"}}, event.Done{})
	if want := "id  updatedAt\n7   2026-11-21 09:30\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
