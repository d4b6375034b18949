package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpClient is a client of `assister mcp` that speaks with it over its streams.
type mcpClient struct {
	*sdk.ClientSession
	t     *testing.T
	w     *world
	tools map[string]*sdk.Tool
	ended chan int
}

// newMCPClient starts the command with arguments and connects a client.
func newMCPClient(t *testing.T, w *world, o *sdk.ClientOptions, args ...string) *mcpClient {
	t.Helper()
	return newMCPClientAt(t, w, o, "", args...)
}

// newMCPClientAt is newMCPClient for a client that speaks one revision of the protocol; ""
// is the newest.
func newMCPClientAt(t *testing.T, w *world, o *sdk.ClientOptions, revision string, args ...string) *mcpClient {
	t.Helper()
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	w.in, w.out = toServer, out
	c := &mcpClient{t: t, w: w, tools: map[string]*sdk.Tool{}, ended: make(chan int, 1)}
	go func() {
		c.ended <- w.run(append([]string{"mcp"}, args...)...)
		out.Close()
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o)
	session, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: in},
		&sdk.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatalf("connect: %v\n%s", err, &w.stderr)
	}
	c.ClientSession = session
	t.Cleanup(func() {
		session.Close()
		in.Close()
		if code := <-c.ended; code != 0 {
			t.Errorf("exit code %d\n%s", code, &w.stderr)
		}
		w.in, w.out = nil, nil
	})
	for one, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		c.tools[one.Name] = one
	}
	return c
}

// call calls a tool and returns its structured content, which its output schema has to
// describe. The text has to say the same.
func (c *mcpClient) call(name string, args map[string]any) (got map[string]any, failed bool) {
	c.t.Helper()
	res, err := c.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	text := res.Content[0].(*sdk.TextContent).Text
	structured, _ := json.Marshal(res.StructuredContent)
	var said any
	if err := json.Unmarshal([]byte(text), &said); err != nil {
		c.t.Errorf("%s: the text is not JSON: %s", name, text)
	}
	if again, _ := json.Marshal(said); string(again) != string(structured) {
		c.t.Errorf("%s: text and structured content differ:\n%s\n%s", name, again, structured)
	}
	if one := c.tools[name]; one != nil {
		c.validate(one, res.StructuredContent)
	}
	got, _ = res.StructuredContent.(map[string]any)
	return got, res.IsError
}

func (c *mcpClient) validate(one *sdk.Tool, content any) {
	c.t.Helper()
	var s jsonschema.Schema
	text, _ := json.Marshal(one.OutputSchema)
	if err := json.Unmarshal(text, &s); err != nil {
		c.t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		c.t.Fatalf("%s: %v", one.Name, err)
	}
	if err := resolved.Validate(content); err != nil {
		c.t.Errorf("%s: %v", one.Name, err)
	}
}

func code(result map[string]any) string {
	e, _ := result["error"].(map[string]any)
	s, _ := e["code"].(string)
	return s
}

func TestMCPChangesNothingWithoutThePermit(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil)
	planned, failed := c.call("create_task", map[string]any{"title": "Buy milk"})
	if failed || planned["status"] != "planned" || planned["plan"] == "" {
		t.Fatalf("got %v", planned)
	}
	for name, args := range map[string]map[string]any{
		"apply": {"plan": planned["plan"]}, "undo": {}, "redo": {},
	} {
		if got, failed := c.call(name, args); !failed || code(got) != "not_permitted" || got["status"] != "refused" {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got, _ := c.call("tasksList", nil); got["total"] != 0.0 {
		t.Errorf("there are tasks: %v", got)
	}
}

func TestMCPAppliesWhatWasPlanned(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil, "--permit", "apply")
	planned, _ := c.call("propose", map[string]any{"text": "add dentist tomorrow 3pm"})
	if planned["status"] != "planned" || planned["summary"] != "Would create 1 event: “Dentist”, tomorrow (Sun 2026-11-22) 15:00." {
		t.Fatalf("got %v", planned)
	}
	applied, _ := c.call("apply", map[string]any{"plan": planned["plan"]})
	if applied["status"] != "applied" || applied["batchId"] != 1.0 || applied["correlationId"] != planned["correlationId"] {
		t.Fatalf("got %v", applied)
	}
	again, _ := c.call("apply", map[string]any{"plan": planned["plan"]})
	if again["replayed"] != true || again["batchId"] != 1.0 {
		t.Errorf("a second apply is no replay: %v", again)
	}
	rows, _ := c.call("query", map[string]any{"kind": "event"})
	if got := rows["rows"].([]any); len(got) != 1 || got[0].(map[string]any)["startTime"] != "15:00" {
		t.Errorf("got %v", rows)
	}
	if undone, _ := c.call("undo", map[string]any{"batch": applied["batchId"]}); undone["status"] != "applied" {
		t.Errorf("got %v", undone)
	}
	if rows, _ := c.call("query", map[string]any{"kind": "event"}); rows["total"] != 0.0 {
		t.Errorf("got %v", rows)
	}
}

