package eval

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// created is when the records of a workspace are created: before the time of the
// cases, so that no record is new to them.
var created = calendar.Clock{Instant: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), Zone: time.UTC}

// Fill applies a workspace file to an empty store: one operation a line, so that ids
// follow from the order. A file with an invalid operation is refused.
func Fill(ctx context.Context, s workspace.Store, name string, from io.Reader) error {
	var ops []op.Op
	var lines []int
	err := eachLine(name, from, func(line int, v ijson.Value) *problem.Problem {
		o, problems := op.Decode(v, created)
		if len(problems) > 0 {
			return &problems[0]
		}
		ops, lines = append(ops, o), append(lines, line)
		return nil
	})
	if err != nil || len(ops) == 0 {
		return err
	}
	out, err := workspace.Apply(ctx, s, workspace.Request{
		Ops: ops, Clock: created, CorrelationID: "workspace", Approval: "yes", AllOrNothing: true, Confirmed: true,
	})
	for i, f := range out.Findings {
		if !f.Valid() {
			return refuse(name, lines[i], &f.Errors[0])
		}
	}
	if err != nil {
		return fmt.Errorf("fill the workspace %s: %w", name, err)
	}
	return nil
}

// computeEffect returns what operations would change, by the function that apply and
// dryrun use; nothing is written.
func computeEffect(
	ctx context.Context, s workspace.Store, ops []op.Op, clock calendar.Clock,
) (e effect, findings []check.Finding, err error) {
	err = s.View(ctx, func(snapshot workspace.Reader) error {
		plan, err := check.Make(snapshot, ops, check.Rules{}, clock)
		if err != nil {
			return fmt.Errorf("check the operations: %w", err)
		}
		findings = plan.Findings
		e = effectOf(plan, func(kind string, id int64) string {
			r, found, err := snapshot.Record(kind, id)
			if err != nil || !found {
				return kind + ":" + strconv.FormatInt(id, 10)
			}
			return r.Label()
		})
		return nil
	})
	return e, findings, err
}
