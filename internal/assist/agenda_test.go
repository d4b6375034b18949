package assist_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/workspace"
)

// byDay returns the groups of a list, each as "today 2026-11-21: Milk, Bread".
func (d *fixture) byDay(q assist.ListRequest) string {
	d.t.Helper()
	if _, err := assist.List(d.t.Context(), d.environment("l"), q); err != nil {
		d.t.Fatal(err)
	}
	var groups []string
	var last event.Group
	for _, b := range d.heard.Bodies {
		row, is := b.(event.Row)
		if !is {
			continue
		}
		if len(groups) == 0 || row.Group != last {
			name := strings.TrimSpace(row.Group.Name + " " + row.Group.Day.String())
			groups, last = append(groups, name+": "+row.Record.Label()), row.Group
			continue
		}
		groups[len(groups)-1] += ", " + row.Record.Label()
	}
	return strings.Join(groups, "\n")
}

func TestAnAgendaShowsWhatIsOpenByDay(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Milk","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Late","scheduledFor":"2026-11-19"}
{"op":"task.create","title":"Bread","scheduledFor":"2026-11-21","status":"completed"}
{"op":"task.create","title":"Rent","scheduledFor":"2026-11-28"}
{"op":"task.create","title":"Taxes","scheduledFor":"2026-11-29"}
{"op":"task.create","title":"Someday"}
{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-22","startTime":"15:00"}
{"op":"event.create","title":"Brunch","scheduledFor":"2026-11-22","startTime":"11:00"}
{"op":"event.create","title":"Past","scheduledFor":"2026-11-20","startTime":"11:00"}
{"op":"task.create","title":"Pay Bob","scheduledFor":"2026-11-22","status":"doing"}`)
	got := d.byDay(assist.ListRequest{Agenda: true, Limit: assist.AgendaLimit})
	want := `overdue: Late
today 2026-11-21: Milk
tomorrow 2026-11-22: Pay Bob, Brunch, Dentist
2026-11-28: Rent`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = "1 overdue, 5 planned until Sat 2026-11-28.\n" +
		"1 planned later: `assister list --from 2026-11-29 --open`\n" +
		"1 open task has no day: `assister list --open`"
	if got := d.summary(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	events := assist.ListRequest{Agenda: true, Filter: filter.Condition{Kinds: []string{"event"}}}
	if got := d.byDay(events); got != "tomorrow 2026-11-22: Brunch, Dentist" {
		t.Errorf("got %s", got)
	}
}

func TestAnAgendaHasRepeatingRecordsOnTheirOpenDays(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Stretch","scheduledFor":"2026-11-21","recurrence":{"type":"daily"},"as":"s"}
{"op":"task.set_status","id":{"ref":"s"},"status":"completed","occurrenceDate":"2026-11-21"}
{"op":"task.set_status","id":{"ref":"s"},"status":"skipped","occurrenceDate":"2026-11-23"}
{"op":"event.create","title":"Class","scheduledFor":"2026-11-03","recurrence":{"type":"weekly","byDay":["TU"]}}
{"op":"task.create","title":"Bins","scheduledFor":"2026-11-18","recurrence":{"type":"weekly","byDay":["WE"]}}
{"op":"event.create","title":"Gym","scheduledFor":"2026-12-01","recurrence":{"type":"weekly","byDay":["TU"]}}`)
	got := d.byDay(assist.ListRequest{Agenda: true})
	want := `overdue: Bins
tomorrow 2026-11-22: Stretch
2026-11-24: Stretch, Class
2026-11-25: Stretch, Bins
2026-11-26: Stretch
2026-11-27: Stretch
2026-11-28: Stretch`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := d.summary(); !strings.Contains(got, "1 overdue, 8 planned") || !strings.Contains(got, "1 planned later") {
		t.Errorf("got %s", got)
	}
}

