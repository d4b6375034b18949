package view

import (
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// full returns a record of a kind with a value in every field.
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
	if want := "id  updatedAt\n7   2026-11-21 09:30 +00:00\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAListByDayHasHeadings(t *testing.T) {
	today, tomorrow := event.Group{Name: "today", Day: day("2026-11-21")}, event.Group{Name: "tomorrow", Day: day("2026-11-22")}
	visit := dentist()
	got := shown(t, Options{Width: 60},
		event.Row{Record: task(9, "Old", "2026-11-19"), Group: event.Group{Name: "overdue"}},
		event.Row{Record: task(3, "Buy milk", "2026-11-21").With("tags", record.Tags("food")), Group: today},
		event.Row{Record: task(4, "Call Ann", "2026-11-21").With("projectId", record.ID(1)), Group: today,
			Labels: event.Labels{{Kind: "project", ID: 1}: "Data"}},
		event.Row{Record: visit, Group: tomorrow},
		event.Row{Record: task(5, "Sweep", "2026-11-23"), Group: event.Group{Day: day("2026-11-23")}},
		event.Summary{Text: "5 records. 3 open tasks have no day: `assister list --open`"})
	want := `Overdue
  task:9   Thu 2026-11-19  Old
Today (Sat 2026-11-21)
  task:3                   Buy milk  #food
  task:4                   Call Ann  Data
Tomorrow (Sun 2026-11-22)
  event:4  15:00–16:00     dentist   location “Main St”
Mon 2026-11-23
  task:5                   Sweep
5 records. 3 open tasks have no day: ` + "`assister list --open`\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAWholeRecordIsShownWithItsHistoryInLocalTime(t *testing.T) {
	milk := task(3, "Buy milk", "2026-11-21").With("projectId", record.ID(1)).With("notes", record.Text("oat\nor soy"))
	milk.Changed = record.Instant(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	labels := event.Labels{{Kind: "project", ID: 1}: "Data"}
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	got := shown(t, Options{Width: 80, Zone: time.FixedZone("", 3600)},
		event.Row{Record: milk, Whole: true, Labels: labels},
		event.HistoryRow{Batch: 1, At: at, Change: ledger.Created(milk)},
		event.HistoryRow{Batch: 2, At: at.Add(time.Hour), Change: ledger.Diff(milk, milk.With("scheduledFor", record.Date(day("2026-11-23"))))},
		event.HistoryRow{Batch: 3, At: at.Add(2 * time.Hour), Change: ledger.Diff(milk.With("projectId", record.Null), milk), Labels: labels})
	for _, want := range []string{
		"task:3  Buy milk\n", "  notes           oat\n                  or soy\n", "  projectId       Data\n", "  deadline        –\n",
		"  scheduledFor    Sat 2026-11-21\n", "  updatedAt       2026-11-21 10:30 +01:00\n",
		"batch 1  2026-11-20 09:00 +01:00  created\n", "batch 2  2026-11-20 10:00 +01:00  changed\n    scheduledFor Sat 2026-11-21 → Mon 2026-11-23\n",
		"batch 3  2026-11-20 11:00 +01:00  changed   projectId – → Data\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for _, k := range schema.Kinds {
		shown(t, Options{Width: 80}, event.Row{Record: full(k), Whole: true}, event.Row{Record: record.New(k, 1), Whole: true})
	}
}
