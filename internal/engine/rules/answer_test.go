package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/query"
	"assister/internal/record"
)

// library is what questions are answered from, in memory.
type library []record.Record

func (l library) Query(q query.Query, today calendar.Date) (query.Result, error) {
	return q.In(l, today), nil
}

func dayFrom(n int) record.Value { return record.Date(saturday().Today().AddDays(n)) }

func hour(h, m int) record.Value { return record.Time(calendar.TimeOf(h, m)) }

// Finished is what the history of the office says.
func (l library) Finished(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error) {
	at := map[int64]time.Time{}
	for id, when := range map[int64]time.Time{6: saturday().Instant.AddDate(0, 0, -9), 7: saturday().Instant.AddDate(0, 0, -2)} {
		if kind == "task" && (ids == nil && !when.Before(from) && when.Before(to) || slices.Contains(ids, id)) {
			at[id] = when
		}
	}
	return at, nil
}

var office = library{
	of("project", 1, "Data"), of("project", 2, "Website", "description", record.Text("the new\none")),
	of("task", 1, "Fix the index", "scheduledFor", dayFrom(-3), "priority", record.Text("high"), "projectId", record.ID(1), "deadline", dayFrom(9)),
	of("task", 2, "Write the report for Ann", "scheduledFor", dayFrom(1), "projectId", record.ID(1)),
	of("task", 3, "Buy milk", "tags", record.Tags("home")),
	of("task", 4, "Old thing", "scheduledFor", dayFrom(-10), "status", record.Text("completed"), "projectId", record.ID(1)),
	of("task", 5, "Water plants", "scheduledFor", dayFrom(-5), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 2}),
		"completedDates", record.Dates(saturday().Today().AddDays(-5), saturday().Today().AddDays(-3)), "skippedDates", record.Dates(saturday().Today().AddDays(-1))),
	of("task", 6, "Order chairs", "status", record.Text("completed")),
	of("task", 7, "Call the bank", "scheduledFor", dayFrom(-9), "status", record.Text("completed")),
	of("event", 1, "Meeting with Sam", "scheduledFor", dayFrom(3), "startTime", hour(10, 0), "endTime", hour(11, 0), "location", record.Text("Mario's")),
	of("event", 2, "Same old talk", "scheduledFor", dayFrom(2), "startTime", hour(10, 0)),
	of("event", 3, "Lunch with Ann", "scheduledFor", dayFrom(6), "startTime", hour(12, 30), "endTime", hour(13, 30)),
	of("event", 4, "Breakfast with Sam", "scheduledFor", dayFrom(0), "startTime", hour(7, 0), "endTime", hour(8, 0)),
	of("event", 5, "Dentist", "scheduledFor", dayFrom(-20), "startTime", hour(8, 0)),
}

