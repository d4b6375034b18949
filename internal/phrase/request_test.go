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
		{t.When.Says(), said(t.When)}, {t.Due.Says(), "due:" + said(t.Due)}, {len(t.Each) > 0, fmt.Sprintf("each:%d", len(t.Each))}} {
		if f.is {
			s += "; " + f.name
		}
	}
	return s + ">"
}

func TestPrintAll(t *testing.T) {
	for _, s := range strings.Split(trial, "\n") {
		fmt.Printf("%s\n      %s\n", s, told(Parse(s, saturday()), s))
	}
}

const trial = `move everything from today to friday, and add dentist tomorrow 3pm
add buy milk
buy bread and milk
add buy bread and milk tomorrow
add milk and eggs
add a task to call mom on friday
create a task called 'Buy groceries' for tomorrow
remind me to water the plants every day
remind me tomorrow at 10 to call Bob
remind me to pay rent monthly on the 1st
schedule a meeting with Al on Tuesday at 3
add lunch with dad at Mario's tomorrow at noon
add an event for today called Lunch with Dad at noon
create event with Danny on the 24th
add a high priority task to file taxes due april 15
add report due friday in project Data
add "call mom tomorrow" today
add sunday roast
add read the monday paper
set a weekly reminder for groceries
put dentist on friday
put milk on my list
set lunch meeting tomorrow at 11
create a project called Garden
add weed the beds in project Garden tagged home and outdoor
new task buy stamps !high
add dentist on 3/4
add 1/2 kg flour
move the dentist to friday
move my 3pm meeting to 4pm
move report from monday to wednesday at 10
push gym back a week
postpone rent by 2 days
reschedule lunch with Ana for tomorrow at 1
move all overdue tasks to today
move high priority tasks this week to monday
move everything in project Data to next week
move #12 to the backlog
move tasks 3, 4 and 5 to tomorrow
rename groceries to weekly shop
rename go to gym to run
call "x" "y"
rename #3 to Buy oat milk
make the report high priority
set the priority of the report to low
set report's priority to high
mark all overdue tasks as high priority
mark milk as done
mark milk done
mark everything today as done
complete buy milk
finish the report
i'm done with the dishes
check off laundry
complete all tasks for today
complete milk and eggs
skip gym today
reopen the report
mark report as not done
delete the dentist appointment
delete lunch tomorrow
cancel my meeting with John on friday
remove all completed tasks
delete everything this week
delete all dentist appointments
clear my calendar for saturday
delete my todo list
delete all tasks tagged home
delete all tasks containing "foo"
delete tasks in the backlog
set the deadline of the report to friday
make gym repeat every monday
change gym to every tuesday
tag report with work and urgent
start the report
take cleaning the bathroom off my todo list
can you please delete the dentist appointment?
what's on today
hello
the report is done
I'd like to cancel my appointment tomorrow morning.
Cancel the meeting on the 23rd
Please schedule a dentist appointment Monday at 11 AM for 2 hours
remind me every weekday at 9 to stretch
change the time of standup to 10
add gym tomorrow evening
delete it
add milk, then complete eggs; delete bread
add finish the report and call Bob
complete report and delete milk
update the location of dinner to Luigi's
add vacation from dec 1 to dec 5
add report before friday
move everything except gym to friday
delete`
