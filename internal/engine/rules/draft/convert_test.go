package draft_test

import (
	"testing"

	"assister/internal/calendar"
	"assister/internal/record"
)

// A record keeps its title, day and texts when it becomes one of another kind. What is lost is remarked, and nothing
// that others belong to is converted.
func TestARecordBecomesOneOfAnotherKind(t *testing.T) {
	s := shelf{
		of("task", 1, "Mend the roof", "scheduledFor", on21("2026-11-23"), "notes", record.Text("with Ann"), "tags", record.Tags("house")),
		of("event", 2, "Vet", "scheduledFor", on21("2026-11-24"), "startTime", clockTime(15, 0)),
		of("event", 6, "Choir", "scheduledFor", on21("2026-11-26"), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly})),
		of("task", 7, "Bins", "scheduledFor", on21("2026-11-26"), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly}),
			"skippedDates", record.Dates(on21("2026-12-03").Date())),
		of("note", 3, "Shed", "content", record.Text("two hinges")),
		of("checklist", 8, "Shopping"), of("project", 4, "Attic"), of("task", 5, "Sand the floor", "projectId", record.ID(4)),
	}
	const vet = `{op:task.create,title:Vet,scheduledFor:2026-11-24}
{op:event.delete,id:2}
(unknown_field)`
	for _, tt := range []struct{ text, want string }{
		{"make the roof an event at 10", `{op:event.create,title:Mend the roof,notes:with Ann,scheduledFor:2026-11-23,startTime:10:00}
{op:task.delete,id:1}
(unknown_field)`},
		{"turn the vet into a task", vet},
		{"the vet should be a task, not an event", vet},
		{"transforme vet en tâche", vet},
		{"convierte vet en una tarea", vet},
		{"make a task out of the shed note", `{op:task.create,title:Shed,notes:two hinges}
{op:note.delete,id:3}`},
		{"make a list out of the shed note", "! make a list out of the shed note"},
		{"make a reminder out of the shed note", "! make a reminder out of the shed note"},
		{"make the roof a task", "? What should change in “Mend the roof”?"},
		{"make the vet an event at 4", `{op:event.update,id:2,startTime:16:00}`},
		{"turn the choir on thursday into a task", "! turn the choir on thursday into a task"},
		{"turn the choir into a task", `{op:task.create,title:Choir,scheduledFor:2026-11-26,recurrence:{type:weekly}}
{op:event.delete,id:6}`},
		{"turn the bins into an event", `{op:event.create,title:Bins,scheduledFor:2026-11-26,recurrence:{type:weekly}}
{op:task.delete,id:7}
(unknown_field)`},
		{"move the roof to the shopping list", `{op:checklist_item.create,checklistId:8,title:Mend the roof}
{op:task.delete,id:1}
(unknown_field)`},
		{"move the bins to the shopping list", "! move the bins to the shopping list"},
		{"turn everything on tuesday into a task", vet},
		{"turn the attic project into a task", "! turn the attic project into a task"},
		{"duplicate the vet for friday", `{op:event.create,title:Vet,scheduledFor:2026-11-27,startTime:15:00}`},
		{"copy the vet to friday at 4", `{op:event.create,title:Vet,scheduledFor:2026-11-27,startTime:16:00}`},
		{"duplique vet pour vendredi", `{op:event.create,title:Vet,scheduledFor:2026-11-27,startTime:15:00}`},
		{"duplica vet para el viernes", `{op:event.create,title:Vet,scheduledFor:2026-11-27,startTime:15:00}`},
		{"copy the choir to monday", `{op:event.create,title:Choir,scheduledFor:2026-11-23}`},
		{"duplicate the choir", "? To which day?"},
		{"duplicate the shed note", "! duplicate the shed note"},
	} {
		if got := drafted(drafts(t, tt.text, s, record.Selection{})); got != tt.want {
			t.Errorf("%q: %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
