package httpapi

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"sync"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/session"
	"assister/internal/tool"
)

// route is one operation of the API that a use case carries out. The table of them is what
// requests are checked against and what the OpenAPI document is made from.
type route struct {
	method, path string
	command      string // that does the same
	help         string
	permit       door.Permit
	what         string // it does, in a refusal of the permit: "apply"
	fields       []field
	operations   bool // the body has operations
	words        bool // an engine reads the request
	streams      bool // the answer is a stream of server-sent events, whatever is accepted

	// do returns the use case for what a request says.
	do func(in input, c door.Client) (useCase, error)
}

type useCase = func(ctx context.Context, env assist.Environment) (assist.Outcome, error)

// Names of fields that more than the table needs.
const (
	sessionField       = "session"
	correlationIDField = "correlationId"
)

var correlationID = field{name: correlationIDField, kind: ijson.String, header: "X-Correlation-Id",
	help: "the id of the request in its events and in the audit trail; a new one without it"}

var idempotencyKey = field{name: "idempotencyKey", kind: ijson.String, header: "Idempotency-Key",
	help: "the request has its effect once with this key, however often it is tried"}

// message is what somebody says.
var message = []field{
	{name: "message", kind: ijson.String, required: true, help: "a question or a change in plain words"},
	{name: "mode", kind: ijson.String, values: []string{string(assist.Auto), string(assist.Chat), string(assist.Plan)},
		help: "auto reads which it is, and is the default; chat is a question; plan is a change"},
	{name: sessionField, kind: ijson.String,
		help: "the conversation that the message continues, which is kept; it replaces a message of it that is in flight"},
	{name: "transcript", kind: ijson.Array, shape: "Transcript",
		help: "the latest turns, oldest first, of a conversation that is not kept"},
	{name: "clarify", kind: ijson.Object, shape: "Clarified",
		help: "the `clarify` event that the message answers, with the selection if there is one"},
	correlationID,
}

// flags of operations that are dry-run or applied.
var flags = []field{
	{name: "allOrNothing", kind: ijson.Bool, help: "refuse all operations if any is invalid"},
	{name: "requireRecurrence", kind: ijson.Bool, help: "refuse a create or update that does not state its recurrence"},
	{name: "all", kind: ijson.Bool, help: "allow an empty filter, which matches everything"},
	{name: "edited", kind: ijson.Bool, help: "accept a stream that was edited after it was printed"},
	{name: "ignoreBase", kind: ijson.Bool, help: "apply the plan even if its records have changed since"},
	correlationID,
}

// confirmed says that a person knows how much a change destroys.
var confirmed = field{name: "confirmed", kind: ijson.Bool,
	help: "more than 20 deletions or 50 updates are meant"}

// routes are all operations of the API.
var routes = sync.OnceValue(func() []route {
	return []route{
		{method: "POST", path: "/api/assistant/message", command: "ask", words: true, fields: message, do: ask,
			help: "Answer a question, or propose operations for a change; nothing is changed"},
		{method: "GET", path: "/api/assistant/message/stream", command: "ask", words: true, streams: true,
			fields: message, do: ask,
			help: "The same as a stream of server-sent events, for EventSource; Last-Event-ID resumes it"},
		{method: "POST", path: "/api/llm/dryrun", command: "dryrun", operations: true, fields: flags, do: dryRun,
			help: "Show what operations would change, and change nothing"},
		{method: "POST", path: "/api/llm/apply", command: "apply", operations: true, permit: door.Apply, what: "apply",
			fields: append([]field{
				idempotencyKey, confirmed,
				{name: "once", kind: ijson.Bool, help: "derive the idempotency key from the operations"},
			}, flags...), do: apply,
			help: "Apply operations in one transaction"},
		{method: "POST", path: "/api/assistant/undo_last", command: "undo", permit: door.Apply, what: "undo",
			fields: []field{
				{name: "batch", kind: ijson.Number, help: "the batch to undo; without it the newest that has an effect left"},
				{name: "dryRun", kind: ijson.Bool, help: "show what would change, and change nothing"},
				{name: "partial", kind: ijson.Bool, help: "restore only the records that have not changed since"},
				{name: "force", kind: ijson.Bool, help: "overwrite what has changed since"},
				idempotencyKey, confirmed, correlationID,
			}, do: undo,
			help: "Undo the newest batch, or the one that is named"},
		{method: "POST", path: "/api/mcp/tools/call", command: "tool call", fields: []field{
			{name: "name", kind: ijson.String, required: true, shape: "ToolName", help: "the name of a tool"},
			{name: "arguments", kind: ijson.Object, help: "as the schema of the tool has them"},
			correlationID,
		}, do: callTool,
			help: "Call a tool; one that would change records returns an operation, and changes nothing"},
		{method: "GET", path: "/api/search", command: "search", fields: []field{
			{name: "text", kind: ijson.String, required: true, help: "words to search for"},
			{name: "limit", kind: ijson.Number, help: "at most so many records; without it 20"},
			correlationID,
		}, do: find,
			help: "Find records by words and by meaning, best first"},
	}
})

