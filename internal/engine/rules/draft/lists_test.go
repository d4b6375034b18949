package draft_test

import (
	"testing"

	"assister/internal/record"
)

// pantry is the workspace of home with two lists.
func pantry() shelf {
	return append(home(),
		of("checklist", 1, "Shopping"),
		of("checklist", 2, "Packing list"),
		of("checklist_item", 1, "eggs", "checklistId", record.ID(1)),
		of("checklist_item", 2, "bread", "checklistId", record.ID(1), "isChecked", record.Bool(true)),
		of("checklist_item", 3, "tent", "checklistId", record.ID(2)),
		of("checklist_item", 4, "laundry", "checklistId", record.ID(1)),
		of("task", 9, "Fold the laundry"),
		of("task", 10, "Pay the gas", "scheduledFor", on21("2026-11-19"), "deadline", on21("2026-11-30"), "tags", record.Tags("home", "money"), "context", record.Text("personal")),
	)
}

func TestListsAndExchanges(t *testing.T) {
	tests := []struct{ text, want string }{
		{"add milk, eggs and bread to shopping", `{op:checklist_item.create,checklistId:1,title:milk}
{op:checklist_item.create,checklistId:1,title:bread}
(already_listed)`},
		{"add milk, eggs and bread to my shopping list", `{op:checklist_item.create,checklistId:1,title:milk}
{op:checklist_item.create,checklistId:1,title:bread}
(already_listed)`},
		{"put milk on the shopping zorb list", `? Which list “shopping zorb” do you mean? [checklist:1]`},
		{"push the gas deadline back two days", `{op:task.update,id:10,deadline:2026-12-02}`},
		{"clear the shopping list", `{op:bulk_delete,where:{kind:checklist_item,checklistId:{in:[1]}}}`},
		{"delete everything on the shopping list except the eggs", `{op:bulk_delete,where:{kind:checklist_item,ids:[2,4]}}`},
		{"add soap to the grocery list", `{op:checklist.create,as:checklist1,title:Grocery}
{op:checklist_item.create,checklistId:{ref:checklist1},title:soap}
(no_such_list)`},
		{"add drive to work", `{op:task.create,title:Drive to work}`},
		{"add tent pegs to the packing list", `{op:checklist_item.create,checklistId:2,title:tent pegs}`},
		{"add butter to my shopping list tomorrow", `! add butter to my shopping list tomorrow
(unknown_field)`},
		{"move eggs from shopping to the packing list", `{op:checklist_item.update,id:1,checklistId:2}`},
		{"move tent to shopping", `{op:checklist_item.update,id:3,checklistId:1}`},
		{"add soap and salt to a new list called bath", `{op:checklist.create,as:checklist1,title:Bath}
{op:checklist_item.create,checklistId:{ref:checklist1},title:soap}
{op:checklist_item.create,checklistId:{ref:checklist1},title:salt}`},
		{"cross off eggs", `{op:checklist_item.update,id:1,isChecked:true}`},
		{"cross eggs off the shopping", `{op:checklist_item.update,id:1,isChecked:true}`},
		{"cross off laundry", `{op:checklist_item.update,id:4,isChecked:true}`},
		{"cross off gas", `{op:task.set_status,id:10,status:completed}`},
		{"cross off bread from the shopping list", `{op:checklist_item.update,id:2,isChecked:true}`},
		{"uncheck bread", `{op:checklist_item.update,id:2,isChecked:false}`},
		{"uncheck bread on the shopping list", `{op:checklist_item.update,id:2,isChecked:false}`},
		{"remove eggs from my shopping list", `{op:checklist_item.delete,id:1}`},
		{"cross off everything on the shopping list", `{op:bulk_update,where:{kind:checklist_item,completed:false,checklistId:{in:[1]}},set:{isChecked:true}}`},
		{"delete the checked items from the shopping list", `{op:bulk_delete,where:{kind:checklist_item,completed:true,checklistId:{in:[1]}}}`},
		{"delete all checked items on the shopping list", `{op:bulk_delete,where:{kind:checklist_item,completed:true,checklistId:{in:[1]}}}`},
		{"delete all lists", `{op:bulk_delete,where:{kind:checklist_item,checklistId:{in:[1,2]}}}
{op:bulk_delete,where:{kind:checklist,completed:false}}`},
		{"empty the whole shopping list", `{op:bulk_delete,where:{kind:checklist_item,checklistId:{in:[1]}}}`},
		{"swap the dentist and lunch with Ana", `{op:event.update,id:1,scheduledFor:2026-11-22,startTime:12:30,endTime:13:15}
{op:event.update,id:2,scheduledFor:2026-11-24,startTime:10:00}`},
		{"swap milk and brunch shopping", `{op:task.update,id:1,scheduledFor:2026-11-22}
{op:task.update,id:7,scheduledFor:2026-11-21}`},
		{"swap gym and milk", `! swap gym and milk
(use_occurrence_for_repeating)`},
		{"swap milk and eggs", `! swap milk and eggs
(nothing_changes)`},
		{"swap milk and fold the laundry", `! swap milk and fold the laundry
(invalid_scheduledFor)`},
		{"put cancel gym on the shopping list", `{op:checklist_item.create,checklistId:1,title:cancel gym}`},
		{"add cancel netflix to the list chores", `{op:checklist.create,as:checklist1,title:Chores}
{op:checklist_item.create,checklistId:{ref:checklist1},title:cancel netflix}
(no_such_list)`},
		{"delete all tasks that are not urgent", "? That can be read in two ways. Which records do you mean?"},
		{"delete every task that isn't tagged home", `{op:bulk_delete,where:{kind:task,not:{tag:home}}}`},
		{"delete the project home", "? Nothing matches “project home”."},
		{"move the dentist 15 hours later", `{op:event.update,id:1,scheduledFor:2026-11-25,startTime:01:00,endTime:01:45}`},
		{"postpone milk by an hour", `! postpone milk by an hour
(invalid_startTime)`},
		{"extend the dentist by 30 minutes", `{op:event.update,id:1,endTime:11:15}`},
		{"shorten the dentist by an hour", `! shorten the dentist by an hour
(invalid_endTime)`},
		{"extend lunch with Ana until 2pm", `{op:event.update,id:2,endTime:14:00}`},
		{"extend lunch with Ana by an hour", `! extend lunch with Ana by an hour
(invalid_endTime)`},
		{"remove the deadline from the gas", `{op:task.update,id:10,deadline:null}`},
		{"clear the deadline of all overdue tasks", `{op:bulk_update,where:{kind:task,overdue:true},set:{deadline:null}}
(whole_series)`},
		{"remove the tag home from all tasks", `{op:task.update,id:6,tags:null}
{op:task.update,id:10,tags:[money]}`},
		{"remove the home tag from gas", `{op:task.update,id:10,tags:[money]}`},
		{"untag gas", `{op:task.update,id:10,tags:null}`},
		{"move all personal tasks to friday", `{op:bulk_update,where:{kind:task,completed:false,context:personal},set:{scheduledFor:2026-11-27}}`},
		{"set the context of the report to work", `{op:task.update,id:2,context:work}`},
		{"move gym to friday", `{op:task.set_status,id:4,status:skipped,occurrenceDate:2026-11-21}
{op:task.create,title:Gym,scheduledFor:2026-11-27,priority:medium}`},
		{"move today's gym to friday", `{op:task.set_status,id:4,status:skipped,occurrenceDate:2026-11-21}
{op:task.create,title:Gym,scheduledFor:2026-11-27,priority:medium}`},
		{"move gym on monday to tuesday", `{op:task.set_status,id:4,status:skipped,occurrenceDate:2026-11-23}
{op:task.create,title:Gym,scheduledFor:2026-11-24,priority:medium}`},
		{"move standup to friday", `? Which occurrence of “Standup” do you mean? [event:4]`},
		{"push the dentist back an hour", `{op:event.update,id:1,startTime:11:00,endTime:11:45}`},
		{"push all my events tomorrow an hour later", `{op:event.update,id:2,startTime:13:30}`},
		{"make the report high priority and due friday", `{op:task.update,id:2,deadline:2026-11-27,priority:high}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, pantry(), record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestOneOfTwoListsOfAName(t *testing.T) {
	s := append(pantry(), of("checklist", 5, "Books"), of("checklist", 6, "Books"))
	const text, want = "add dune to the books list", "? Which list “Books” do you mean? [checklist:5] [checklist:6]"
	if got := drafted(drafts(t, text, s, record.Selection{})); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const chosen = "{op:checklist_item.create,checklistId:6,title:dune}"
	if got := drafted(drafts(t, text, s, record.Selection{Records: []record.Key{{Kind: "checklist", ID: 6}}})); got != chosen {
		t.Errorf("got %s, want %s", got, chosen)
	}
}

func TestAlarmsAndTexts(t *testing.T) {
	s := append(pantry(), of("alarm", 1, "Wake up", "scheduledFor", on21("2026-11-22"), "time", clockTime(7, 0)), of("note", 9, "Seeds"))
	tests := []struct{ text, want string }{
		{"dismiss the wake up alarm", `{op:alarm.dismiss,id:1}`},
		{"snooze the wake up alarm for 10 minutes", `{op:alarm.snooze,id:1,minutes:10}`},
		{"snooze the wake up alarm until 9:30", `{op:alarm.snooze,id:1,until:2026-11-21T09:30}`},
		{"snooze the wake up alarm until 8:30", `{op:alarm.snooze,id:1,until:2026-11-22T08:30}`},
		{"snooze the wake up alarm until monday at 9", `{op:alarm.snooze,id:1,until:2026-11-23T09:00}`},
		{"snooze the wake up alarm", "! snooze the wake up alarm"},
		{"snooze the shopping list for 10 minutes", "! snooze the shopping list for 10 minutes\n(invalid_op)"},
		{"snooze milk until monday", `{op:task.update,id:1,scheduledFor:2026-11-23}`},
		{"replace peas with beans in the seeds note", `{op:note.edit,id:9,oldText:peas,newText:beans}`},
		{"replace peas with beans in the shopping list", "? Nothing matches “peas”."},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// An item that is still to do is not added to its list again, and the answer says so. A
// checked item is bought anew.
func TestAnItemIsNotListedTwice(t *testing.T) {
	tests := []struct{ text, ops, already string }{
		{"add eggs to shopping", "(already_listed)", "“eggs” is already on the list."},
		{"add Eggs and laundry to the shopping list", "(already_listed)\n(already_listed)",
			"“Eggs” is already on the list. “laundry” is already on the list."},
		{"add bread to shopping", "{op:checklist_item.create,checklistId:1,title:bread}", ""},
		{"add eggs to the packing list", "{op:checklist_item.create,checklistId:2,title:eggs}", ""},
	}
	for _, tt := range tests {
		d := drafts(t, tt.text, pantry(), record.Selection{})
		if got := drafted(d); got != tt.ops || d.AlreadyDone != tt.already {
			t.Errorf("%s\n got %s, %q\nwant %s, %q", tt.text, got, d.AlreadyDone, tt.ops, tt.already)
		}
	}
}

// What is taken from something that is no project and no list deletes nothing, and a thing to do that has
// its own verb in its title is the one that there is.
func TestARequestIsAboutWhatThereIsByItsWholeName(t *testing.T) {
	s := shelf{of("task", 1, "Pay rent", "deadline", on21("2026-11-20")), of("task", 2, "Book flights")}
	for _, tt := range []struct{ text, want string }{
		{"remove overdue from pay rent", "? There is no project called “pay rent”."},
		{"book flights by friday", `{op:task.update,id:2,deadline:2026-11-27}`},
		{"lunch on monday at noon with a reminder", "? At what time?"},
	} {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
