package rules

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
		{"add note Router: it is upstairs. Ask Ann, and add nothing", `{op:note.create,title:Router,content:It is upstairs. Ask Ann, and add nothing}`},
		{"note: the gate sticks", `{op:note.create,content:The gate sticks}`},
		{"note that the gate sticks and the latch is loose", `{op:note.create,content:The gate sticks and the latch is loose}`},
		{"note that vacuum moves to monday", `{op:task.update,id:9,scheduledFor:2026-11-23}`},
		{"create a note about the roof in project kitchen", `{op:note.create,title:The roof,projectId:1}`},
		{"note que le portail grince", `{op:note.create,content:Le portail grince}`},
		{"ajoute une note Portail : il grince", `{op:note.create,title:Portail,content:Il grince}`},
		{"append to the wifi note: guests have their own", `{op:note.append,id:1,content:guests have their own}`},
		{"append to the wifi note: call Ann. Then add milk; done", `{op:note.append,id:1,content:call Ann. Then add milk; done}`},
		{"add a note", "! add a note"},
		{"add a note to project kitchen", "! add a note to project kitchen"},
		{"supprime la note wifi", `{op:note.delete,id:1}`},
		{"delete the note about wifi", `{op:note.delete,id:1}`},
		{"rename the wifi note to Router", `{op:note.update,id:1,title:Router}`},

		{"add person Zoe Fox, zoe@fox.org, painter", `{op:person.create,name:Zoe Fox,role:painter,email:zoe@fox.org}`},
		{"add person Zoe as a painter", `{op:person.create,name:Zoe,role:painter}`},
		{"create team", "! create team"},
		{"add Ann Lee to my contacts", `{op:person.create,name:Ann Lee}`},
		{"add person Bo in the design team", `{op:person.create,name:Bo,teamId:1}`},
		{"add person Bo in the choir team", "? There is no team called “choir”."},
		{"delete person Marco", `{op:person.delete,id:1}`},
		{"create team Night shift", `{op:team.create,name:Night shift}`},
		{"crée une équipe Compta", `{op:team.create,name:Compta}`},
		{"new team meeting tomorrow 10am", `{op:event.create,title:Team meeting,scheduledFor:2026-11-22,startTime:10:00}`},
		{"add team lunch on friday", `{op:event.create,title:Team lunch,scheduledFor:2026-11-27}`},
		{"create situation Roof leak", `{op:situation.create,title:Roof leak}`},

		{"add link Docs: https://example.org/a to project kitchen", `{op:link.create,name:Docs,url:https://example.org/a,projectId:1}`},
		{"add a link to https://example.org called Home", `{op:link.create,name:Home,url:https://example.org}`},
		{"add link building to the plan", `{op:task.create,title:Link building to the plan}`},
		{"add file Budget at /home/ann/budget.xlsx", `{op:file.create,name:Budget,location:/home/ann/budget.xlsx}`},

		{"set an alarm for 7", `{op:alarm.create,scheduledFor:2026-11-22,time:07:00}`},
		{"set alarm for 6:30 every weekday", `{op:alarm.create,scheduledFor:2026-11-23,time:06:30,recurrence:{type:weekdays}}`},
		{"set a daily alarm for 7pm to take the pills", `{op:alarm.create,title:Take the pills,scheduledFor:2026-11-21,time:19:00,recurrence:{type:daily}}`},
		{"wake me up at 6", `{op:alarm.create,scheduledFor:2026-11-22,time:06:00}`},
		{"mets une alarme demain pour 7h", `{op:alarm.create,scheduledFor:2026-11-22,time:07:00}`},
		{"add alarm clock battery", `{op:task.create,title:Alarm clock battery}`},
		{"delete the 7am alarm", `{op:alarm.delete,id:1}`},
		{"set an alarm", "! set an alarm"},

		{"delete the kitchen project", `{op:project.delete,id:1}`},
		{"rename the kitchen project to House", `{op:project.update,id:1,name:House}`},
		{"complete the kitchen project", `{op:bulk_set_status,where:{completed:false,projectId:1},status:completed}`},
	}
	for _, tt := range tests {
		if got := drafted(draft(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