// TestMCPAppliesEachPlanOnce creates the same task twice under one correlation id, from
// which apply would derive the same key.
func TestMCPAppliesEachPlanOnce(t *testing.T) {
	w := newWorld(t)
	w.env["ASSISTER_CORRELATION_ID"] = "night"
	c := newMCPClient(t, w, nil, "--permit", "apply")
	for batch := 1.0; batch <= 2; batch++ {
		if got, _ := c.call("create_task", map[string]any{"title": "Buy milk"}); got["batchId"] != batch {
			t.Errorf("batch %v: %v", batch, got)
		}
	}
}

// TestMCPRefusesAPlanWhoseRecordsHaveChanged applies two plans for the same record.
func TestMCPRefusesAPlanWhoseRecordsHaveChanged(t *testing.T) {
	w := newWorld(t)
	w.run("ask", "--engine", "rules", "hello")
	c := newMCPClient(t, w, nil, "--permit", "apply")
	c.call("create_task", map[string]any{"title": "Buy milk"})
	plan := func(title string) any {
		planned, _ := c.call("dryrun", map[string]any{"operations": []any{
			map[string]any{"op": "task.update", "id": 1, "title": title}}})
		return planned["plan"]
	}
	first, second := plan("Buy oat milk"), plan("Buy soy milk")
	if got, _ := c.call("apply", map[string]any{"plan": first}); got["status"] != "applied" {
		t.Fatalf("got %v", got)
	}
	if got, failed := c.call("apply", map[string]any{"plan": second}); !failed || code(got) != "stale" {
		t.Errorf("got %v", got)
	}
	again, _ := c.call("dryrun", map[string]any{"plan": second})
	if code(again) != "stale" {
		t.Errorf("a dry run of the stale plan: %v", again)
	}
}

// TestMCPToolsHaveTheNamesOfThePredecessors calls each by its names and with the
// arguments that clients of the predecessors give.
func TestMCPToolsHaveTheNamesOfThePredecessors(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil, "--permit", "apply", "--allow", "*")
	for _, name := range []string{"create_task", "update_task", "delete_task", "set_task_status",
		"create_event", "update_event", "delete_event"} {
		if c.tools[name] == nil {
			t.Errorf("%s is not listed", name)
		}
	}
	for _, one := range []struct {
		name string
		args map[string]any
	}{
		{"create_task", map[string]any{"title": "Call Anna", "scheduledFor": "2026-11-24"}},
		{"createTask", map[string]any{"title": "Call Ben"}},
		{"task.update", map[string]any{"taskId": "1", "title": "Call Anne"}},
		{"set_task_status", map[string]any{"id": 1, "status": "done"}},
		{"create_event", map[string]any{"title": "Lunch", "scheduledFor": "2026-11-24", "startTime": "12:00"}},
		{"update_event", map[string]any{"id": 1, "endTime": "13:00"}},
		{"delete_event", map[string]any{"id": 1}},
		{"delete_task", map[string]any{"id": 2}},
	} {
		if got, failed := c.call(one.name, one.args); failed || got["status"] != "applied" {
			t.Errorf("%s: %v", one.name, got)
		}
	}
	got, _ := c.call("tool_tasksFilter", map[string]any{"status": "completed"})
	if records, _ := got["records"].([]any); got["total"] != 1.0 || len(records) != 1 || records[0] != "task:1" {
		t.Errorf("got %v", got)
	}
}

