package tool

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/search/searchtest"
)

var clock = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// library has records in memory.
type library []record.Record

func (l library) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return q.In(l, today), nil
}

// Relevant searches by words, since there is no embedding model.
func (l library) Relevant(_ context.Context, r search.Request) (search.Result, string, error) {
	a, err := search.Find(searchtest.Records(l), r)
	return a, "no embedding model is set", err
}

func of(kind string, id int64, label string, with ...any) record.Record {
	k := schema.Lookup(kind)
	r := record.New(k, id)
	r.Rev = 1
	for i := range k.Fields {
		r.Values[i] = record.Default(&k.Fields[i])
	}
	r = r.With(k.Label, record.Text(label))
	for i := 0; i < len(with); i += 2 {
		r = r.With(with[i].(string), with[i+1].(record.Value))
	}
	return r
}

func day(n int) record.Value { return record.Date(clock.Today().AddDays(n)) }

var house = library{
	of("project", 4, "House"), of("project", 9, "Garden shed", "description", record.Text("wood and nails")),
	of("task", 1, "Paint the fence", "scheduledFor", day(-2), "projectId", record.ID(4), "tags", record.Tags("home")),
	of("task", 2, "Oil the hinges", "deadline", day(3), "projectId", record.ID(4), "status", record.Text("doing")),
	of("task", 3, "Rent", "scheduledFor", day(9), "status", record.Text("completed"), "projectId", record.ID(4)),
	of("task", 4, "Ask Ann", "notes", record.Text(strings.Repeat("é", 400))),
	of("team", 2, "Gardeners"), of("team", 3, "Cooks"), of("person", 1, "Ann", "aliases", record.Tags("nan"), "role", record.Text("mother")), of("person", 2, "Bob", "left", record.Bool(true)),
	of("checklist", 1, "Shopping"), of("checklist_item", 7, "Milk", "checklistId", record.ID(1), "isChecked", record.Bool(true)), of("checklist_item", 8, "Eggs", "checklistId", record.ID(1)),
}

func called(t *testing.T, name, args string) Envelope {
	t.Helper()
	tool := Lookup(name)
	if tool == nil {
		t.Fatalf("there is no tool %s", name)
	}
	v, p := ijson.Parse([]byte(args))
	if p != nil {
		t.Fatal(p)
	}
	return tool.On(house, clock).Call(context.Background(), v)
}

// labels returns the labels of the rows of an envelope.
func labels(e Envelope) string {
	rows, _ := e.Data.Get(e.Key)
	if rows.Kind == ijson.Object {
		rows = ijson.Value{Items: []ijson.Value{rows}}
	}
	var words []string
	for _, r := range rows.Items {
		for _, name := range []string{"title", "name"} {
			if v, ok := r.Get(name); ok {
				words = append(words, v.Text)
			}
		}
	}
	return strings.Join(words, ", ")
}

