package filter

import (
	"testing"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

const today = "2026-01-21" // a Wednesday

// task returns a record from alternating fields and values.
func task(fields ...any) record.Record { return of("task", fields...) }

func of(kind string, fields ...any) record.Record {
	k := schema.Lookup(kind)
	r := record.New(k, 7)
	if kind == "task" {
		r = r.With("status", record.Text("pending")).With("priority", record.Text("medium"))
	}
	for i := 0; i < len(fields); i += 2 {
		name := fields[i].(string)
		f, _ := k.Field(name)
		switch v := fields[i+1].(type) {
		case calendar.Recurrence:
			r = r.With(name, record.Recurrence(v))
		case []string:
			var days []calendar.Date
			for _, d := range v {
				days = append(days, day(d))
			}
			r = r.With(name, record.Dates(days...))
		case bool:
			r = r.With(name, record.Bool(v))
		case int:
			r = r.With(name, record.ID(int64(v)))
		case string:
			if f.Type == schema.Date {
				r = r.With(name, record.Date(day(v)))
			} else {
				r = r.With(name, record.Text(v))
			}
		}
	}
	return r
}

var (
	daily  = calendar.Recurrence{Freq: calendar.Daily}
	weekly = calendar.Recurrence{Freq: calendar.Weekly}
)

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		name   string
		where  string
		record record.Record
		want   bool
	}{
		{"no key", `{}`, task("title", "Tea"), true},
		{"no key, a kind that is not planned", `{}`, of("project", "name", "House"), false},
		{"the kind is named", `{"kind":"project"}`, of("project", "name", "House"), true},
		{"another kind is named", `{"kind":"event"}`, task("title", "Tea"), false},
		{"one of the ids", `{"ids":[3,7]}`, task(), true},
		{"none of the ids", `{"ids":[3]}`, task(), false},
		{"no ids at all match nothing", `{"ids":[]}`, task(), false},

		{"title in another case", `{"title_contains":"ÉCOLE"}`, task("title", "à l'école"), true},
		{"title with its accent composed otherwise", `{"title_contains":"éco"}`, task("title", "e\u0301cole"), true},
		{"title without its accent", `{"title_contains":"ecole"}`, task("title", "À l'école"), true},
		{"title with an accent too many", `{"title_contains":"thé"}`, task("title", "The tea"), true},
		{"title by another sigma", `{"title_contains":"ΟΔΟΣ"}`, task("title", "οδος"), true},
		{"title without it", `{"title_contains":"tea"}`, task("title", "Coffee"), false},
		{"label of a project", `{"kind":"project","title_contains":"hou"}`, of("project", "name", "House"), true},

		{"overdue", `{"overdue":true}`, task("scheduledFor", "2026-01-20"), true},
		{"today is not overdue", `{"overdue":true}`, task("scheduledFor", today), false},
		{"completed is not overdue", `{"overdue":true}`, task("scheduledFor", "2026-01-20", "status", "completed"), false},
		{"skipped is not overdue", `{"overdue":true}`, task("scheduledFor", "2026-01-20", "status", "skipped"), false},
		{"backlog is never overdue", `{"overdue":true}`, task(), false},
		{"not overdue, backlog", `{"overdue":false}`, task(), true},
		{"an event is never overdue", `{"overdue":true}`, of("event", "scheduledFor", "2026-01-20"), false},
		{"an event is not overdue", `{"overdue":false}`, of("event", "scheduledFor", "2026-01-20"), true},

		{"first day of the range", `{"scheduled_range":{"from":"2026-01-20","to":"2026-01-22"}}`, task("scheduledFor", "2026-01-20"), true},
		{"last day of the range", `{"scheduled_range":{"from":"2026-01-20","to":"2026-01-22"}}`, task("scheduledFor", "2026-01-22"), true},
		{"after the range", `{"scheduled_range":{"to":"2026-01-22"}}`, task("scheduledFor", "2026-01-23"), false},
		{"backlog is in no range", `{"scheduled_range":{"to":"2026-01-22"}}`, task(), false},
		{"deadline in the range", `{"deadline_range":{"from":"2026-01-20"}}`, task("deadline", "2026-01-20"), true},
		{"an event has no deadline", `{"deadline_range":{"from":"2026-01-20"}}`, of("event", "scheduledFor", "2026-01-20"), false},

		{"completed", `{"completed":true}`, task("status", "completed"), true},
		{"skipped is not completed", `{"completed":false}`, task("status", "skipped"), true},
		{"an event is never completed", `{"completed":true}`, of("event"), false},
		{"an event is not completed", `{"completed":false}`, of("event"), true},
		{"status", `{"status":"doing"}`, task("status", "doing"), true},
		{"an event has no status", `{"status":"pending"}`, of("event"), false},
		{"status in a project's own words", `{"kind":"project","status":"On Hold"}`, of("project", "name", "x", "status", "on hold"), true},
		{"an item that is checked is completed", `{"kind":"checklist_item","completed":true}`, of("checklist_item", "isChecked", true), true},
		{"an item that is checked is not open", `{"kind":"checklist_item","completed":false}`, of("checklist_item", "isChecked", true), false},
		{"an item that is not checked is open", `{"kind":"checklist_item","completed":false}`, of("checklist_item", "isChecked", false), true},
		{"an item that is not checked is pending", `{"kind":"checklist_item","status":"pending"}`, of("checklist_item", "isChecked", false), true},
		{"an item without a day is never overdue", `{"kind":"checklist_item","overdue":true}`, of("checklist_item", "isChecked", false), false},
		{"priority", `{"priority":"medium"}`, task(), true},
		{"an event has no priority", `{"priority":"medium"}`, of("event"), false},
		{"tag", `{"tag":"home"}`, task("tags", "garden\nhome"), true},
		{"part of a tag", `{"tag":"home"}`, task("tags", "homework"), false},
		{"project", `{"projectId":4}`, task("projectId", 4), true},
		{"context", `{"context":"work"}`, task("context", "school"), false},
		{"repeating", `{"repeating":true}`, task("scheduledFor", "2026-01-01", "recurrence", daily), true},
		{"not repeating", `{"repeating":false}`, task("scheduledFor", "2026-01-01", "recurrence", daily), false},
		{"all keys have to hold", `{"title_contains":"tea","priority":"high"}`, task("title", "Tea"), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, codes := parse(t, tt.where)
			if len(codes) > 0 {
				t.Fatal(codes)
			}
			if got := f.Selects(tt.record, day(today)); got != tt.want {
				t.Errorf("%s matches: %v, want %v", tt.where, got, tt.want)
			}
		})
	}
}