// TestMCPSuggestsOnlyToolsThatAreListed gives names that are close to listed ones, to other
// names of them, and to those of tools that are not offered.
func TestMCPSuggestsOnlyToolsThatAreListed(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil, "--kinds", "task")
	for name, want := range map[string]string{
		"create_taks": "did you mean “create_task”?", "createTaks": "did you mean “create_task”?",
		"proposes": "did you mean “propose”?", "create_event": "list the tools with tools/list", "eventsLits": "list the tools with tools/list",
	} {
		if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMCPNamesTheLimitThatRefuses(t *testing.T) {
	for _, tt := range []struct {
		args []string
		tool string
		call map[string]any
		code string
		hint string
	}{
		{[]string{"--read-only"}, "create_task", map[string]any{"title": "X"}, "operation_not_allowed", "read-only"},
		{[]string{"--allow", "event.*"}, "create_task", map[string]any{"title": "X"}, "operation_not_allowed", "limits.allow"},
		{[]string{"--max-ops", "1"}, "dryrun", map[string]any{"operations": []any{
			map[string]any{"op": "task.create", "title": "A"}, map[string]any{"op": "task.create", "title": "B"}}},
			"too_many_operations", "limits.max-ops is 1, set by the command line"},
		{[]string{"--scope", `{"tag":"work"}`}, "create_task", map[string]any{"title": "X"}, "outside_scope", "scope"},
		{nil, "delete_task", map[string]any{"id": 1}, "operation_not_allowed", "--allow task.delete"},
	} {
		w := newWorld(t)
		w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
		if w.run("apply", "--yes") != 0 {
			t.Fatal(w.stdout.String())
		}
		c := newMCPClient(t, w, nil, append([]string{"--permit", "apply"}, tt.args...)...)
		got, failed := c.call(tt.tool, tt.call)
		e, _ := got["error"].(map[string]any)
		hint, _ := e["hint"].(string)
		if !failed || code(got) != tt.code || !strings.Contains(hint, tt.hint) {
			t.Errorf("%v: got %v", tt.args, got)
		}
		if tasks, _ := c.call("tasksList", nil); tasks["total"] != 1.0 {
			t.Errorf("%v: something was changed: %v", tt.args, tasks)
		}
	}
}

// TestMCPOffersTheToolsOfSomeKinds leaves the tools of the other kinds out.
func TestMCPOffersTheToolsOfSomeKinds(t *testing.T) {
	w := newWorld(t)
	w.env["ASSISTER_LIMITS_READ_ONLY"] = "true"
	c := newMCPClient(t, w, nil, "--kinds", "task, Events")
	for name, want := range map[string]bool{
		"create_task": true, "eventsList": true, "apply": true, "query": true, "create_note": false, "notesList": false,
	} {
		if got := c.tools[name] != nil; got != want {
			t.Errorf("%s is listed: %t", name, got)
		}
	}
	if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "create_note"}); err == nil {
		t.Error("a tool that is not offered can be called")
	}
}

