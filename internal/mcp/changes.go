package mcp

import (
	"bytes"
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/tool"
)

// changeSchema describes the results of the tools that plan or make a change.
const changeSchema = `{"type":"object","properties":{` +
	`"status":{"enum":["planned","applied","nothing","question","refused"],"description":` +
	`"planned: nothing is changed yet; applied; nothing: there is nothing to do; ` +
	`question: call again with the answer in the text; refused: nothing is changed"},` +
	`"plan":{"type":"string","description":"the id to give to apply"},` +
	`"summary":{"type":"string"},` +
	`"counts":{"type":"object","additionalProperties":{"type":"integer"}},` +
	`"operations":{"type":"array","items":{"type":"object"},"description":` +
	`"each with op, errors, warnings, preview {before, after}, targets {count, sample}, and result once it is applied"},` +
	`"warnings":{"type":"array","items":{"type":"object"}},` +
	`"digest":{"type":"string"},` +
	`"question":{"type":"string"},` +
	`"options":{"type":"array","items":{"type":"object"}},` +
	`"batchId":{"type":"integer","description":"the id to give to undo"},` +
	`"idempotencyKey":{"type":"string"},` +
	`"replayed":{"type":"boolean","description":"the plan had been applied before, and this changed nothing"},` +
	`"auditHead":{"type":"string"},` +
	`"correlationId":{"type":"string"},` +
	`"error":{"type":"object","properties":{"code":{"type":"string"},"field":{"type":"string"},` +
	`"message":{"type":"string"},"hint":{"type":"string"},"line":{"type":"integer"},"path":{"type":"string"},` +
	`"details":{"type":"array","items":{"type":"object"}}},"required":["code","message"]}` +
	`},"required":["status"],"additionalProperties":false}`

var (
	planArg    = arg{name: "plan", kind: "string", help: "the id of a plan"}
	confirmArg = arg{name: "confirmDestructive", kind: "boolean",
		help: "confirm that more than 20 records are deleted or more than 50 changed"}
)

// changes are the tools that plan and make changes.
type changes struct {
	requests
	plans plans
	questions
	made func() // called when something may have changed
}

func (s *changes) tools() []ownTool {
	id := planArg
	id.required = true
	return []ownTool{
		{name: "propose", title: "Plan changes from words", output: changeSchema,
			help: "Turn a request in words into a plan of changes, such as “move everything from today to friday”. " +
				"Changes nothing. If the request is not clear, the result has a question.",
			args:  []arg{{name: "text", kind: "string", required: true, help: "the request, in English, French or Spanish"}},
			hints: sdk.ToolAnnotations{ReadOnlyHint: true}, call: s.propose},
		{name: "dryrun", title: "Plan operations", output: changeSchema,
			help: "Make a plan of operations, several at once if need be, or check a plan again. Changes nothing. " +
				"Shows what would change, before and after.",
			args: []arg{{name: "operations", kind: "objects",
				help: `operations such as {"op":"task.create","title":"Buy milk"} or ` +
					`{"op":"bulk_update","where":{"tag":"home"},"set":{"priority":"low"}}; ` +
					`the resource assister://schemas/operations describes them`}, planArg},
			hints: sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}, call: s.dryRun},
		{name: "apply", title: "Apply a plan", output: changeSchema,
			help: "Apply the plan of an id, exactly as it was shown, in one transaction. " +
				"Applying a plan again changes nothing.",
			args:  []arg{id, confirmArg},
			hints: sdk.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true}, call: s.apply},
		{name: "undo", title: "Undo a batch", output: changeSchema,
			help:  "Undo a batch of changes, or the newest one. Refuses if its records have changed since.",
			args:  reverseArgs(),
			hints: sdk.ToolAnnotations{DestructiveHint: new(true)}, call: s.reverse("undo", assist.Undo)},
		{name: "redo", title: "Redo a batch", output: changeSchema,
			help:  "Redo a batch that was undone, or reverse the newest undo.",
			args:  reverseArgs(),
			hints: sdk.ToolAnnotations{DestructiveHint: new(true)}, call: s.reverse("redo", assist.Redo)},
	}
}

func reverseArgs() []arg {
	return []arg{
		{name: "batch", kind: "integer", help: "the number of the batch; default: the newest"},
		{name: "dryRun", kind: "boolean", help: "show what would change, and change nothing"},
		{name: "partial", kind: "boolean", help: "restore only the records that have not changed since"},
		{name: "force", kind: "boolean", help: "overwrite what has changed since; this can be undone"},
		confirmArg,
	}
}

