package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/calendar"
)

// followEvery is how often `audit tail -f` looks: often enough for a person,
// seldom enough to cost nothing.
const followEvery = 300 * time.Millisecond

func auditCommand(p *program) *cobra.Command {
	return group("audit", "Look at what was decided and done", auditTailCommand(p), auditStatsCommand(p),
		auditVerifyCommand(p))
}

// auditOptions are the flags of audit tail and audit stats.
type auditOptions struct {
	filter assist.AuditFilter
	last   int
	follow bool
	since  string
	until  string
}

// flags are those that both commands have.
func (o *auditOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.filter.Request, "request", "", "only the request with this correlation `ID`")
	f.StringVar(&o.since, "since", "", "only from this `DAY` on, such as 2026-11-16, today or yesterday")
	f.StringVar(&o.until, "until", "", "only up to and with this `DAY`")
}

// read sets the filter from the days that were given.
func (o *auditOptions) read(c calendar.Clock) error {
	if err := o.filter.Check(); err != nil {
		return err
	}
	if o.since != "" {
		day, err := dayOf("since", o.since, c.Today())
		if err != nil {
			return err
		}
		o.filter.From, _ = calendar.StartOfDay(day, c.Zone)
	}
	if o.until != "" {
		day, err := dayOf("until", o.until, c.Today())
		if err != nil {
			return err
		}
		o.filter.To, _ = calendar.StartOfDay(day.AddDays(1), c.Zone)
	}
	if !o.filter.To.IsZero() && !o.filter.From.Before(o.filter.To) {
		return usage("--until is before --since", "exchange them")
	}
	return nil
}

func auditTailCommand(p *program) *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use: "tail", Short: "Show the newest rows of the audit trail",
		Example: "  assister audit tail -n 20\n  assister audit tail -f --action apply",
		Args:    arguments(0, 0, "filters are flags"),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return auditTail(ctx, c, o) }),
	}
	f := cmd.Flags()
	f.IntVarP(&o.last, "lines", "n", 20, "how `MANY` rows")
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with new rows as they come, until stopped")
	f.StringVar(&o.filter.Action, "action", "", "only this `ACTION`: "+list(assist.AuditActions))
	f.Int64Var(&o.filter.Batch, "batch", 0, "only this `BATCH`")
	o.flags(cmd)
	return cmd
}

func auditTail(ctx context.Context, c *call, o auditOptions) error {
	if o.last < 0 {
		return usage("-n takes a number of rows", "such as -n 20")
	}
	if err := o.read(c.Clock); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	missing := !c.file.exists()
	next, out, err := assist.AuditTail(ctx, c.environment(ctx), assist.AuditTailRequest{Filter: o.filter, Last: o.last})
	if err = c.outcome(out, err); err != nil || !o.follow {
		return err
	}
	return followAudit(ctx, c, next, missing)
}

// followAudit shows new rows until a signal ends it.
func followAudit(ctx context.Context, c *call, next assist.AuditTailRequest, missing bool) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return interrupted(ctx)
		case <-tick.C:
		}
		if missing {
			// It may have been created in the meantime.
			c.file.close()
			missing = !c.file.exists()
		}
		var err error
		if next, _, err = assist.AuditTail(ctx, c.environment(ctx), next); err != nil {
			return err
		}
	}
}

func auditStatsCommand(p *program) *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use: "stats", Short: "Show how requests went, week by week, from the audit trail",
		Long: `Show how requests went, week by week, from the audit trail alone. There are five
reports, told apart by the member "report" of their rows:

  week        requests; plans and their success in percent, steps on average
  proposal    what people did with what was proposed; how often a model's operations
              were invalid at first, and in percent how often the repair mended them
  tool        what plans called, how often that failed or found nothing, and how
              many milliseconds half (p50) and nineteen in twenty (p95) took at most
  confidence  decisions of the router by how sure they were, with what became of
              them: where changes are dropped or edited, the thresholds are too low;
              "assister eval --thresholds" tries others on cases
  failure     plans that did not succeed by their cause, with the newest request:
              "assister audit tail --request ID" shows its steps

A proposal is edited when a part of it was applied, or other operations were under
its correlation id, and dropped when nothing was. A request belongs to the week, and
to the days of --since and --until, in which it began, with all that became of it.
Weeks begin on Monday.`,
		Example: "  assister audit stats --since 2026-11-01\n  assister audit stats | jq 'select(.report==\"failure\")'",
		Args:    arguments(0, 0, "filters are flags"),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return auditStats(ctx, c, o) }),
	}
	o.flags(cmd)
	return cmd
}

func auditStats(ctx context.Context, c *call, o auditOptions) error {
	if err := o.read(c.Clock); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.AuditStats(ctx, c.environment(ctx), o.filter))
}

func auditVerifyCommand(p *program) *cobra.Command {
	var expect string
	cmd := &cobra.Command{
		Use: "verify", Short: "Check the audit trail and the batches it vouches for",
		Long: `Check the chain of hashes and the batches it vouches for. A chain by itself does
not show that its end was cut off: keep an auditHead outside the workspace and
give it with --expect.`,
		Example: "  assister audit verify --expect 5f0c…",
		Args:    arguments(0, 0, ""),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return auditVerify(ctx, c, expect) }),
	}
	cmd.Flags().StringVar(&expect, "expect", "", "a `HEAD` remembered outside, which the trail must contain")
	return cmd
}

func auditVerify(ctx context.Context, c *call, expect string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.AuditVerify(ctx, c.environment(ctx), expect))
}