// TestMCPReadsItsPermitAndLimitsFromTheConfiguration has limits for this command alone.
func TestMCPReadsItsPermitAndLimitsFromTheConfiguration(t *testing.T) {
	w := newWorld(t)
	path := filepath.Join(w.env["HOME"], "config.yaml")
	if err := os.WriteFile(path, []byte("mcp: {permit: apply}\nlimits: {mcp: {allow: [task.create]}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newMCPClient(t, w, nil, "--config", path)
	if got, _ := c.call("create_task", map[string]any{"title": "X"}); got["status"] != "applied" {
		t.Errorf("got %v", got)
	}
	if got, _ := c.call("create_event", map[string]any{"title": "X"}); code(got) != "operation_not_allowed" {
		t.Errorf("got %v", got)
	}
}

// TestMCPWarnsOfWhatFailedBesideASuccess applies with a place for the audit head that is not
// there.
func TestMCPWarnsOfWhatFailedBesideASuccess(t *testing.T) {
	w := newWorld(t)
	w.env["ASSISTER_AUDIT_HEAD"] = "/nowhere/at/all"
	c := newMCPClient(t, w, nil, "--permit", "apply")
	got, failed := c.call("create_task", map[string]any{"title": "X"})
	text, _ := json.Marshal(got["warnings"])
	if failed || got["status"] != "applied" || !strings.Contains(string(text), "audit_head_not_kept") {
		t.Errorf("got %v", got)
	}
}

func TestMCPAnnotatesWhatAToolDoes(t *testing.T) {
	plans := newMCPClient(t, newWorld(t), nil)
	for name, one := range plans.tools {
		changes := slices.Contains([]string{"apply", "undo", "redo"}, name)
		if one.Annotations.ReadOnlyHint == changes {
			t.Errorf("%s: readOnlyHint is %v", name, one.Annotations.ReadOnlyHint)
		}
		if one.OutputSchema == nil || one.Description == "" || one.Title == "" {
			t.Errorf("%s is not described", name)
		}
	}
	applies := newMCPClient(t, newWorld(t), nil, "--permit", "apply")
	for name, want := range map[string][3]bool{ // read-only, destructive, idempotent
		"tasks": {true, true, true}, "create_task": {false, false, false}, "update_task": {false, true, true},
		"delete_task": {false, true, true}, "append_note": {false, false, false}, "snooze_alarm": {false, true, false},
		"add_task_tag": {false, false, true}, "remove_task_tag": {false, true, true}, "dryrun": {true, true, true},
		"bulk_update": {false, true, true}, "bulk_set_status": {false, true, true}, "bulk_delete": {false, true, true},
		"propose": {true, true, false}, "apply": {false, true, true}, "undo": {false, true, false},
	} {
		a := applies.tools[name].Annotations
		destructive := a.DestructiveHint == nil || *a.DestructiveHint
		if got := [3]bool{a.ReadOnlyHint, destructive, a.IdempotentHint}; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestMCPSaysWhatIsWrongWithArguments(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil)
	for _, tt := range []struct {
		tool string
		args map[string]any
		code string
	}{
		{"search", map[string]any{"txt": "x"}, "unknown_field"},
		{"search", nil, "missing_argument"},
		{"search", map[string]any{"text": 3}, "invalid_text"},
		{"query", map[string]any{"kind": "taks"}, "unknown_kind"},
		{"query", map[string]any{"kind": "task", "where": map[string]any{"colour": 1}}, "unknown_field"},
		{"query", map[string]any{"kind": "task", "limit": -1}, "invalid_limit"},
		{"dryrun", nil, "missing_argument"},
		{"apply", map[string]any{"plan": "plan_1"}, "plan_not_found"},
		{"create_task", nil, "invalid_title"},
		{"tasks", map[string]any{"colour": 1}, "unknown_field"},
		{"undo", map[string]any{"force": true, "partial": true}, "conflicting_fields"},
	} {
		if got, failed := c.call(tt.tool, tt.args); !failed || code(got) != tt.code {
			t.Errorf("%s %v: %v", tt.tool, tt.args, got)
		}
	}
}

// TestMCPPrintsNothingButTheProtocol gives wrong flags and settings: the client reads
// stdout, and a person stderr.
func TestMCPPrintsNothingButTheProtocol(t *testing.T) {
	for _, args := range [][]string{
		{"mcp", "--permit", "all"}, {"mcp", "--kinds", "dog"}, {"mcp", "--http", "nowhere"}, {"mcp", "--colour"}, {"mcp", "--tz", "Mars/Base"}, {"mcp", "x", "--output", "ndjson"},
		{"mcp", "--max-ops", "none"}, {"mcp"},
	} {
		w := newWorld(t)
		exit := w.run(args...)
		if w.stdout.Len() > 0 || (exit == 0) != (len(args) == 1) || (exit == 0) != (w.stderr.Len() == 0) {
			t.Errorf("%v: exit code %d, stdout %q, stderr %q", args, exit, &w.stdout, &w.stderr)
		}
	}
}

// asked is a client's person, who answers every question in one way.
type asked struct {
	action  string
	content map[string]any
	said    []string
}

func (a *asked) options(t *testing.T) *sdk.ClientOptions {
	return &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, req *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		if strings.ContainsRune(req.Params.Message, '\x1b') {
			t.Errorf("the question has an escape sequence: %q", req.Params.Message)
		}
		a.said = append(a.said, req.Params.Message)
		return &sdk.ElicitResult{Action: a.action, Content: a.content}, nil
	}}
}

// revisions are the newest revision of the protocol and the newest with the older kind of
// session, in which a server asks in the middle of a call.
var revisions = []string{"2026-07-28", "2025-11-25"}

func TestMCPAsksThePerson(t *testing.T) {
	yes := map[string]any{"apply": true}
	for _, tt := range []struct {
		action  string
		content map[string]any
		status  string
		code    string
	}{
		{"accept", yes, "applied", ""},
		{"accept", map[string]any{"apply": false}, "refused", "declined"},
		{"decline", nil, "refused", "declined"},
		{"cancel", nil, "refused", "approval_needed"},
	} {
		for _, revision := range revisions {
			person := asked{action: tt.action, content: tt.content}
			w := newWorld(t)
			c := newMCPClientAt(t, w, person.options(t), revision)
			planned, _ := c.call("create_task", map[string]any{"title": "Buy milk"})
			got, _ := c.call("apply", map[string]any{"plan": planned["plan"]})
			if got["status"] != tt.status || code(got) != tt.code {
				t.Errorf("%s, %v: %v", revision, tt.action, got)
			}
			if len(person.said) != 1 || !strings.Contains(person.said[0], "+ task “Buy milk”") {
				t.Errorf("%s, %v: the person was asked %q", revision, tt.action, person.said)
			}
			want := 0.0
			if tt.status == "applied" {
				want = 1
			}
			if tasks, _ := c.call("tasksList", nil); tasks["total"] != want {
				t.Errorf("%s, %v: %v", revision, tt.action, tasks)
			}
		}
	}
}

// TestMCPAppliesWhatThePersonPicks leaves out the operations whose boxes are not ticked.
func TestMCPAppliesWhatThePersonPicks(t *testing.T) {
	create := func(titles ...string) (operations []any) {
		for _, title := range titles {
			operations = append(operations, map[string]any{"op": "task.create", "title": title})
		}
		return operations
	}
	for _, tt := range []struct {
		answer map[string]any
		status string
		titles []string
	}{
		{map[string]any{"apply": true}, "applied", []string{"A", "B", "C"}},
		{map[string]any{"apply": true, "operation2": false}, "applied", []string{"A", "C"}},
		{map[string]any{"apply": true, "operation1": false, "operation2": true, "operation3": false}, "applied", []string{"B"}},
		{map[string]any{"apply": false, "operation2": true}, "refused", nil},
		{map[string]any{"apply": true, "operation1": false, "operation2": false, "operation3": false}, "refused", nil},
	} {
		person := asked{action: "accept", content: tt.answer}
		c := newMCPClient(t, newWorld(t), person.options(t))
		planned, _ := c.call("dryrun", map[string]any{"operations": create("A", "B", "C")})
		got, _ := c.call("apply", map[string]any{"plan": planned["plan"]})
		text, _ := json.Marshal(got["warnings"])
		partial := tt.status == "applied" && len(tt.titles) < 3
		if got["status"] != tt.status || strings.Contains(string(text), "not_picked") != partial {
			t.Errorf("%v: got %v", tt.answer, got)
		}
		var titles []string
		tasks, _ := c.call("tasksList", nil)
		data, _ := tasks["data"].(map[string]any)
		list, _ := data["tasks"].([]any)
		for _, one := range list {
			title, _ := one.(map[string]any)["title"].(string)
			titles = append(titles, title)
		}
		if !slices.Equal(titles, tt.titles) {
			t.Errorf("%v: the tasks are %v in %v", tt.answer, titles, tasks)
		}
	}
}

func TestMCPAsksThePersonBeforeAnUndo(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
	w.run("apply", "--yes")
	person := asked{action: "decline"}
	c := newMCPClient(t, w, person.options(t))
	if got, _ := c.call("undo", nil); code(got) != "declined" || len(person.said) != 1 ||
		!strings.Contains(person.said[0], "- task #1 “Buy milk”") {
		t.Errorf("got %v, asked %q", got, person.said)
	}
	person.action, person.content = "accept", map[string]any{"apply": true}
	if got, _ := c.call("undo", nil); got["status"] != "applied" {
		t.Errorf("got %v", got)
	}
	if tasks, _ := c.call("tasksList", nil); tasks["total"] != 0.0 {
		t.Errorf("got %v", tasks)
	}
}

// TestMCPAsksThePersonForWhatOnlyAPersonMayApprove deletes with the permit to apply: what
// no limit allows by name needs the approval of a person.
func TestMCPAsksThePersonForWhatOnlyAPersonMayApprove(t *testing.T) {
	w := newWorld(t)
	person := asked{action: "accept", content: map[string]any{"apply": true}}
	c := newMCPClient(t, w, person.options(t), "--permit", "apply")
	var many []any
	for range 25 {
		many = append(many, map[string]any{"op": "task.create", "title": "Buy milk"})
	}
	planned, _ := c.call("dryrun", map[string]any{"operations": many})
	if got, _ := c.call("apply", map[string]any{"plan": planned["plan"]}); got["status"] != "applied" || len(person.said) != 0 {
		t.Fatalf("got %v, asked %q", got, person.said)
	}
	if got, _ := c.call("delete_task", map[string]any{"id": 1}); got["status"] != "applied" || len(person.said) != 1 {
		t.Errorf("got %v, asked %q", got, person.said)
	}
	all := map[string]any{"operations": []any{map[string]any{"op": "bulk_delete", "where": map[string]any{"status": "pending"}}}}
	planned, _ = c.call("dryrun", all)
	if got, _ := c.call("apply", map[string]any{"plan": planned["plan"]}); code(got) != "declined" || len(person.said) != 2 {
		t.Errorf("24 deletions without a confirmation: %v, asked %q", got, person.said)
	}
	person.content["confirm"] = true
	if got, _ := c.call("apply", map[string]any{"plan": planned["plan"]}); got["status"] != "applied" {
		t.Errorf("24 deletions with a confirmation: %v", got)
	}
}

// TestMCPChangesAllRecordsOfACondition calls the tools of bulk operations: they plan, and
// the limits count the records that the condition selects.
func TestMCPChangesAllRecordsOfACondition(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"A","tags":["x"]}
{"op":"task.create","title":"B","tags":["x"]}
{"op":"task.create","title":"C"}`)
	w.run("apply", "--yes")
	tagged := map[string]any{"tag": "x"}
	c := newMCPClient(t, w, nil)
	planned, _ := c.call("bulk_delete", map[string]any{"where": tagged})
	operations, _ := planned["operations"].([]any)
	one, _ := operations[0].(map[string]any)
	targets, _ := one["targets"].(map[string]any)
	if planned["status"] != "planned" || planned["plan"] == nil || targets["count"] != 2.0 {
		t.Errorf("got %v", planned)
	}
	if got, _ := c.call("bulk_delete", map[string]any{"where": map[string]any{}}); got["status"] != "refused" {
		t.Errorf("got %v", got)
	}

	c = newMCPClient(t, w, nil, "--permit", "apply", "--allow", "task.*", "--max-deletes", "1")
	if got, _ := c.call("bulk_delete", map[string]any{"where": tagged}); code(got) != "too_many_deletions" {
		t.Errorf("got %v", got)
	}
	got, _ := c.call("bulkSetStatus", map[string]any{"where": tagged, "status": "done"})
	if counts, _ := got["counts"].(map[string]any); got["status"] != "applied" || counts["completed"] != 2.0 {
		t.Errorf("got %v", got)
	}
	got, _ = c.call("bulk_update", map[string]any{"where": map[string]any{"completed": false},
		"set": map[string]any{"priority": "high"}})
	if counts, _ := got["counts"].(map[string]any); got["status"] != "applied" || counts["updated"] != 1.0 {
		t.Errorf("got %v", got)
	}
	if tasks, _ := c.call("tasksList", nil); tasks["total"] != 3.0 {
		t.Errorf("got %v", tasks)
	}
}

// TestMCPHintsNameWhatAClientCanCall checks the hints that name flags and commands in a
// terminal.
func TestMCPHintsNameWhatAClientCanCall(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil, "--permit", "apply")
	var many []any
	for range 25 {
		many = append(many, map[string]any{"op": "task.create", "title": "Buy milk"})
	}
	dryRun := func(operations ...any) map[string]any {
		planned, _ := c.call("dryrun", map[string]any{"operations": operations})
		return map[string]any{"plan": planned["plan"]}
	}
	c.call("apply", dryRun(many...))
	stale := dryRun(map[string]any{"op": "task.update", "id": 1, "title": "A"})
	c.call("update_task", map[string]any{"id": 1, "title": "B"})
	for _, tt := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"bulk_delete", map[string]any{"where": map[string]any{}}, `{"kind":"task"}`},
		{"update_task", map[string]any{"id": 99, "title": "X"}, "with search, query or a tool"},
		{"delete_task", map[string]any{"id": 1}, "start the server with --allow task.delete"},
		{"apply", stale, "make the plan again"},
		{"undo", map[string]any{"batch": 99}, "batchId"},
		{"propose", map[string]any{"text": "undo that"}, "undo it with the tool undo"},
		{"undo", map[string]any{"batch": 1}, "overwrite with force"},
		{"undo", map[string]any{"batch": 1, "force": true}, "need confirmDestructive"},
		{"dryrun", map[string]any{"operations": []any{map[string]any{"op": "bulk_delete",
			"where": map[string]any{"kind": "task"}}}}, "apply without a person would refuse this"},
	} {
		got, _ := c.call(tt.tool, tt.args)
		encoded, _ := json.Marshal(got)
		text := strings.ReplaceAll(string(encoded), `\"`, `"`)
		if !strings.Contains(text, tt.want) {
			t.Errorf("%s %v: got %s", tt.tool, tt.args, text)
		}
		for _, typed := range []string{"`assister", "--yes", "--all ", "--ignore-base", "--force", "--confirm"} {
			if strings.Contains(text, typed) {
				t.Errorf("%s %v: a client cannot type %s: %s", tt.tool, tt.args, typed, text)
			}
		}
	}
}

