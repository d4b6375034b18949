package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// followEvery is how often `audit tail -f` looks: often enough for a person,
// seldom enough to cost nothing.
const followEvery = 300 * time.Millisecond

func (p *program) auditCommand() *cobra.Command {
	return group("audit", "Look at what was decided and done", p.auditTailCommand(), p.auditVerifyCommand())
}

// auditOptions are the flags of audit tail.
type auditOptions struct {
	last    int
	follow  bool
	action  string
	batch   int64
	request string
}

// has reports whether a row passes the filters.
func (o auditOptions) has(e ledger.Entry) bool {
	return (o.action == "" || e.Action == o.action) && (o.batch == 0 || e.Batch == o.batch) && (o.request == "" || e.CorrelationID == o.request)
}

func (p *program) auditTailCommand() *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use: "tail", Short: "Show the newest rows of the audit trail",
		Example: "  assister audit tail -n 20\n  assister audit tail -f --action apply",
		Args:    arguments(0, 0, "filters are flags"),
		RunE:    p.perform(func(c *call, _ []string) error { return c.auditTail(o) }),
	}
	f := cmd.Flags()
	f.IntVarP(&o.last, "lines", "n", 20, "how `MANY` rows")
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with new rows as they come, until stopped")
	f.StringVar(&o.action, "action", "", "only this `ACTION`: route, proposal, repair, approval, apply, undo, redo or refusal")
	f.Int64Var(&o.batch, "batch", 0, "only this `BATCH`")
	f.StringVar(&o.request, "request", "", "only the request with this correlation `ID`")
	return cmd
}

func (c *call) auditTail(o auditOptions) error {
	if o.last < 0 {
		return usage("-n takes a number of rows", "such as -n 20")
	}
	if err := c.begin(""); err != nil {
		return err
	}
	_, missing := os.Stat(c.path)
	var after int64
	err := c.view(func(r workspace.Reader) error {
		rows, head, err := newest(r, o)
		if err != nil {
			return err
		}
		after = head.Seq
		c.done.AuditHead = ""
		if head.Seq != 0 {
			c.done.AuditHead = head.Hash.String()
		}
		return c.emitRows(rows)
	})
	if err != nil || !o.follow {
		return err
	}
	return c.follow(after, missing != nil, o)
}

// newest are the last rows that pass the filters, oldest first. Without filters
// only those rows are read.
func newest(r workspace.Reader, o auditOptions) (rows []ledger.Entry, head ledger.Entry, err error) {
	if head, err = r.Head(); err != nil || o.last == 0 {
		return nil, head, err
	}
	after := int64(0)
	if o.action == "" && o.batch == 0 && o.request == "" {
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

func (c *call) emitRows(rows []ledger.Entry) error {
	for _, e := range rows {
		if err := c.Emit(event.AuditRow{Entry: e}); err != nil {
			return err
		}
	}
	return nil
}

// follow shows new rows until a signal ends it.
func (c *call) follow(after int64, missing bool, o auditOptions) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return interrupted(c.ctx)
		case <-tick.C:
		}
		if missing {
			// It may have been made in the meantime.
			c.leave()
			_, err := os.Stat(c.path)
			missing = err != nil
		}
		var rows []ledger.Entry
		err := c.view(func(r workspace.Reader) error {
			return r.Audit(after, func(e ledger.Entry) error {
				after = e.Seq
				if o.has(e) {
					rows = append(rows, e)
				}
				return nil
			})
		})
		if err == nil {
			err = c.emitRows(rows)
		}
		if err != nil {
			return err
		}
	}
}

func (p *program) auditVerifyCommand() *cobra.Command {
	var expect string
	cmd := &cobra.Command{
		Use: "verify", Short: "Check the audit trail and the batches it vouches for",
		Long: `Check the chain of hashes and the batches it vouches for. A chain by itself does
not show that its end was cut off: keep an auditHead outside the workspace and
give it with --expect.`,
		Example: "  assister audit verify --expect 5f0c…",
		Args:    arguments(0, 0, ""),
		RunE:    p.perform(func(c *call, _ []string) error { return c.auditVerify(expect) }),
	}
	cmd.Flags().StringVar(&expect, "expect", "", "a `HEAD` remembered outside, which the trail must contain")
	return cmd
}

func (c *call) auditVerify(expect string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	store, err := c.open(sqlite.Read)
	if err != nil {
		return err
	}
	v, err := workspace.Verify(c.ctx, store, expect)
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
	return c.Emit(event.Summary{Text: fmt.Sprintf("The audit trail is whole: %d rows, %d batches. Its head is %s.", v.Rows, v.Batches, v.Head.Hash)})
}