func TestARepeatingRecordMatchesByItsOccurrences(t *testing.T) {
	const now = `"scheduled_range":{"from":"2026-01-21","to":"2026-01-21"}`
	old := []any{"scheduledFor", "2026-01-19", "recurrence", daily}
	with := func(more ...any) record.Record { return task(append(append([]any{}, old...), more...)...) }
	for _, tt := range []struct {
		name   string
		where  string
		record record.Record
		want   bool
	}{
		{"today's occurrence of an older series", `{` + now + `}`, with(), true},
		{"no occurrence today", `{` + now + `}`, task("scheduledFor", "2026-01-20", "recurrence", weekly), false},
		{"the anchor alone is before the range", `{"scheduled_range":{"to":"2026-01-18"}}`, with(), false},
		{"open today", `{` + now + `,"completed":false}`, with("completedDates", []string{"2026-01-20"}), true},
		{"done today", `{` + now + `,"completed":false}`, with("completedDates", []string{today}), false},
		{"asked for what is done today", `{` + now + `,"completed":true}`, with("completedDates", []string{today}), true},
		{"done on another day", `{` + now + `,"completed":true}`, with("completedDates", []string{"2026-01-20"}), false},
		{"skipped today", `{` + now + `,"status":"skipped"}`, with("skippedDates", []string{today}), true},
		{"skipped today is not pending", `{` + now + `,"status":"pending"}`, with("skippedDates", []string{today}), false},
		{"pending today", `{` + now + `,"status":"pending"}`, with(), true},
		{"a completed series is completed today", `{` + now + `,"completed":true}`, with("status", "completed"), true},
		{"a list may hold a day that is no occurrence", `{"scheduled_range":{"from":"2026-01-21"},"completed":true}`,
			task("scheduledFor", "2026-01-20", "recurrence", weekly, "completedDates", []string{today}), false},

		{"one occurrence was missed", `{"overdue":true}`, with("completedDates", []string{"2026-01-19"}), true},
		{"none was missed", `{"overdue":true}`, with("completedDates", []string{"2026-01-19"}, "skippedDates", []string{"2026-01-20"}), false},
		{"none was missed, asked the other way", `{"overdue":false}`, with("completedDates", []string{"2026-01-19", "2026-01-20"}), true},
		{"a series that is completed is not overdue", `{"overdue":true}`, with("status", "completed"), false},
		{"a series that begins today is not overdue", `{"overdue":true}`, task("scheduledFor", today, "recurrence", daily), false},
		{"missed in the range", `{"overdue":true,"scheduled_range":{"from":"2026-01-20","to":"2026-01-25"}}`, with("completedDates", []string{"2026-01-20"}), false},
		{"today's, which is not overdue", `{"overdue":false,` + now + `}`, with(), true},
		{"an event's occurrence today", `{` + now + `,"completed":false}`, of("event", "scheduledFor", "2026-01-07", "recurrence", weekly), true},
		{"an event's occurrences are never overdue", `{"overdue":true}`, of("event", "scheduledFor", "2026-01-07", "recurrence", weekly), false},

		{"without a range the series itself is asked", `{"completed":false}`, with("completedDates", []string{today}), true},
		{"without a range a series in hand", `{"status":"doing"}`, with("status", "doing"), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, codes := parse(t, tt.where)
			if len(codes) > 0 {
				t.Fatal(codes)
			}
			if got := f.Selects(tt.record, day(today)); got != tt.want {
				t.Errorf("%s matches: %v, want %v", tt.where, got, tt.want)
			}
		})
	}
}