func TestAReadingToolReturnsItsRecords(t *testing.T) {
	for _, tt := range []struct{ name, args, key, want string }{
		{"projectsList", `null`, "projects", "House, Garden shed"},
		{"chat.projectsList", `{}`, "projects", "House, Garden shed"},
		{"chat_projectByName", `{"name":" house "}`, "project", "House"},
		{"projectByName", `{"name":"hous"}`, "project", ""},
		{"projectByName", `{"name":"gården-shed"}`, "project", "Garden shed"},
		{"projectsSearch", `{"query":"NAILS"}`, "projects", "Garden shed"},
		{"projectsSearch", `{"query":"nails  Wood"}`, "projects", "Garden shed"},
		{"projectsSearch", `{"query":"nails house"}`, "projects", ""},
		{"checklistItemsList", `{"isChecked":"1"}`, "checklistItems", "Milk"},
		{"tasksByProject", `{"project_id":4}`, "tasks", "Paint the fence, Oil the hinges"},
		{"tasks", `{"due_before":"+3d"}`, "tasks", "Paint the fence, Oil the hinges"},
		{"projectsSearch", `{}`, "projects", "House, Garden shed"},
		{"tasksSearch", `{"query":"the","projectId":"4"}`, "tasks", "Paint the fence, Oil the hinges"},
		{"tasksSearch", `{"projectId":4,"status":"done"}`, "tasks", "Rent"},
		{"tasksSearch", `{"query":"home fence"}`, "tasks", "Paint the fence"},
		{"peopleSearch", `{"query":"nan mot"}`, "people", "Ann"},
		{"peopleList", `{"filter":"nan"}`, "people", "Ann"},
		{"peopleList", `{"filter":{"left":true}}`, "people", "Bob"},
		{"peopleList", `{"filter":"{\"role\":{\"contains\":\"mot\"}}"}`, "people", "Ann"},
		{"peopleList", `{"search":"nan","left":"true"}`, "people", ""},
		{"teamsList", `{"filter":"gard"}`, "teams", "Gardeners"},
		{"tasks", `{}`, "tasks", "Paint the fence"},
		{"tasks", `{"dueBefore":"2026-11-23"}`, "tasks", "Paint the fence"},
		{"tasks", `{"dueBefore":"2026-11-24"}`, "tasks", "Paint the fence, Oil the hinges"},
		{"tasks", `{"dueBefore":"+3d","limit":"1"}`, "tasks", "Paint the fence"},
		{"tasks", `{"dueBefore":"2026-11-24T23:59:59.999Z","projectId":"4"}`, "tasks", "Paint the fence, Oil the hinges"},
		{"tasks", `{"status":"done","dueBefore":"2026-12-24"}`, "tasks", "Rent"},
		{"tasksFilter", `{"status":"todo"}`, "tasks", "Paint the fence, Ask Ann"},
		{"tasksByProject", `{"projectId":4,"status":"Done"}`, "tasks", "Rent"},
		{"overdue", `{}`, "tasks", "Paint the fence"},
		{"overdue", `{"now":"2026-11-24"}`, "tasks", "Paint the fence"},
		{"overdue", `{"now":"2026-11-25"}`, "tasks", "Paint the fence, Oil the hinges"},
		{"overdue", `{"now":"2026-12-25","projectId":4}`, "tasks", "Paint the fence, Oil the hinges"},
		{"overdue", `{"now":"2026-11-19"}`, "tasks", ""},
		{"overdue", `{"now":"2026-11-19T23:30:00.000Z"}`, "tasks", ""},
		{"overdue", `{"now":"2026-11-19T23:30:00-02:00"}`, "tasks", "Paint the fence"},
		{"tasksByProject", `{"projectId":"4"}`, "tasks", "Paint the fence, Oil the hinges"},
		{"tasksByProject", `{"projectId":9}`, "tasks", ""},
		{"tasksFilter", `{"tag":"home"}`, "tasks", "Paint the fence"},
		{"tasksFilter", `{"projectId":4,"status":null}`, "tasks", "Paint the fence, Rent, Oil the hinges"},
		{"tool_tasksFilter", `{"priority":"HIGH"}`, "tasks", ""},
		{"checklistItemsByChecklist", `{"checklistId":1,"isChecked":"false"}`, "checklistItems", "Eggs"},
		{"collectionQuery", `{"collection":"tasks","where":{"or":[{"title":"rent"},{"deadline":{"ne":null}}]},"sort":["-title"]}`, "tasks", "Rent, Oil the hinges"},
		{"collectionQuery", `{"kind":"checklistItems","limit":1}`, "checklistItems", "Milk"},
		{"collectionQuery", `{"collection":"tasks","where":"{\"title\":\"rent\"}"}`, "tasks", "Rent"},
	} {
		e := called(t, tt.name, tt.args)
		if e.Problem != nil || e.Key != tt.key || labels(e) != tt.want || e.Mutates {
			t.Errorf("%s %s: %v, %s: %s, want %s: %s", tt.name, tt.args, e.Problem, e.Key, labels(e), tt.key, tt.want)
		}
	}
}