// ask is the use case of a message.
func ask(in input, _ door.Client) (useCase, error) {
	q := assist.AskRequest{Mode: assist.Mode(in.text("mode"))}
	q.Text = in.text("message")
	q.Conversation.Session = in.text(sessionField)
	if q.Conversation.Session != "" {
		if err := session.CheckName(q.Conversation.Session); err != nil {
			return nil, err
		}
	}
	turns, err := readTranscript(in.values["transcript"])
	if err != nil {
		return nil, err
	}
	q.Conversation.Turns = turns
	answered := in.values["clarify"]
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		if err := continueWith(&q.Request, answered, env.Clock); err != nil {
			return assist.Outcome{}, err
		}
		return assist.Ask(ctx, env, q)
	}, nil
}

// readTranscript reads turns such as {"role":"user","text":"add milk"}.
func readTranscript(v ijson.Value) (turns []session.Turn, err error) {
	for i, item := range v.Items {
		role, _ := item.Get("role")
		words, _ := item.Get("text")
		if role.Text != session.User && role.Text != session.Assistant || words.Kind != ijson.String {
			return nil, invalid("transcript["+strconv.Itoa(i)+"]", `it is no turn`,
				`write turns as {"role":"user","text":"add milk"}, role user or assistant`)
		}
		turns = append(turns, session.Turn{Role: role.Text, Text: words.Text}.Tidy())
	}
	return turns, nil
}

func invalid(field, message, hint string) error {
	r := problem.Refuse(problem.Usage, "invalid_request", field+": "+message, hint)
	r.Problem.Field = field
	return r
}

// continueWith makes a request the answer to a question. A selection of records, a day or a
// priority settles the question, and the request that was asked about continues.
func continueWith(q *assist.Request, v ijson.Value, clock calendar.Clock) error {
	if v.Kind == ijson.Null {
		return nil
	}
	asked, err := event.ParseClarify(ijson.AppendValue(nil, v))
	if err != nil {
		return err
	}
	chosen, _ := v.Get("selection")
	if q.Selection, err = readSelection(chosen, clock); err != nil {
		return err
	}
	switch {
	case asked.Request == "":
	case !q.Selection.Empty():
		q.Text = asked.Request
	case q.Conversation.Session == "":
		q.Conversation.Question = &asked // a session has it already
	}
	if q.Conversation.Session == "" {
		q.Conversation.Turns = append(q.Conversation.Turns,
			session.Turn{Role: session.User, Text: asked.Request}, session.Turn{Role: session.Assistant, Text: asked.Question})
	}
	return nil
}

// readSelection reads {"ids":[…],"date":…,"priority":…}. An id is that of a task, or as in
// "event:3", or an object with kind and id.
func readSelection(v ijson.Value, clock calendar.Clock) (s record.Selection, err error) {
	ids, _ := v.Get("ids")
	for _, id := range ids.Items {
		key, ok := readKey(id)
		if !ok {
			return s, invalid("clarify.selection.ids", "it has an id that is none", `give ids such as "task:3"`)
		}
		s.Records = append(s.Records, key)
	}
	if day, _ := v.Get("date"); day.Text != "" {
		at, p := record.Parse(&schema.Field{Name: "date", Type: schema.Date}, day)
		if p != nil {
			return s, invalid("clarify.selection.date", p.Message, p.Hint)
		}
		s.Day = at.Date()
	}
	priority, _ := v.Get("priority")
	if s.Priority = strings.ToLower(priority.Text); s.Priority != "" && !contains(schema.Priorities, s.Priority) {
		return s, invalid("clarify.selection.priority", "it is none", "give "+problem.Either(schema.Priorities))
	}
	return s, nil
}

