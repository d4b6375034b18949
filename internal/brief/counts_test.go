package brief

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

var today = calendar.DateOf(2026, time.November, 21)

func task(day calendar.Date, status string) record.Record {
	return record.New(schema.Lookup("task"), 1).With("title", record.Text("Water the plants")).
		With("scheduledFor", record.Date(day)).With("status", record.Text(status))
}

func event(day calendar.Date) record.Record {
	return record.New(schema.Lookup("event"), 1).With("title", record.Text("Concert")).With("scheduledFor", record.Date(day))
}

func daily(r record.Record) record.Record {
	return r.With("recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Daily}))
}

func until(r record.Record, last calendar.Date) record.Record {
	return r.With("recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Daily, Until: last}))
}

func TestAggregatesCountEachRecordWhereItBelongs(t *testing.T) {
	week := []calendar.Date{today, today.AddDays(1), today.AddDays(2), today.AddDays(3), today.AddDays(4), today.AddDays(5), today.AddDays(6), today.AddDays(7)}
	for _, tt := range []struct {
		name string
		r    record.Record
		want Counts
	}{
		{"yesterday's task", task(today.AddDays(-1), "pending"), Counts{Overdue: 1, Scheduled: 1}},
		{"yesterday's task, done", task(today.AddDays(-1), "completed"), Counts{Scheduled: 1}},
		{"yesterday's task, skipped", task(today.AddDays(-1), "skipped"), Counts{Scheduled: 1}},
		{"yesterday's event", event(today.AddDays(-1)), Counts{Scheduled: 1}},
		{"today's task", task(today, "doing"), Counts{Next7Days: 1, Scheduled: 1}},
		{"today's task, done", task(today, "completed"), Counts{Scheduled: 1}},
		{"in a week", task(today.AddDays(7), "pending"), Counts{Next7Days: 1, Scheduled: 1}},
		{"in a week and a day", event(today.AddDays(8)), Counts{Scheduled: 1}},
		{"no day", task(0, "pending"), Counts{Backlog: 1}},
		{"a series since long ago, never touched", daily(task(today.AddDays(-900), "pending")), Counts{Overdue: 1, Next7Days: 1, Scheduled: 1}},
		{"a series that is skipped as a whole", daily(task(today.AddDays(-900), "skipped")), Counts{Scheduled: 1}},
		{"a series that ended, never touched", until(task(today.AddDays(-3), "pending"), today.AddDays(-1)), Counts{Overdue: 1, Scheduled: 1}},
		{"a series whose week is done", daily(task(today, "pending")).With("completedDates", record.Dates(week...)), Counts{Scheduled: 1}},
		{"a series with one day of the week left", daily(task(today, "pending")).With("skippedDates", record.Dates(week[1:]...)), Counts{Next7Days: 1, Scheduled: 1}},
		{"a project", record.New(schema.Lookup("project"), 1).With("targetDate", record.Date(today)), Counts{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Aggregates([]record.Record{tt.r}, today); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestAggregatesOfNothingAreZero(t *testing.T) {
	if got := Aggregates(nil, today); got != (Counts{}) {
		t.Errorf("got %+v", got)
	}
}
