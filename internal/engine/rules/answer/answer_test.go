package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

// saturday is 21 November 2026, 9 in the morning.
func saturday() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

func of(kind string, id int64, label string, with ...any) record.Record {
	k := schema.Lookup(kind)
	x := record.New(k, id).With(k.Label, record.Text(label))
	if kind == "task" {
		x = x.With("status", record.Text("pending")).With("priority", record.Text("medium"))
	}
	for i := 0; i < len(with); i += 2 {
		x = x.With(with[i].(string), with[i+1].(record.Value))
	}
	return x
}

// read is what a text means, with the names of the records.
func read(t *testing.T, all propose.Library, text string) []meaning.Text {
	t.Helper()
	toks := language.Tokens(text)
	names := newSource(context.Background(), saturday(), all).resolver().NamesIn(meaning.BuiltIn().Likeliest(toks), toks)
	return meaning.BuiltIn().Readings(text, saturday(), names)
}

// inquiry is a question, after others.
func inquiry(t *testing.T, all propose.Library, text string, before ...string) propose.Inquiry {
	t.Helper()
	q := propose.Inquiry{Text: text, Clock: saturday(), Said: &meaning.Text{}}
	if readings := read(t, all, text); len(readings) > 0 {
		q.Said, q.Also = &readings[0], readings[1:]
	}
	for _, b := range before {
		if readings := read(t, all, b); len(readings) > 0 {
			q.Before = append(q.Before, readings[0])
		}
	}
	return q
}

func ask(t *testing.T, all propose.Library, text string, before ...string) (propose.Answer, error) {
	t.Helper()
	return Answerer{}.Answer(context.Background(), inquiry(t, all, text, before...), all)
}

// library has the records for answers, in memory.
type library []record.Record

func (l library) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return q.In(l, today), nil
}

func dayFrom(n int) record.Value { return record.Date(saturday().Today().AddDays(n)) }

func hour(h, m int) record.Value { return record.Time(calendar.TimeOf(h, m)) }

// CompletedAt returns the completions in the history of the office.
func (l library) CompletedAt(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error) {
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
	of("task", 3, "Buy milk", "createdAt", record.Instant(saturday().Instant), "tags", record.Tags("home")),
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

func TestAnAnswerIsCompleteAndInTheLanguageOfTheQuestion(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"what's on tomorrow", "2 things tomorrow (Sun 2026-11-22):\n- Water plants · Sun 2026-11-22\n- Write the report for Ann · Sun 2026-11-22 · Data"},
		{"how many open tasks in project data", "2 open tasks in project Data."},
		{"how many meetings next week", "3 events from Mon 2026-11-23 to Sun 2026-11-29."},
		{"what is the longest event on monday", "1 event without an end on Mon 2026-11-23:\n- Same old talk · Mon 2026-11-23 10:00"},
		{"when is my next meeting with Sam", "Next:\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's"},
		{"what was my last meeting with sam?", "Last:\n- Breakfast with Sam · Sat 2026-11-21 07:00–08:00"},
		{"when is the dentist", "Last:\n- Dentist · Sun 2026-11-01 08:00"},
		{"what is overdue in project data?", "1 overdue task in project Data:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high"},
		{"what is overdue in project website?", "No overdue tasks in project Website."},
		{"donne-moi les tâches du projet data", "2 tâches ouvertes dans le projet Data :\n- Fix the index · mer. 2026-11-18 · échéance lun. 2026-11-30 · priorité haute\n" +
			"- Write the report for Ann · dim. 2026-11-22"},
		{"combien de tâches ouvertes dans le projet website ?", "Aucune tâche ouverte dans le projet Website."},
		{"am I free on friday afternoon", "You are partly free on Fri 2026-11-27 between 12:00 and 18:00: 12:00–12:30 and 13:30–18:00. Planned:\n" +
			"- Lunch with Ann · Fri 2026-11-27 12:30–13:30"},
		{"am I free on friday morning", "You are free on Fri 2026-11-27 between 08:00 and 12:00."},
		{"suis-je libre demain ?", "Vous êtes libre demain (dim. 2026-11-22)."},
		{"what did I finish last week", "2 completed tasks from Mon 2026-11-09 to Sun 2026-11-15:\n- Old thing · Wed 2026-11-11 · Data\n- Order chairs · Thu 2026-11-12"},
		{"qu'ai-je terminé jeudi 19 novembre", "1 tâche terminée le jeu. 2026-11-19 :\n- Call the bank · jeu. 2026-11-19"},
		{"what is my last project", "Last:\n- Website · the new one"},
		{"which tasks have no date", "1 open task without a date:\n- Buy milk · #home"},
		{"do I have anything with Ann next week", "Yes, 1 thing with “Ann” from Mon 2026-11-23 to Sun 2026-11-29:\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30"},
		{"what is open in project dat", "There is no project “dat”; the closest: “Data”."},
		{"qu'est-ce qui est en retard dans le projet web", "Il n’y a pas de projet « web » ; les plus proches : « Website »."},
		{"what is open in project zebra", "There is no project “zebra”; the closest: “Data”, “Website”."},
		{"quels sont mes projets", "2 projets :\n- Data\n- Website · the new one"},
		{"show me everything in data", "2 things in project Data:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high\n- Write the report for Ann · Sun 2026-11-22"},
		{"where is my meeting with Sam", "At Mario's:\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's"},
		{"which tasks are due on nov 30", "1 open task due on Mon 2026-11-30:\n- Fix the index · Wed 2026-11-18 · deadline Mon 2026-11-30 · high · Data"},
		{"what was done on monday nov 16", "1 completed task on Mon 2026-11-16:\n- Water plants · Mon 2026-11-16"},
		{"how does next week look", "From Mon 2026-11-23 to Sun 2026-11-29: 3 tasks, 3 events, 1 overdue, 1 without a date:\n- Same old talk · Mon 2026-11-23 10:00\n" +
			"- Water plants · Tue 2026-11-24\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's\n- Water plants · Thu 2026-11-26\n- Lunch with Ann · Fri 2026-11-27 12:30–13:30\n- Water plants · Sat 2026-11-28"},
		{"what time do I finish on tuesday", "11:00:\n- Meeting with Sam · Tue 2026-11-24 10:00–11:00 · at Mario's"},
		{"when was the task about milk added", "Today (Sat 2026-11-21):\n- Buy milk · #home"},
		{"did I add milk to the list", "Yes, 1 thing with “milk”:\n- Buy milk · #home"},
		{"tell me about the dentist", "1 thing with “dentist”:\n- Dentist · Sun 2026-11-01 08:00"},
		{"what is the weather today", ""},
	} {
		got, err := ask(t, office, tt.text)
		if err != nil || got.Text != tt.want || (len(got.NotUnderstood) > 0) != (tt.want == "") {
			t.Errorf("%q is answered %v\n%s\nwant\n%s", tt.text, err, got.Text, tt.want)
		}
		if got.Total != nil && strings.Contains(got.Text, "1 ") && *got.Total == 0 {
			t.Errorf("%q: the total is 0", tt.text)
		}
	}
}