func TestAnAnswerIsAllOfWhatIsAskedForInTheLanguageOfTheQuestion(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"what's on tomorrow", "2 things tomorrow (Sun 2026-11-22):\n- Water plants · Sun 2026-11-22\n- Write the report for Ann · Sun 2026-11-22 · Data"},
		{"how many open tasks in project data", "2 open tasks in project Data."},
		{"how many meetings next week", "3 events from Mon 2026-11-23 to Sun 2026-11-29."},
		{"when is my next meeting with Sam", "Next:\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's"},
		{"what was my last meeting with sam?", "Last:\n- Breakfast with Sam · Sat 2026-11-21 07:00–08:00"},
		{"when is the dentist", "Last:\n- Dentist · Sun 2026-11-01 08:00"},
		{"what is overdue in project data?", "1 overdue task in project Data:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high"},
		{"what is overdue in project website?", "No overdue tasks in project Website."},
		{"donne-moi les tâches du projet data", "2 tâches ouvertes dans le projet Data :\n- Fix the index · mer. 2026-11-18 · échéance lun. 2026-11-30 · priorité haute\n" +
			"- Write the report for Ann · dim. 2026-11-22"},
		{"combien de tâches ouvertes dans le projet website ?", "Aucune tâche ouverte dans le projet Website."},
		{"am I free on friday afternoon", "You are not free on Fri 2026-11-27 between 12:00 and 18:00:\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30"},
		{"am I free on friday morning", "You are free on Fri 2026-11-27 between 08:00 and 12:00."},
		{"suis-je libre demain ?", "Vous êtes libre demain (dim. 2026-11-22)."},
		{"what did I finish last week", "2 completed tasks from Mon 2026-11-09 to Sun 2026-11-15:\n- Old thing · Wed 2026-11-11 · Data\n- Order chairs · Thu 2026-11-12"},
		{"qu'ai-je terminé jeudi 19 novembre", "1 tâche terminée le jeu. 2026-11-19 :\n- Call the bank · jeu. 2026-11-19"},
		{"what is my last project", "Last:\n- Website · the new one"},
		{"which tasks have no date", "1 open task without a date:\n- Buy milk · #home"},
		{"what's the most urgent", "Most urgent first:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high · Data\n" +
			"- Water plants · Sun 2026-11-22\n- Write the report for Ann · Sun 2026-11-22 · Data"},
		{"do I have anything with Ann next week", "Yes, 1 thing with “Ann” from Mon 2026-11-23 to Sun 2026-11-29:\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30"},
		{"ai-je quelque chose avec Bob demain ?", "Non, rien avec “Bob” demain (dim. 2026-11-22)."},
		{"what is open in project dat", "There is no project “dat”; the closest are “Data”."},
		{"qu'est-ce qui est en retard dans le projet web", "Il n’y a pas de projet “web” ; les plus proches : “Website”."},
		{"what is open in project zebra", "There is no project “zebra”; the closest are “Data”, “Website”."},
		{"quels sont mes projets", "2 projets :\n- Data\n- Website · the new one"},
		{"show me everything in data", "2 things in project Data:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high\n- Write the report for Ann · Sun 2026-11-22"},
		{"where is my meeting with Sam", "1 event with “Sam” from Sat 2026-11-21 on:\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's"},
		{"which tasks are due on nov 30", "1 open task due on Mon 2026-11-30:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high · Data"},
		{"what was done on monday nov 16", "1 completed task on Mon 2026-11-16:\n- Water plants · Mon 2026-11-16"},
		{"how does next week look", "From Mon 2026-11-23 to Sun 2026-11-29: 3 tasks, 3 events, 1 overdue, 1 without a date:\n- Same old talk · Mon 2026-11-23 10:00\n" +
			"- Water plants · Tue 2026-11-24\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's\n- Water plants · Thu 2026-11-26\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30\n- Water plants · Sat 2026-11-28"},
		{"what is the weather today", ""},
	} {
		got, err := Engine{}.Answer(context.Background(), tt.text, office, saturday())
		if err != nil || got.Text != tt.want || (len(got.NotUnderstood) > 0) != (tt.want == "") {
			t.Errorf("%q is answered %v\n%s\nwant\n%s", tt.text, err, got.Text, tt.want)
		}
		if got.Total != nil && strings.Contains(got.Text, "1 ") && *got.Total == 0 {
			t.Errorf("%q: the total is 0", tt.text)
		}
	}
}

// studio has what is no task and no event.
var studio = library{
	of("project", 1, "Cache rewrite"), of("project", 2, "Catalogue"),
	of("note", 1, "Sizes", "content", record.Text("the cache index grows"), "projectId", record.ID(1)),
	of("note", 2, "Réunion d'équipe", "content", record.Text("le déménagement")),
	of("note_session", 1, "Kick-off", "projectId", record.ID(2)),
	of("note_line", 1, "", "content", record.Text("cover photo by the lake"), "sessionId", record.ID(1)),
	of("task", 1, "Shrink the index", "scheduledFor", dayFrom(2), "projectId", record.ID(1)),
	of("task", 2, "Choose the cover", "scheduledFor", dayFrom(1), "deadline", dayFrom(4), "projectId", record.ID(2), "tags", record.Tags("shopping")),
	of("task", 3, "Measure lookups", "scheduledFor", dayFrom(-3), "status", record.Text("completed"), "projectId", record.ID(1)),
	of("task", 4, "Back up the laptops", "scheduledFor", dayFrom(-9), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.EveryNDays, Interval: 2}),
		"completedDates", record.Dates(saturday().Today().AddDays(-9), saturday().Today().AddDays(-5))),
	of("event", 1, "Visit", "scheduledFor", dayFrom(3), "startTime", hour(10, 0), "endTime", hour(11, 30)),
	of("team", 1, "Design"), of("person", 1, "Ann", "role", record.Text("designer"), "teamId", record.ID(1)), of("person", 2, "Olaf"),
	of("checklist", 1, "Packing"), of("checklist_item", 1, "plants", "checklistId", record.ID(1)),
	of("checklist_item", 2, "kettle", "checklistId", record.ID(1), "isChecked", record.Bool(true)),
	of("alarm", 1, "Wake up", "scheduledFor", dayFrom(1), "time", hour(6, 45), "enabled", record.Bool(true)),
	of("link", 1, "Dashboard", "url", record.Text("https://graphs.example")),
}