// oracle looks at the days one by one, which Match avoids.
func oracle(f Condition, r record.Record, now calendar.Date) bool {
	rest := f
	rest.Scheduled, rest.Overdue, rest.Status, rest.Completed = Range{}, Any, "", Any
	if !rest.Selects(r, now) {
		return false
	}
	last := day("2026-03-31")
	own, task := r.Get("status").Text(), r.Kind.Name == "task"
	statusOn := func(d calendar.Date) string {
		switch {
		case own == "completed" || own == "skipped":
		case r.Get("completedDates").HasDate(d):
			return "completed"
		case r.Get("skippedDates").HasDate(d):
			return "skipped"
		}
		return own
	}
	lateOn := func(d calendar.Date) bool {
		return task && d < now && statusOn(d) != "completed" && statusOn(d) != "skipped"
	}
	accepts := func(s string) bool {
		return (f.Status == "" || task && s == f.Status) && (f.Completed == Any || f.Completed == FlagOf(task && s == "completed"))
	}
	var days []calendar.Date
	for d := r.Day(); d <= last; d++ {
		if r.Recurrence().OccursOn(r.Day(), d) {
			days = append(days, d)
		}
	}
	if !f.Scheduled.Set && f.Overdue != Yes {
		late := false
		for _, d := range days {
			late = late || lateOn(d)
		}
		return accepts(own) && (f.Overdue == Any || !late)
	}
	for _, d := range days {
		if (!f.Scheduled.Set || f.Scheduled.Has(d)) && (f.Overdue == Any || f.Overdue == FlagOf(lateOn(d))) && accepts(statusOn(d)) {
			return true
		}
	}
	return false
}

func TestOccurrencesMatchADayByDayComparison(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		date := rapid.Custom(func(t *rapid.T) calendar.Date {
			return day("2026-01-01").AddDays(rapid.IntRange(0, 40).Draw(t, "day"))
		})
		r := of(rapid.SampledFrom([]string{"task", "task", "event"}).Draw(t, "kind"))
		r = r.With("scheduledFor", record.Date(date.Draw(t, "anchor")))
		r = r.With("recurrence", record.Recurrence(calendar.Recurrence{
			Freq:  rapid.SampledFrom([]calendar.Frequency{calendar.Daily, calendar.Weekdays, calendar.Weekly, calendar.Monthly}).Draw(t, "freq"),
			Count: rapid.Int32Range(0, 4).Draw(t, "count"),
		}))
		if r.Kind.Name == "task" {
			r = r.With("status", record.Text(rapid.SampledFrom(schema.Statuses).Draw(t, "status")))
			completed := rapid.SliceOf(date).Draw(t, "completed")
			r = r.With("completedDates", record.Dates(completed...))
			var skipped []calendar.Date
			for _, d := range rapid.SliceOf(date).Draw(t, "skipped") {
				if !r.Get("completedDates").HasDate(d) {
					skipped = append(skipped, d)
				}
			}
			r = r.With("skippedDates", record.Dates(skipped...))
		}
		f := filters().Draw(t, "filter")
		f.Kinds, f.Compare = nil, nil
		if f.Scheduled.Set && !f.Scheduled.To.Valid() {
			f.Scheduled.To = day("2026-03-31")
		}
		if got, want := f.Selects(r, day(today)), oracle(f, r, day(today)); got != want {
			t.Fatalf("%s on %s: %v, want %v", f.AppendJSON(nil), r.AppendMembers(nil), got, want)
		}
	})
}

func TestEveryRecordIsEitherOverdueOrNot(t *testing.T) {
	for _, r := range []record.Record{
		task(), task("scheduledFor", "2026-01-01"), task("scheduledFor", "2026-01-01", "recurrence", daily),
		of("event", "scheduledFor", "2026-01-01"), task("scheduledFor", "2026-02-01", "recurrence", weekly),
	} {
		if (Condition{Overdue: Yes}).Selects(r, day(today)) == (Condition{Overdue: No}).Selects(r, day(today)) {
			t.Errorf("%s is both or neither", r.AppendMembers(nil))
		}
	}
}

func BenchmarkMatchALongSeries(b *testing.B) {
	r := task("scheduledFor", "0001-01-01", "recurrence", daily)
	f := Condition{Scheduled: Day(day(today)), Completed: No}
	for b.Loop() {
		if !f.Selects(r, day(today)) {
			b.Fatal("no occurrence today")
		}
	}
}
