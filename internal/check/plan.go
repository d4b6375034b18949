package check

import (
	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
)

// Plan is the effect of a list of operations on one snapshot.
type Plan struct {
	Findings []Finding // one for each operation, in their order
	Warnings []problem.Problem
	Counts   Counts
	draft    *Draft
}

// Make checks operations against a snapshot and computes their changes. Proposals,
// dry runs and apply all use it. The result depends only on the snapshot, the
// rules and the clock.
func Make(r Reader, ops []op.Op, rules Rules, clock calendar.Clock) (Plan, error) {
	p := Plan{Findings: make([]Finding, 0, len(ops)), draft: NewDraft(r, clock, rules)}
	if err := p.draft.Load(ops); err != nil {
		return p, err
	}
	for _, o := range ops {
		check := p.draft.Operation
		if p.draft.learning() && asksForID(o) {
			check = p.draft.outline
		}
		f, err := check(o)
		if err != nil {
			return p, err
		}
		p.Findings = append(p.Findings, f)
	}
	p.Counts = CountsOf(p.Findings)
	if len(ops) > 1 {
		p.Warnings = p.Counts.sizeWarnings()
	}
	return p, nil
}

// Changes returns what the valid operations change, once for each record. batch
// becomes the revision of the records.
func (p Plan) Changes(batch int64) []ledger.Change { return p.draft.Changes(batch) }

// Destructive reports whether so much is changed that a second, explicit yes is
// needed; see "assister help safety".
func (c Counts) Destructive() bool {
	return c.Deleted > ManyDeletes || c.Updated+c.Completed > ManyUpdates
}

// sizeWarnings warns of a list of operations that changes many records, even if
// no single operation does.
func (c Counts) sizeWarnings() (warnings []problem.Problem) {
	if c.Deleted > ManyDeletes {
		warnings = append(warnings, problem.Problem{Code: problem.BulkDeleteMany,
			Message: problem.Count(c.Deleted, "record") + " will be deleted"})
	}
	if n := c.Updated + c.Completed; n > ManyUpdates {
		warnings = append(warnings, problem.Problem{Code: problem.BulkUpdateMany,
			Message: problem.Count(n, "record") + " will be changed"})
	}
	return warnings
}
