package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/tool"
)

func toolCommand(p *program) *cobra.Command {
	return group("tool", "List, show and call tools",
		toolListCommand(p), toolShowCommand(p), toolCallCommand(p))
}

func toolListCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "list [KIND]", Short: "List the tools, or those of one kind of record",
		Example: "  assister tool list\n  assister tool list notes",
		Args:    arguments(0, 1, "name one kind: "+strings.Join(kinds(), ", ")),
		RunE:    p.perform(func(ctx context.Context, c *call, args []string) error { return toolList(ctx, c, args) }),
	}
}

func toolShowCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "Show the JSON Schemas of a tool's arguments and answer",
		Example: "  assister tool show tasksByProject\n" +
			"  assister tool show collectionQuery --output ndjson",
		Args: arguments(1, 1, "`assister tool list` lists the tools"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return toolShow(ctx, c, args[0]) }),
	}
}

func toolCallCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "call NAME [ARGUMENTS]", Short: "Call a tool",
		Long: `Call a tool, as a model does. ARGUMENTS is one JSON object, or stdin if it is -,
or words such as projectId=4.

A tool that reads prints its answer: data, total, error, warning and meta. A
tool that changes records prints a checked operation and changes nothing; its
output is input for dryrun and apply.`,
		Example: `  assister tool call tasksByProject projectId=2
  assister tool call collectionQuery \
    '{"collection":"notes","where":{"content":{"contains":"cache"}}}'
  assister tool call createTask title="Buy milk" | assister apply --yes`,
		Args: arguments(1, 1<<10, "`assister tool list` lists the tools"),
		RunE: p.perform(
			func(ctx context.Context, c *call, args []string) error { return toolCall(ctx, c, args[0], args[1:]) },
		),
	}
}

func toolList(ctx context.Context, c *call, args []string) error {
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
	return assist.ListTools(c.environment(ctx), of)
}

func toolShow(ctx context.Context, c *call, name string) error {
	t, err := toolNamed(name)
	if err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return assist.ShowTool(c.environment(ctx), t)
}

func toolNamed(name string) (*tool.Tool, error) {
	if t := tool.Lookup(name); t != nil {
		return t, nil
	}
	return nil, &problem.Refusal{Class: problem.Usage, Problem: tool.Unknown(name)}
}

func toolCall(ctx context.Context, c *call, name string, words []string) error {
	t, err := toolNamed(name)
	if err != nil {
		return err
	}
	args, err := toolArguments(ctx, c, words)
	if err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.CallTool(ctx, c.environment(ctx), assist.ToolRequest{Tool: t, Arguments: args}))
}

// toolArguments are one JSON object, or name=value each.
func toolArguments(ctx context.Context, c *call, words []string) (ijson.Value, error) {
	if len(words) == 0 {
		return ijson.Value{}, nil
	}
	if first := strings.TrimSpace(words[0]); len(words) == 1 && (first == "-" || strings.HasPrefix(first, "{")) {
		return c.json(ctx, "the arguments", first, `{"projectId":4}, or words such as projectId=4`)
	}
	args := ijson.Value{Kind: ijson.Object}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if _, twice := args.Get(name); twice || !ok || name == "" {
			return args, problem.Misuse("the argument "+problem.Quote(w)+" cannot be read",
				`give one JSON object, or each argument once, such as projectId=4`)
		}
		args.Members = append(args.Members, ijson.Member{Name: name, Value: ijson.Value{Kind: ijson.String, Text: value}})
	}
	return args, nil
}