func TestAnEnvelopeHasTheTotalAndNoIds(t *testing.T) {
	e := called(t, "tasks", `{"limit":1,"offset":1,"dueBefore":"2026-12-24"}`)
	text := string(ijson.AppendValue(nil, e.Value()))
	if e.Total != 2 || len(e.Found) != 1 || e.Found[0].Key != (record.Key{Kind: "task", ID: 2}) {
		t.Errorf("%+v", e)
	}
	if want := `{"data":{"tasks":[{"title":"Oil the hinges","notes":null,`; !strings.HasPrefix(text, want) ||
		!strings.HasSuffix(text, `"total":2,"meta":{"tool":"tasks","mutates":false,"limit":1,"offset":1}}`) || strings.Contains(text, `"id"`) || strings.Contains(text, "projectId") {
		t.Error(text)
	}
	selected := called(t, "collectionQuery", `{"collection":"tasks","select":["id","notes"],"where":{"ids":[4]}}`)
	text = string(ijson.AppendValue(nil, selected.Data))
	if want := `{"tasks":[{"id":4,"notes":"` + strings.Repeat("é", 299) + `…"}]}`; text != want {
		t.Error(text)
	}
	if missing := called(t, "projectByName", `{"name":"hous"}`); string(ijson.AppendValue(nil, missing.Value())) !=
		`{"data":{"project":null},"total":0,"warning":"there is no project “hous”; the closest is “House”","meta":{"tool":"projectByName","mutates":false}}` {
		t.Errorf("%s", ijson.AppendValue(nil, missing.Value()))
	}
}

// source has another name than its method Records, so that it can be embedded.
type source = searchtest.Records

// indexed is a library with a text index. It fails the test if all records are read.
type indexed struct {
	library
	source
	t *testing.T
}

func (x indexed) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	if !q.Count && q.Limit == 0 {
		x.t.Errorf("all %s are read", q.Kind.Plural)
	}
	return x.library.Query(q, today)
}

func TestTheClosestOfManyNamesIsFoundByItsWords(t *testing.T) {
	records := library{of("task", 1, "Water the gardenias")}
	for i := range int64(namesAll) {
		records = append(records, of("task", i+2, fmt.Sprint("Errand ", i)))
	}
	many := indexed{records, source(records), t}
	name := object(ijson.Member{Name: "name", Value: text("water the gardenia")})
	const want = "there is no task “water the gardenia”; the closest is “Water the gardenias”"
	if e := Lookup("taskByName").On(many, clock).Call(context.Background(), name); e.Warning != want || e.Problem != nil {
		t.Errorf("%s, %v", e.Warning, e.Problem)
	}
	step, _ := NewToolbox(many, clock).Find("taskByName")
	if e := step.Call(context.Background(), name); e.Warning != want {
		t.Errorf("as a step: %s, %v", e.Warning, e.Error)
	}
}

func TestArgumentsAreStrict(t *testing.T) {
	for _, tt := range []struct{ name, args, want string }{
		{"projectsList", `{"name":"x"}`, "unknown_field"}, {"tasksByProject", `{}`, "missing_argument"}, {"tasksByProject", `{"projectId":""}`, "missing_argument"},
		{"tasksByProject", `{"projectid":4}`, "unknown_field"}, {"tasksByProject", `{"projectId":"x"}`, "invalid_projectId"}, {"tasksByProject", `{"projectId":5}`, "id_not_found"},
		{"projectByName", `{"name":"  "}`, "missing_argument"}, {"overdue", `{"now":"soon"}`, "invalid_now"}, {"tasksSearch", `{"projectId":5}`, "id_not_found"}, {"teamsList", `{"filter":{"colour":"red"}}`, "unknown_field"}, {"teamsList", `{"filter":7}`, "invalid_where_object"}, {"peopleList", `{"tag":"x"}`, "unknown_field"}, {"semanticSearch", `{"query":"a","projectId":99}`, "id_not_found"}, {"tasks", `{"limit":0}`, "invalid_limit"},
		{"tasks", `{"status":"finished"}`, "invalid_status"}, {"tasks", `[]`, "invalid_arguments"}, {"collectionQuery", `{"collection":"secrets"}`, "unknown_kind"},
		{"collectionQuery", `{"collection":"tasks","where":{"secret":1}}`, "unknown_field"}, {"collectionQuery", `{"collection":"tasks","kind":"notes"}`, "conflicting_fields"}, {"tasksByProject", `{"projectId":4,"project_id":9}`, "conflicting_fields"},
		{"collectionQuery", `{"collection":"tasks","where":"{secret"}`, "invalid_where_object"}, {"collectionQuery", `{"collection":"tasks","select":["secret"]}`, "unknown_field"},
		{"collectionQuery", `{"collection":"tasks","sort":"secret"}`, "unknown_field"}, {"createTask", `{"title":""}`, "invalid_title"},
		{"addTaskTag", `{"taskId":99,"tag":"x"}`, "id_not_found"}, {"addTaskTag", `{"taskId":1}`, "missing_argument"}, {"removeTaskTag", `{"taskId":1,"tag":"x","note":1}`, "unknown_field"}, {"createTask", `{"colour":"red","title":"x"}`, "unknown_field"},
	} {
		if e := called(t, tt.name, tt.args); e.Problem == nil || e.Problem.Code != tt.want {
			t.Errorf("%s %s: %+v, want %s", tt.name, tt.args, e.Problem, tt.want)
		}
	}
	if e := called(t, "tasks", `{"limit":100000}`); e.Limit != limitMax {
		t.Errorf("the limit is %d", e.Limit)
	}
}