// TestMCPTakesNoAnswerThatItHasNotAskedFor answers a question that was not put, and the
// same one twice.
func TestMCPTakesNoAnswerThatItHasNotAskedFor(t *testing.T) {
	c := newMCPClient(t, newWorld(t), &sdk.ClientOptions{
		MultiRoundTrip:     &sdk.MultiRoundTripOptions{Disabled: true},
		ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) { return nil, nil },
	})
	planned, _ := c.call("create_task", map[string]any{"title": "Buy milk"})
	args := map[string]any{"plan": planned["plan"]}
	yes := sdk.InputResponseMap{"approval": &sdk.ElicitResult{Action: "accept", Content: map[string]any{"apply": true}}}
	answer := func(state string, args map[string]any) map[string]any {
		t.Helper()
		res, err := c.CallTool(t.Context(), &sdk.CallToolParams{
			Name: "apply", Arguments: args, RequestState: state, InputResponses: yes})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := res.StructuredContent.(map[string]any)
		return got
	}
	asks := func() string {
		t.Helper()
		res, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "apply", Arguments: args})
		if err != nil || res.RequestState == "" {
			t.Fatalf("%v %+v", err, res)
		}
		return res.RequestState
	}
	if got := answer("made up", args); code(got) != "approval_needed" {
		t.Errorf("an answer without a question: %v", got)
	}
	other, _ := c.call("create_task", map[string]any{"title": "Buy bread"})
	if got := answer(asks(), map[string]any{"plan": other["plan"]}); code(got) != "approval_needed" {
		t.Errorf("the answer to the question of another plan: %v", got)
	}
	state := asks()
	if got := answer(state, args); got["status"] != "applied" {
		t.Errorf("got %v", got)
	}
	if got := answer(state, args); code(got) != "approval_needed" {
		t.Errorf("the same answer again: %v", got)
	}
}