func (s *changes) propose(ctx context.Context, req *sdk.CallToolRequest, a arguments) *sdk.CallToolResult {
	r := s.run(ctx, req, door.Request{Command: "propose", Engine: true,
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			return assist.Propose(ctx, env, assist.Request{Text: a.text("text")})
		}})
	p, r := s.planProposed(ctx, req, r)
	return planned(p, r)
}

// callChanging calls a tool of the registry that changes something: it makes a plan, and
// applies it at once if the client may.
func (s *changes) callChanging(ctx context.Context, req *sdk.CallToolRequest, t *tool.Tool) *sdk.CallToolResult {
	args, fault := parseArguments(req.Params.Arguments)
	if fault != nil {
		return planned(nil, refused(*fault))
	}
	if p := s.questions.planOf(req); p != nil {
		return s.applyPlan(ctx, req, p, false) // this is the call with the answer
	}
	r := s.run(ctx, req, door.Request{Command: "tool call", Do: calling(t, args)})
	p, r := s.planProposed(ctx, req, r)
	if p == nil || s.client.Permit < door.Apply {
		return planned(p, r)
	}
	return s.applyPlan(ctx, req, p, false)
}

func (s *changes) dryRun(ctx context.Context, req *sdk.CallToolRequest, a arguments) *sdk.CallToolResult {
	list, given := a["operations"]
	id, again := a["plan"]
	if given == again {
		return planned(nil, refused(problem.Problem{Code: "missing_argument", Field: "operations",
			Message: "give either operations or the id of a plan"}))
	}
	if again {
		p, missing := s.plans.find(id.Text)
		if missing != nil {
			return planned(nil, refused(*missing))
		}
		return planned(s.planStream(ctx, req, p.stream, p.correlationID))
	}
	return planned(s.planOperations(ctx, req, byModel(list.Items), "", ""))
}

// planned is the result of a call that made a plan; nil if there is nothing to apply.
func planned(p *plan, r *reply) *sdk.CallToolResult {
	if p == nil {
		return r.changeResult(nothingStatus, "")
	}
	return r.changeResult(plannedStatus, p.id)
}

// planProposed makes a plan of the operations that a request has proposed. What is not valid is
// shown with its errors, and apply leaves it out.
func (s *changes) planProposed(ctx context.Context, req *sdk.CallToolRequest, r *reply) (*plan, *reply) {
	proposed := r.get("ops", "operations")
	if r.failed() || len(proposed.Items) == 0 {
		return nil, r
	}
	id, language := r.get("start", "correlationId").Text, r.get("ops", "language").Text
	return s.planOperations(ctx, req, byModel(proposed.Items), id, language)
}

// byModel are operations, or entries of an ops event with them, as operations of a model.
func byModel(list []ijson.Value) []ijson.Value {
	entries := make([]ijson.Value, len(list))
	for i, v := range list {
		if inner, _ := v.Get("op"); inner.Kind == ijson.Object {
			v = inner
		}
		entries[i] = object(member("op", v), member("source", text("model")))
	}
	return entries
}

// planOperations makes a plan of operations.
func (s *changes) planOperations(
	ctx context.Context, req *sdk.CallToolRequest, entries []ijson.Value, correlationID, language string,
) (*plan, *reply) {
	document := object(member("operations", ijson.Value{Kind: ijson.Array, Items: entries}))
	return s.planInput(ctx, req, ijson.AppendValue(nil, document), correlationID, language)
}

// planStream makes a plan of an earlier plan's stream, with the data as they are now.
func (s *changes) planStream(
	ctx context.Context, req *sdk.CallToolRequest, stream []byte, correlationID string,
) (*plan, *reply) {
	return s.planInput(ctx, req, stream, correlationID, "")
}

// planInput makes a plan of a dry run: what it shows is what apply does. There is no plan
// if it was refused, or if there is nothing to do.
func (s *changes) planInput(
	ctx context.Context, req *sdk.CallToolRequest, operations []byte, correlationID, language string,
) (*plan, *reply) {
	r := s.run(ctx, req, door.Request{Command: "dryrun", CorrelationID: correlationID,
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			in, err := event.Read(ctx, bytes.NewReader(operations), "", env.Clock)
			if err != nil {
				return assist.Outcome{}, err
			}
			defer in.Close()
			if language != "" {
				in.Language = language
			}
			return assist.DryRun(ctx, env, assist.ApplyRequest{Input: in})
		}})
	if valid := r.get("ops", "validCount").Text; r.failed() || valid == "" || valid == "0" {
		return nil, r
	}
	return s.plans.keep(plan{stream: r.stream.Bytes(), about: about{
		correlationID: r.get("start", "correlationId").Text,
		summary:       r.get("summary", "text").Text,
		personOnly:    personOnly(r),
	}}), r
}

