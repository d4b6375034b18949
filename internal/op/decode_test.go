package op

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

func read(t *testing.T, text string) (Op, []problem.Problem) {
	t.Helper()
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatalf("%s: %s", text, p.Message)
	}
	return Decode(v, calendar.Clock{})
}

func codes(problems []problem.Problem) (codes []string) {
	for _, p := range problems {
		codes = append(codes, p.Code)
	}
	return codes
}

// spellings has operations and their canonical forms.
var spellings = []struct{ given, canonical string }{
	// Names.
	{`{"op":"task.create","title":"Water plants"}`, `{"op":"task.create","title":"Water plants"}`},
	{`{"op":"create","title":" Water plants "}`, `{"op":"task.create","title":"Water plants"}`},
	{`{"op":"create","kind":"event","title":"Choir"}`, `{"op":"event.create","title":"Choir"}`},
	{`{"kind":"todo","action":"create","title":"A"}`, `{"op":"task.create","title":"A"}`},
	{`{"kind":"noteSessions","op":"create","name":"Sprint"}`, `{"op":"note_session.create","name":"Sprint"}`},
	{`{"op":"teams.create","name":"Core"}`, `{"op":"team.create","name":"Core"}`},
	{`{"kind":"Event","action":"DELETE","id":4}`, `{"op":"event.delete","id":4}`},
	{`{"op":"TODO.Update","id":2,"title":"B"}`, `{"op":"task.update","id":2,"title":"B"}`},
	{`{"op":"create_task","title":"A"}`, `{"op":"task.create","title":"A"}`},
	{`{"op":"create_todo","title":"A"}`, `{"op":"task.create","title":"A"}`},
	{`{"op":"task_create","title":"A"}`, `{"op":"task.create","title":"A"}`},
	{`{"type":"event_delete","id":9}`, `{"op":"event.delete","id":9}`},
	{`{"action":"set_task_status","id":3,"status":"Skipped"}`, `{"op":"task.set_status","id":3,"status":"skipped"}`},
	{`{"op":"create_project","name":"Attic"}`, `{"op":"project.create","name":"Attic"}`},
	{`{"op":"project.update","id":1,"name":"delete"}`, `{"op":"project.update","id":1,"name":"delete"}`},
	{`{"kind":"project","id":1,"name":"delete"}`, `{"op":"project.update","id":1,"name":"delete"}`},

	{`{"op":"create_checklist","name":"Attic"}`, `{"op":"checklist.create","title":"Attic"}`},
	{`{"op":"checklist_item.create","title":"milk","checklistId":"2","checked":"True"}`, `{"op":"checklist_item.create","checklistId":2,"title":"milk","isChecked":true}`},
	{`{"op":"create_checklist_item","checklistId":{"ref":"c"},"title":"milk","isChecked":null}`, `{"op":"checklist_item.create","checklistId":{"ref":"c"},"title":"milk"}`},
	{`{"op":"checklist_item.update","id":4,"isChecked":null}`, `{"op":"checklist_item.update","id":4,"isChecked":false}`},
	{`{"op":"edit_note","id":4,"old_text":" a","new_text":"b "}`, `{"op":"note.edit","id":4,"oldText":" a","newText":"b "}`},
	{`{"op":"note.edit","id":4,"oldText":"  ","newText":" "}`, `{"op":"note.edit","id":4,"oldText":"  ","newText":" "}`},
	{`{"op":"note.edit","id":4,"oldText":"a","newText":""}`, `{"op":"note.edit","id":4,"oldText":"a","newText":null}`},
	{`{"op":"suggest_completion","id":4,"confidence":"High","reason":" the receipt is there "}`,
		`{"op":"checklist_item.suggest_completion","id":4,"reason":"the receipt is there","confidence":"high"}`},
	{`{"op":"suggest_checklist_item_completion","id":4,"confidence":"low","reason":"r"}`,
		`{"op":"checklist_item.suggest_completion","id":4,"reason":"r","confidence":"low"}`},

	// Tool calls and nested arguments.
	{`{"name":"task.create","arguments":{"title":"A"}}`, `{"op":"task.create","title":"A"}`},
	{`{"tool":"update_event","args":{"id":5,"location":"Hall"}}`, `{"op":"event.update","id":5,"location":"Hall"}`},
	{`{"id":"call_9","type":"function","function":{"name":"Task.Set_Status","arguments":"{\"id\":8,\"status\":\"doing\"}"}}`, `{"op":"task.set_status","id":8,"status":"doing"}`},
	{`{"type":"function_call","id":"fc_1","call_id":"c","name":"delete_task","arguments":"{\"id\":3}"}`, `{"op":"task.delete","id":3}`},
	{"{\"name\":\"task.delete\",\"arguments\":\"```json\\n{\\\"id\\\": 3}\\n```\"}", `{"op":"task.delete","id":3}`},
	{`{"op":"update","id":3,"data":{"title":"A","notes":"n"}}`, `{"op":"task.update","id":3,"title":"A","notes":"n"}`},
	{`{"op":"update","id":3,"title":"outer","data":{"title":"inner","id":9}}`, `{"op":"task.update","id":3,"title":"outer"}`},
	{`{"name":"task.delete","arguments":{"id":3,"op":"create","kind":"event","action":"update"}}`, `{"op":"task.delete","id":3}`},
	{`{"op":"create","data":{"kind":"event","title":"E"}}`, `{"op":"event.create","title":"E"}`},
	{`{"data":{"op":"task.delete","id":3}}`, `{"op":"task.delete","id":3}`},
	{`{"name":"bulk_delete","params":{"where":{"overdue":true}}}`, `{"op":"bulk_delete","where":{"overdue":true}}`},

	// Inference.
	{`{"title":"A"}`, `{"op":"task.create","title":"A"}`},
	{`{"priority":"Low","title":"A"}`, `{"op":"task.create","title":"A","priority":"low"}`},
	{`{"id":null,"title":"A"}`, `{"op":"task.create","title":"A"}`},
	{`{"id":"6","title":"A"}`, `{"op":"task.update","id":6,"title":"A"}`},
	{`{"kind":"event","id":6,"location":"Hall"}`, `{"op":"event.update","id":6,"location":"Hall"}`},
	{`{"id":6,"completed":true}`, `{"op":"task.set_status","id":6,"status":"completed"}`},
	{`{"id":6,"completed":true,"title":"A"}`, `{"op":"task.update","id":6,"title":"A","status":"completed"}`},
	{`{"id":6,"status":"skipped","occurrenceDate":"2026-04-02"}`, `{"op":"task.set_status","id":6,"status":"skipped","occurrenceDate":"2026-04-02"}`},

	// Completion.
	{`{"op":"complete","id":2}`, `{"op":"task.set_status","id":2,"status":"completed"}`},
	{`{"op":"complete","id":2,"completed":false}`, `{"op":"task.set_status","id":2,"status":"pending"}`},
	{`{"op":"complete_task","id":2}`, `{"op":"task.set_status","id":2,"status":"completed"}`},
	{`{"op":"update","id":2,"completed":false}`, `{"op":"task.set_status","id":2,"status":"pending"}`},
	{`{"op":"complete_occurrence","id":2,"occurrenceDate":"2026-04-02"}`, `{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-04-02"}`},
	{`{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":null}`, `{"op":"task.set_status","id":2,"status":"completed"}`},

	// Values.
	{`{"op":"update","id":"12","priority":"HIGH","scheduledFor":""}`, `{"op":"task.update","id":12,"scheduledFor":null,"priority":"high"}`},
	{`{"op":"update","id":"task:12","notes":null,"tags":null}`, `{"op":"task.update","id":12,"notes":null,"tags":null}`},
	{`{"op":"update","id":12,"priority":null}`, `{"op":"task.update","id":12,"priority":"medium"}`},
	{`{"op":"create","title":"A","priority":"","status":null}`, `{"op":"task.create","title":"A"}`},
	{`{"op":"create","title":"A","id":null,"as":"","recurrence":{"type":"none","until":"2026-12-31"}}`, `{"op":"task.create","title":"A","recurrence":null}`},
	{`{"op":"update","where":{"id":"4"},"title":"A"}`, `{"op":"task.update","id":4,"title":"A"}`},
	{`{"op":"create","title":"A","date":"2026-04-02","due":"2026-04-05"}`, `{"op":"task.create","title":"A","scheduledFor":"2026-04-02","deadline":"2026-04-05"}`},
	{`{"op":"create","title":"A","timeOfDay":null}`, `{"op":"task.create","title":"A"}`},
	{`{"op":"create","title":"A","reason":"was asked"}`, `{"op":"task.create","title":"A"}`},
	{`{"op":"event.create","title":"E","startTime":"9:30","endTime":"10:00"}`, `{"op":"event.create","title":"E","startTime":"09:30","endTime":"10:00"}`},
	{`{"op":"event.create","title":"E","startTime":"22:00","endTime":"01:00"}`, `{"op":"event.create","title":"E","startTime":"22:00","endTime":"01:00"}`},
	{`{"op":"event.create","title":"E","startTime":null,"endTime":""}`, `{"op":"event.create","title":"E","startTime":null,"endTime":null}`},
	{`{"op":"create","title":"A","scheduledFor":"2026-04-02","recurrence":{"type":"Weekly","byDay":["mo"]}}`, `{"op":"task.create","title":"A","scheduledFor":"2026-04-02","recurrence":{"type":"weekly","byDay":["MO"]}}`},

	// References and revisions.
	{`{"op":"project.create","name":"Attic","as":"p"}`, `{"op":"project.create","as":"p","name":"Attic"}`},
	{`{"op":"create","title":"A","projectId":{"ref":"p"}}`, `{"op":"task.create","title":"A","projectId":{"ref":"p"}}`},
	{`{"op":"project.delete","id":{"ref":"p"}}`, `{"op":"project.delete","id":{"ref":"p"}}`},
	{`{"base":{"event:2":4,"task:10":7,"task:3":17},"op":"delete","id":3}`, `{"op":"task.delete","id":3,"base":{"task:3":17,"task:10":7,"event:2":4}}`},
	{`{"base":{"task:3":"absent"},"op":"delete","id":3}`, `{"op":"task.delete","id":3,"base":{"task:3":"absent"}}`},
	{`{"base":{},"op":"bulk_delete","where":{"tag":"x"}}`, `{"op":"bulk_delete","where":{"tag":"x"},"base":{}}`},

	// Bulk.
	{`{"op":"bulk_update","where":{"overdue":true},"set":{"due":"2026-04-02","priority":"HIGH"}}`, `{"op":"bulk_update","where":{"overdue":true},"set":{"deadline":"2026-04-02","priority":"high"}}`},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{"completed":true}}`, `{"op":"bulk_update","where":{"tag":"x"},"set":{"status":"completed"}}`},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{}}`, `{"op":"bulk_update","where":{"tag":"x"},"set":{}}`},
	{`{"op":"bulk_update","kind":"event","where":{"overdue":false},"set":{"startTime":"10:00"}}`, `{"op":"bulk_update","where":{"kind":"event","overdue":false},"set":{"startTime":"10:00"}}`},
	{`{"op":"todo.bulk_delete","where":{"tag":"x"}}`, `{"op":"bulk_delete","where":{"kind":"task","tag":"x"}}`},
	{`{"op":"bulk_delete","where":{"ids":[4,"2"]}}`, `{"op":"bulk_delete","where":{"kind":"task","ids":[2,4]}}`},
	{`{"op":"bulk_delete","where":{}}`, `{"op":"bulk_delete","where":{}}`},
	{`{"op":"bulkComplete","where":{"overdue":true}}`, `{"op":"bulk_set_status","where":{"overdue":true},"status":"completed"}`},
	{`{"tool":"createTask","args":{"title":"Buy milk"}}`, `{"op":"task.create","title":"Buy milk"}`},
	{`{"op":"SET_TASK_STATUS","id":3,"status":"done"}`, `{"op":"task.set_status","id":3,"status":"completed"}`},
	{`{"op":"bulk_complete","where":{"overdue":true}}`, `{"op":"bulk_set_status","where":{"overdue":true},"status":"completed"}`},
	{`{"op":"bulk_complete","where":{"overdue":true},"completed":false,"occurrence_range":{"from":"2026-04-02","to":null}}`, `{"op":"bulk_set_status","where":{"overdue":true},"status":"pending","occurrenceRange":{"from":"2026-04-02"}}`},
	{`{"op":"bulk_set_status","where":{"overdue":true},"status":"Skipped","occurrenceDate":"2026-04-02"}`, `{"op":"bulk_set_status","where":{"overdue":true},"status":"skipped","occurrenceDate":"2026-04-02"}`},
}

