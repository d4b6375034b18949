package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/tool"
)

// reply is the stream of one request, as far as a result needs it.
type reply struct {
	stream  bytes.Buffer // all of it: a plan is the stream of its dry run
	stage   func(string) // called as each stage begins; nil for nobody
	rows    []ijson.Value
	latest  map[string]ijson.Value // the last event of each type
	problem *problem.Problem       // of a call that got no stream
	left    int                    // operations that the person did not pick
}

// Write implements io.Writer for one event.
func (r *reply) Write(line []byte) (int, error) {
	r.stream.Write(line)
	v, fault := ijson.Parse(bytes.TrimSpace(line))
	if fault != nil {
		return 0, fault
	}
	kind, _ := v.Get("type")
	switch kind.Text {
	case "row":
		r.rows = append(r.rows, content(v))
	case "stage":
		r.report(v, "stage", "")
	case "heartbeat":
		r.report(v, "waitingFor", "waiting for ")
	}
	r.latest[kind.Text] = v
	return len(line), nil
}

// report reports what goes on, so that a client does not give up on a long request.
func (r *reply) report(v ijson.Value, name, prefix string) {
	if text, _ := v.Get(name); r.stage != nil {
		r.stage(prefix + text.Text)
	}
}

// content is an event without its envelope.
func content(v ijson.Value) ijson.Value {
	return without(v, "type", "seq", "ts", "correlationId")
}

// get is a member of the last event of a type; null if there is none.
func (r *reply) get(event, member string) ijson.Value {
	v, _ := r.latest[event].Get(member)
	return v
}

// failed reports whether the request ended with an error.
func (r *reply) failed() bool { return r.problem != nil || r.failure().Kind == ijson.Object }

// failure is the error that ended the request, or null.
func (r *reply) failure() ijson.Value {
	if r.problem != nil {
		return tool.ProblemValue(*r.problem)
	}
	if r.get("done", "exitCode").Text == "0" {
		return ijson.Value{}
	}
	e, found := r.latest["error"]
	if !found {
		return ijson.Value{}
	}
	return content(e)
}

// do is what a request does.
type do = func(context.Context, assist.Environment) (assist.Outcome, error)

// requests carries out requests with the rights of the clients.
type requests struct {
	host   door.Host
	client door.Client
}

// run carries out the request of a tool.
func (s requests) run(ctx context.Context, req *sdk.CallToolRequest, r door.Request) *reply {
	return s.carryOut(ctx, progressOf(ctx, req), r)
}

// carryOut carries out a request. stage is called as each of its stages begins; nil is
// nobody.
func (s requests) carryOut(ctx context.Context, stage func(string), r door.Request) *reply {
	out := &reply{latest: map[string]ijson.Value{}, stage: stage}
	r.Client, r.Out, r.Hints = s.client, out, hints
	s.host.Run(ctx, r)
	return out
}

// refused is the reply to a call that is refused before it becomes a request.
func refused(p problem.Problem) *reply {
	p = hints.Problem(p)
	return &reply{latest: map[string]ijson.Value{}, problem: &p}
}

// refusedBy is refused for an error.
func refusedBy(err error) *reply {
	e := assist.ErrorEvent(err)
	return refused(problem.Problem{Code: e.Code, Field: e.Field, Message: e.Message, Hint: e.Hint})
}

// result is the result of a tool: a JSON object as structured content, and the same as
// text for clients that read only that.
func result(v ijson.Value, failed bool) *sdk.CallToolResult {
	text := ijson.AppendValue(nil, v)
	return &sdk.CallToolResult{
		StructuredContent: json.RawMessage(text), IsError: failed,
		Content: []sdk.Content{&sdk.TextContent{Text: string(text)}},
	}
}

// rowsResult is the result of a tool that finds records.
func (r *reply) rowsResult() *sdk.CallToolResult {
	if r.failed() {
		return result(object(member("error", r.failure())), true)
	}
	list := ijson.Value{Kind: ijson.Array, Items: r.rows}
	return result(object(member("rows", list), member("total", r.get("summary", "total"))), false)
}

// changeResult is the result of a tool that plans or makes a change. plan is the id of
// the plan; "" if there is none.
func (r *reply) changeResult(status, plan string) *sdk.CallToolResult {
	failure := r.failure()
	question := r.get("clarify", "question")
	failed := failure.Kind == ijson.Object
	switch {
	case question.Kind == ijson.String:
		status, failed, failure = asksStatus, false, ijson.Value{}
	case failed:
		status = refusedStatus
	}
	members := []ijson.Member{member("status", text(status))}
	add := func(name string, v ijson.Value) {
		if v.Kind != ijson.Null {
			members = append(members, member(name, v))
		}
	}
	if plan != "" {
		add("plan", text(plan))
	}
	add("summary", r.get("summary", "text"))
	add("counts", r.get("summary", "counts"))
	add("operations", r.get("ops", "operations"))
	add("warnings", r.warnings())
	add("digest", r.get("ops", "digest"))
	add("question", question)
	add("options", r.get("clarify", "options"))
	for _, name := range [...]string{"batchId", "idempotencyKey", "replayed", "auditHead", "correlationId"} {
		add(name, r.get("done", name))
	}
	add("error", failure)
	return result(object(members...), failed)
}

// warnings are those of the operations, an error beside a success, and that not all of the
// plan was applied.
func (r *reply) warnings() ijson.Value {
	v := r.get("ops", "warnings")
	if e, found := r.latest["error"]; found && !r.failed() {
		v = ijson.Value{Kind: ijson.Array, Items: append(slices.Clip(v.Items), content(e))}
	}
	if r.left > 0 && !r.failed() {
		p := tool.ProblemValue(problem.Problem{Code: "not_picked",
			Message: "the person approved the plan without " + problem.Count(r.left, "operation")})
		v = ijson.Value{Kind: ijson.Array, Items: append(slices.Clip(v.Items), p)}
	}
	return v
}

// What a change has come to.
const (
	plannedStatus = "planned"  // nothing is changed, and the plan can be applied
	appliedStatus = "applied"  // or undone, or redone
	nothingStatus = "nothing"  // there is nothing to do
	asksStatus    = "question" // call again with the answer in the text
	refusedStatus = "refused"  // nothing is changed
)

// progressOf tells the client the stages of a request, if it asks for progress.
func progressOf(ctx context.Context, req *sdk.CallToolRequest) func(string) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	done := 0.0
	return func(stage string) {
		done++
		// A client that has gone away needs no progress.
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
			ProgressToken: token, Progress: done, Message: stage,
		})
	}
}

func object(members ...ijson.Member) ijson.Value {
	return ijson.Value{Kind: ijson.Object, Members: members}
}

func member(name string, v ijson.Value) ijson.Member { return ijson.Member{Name: name, Value: v} }

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func fact(b bool) ijson.Value { return ijson.Value{Kind: ijson.Bool, Bool: b} }

// without is an object without some members.
func without(v ijson.Value, names ...string) ijson.Value {
	var left []ijson.Member
next:
	for _, m := range v.Members {
		for _, name := range names {
			if m.Name == name {
				continue next
			}
		}
		left = append(left, m)
	}
	v.Members = left
	return v
}
