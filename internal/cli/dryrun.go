package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/workspace"
)

func dryrunCommand(p *program) *cobra.Command {
	var o applyFlags
	var exitCode bool
	cmd := &cobra.Command{
		Use: "dryrun [FILE]", Short: "Show what operations would change",
		Long: `Show what operations would change, without changing it: the transaction of apply
is run and rolled back. The output is input for apply.

` + operationsHelp,
		Example: `  assister propose "move everything from today to friday" | assister dryrun
  assister dryrun plan.ndjson --exit-code`,
		Args: arguments(0, 1, "give one file, or operations on stdin"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			return dryrun(ctx, c, args, o, exitCode)
		}),
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "exit 0 if nothing would change, 10 if something would")
	return cmd
}

func dryrun(ctx context.Context, c *call, args []string, o applyFlags, exitCode bool) error {
	c.place.openEarly(ctx, workspace.ToDryRun)
	in, err := c.readOperations(ctx, args)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := assist.DryRun(ctx, c.environment(ctx), o.request(in))
	if err == nil && exitCode && out.Counts != (check.Counts{}) {
		c.done.ExitCode = exitChanges
	}
	return c.outcome(out, err)
}