func TestEverySpellingHasTheCanonicalForm(t *testing.T) {
	for _, tt := range spellings {
		o, problems := read(t, tt.given)
		if len(problems) > 0 {
			t.Errorf("%s: %+v", tt.given, problems)
			continue
		}
		if got := string(o.AppendJSON(nil)); got != tt.canonical {
			t.Errorf("%s\n got %s\nwant %s", tt.given, got, tt.canonical)
		}
	}
}

// refusals has invalid operations and the codes of their problems.
var refusals = []struct {
	given string
	codes string // separated by spaces
}{
	{`[]`, "invalid_operation_object"},
	{`null`, "invalid_operation_object"},
	{`"task.create"`, "invalid_operation_object"},
	{`{}`, "invalid_op"},
	{`{"op":"rename","id":3,"colour":"red"}`, "invalid_op"},
	{`{"op":7,"id":3}`, "invalid_op"},
	{`{"id":3}`, "invalid_op"},
	{`{"notes":"alone"}`, "invalid_op"},
	{`{"op":"event.complete","id":3}`, "invalid_op"},
	{`{"op":"project.set_status","id":3,"status":"completed"}`, "invalid_op"},
	{`{"op":"goal.create","title":"A"}`, "unknown_kind"},
	{`{"op":"create","kind":"evnet","title":"A"}`, "unknown_kind"},
	{`{"op":"create","kind":5,"title":"A"}`, "unknown_kind"},
	{`{"op":"task.create","kind":"event","title":"A"}`, "conflicting_fields"},
	{`{"op":"create","action":"delete","id":3}`, "conflicting_fields"},

	{`{"op":"create"}`, "invalid_title"},
	{`{"scheduledFor":null}`, "invalid_title"}, // a create, and so without a title
	{`{"op":"create","title":"  "}`, "invalid_title"},
	{`{"op":"create","title":9}`, "invalid_title"},
	{`{"op":"create","title":"A","notes":9}`, "invalid_notes"},
	{`{"op":"create","title":"A","priority":"urgent","scheduledFor":"2026-02-30"}`, "invalid_scheduledFor invalid_priority"},
	{`{"op":"create","title":"A","context":"home"}`, "invalid_context"},
	{`{"op":"create","title":"A","date":"2026-04-02","scheduledFor":"2026-04-03"}`, "conflicting_fields"},
	{`{"op":"create","title":"A","id":3}`, "unknown_field"},
	{`{"op":"create","title":"A","createdAt":"2026-04-02T00:00:00Z"}`, "unknown_field"},
	{`{"op":"create","title":"A","as":7}`, "invalid_as"},
	{`{"op":"create","title":"A","projectId":{"ref":""}}`, "invalid_projectId"},
	{`{"op":"create","title":"A","colour":"red"}`, "unknown_field"},
	{`{"op":"create","title":"A","timeOfDay":"09:00"}`, "time_not_supported_for_task"},
	{`{"op":"create","title":"A","startTime":"09:00","end_time":"10:00"}`, "time_not_supported_for_task time_not_supported_for_task"},
	{`{"op":"create","title":"A","recurrence":{"type":"daily"}}`, "missing_anchor_for_recurrence"},
	{`{"op":"create","title":"A","recurrence":{"type":"hourly"}}`, "invalid_recurrence missing_anchor_for_recurrence"},
	{`{"op":"create","title":"A","scheduledFor":"2026-04-02","recurrence":{"type":"every_n_days","intervalDays":0}}`, "invalid_recurrence"},
	{`{"op":"create","title":"A","reason":["x"]}`, "invalid_reason"},
	{`{"op":"create","title":"A","completed":"yes"}`, "invalid_completed"},

	{`{"op":"update","id":3,"title":""}`, "invalid_title"},
	{`{"op":"update","id":3,"title":null}`, "invalid_title"},
	{`{"op":"update","title":"A"}`, "missing_or_invalid_id"},
	{`{"op":"update","id":0,"title":"A"}`, "missing_or_invalid_id"},
	{`{"op":"update","id":1.5,"title":"A"}`, "missing_or_invalid_id"},
	{`{"op":"update","id":-2,"title":""}`, "invalid_title missing_or_invalid_id"},
	{`{"id":"first","title":"A"}`, "missing_or_invalid_id"},
	{`{"id":1.5}`, "missing_or_invalid_id"},
	{`{"op":"delete","id":"event:3"}`, "missing_or_invalid_id"},
	{`{"op":"delete","id":{"ref":"p","x":1}}`, "missing_or_invalid_id"},
	{`{"op":"delete","id":"call_1","data":{"id":3}}`, "missing_or_invalid_id"},
	{`{"op":"update","where":{"id":3,"overdue":true},"title":"A"}`, "missing_or_invalid_id unknown_field"},
	{`{"op":"update","id":3,"title":"A","completedDates":[]}`, "unknown_field"},
	{`{"op":"delete","id":3,"title":"A"}`, "unknown_field"},

	{`{"op":"set_status","id":3}`, "invalid_status"},
	{`{"op":"set_status","id":3,"status":null}`, "invalid_status"},
	{`{"op":"set_status","id":3,"status":"finished"}`, "invalid_status"},
	{`{"op":"set_status","status":"completed"}`, "missing_or_invalid_id"},
	{`{"op":"set_status","id":3,"status":"completed","occurrenceDate":"monday"}`, "invalid_occurrenceDate"},
	{`{"op":"complete_occurrence","id":3}`, "invalid_occurrenceDate"},
	{`{"op":"set_status","id":3,"status":"completed","completed":false}`, "conflicting_fields"},

	{`{"op":"checklist.create"}`, "invalid_title"},
	{`{"op":"checklist_item.create","title":"milk"}`, "invalid_checklistId"},
	{`{"op":"checklist_item.create","title":"milk","checklistId":"list"}`, "invalid_checklistId"},
	{`{"op":"checklist_item.create","title":"milk","checklistId":1,"isChecked":"yes"}`, "invalid_isChecked"},
	{`{"op":"checklist_item.create","title":"milk","checklistId":1,"isChecked":1}`, "invalid_isChecked"},
	{`{"op":"checklist_item.update","id":3,"checklistId":null}`, "invalid_checklistId"},
	{`{"op":"note.edit","id":3,"oldText":"a"}`, "invalid_newText"}, // a missing newText must not delete a passage
	{`{"op":"note.edit","id":3,"newText":"a"}`, "invalid_oldText"},
	{`{"op":"note.edit","id":3,"oldText":"","newText":"a"}`, "invalid_oldText"},
	{`{"op":"note.edit","id":3,"oldText":"a","newText":"a"}`, "no_op"},
	{`{"op":"note.edit","id":3,"oldText":"a\u0007","newText":"a"}`, "invalid_oldText"},
	{`{"op":"task.edit","id":3,"oldText":"a","newText":"b"}`, "invalid_op"},
	{`{"op":"checklist_item.suggest_completion","id":3}`, "invalid_reason invalid_confidence"},
	{`{"op":"checklist_item.suggest_completion","reason":"r","confidence":"sure"}`, "missing_or_invalid_id invalid_confidence"},
	{`{"op":"checklist_item.set_status","id":3,"status":"completed"}`, "invalid_op"},
	{`{"op":"task.suggest_completion","id":3,"reason":"r","confidence":"low"}`, "invalid_op"},

	{`{"op":"event.create","title":"E","startTime":"24:00"}`, "invalid_startTime"},
	{`{"op":"event.create","title":"E","startTime":"10:00","endTime":"10:00"}`, "end_not_after_start"},
	{`{"op":"event.create","title":"E","endTime":"10:00"}`, "end_without_start"},
	{`{"op":"event.update","id":3,"startTime":"9:00","endTime":"09:00"}`, "end_not_after_start"},
	{`{"op":"event.create","title":"E","time":"10:00"}`, "unknown_field"},
	{`{"op":"event.update","id":3,"title":"E","completed":true}`, "unknown_field"},

	{`{"op":"bulk_delete"}`, "invalid_where_object"},
	{`{"op":"bulk_update","set":{"priority":"low"}}`, "invalid_where_object"},
	{`{"op":"bulk_update","where":{"tag":"x"}}`, "missing_set"},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":[]}`, "missing_set"},
	{`{"op":"bulk_update","where":{"Overdue":true},"set":{}}`, "invalid_where_unknown_key"},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{"priority":"x","scheduledFor":"bad","recurrence":{"type":"bad"}}}`, "invalid_set_scheduledFor invalid_set_priority invalid_set_recurrence"},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{"title":null}}`, "invalid_set_title"},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{"completed":1}}`, "invalid_set_completed"},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{"colour":"red"}}`, "unknown_field"},
	{`{"op":"bulk_update","where":{"tag":"x","kind":"task"},"set":{"startTime":"10:00"}}`, "time_not_supported_for_task"},
	{`{"op":"bulk_update","where":{"tag":"x"},"set":{"timeOfDay":"10:00"}}`, "time_not_supported_for_task"},
	{`{"op":"bulk_update","where":{"kind":"event"},"set":{"startTime":"10:00","endTime":"10:00"}}`, "end_not_after_start"},
	{`{"op":"bulk_delete","kind":"event","where":{}}`, "empty_where"},
	{`{"op":"bulk_delete","kind":"event","where":{"kind":"task"}}`, "conflicting_fields"},
	{`{"op":"bulk_delete","kind":"goal","where":{"tag":"x"}}`, "unknown_kind"},
	{`{"op":"bulk_delete","where":{"tag":"x"},"overdue":true}`, "unknown_field"},
	{`{"op":"bulk_complete","where":{"tag":"x"},"completed":"yes"}`, "invalid_completed"},
	{`{"op":"bulk_complete","where":{"tag":"x"},"occurrenceDate":"bad"}`, "invalid_occurrenceDate"},
	{`{"op":"bulk_set_status","where":{"tag":"x"}}`, "invalid_status"},
	{`{"op":"bulk_set_status","where":{"tag":"x"},"status":"skipped","occurrenceDate":"2026-04-02","occurrenceRange":{"to":"2026-04-02"}}`, "conflicting_fields"},

	{`{"op":"delete","id":3,"base":{"task:03":1}}`, "invalid_base"},
	{`{"op":"delete","id":3,"base":{"task:3":"x"}}`, "invalid_base"},
	{`{"op":"delete","id":3,"base":{"task:3":0}}`, "invalid_base"},
	{`{"op":"delete","id":3,"base":{"goal:3":1}}`, "invalid_base"},
	{`{"op":"delete","id":3,"base":[]}`, "invalid_base"},
	{`{"name":"task.create","arguments":"{title: secret}"}`, "invalid_arguments"},
	{`{"name":"task.create","arguments":[1]}`, "invalid_arguments"},
}

