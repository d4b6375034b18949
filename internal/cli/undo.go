package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/problem"
)

func undoCommand(p *program) *cobra.Command {
	return reverseCommand(p, assist.Undo, &cobra.Command{
		Use: "undo [BATCH]", Short: "Undo a batch",
		Long: `Undo a batch, or the newest one that has an effect left. The records get back
their fields and ids. The undo is itself a batch, which redo reverses.

If a field to restore has changed since, or another record would lose what it
belongs to, undo changes nothing and exits 5, naming the batch that changed it,
its actor and its time.

If the batch is undone already, undo changes nothing and exits 0, so a script
that names the batch can try again. Without a number, a second run undoes the
batch before, unless it has the same --idempotency-key.`,
		Example: "  assister undo\n  assister undo 2 --dry-run\n  assister undo --idempotency-key night-2026-11-21",
	})
}

func redoCommand(p *program) *cobra.Command {
	return reverseCommand(p, assist.Redo, &cobra.Command{
		Use: "redo [BATCH]", Short: "Redo a batch that was undone",
		Long: `Reverse the newest undo, or all undos of a batch. BATCH is the batch that was
undone, or one undo of it. If a field to restore has changed since, or another
record would lose what it belongs to, redo changes nothing and exits 5.

If the batch is redone already, redo changes nothing and exits 0, so a script
that names the batch can try again.`,
		Example: "  assister undo\n  assister redo",
	})
}

// reverser is undo or redo.
type reverser func(context.Context, assist.Environment, assist.UndoRequest) (assist.Outcome, error)

func reverseCommand(p *program, reverse reverser, cmd *cobra.Command) *cobra.Command {
	var q assist.UndoRequest
	cmd.Args = arguments(0, 1, "give the number of one batch")
	cmd.RunE = p.perform(func(ctx context.Context, c *call, args []string) (err error) {
		if q.Batch, err = batchNumber(args); err != nil {
			return err
		}
		if q.Mine && q.Batch != 0 {
			return problem.Misuse("--mine is for the newest batch, and batch "+args[0]+" is given", "leave out one of them")
		}
		if err := assist.CheckKey(q.Key); err != nil {
			return err
		}
		c.announced.signed = true
		if err := c.begin(""); err != nil {
			return err
		}
		return c.outcome(reverse(ctx, c.environment(ctx), q))
	})
	f := cmd.Flags()
	f.BoolVar(&q.DryRun, "dry-run", false, "show what would change, and change nothing")
	f.BoolVar(&q.Partial, "partial", false, "restore only the records that have not changed since")
	f.BoolVar(&q.Force, "force", false, "overwrite what has changed since; this can be undone")
	f.BoolVar(&q.Mine, "mine", false, "without BATCH, "+cmd.Name()+" the newest batch of yours: see --actor")
	f.StringVar(&q.Key, "idempotency-key", "", "run only once with this `KEY`, however often it is tried")
	addConfirmFlag(cmd, &q.Confirmed)
	config.AddLimitFlags(cmd.Flags())
	exclusive(cmd, []string{"partial", "force"})
	return cmd
}

func batchNumber(args []string) (int64, error) {
	if len(args) == 0 {
		return 0, nil
	}
	n, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil || n < 1 {
		return 0, problem.Misuse(problem.Quote(args[0])+" is not the number of a batch",
			"`assister audit tail` shows the batches")
	}
	return n, nil
}
