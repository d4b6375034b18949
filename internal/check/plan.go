package check

import (
	"fmt"

	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
)

// Plan is what a list of operations comes to against one snapshot.
type Plan struct {
	Findings []Finding // one for each operation, in their order
	Warnings []problem.Problem
	Counts   Counts
	draft    *Draft
}

// Make is the one function that says what operations come to; proposal, dry run
// and apply are all this. It is pure: everything it knows is in the snapshot,
// the rules and the clock.
func Make(r Reader, ops []op.Op, rules Rules, clock calendar.Clock) (Plan, error) {
	p := Plan{Findings: make([]Finding, 0, len(ops)), draft: NewDraft(r, clock, rules)}
	if err := p.draft.Load(ops); err != nil {
		return p, err
	}
	for _, o := range ops {
		f, err := p.draft.Operation(o)
		if err != nil {
			return p, err
		}
		p.Findings = append(p.Findings, f)
		p.Counts.Add(f)
	}
	if len(ops) > 1 {
		p.Warnings = p.Counts.sizeWarnings()
	}
	return p, nil
}

// Changes are what the valid operations do, one for each record; batch is the
// revision they bring the records to.
func (p Plan) Changes(batch int64) []ledger.Change { return p.draft.Changes(batch) }

// Destructive reports whether a second, explicit yes is needed (contract,
// section 2).
func (c Counts) Destructive() bool {
	return c.Deleted > ManyDeletes || c.Updated+c.Completed > ManyUpdates
}

// sizeWarnings say what a list of operations comes to where no single one of
// them does.
func (c Counts) sizeWarnings() (warnings []problem.Problem) {
	if c.Deleted > ManyDeletes {
		warnings = append(warnings, problem.Problem{Code: problem.BulkDeleteMany, Message: fmt.Sprintf("%d records will be deleted", c.Deleted)})
	}
	if n := c.Updated + c.Completed; n > ManyUpdates {
		warnings = append(warnings, problem.Problem{Code: problem.BulkUpdateMany, Message: fmt.Sprintf("%d records will be changed", n)})
	}
	return warnings
}