func TestEveryKindIsAskedFor(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{text: "which notes mention the cache index, and what is still open there?",
			want: "1 note with “cache index”:\n- Sizes · the cache index grows · Cache rewrite\n\n1 open thing in project Cache rewrite:\n- Shrink the index · Mon 2026-11-23"},
		{before: "which notes mention the cache index?", text: "what is still open there?", want: "1 open thing in project Cache rewrite:\n- Shrink the index · Mon 2026-11-23"},
		{before: "which notes mention the moon?", text: "what is still open there?", want: "No notes with “moon”."},
		{text: "which notes mention the cover?", want: "1 note with “cover”:\n- cover photo by the lake · Kick-off"},
		{text: "quelles notes parlent du demenagement ?", want: "1 note avec “demenagement” :\n- Réunion d'équipe · le déménagement"},
		{text: "who is in team design?", want: "1 person in team “Design”:\n- Ann · designer"},
		{text: "who is in team sales?", want: "There is no team “sales”; the closest are “Design”."},
		{text: "who is Olaf", want: "1 person with “Olaf”:\n- Olaf"},
		{text: "what's on my packing list", want: "1 open item on the list “Packing”:\n- plants"},
		{text: "what's on my shopping list", want: "1 open task tagged “shopping”:\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{text: "which alarms go off tomorrow", want: "1 alarm tomorrow (Sun 2026-11-22):\n- Wake up · Sun 2026-11-22 06:45"},
		{text: "is there a link to the dashboard", want: "Yes, 1 link with “dashboard”:\n- Dashboard · https://graphs.example"},
		{text: "how long is the visit", want: "1 h 30 min:\n- Visit · Tue 2026-11-24 10:00–11:30"},
		{text: "how many days until the visit", want: "In 3 days (Tue 2026-11-24):\n- Visit · Tue 2026-11-24 10:00–11:30"},
		{text: "combien de jours avant la visite ?", want: "Rien avec “visite” à partir du sam. 2026-11-21."},
		{text: "how many days until friday", want: "In 6 days (Fri 2026-11-27)."},
		{text: "when did I last back up the laptops", want: "The last time:\n- Back up the laptops · Mon 2026-11-16"},
		{text: "did I measure the lookups?", want: "Yes:\n- Measure lookups · Wed 2026-11-18 · Cache rewrite"},
		{text: "have I chosen the cover?", want: "No:\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{text: "what is due tomorrow", want: "No open tasks due tomorrow (Sun 2026-11-22); planned for then: 2."},
		{text: "what covers are due this week?", want: "No open tasks with “covers” due from Mon 2026-11-16 to Sun 2026-11-22; planned for then: 1."},
		{text: "which bills are due this week?", want: ""},
		{before: "what is on tomorrow?", text: "and on tuesday?", want: "2 things on Tue 2026-11-24:\n- Back up the laptops · Tue 2026-11-24\n- Visit · Tue 2026-11-24 10:00–11:30"},
	} {
		got, err := Engine{Before: []string{tt.before}}.Answer(context.Background(), tt.text, studio, saturday())
		if err != nil || got.Text != tt.want || (len(got.NotUnderstood) > 0) != (tt.want == "") {
			t.Errorf("%q is answered %v %q\n%s\nwant\n%s", tt.text, err, got.NotUnderstood, got.Text, tt.want)
		}
	}
}

func TestALongAnswerSaysHowMuchItLeavesOut(t *testing.T) {
	var many library
	for id := range int64(linesMax + 40) {
		many = append(many, of("task", id+1, fmt.Sprintf("Sweep room %03d", id+1), "notes", record.Text(strings.Repeat("x", 500))))
	}
	got, err := Engine{}.Answer(context.Background(), "list all tasks", many, saturday())
	if err != nil || *got.Total != linesMax+40 || len(got.Records) != linesMax+40 || strings.Count(got.Text, "\n- ") != linesMax {
		t.Fatalf("%v: %d records, %d lines", err, len(got.Records), strings.Count(got.Text, "\n- "))
	}
	if last := got.Text[strings.LastIndex(got.Text, "\n")+1:]; !strings.HasPrefix(last, "… and 40 more: assister query task --where '{") {
		t.Error(last)
	}
}

func TestNoTextOfARecordMakesALineOfItsOwn(t *testing.T) {
	got, err := Engine{}.Answer(context.Background(), "list all tasks", library{of("task", 1, "Sweep\n- Fake\n\tline "+strings.Repeat("é", 300))}, saturday())
	if err != nil || strings.Count(got.Text, "\n") != 1 {
		t.Errorf("%v: %s", err, got.Text)
	}
}
