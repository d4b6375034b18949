package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

type undoOptions struct {
	redo, dryRun, partial, force, confirm bool
}

func (p *program) undoCommand() *cobra.Command {
	var o undoOptions
	cmd := &cobra.Command{
		Use: "undo [BATCH]", Short: "Take a batch back; without a number the newest that counts",
		Long: `Take a batch back, as a new batch: the records become what they were, with the
same ids. It refuses, changing nothing, when something it would write over has
changed since (exit 5).`,
		Example: "  assister undo\n  assister undo 12 --dry-run",
		Args:    arguments(0, 1, "give the number of one batch"),
		RunE:    p.perform(func(c *call, args []string) error { return c.undo(args, o) }),
	}
	o.flags(cmd)
	return cmd
}

func (p *program) redoCommand() *cobra.Command {
	o := undoOptions{redo: true}
	cmd := &cobra.Command{
		Use: "redo [BATCH]", Short: "Take an undo back; without a number the newest",
		Example: "  assister redo",
		Args:    arguments(0, 1, "give the number of one batch"),
		RunE:    p.perform(func(c *call, args []string) error { return c.undo(args, o) }),
	}
	o.flags(cmd)
	return cmd
}

func (o *undoOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.dryRun, "dry-run", false, "show what it would do and change nothing")
	f.BoolVar(&o.partial, "partial", false, "take the records without a conflict")
	f.BoolVar(&o.force, "force", false, "write over what has changed since; this can be undone too")
	f.BoolVar(&o.confirm, "confirm-destructive", false, "the second yes to more than 20 deletions or 50 updates")
	exclusive(cmd, []string{"partial", "force"})
}

func (c *call) undo(args []string, o undoOptions) error {
	batch, err := batchNumber(args)
	if err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	if err := c.Emit(event.Stage{Stage: event.Undoing}); err != nil {
		return err
	}
	mode := sqlite.Write
	if o.dryRun {
		mode = sqlite.DryRun
	}
	store, err := c.openExisting(mode)
	if err != nil {
		return err
	}
	r := workspace.UndoRequest{
		Batch: batch, Redo: o.redo, Partial: o.partial, Force: o.force, DryRun: o.dryRun, Confirmed: o.confirm,
		Clock: c.clock, CorrelationID: c.correlationID,
	}
	out, err := workspace.Undo(c.ctx, store, r)
	if needsSecondYes(err) {
		if err = c.confirm(out.Counts); err == nil {
			r.Confirmed = true
			out, err = workspace.Undo(c.ctx, store, r)
		}
	}
	if err != nil {
		return err
	}
	return c.undone(out, o)
}

func batchNumber(args []string) (int64, error) {
	if len(args) == 0 {
		return 0, nil
	}
	n, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil || n < 1 {
		return 0, usage(problem.Quote(args[0])+" is not the number of a batch", "`assister audit tail` shows the batches")
	}
	return n, nil
}

func (c *call) undone(out workspace.Outcome, o undoOptions) error {
	c.done.BatchID, c.done.Replayed = out.Batch.ID, out.Replayed
	if out.Head.Seq != 0 {
		c.done.AuditHead = out.Head.Hash.String()
	}
	if out.Replayed {
		return c.Emit(event.Summary{Text: fmt.Sprintf("Batch %d was undone before, by batch %d.", out.Batch.Undoes, out.Batch.ID), Counts: &check.Counts{}})
	}
	ops := event.Ops{Version: 1, Operations: make([]event.Entry, 0, len(out.Findings)), Warnings: out.Warnings}
	for _, f := range out.Findings {
		e := event.Entry{Finding: f}
		if !o.dryRun {
			e.Result = resultOf(f)
		}
		ops.Operations = append(ops.Operations, e)
	}
	words := check.Proposed
	if !o.dryRun {
		words = check.Done
		c.written = fmt.Sprintf("batch %d was written", out.Batch.ID)
		if len(out.Warnings) > 0 {
			c.done.Status = "partial"
		}
	}
	if err := c.emitOps(ops); err != nil {
		return err
	}
	return c.Emit(event.Summary{Text: check.Summary(out.Findings, words), Counts: &out.Counts})
}

// needsSecondYes reports whether a refusal asks for the confirmation of
// destruction and for nothing else.
func needsSecondYes(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Problem.Code == problem.DestructiveConfirmation
}