func readKey(v ijson.Value) (record.Key, bool) {
	kind, number := "task", v
	switch v.Kind {
	case ijson.String:
		name, digits, qualified := strings.Cut(v.Text, ":")
		if !qualified {
			name, digits = kind, v.Text
		}
		kind, number = name, ijson.Value{Kind: ijson.Number, Text: digits}
	case ijson.Object:
		named, _ := v.Get("kind")
		kind = named.Text
		number, _ = v.Get("id")
	}
	id, ok := number.Int()
	return record.Key{Kind: kind, ID: id}, ok && id > 0 && schema.Lookup(kind) != nil
}

// options are the flags of a request.
func options(in input) assist.ApplyOptions {
	return assist.ApplyOptions{
		All: in.on("all"), IgnoreBase: in.on("ignoreBase"), Edited: in.on("edited"),
		AllOrNothing: in.on("allOrNothing"), RequireRecurrence: in.on("requireRecurrence"),
	}
}

func dryRun(in input, _ door.Client) (useCase, error) {
	return carryOut(in, options(in), assist.DryRun), nil
}

func apply(in input, c door.Client) (useCase, error) {
	o := options(in)
	o.Key, o.Once, o.Confirmed = in.text("idempotencyKey"), in.on("once"), in.on("confirmed")
	if o.Key != "" && o.Once {
		return nil, invalid("once", "an idempotency key is there too", "give only one of them")
	}
	if err := assist.CheckKey(o.Key); err != nil {
		return nil, err
	}
	// Operations that a person has picked on the page are approved by the request itself.
	o.Approved = !c.Attended
	if c.Attended {
		return carryOut(in, o, applyPicked), nil
	}
	return carryOut(in, o, assist.Apply), nil
}

func applyPicked(ctx context.Context, env assist.Environment, q assist.ApplyRequest) (assist.Outcome, error) {
	env.Approver = picked{}
	return assist.Apply(ctx, env, q)
}

// carryOut reads operations and dry-runs or applies them.
func carryOut(
	in input, o assist.ApplyOptions,
	do func(context.Context, assist.Environment, assist.ApplyRequest) (assist.Outcome, error),
) useCase {
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		operations, err := event.Read(ctx, bytes.NewReader(in.operations), "", env.Clock)
		if err != nil {
			return assist.Outcome{}, err
		}
		defer operations.Close()
		return do(ctx, env, assist.ApplyRequest{Input: operations, Options: o})
	}
}

func undo(in input, _ door.Client) (useCase, error) {
	q := assist.UndoRequest{
		Batch: in.number("batch"), DryRun: in.on("dryRun"), Partial: in.on("partial"), Force: in.on("force"),
		Confirmed: in.on("confirmed"), Key: in.text("idempotencyKey"),
	}
	if _, given := in.values["batch"]; given && q.Batch < 1 {
		return nil, invalid("batch", "it is not the number of a batch", "give the `batchId` of a `done`")
	}
	if q.Partial && q.Force {
		return nil, invalid("force", "partial is there too", "give only one of them")
	}
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		return assist.Undo(ctx, env, q)
	}, assist.CheckKey(q.Key)
}

func callTool(in input, _ door.Client) (useCase, error) {
	t := tool.Lookup(in.text("name"))
	if t == nil {
		return nil, &problem.Refusal{Class: problem.Usage, Problem: tool.Unknown(in.text("name"))}
	}
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		return assist.CallTool(ctx, env, assist.ToolRequest{Tool: t, Arguments: in.values["arguments"]})
	}, nil
}

const foundMost = 20

func find(in input, _ door.Client) (useCase, error) {
	q := search.Request{Text: in.text("text"), Limit: foundMost}
	if _, given := in.values["limit"]; given {
		if q.Limit = int(in.number("limit")); q.Limit < 1 {
			return nil, invalid("limit", "it is less than 1", "give a number from 1 on")
		}
	}
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		return assist.Search(ctx, env, assist.SearchRequest{Search: q})
	}, nil
}