// personOnly reports whether a dry run warns that an apply which no person approves would be
// refused.
func personOnly(r *reply) bool {
	for _, w := range r.get("ops", "warnings").Items {
		code, _ := w.Get("code")
		switch code.Text {
		case problem.OperationNotAllowed, problem.TooManyDeletions, problem.TooManyTouched, problem.DestructiveConfirmation:
			return true
		}
	}
	return false
}

func (s *changes) apply(ctx context.Context, req *sdk.CallToolRequest, a arguments) *sdk.CallToolResult {
	p, missing := s.plans.find(a.text("plan"))
	if missing != nil {
		return planned(nil, refused(*missing))
	}
	return s.applyPlan(ctx, req, p, a.on("confirmDestructive"))
}

// applyPlan applies a plan. A person approves it if the client's permit does not allow it, or
// a limit allows it to nobody else, and the client can ask.
func (s *changes) applyPlan(
	ctx context.Context, req *sdk.CallToolRequest, p *plan, confirmed bool,
) *sdk.CallToolResult {
	said, expired := s.answered(req)
	if expired != nil {
		return planned(nil, refused(*expired))
	}
	denied := s.client.Require(door.Apply, "apply")
	asks := said != nil || (denied != nil || p.personOnly) && canAsk(req)
	if denied != nil && !asks {
		return planned(nil, refusedBy(denied))
	}
	r := door.Request{Command: "apply", CorrelationID: p.correlationID,
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			in, err := event.Read(ctx, bytes.NewReader(p.stream), "", env.Clock)
			if err != nil {
				return assist.Outcome{}, err
			}
			defer in.Close()
			o := assist.ApplyOptions{Approved: !asks, Confirmed: confirmed && !asks, Key: p.id}
			return assist.Apply(ctx, env, assist.ApplyRequest{Input: in, Options: o})
		}}
	if !asks {
		return s.changed(s.run(ctx, req, r))
	}
	q := question{title: "apply these changes?", summary: p.summary, plan: p}
	return s.ask(ctx, req, q, said, r)
}

// changed is the result of a call that has changed something, if there was something.
func (s *changes) changed(r *reply) *sdk.CallToolResult {
	s.made()
	if r.get("done", "batchId").Kind == ijson.Null {
		return r.changeResult(nothingStatus, "")
	}
	return r.changeResult(appliedStatus, "")
}

// reverser is assist.Undo or assist.Redo.
type reverser = func(context.Context, assist.Environment, assist.UndoRequest) (assist.Outcome, error)

// reverse undoes or redoes.
func (s *changes) reverse(
	name string, fn reverser,
) func(context.Context, *sdk.CallToolRequest, arguments) *sdk.CallToolResult {
	return func(ctx context.Context, req *sdk.CallToolRequest, a arguments) *sdk.CallToolResult {
		q := assist.UndoRequest{
			Batch: int64(a.number("batch", 0)), Partial: a.on("partial"), Force: a.on("force"), DryRun: a.on("dryRun"),
			Confirmed: a.on("confirmDestructive"),
		}
		if q.Partial && q.Force {
			return planned(nil, refused(problem.Problem{Code: "conflicting_fields", Field: "force",
				Message: "partial and force cannot be used together", Hint: "give only one of them"}))
		}
		denied := s.client.Require(door.Apply, name)
		if !q.DryRun && denied != nil {
			return s.reverseAsking(ctx, req, name, fn, q)
		}
		r := s.run(ctx, req, door.Request{Command: name,
			Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) { return fn(ctx, env, q) }})
		if q.DryRun {
			return r.changeResult(plannedStatus, "")
		}
		return s.changed(r)
	}
}

// reverseAsking undoes or redoes what a person approves.
func (s *changes) reverseAsking(
	ctx context.Context, req *sdk.CallToolRequest, name string, fn reverser, q assist.UndoRequest,
) *sdk.CallToolResult {
	said, expired := s.answered(req)
	if expired != nil {
		return planned(nil, refused(*expired))
	}
	if !canAsk(req) {
		return planned(nil, refusedBy(s.client.Require(door.Apply, name)))
	}
	q.Ask, q.Confirmed = true, false
	asked := question{title: name + " these changes?"}
	return s.ask(ctx, req, asked, said, door.Request{Command: name,
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) { return fn(ctx, env, q) }})
}