func TestAMutatingToolOnlyReturnsAnOperation(t *testing.T) {
	for _, tt := range []struct{ name, args, want string }{
		{"createTask", `{"title":"Sweep","projectId":"4"}`, `{"op":"task.create","title":"Sweep","projectId":4}`},
		{"chat.tasks.insert", `{"title":"Sweep"}`, `{"op":"task.create","title":"Sweep"}`},
		{"updateTask", `{"taskId":2,"deadline":null}`, `{"op":"task.update","id":2,"deadline":null}`},
		{"set_task_status", `{"id":2,"status":"completed"}`, `{"op":"task.set_status","id":2,"status":"completed"}`},
		{"updateTaskStatus", `{"taskId":2,"status":"completed"}`, `{"op":"task.set_status","id":2,"status":"completed"}`},
		{"chat_setTaskDeadline", `{"taskId":2,"deadline":"2026-12-24"}`, `{"op":"task.update","id":2,"deadline":"2026-12-24"}`},
		{"tool_appendToNote", `{"noteId":2,"block":"more"}`, `{"op":"note.append","id":2,"content":"more"}`},
		{"toggleAlarmEnabled", `{"alarmId":2,"enabled":false}`, `{"op":"alarm.set_enabled","id":2,"enabled":false}`},
		{"chat.projects.update", `{"projectId":4,"fields":{"name":"Home"}}`, `{"op":"project.update","id":4,"name":"Home"}`},
		{"chat_addTaskTag", `{"taskId":1,"tag":"garden"}`, `{"op":"task.update","id":1,"tags":["home","garden"]}`},
		{"addTaskTag", `{"taskId":"1","tag":" home "}`, `{"op":"task.update","id":1,"tags":["home"]}`},
		{"removeTaskTag", `{"taskId":1,"tag":"home"}`, `{"op":"task.update","id":1,"tags":null}`},
		{"project.delete", `{"id":4}`, `{"op":"project.delete","id":4}`},
		{"bulkUpdate", `{"where":{"overdue":true},"set":{"priority":"low"}}`,
			`{"op":"bulk_update","where":{"overdue":true},"set":{"priority":"low"}}`},
		{"chat.bulk_set_status", `{"where":"{\"tag\":\"home\"}","status":"done"}`,
			`{"op":"bulk_set_status","where":{"tag":"home"},"status":"completed"}`},
		{"complete_task", `{"taskId":2}`, `{"op":"task.set_status","id":2,"status":"completed"}`},
		{"bulk_complete", `{"where":{"tag":"home"}}`, `{"op":"bulk_set_status","where":{"tag":"home"},"status":"completed"}`},
		{"bulk_delete", `{"where":{"kind":"note","title_contains":"old"}}`,
			`{"op":"bulk_delete","where":{"kind":"note","title_contains":"old"}}`},
	} {
		e := called(t, tt.name, tt.args)
		if e.Problem != nil || e.Proposed == nil || string(e.Proposed.Canonical()) != tt.want || !e.Mutates {
			t.Errorf("%s %s: %+v", tt.name, tt.args, e)
		}
	}
}

// TestAHintNamesNoToolThatDeletesMore has names that no tool has.
func TestAHintNamesNoToolThatDeletesMore(t *testing.T) {
	for _, name := range []string{"bulk_complet", "complete_taks", "archive_task", "complete_event", "bulkAdd", "dilute_task"} {
		if hint := Unknown(name).Hint; strings.Contains(strings.ToLower(hint), "delete") {
			t.Errorf("%s: %s", name, hint)
		}
	}
}

