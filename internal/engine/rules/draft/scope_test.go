package draft_test

import (
	"assister/internal/record"
	"testing"
)

// What no filter can tell narrows what is changed: hours, lengths, and who or what somebody
// speaks of. What nothing tells changes nothing.
func TestNoConditionWidensAChange(t *testing.T) {
	tests := []struct{ text, want string }{
		{"everything longer than half an hour goes to friday", `{op:bulk_update,where:{kind:event,ids:[1]},set:{scheduledFor:2026-11-27}}`},
		{"move all meetings tomorrow afternoon to friday", `{op:bulk_update,where:{kind:event,ids:[2]},set:{scheduledFor:2026-11-27}}`},
		{"delete all events on tuesday before 11", `{op:bulk_delete,where:{kind:event,ids:[1]}}
(repeating_left_alone)`},
		{"delete all events after the standup on monday", `{op:bulk_delete,where:{kind:event,ids:[3]}}`},
		{"delete all events before the lunch", `? Nothing matches “events”.`},
		{"move everything before the dentist to friday", `! move everything before the dentist to friday
(use_occurrence_for_repeating)`},
		{"delete everything on the day of the lunch", `{op:bulk_delete,where:{scheduled_range:{from:2026-11-22,to:2026-11-22}}}`},
		{"cancel everything after work", `? Nothing matches “work”.`},
		{"cancel everything after the gym", `! cancel everything after the gym`}, // which has no time
		{"delete all events on tuesday before 9", `? Nothing matches “events”.`},
		{"cancel all events before 11 on tuesday", `{op:bulk_delete,where:{kind:event,ids:[1]}}
(repeating_left_alone)`},
		{"skip all events tomorrow at 12:30", `! skip all events tomorrow at 12:30
(missing_set)`},
		{"delete all tasks in it", `! delete all tasks in it`},
		{"delete all its tasks", `! delete all its tasks`},
		{"data is finished, delete all its tasks", `{op:bulk_delete,where:{kind:task,projectId:{in:[1]}}}`},
		{"skip the gym on monday and saturday", `{op:task.set_status,id:4,status:skipped,occurrenceDate:2026-11-23}
{op:task.set_status,id:4,status:skipped,occurrenceDate:2026-11-21}`},
		{"cancel every gym next week", `{op:bulk_set_status,where:{kind:task,ids:[4],scheduled_range:{from:2026-11-23,to:2026-11-29}},status:skipped,occurrenceRange:{from:2026-11-23,to:2026-11-29}}`},
		{"move the standup on monday and tuesday to 10", `! move the standup on monday and tuesday to 10`},
		{"delete everything with Ana", `{op:bulk_delete,where:{kind:event,ids:[2]}}`},
		{"move the lunches to friday", `{op:event.update,id:2,scheduledFor:2026-11-27}`},
		{"delete all tasks except those tagged home", `{op:bulk_delete,where:{kind:task,ids:[1,2,4,5,7,8]}}`},
		{"delete all tasks except #2", `{op:bulk_delete,where:{kind:task,ids:[1,4,5,6,7,8]}}`},
		{"delete all events except those longer than half an hour", `{op:bulk_delete,where:{kind:event,ids:[2,3,4]}}`},
		{"supprime toutes les échéances", `{op:bulk_update,where:{kind:task,completed:false,deadline:{ne:null}},set:{deadline:null}}`},
		{"delete some tasks", `! delete some tasks`},
		{"remove all deadlines", `{op:bulk_update,where:{kind:task,completed:false,deadline:{ne:null}},set:{deadline:null}}`},
		{"move everything I haven't done to friday", `? That matches every record. Say which ones: today’s, overdue, those of a project or with a tag, all tasks, or all events.`},
		{"today was too much, move everything to monday", `{op:bulk_update,where:{scheduled_range:{from:2026-11-21,to:2026-11-21},completed:false},set:{scheduledFor:2026-11-23}}`},
		{"today was too much, delete all events", `{op:bulk_delete,where:{kind:event,scheduled_range:{from:2026-11-21,to:2026-11-21}}}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, home(), record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// The meaning of a name in a scope depends on the data: a project, a tag, a context or
// words of titles.
func TestScopesAreNamedByTheData(t *testing.T) {
	tests := []struct{ text, want string }{
		{"complete all home tasks", `{op:bulk_set_status,where:{kind:task,completed:false,tag:home},status:completed}`},
		{"move all data things to friday", `{op:bulk_update,where:{completed:false,projectId:{in:[1]}},set:{scheduledFor:2026-11-27}}`},
		{"move everything in data to friday", `{op:bulk_update,where:{completed:false,projectId:{in:[1]}},set:{scheduledFor:2026-11-27}}`},
		{"everything overdue to today please", `{op:bulk_update,where:{kind:task,overdue:true},set:{scheduledFor:2026-11-21}}`},
		{"all tasks tagged home are done", `{op:bulk_set_status,where:{kind:task,completed:false,tag:home},status:completed}`},
		{"make everything today high priority", `{op:bulk_update,where:{scheduled_range:{from:2026-11-21,to:2026-11-21},completed:false},set:{priority:high}}
(whole_series)`},
		{"put everything overdue on monday", `{op:bulk_update,where:{kind:task,overdue:true},set:{scheduledFor:2026-11-23}}`},
		{"schedule all #money tasks for tuesday", `{op:bulk_update,where:{kind:task,completed:false,tag:money},set:{scheduledFor:2026-11-24}}`},
		{"add the tag late to all overdue tasks", `{op:task.update,id:2,tags:[late]}
{op:task.update,id:4,tags:[late]}
{op:task.update,id:10,tags:[home,money,late]}
(whole_series)`},
		{"put #late on everything overdue", `{op:task.update,id:2,tags:[late]}
{op:task.update,id:4,tags:[late]}
{op:task.update,id:10,tags:[home,money,late]}
(whole_series)`},
		{"move all of today's tasks except the milk to tomorrow", `{op:bulk_update,where:{kind:task,ids:[8]},set:{scheduledFor:2026-11-22}}
(repeating_left_alone)`},
		{"complete everything today but not the eggs", `{op:bulk_set_status,where:{kind:task,ids:[1,4],scheduled_range:{from:2026-11-21,to:2026-11-21}},status:completed,occurrenceDate:2026-11-21}`},
		{"cancel everything today except milk", `{op:bulk_set_status,where:{kind:task,ids:[4],scheduled_range:{from:2026-11-21,to:2026-11-21}},status:skipped,occurrenceDate:2026-11-21}
{op:bulk_delete,where:{kind:task,ids:[8]}}`},
		{"move everything overdue to today and make it high priority", `{op:bulk_update,where:{kind:task,overdue:true},set:{scheduledFor:2026-11-21}}
{op:task.update,id:2,priority:high}
{op:task.update,id:4,priority:high}
{op:task.update,id:10,priority:high}`},
		{"I'm behind. Put everything overdue on today", `{op:bulk_update,where:{kind:task,overdue:true},set:{scheduledFor:2026-11-21}}`},
		{"I don't care. Put everything overdue on today", `{op:bulk_update,where:{kind:task,overdue:true},set:{scheduledFor:2026-11-21}}`},
		{"move all zebra tasks to friday", `? Nothing matches “zebra tasks”.`},
		{"move everything", `? To which day?`},
		{"delete all events and notes", `{op:bulk_delete,where:{kind:event,completed:false}}
{op:bulk_delete,where:{kind:note,completed:false}}`},
		{"delete all tasks or events", `{op:bulk_delete,where:{kind:[task,event],completed:false}}`},
		{"complete all personal things", `{op:bulk_set_status,where:{completed:false,context:personal},status:completed}`},
		{"complete all cleaning tasks", `{op:bulk_set_status,where:{kind:task,ids:[5,6]},status:completed}`},
		{"set all home tasks to low", `{op:bulk_update,where:{kind:task,completed:false,tag:home},set:{priority:low}}`},
		{"all tasks in data are due friday", `{op:bulk_update,where:{kind:task,completed:false,projectId:{in:[1]}},set:{deadline:2026-11-27}}`},
		{"déplace toutes les tâches home à vendredi", `{op:bulk_update,where:{kind:task,completed:false,tag:home},set:{scheduledFor:2026-11-27}}`},
		{"push the home tasks to monday", `{op:bulk_update,where:{kind:task,completed:false,tag:home},set:{scheduledFor:2026-11-23}}`},
		{"mark home done", `{op:bulk_set_status,where:{kind:task,completed:false,tag:home},status:completed}`},
		{"everything on today's calendar is cancelled", `{op:bulk_delete,where:{kind:event,scheduled_range:{from:2026-11-21,to:2026-11-21}}}`},
		{"change all low priority tasks to medium", `{op:bulk_update,where:{kind:task,priority:low,completed:false},set:{priority:medium}}`},
		{"move everything tagged home", `? To which day?`},
		{"tag everything without a date as someday", `{op:task.update,id:5,tags:[someday]}
{op:task.update,id:6,tags:[home,someday]}
{op:task.update,id:9,tags:[someday]}`},
		{"push today's tasks to friday, but not the milk", `{op:bulk_update,where:{kind:task,ids:[8]},set:{scheduledFor:2026-11-27}}
(repeating_left_alone)`},
		{"everything overdue belongs to garden", `{op:bulk_update,where:{kind:task,overdue:true},set:{projectId:2}}
(whole_series)`},
		{"move the tasks from project data to project garden", `{op:bulk_update,where:{kind:task,completed:false,projectId:{in:[1]}},set:{projectId:2}}`},
		{"décale les tâches de demain d'un jour", `{op:task.update,id:7,scheduledFor:2026-11-23}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, pantry(), record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// A project may be called like a context. Its tasks are meant, too, as in a question.
func TestAContextIsAlsoTheProjectOfItsName(t *testing.T) {
	records := append(pantry(), of("project", 7, "Personal"))
	want := `{op:bulk_set_status,where:{kind:task,completed:false,or:[{context:personal},{projectId:{in:[7]}}]},status:completed}`
	for _, text := range []string{"complete all personal tasks", "mark all Personal tasks as done"} {
		if got := drafted(drafts(t, text, records, record.Selection{})); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// A passage of a title is replaced like one of a note, if no note has the name.
func TestAPassageOfATitleIsReplaced(t *testing.T) {
	want := `{op:event.update,id:2,title:Lunch with Ben}`
	for _, text := range []string{"replace Ana with Ben in the lunch", "lunch is with Ben instead of Ana", "remplace Ana par Ben dans lunch with Ana"} {
		if got := drafted(drafts(t, text, home(), record.Selection{})); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// "Less urgent" is one step of what each record has.
func TestPriorityIsRaisedAndLoweredByOne(t *testing.T) {
	records := shelf{of("task", 1, "Pay rent", "priority", record.Text("high")), of("task", 2, "Fix bike", "priority", record.Text("medium"))}
	for text, want := range map[string]string{
		"lower the priority of the rent":      `{op:task.update,id:1,priority:medium}`,
		"make the bike less urgent":           `{op:task.update,id:2,priority:low}`,
		"baisse la priorité de fix bike":      `{op:task.update,id:2,priority:low}`,
		"bump up the priority of fix bike":    `{op:task.update,id:2,priority:high}`,
		"make all tasks less urgent":          "{op:task.update,id:1,priority:medium}\n{op:task.update,id:2,priority:low}",
		"haz fix bike menos urgente":          `{op:task.update,id:2,priority:low}`,
		"the bike is not that urgent anymore": `{op:task.update,id:2,priority:medium}`,
	} {
		if got := drafted(drafts(t, text, records, record.Selection{})); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// What a question lists as overdue is what a change of everything overdue is of: also what missed a deadline,
// but for a shift, which is of days that are planned.
func TestWhatMissedADeadlineIsOverdueToo(t *testing.T) {
	s := shelf{
		of("task", 1, "Rent", "scheduledFor", on21("2026-11-19")),
		of("task", 2, "Taxes", "deadline", on21("2026-11-20")),
		of("task", 3, "Report", "deadline", on21("2026-11-20"), "status", record.Text("completed")),
		of("task", 4, "Essay", "deadline", on21("2026-11-24")),
		of("task", 5, "Visa", "scheduledFor", on21("2026-11-18"), "deadline", on21("2026-11-20")),
	}
	tests := []struct{ text, want string }{
		{"close all overdue tasks", `{op:bulk_set_status,where:{kind:task,ids:[2]},status:completed}
{op:bulk_set_status,where:{kind:task,ids:[1,5],overdue:true},status:completed}`},
		{"close all overdue tasks except the rent", `{op:bulk_set_status,where:{kind:task,ids:[2]},status:completed}
{op:bulk_set_status,where:{kind:task,ids:[5],overdue:true},status:completed}`},
		{"move all overdue tasks to monday", `{op:bulk_update,where:{kind:task,ids:[2]},set:{scheduledFor:2026-11-23}}
{op:bulk_update,where:{kind:task,ids:[1,5]},set:{scheduledFor:2026-11-23}}`},
		{"supprime toutes les tâches en retard", `{op:bulk_delete,where:{kind:task,ids:[2]}}
{op:bulk_delete,where:{kind:task,ids:[1,5]}}`},
		{"postpone all overdue tasks by a day", `{op:task.update,id:1,scheduledFor:2026-11-20}
{op:task.update,id:5,scheduledFor:2026-11-19}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