// TestAnAgendaHasDeadlinesOfWhatIsPlannedForNoDay lists a task once, on the day that it is
// planned for if there is one.
func TestAnAgendaHasDeadlinesOfWhatIsPlannedForNoDay(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Milk","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Tax","deadline":"2026-11-21"}
{"op":"task.create","title":"Form","deadline":"2026-11-28"}
{"op":"task.create","title":"Visa","deadline":"2026-11-29"}
{"op":"task.create","title":"Fine","deadline":"2026-11-20"}
{"op":"task.create","title":"Bill","deadline":"2026-11-18"}
{"op":"task.create","title":"Paid","deadline":"2026-11-18","status":"completed"}
{"op":"task.create","title":"Late","scheduledFor":"2026-11-19","deadline":"2026-11-20"}
{"op":"task.create","title":"Talk","scheduledFor":"2026-11-22","deadline":"2026-11-21"}
{"op":"task.create","title":"Someday"}`)
	got := d.byDay(assist.ListRequest{Agenda: true, Limit: assist.AgendaLimit})
	want := `overdue: Late
past the deadline: Bill, Fine
today 2026-11-21: Milk, Tax
tomorrow 2026-11-22: Talk
2026-11-28: Form`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = "1 overdue, 2 past the deadline, 2 planned, 2 due until Sat 2026-11-28.\n" +
		"2 open tasks have no day: `assister list --open`"
	if got := d.summary(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got = d.byDay(assist.ListRequest{Agenda: true, Limit: 4})
	if want := "overdue: Late\npast the deadline: Bill, Fine\ntoday 2026-11-21: Milk"; got != want {
		t.Errorf("with a limit: got\n%s\nwant\n%s", got, want)
	}
	d.apply(`{"op":"bulk_delete","where":{"scheduled_range":{"from":"2026-11-01"}}}
{"op":"bulk_delete","where":{"deadline_range":{"to":"2026-11-20"}}}`)
	if d.byDay(assist.ListRequest{Agenda: true}); !strings.HasPrefix(d.summary(), "2 due until Sat 2026-11-28.\n") {
		t.Errorf("got %s", d.summary())
	}
}

// crowded is a store in which every count that may stop finds enough.
type crowded struct{ *fixture }

func (c crowded) Open(context.Context, assist.Access) (assist.Store, error) {
	return crowdedStore{c.store}, nil
}

type crowdedStore struct{ assist.Store }

func (c crowdedStore) View(ctx context.Context, fn func(workspace.Reader) error) error {
	return c.Store.View(ctx, func(r workspace.Reader) error { return fn(crowdedReader{r}) })
}

type crowdedReader struct{ workspace.Reader }

func (c crowdedReader) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	if q.Enough > 0 {
		return filter.Result{Total: q.Enough}, nil
	}
	return c.Reader.Query(q, today)
}

// What an agenda does not list is not counted to the end.
func TestAnAgendaCountsOnlySoFarWhatItDoesNotList(t *testing.T) {
	d := newFixture(t)
	env := d.environment("list")
	env.Workspace = crowded{d}
	if _, err := assist.List(t.Context(), env, assist.ListRequest{Agenda: true, Limit: 5, Filter: filter.Condition{Kinds: []string{"task"}}}); err != nil {
		t.Fatal(err)
	}
	want := "Nothing is planned until Sat 2026-11-28.\n" +
		"10,000+ planned later: `assister list tasks --from 2026-11-29 --open`\n" +
		"10,000+ open tasks have no day: `assister list tasks --open`"
	if got := d.summary(); got != want {
		t.Errorf("got %s", got)
	}
}

func TestALongAgendaIsCutAndSaysSo(t *testing.T) {
	d := newFixture(t)
	var lines []string
	for i := range 9 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"Late %d","scheduledFor":"2026-11-1%d"}`, i, i),
			fmt.Sprintf(`{"op":"task.create","title":"Next %d","scheduledFor":"2026-11-2%d"}`, i, i))
	}
	d.apply(strings.Join(lines, "\n"))
	got := d.byDay(assist.ListRequest{Agenda: true, Limit: 5})
	// Next 0 is planned for the 20th, and the agenda begins on the 21st.
	want := "overdue: Late 8, Next 0\ntoday 2026-11-21: Next 1\ntomorrow 2026-11-22: Next 2\n2026-11-23: Next 3"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := d.summary(); !strings.Contains(got, "10 overdue, 8 planned until Sat 2026-11-28.\n"+
		"5 of these are shown. Show all of them: `assister list --limit 0`") {
		t.Errorf("got %s", got)
	}
	if got := strings.Count(d.byDay(assist.ListRequest{Agenda: true}), "e"); got == 0 || len(d.rows()) != 18 {
		t.Errorf("without a limit there are %d rows", len(d.rows()))
	}
}

func TestAnEmptyListSaysWhatToDoNext(t *testing.T) {
	d := newFixture(t)
	const begin = `Nothing here yet. Try: assister ask "add buy milk tomorrow"`
	for _, q := range []assist.ListRequest{{Agenda: true}, {Open: true}, {Filter: filter.Condition{Kinds: []string{"note"}}}} {
		if got := d.byDay(q); got != "" || d.summary() != begin {
			t.Errorf("got %q and %q", got, d.summary())
		}
	}
	d.apply(`{"op":"task.create","title":"Milk"}`)
	if d.byDay(assist.ListRequest{Agenda: true}); !strings.Contains(d.summary(), "1 open task has no day: `assister list --open`") {
		t.Errorf("got %q", d.summary())
	}
	if got := d.byDay(assist.ListRequest{Open: true}); got != "no day: Milk" {
		t.Errorf("got %q", got)
	}
	d.apply(`{"op":"task.complete","id":1}`)
	if d.byDay(assist.ListRequest{Agenda: true}); d.summary() != "Nothing is open. Show what is completed: `assister list --completed`" {
		t.Errorf("got %q", d.summary())
	}
}

func TestAFilteredListIsByDayAcrossKinds(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Rent","scheduledFor":"2026-11-24"}
{"op":"task.create","title":"Late","scheduledFor":"2026-11-19"}
{"op":"event.create","title":"Class","scheduledFor":"2026-11-03","recurrence":{"type":"weekly","byDay":["TU"]}}
{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-22","startTime":"15:00"}`)
	week := assist.ListRequest{Filter: filter.Condition{Scheduled: filter.Range{Set: true, From: day(t, "2026-11-16"), To: day(t, "2026-11-29")}}}
	const want = "2026-11-17: Class\n2026-11-19: Late\ntomorrow 2026-11-22: Dentist\n2026-11-24: Rent"
	if got := d.byDay(week); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	week.Limit = 2
	if got := d.byDay(week); got != "2026-11-17: Class\n2026-11-19: Late" {
		t.Errorf("with a limit: got\n%s", got)
	}
	if got := d.byDay(assist.ListRequest{Filter: filter.Condition{Overdue: filter.Yes}}); got != "overdue: Late" {
		t.Errorf("got %s", got)
	}
}

func day(t *testing.T, text string) calendar.Date {
	t.Helper()
	d, ok := calendar.ParseDate(text)
	if !ok {
		t.Fatal(text)
	}
	return d
}