func (c *mcpClient) read(uri string) (text string, err error) {
	res, err := c.ReadResource(context.Background(), &sdk.ReadResourceParams{URI: uri})
	if err != nil {
		return "", err
	}
	return res.Contents[0].Text, nil
}

func TestMCPServesResources(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
	w.run("apply", "--yes")
	c := newMCPClient(t, w, nil)
	listed := 0
	for one, err := range c.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.read(one.URI)
		if err != nil || text == "" {
			t.Errorf("%s: %v", one.URI, err)
		}
		if isJSON := json.Valid([]byte(text)); isJSON != strings.HasSuffix(one.MIMEType, "json") {
			t.Errorf("%s: %s is JSON: %t", one.URI, one.MIMEType, isJSON)
		}
		listed++
	}
	if want := 1 + len(kinds()) + len(topics); listed != want {
		t.Errorf("%d resources, want %d", listed, want)
	}
	text, err := c.read("assister://records/task/1")
	if err != nil || !strings.Contains(text, `"title":"Buy milk"`) || !strings.Contains(text, `"history":[{"batchId":1`) {
		t.Errorf("%v %s", err, text)
	}
	for _, uri := range []string{"assister://records/task/2", "assister://records/task/x", "assister://records/dog/1",
		"assister://help/none", "assister://records/task/-1"} {
		if text, err := c.read(uri); err == nil {
			t.Errorf("%s: %s", uri, text)
		}
	}
}