func TestEveryProblemHasItsCode(t *testing.T) {
	for _, tt := range refusals {
		_, problems := read(t, tt.given)
		if got := strings.Join(codes(problems), " "); got != tt.codes {
			t.Errorf("%s\n got %s\nwant %s", tt.given, got, tt.codes)
		}
	}
}

func TestMessages(t *testing.T) {
	long := strings.Repeat("é", 256)
	for given, want := range map[string]string{
		`{"op":"create"}`:                                                         "title is required and must be a non-empty string",
		`{"op":"create","title":""}`:                                              "title is required and must be a non-empty string",
		`{"op":"create","title":"` + long + `"}`:                                  "title must be 255 characters or less",
		`{"op":"update","id":1,"title":"` + long + `"}`:                           "title must be 255 characters or less",
		`{"op":"update","id":1,"title":" "}`:                                      "title must be a non-empty string",
		`{"op":"create","title":"A","notes":1}`:                                   "notes must be a string",
		`{"op":"checklist_item.create","title":"A"}`:                              "checklistId is required and must be the id of a checklist",
		`{"op":"checklist_item.update","id":1,"checklistId":null}`:                "checklistId must be the id of a checklist",
		`{"op":"delete"}`:                                                         "valid ID is required",
		`{"op":"event.create","title":"E","startTime":"10:00","endTime":"10:00"}`: "endTime must be after startTime",
		`{"op":"event.create","title":"E","startTime":"25:00"}`:                   "startTime must be a valid time in HH:MM format",
		`{"op":"create","title":"A","scheduledFor":"2026-4-1"}`:                   "scheduledFor must be a valid date in YYYY-MM-DD format",
		`{"op":"create","title":"A","scheduledFor":"2026-04-01","recurrence":{}}`: "recurrence must be a valid recurrence object",
	} {
		if _, problems := read(t, given); len(problems) != 1 || problems[0].Message != want {
			t.Errorf("%.60s: %+v, want %q", given, problems, want)
		}
	}
}

