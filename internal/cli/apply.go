package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/event"
	"assister/internal/workspace"
)

// applyFlags are the flags of dryrun and apply that say how operations are carried
// out.
type applyFlags struct {
	assist.ApplyOptions
	strict bool
}

func (o *applyFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.AllOrNothing, "all-or-nothing", false, "refuse all operations if any is invalid")
	f.BoolVar(&o.RequireRecurrence, "require-recurrence", false,
		"refuse a create or update that does not state its recurrence")
	f.BoolVar(&o.strict, "strict", false, "like --all-or-nothing, except for the output of propose")
	f.BoolVar(&o.All, "all", false, "allow an empty filter, which matches everything")
	f.BoolVar(&o.Edited, "edited", false, "accept a plan that was edited after it was printed")
	config.AddLimitFlags(cmd.Flags())
	f.BoolVar(&o.IgnoreBase, "ignore-base", false, "apply the plan even if its records have changed since")
}

// request is the request of a command line. Operations that a person or a program
// wrote are all or nothing with --strict; what propose printed has said already what
// is invalid in it.
func (o applyFlags) request(in *event.Input) assist.ApplyRequest {
	options := o.ApplyOptions
	options.AllOrNothing = options.AllOrNothing || o.strict && !in.Stream
	return assist.ApplyRequest{Input: in, Options: options}
}

func applyCommand(p *program) *cobra.Command {
	var o applyFlags
	cmd := &cobra.Command{
		Use: "apply [FILE]", Short: "Apply operations in one transaction",
		Long: `Apply operations in one transaction, after approval in the terminal or with
--yes.

The output of propose and dryrun carries a key, and is applied only once.
Operations that you write carry none: they are applied each time, unless you
give --idempotency-key, or --once, which derives the key from the operations.

` + operationsHelp,
		Example: `  assister propose "add dentist tomorrow 3pm" | assister apply
  assister apply --yes plan.ndjson
  echo '{"op":"task.create","title":"Buy milk"}' |
    assister apply --yes --once`,
		Args: arguments(0, 1, "give one file, or operations on stdin"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return apply(ctx, c, args, o) }),
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.BoolVarP(&o.Approved, "yes", "y", false, "apply every valid operation without asking")
	f.StringVar(&o.Key, "idempotency-key", "", "apply only once with this `KEY`, however often it is tried")
	f.BoolVar(&o.Once, "once", false, "apply these operations only once, with a key derived from them")
	exclusive(cmd, []string{"once", "idempotency-key"})
	addConfirmFlag(cmd, &o.Confirmed)
	return cmd
}

func apply(ctx context.Context, c *call, args []string, o applyFlags) error {
	if err := assist.CheckKey(o.Key); err != nil {
		return err
	}
	c.place.openEarly(ctx, workspace.ToWrite)
	in, err := c.readOperations(ctx, args)
	if err != nil {
		return err
	}
	defer in.Close()
	o.Unique = in.CorrelationID == "" && c.set.Text("correlation-id") == ""
	return c.outcome(assist.Apply(ctx, c.environment(ctx), o.request(in)))
}
