package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

func (p *program) dryrunCommand() *cobra.Command {
	var o applyOptions
	cmd := &cobra.Command{
		Use: "dryrun [FILE]", Short: "Show what operations would change, and change nothing",
		Long: `Show what operations would change: the real transaction, rolled back. What it
prints is itself input for apply.

` + operationsHelp,
		Example: `  assister propose "move everything from today to friday" | assister dryrun
  assister dryrun plan.ndjson --exit-code`,
		Args: arguments(0, 1, "give one file, or operations on stdin"),
		RunE: p.perform(func(c *call, args []string) error { return c.dryrun(args, o) }),
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&o.exitCode, "exit-code", false, "exit 0 when nothing would change and 10 when something would")
	return cmd
}

func (c *call) dryrun(args []string, o applyOptions) error {
	c.openEarly(sqlite.DryRun)
	return c.carry(args, o, c.rehearse, c.dryrunLong)
}

// rehearse shows what a plan would change.
func (c *call) rehearse(p plan, o applyOptions) error {
	if err := c.Emit(event.Stage{Stage: event.Validating}); err != nil {
		return err
	}
	store, err := c.open(sqlite.DryRun)
	if err != nil {
		return err
	}
	out, err := workspace.DryRun(c.ctx, store, c.request(p, o))
	if err != nil {
		return err
	}
	if err := c.emitOps(p.with(out, true)); err != nil {
		return err
	}
	if err := c.Emit(event.Summary{Text: check.Summary(out.Findings, check.Proposed), Counts: &out.Counts}); err != nil {
		return err
	}
	if err := refused(out.Findings, p.invalid, o); err != nil {
		return err
	}
	if o.exitCode && changes(out.Counts) {
		c.done.ExitCode = exitChanges
	}
	return nil
}

// dryrunLong rehearses a stream of several batches, each against the data as it
// is now. It has no ops event: the last one of a stream is what counts, and
// there would be only a part in it.
func (c *call) dryrunLong(in *event.Input, o applyOptions) error {
	store, err := c.open(sqlite.DryRun)
	if err != nil {
		return err
	}
	var total check.Counts
	invalid, valid := in.Invalid+in.ProblemCount, 0
	for items, err := range in.Batches(batchMax) {
		if err := errors.Join(err, interrupted(c.ctx)); err != nil {
			return err
		}
		p := planOf(items, &event.Input{})
		out, err := workspace.DryRun(c.ctx, store, c.request(p, o))
		if err != nil {
			return err
		}
		total = plus(total, out.Counts)
		for _, e := range p.with(out, false).Operations {
			if e.Valid() {
				valid++
				continue
			}
			invalid++
			if err := c.Emit(wrongLine(e)); err != nil {
				return err
			}
		}
	}
	text := fmt.Sprintf("%d operations in %d batches: creating %d, updating %d, deleting %d, completing %d.",
		valid, (in.Count+batchMax-1)/batchMax, total.Created, total.Updated, total.Deleted, total.Completed)
	if err := c.Emit(event.Summary{Text: text, Counts: &total}); err != nil {
		return err
	}
	if valid == 0 || o.allOrNothing && invalid > 0 {
		return rejected(invalid, valid)
	}
	if o.exitCode && changes(total) {
		c.done.ExitCode = exitChanges
	}
	return nil
}

func wrongLine(e event.Entry) event.Error {
	p := e.Errors[0]
	return event.Error{Code: p.Code, Message: p.Message, Hint: p.Hint, Line: max(e.Line, 1), Details: e.Errors[1:]}
}

func plus(a, b check.Counts) check.Counts {
	return check.Counts{Created: a.Created + b.Created, Updated: a.Updated + b.Updated, Deleted: a.Deleted + b.Deleted, Completed: a.Completed + b.Completed}
}

func changes(c check.Counts) bool { return c != check.Counts{} }
