package draft_test

import (
	"testing"

	"assister/internal/record"
)

// Kinds that are not planned are created, changed and deleted by their nouns. A request
// that only begins with such a noun is not about them.
func TestRecordsThatAreNotPlannedAreCreatedByTheirNoun(t *testing.T) {
	s := shelf{
		of("project", 1, "Kitchen"), of("team", 1, "Design"),
		of("note", 1, "Wifi"), of("person", 1, "Marco Bianchi"), of("task", 9, "Vacuum"),
		of("alarm", 1, "Alarm", "scheduledFor", on21("2026-11-22"), "time", clockTime(7, 0)),
		of("task", 2, "Choose tiles", "projectId", record.ID(1)),
	}
	tests := []struct{ text, want string }{
		{"create a note about the roof in project kitchen", `{op:note.create,title:Roof,projectId:1}`},
		{"add a note", "? What should it say?"},
		{"supprime la note wifi", `{op:note.delete,id:1}`},
		{"delete the note about wifi", `{op:note.delete,id:1}`},
		{"rename the wifi note to Router", `{op:note.update,id:1,title:Router}`},

		{"create team", "? What should it be called?"},
		{"create team Night shift", `{op:team.create,name:Night shift}`},
		{"crée une équipe Compta", `{op:team.create,name:Compta}`},
		{"create situation Roof leak", `{op:situation.create,title:Roof leak}`},

		{"add file Budget at /home/ann/budget.xlsx", `{op:file.create,name:Budget,location:/home/ann/budget.xlsx}`},

		{"set an alarm for 7", `{op:alarm.create,scheduledFor:2026-11-22,time:07:00}`},
		{"set a daily alarm for 7pm to take the pills", `{op:alarm.create,title:Take the pills,scheduledFor:2026-11-21,time:19:00,recurrence:{type:daily}}`},
		{"mets une alarme demain pour 7h", `{op:alarm.create,scheduledFor:2026-11-22,time:07:00}`},
		{"delete the 7am alarm", `{op:alarm.delete,id:1}`},
		{"set an alarm", "! set an alarm"},

		{"new project Shed for friday", `{op:project.create,name:Shed,targetDate:2026-11-27}`},
		{"new list Groceries tomorrow", "! new list Groceries tomorrow\n(unknown_field)"}, // a list has no day
		{"set an alarm from 7 to 8", "! set an alarm from 7 to 8\n(unknown_field)"},       // an alarm has a time, and no end
		{"new list friday groceries", `{op:checklist.create,title:Friday groceries}`},
		{"make a list for christmas dinner: turkey, wine", "{op:checklist.create,as:checklist1,title:Christmas dinner}\n" +
			"{op:checklist_item.create,checklistId:{ref:checklist1},title:turkey}\n{op:checklist_item.create,checklistId:{ref:checklist1},title:wine}"},
		{"make a list for easter", `{op:checklist.create,title:Easter}`},
		{"create project Christmas party", `{op:project.create,name:Christmas party}`},

		{"delete the kitchen project", `{op:project.delete,id:1}`},
		{"rename the kitchen project to House", `{op:project.update,id:1,name:House}`},
		{"complete the kitchen project", `{op:bulk_set_status,where:{completed:false,projectId:{in:[1]}},status:completed}`},
	}
	for _, tt := range tests {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// A time is in the part of the day that is set beside it, wherever that stands.
func TestATimeIsInThePartOfTheDayBesideIt(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"tomorrow evening call Bo at 8", `{op:event.create,title:Call Bo,scheduledFor:2026-11-22,startTime:20:00}`},
		{"friday night bowling at 10", `{op:event.create,title:Bowling,scheduledFor:2026-11-27,startTime:22:00}`},
		{"every evening call Bo at 8", `{op:event.create,title:Call Bo,scheduledFor:2026-11-21,startTime:20:00,recurrence:{type:daily}}`},
		{"tomorrow morning call Bo at 9", `{op:event.create,title:Call Bo,scheduledFor:2026-11-22,startTime:09:00}`},
		{"demain soir appeler Bo à 8h", `{op:event.create,title:Appeler Bo,scheduledFor:2026-11-22,startTime:20:00}`},
		{"mañana por la noche llamar a Bo a las 9", `{op:event.create,title:Llamar a Bo,scheduledFor:2026-11-22,startTime:21:00}`},
	} {
		if got := drafted(drafts(t, tt.text, shelf{}, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