func TestEveryToolHasOneNameAndAStrictSchema(t *testing.T) {
	seen := map[string]string{}
	for _, tool := range All() {
		for _, name := range append([]string{tool.Name}, tool.Aliases...) {
			if other, twice := seen[name]; twice {
				t.Errorf("%s is %s and %s", name, other, tool.Name)
			}
			seen[name] = tool.Name
			if Lookup("chat."+name) != tool {
				t.Errorf("chat.%s does not find %s", name, tool.Name)
			}
		}
		v, p := ijson.Parse(tool.Schema())
		if p != nil {
			t.Errorf("%s: %v", tool.Name, p)
			continue
		}
		if more, ok := v.Get("additionalProperties"); !ok || more.Bool {
			t.Errorf("%s takes other arguments: %s", tool.Name, tool.Schema())
		}
		if tool.Help == "" {
			t.Errorf("%s does not say what it does", tool.Name)
		}
	}
	for _, name := range []string{"projectsList", "projectByName", "projectsSearch", "tasks", "overdue", "tasksByProject", "tasksFilter", "collectionQuery"} {
		if seen[name] != name {
			t.Errorf("there is no tool %s", name)
		}
	}
	for name, want := range map[string]string{"projectList": "projectsList", "chat.taskz": "tasks", "situationsNote": "situationsNotes"} {
		if p := Unknown(name); p.Hint != "did you mean “"+want+"”?" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestEveryKindHasItsTools fixes the names of the tools that a new kind gets.
func TestEveryKindHasItsTools(t *testing.T) {
	for kind, names := range map[string][]string{
		"note": {"notesByProject", "notesSearch"}, "note_session": {"noteSessionsByProject"}, "note_line": {"noteLinesBySession"}, "link": {"linksByProject", "linksSearch"},
		"person": {"peopleList"}, "team": {"teamsList"}, "file": {"filesByProject", "filesSearch"}, "alarm": {"alarmsList"}, "situation": {"situationsList"},
		"situation_note": {"situationsNotes", "chat_situationNotes"}, "situation_question": {"situationsQuestions", "situationQuestions"}, "situation_summary": {"situationsSummaries", "situationSummaries"},
	} {
		if schema.Lookup(kind) == nil {
			continue
		}
		for _, name := range names {
			if tool := Lookup(name); tool == nil || tool.Mutates {
				t.Errorf("there is no tool %s", name)
			}
		}
	}
}

// failing is a library that cannot be read.
type failing struct{}

func (failing) Query(filter.Query, calendar.Date) (filter.Result, error) {
	return filter.Result{}, errors.New("the disk is gone")
}

func TestAFailureIsInTheEnvelope(t *testing.T) {
	for _, tool := range All() {
		if tool.Mutates || slices.ContainsFunc(tool.Args, Arg.Required) {
			continue
		}
		if e := tool.On(failing{}, clock).Call(context.Background(), ijson.Value{}); e.Problem == nil || !strings.Contains(e.Problem.Message, "the disk is gone") {
			t.Errorf("%s: %+v", tool.Name, e)
		}
	}
}

// busy is a library whose queries fail with an error.
type busy struct{ why error }

func (b busy) Query(filter.Query, calendar.Date) (filter.Result, error) {
	return filter.Result{}, fmt.Errorf("find the tasks: %w", b.why)
}

func TestAFailureSaysWhetherItIsTransient(t *testing.T) {
	locked := problem.Refuse(problem.Failed, "database_busy", "another program is writing", "try again")
	locked.Passing = true
	for _, tt := range []struct {
		name    string
		why     error
		code    string
		passing bool
	}{
		{"somebody writes", locked, "database_busy", true},
		{"the disk is gone", problem.Refuse(problem.Failed, "io_error", "the disk reported an error", ""), "io_error", false},
		{"it took too long", context.DeadlineExceeded, TimedOut, true},
		{"nobody knows", errors.New("broken"), "failed", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			step, _ := NewToolbox(busy{tt.why}, clock).Find("tasks")
			e := step.Call(context.Background(), ijson.Value{}).Error
			if e == nil || e.Problem.Code != tt.code || e.Passing != tt.passing {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// alone is a library that allows one reader at a time, like a snapshot.
type alone struct {
	inside atomic.Int32
	t      *testing.T
}

func (a *alone) Query(filter.Query, calendar.Date) (filter.Result, error) {
	if a.inside.Add(1) > 1 {
		a.t.Error("two look into it at once")
	}
	runtime.Gosched()
	a.inside.Add(-1)
	return filter.Result{}, nil
}

func TestConcurrentStepsReadASnapshotInTurn(t *testing.T) {
	bench := NewToolbox(&alone{t: t}, clock)
	var side sync.WaitGroup
	for range 200 {
		step, _ := bench.Find("tasks")
		side.Go(func() { step.Call(context.Background(), ijson.Value{}) })
	}
	side.Wait()
}

// Of the arguments that a model writes, only words of the tool's own schema are emitted.
func TestArgumentsAreRedacted(t *testing.T) {
	const secret = "divorce lawyer, 2026"
	bench := NewToolbox(house, clock)
	for _, tool := range All() {
		step, _ := bench.Find(tool.Name)
		var args []ijson.Member
		for _, a := range append(step.Params(), planner.Param{Name: "divorce lawyer"}) {
			args = append(args, ijson.Member{Name: a.Name, Value: text(secret)})
		}
		if told := string(ijson.AppendValue(nil, planner.Redacted(step, object(args...)))); strings.Contains(told, "divorce") {
			t.Errorf("%s tells %s", tool.Name, told)
		}
	}
}

func TestRedactionKeepsWordsOfTheSchema(t *testing.T) {
	step, _ := NewToolbox(house, clock).Find("collectionQuery")
	args, _ := ijson.Parse([]byte(`{"collection":"tasks","limit":"20","where":{"title":{"contains":"lawyer"},"projectId":4,"the lawyer":1}}`))
	const want = `{"collection":"tasks","limit":"20","where":{"title":{"contains":"‹6 characters›"},"projectId":4,"‹10 characters›":1}}`
	if told := string(ijson.AppendValue(nil, planner.Redacted(step, args))); told != want {
		t.Errorf("told is %s", told)
	}
	if step, _ = NewToolbox(house, clock).Find("tasks"); step != nil {
		args, _ = ijson.Parse([]byte(`{"dueBefore":"2026-11-21","status":"doing","tag":"home"}`))
		if told := string(ijson.AppendValue(nil, planner.Redacted(step, args))); told != `{"dueBefore":"2026-11-21","status":"doing","tag":"‹4 characters›"}` {
			t.Errorf("told is %s", told)
		}
	}
}

// hourglass is a context whose deadline a test sets off.
type hourglass struct {
	context.Context
	over chan struct{}
}

func (h hourglass) Done() <-chan struct{} { return h.over }

func (h hourglass) Err() error {
	select {
	case <-h.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// endless is a library whose queries never end. The deadline of its caller expires
// during a query.
type endless struct {
	library
	until context.Context
	spend func()
}

func (e *endless) Until(ctx context.Context) (done func()) {
	e.until = ctx
	return func() { e.until = nil }
}

func (e *endless) Query(filter.Query, calendar.Date) (filter.Result, error) {
	e.spend()
	<-e.until.Done()
	return filter.Result{}, fmt.Errorf("find tasks: %w", e.until.Err())
}

func TestAStepWithoutTimeLeftCancelsItsQuery(t *testing.T) {
	over := make(chan struct{})
	l := &endless{library: house, spend: func() { close(over) }}
	tasks, _ := NewToolbox(l, clock).Find("tasks")
	e := tasks.Call(hourglass{context.Background(), over}, ijson.Value{})
	if e.Error == nil || e.Error.Problem.Code != TimedOut || !e.Error.Passing {
		t.Errorf("%+v", e.Error)
	}
	if l.until != nil {
		t.Error("the library is still limited")
	}
}

// A plan has no ids, so a model often writes the name of a record in their place.
func TestAStepTakesTheNameOfARecordForItsID(t *testing.T) {
	step, _ := NewToolbox(house, clock).Find("tasksByProject")
	call := func(project string) planner.Envelope {
		return step.Call(context.Background(), object(ijson.Member{Name: "projectId", Value: text(project)}))
	}
	want := call("4")
	if got := call("HOUSE"); want.Total == 0 || got.Total != want.Total || got.Error != nil {
		t.Errorf("got %d of %d, %v", got.Total, want.Total, got.Error)
	}
	for name, near := range map[string][]string{"hous": {"House"}, "xyzzy": {"House", "Garden shed"}} {
		got := call(name)
		if got.Error == nil || got.Error.Problem.Code != "not_found" || got.Error.Name != name || !slices.Equal(got.Error.Near, near) {
			t.Errorf("%s: %+v", name, got.Error)
		}
	}
	if got := call(" "); got.Error == nil || got.Error.Name != "" {
		t.Errorf("blank: %+v", got.Error)
	}
}