func TestAnUnknownNameIsAnsweredWithTheNearest(t *testing.T) {
	for given, want := range map[string]string{
		`{"op":"create","title":"A","scheduled_for":"2026-04-02"}`:      "did you mean “scheduledFor”?",
		`{"op":"create","title":"A","prioritiy":"low"}`:                 "did you mean “priority”?",
		`{"op":"create","title":"A","location":"Hall"}`:                 "location is a field of event",
		`{"op":"create","title":"A","timeOfDay":"09:00"}`:               "use an event, which has startTime and endTime",
		`{"op":"event.create","title":"A","timeOfDay":"09:00"}`:         "did you mean “startTime”?",
		`{"op":"updat","id":3}`:                                         "did you mean “update”?",
		`{"op":"task.creat","title":"A"}`:                               "did you mean “task.create”?",
		`{"op":"create","kind":"evnt","title":"A"}`:                     "did you mean “event”?",
		`{"op":"bulk_delete","where":{"tag":"x"},"overdue":true}`:       "put it into where",
		`{"op":"bulk_update","where":{"tag":"x"},"set":{},"title":"A"}`: "put it into set",
	} {
		if _, problems := read(t, given); len(problems) != 1 || problems[0].Hint != want {
			t.Errorf("%s: %+v, want %q", given, problems, want)
		}
	}
}