// studio has records that are neither tasks nor events.
var studio = library{
	of("project", 1, "Cache rewrite", "targetDate", dayFrom(30)), of("project", 2, "Catalogue"),
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

func TestQuestionsAboutEveryKindAreAnswered(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{text: "which notes mention the cache index, and what is still open there?",
			want: "1 note with “cache index”:\n- Sizes · the cache index grows · Cache rewrite\n\n1 open thing in project Cache rewrite:\n- Shrink the index · Mon 2026-11-23"},
		{before: "which notes mention the cache index?", text: "what is still open there?", want: "1 open thing in project Cache rewrite:\n- Shrink the index · Mon 2026-11-23"},
		{before: "which notes mention the moon?", text: "what is still open there?", want: "No notes with “moon”."},
		{text: "which notes mention the cover?", want: "1 note with “cover”:\n- cover photo by the lake · Kick-off"},
		{text: "quelles notes parlent du demenagement ?", want: "1 note avec « demenagement » :\n- Réunion d'équipe · le déménagement"},
		{text: "who is in team design?", want: "1 person in team “Design”:\n- Ann · designer"},
		{text: "who is in team sales?", want: "There is no team “sales”; the closest: “Design”."},
		{text: "who is Olaf", want: "1 person with “Olaf”:\n- Olaf"},
		{text: "what's on my packing list", want: "1 open item on the list “Packing”:\n- plants"},
		{text: "what's on my shopping list", want: "1 open task tagged “shopping”:\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{text: "is there a link to the dashboard", want: "Yes, 1 link with “dashboard”:\n- Dashboard · https://graphs.example"},
		{text: "how long is the visit", want: "1 h 30 min:\n- Visit · Tue 2026-11-24 10:00–11:30"},
		{text: "how many days until the visit", want: "In 3 days (Tue 2026-11-24):\n- Visit · Tue 2026-11-24 10:00–11:30"},
		{text: "combien de jours avant la visite ?", want: "Dans 3 jours (mar. 2026-11-24) :\n- Visit · mar. 2026-11-24 10:00–11:30"},
		{text: "how many days until friday", want: "In 6 days (Fri 2026-11-27)."},
		{text: "when did I last back up the laptops", want: "The last time:\n- Back up the laptops · Mon 2026-11-16"},
		{text: "did I measure the lookups?", want: "Yes:\n- Measure lookups · Wed 2026-11-18 · Cache rewrite"},
		{text: "what is due tomorrow", want: "No open tasks due tomorrow (Sun 2026-11-22); planned for then: 2."},
		{text: "what covers are due this week?", want: "No open tasks with “covers” due from Mon 2026-11-16 to Sun 2026-11-22; planned for then: 1."},
		{text: "which bills are due this week?", want: ""},
		{before: "what is due tomorrow?", text: "and on wednesday?", want: "1 open task due on Wed 2026-11-25:\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{text: "did I cancel the visit?", want: ""},
		{text: "when does the cache rewrite project have to be finished", want: "On Mon 2026-12-21:\n- Cache rewrite · by Mon 2026-12-21"},
		{text: "quelle est l'échéance du projet Cache rewrite ?", want: "Le lun. 2026-12-21 :\n- Cache rewrite · pour le lun. 2026-12-21"},
		{text: "are the laptops on tuesday", want: "On Tue 2026-11-24:\n- Back up the laptops · Tue 2026-11-24"},
		{text: "are the laptops on wednesday", want: "Tomorrow (Sun 2026-11-22):\n- Back up the laptops · Sun 2026-11-22"},
		{text: "show my projects with their deadlines", want: "2 projects:\n- Cache rewrite · by Mon 2026-12-21\n- Catalogue"},
		{text: "do any of my tasks have a deadline", want: "Yes, 1 open task with a deadline:\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{text: "did I put a toothbrush on the packing list?", want: "No, no items on the list “Packing” with “toothbrush”."},
		{text: "which days do I back up the laptops?", want: "Every 2 days:\n- Back up the laptops · Sun 2026-11-22"},
		{text: "est-ce que mardi matin est libre ?", want: "Vous êtes libre en partie le mar. 2026-11-24 entre 08:00 et 12:00 : 08:00–10:00 et 11:30–12:00. Prévu :\n- Visit · mar. 2026-11-24 10:00–11:30"},
		{text: "do I have two things at the same time on tuesday?", want: "Nothing takes place at the same time on Tue 2026-11-24."},
		{text: "have I moved the visit?", want: ""},
		{text: "can you check what I wrote down about the cover", want: "1 note with “cover”:\n- cover photo by the lake · Kick-off"},
		{text: "tell me if there's anything after the visit on tuesday", want: "No, no events on Tue 2026-11-24 after 11:30."},
		{text: "am I supposed to choose anything tomorrow", want: "Yes, 1 open thing with “choose” tomorrow (Sun 2026-11-22):\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{text: "dois-je choisir quelque chose le 3 décembre ?", want: "Non, aucun élément ouvert avec « choisir » le jeu. 2026-12-03."},
		{text: "¿tengo que hacer algo mañana?", want: "Sí, 2 elementos abiertos mañana (dom 2026-11-22):\n- Back up the laptops · dom 2026-11-22\n- Choose the cover · dom 2026-11-22 · fecha límite mié 2026-11-25 · #shopping · Catalogue"},
		{text: "the lookups are measured?", want: "Yes:\n- Measure lookups · Wed 2026-11-18 · Cache rewrite"},
		{text: "how important is the cover?", want: "medium:\n- Choose the cover · Sun 2026-11-22 · deadline Wed 2026-11-25 · #shopping · Catalogue"},
		{before: "what is on tomorrow?", text: "and on tuesday?", want: "2 things on Tue 2026-11-24:\n- Back up the laptops · Tue 2026-11-24\n- Visit · Tue 2026-11-24 10:00–11:30"},
	} {
		got, err := ask(t, studio, tt.text, tt.before)
		if err != nil || got.Text != tt.want || (len(got.NotUnderstood) > 0) != (tt.want == "") {
			t.Errorf("%q is answered %v %q\n%s\nwant\n%s", tt.text, err, got.NotUnderstood, got.Text, tt.want)
		}
	}
}

// A context may be a word of the text instead: what is said of the school need not be in that context.
func TestAnswerFindsAContextInWords(t *testing.T) {
	notes := library{
		of("note", 1, "Keypad", "content", record.Text("The keypad code at work is 4512")),
		of("note", 2, "Porte", "content", record.Text("Le code de la porte de l'école est 7788")),
		of("note", 3, "Wifi", "content", record.Text("La clave del wifi de la oficina es setas")),
	}
	for text, want := range map[string]string{
		"what's the keypad code at work":            "1 note with “keypad code” and “work”:\n- Keypad · The keypad code at work is 4512",
		"quel est le code de la porte de l'école ?": "1 note avec « code de la porte » et « école » :\n- Porte · Le code de la porte de l'école est 7788",
		"¿cuál es la clave del wifi de la oficina?": "1 nota con «clave del wifi» y «oficina»:\n- Wifi · La clave del wifi de la oficina es setas",
		"what's the keypad code at school":          "Nothing for school with “keypad code”.",
	} {
		got, err := ask(t, notes, text)
		if err != nil || got.Text != want {
			t.Errorf("%q is answered %v %q, want %q", text, err, got.Text, want)
		}
	}
}

// shop has two meetings at one time, an all-day festival, and records with empty fields.
var shop = library{
	of("project", 1, "Refit", "riskLevel", record.Text("high"), "progressPercent", record.Integer(40), "isFavorite", record.Bool(true)), of("project", 2, "Sale"),
	of("task", 1, "Choose lamps", "scheduledFor", dayFrom(3), "projectId", record.ID(1), "context", record.Text("work"), "createdAt", record.Instant(saturday().Instant.AddDate(0, 0, -20))),
	of("task", 2, "Paint", "projectId", record.ID(1), "priority", record.Text("low"), "createdAt", record.Instant(saturday().Instant.AddDate(0, 0, -2))),
	of("task", 3, "Call mum", "scheduledFor", dayFrom(0), "tags", record.Tags("calls"), "createdAt", record.Instant(saturday().Instant)),
	of("event", 1, "Interview with Paul", "scheduledFor", dayFrom(6), "startTime", hour(10, 0), "endTime", hour(10, 45)),
	of("event", 2, "Interview with Sofia", "scheduledFor", dayFrom(6), "startTime", hour(14, 0), "endTime", hour(15, 30), "location", record.Text("Office")),
	of("event", 3, "Handover", "scheduledFor", dayFrom(6), "startTime", hour(15, 0), "endTime", hour(16, 0), "notes", record.Text("with Jonas")),
	of("event", 4, "Festival", "scheduledFor", dayFrom(6)),
	of("checklist", 1, "Ride kit"), of("checklist_item", 1, "pump", "checklistId", record.ID(1)), of("checklist_item", 2, "tube", "checklistId", record.ID(1), "isChecked", record.Bool(true)),
	of("note_session", 1, "Supplier call"), of("note_line", 1, "", "content", record.Text("Tom sends the sizes"), "sessionId", record.ID(1)),
	of("person", 1, "Tom", "lastName", record.Text("Becker"), "email", record.Text("tom@example.org"), "arrivalDate", dayFrom(-60)),
	of("person", 2, "Clara", "left", record.Bool(true)), of("file", 1, "Floor plan", "location", record.Text("/plans/floor.pdf"), "size", record.Integer(2_400_000)),
	of("situation", 1, "Late deliveries"), of("situation_actor", 1, "Tom", "situationId", record.ID(1), "personId", record.ID(1)),
	of("alarm", 1, "Medication", "scheduledFor", dayFrom(1), "time", hour(8, 0), "enabled", record.Bool(false)),
}

func TestQuestionsAboutSingleFieldsAreAnswered(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{text: "how long are the interviews", want: "2 h 15 min in all:\n- Interview with Paul · Fri 2026-11-27 10:00–10:45 · 45 min\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · 1 h 30 min · at Office"},
		{text: "when am I free on friday?", want: "You are free on Fri 2026-11-27, looked at from 08:00 to 20:00:\n- 08:00–10:00 · 2 h · all day: Festival\n- 10:45–14:00 · 3 h 15 min · all day: Festival\n- 16:00–20:00 · 4 h · all day: Festival"},
		{text: "do I have 3 hours free on friday afternoon", want: "You have no free time on Fri 2026-11-27 between 12:00 and 18:00."},
		{text: "do any meetings overlap on friday?", want: "At the same time on Fri 2026-11-27:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n  Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "any clashes on saturday?", want: "Nothing takes place at the same time today (Sat 2026-11-21)."},
		{text: "how many tasks per project", want: "3 open tasks:\n- Refit: 2\n- without a project: 1"},
		{text: "combien de tâches par projet ?", want: "3 tâches ouvertes :\n- Refit : 2\n- sans projet : 1"},
		{text: "list my tasks by priority", want: "3 open tasks:\n- medium: 2\n  - Call mum · Sat 2026-11-21 · #calls\n  - Choose lamps · Tue 2026-11-24 · Refit\n- low: 1\n  - Paint · low · Refit"},
		{text: "which project has the most tasks", want: "3 open tasks:\n- Refit: 2\n- without a project: 1"},
		{text: "which tasks have no project", want: "1 open task without a project:\n- Call mum · Sat 2026-11-21 · #calls"},
		{text: "which tasks are not for work", want: "2 open tasks but not for work:\n- Call mum · Sat 2026-11-21 · #calls\n- Paint · low · Refit"},
		{text: "everything on friday except the interviews", want: "2 things on Fri 2026-11-27 but not with “interviews”:\n- Festival · Fri 2026-11-27\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "which tasks are older than two weeks", want: "1 open task added until Sat 2026-11-07 before 09:00:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "what is my oldest task", want: "The oldest:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "what is my longest meeting on friday", want: "The longest:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · 1 h 30 min · at Office"},
		{text: "what's Tom's email?", want: "tom@example.org:\n- Tom Becker · tom@example.org · since Tue 2026-09-22"},
		{text: "which projects are risky", want: "1 project (high risk):\n- Refit · high risk · 40 % · favourite"},
		{text: "where is the floor plan", want: "/plans/floor.pdf:\n- Floor plan · /plans/floor.pdf · 2.4 MB"},
		{text: "show me the ride kit", want: "1 open item on the list “Ride kit”:\n- pump"},
		{text: "is the tube checked", want: "Yes:\n- tube · Ride kit · checked"},
		{text: "who's involved in the late deliveries", want: "1 person in situation “Late deliveries”:\n- Tom"},
		{text: "which alarms are switched off", want: "1 switched-off alarm:\n- Medication · Sun 2026-11-22 08:00 · off"},
		{text: "when is the handover", want: "On Fri 2026-11-27, 15:00–16:00:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "what do I have after the handover", want: "No events on Fri 2026-11-27 after 16:00."},
		{text: "anything before the handover on friday?", want: "Yes, 2 events on Fri 2026-11-27 before 15:00:\n- Interview with Paul · Fri 2026-11-27 10:00–10:45\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{text: "anything between the interview with Paul and the handover", want: "1 event on Fri 2026-11-27 between 10:45 and 15:00:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{text: "what do I have on friday between the interview with Paul and the handover", want: "1 event on Fri 2026-11-27 between 10:45 and 15:00:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{text: "when do I have three free hours on friday", want: "You are free on Fri 2026-11-27, looked at from 08:00 to 20:00:\n- 10:45–14:00 · 3 h 15 min · all day: Festival\n- 16:00–20:00 · 4 h · all day: Festival"},
		{text: "which day next week is the quietest", want: "5 things from Mon 2026-11-23 to Sun 2026-11-29:\n- Mon 2026-11-23: 0\n- Wed 2026-11-25: 0\n- Thu 2026-11-26: 0\n- Sat 2026-11-28: 0\n- Sun 2026-11-29: 0\n- Tue 2026-11-24: 1\n- Fri 2026-11-27: 4"},
		{text: "quel jour de la semaine prochaine est le plus calme ?", want: "5 éléments du lun. 2026-11-23 au dim. 2026-11-29 :\n- lun. 2026-11-23 : 0\n- mer. 2026-11-25 : 0\n- jeu. 2026-11-26 : 0\n- sam. 2026-11-28 : 0\n- dim. 2026-11-29 : 0\n- mar. 2026-11-24 : 1\n- ven. 2026-11-27 : 4"},
		{text: "¿qué día de la próxima semana tiene menos eventos?", want: "4 eventos del lun 2026-11-23 al dom 2026-11-29:\n- lun 2026-11-23: 0\n- mar 2026-11-24: 0\n- mié 2026-11-25: 0\n- jue 2026-11-26: 0\n- sáb 2026-11-28: 0\n- dom 2026-11-29: 0\n- vie 2026-11-27: 4"},
		{text: "which day has the most events", want: "4 events from Sat 2026-11-21 to Fri 2026-11-27:\n- Fri 2026-11-27: 4"},
		{text: "is the handover at 3 or at 4", want: "On Fri 2026-11-27, 15:00–16:00:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "what did I add last", want: "The newest:\n- Call mum · Sat 2026-11-21 · #calls"},
		{text: "is there anything on my list today?", want: "Yes, 1 open task today (Sat 2026-11-21):\n- Call mum · Sat 2026-11-21 · #calls"},
		{text: "which days am I free this week", want: "You are free from Mon 2026-11-16 to Sun 2026-11-22, all day:\n- Sat 2026-11-21\n- Sun 2026-11-22"},
		{text: "is the tube on the ride kit list", want: "Yes, 1 item on the list “Ride kit” with “tube”:\n- tube · checked"},
		{before: "what is on friday?", text: "anything after 3?", want: "Yes, 3 things on Fri 2026-11-27 after 15:00:\n- Festival · Fri 2026-11-27\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "when is the handovr", want: "On Fri 2026-11-27, 15:00–16:00:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "what is longer than an hour on friday", want: "1 event longer than 1 h on Fri 2026-11-27:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{before: "who is Tom?", text: "what's his email?", want: "tom@example.org:\n- Tom Becker · tom@example.org · since Tue 2026-09-22"},
		{text: "what's next after the handover", want: "No events from Fri 2026-11-27 on after 16:00."},
		{text: "did I call mum?", want: "No:\n- Call mum · Sat 2026-11-21 · #calls"},
		{before: "what's on today?", text: "anything for work?", want: "No, nothing for work today (Sat 2026-11-21)."},
		{text: "what has to be done by tuesday", want: "2 open things until Tue 2026-11-24:\n- Call mum · Sat 2026-11-21 · #calls\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "what's Tom's last name", want: "Becker:\n- Tom Becker · tom@example.org · since Tue 2026-09-22"},
		{text: "people without an email", want: "1 person without an email address:\n- Clara · has left"},
		{before: "show my tasks", text: "only the refit ones", want: "2 open tasks in project Refit:\n- Choose lamps · Tue 2026-11-24\n- Paint · low"},
		{text: "is the handover before noon?", want: "On Fri 2026-11-27, 15:00–16:00:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "which lists have open items", want: ""},
		{text: "how many hours is the handover closed", want: ""},
		{text: "where is my lamps task", want: "No place is set:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "only events", want: ""},
		{text: "does anything clash with the handover on friday", want: "At the same time on Fri 2026-11-27:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n  Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "any reminders tomorrow?", want: "Yes, 1 thing tomorrow (Sun 2026-11-22):\n- Medication · Sun 2026-11-22 08:00 · off"},
		{text: "did the festival call", want: ""},
		{text: "when does the handover end", want: "16:00:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "what's on three days before the handover", want: "1 thing on Tue 2026-11-24:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "show me the calls and the refit tasks", want: "1 open task tagged “calls”:\n- Call mum · Sat 2026-11-21 · #calls\n\n" +
			"2 open tasks in project Refit:\n- Choose lamps · Tue 2026-11-24\n- Paint · low"},
		{text: "refit tasks and late deliveries", want: ""},
		{text: "did Tom paint", want: ""},
		{text: "is paint finished", want: "No:\n- Paint · low · Refit"},
		{text: "did we talk about the sizes", want: "Yes, 1 note with “sizes”:\n- Tom sends the sizes · Supplier call"},
		{text: "do the lamps need choosing", want: "Yes, 1 open thing with “choosing” and “lamps”:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "do the lamps need zebras", want: ""},
		{text: "handover?", want: "1 thing with “handover”:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "really?", want: ""},
		{text: "when is mum due", want: "Today (Sat 2026-11-21):\n- Call mum · Sat 2026-11-21 · #calls"},
		{text: "is there room for a call on thursday at 9", want: "You are free on Thu 2026-11-26 at 09:00 or 21:00."},
		{text: "what should I tackle first", want: "Most urgent first:\n- Call mum · Sat 2026-11-21 · #calls\n- Choose lamps · Tue 2026-11-24 · Refit\n- Paint · low · Refit"},
		{text: "which project does the paint belong to", want: "Refit:\n- Paint · low · Refit"},
		{text: "when is the wedding", want: "Nothing with “wedding”."},
		{text: "where are the sizes", want: "1 note line with “sizes”:\n- Tom sends the sizes · Supplier call"},
		{text: "when does the handover explode", want: ""},
		{text: "how long is it between the lamps and the handover", want: "3 days between them:\n- Choose lamps · Tue 2026-11-24 · Refit\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "is the handover after the interview with Paul", want: "4 h 15 min between them:\n- Interview with Paul · Fri 2026-11-27 10:00–10:45\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "which comes first, the handover or the interview with Sofia", want: "They overlap:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "which comes first, the handover or the zebra", want: ""},
		{text: "which comes first, the handover or the paint", want: "1 thing with “paint”:\n- Paint · low · Refit"},
		{text: "how long between the handover and the handover", want: ""},
		{text: "what's the difference between a task and a project", want: ""},
		{text: "how long is it between the lamps and the handover on friday", want: "3 days between them:\n- Choose lamps · Tue 2026-11-24 · Refit\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "which afternoons am I busy next week", want: "2 events from Mon 2026-11-23 to Sun 2026-11-29 between 12:00 and 18:00:\n" +
			"- Fri 2026-11-27: 2\n  - Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n  - Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "am I busier on monday or on friday", want: "Nothing on Mon 2026-11-23.\n\n4 things on Fri 2026-11-27."},
		{text: "how's the refit project going", want: "1 project with “Refit”:\n- Refit · high risk · 40 % · favourite"},
		{text: "does Refit have any open tasks", want: "Yes, 2 open tasks with “Refit”:\n- Choose lamps · Tue 2026-11-24 · Refit\n- Paint · low · Refit"},
		{text: "which tasks have tags", want: "1 open task with a tag:\n- Call mum · Sat 2026-11-21 · #calls"},
		{text: "what's the first free slot on friday", want: "You are free on Fri 2026-11-27, looked at from 08:00 to 20:00:\n- 08:00–10:00 · 2 h · all day: Festival"},
		{text: "when is the earliest I'm free on friday for three hours", want: "You are free on Fri 2026-11-27, looked at from 08:00 to 20:00:\n- 10:45–14:00 · 3 h 15 min · all day: Festival"},
		{text: "am I doing anything the morning of the 27th", want: "Yes, 2 things on Fri 2026-11-27 between 05:00 and 12:00:\n" +
			"- Festival · Fri 2026-11-27\n- Interview with Paul · Fri 2026-11-27 10:00–10:45"},
		{text: "what do I have in three days", want: "1 thing on Tue 2026-11-24:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "what did I put on the ride kit list", want: "2 items on the list “Ride kit”:\n- pump\n- tube · checked"},
		{text: "does friday at 3 work for a call", want: "You are not free on Fri 2026-11-27 at 15:00:\n- Festival · Fri 2026-11-27\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "am I free on friday at 2", want: "You are not free on Fri 2026-11-27 at 14:00:\n- Festival · Fri 2026-11-27\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{text: "is thursday completely free", want: "You are free on Thu 2026-11-26."},
		{text: "what's left on both lists", want: "1 open item:\n- pump · Ride kit"},
		{text: "do I have a free morning next week", want: "You are free from Mon 2026-11-23 to Sun 2026-11-29 between 08:00 and 12:00:\n" +
			"- Mon 2026-11-23\n- Tue 2026-11-24\n- Wed 2026-11-25\n- Thu 2026-11-26\n- Sat 2026-11-28\n- Sun 2026-11-29"},
		{text: "is there anything after work on friday", want: ""},
		{text: "what's in the notes about the sizes", want: "1 note with “sizes”:\n- Tom sends the sizes · Supplier call"},
		{text: "list everything on friday by time", want: "4 things on Fri 2026-11-27:\n- Festival · Fri 2026-11-27\n- Interview with Paul · Fri 2026-11-27 10:00–10:45\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "how long until lunch with Jonas", want: ""},
		{text: "do any of my tasks not have a date", want: "Yes, 1 open task without a date:\n- Paint · low · Refit"},
		{text: "when is the handover session", want: "On Fri 2026-11-27, 15:00–16:00:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{text: "could I fit in a two hour lunch on friday", want: "You are free on Fri 2026-11-27, looked at from 08:00 to 20:00:\n- 08:00–10:00 · 2 h · all day: Festival\n" +
			"- 10:45–14:00 · 3 h 15 min · all day: Festival\n- 16:00–20:00 · 4 h · all day: Festival"},
		{text: "when can I see Kim on friday for three hours", want: "You are free on Fri 2026-11-27, looked at from 08:00 to 20:00:\n" +
			"- 10:45–14:00 · 3 h 15 min · all day: Festival\n- 16:00–20:00 · 4 h · all day: Festival"},
		{text: "what is there to do before the weekend", want: "2 open tasks until Fri 2026-11-27:\n- Call mum · Sat 2026-11-21 · #calls\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{text: "anything due on tuesday", want: "No, no open tasks due on Tue 2026-11-24; planned for then: 1."},
	} {
		got, err := ask(t, shop, tt.text, tt.before)
		if err != nil || got.Text != tt.want || (len(got.NotUnderstood) > 0) != (tt.want == "") {
			t.Errorf("%q is answered %v %q\n%s\nwant\n%s", tt.text, err, got.NotUnderstood, got.Text, tt.want)
		}
	}
}

// TestWhatIsPlannedForNoDayIsToDoOnTheDayOfItsDeadline: people ask what is on a day, and not only
// what is due on it.
func TestWhatIsPlannedForNoDayIsToDoOnTheDayOfItsDeadline(t *testing.T) {
	house := library{
		of("task", 1, "Pay rent", "deadline", dayFrom(10)), of("task", 2, "Sell the car", "scheduledFor", dayFrom(2), "deadline", dayFrom(10)),
		of("task", 3, "File taxes", "deadline", dayFrom(10), "status", record.Text("completed")),
	}
	rent := "\n- Pay rent · deadline Tue 2026-12-01"
	for text, want := range map[string]string{
		"what do I have on december 1":         "1 thing on Tue 2026-12-01:" + rent,
		"how many tasks are on december 1":     "1 open task on Tue 2026-12-01.",
		"anything to pay on december 1":        "Yes, 1 open thing with “pay” on Tue 2026-12-01:" + rent,
		"what is my next rent":                 "Next:" + rent,
		"how busy is december 1":               "On Tue 2026-12-01: 2 tasks, 1 without a date:\n- File taxes · deadline Tue 2026-12-01 · completed" + rent,
		"what's on before noon on november 30": "Nothing on Mon 2026-11-30 before 12:00.",
	} {
		if got, err := ask(t, house, text, ""); err != nil || got.Text != want {
			t.Errorf("%q is answered %v %q\n%s\nwant\n%s", text, err, got.NotUnderstood, got.Text, want)
		}
	}
}

func TestALongAnswerSaysHowManyItLeavesOut(t *testing.T) {
	var many library
	for id := range int64(linesMax + 40) {
		many = append(many, of("task", id+1, fmt.Sprintf("Sweep room %03d", id+1), "notes", record.Text(strings.Repeat("x", 500))))
	}
	got, err := ask(t, many, "list all tasks")
	if err != nil || *got.Total != linesMax+40 || len(got.Records) != linesMax+40 || strings.Count(got.Text, "\n- ") != linesMax {
		t.Fatalf("%v: %d records, %d lines", err, len(got.Records), strings.Count(got.Text, "\n- "))
	}
	if last := got.Text[strings.LastIndex(got.Text, "\n")+1:]; !strings.HasPrefix(last, "… and 40 more: assister query task --where '{") {
		t.Error(last)
	}
}

func TestTheTextOfARecordCannotForgeALine(t *testing.T) {
	got, err := ask(t, library{of("task", 1, "Sweep\n- Fake\n\tline "+strings.Repeat("é", 300))}, "list all tasks")
	if err != nil || strings.Count(got.Text, "\n") != 1 {
		t.Errorf("%v: %s", err, got.Text)
	}
}

func TestTheSameQuestionHasTheSameAnswer(t *testing.T) {
	q := inquiry(t, shop, "list my tasks by priority")
	first, err := Answerer{}.Answer(context.Background(), q, shop)
	for range 5 {
		again, _ := Answerer{}.Answer(context.Background(), q, shop)
		if err != nil || again.Text != first.Text || !slices.EqualFunc(again.Records, first.Records, sameRecord) {
			t.Fatalf("%v: %s\nand then\n%s", err, first.Text, again.Text)
		}
	}
}

func sameRecord(a, b record.Record) bool { return a.Key() == b.Key() }

// Another meaning takes more of the text for a name, and counts only if the first finds
// nothing.
func TestTheDataDecideBetweenMeanings(t *testing.T) {
	party := of("event", 1, "Christmas dinner", "scheduledFor", dayFrom(27), "startTime", hour(18, 0))
	for _, tt := range []struct {
		all  library
		want string
	}{
		{library{party}, "Fri 2026-12-18"},
		{library{party, of("event", 2, "Dinner", "scheduledFor", dayFrom(34), "startTime", hour(19, 0))}, "Fri 2026-12-25"},
	} {
		got, err := ask(t, tt.all, "when is the christmas dinner")
		if err != nil || !strings.Contains(got.Text, tt.want) {
			t.Errorf("%v: %s, want %s", err, got.Text, tt.want)
		}
	}
}

func TestAProjectMayBeCalledLikeAContext(t *testing.T) {
	records := library{
		of("project", 1, "Work"), of("task", 1, "Write report", "projectId", record.ID(1)),
		of("task", 2, "Order chairs", "context", record.Text("work")), of("task", 3, "Buy milk"),
	}
	got, err := ask(t, records, "what is still open for work?")
	if want := "2 open things:\n- Order chairs\n- Write report · Work"; err != nil || got.Text != want {
		t.Errorf("answered %v\n%s\nwant\n%s", err, got.Text, want)
	}
}

func TestANoteMayHaveWhatAQuestionTakesForAProject(t *testing.T) {
	records := library{
		of("project", 1, "Dupont website"), of("task", 1, "Draw it", "projectId", record.ID(1)),
		of("note", 1, "The SIRET of Dupont is 802"),
	}
	for _, question := range []string{
		"what is the SIRET of Dupont?", "quel est le SIRET de Dupont ?", "¿cuál es el SIRET de Dupont?",
	} {
		got, err := ask(t, records, question)
		if want := "The SIRET of Dupont is 802"; err != nil || !strings.Contains(got.Text, want) {
			t.Errorf("%s %v\n%s\nwant %s", question, err, got.Text, want)
		}
	}
}

func TestItIsWhatTheQuestionBeforeFound(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{"when is the handover", "where is it?", "No place is set:\n- Handover · Fri 2026-11-27 15:00–16:00 · no place is set"},
		{"", "where is it?", ""},
		{"when is the handover", "what do I have before it", "2 events on Fri 2026-11-27 before 15:00:\n- Interview with Paul · Fri 2026-11-27 10:00–10:45\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{"when is the handover", "and three days before it?", "1 thing on Tue 2026-11-24:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{"when is the handover", "what else do I have on friday before noon", "2 things on Fri 2026-11-27 before 12:00 but not “Handover”:\n- Festival · Fri 2026-11-27\n" +
			"- Interview with Paul · Fri 2026-11-27 10:00–10:45"},
		{"when is the handover", "what else is on that day", "3 things on Fri 2026-11-27 but not “Handover”:\n- Festival · Fri 2026-11-27\n" +
			"- Interview with Paul · Fri 2026-11-27 10:00–10:45\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{"what's on monday", "and the day after?", "1 thing on Tue 2026-11-24:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{"how long are the interviews", "anything after that?", ""}, // which of them?
		{"", "and the day after?", ""},
		{"how many events are on friday", "which ones", "4 events on Fri 2026-11-27:\n- Festival · Fri 2026-11-27\n" +
			"- Interview with Paul · Fri 2026-11-27 10:00–10:45\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n" +
			"- Handover · Fri 2026-11-27 15:00–16:00"},
		{"how many events are on friday", "which ones are with Sofia", "1 event with “Sofia” on Fri 2026-11-27:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{"how many events are on friday", "and on monday", "No events on Mon 2026-11-23."},
		{"how many events are on friday", "cuáles", "4 eventos el vie 2026-11-27:\n- Festival · vie 2026-11-27\n" +
			"- Interview with Paul · vie 2026-11-27 10:00–10:45\n- Interview with Sofia · vie 2026-11-27 14:00–15:30 · en Office\n" +
			"- Handover · vie 2026-11-27 15:00–16:00"},
		{"am I free on friday morning", "what about the afternoon", "You are partly free on Fri 2026-11-27 between 12:00 and 18:00: 12:00–14:00 and 16:00–18:00. Planned:\n- Festival · Fri 2026-11-27\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{"", "and tomorrow?", ""},
		{"what is on this week", "what about next?", "5 things from Mon 2026-11-23 to Sun 2026-11-29:\n- Choose lamps · Tue 2026-11-24 · Refit\n" +
			"- Festival · Fri 2026-11-27\n- Interview with Paul · Fri 2026-11-27 10:00–10:45\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{"what's the next event next week", "which ones", "Next:\n- Festival · Fri 2026-11-27"},
		{"qu'est-ce qui est prévu en décembre", "et le prochain ?", "Rien du ven. 2027-01-01 au dim. 2027-01-31."},
		{"where is the interview with Sofia", "what's the priority", ""},
		{"when is the interview with Sofia", "what's the location again", "At Office:\n- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{"when is the handover", "who else is coming", "1 event:\n- Handover · Fri 2026-11-27 15:00–16:00 · with Jonas"},
		{"how's my friday", "is there a gap after 3pm", "You are free on Fri 2026-11-27 after 15:00:\n- 16:00–20:00 · 4 h · all day: Festival"},
		{"what's on friday", "do I have time for a call at 5pm", "You are not free on Fri 2026-11-27 at 17:00:\n- Festival · Fri 2026-11-27"},
		{"", "what is at the same time as the handover", "1 thing on Fri 2026-11-27 between 15:00 and 16:00:\n" +
			"- Interview with Sofia · Fri 2026-11-27 14:00–15:30 · at Office"},
		{"what do I have today", "and after that?", "Next:\n- Choose lamps · Tue 2026-11-24 · Refit"},
		{"when is the interview with Sofia", "what comes after that?", "Next:\n- Handover · Fri 2026-11-27 15:00–16:00"},
		{"", "and then?", ""},
	} {
		var before []string
		if tt.before != "" {
			before = []string{tt.before}
		}
		got, err := ask(t, shop, tt.text, before...)
		if err != nil || got.Text != tt.want || (len(got.NotUnderstood) > 0) != (tt.want == "") {
			t.Errorf("%q after %q: %v %q\n%s", tt.text, tt.before, err, got.NotUnderstood, got.Text)
		}
	}
}
