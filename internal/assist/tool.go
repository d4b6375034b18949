package assist

import (
	"context"
	"strings"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/tool"
	"assister/internal/workspace"
)

// ListTools emits a row for each tool, or for each of a kind.
func ListTools(env Environment, kind *schema.Kind) error {
	total := 0
	for _, t := range tool.All() {
		if kind != nil && t.Kind != kind {
			continue
		}
		total++
		if err := env.Sink.Emit(ToolRow(t)); err != nil {
			return err
		}
	}
	return env.Sink.Emit(event.Summary{Text: problem.Count(total, "tool") + ".", Total: &total})
}

// ShowTool emits the row of a tool, with the schemas of its arguments and its answer.
func ShowTool(env Environment, t *tool.Tool) error {
	row := ToolRow(t)
	row.Input, row.Output = parsedSchema(t.Schema()), parsedSchema(t.Output())
	return env.Sink.Emit(row)
}

// ToolRow is the row of a tool, without its schemas.
func ToolRow(t *tool.Tool) event.ToolRow {
	row := event.ToolRow{Name: t.Name, Mutates: t.Mutates, Help: t.Help, Aliases: t.Aliases}
	if t.Kind != nil {
		row.Kind = t.Kind.Name
	}
	takes, _ := parsedSchema(t.Schema()).Get("properties")
	for _, m := range takes.Members {
		row.Args = append(row.Args, m.Name)
	}
	return row
}

// parsedSchema is a built-in schema as a value.
func parsedSchema(text []byte) ijson.Value {
	v, p := ijson.Parse(text)
	if p != nil {
		panic("assist: a tool's schema is no JSON: " + p.Message)
	}
	return v
}

// ToolRequest is a tool and its arguments.
type ToolRequest struct {
	Tool      *tool.Tool
	Arguments ijson.Value
}

// CallTool calls a tool, as a model or a plan does. One that reads answers with its
// envelope; one that would change something proposes an operation.
func CallTool(ctx context.Context, env Environment, q ToolRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	if q.Tool.Mutates {
		r.engineUsed = "tool" // no engine had to understand anything
		return r.finish(ctx, proposeByTool(ctx, r, q))
	}
	return r.finish(ctx, readByTool(ctx, r, q))
}

func readByTool(ctx context.Context, r *request, q ToolRequest) error {
	if _, err := r.open(ctx, ReadAccess|OnlyExisting); err != nil {
		return err
	}
	records := &newest{ctx, r}
	e := q.Tool.On(library{Reader: records, snapshot: records, request: r}, r.Clock).Call(ctx, q.Arguments)
	if err := r.Emit(event.Answer{Envelope: e.Value(), Records: e.Keys()}); err != nil {
		return err
	}
	if e.Problem != nil {
		return refusedCall(e)
	}
	return r.Emit(event.Summary{Text: envelopeText(e), Total: &e.Total})
}

// envelopeText is an envelope in a sentence, with its warning.
func envelopeText(e tool.Envelope) string {
	text := Matched(e.Total, len(e.Found), false)
	if e.Warning == "" {
		return text
	}
	warning := strings.ToUpper(e.Warning[:1]) + e.Warning[1:] + "."
	if e.Total == 0 {
		return warning
	}
	return text + " " + warning
}

func proposeByTool(ctx context.Context, r *request, q ToolRequest) error {
	e := q.Tool.On(openLater(ctx, r), r.Clock).Call(ctx, q.Arguments)
	if e.Problem != nil {
		return refusedCall(e)
	}
	if err := r.openToDecide(ctx); err != nil {
		return err
	}
	_, err := r.proposal(func() (event.Ops, error) {
		return draft(ctx, r, r, propose.FixedDraft{Ops: []op.Op{*e.Proposed}}, Request{})
	})
	return err
}

// openLater reads from a workspace that is opened when a tool first reads from it.
// Most tools that propose do not, and wrong arguments do not make a workspace.
type lazyLibrary func(filter.Query, calendar.Date) (filter.Result, error)

// Query implements tool.Reader.
func (l lazyLibrary) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return l(q, today)
}

func openLater(ctx context.Context, r *request) lazyLibrary {
	return func(q filter.Query, today calendar.Date) (found filter.Result, err error) {
		if err = r.openToDecide(ctx); err != nil {
			return found, err
		}
		err = look(ctx, r, func(snapshot workspace.Reader) (err error) {
			found, err = snapshot.Query(q, today)
			return err
		})
		return found, err
	}
}

// refusedCall is why a call has no answer: its arguments, or that the data cannot be
// read.
func refusedCall(e tool.Envelope) error {
	r := &problem.Refusal{Class: problem.Usage, Problem: *e.Problem}
	if e.Problem.Code == "failed" {
		r.Class = problem.Failed
	}
	if len(e.More) > 0 {
		r.More = append([]problem.Problem{*e.Problem}, e.More...)
	}
	return r
}