func TestProblemsNeverQuoteInvalidArguments(t *testing.T) {
	_, problems := read(t, `{"name":"task.create","arguments":"{\"title\": hunter2"}`)
	for _, p := range problems {
		if strings.Contains(p.Message+p.Hint+p.Field, "hunter2") {
			t.Errorf("%+v", p)
		}
	}
}

func TestProblemsStayShortWhateverTheInputIs(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, given := range []string{
		`{"op":"` + long + `"}`, `{"op":"create","kind":"` + long + `"}`, `{"op":"create","title":"A","` + long + `":1}`,
		`{"op":"create","title":"A","scheduledFor":"2026-04-01","recurrence":{"` + long + `":1}}`,
		`{"op":"bulk_set_status","status":"pending","where":{"tag":"x"},"occurrenceRange":{"` + long + `":1}}`,
	} {
		_, problems := read(t, given)
		for _, p := range problems {
			if n := len(p.Code) + len(p.Field) + len(p.Message) + len(p.Hint); n > 1000 {
				t.Errorf("%.40s: %.40s is %d bytes long", given, p.Code, n)
			}
		}
	}
}

// operations draws valid operations from package schema.
func operations() *rapid.Generator[Op] {
	return rapid.Custom(func(t *rapid.T) Op {
		var o Op
		if rapid.IntRange(0, 3).Draw(t, "bulk") == 0 {
			o = bulkOperation(t)
		} else {
			o = singleOperation(t)
		}
		if rapid.Bool().Draw(t, "based") {
			for _, id := range rapid.SliceOfNDistinct(rapid.Int64Range(1, 99), 1, 3, rapid.ID).Draw(t, "base") {
				o.Base = append(o.Base, Base{record.Key{Kind: "task", ID: id}, rapid.Int64Range(0, 1<<53).Draw(t, "rev")})
			}
			slices.SortFunc(o.Base, func(a, b Base) int { return int(a.Key.ID - b.Key.ID) })
		}
		return o
	})
}

