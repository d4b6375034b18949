package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/config"
	"assister/internal/problem"
	"assister/internal/route"
	"assister/internal/rows"
)

// followEvery is how often `audit tail -f` looks: often enough for a person,
// seldom enough to cost nothing.
const followEvery = 300 * time.Millisecond

func auditCommand(p *program) *cobra.Command {
	return group("audit", "Show what was decided and done", auditTailCommand(p), auditStatsCommand(p),
		auditCalibrateCommand(p), auditVerifyCommand(p))
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
	f.StringVar(&o.filter.Request, "request", "", "show only the request with correlation `ID`")
	f.StringVar(&o.filter.Actor, "actor", "", "show only rows of `ACTOR`, such as anna@laptop")
	config.OwnFlag(f, "actor", "audit")
	f.StringVar(&o.since, "since", "", "show only `DAY` and later, such as 2026-11-16, today or yesterday")
	f.StringVar(&o.until, "until", "", "show only `DAY` and earlier")
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
		return problem.Misuse("--until is before --since", "swap them")
	}
	return nil
}

func auditTailCommand(p *program) *cobra.Command {
	var o auditOptions
	var j jsonFlags
	cmd := &cobra.Command{
		Use: "tail", Short: "Show the newest rows of the audit trail",
		Example: "  assister audit tail -n 5\n  assister audit tail --action apply --since today",
		Args:    arguments(0, 0, "filters are flags"),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return auditTail(ctx, c, o, j) }),
	}
	f := cmd.Flags()
	f.IntVarP(&o.last, "lines", "n", 20, "show the newest `N` rows")
	f.BoolVarP(&o.follow, "follow", "f", false, "show new rows as they are written, until interrupted")
	j.add(cmd)
	exclusive(cmd, []string{"follow", "json"})
	f.StringVar(&o.filter.Action, "action", "", "show only rows of `ACTION`: "+problem.Either(assist.AuditActions))
	f.Int64Var(&o.filter.Batch, "batch", 0, "show only rows of `BATCH`")
	o.flags(cmd)
	return cmd
}

func auditTail(ctx context.Context, c *call, o auditOptions, j jsonFlags) error {
	if o.last < 0 {
		return problem.Misuse("-n takes a number of rows", "such as -n 20")
	}
	if err := o.read(c.Clock); err != nil {
		return err
	}
	if _, err := c.chooseFields(j, rows.OfAudit()); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	next, out, err := assist.AuditTail(ctx, c.environment(ctx), assist.AuditTailRequest{Filter: o.filter, Last: o.last})
	if err = c.outcome(out, err); err != nil || !o.follow {
		return err
	}
	return followAudit(ctx, c, next)
}

// followAudit shows new rows until a signal ends it.
func followAudit(ctx context.Context, c *call, next assist.AuditTailRequest) error {
	away := false // the server cannot be reached now
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return interrupted(ctx)
		case <-tick.C:
		}
		if c.place.missing() {
			c.place.close() // it may have been created in the meantime
		}
		newer, _, err := assist.AuditTail(ctx, c.environment(ctx), next)
		var refusal *problem.Refusal
		switch {
		case err == nil:
			next, away = newer, false
		case !errors.As(err, &refusal) || !refusal.Passing:
			return err
		case !away:
			away = true
			c.out.note("%s; trying again until it works", refusal.Problem.Message)
		}
	}
}

func auditStatsCommand(p *program) *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use: "stats", Short: "Show statistics of requests, week by week",
		Long: `Show statistics of requests, week by week, from the audit trail. The field
"report" of a row names one of five reports:

  week        requests; plans, their success in percent and their average steps
  proposal    proposals and what became of them; how often the operations of a
              model were invalid at first, and how often a repair helped
  tool        tools called by plans, how often they failed or found nothing, and
              the median (p50) and 95th percentile (p95) of their milliseconds
  confidence  decisions of the router by confidence, with what became of them;
              "assister eval --thresholds" tries other thresholds
  failure     failed plans by cause, with the newest request, whose steps
              "assister audit tail --request ID" shows

A proposal counts as edited if only a part of it was applied, or if other
operations were applied with its correlation id, and as dropped if nothing was.
A request counts in the week, and on the day, on which it began. Weeks begin on
Monday.`,
		Example: "  assister audit stats --since 2026-11-01\n  assister audit stats --output ndjson",
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

func auditCalibrateCommand(p *program) *cobra.Command {
	var o auditOptions
	var apply bool
	cmd := &cobra.Command{
		Use: "calibrate", Short: "Find the best thresholds of the router",
		Long: `Find the thresholds of the router's confidence (router.ask-below and
router.plan-from) that would have decided best, by the audit trail: a change
that was applied was rightly planned; one that was declined or undone should
have been asked about; a question that was answered was rightly taken as one.
Nothing is known of other decisions, such as a proposal that nobody applied.

The first row has the number of decisions. A row with "thresholds" has what a
pair of thresholds would have done: today (those in use), recommended, and every
other ("asking" varies router.ask-below, "planning" router.plan-from). The
costs of wrong decisions are in the row "costs". With fewer than 50 known
decisions, or 10 of each kind, calibrate refuses; if a gain may be chance, the
thresholds in use stay.`,
		Example: "  assister audit calibrate --since 2026-11-01\n  assister audit calibrate --apply",
		Args:    arguments(0, 0, "filters are flags"),
		RunE: p.perform(func(ctx context.Context, c *call, _ []string) error {
			return auditCalibrate(ctx, c, o, apply)
		}),
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&apply, "apply", false, "write the thresholds to the configuration file")
	return cmd
}

func auditCalibrate(ctx context.Context, c *call, o auditOptions, apply bool) error {
	if err := o.read(c.Clock); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	q := assist.AuditCalibrateRequest{Filter: o.filter}
	if apply {
		q.Apply = func(t route.Thresholds) (string, error) { return setThresholds(c, t) }
	}
	return c.outcome(assist.AuditCalibrate(ctx, c.environment(ctx), q))
}

// setThresholds writes the thresholds of the router to the configuration file.
func setThresholds(c *call, t route.Thresholds) (file string, err error) {
	file, err = configFile(c)
	if err != nil {
		return "", err
	}
	for _, key := range []string{config.AskBelow, config.PlanFrom} {
		if from := c.set.Origin(key); strings.HasPrefix(from, "environment") {
			c.out.note("the %s sets %s, which wins over the file", from, key)
		}
	}
	return file, config.WriteThresholds(file, t.AskBelow, t.PlanFrom)
}

func auditVerifyCommand(p *program) *cobra.Command {
	var expect string
	cmd := &cobra.Command{
		Use: "verify", Short: "Verify the audit trail",
		Long: `Verify the chain of hashes of the audit trail, and the batches that it records.
The chain alone does not show that its end was cut off or rewritten. A head that
is kept elsewhere does: verify uses those in the file that audit.head names, and
the one given with --expect.`,
		Example: "  assister audit verify\n  assister audit verify --expect \"$(cat head.txt)\"",
		Args:    arguments(0, 0, ""),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return auditVerify(ctx, c, expect) }),
	}
	cmd.Flags().StringVar(&expect, "expect", "", "fail unless the trail contains `HEAD`, which was kept elsewhere")
	return cmd
}

func auditVerify(ctx context.Context, c *call, expect string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	q := assist.AuditVerifyRequest{Expect: expect, Kept: c.keptHeads()}
	return c.outcome(assist.AuditVerify(ctx, c.environment(ctx), q))
}
