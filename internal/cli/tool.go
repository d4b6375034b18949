package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"

	"assister/internal/schema"
	"assister/internal/tool"
	"assister/internal/workspace"
)

func (p *program) toolCommand() *cobra.Command {
	return group("tool", "List, show and call the tools that models and plans work with",
		p.toolListCommand(), p.toolShowCommand(), p.toolCallCommand())
}

func (p *program) toolListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list [KIND]", Short: "List the tools, or those of one kind of record",
		Example: "  assister tool list\n  assister tool list notes",
		Args:    arguments(0, 1, "name one kind: "+strings.Join(kinds(), ", ")),
		RunE:    p.perform(func(c *call, args []string) error { return c.toolList(args) }),
	}
}

func (p *program) toolShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "Show what a tool takes and what it answers with, as JSON Schemas",
		Example: "  assister tool show tasksByProject\n  assister tool show collectionQuery --output ndjson | jq 'select(.type==\"row\").output'",
		Args:    arguments(1, 1, "name one: `assister tool list` lists them"),
		RunE:    p.perform(func(c *call, args []string) error { return c.toolShow(args[0]) }),
	}
}

func (p *program) toolCallCommand() *cobra.Command {
	return &cobra.Command{
		Use: "call NAME [ARGUMENTS]", Short: "Call a tool, as a model or a plan does",
		Long: `Call a tool by its name, or by any other that it is known by. Its arguments are
one JSON object, or stdin when that is -, or words such as projectId=4.

One that reads answers with {data, total, error, warning, meta}. One that would
change something changes nothing: it comes to an operation that is checked and
proposed, and what it prints is input for dryrun and apply.`,
		Example: `  assister tool call tasksByProject projectId=4
  assister tool call collectionQuery '{"collection":"notes","where":{"content":{"contains":"cache"}},"select":["title"]}'
  assister tool call createTask title="Buy milk" | assister apply`,
		Args: arguments(1, 1<<10, "name one: `assister tool list` lists them"),
		RunE: p.perform(func(c *call, args []string) error { return c.toolCall(args[0], args[1:]) }),
	}
}

func (c *call) toolList(args []string) error {
	var of *schema.Kind
	if len(args) > 0 {
		k, err := kindNamed(args[0])
		if err != nil {
			return err
		}
		of = k
	}
	if err := c.begin(""); err != nil {
		return err
	}
	total := 0
	for _, t := range tool.All() {
		if of != nil && t.Kind != of {
			continue
		}
		total++
		if err := c.Emit(toolRow(t)); err != nil {
			return err
		}
	}
	return c.Emit(event.Summary{Text: counted(total, "tool", "tools") + ".", Total: &total})
}

func (c *call) toolShow(name string) error {
	t, err := toolNamed(name)
	if err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	row := toolRow(t)
	row.Input, row.Output = written(t.Schema()), written(t.Output())
	return c.Emit(row)
}

func toolNamed(name string) (*tool.Tool, error) {
	if t := tool.Lookup(name); t != nil {
		return t, nil
	}
	return nil, &problem.Refusal{Class: problem.Usage, Problem: tool.Unknown(name)}
}

func toolRow(t *tool.Tool) event.ToolRow {
	row := event.ToolRow{Name: t.Name, Mutates: t.Mutates, Help: t.Help, Aliases: t.Aliases}
	if t.Kind != nil {
		row.Kind = t.Kind.Name
	}
	takes, _ := written(t.Schema()).Get("properties")
	for _, m := range takes.Members {
		row.Args = append(row.Args, m.Name)
	}
	return row
}

// written is a schema of our own as a value.
func written(text []byte) ijson.Value {
	v, p := ijson.Parse(text)
	if p != nil {
		panic("cli: a tool's schema is no JSON: " + p.Message)
	}
	return v
}

func (c *call) toolCall(name string, words []string) error {
	t, err := toolNamed(name)
	if err != nil {
		return err
	}
	args, err := c.toolArguments(words)
	if err != nil {
		return err
	}
	if t.Mutates {
		return c.toolProposes(t, args)
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.view(func(r workspace.Reader) error {
		e := t.On(library{r, r, c, nil}, c.clock).Call(c.ctx, args)
		if err := c.Emit(event.Answer{Envelope: e.Value()}); err != nil {
			return err
		}
		if e.Problem != nil {
			return refusedCall(e)
		}
		return c.Emit(event.Summary{Text: toolSaid(e), Total: &e.Total})
	})
}

// toolSaid is an envelope in a sentence, and what is to be known about it.
func toolSaid(e tool.Envelope) string {
	text := matched(e.Total, len(e.Keys), false)
	if e.Warning == "" {
		return text
	}
	warning := strings.ToUpper(e.Warning[:1]) + e.Warning[1:] + "."
	if e.Total == 0 {
		return warning
	}
	return text + " " + warning
}

// toolArguments are one JSON object, or name=value each.
func (c *call) toolArguments(words []string) (ijson.Value, error) {
	if len(words) == 0 {
		return ijson.Value{}, nil
	}
	if first := strings.TrimSpace(words[0]); len(words) == 1 && (first == "-" || strings.HasPrefix(first, "{")) {
		return c.jsonText("the arguments", first, `{"projectId":4}, or words such as projectId=4`)
	}
	args := ijson.Value{Kind: ijson.Object}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if _, twice := args.Get(name); twice || !ok || name == "" {
			return args, usage("the argument "+problem.Quote(w)+" cannot be read", `give one JSON object, or each argument once, such as projectId=4`)
		}
		args.Members = append(args.Members, ijson.Member{Name: name, Value: ijson.Value{Kind: ijson.String, Text: value}})
	}
	return args, nil
}

// toolProposes proposes the operation that a call comes to, as any other that
// was asked for.
func (c *call) toolProposes(t *tool.Tool, args ijson.Value) error {
	c.decider = "tool" // nobody had to understand anything
	if err := c.begin(""); err != nil {
		return err
	}
	e := t.On(unopened{c}, c.clock).Call(c.ctx, args)
	if e.Problem != nil {
		return refusedCall(e)
	}
	if err := c.openToDecide(); err != nil {
		return err
	}
	_, err := c.proposed(func() (event.Ops, error) {
		return c.run(propose.FixedDraft([]op.Op{*e.Proposed}), "", record.Selection{})
	})
	return err
}

// unopened is the data, opened when a tool looks into it: most of those that propose
// do not, and arguments that are wrong make no workspace.
type unopened struct{ c *call }

func (u unopened) Query(q filter.Query, today calendar.Date) (found filter.Result, err error) {
	if err = u.c.openToDecide(); err != nil {
		return found, err
	}
	err = u.c.store.View(u.c.ctx, func(r workspace.Reader) (err error) {
		found, err = r.Query(q, today)
		return err
	})
	return found, err
}

// refusedCall is why a call has no answer: its arguments, or that the data
// cannot be read.
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