func singleOperation(t *rapid.T) Op {
	k := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
	operation := k.Operations[rapid.IntRange(0, len(k.Operations)-1).Draw(t, "operation")]
	o := Op{Kind: k.Name, Verb: operation.Verb}
	if o.Verb == schema.Create {
		o.As = rapid.SampledFrom([]string{"", "p", "new house"}).Draw(t, "as")
	} else if rapid.Bool().Draw(t, "byRef") {
		o.ID.Ref = "p"
	} else {
		o.ID.ID = rapid.Int64Range(1, 1<<53).Draw(t, "id")
	}
	if o.Verb == schema.Create || o.Verb == schema.Update {
		o.Args = arguments(t, k.Fields, o.Verb == schema.Create)
	}
	for _, f := range operation.Args {
		if f.Required || f.Stated || rapid.Bool().Draw(t, f.Name) {
			o.Args = append(o.Args, value(t, f))
		}
	}
	if o.Verb == schema.Edit && o.Args[0].Value == o.Args[1].Value {
		o.Args[1].Value = record.Text("not " + o.Args[0].Value.Text()) // an edit must change something
	}
	return o
}

func bulkOperation(t *rapid.T) Op {
	o := Op{Verb: schema.Bulk[rapid.IntRange(0, len(schema.Bulk)-1).Draw(t, "operation")].Verb}
	o.Where = filter.Condition{Kinds: rapid.SampledFrom([][]string{nil, {"task"}, {"event"}, {"project"}, {"task", "event"}}).Draw(t, "kinds"), Overdue: rapid.SampledFrom([]filter.Flag{filter.Any, filter.No, filter.Yes}).Draw(t, "overdue")}.With(filter.Tagged("home"))
	switch o.Verb {
	case schema.BulkUpdate:
		o.Set = arguments(t, settable(o.Where), false)
	case schema.BulkSetStatus:
		args := schema.BulkOperation(o.Verb).Args
		o.Args = append(o.Args, value(t, args[0]))
		if i := rapid.IntRange(0, 2).Draw(t, "which"); i > 0 {
			o.Args = append(o.Args, value(t, args[i]))
		}
	}
	return o
}