// TestMCPNotifiesOfChanges has a record changed through the server, and then by another
// process.
func TestMCPNotifiesOfChanges(t *testing.T) {
	for _, revision := range revisions {
		w := newWorld(t)
		w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
		w.run("apply", "--yes")
		ticks := make(chan time.Time)
		w.ticker = func(time.Duration) (<-chan time.Time, func()) { return ticks, func() {} }
		updated := make(chan string, 10)
		c := newMCPClientAt(t, w, &sdk.ClientOptions{
			ResourceUpdatedHandler: func(_ context.Context, req *sdk.ResourceUpdatedNotificationRequest) {
				updated <- req.Params.URI
			},
		}, revision, "--permit", "apply")
		const uri = "assister://records/task/1"
		if err := c.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}); err != nil {
			t.Fatal(err)
		}
		c.call("create_task", map[string]any{"title": "Buy bread"})
		c.call("update_task", map[string]any{"id": 1, "title": "Buy oat milk"})
		if got := <-updated; got != uri {
			t.Errorf("%s: got %s", revision, got)
		}
		other := *w
		other.in, other.out = strings.NewReader(`{"op":"task.update","id":1,"title":"Buy soy milk"}`), nil
		if other.run("apply", "--yes") != 0 {
			t.Fatal(other.stdout.String())
		}
		ticks <- time.Time{}
		if got := <-updated; got != uri {
			t.Errorf("%s: got %s", revision, got)
		}
	}
}

