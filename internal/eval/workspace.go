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

// made is the moment at which the records of a workspace are made: before the
// cases are said, so that nothing in them is new.
var made = calendar.Clock{Instant: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), Zone: time.UTC}

// Fill makes the records of a workspace file in an empty store: operations, one
// a line, so that ids follow from the order. All of them are valid or the file
// is refused.
func Fill(ctx context.Context, s workspace.Store, name string, from io.Reader) error {
	var ops []op.Op
	var lines []int
	err := eachLine(name, from, func(line int, v ijson.Value) *problem.Problem {
		o, problems := op.Decode(v)
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
		Ops: ops, Clock: made, CorrelationID: "workspace", Approval: "yes", AllOrNothing: true, Confirmed: true,
	})
	for i, f := range out.Findings {
		if !f.Valid() {
			return refuse(name, lines[i], &f.Errors[0])
		}
	}
	if err != nil {
		return fmt.Errorf("make the workspace %s: %w", name, err)
	}
	return nil
}

// comesTo is what operations would change, by the function that apply and dry
// run are made of; nothing is written.
func comesTo(ctx context.Context, s workspace.Store, ops []op.Op, clock calendar.Clock) (e effect, findings []check.Finding, err error) {
	err = s.View(ctx, func(snapshot workspace.Reader) error {
		plan, err := check.Make(snapshot, ops, check.Rules{}, clock)
		if err != nil {
			return fmt.Errorf("rehearse the operations: %w", err)
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