// arguments leaves out invalid combinations: an end without a start, a series without an
// anchor.
func arguments(t *rapid.T, fields []schema.Field, creating bool) (args []Arg) {
	for _, f := range fields {
		if f.Kept || f.Name == "endTime" || !(f.MustGive() && creating) && rapid.Bool().Draw(t, f.Name) {
			continue
		}
		if f.Type == schema.Recurrence && creating {
			if day, _ := find(args, "scheduledFor"); day.Value.IsNull() {
				continue
			}
		}
		a := value(t, f)
		if !f.Required && f.Default == "" && f.From == "" && rapid.IntRange(0, 4).Draw(t, "null") == 0 {
			a.Value, a.Ref = record.Null, ""
		}
		args = append(args, a)
	}
	return args
}

func value(t *rapid.T, f schema.Field) Arg {
	day := func(name string) calendar.Date {
		return calendar.Date(rapid.Int32Range(1, int32(calendar.MaxDate)).Draw(t, name))
	}
	a := Arg{Name: f.Name}
	switch f.Type {
	case schema.Text:
		a.Value = record.Text("x" + rapid.StringMatching(`[ -~éß💧\n]{0,20}`).Draw(t, f.Name) + "x")
	case schema.Date:
		a.Value = record.Date(day(f.Name))
	case schema.Time:
		a.Value = record.Time(calendar.Time(rapid.Int16Range(1, 24*60).Draw(t, f.Name)))
	case schema.Enum:
		a.Value = record.Text(rapid.SampledFrom(f.Values).Draw(t, f.Name))
	case schema.Tags:
		a.Value = record.Tags(rapid.SliceOfN(rapid.StringMatching(`[a-zé"]{1,5}`), 1, 3).Draw(t, f.Name)...)
	case schema.Ref:
		if rapid.Bool().Draw(t, "byRef") {
			a.Ref = "p"
		} else {
			a.Value = record.ID(rapid.Int64Range(1, 1<<53).Draw(t, f.Name))
		}
	case schema.Bool:
		a.Value = record.Bool(rapid.Bool().Draw(t, f.Name))
	case schema.Range:
		a.Value = record.Range(day("from"), calendar.MaxDate)
	case schema.Recurrence:
		a.Value = record.Recurrence(rapid.SampledFrom([]calendar.Recurrence{
			{Freq: calendar.Daily}, {Freq: calendar.Weekdays, Until: 738_000}, {Freq: calendar.EveryNDays, Interval: 3, Count: 4},
			{Freq: calendar.Weekly, ByDay: 1<<1 | 1<<4}, {Freq: calendar.Monthly}, {Freq: calendar.Yearly},
		}).Draw(t, f.Name))
	case schema.Integer:
		a.Value = record.Integer(rapid.Int64Range(int64(f.Min), int64(f.Max)).Draw(t, f.Name))
	case schema.Moment:
		a.Value = record.Moment(day(f.Name), calendar.Time(rapid.Int16Range(1, 24*60).Draw(t, f.Name+" time")))
	case schema.URL:
		a.Value = record.Text(rapid.SampledFrom([]string{"https://a.example/b?c#d", "mailto:ann@example.org", "tel:+4930123"}).Draw(t, f.Name))
	default:
		panic("no value for " + f.Name)
	}
	if f.Lower {
		a.Value = record.Text(strings.ToLower(a.Value.Text()))
	}
	return a
}

func TestOperationsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := operations().Draw(t, "operation")
		text := o.AppendJSON(nil)
		v, p := ijson.Parse(text)
		if p != nil {
			t.Fatalf("%s: %s", text, p.Message)
		}
		got, problems := Decode(v, calendar.Clock{})
		if len(problems) > 0 || !reflect.DeepEqual(got, o) {
			t.Fatalf("%s\n became %s\n %+v %+v", text, got.AppendJSON(nil), got, problems)
		}
	})
}

func TestTheCanonicalFormHasNoBase(t *testing.T) {
	o, _ := read(t, `{"op":"delete","id":3,"base":{"task:3":17}}`)
	if got := string(o.Canonical()); got != `{"op":"task.delete","id":3}` {
		t.Error(got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range spellings {
		f.Add([]byte(s.given))
	}
	for _, r := range refusals {
		f.Add([]byte(r.given))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, p := ijson.Parse(text)
		if p != nil {
			return
		}
		o, problems := Decode(v, calendar.Clock{})
		once := o.AppendJSON(nil)
		if len(problems) > 0 {
			return
		}
		v, p = ijson.Parse(once)
		if p != nil {
			t.Fatalf("wrote %q: %s", once, p.Message)
		}
		again, problems := Decode(v, calendar.Clock{})
		if twice := again.AppendJSON(nil); len(problems) > 0 || !bytes.Equal(once, twice) {
			t.Fatalf("wrote %s, read back %s %+v", once, twice, problems)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, text := range []string{
		`{"op":"task.create","title":"A","scheduledFor":"2026-04-02","priority":"low"}`,
		`{"name":"create_task","arguments":{"title":"A"}}`,
	} {
		v, _ := ijson.Parse([]byte(text))
		b.Run(text[:12], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, problems := Decode(v, calendar.Clock{}); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}

// A line can contain a hundred thousand names, and a problem for each would be ten times
// as long.
func TestTheNumberOfReportedUnknownNamesIsBounded(t *testing.T) {
	var names strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&names, `,"x%d":1`, i)
	}
	many := names.String()
	for _, text := range []string{
		`{"op":"task.create","title":"a"` + many + `}`,
		`{"op":"bulk_delete","where":{"overdue":true` + many + `}}`,
		`{"op":"bulk_update","where":{"overdue":true},"set":{"priority":"low"` + many + `}}`,
	} {
		v, p := ijson.Parse([]byte(text))
		if p != nil {
			t.Fatal(p)
		}
		_, problems := Decode(v, calendar.Clock{})
		if n := len(problems); n != 17 || !strings.Contains(problems[n-1].Message, "984 more") {
			t.Errorf("%.30s: %d problems, the last %v", text, n, problems[n-1])
		}
	}
}