func TestMCPHasPrompts(t *testing.T) {
	c := newMCPClient(t, newWorld(t), nil)
	get := func(name string, args map[string]string) (string, error) {
		res, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name, Arguments: args})
		if err != nil {
			return "", err
		}
		return res.Messages[0].Content.(*sdk.TextContent).Text, nil
	}
	count := 0
	for one, err := range c.Prompts(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		args := map[string]string{}
		for _, a := range one.Arguments {
			args[a.Name] = "some “words”"
		}
		for _, given := range []map[string]string{args, nil} {
			if text, err := get(one.Name, given); err == nil && strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %s", one.Name, text)
			}
		}
		count++
	}
	if count < 4 {
		t.Errorf("%d prompts", count)
	}
	if text, err := get("review", map[string]string{"project": `The "shed"`}); err != nil ||
		!strings.Contains(text, `open tasks with the project "The \"shed\"", from`) {
		t.Errorf("%v %s", err, text)
	}
	if _, err := get("capture", nil); err == nil {
		t.Error("the prompt capture needs a text")
	}
}

func TestMCPCompletesArguments(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"project.create","title":"Shed"}
{"op":"project.create","title":"Garden"}
{"op":"task.create","title":"Buy milk","tags":["home","shop"]}`)
	w.run("apply", "--yes")
	c := newMCPClient(t, w, nil)
	prompt := func(name string) *sdk.CompleteReference {
		return &sdk.CompleteReference{Type: "ref/prompt", Name: name}
	}
	record := &sdk.CompleteReference{Type: "ref/resource", URI: "assister://records/{kind}/{id}"}
	for _, tt := range []struct {
		ref        *sdk.CompleteReference
		name       string
		begun      string
		kind, want string
	}{
		{prompt("review"), "project", "g", "", "Garden"},
		{prompt("review"), "tag", "", "", "home shop"},
		{prompt("plan_day"), "date", "to", "", "today tomorrow"},
		{prompt("find"), "kind", "note_", "", "note_session note_line"},
		{prompt("find"), "field", "sch", "task", "scheduledFor"},
		{prompt("find"), "field", "", "", ""},
		{record, "kind", "tas", "", "task"},
		{record, "id", "", "project", "2 1"},
	} {
		res, err := c.Complete(t.Context(), &sdk.CompleteParams{
			Ref: tt.ref, Argument: sdk.CompleteParamsArgument{Name: tt.name, Value: tt.begun},
			Context: &sdk.CompleteContext{Arguments: map[string]string{"kind": tt.kind}},
		})
		if err != nil || strings.Join(res.Completion.Values, " ") != tt.want {
			t.Errorf("%s %q: %v %+v", tt.name, tt.begun, err, res)
		}
	}
}

func TestMCPReportsProgress(t *testing.T) {
	stages := make(chan string, 20)
	c := newMCPClient(t, newWorld(t), &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *sdk.ProgressNotificationClientRequest) {
			stages <- req.Params.Message
		},
	})
	params := &sdk.CallToolParams{Name: "propose", Arguments: map[string]any{"text": "add dentist tomorrow 3pm"}}
	params.SetProgressToken("one")
	if _, err := c.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if got := <-stages; got != "proposing" {
		t.Errorf("got %q", got)
	}
}

// TestMCPCancelsARequest cancels a call while a model works on it.
func TestMCPCancelsARequest(t *testing.T) {
	asked, left := make(chan bool, 1), make(chan bool, 1)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- true
		<-r.Context().Done()
		left <- true
	}))
	t.Cleanup(model.Close)
	w := newWorld(t)
	c := newMCPClient(t, w, nil, "--engine", "openai", "--host", model.URL, "--model", "m")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "propose", Arguments: map[string]any{"text": "add milk"}})
		ended <- err
	}()
	<-asked
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
	<-left
	if got, _ := c.call("tasksList", nil); got["total"] != 0.0 {
		t.Errorf("got %v", got)
	}
}

func TestMCPSaysThatItIsTheClientWhoseMessageIsNoJSON(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader("hello\n")
	if code := w.run("mcp"); code != 1 || !strings.Contains(w.stderr.String(), "serve the client: ") || w.stdout.Len() > 0 {
		t.Errorf("exit %d: %s%s", code, &w.stdout, &w.stderr)
	}
}

// goneClient is the stdout of a client that goes away, and closes its stdin with it.
type goneClient struct {
	err   error
	close func() error
}

func (g goneClient) Write([]byte) (int, error) { return 0, errors.Join(g.err, g.close()) }

func TestMCPEndsWithItsClient(t *testing.T) {
	for _, err := range []error{io.ErrClosedPipe, syscall.EPIPE} {
		w := newWorld(t)
		in, client := io.Pipe()
		w.in, w.out = in, goneClient{err, client.Close}
		go io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",`+
			`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`+"\n")
		if code := w.run("mcp"); code != 0 || w.stderr.Len() > 0 {
			t.Errorf("%v: exit code %d\n%s", err, code, &w.stderr)
		}
	}
}
