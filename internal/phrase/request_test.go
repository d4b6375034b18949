package phrase

import (
	"fmt"
	"strings"
	"testing"
)

// told writes what a text asks for, one request after another.
func told(res Result, text string) string {
	var out []string
	for _, r := range res.Requests {
		out = append(out, r.String())
	}
	for _, s := range res.NotUnderstood {
		out = append(out, "?"+s.Of(text))
	}
	return strings.Join(out, " | ")
}

func (r Request) String() string {
	s := r.Action.String()
	if r.Kind != "" {
		s += " " + r.Kind
	}
	if r.Title != "" {
		s += fmt.Sprintf(" %q", r.Title)
	}
	if r.Action != Create {
		s += " " + r.Target.String()
	}
	if r.Action == Rename {
		for _, n := range r.Renames {
			s += fmt.Sprintf(" -> %s %q", n.Target, n.Title)
		}
	}
	if r.Action == Swap {
		s += " with " + r.With.String()
	}
	if r.Passage != nil {
		s += fmt.Sprintf(" %q -> %q", r.Passage.Was, r.Passage.Becomes)
	}
	for _, o := range r.Onto {
		s += fmt.Sprintf(" onto %q %q", o.List, o.Items)
	}
	if len(r.Parts) > 0 {
		s += fmt.Sprintf(" parts=%q", r.Parts)
	}
	return s + r.Set.String()
}

func (s Settings) String() string {
	out := ""
	add := func(name, v string) {
		if v != "" {
			out += " " + name + "=" + v
		}
	}
	add("when", said(s.When))
	if s.When.End.Valid() && !s.When.Time.Valid() {
		add("end", s.When.End.String())
	}
	add("due", said(s.Due))
	add("prio", s.Priority)
	add("project", s.Project)
	add("tags", strings.Join(s.Tags, ","))
	add("at", s.Location)
	add("notes", s.Notes)
	add("list", s.List)
	add("context", s.Context)
	add("untag", strings.Join(s.Untag, ","))
	add("clear", strings.Join(s.Clear, ","))
	if s.AllDay {
		out += " all-day"
	}
	if s.Longer != 0 {
		out += fmt.Sprintf(" longer=%d", s.Longer)
	}
	if s.Backlog {
		out += " backlog"
	}
	if s.By.Says() {
		out += fmt.Sprintf(" by=%+v", s.By)
	}
	return out
}

func (t Target) String() string {
	s := "<" + t.Title
	if t.Short != "" {
		s += "/" + t.Short
	}
	if t.IDs != nil {
		s += fmt.Sprint(t.IDs)
	}
	for _, f := range []struct {
		is   bool
		name string
	}{{t.Every, "every"}, {t.It, "it"}, {t.Completed, "completed"}, {t.Pending, "open"}, {t.Overdue, "overdue"},
		{t.Repeating, "repeating"}, {t.Backlog, "backlog"}, {t.Kind != "", t.Kind}, {t.Status != "", t.Status},
		{t.Priority != "", "prio:" + t.Priority}, {t.Project != "", "project:" + t.Project}, {t.Tag != "", "tag:" + t.Tag},
		{t.Context != "", "context:" + t.Context}, {t.List != "", "list:" + t.List},
		{t.When.Says(), said(t.When)}, {t.Due.Says(), "due:" + said(t.Due)}, {len(t.Each) > 0, fmt.Sprintf("each:%d", len(t.Each))}, {t.Loose, "loose"}, {t.Again, "again"},
		{len(t.Except) > 0, "except " + strings.Trim(fmt.Sprint(t.Except), "[]")}} {
		if f.is {
			s += "; " + f.name
		}
	}
	return s + ">"
}

