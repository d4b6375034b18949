package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/stats"
	"assister/internal/workspace"
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
	last    int
	follow  bool
	action  string
	batch   int64
	request string
	since   string
	until   string

	from, to time.Time // that since and until stand for; to is not part of it
}

// auditActions are what the rows of the trail are of, in the order in which a request
// comes to them.
var auditActions = []string{
	"route",
	"step",
	"answer",
	"proposal",
	"approval",
	"apply",
	"undo",
	"redo",
	"refusal",
	"session",
}

// flags are those that both commands have.
func (o *auditOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.request, "request", "", "only the request with this correlation `ID`")
	f.StringVar(&o.since, "since", "", "only from this `DAY` on, such as 2026-11-16, today or yesterday")
	f.StringVar(&o.until, "until", "", "only up to and with this `DAY`")
}

// read finds out when the days that were given begin and end, and refuses what no
// row is.
func (o *auditOptions) read(c calendar.Clock) error {
	if o.action != "" && !slices.Contains(auditActions, o.action) {
		hint := "give " + list(auditActions)
		if near := problem.Nearest(o.action, auditActions); near != "" {
			hint = "did you mean " + near + "?"
		}
		return usage("no row of the trail is of "+problem.Quote(o.action), hint)
	}
	if o.since != "" {
		day, err := dayOf("since", o.since, c.Today())
		if err != nil {
			return err
		}
		o.from, _ = calendar.StartOfDay(day, c.Zone)
	}
	if o.until != "" {
		day, err := dayOf("until", o.until, c.Today())
		if err != nil {
			return err
		}
		o.to, _ = calendar.StartOfDay(day.AddDays(1), c.Zone)
	}
	if !o.to.IsZero() && !o.from.Before(o.to) {
		return usage("--until is before --since", "exchange them")
	}
	return nil
}

// filters reports whether any row may be left out.
func (o auditOptions) filters() bool {
	return o.action != "" || o.batch != 0 || o.request != "" || o.timed()
}

func (o auditOptions) timed() bool { return o.since != "" || o.until != "" }

// has reports whether a row passes the filters.
func (o auditOptions) has(e ledger.Entry) bool {
	switch {
	case o.action != "" && e.Action != o.action:
		return false
	case o.batch != 0 && e.Batch != o.batch:
		return false
	case o.request != "" && e.CorrelationID != o.request:
		return false
	}
	return !e.At.Before(o.from) && (o.to.IsZero() || e.At.Before(o.to))
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
	f.StringVar(&o.action, "action", "", "only this `ACTION`: "+list(auditActions))
	f.Int64Var(&o.batch, "batch", 0, "only this `BATCH`")
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
	_, missing := os.Stat(c.file.path)
	var after int64
	err := c.file.view(ctx, func(r workspace.Reader) error {
		rows, head, err := newest(r, o)
		if err != nil {
			return err
		}
		after = head.Seq
		c.done.AuditHead = ""
		if head.Seq != 0 {
			c.done.AuditHead = head.Hash.String()
		}
		return emitAuditRows(c, rows)
	})
	if err != nil || !o.follow {
		return err
	}
	return followAudit(ctx, c, after, missing != nil, o)
}

// newest are the last rows that pass the filters, oldest first. Without filters
// only those rows are read.
func newest(r workspace.Reader, o auditOptions) (rows []ledger.Entry, head ledger.Entry, err error) {
	if head, err = r.Head(); err != nil || o.last == 0 {
		return nil, head, err
	}
	after := int64(0)
	if !o.filters() {
		after = max(head.Seq-int64(o.last), 0)
	}
	err = r.Audit(after, func(e ledger.Entry) error {
		if !o.has(e) {
			return nil
		}
		if len(rows) == o.last {
			copy(rows, rows[1:])
			rows = rows[:o.last-1]
		}
		rows = append(rows, e)
		return nil
	})
	return rows, head, err
}

func emitAuditRows(c *call, rows []ledger.Entry) error {
	for _, e := range rows {
		if err := c.Emit(event.AuditRow{Entry: e}); err != nil {
			return err
		}
	}
	return nil
}

// follow shows new rows until a signal ends it.
func followAudit(ctx context.Context, c *call, after int64, missing bool, o auditOptions) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return interrupted(ctx)
		case <-tick.C:
		}
		if missing {
			// It may have been made in the meantime.
			c.file.close()
			_, err := os.Stat(c.file.path)
			missing = err != nil
		}
		var rows []ledger.Entry
		err := c.file.view(ctx, func(r workspace.Reader) error {
			return r.Audit(after, func(e ledger.Entry) error {
				after = e.Seq
				if o.has(e) {
					rows = append(rows, e)
				}
				return nil
			})
		})
		if err == nil {
			err = emitAuditRows(c, rows)
		}
		if err != nil {
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
	t := stats.New(c.Zone, o.has)
	if err := c.file.view(ctx, func(r workspace.Reader) error {
		return r.Audit(0, func(e ledger.Entry) error { t.Add(e); return nil })
	}); err != nil {
		return err
	}
	for _, row := range t.Reports() {
		if err := c.Emit(row); err != nil {
			return err
		}
	}
	return c.Emit(event.Summary{Text: t.Summary()})
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
	store, err := c.file.openExisting(ctx, sqlite.Read)
	if err != nil {
		return err
	}
	v, err := workspace.Verify(ctx, store, expect)
	if err != nil {
		return err
	}
	c.done.AuditHead = v.Head.Hash.String()
	if err := c.Emit(event.Facts{
		{Name: "rows", Value: v.Rows},
		{Name: "batches", Value: v.Batches},
		{Name: "auditHead", Value: v.Head.Hash.String()},
	}); err != nil {
		return err
	}
	return c.Emit(
		event.Summary{
			Text: fmt.Sprintf("The audit trail is whole: %d rows, %d batches. Its head is %s.", v.Rows, v.Batches, v.Head.Hash),
		},
	)
}
