package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/problem"
)

func showCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "show KIND ID", Short: "Show one record with its history",
		Long: `Show one record with all of its fields, and every change of it: the batch that
made the change, its time, and whether it was undone. A deleted record is shown
in its last state.

KIND ID can also be written as KIND:ID. The id alone is enough if only one
record has it.`,
		Example: "  assister show task 3\n  assister show project:1\n  assister show 4",
		Args:    arguments(1, 2, "name a record, such as: assister show task 3"),
		RunE:    p.perform(runShow),
	}
}

func runShow(ctx context.Context, c *call, args []string) error {
	q, err := showRequest(args)
	if err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.Show(ctx, c.environment(ctx), q))
}

// showRequest reads "task 3", "task:3", "#3" or "3".
func showRequest(args []string) (q assist.ShowRequest, err error) {
	kind, id := "", args[0]
	if before, after, found := strings.Cut(args[0], ":"); found && len(args) == 1 {
		kind, id = before, after
	}
	if len(args) == 2 {
		kind, id = args[0], args[1]
	}
	if kind != "" {
		if q.Kind, err = kindNamed(kind); err != nil {
			return q, err
		}
	}
	if q.ID, err = strconv.ParseInt(strings.TrimPrefix(id, "#"), 10, 64); err != nil || q.ID < 1 {
		if _, err := kindNamed(id); err == nil && kind == "" {
			return q, problem.Misuse("the id is missing", "name a record, such as: assister show "+id+" 3")
		}
		r := problem.Misuse("“"+id+"” is no id", "give a number, such as: assister show task 3")
		r.Problem.Field = "id"
		return q, r
	}
	return q, nil
}