func TestRequestsAreReadWholeOrNotAtAll(t *testing.T) {
	tests := []struct{ text, want string }{
		{"delete all events before 3pm", "?delete all events before 3pm"},
		{"delete all tasks due friday at 3", "?delete all tasks due friday at 3"},
		{"delete everything from monday to friday", "delete <; every; 2026-11-23..2026-11-27>"},
		{"delete everything from monday to friday at 3pm", "?delete everything from monday to friday at 3pm"},
		{"remind me before friday to call Bob", `create "call Bob" due=2026-11-26`},
		{"move report before friday", "?move report before friday"},
		{"move report to friday before noon", "?to friday | ?before noon"},
		{"move everything from today to friday, and add dentist tomorrow 3pm", `move <; every; 2026-11-21> when=2026-11-27 | create "dentist" when=2026-11-22 15:00`},
		{"add buy milk", `create "buy milk"`},
		{"buy bread and milk", `create "buy bread and milk"`},
		{"add buy bread and milk tomorrow", `create "buy bread and milk" when=2026-11-22`},
		{"add milk and eggs", `create "milk and eggs"`},
		{"add a task to call mom on friday", `create task "call mom" when=2026-11-27`},
		{"create a task called 'Buy groceries' for tomorrow", `create task "Buy groceries" when=2026-11-22`},
		{"remind me to water the plants every day", `create "water the plants" when=2026-11-21 {type:daily}`},
		{"remind me tomorrow at 10 to call Bob", `create "call Bob" when=2026-11-22 10:00`},
		{"remind me to pay rent monthly on the 1st", `create "pay rent" when=2026-12-01 {type:monthly}`},
		{"schedule a meeting with Al on Tuesday at 3", `create event "meeting with Al" when=2026-11-24 15:00`},
		{"add lunch with dad at Mario's tomorrow at noon", `create "lunch with dad" when=2026-11-22 12:00 at=Mario's`},
		{"add an event for today called Lunch with Dad at noon", `create event "Lunch with Dad" when=2026-11-21 12:00`},
		{"create event with Danny on the 24th", `create event "event with Danny" when=2026-11-24`},
		{"add a high priority task to file taxes due april 15", `create task "file taxes" due=2027-04-15 prio=high`},
		{"add report due friday in project Data", `create "report" due=2026-11-27 project=Data`},
		{"add buy tea instead of milk", `create "buy tea instead of milk"`},
		{"make yoga 7am instead", "?make yoga 7am instead"},
		{"remind me about the match 2 days before, it's on dec 12", "?remind me about the match 2 days before, it's on dec 12"},
		{"call with Ann wed 10am-11:30am, room 4B", `create "call with Ann, room 4B" when=2026-11-25 10:00-11:30`},
		{`add "call mom tomorrow" today`, `create "call mom tomorrow" when=2026-11-21`},
		{"add sunday roast", `create "sunday roast"`},
		{"add read the monday paper", `create "read the monday paper"`},
		{"add pay the gas for next friday and make it high priority", `create "pay the gas" when=2026-11-27 prio=high`},
		{"add buy flour and make it into bread", `create "buy flour and make it into bread"`},
		{"add buy 1/2 pound ham at the deli", `create "buy 1/2 pound ham at the deli"`},
		{"vet appointment 12/3 at 8:45am", "?vet appointment 12/3 at 8:45am"},
		{"add call the guests at 10 tomorrow who are late", "?at 10 tomorrow"},
		{"set a weekly reminder for groceries", `create "groceries" when=2026-11-21 {type:weekly}`},
		{"put dentist on friday", `create "dentist" when=2026-11-27`},
		{"put milk on my list", `create "milk"`},
		{"set lunch meeting tomorrow at 11", `create "lunch meeting" when=2026-11-22 11:00`},
		{"create a project called Garden", `create project "Garden"`},
		{"add weed the beds in project Garden tagged home and outdoor", `create "weed the beds" project=Garden tags=home,outdoor`},
		{"new task buy stamps !high", `create task "buy stamps" prio=high`},
		{"add dentist on 3/4", "?3/4"},
		{"add 1/2 kg flour", `create "1/2 kg flour"`},
		{"move the dentist to friday", "move <dentist> when=2026-11-27"},
		{"move my 3pm meeting to 4pm", "move <meeting; event; 15:00> when=16:00"},
		{"move report from monday to wednesday at 10", "move <report; 2026-11-23> when=2026-11-25 10:00"},
		{"push gym back a week", "move <gym> by={Days:7 Months:0 Minutes:0}"},
		{"postpone rent by 2 days", "move <rent> by={Days:2 Months:0 Minutes:0}"},
		{"reschedule lunch with Ana for tomorrow at 1", "move <lunch with Ana> when=2026-11-22 13:00"},
		{"move all overdue tasks to today", "move <; every; overdue; task> when=2026-11-21"},
		{"move high priority tasks this week to monday", "move <; every; task; prio:high; 2026-11-16..2026-11-22> when=2026-11-23"},
		{"move everything in project Data to next week", "move <; every; project:Data> when=2026-11-23..2026-11-29"},
		{"move #12 to the backlog", "move <[12]> backlog"},
		{"move tasks 3, 4 and 5 to tomorrow", "move <[3 4 5]; task> when=2026-11-22"},
		{"rename groceries to weekly shop", `rename <groceries> -> <groceries> "weekly shop"`},
		{"rename go to gym to run", `rename <go> -> <go> "gym to run" -> <go to gym> "run"`},
		{`call "x" "y"`, `rename <x> -> <x> "y"`},
		{"rename #3 to Buy oat milk", `rename <[3]> -> <[3]> "Buy oat milk"`},
		{"make the report high priority", "change <report> prio=high"},
		{"set the priority of the report to low", "change <report> prio=low"},
		{"set report's priority to high", "change <report> prio=high"},
		{"mark all overdue tasks as high priority", "change <; every; overdue; task> prio=high"},
		{"mark milk as done", "complete <milk>"},
		{"mark milk done", "complete <milk>"},
		{"mark everything today as done", "complete <; every; 2026-11-21>"},
		{"complete buy milk", "complete <buy milk>"},
		{"finish the report", "complete <report>"},
		{"i'm done with the dishes", "complete <dishes>"},
		{"check off laundry", "complete <laundry>"},
		{"complete all tasks for today", "complete <; every; task; 2026-11-21>"},
		{"complete milk and eggs", "complete <milk and eggs; each:2>"},
		{"skip gym today", "skip <gym; 2026-11-21>"},
		{"reopen the report", "reopen <report>"},
		{"mark report as not done", "reopen <report>"},
		{"delete the dentist appointment", "delete <dentist appointment/dentist; event>"},
		{"delete lunch tomorrow", "delete <lunch; 2026-11-22>"},
		{"cancel my meeting with John on friday", "delete <meeting with John; event; 2026-11-27>"},
		{"remove all completed tasks", "delete <; every; completed; task>"},
		{"delete everything this week", "delete <; every; 2026-11-16..2026-11-22>"},
		{"delete all dentist appointments", "delete <dentist; every; event; loose>"},
		{"clear my calendar for saturday", "delete <; every; event; 2026-11-21>"},
		{"delete my todo list", "delete <; every; task>"},
		{"delete all tasks tagged home", "delete <; every; task; tag:home>"},
		{`delete all tasks containing "foo"`, "delete <foo; every; task>"},
		{"delete tasks in the backlog", "delete <; every; backlog; task>"},
		{"set the deadline of the report to friday", "change <report> due=2026-11-27"},
		{"make gym repeat every monday", "move <gym> when=2026-11-23 {type:weekly,byDay:[MO]}"},
		{"change gym to every tuesday", "move <gym> when=2026-11-24 {type:weekly,byDay:[TU]}"},
		{"tag report with work and urgent", "change <report> tags=work,urgent"},
		{"start the report", "start <report>"},
		{"take cleaning the bathroom off my todo list", "delete <cleaning the bathroom>"},
		{"can you please delete the dentist appointment?", "delete <dentist appointment/dentist; event>"},
		{"what's on today", "?what's on today"},
		{"hello", "?hello"},
		{"the report is done", "complete <report>"},
		{"I'd like to cancel my appointment tomorrow morning.", "delete <appointment; event; 2026-11-22 morning>"},
		{"Cancel the meeting on the 23rd", "delete <meeting; event; 2026-11-23>"},
		{"Please schedule a dentist appointment Monday at 11 AM for 2 hours", `create "dentist appointment" when=2026-11-23 11:00-13:00`},
		{"remind me every weekday at 9 to stretch", `create "stretch" when=2026-11-23 09:00 {type:weekdays}`},
		{"change the time of standup to 10", "move <standup> when=10:00"},
		{"add gym tomorrow evening", `create "gym" when=2026-11-22 evening`},
		{"delete it", "delete <; it>"},
		{"add milk, then complete eggs; delete bread", `create "milk" | complete <eggs> | delete <bread>`},
		{"add finish the report and call Bob", `create "finish the report and call Bob"`},
		{"complete report and delete milk", "complete <report> | delete <milk>"},
		{"update the location of dinner to Luigi's", "change <dinner> at=Luigi's"},
		{"add sync the first monday of every month", "?the first monday of every month"},
		{"add backup of the laptop every hour", "?every hour"},
		{"add quarterly report", `create "quarterly report"`},
		{"add party new year's eve at 10pm", `create "party" when=2026-12-31 22:00`},
		{"add vacation from dec 1 to dec 5", "?from dec 1 to dec 5"},
		{"add report before friday", `create "report" due=2026-11-26`},
		{"add report before noon", "?before noon"},
		{"move everything except gym to friday", "move <; every; except <gym>> when=2026-11-27"},
		{"delete", "?delete"},
		{"dentist tomorrow 3pm", `create "dentist" when=2026-11-22 15:00`},
		{"checkup tomorrow at 9 am", `create "checkup" when=2026-11-22 09:00`},
		{"tomorrow I am away", `?tomorrow I am away`},
		{"Yoga with Lea on thursday at 18:30", `create "Yoga with Lea" when=2026-11-26 18:30`},
		{"delte lunch tomorrow", "delete <lunch; 2026-11-22>"},
		{"is lunch tomorrow", "?is lunch tomorrow"},
		{"do not delete lunch tomorrow", "?do not delete lunch tomorrow"},
		{"lunch moved to friday", "move <lunch> when=2026-11-27"},
		{"add Movie Night for Friday at 9:30PM with James", `create "Movie Night with James" when=2026-11-27 21:30`},
		{"remind me of the wedding next saturday", `create "wedding" when=2026-11-28`},
		{"Hello, change my doctor's appointment from Saturday at 8 am to Monday at 4pm.", "move <doctor's appointment/doctor's; event; 2026-11-21 08:00> when=2026-11-23 16:00"},
		{"change tomorrow's conference call from noon to 10 a.m.", "move <conference call; 2026-11-22 12:00> when=10:00"},
		{"remove bananas from my shopping list", "delete <bananas; list:shopping>"},
		{"remove chores from my to-do list", "delete <chores>"},
		{"delete chores", "delete <chores>"},
		{"clear out my calendar", "delete <; every; event>"},
		{"set appointment for gym", `create event "gym"`},
		{"add a call at 1800", `create "call" when=18:00`},
		{"hey, could you please add oat milk to my list, thanks!", `create "oat milk"`},
		{"add read chapter 3 by sunday", `create "read chapter 3" due=2026-11-22`},
		{"add Dr. Meier on monday at 8", `create "Dr. Meier" when=2026-11-23 08:00`},
		{"add pay invoice 4711 on the 30th", `create "pay invoice 4711" when=2026-11-30`},
		{"plan a picnic with the kids this saturday from 11 to 2", `create "picnic with the kids" when=2026-11-21 11:00-14:00`},
		{"book flights to Rome in 3 days", `create "book flights to Rome" when=2026-11-24`},
		{"let's move the retro to thursday at 4, then cancel the 1:1 with Sam", "move <retro> when=2026-11-26 16:00 | delete <1:1 with Sam>"},
		{"move all my tasks from this week to next week", "move <; every; task; 2026-11-16..2026-11-22> when=2026-11-23..2026-11-29"},
		{"move all meetings on friday to monday", "move <; every; event; 2026-11-27> when=2026-11-23"},
		{"move my unfinished tasks to tomorrow", "move <; every; open; task> when=2026-11-22"},
		{"move everything due this week to friday", "move <; every; due:2026-11-16..2026-11-22> when=2026-11-27"},
		{"postpone everything tagged errands until next monday", "move <; every; tag:errands> when=2026-11-23"},
		{"complete all high priority tasks", "complete <; every; task; prio:high>"},
		{"mark all of my tasks for yesterday as done", "complete <; every; task; 2026-11-20>"},
		{"tick off the laundry and reopen the taxes", "complete <laundry> | reopen <taxes>"},
		{"delete every completed task", "delete <; every; completed; task>"},
		{"delete tasks scheduled for last week", "delete <; every; task; 2026-11-09..2026-11-15>"},
		{"delete all events before december", "delete <; every; event; 0001-01-01..2026-11-30>"},
		{"delete all tasks after friday", "delete <; every; task; 2026-11-28..9999-12-31>"},
		{"delete all tasks due friday", "delete <; every; task; due:2026-11-27>"},
		{"delete tasks about taxes", "delete <taxes; every; task>"},
		{"delete all tasks not tagged home", "?delete all tasks not tagged home"},
		{"delete all recurring tasks", "delete <; every; repeating; task>"},
		{"skip everything overdue", "skip <; every; overdue>"},
		{"cancel all my appointments for tomorrow", "delete <; every; event; 2026-11-22>"},
		{"set the start time of dinner to 7:30 pm", "move <dinner> when=19:30"},
		{"set the end time of dinner to 10 pm", "change <dinner> end=22:00"},
		{"set the notes of the report to check the figures", "change <report> notes=check the figures"},
		{"change the title of the report to Final report", `rename <report> -> <report> "Final report"`},
		{"update the deadline for taxes to april 10", "change <taxes> due=2027-04-10"},
		{"set taxes to low priority", "change <taxes> prio=low"},
		{"make taxes urgent", "change <taxes> prio=high"},
		{"give the report high priority", "change <report> prio=high"},
		{"prioritize the budget", "change <budget> prio=high"},
		{"make the review due thursday", "change <review> due=2026-11-26"},
		{"repeat the review every other friday", "move <review> when=2026-11-27 {type:every_n_days,intervalDays:14}"},
		{"make standup weekly", "move <standup> when=2026-11-21 {type:weekly}"},
		{"change the project of the report to Data", "change <report> project=Data"},
		{"set the date of the review to dec 3", "move <review> when=2026-12-03"},
		{`add "milk and eggs", then "bread"`, `create "\"milk and eggs\", then \"bread\""`},
		{"add buy milk. Then add buy eggs.", `create "buy milk" | create "buy eggs"`},
		{"create an event called 'Party' on dec 31 from 8pm to 2am at Tom's place", `create event "Party" when=2026-12-31 20:00-02:00 at=Tom's place`},
		{"schedule an event for Team sync at 10:00", `create event "Team sync" when=10:00`},
		{"add a daily habit to meditate", `create task "meditate" when=2026-11-21 {type:daily}`},
		{"create a monthly task to pay rent", `create task "pay rent" when=2026-11-21 {type:monthly}`},
		{"add water the plants every 3 days until the end of march", `create "water the plants" when=2026-11-21 {type:every_n_days,intervalDays:3,until:2027-03-31}`},
		{"add antibiotics every day for 10 days", `create "antibiotics" when=2026-11-21 {type:daily,until:2026-11-30}`},
		{"add swim every tuesday 8 times", `create "swim" when=2026-11-24 {type:weekly,byDay:[TU],count:8}`},
		{"add backup on the last", `create "backup on the last"`},
		{"add run at 6am every weekday", `create "run" when=2026-11-23 06:00 {type:weekdays}`},
		{"add weekly review every friday at 4pm", `create "weekly review" when=2026-11-27 16:00 {type:weekly,byDay:[FR]}`},
		{"add call the plumber asap", `create "call the plumber asap"`},
		{"add sell the 2014 car", `create "sell the 2014 car"`},
		{"add buy 3 apples", `create "buy 3 apples"`},
		{"add read 20 pages every evening", `create "read 20 pages" when=2026-11-21 evening {type:daily}`},
		{"add mom's birthday on 5 march every year", `create "mom's birthday" when=2027-03-05 {type:yearly}`},
		{"add team lunch next friday noon", `create "team lunch" when=2026-11-27 12:00`},
		{"add party on friday with Max at the beach at 7pm", `create "party with Max" when=2026-11-27 19:00 at=the beach`},
		{"add finish slides for monday", `create "finish slides" when=2026-11-23`},
		{"add check in for the flight tomorrow at 7:45", `create "check in for the flight" when=2026-11-22 07:45`},
		{"add sync with Jo 3-4pm monday", `create "sync with Jo" when=2026-11-23 15:00-16:00`},
		{"add Lunch mit Zoë morgen", `create "Lunch mit Zoë morgen"`},
		{"add café ☕ with 日本語 tomorrow", `create "café ☕ with 日本語" when=2026-11-22`},
		{`add <b>bold</b> & "quotes" tomorrow`, `create "<b>bold</b> & \"quotes\"" when=2026-11-22`},
		{`put "Quarterly, final" on my calendar for dec 1`, `create "Quarterly, final" when=2026-12-01`},
		{"get rid of the old mattress task", "delete <old mattress task/old mattress; task>"},
		{"I'm done with the slides", "complete <slides>"},
		{"i finished the slides and the handout", "complete <slides and the handout; each:2>"},
		{"the slides are done", "complete <slides>"},
		{"I need to reschedule the dentist to next tuesday at 2:30", "move <dentist> when=2026-11-24 14:30"},
		{"move it to friday", "move <; it> when=2026-11-27"},
		{`rename "call mom" to "call mom and dad"`, `rename <call mom> -> <call mom> "call mom and dad"`},
		{"delete #3, #4 and #5", "delete <[3 4 5]>"},
		{"complete task 12", "complete <[12]; task>"},
		{"reopen #7 and #8", "reopen <[7 8]>"},
		{"move tasks 1 and 2 to project Garden", "move <[1 2]; task> project=Garden"},
		{"start doing the dishes", "start <dishes>"},
		{"take the bins off my list", "delete <bins>"},
		{"add task: sweep the yard", `create task "sweep the yard"`},
		{"new event Board meeting tuesday 9 to 11", `create event "Board meeting" when=2026-11-24 09:00-11:00`},
		{"add in 2 days submit form", `create "submit form" when=2026-11-23`},
		{"tomorrow add milk", `create "milk" when=2026-11-22`},
		{"set dentist for friday at 3", `create "dentist" when=2026-11-27 15:00`},
		{"remind me at 5 that the shop closes", `create "the shop closes" when=17:00`},
		{"remind me about the rent on the 1st of every month", `create "rent" when=2026-12-01 {type:monthly}`},
		{"add buy gift for Mia, wrap it, post it", `create "buy gift for Mia, wrap it, post it"`},
		{"add tea and biscuits, then remove coffee; skip gym and call it a day", "?call it a day"},
	}
	for _, tt := range tests {
		if got := told(Parse(tt.text, saturday()), tt.text); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestATitleKeepsItsSymbols(t *testing.T) {
	for text, want := range map[string]string{
		"add call mom ⭐":             "call mom ⭐",
		"add ⭐ call mom":             "⭐ call mom",
		"call mom ⭐ tomorrow":        "call mom ⭐",
		"call mom tomorrow ⭐ please": "call mom ⭐",
		"add party 🎉🎉!":              "party 🎉🎉",
		"add water plants 👩‍👩‍👧":     "water plants 👩‍👩‍👧",
		"add dinner 👍🏽":              "dinner 👍🏽",
		"ajoute envoyer 50€":         "envoyer 50€",
		"add call mom :)":            "call mom",
		`add "call mom" ⭐`:           "call mom",
	} {
		read := Parse(text, saturday())
		if len(read.Requests) != 1 || read.Requests[0].Title != want {
			t.Errorf("%q: %+v, want the title %q", text, read, want)
		}
	}
	renamed := Parse("rename #1 to party 🎉", saturday()).Requests
	if len(renamed) != 1 || len(renamed[0].Renames) != 1 || renamed[0].Renames[0].Title != "party 🎉" {
		t.Errorf("renamed: %+v", renamed)
	}
}
