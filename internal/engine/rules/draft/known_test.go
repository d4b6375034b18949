package draft_test

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/record"
)

// The same words create a record or change one, depending on the data.
func TestAnExistingRecordIsChangedAndNotCreatedAgain(t *testing.T) {
	tests := []struct{ text, want string }{
		{"put the dentist on friday", `{op:event.update,id:1,scheduledFor:2026-11-27}`},
		{"schedule clean the kitchen for monday", `{op:task.update,id:5,scheduledFor:2026-11-23}`},
		{"schedule dentist for friday at 9", `{op:event.update,id:1,scheduledFor:2026-11-27,startTime:09:00,endTime:09:45}`},
		{"schedule lunch for friday", `{op:event.create,title:Lunch,scheduledFor:2026-11-27}`},
		{"schedule the plumber for friday", `{op:task.create,title:Plumber,scheduledFor:2026-11-27}`},
		{"add dentist on friday", `{op:event.create,title:Dentist,scheduledFor:2026-11-27}`},
		{"dentist friday 9am", `? “Dentist” already exists. To change it, say “move Dentist …”. To add another one, say “add …”. [event:1]`},
		{"the dentist starts at 11 on friday", `{op:event.update,id:1,scheduledFor:2026-11-27,startTime:11:00,endTime:11:45}`},
		{"bought milk", `{op:task.set_status,id:1,status:completed}`},
		{"sold the milk", `? Nothing matches “milk”. Which one do you mean? [task:1]`},
		{"I got back from Rome. Move the dentist to friday", `{op:event.update,id:1,scheduledFor:2026-11-27}`},
		{"put the dentist and lunch with Ana on friday", `{op:event.update,id:1,scheduledFor:2026-11-27}
{op:event.update,id:2,scheduledFor:2026-11-27}`},
		{"create a project Boat with the tasks sand and paint", `{op:project.create,as:project1,name:Boat}
{op:task.create,title:Sand,projectId:{ref:project1}}
{op:task.create,title:Paint,projectId:{ref:project1}}`},
		{"add call the bank on friday to my work list", `{op:task.create,title:Call the bank,scheduledFor:2026-11-27,context:work}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, home(), record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// An answer to "which priority?" narrows a request that neither names nor sets one.
func TestASelectedPriorityNarrowsAScopeDown(t *testing.T) {
	high := record.Selection{Priority: "high"}
	tests := []struct{ text, want string }{
		{"move all tasks to friday", `{op:bulk_update,where:{kind:task,priority:high,completed:false},set:{scheduledFor:2026-11-27}}`},
		{"move all low priority tasks to friday", `{op:bulk_update,where:{kind:task,priority:low,completed:false},set:{scheduledFor:2026-11-27}}`},
		{"make all tasks low priority", `{op:bulk_update,where:{kind:task,completed:false},set:{priority:low}}
(whole_series)`},
		{"complete everything", `{op:bulk_set_status,where:{priority:high,completed:false},status:completed}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, home(), high)); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// A bare order or a note creates a record, unless it names an existing one: then the
// program asks.
func TestABareOrderMayNameAnExistingRecord(t *testing.T) {
	tests := []struct{ text, want string }{
		{"write a letter", `{op:task.create,title:Write a letter}`},
		{"buy milk", `? “Buy milk” already exists. What should change? To add another one, say “add …”.`},
		{"finish milk", `{op:task.set_status,id:1,status:completed}`},
		{"yeet the dentist on friday", `? “Dentist” already exists. What should change? To add another one, say “add …”.`},
		{"call the dentist on friday", `{op:task.create,title:Call the dentist,scheduledFor:2026-11-27}`},
		{"the lunch on sunday starts at 1", `{op:event.update,id:2,startTime:13:00}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, home(), record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// An hour without am or pm is in the evening for a record that is in the evening.
func TestAnEveningIsMovedWithinTheEvening(t *testing.T) {
	s := shelf{of("event", 1, "Book club", "scheduledFor", on21("2026-11-24"), "startTime", clockTime(20, 0), "endTime", clockTime(22, 0)),
		of("event", 2, "Physio", "scheduledFor", on21("2026-11-24"), "startTime", clockTime(8, 0))}
	tests := []struct{ text, want string }{
		{"move book club to 8:30", `{op:event.update,id:1,startTime:20:30,endTime:22:30}`},
		{"move book club to 9am", `{op:event.update,id:1,startTime:09:00,endTime:11:00}`},
		{"move physio to 8:30", `{op:event.update,id:2,startTime:08:30}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestAPartOfTheDayIsInThePlaceOfTheOneBefore(t *testing.T) {
	plumber := shelf{of("task", 1, "Call the plumber", "notes", record.Text("morning\nbefore lunch"))}
	got := drafted(drafts(t, "move the plumber to wednesday afternoon", plumber, record.Selection{}))
	want := "{op:task.update,id:1,notes:before lunch\\nafternoon,scheduledFor:2026-11-25}"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// A day of a change is one of the person's zone, as in questions: half past midnight in Berlin is of the day before in
// UTC.
func TestWhatWasMadeOnADayIsOfThePersonsDay(t *testing.T) {
	berlin := time.FixedZone("Berlin", 60*60)
	made := func(id int64, title, at string) record.Record {
		instant, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		return of("task", id, title, "createdAt", record.Instant(instant))
	}
	s := shelf{made(1, "Late", "2026-11-20T22:30:00Z"), made(2, "Early", "2026-11-20T23:30:00Z")}
	d := makeAt(t, "complete all tasks created today", s, record.Selection{}, calendar.Clock{Instant: saturday().Instant, Zone: berlin})
	if len(d.Ops) != 1 {
		t.Fatalf("got %+v", d)
	}
	found, err := s.Find(d.Ops[0].Where, saturday().Today())
	if err != nil || len(found) != 1 || found[0].Label() != "Early" {
		t.Errorf("got %s", d.Ops[0].AppendJSON(nil))
	}
}
