package workspace

import (
	"fmt"
	"slices"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// planned is the effect of a request before it is committed.
type planned struct {
	findings []check.Finding
	changes  []ledger.Change
	touched  ledger.Touched // by it, with what was touched before and counts with it
	written  ledger.Touched // of that, what the snapshot has
}

// hold refuses a plan that the request may not apply.
func (r Request) hold(snapshot Reader, out *Outcome) error {
	p := planned{findings: out.Findings, changes: out.Batch.Changes}
	out.before = r.Stream.touched
	p.touched = r.Stream.with(len(r.Ops), p.changes)
	if !r.Stream.dry {
		p.written = r.Stream.touched
	}
	if r.Unattended {
		return r.holdUnattended(snapshot, p, out)
	}
	return within(snapshot, r.Limits, p, r.Clock)
}

// holdUnattended refuses a plan that nobody approves. Operations of models are counted
// with those of the day, and with those of the same correlation id, for which the limits
// hold as for one request.
func (r Request) holdUnattended(snapshot Reader, p planned, out *Outcome) error {
	byModels := check.TouchedByModels(p.findings, p.changes)
	day := ledger.Touched{}
	if byModels.Records() > 0 {
		today := r.Clock.Today()
		from, _ := calendar.StartOfDay(today, r.Clock.Zone)
		to, _ := calendar.StartOfDay(today.AddDays(1), r.Clock.Zone)
		all, run, err := snapshot.Unattended(from, to, r.CorrelationID)
		if err != nil {
			return fmt.Errorf("count what models have done today: %w", err)
		}
		p.written = p.written.AtLeast(run)
		day, run = all.Plus(r.Stream.byModels), run.Plus(r.Stream.byModels)
		out.before = out.before.AtLeast(run)
		own := ledger.TouchedBy(p.changes)
		own.Ops = len(r.Ops)
		p.touched = p.touched.AtLeast(run.Plus(own))
	}
	if err := within(snapshot, r.Limits, p, r.Clock); err != nil {
		return err
	}
	if refusal := check.RefuseUnapproved(p.findings, r.Limits); refusal != nil {
		return refusal
	}
	if refusal := check.RefuseDay(r.Limits, day, byModels); refusal != nil {
		return refusal
	}
	out.Batch.Unattended = byModels
	return nil
}

// within refuses a plan that is beyond one of the limits.
func within(snapshot Reader, limits []check.Limits, p planned, clock calendar.Clock) error {
	if len(limits) == 0 {
		return nil
	}
	e := check.Effect{Touched: p.touched, Names: check.OperationNames(p.findings)}
	var err error
	if slices.ContainsFunc(limits, func(l check.Limits) bool { return l.Scope != nil }) {
		if e.States, err = statesOf(snapshot, p.changes); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(limits, func(l check.Limits) bool { return l.MaxTouched.Percent }) {
		now, err := countRecords(snapshot, clock.Today())
		if err != nil {
			return err
		}
		e.Records = now - p.written.Created + p.written.Deleted
	}
	for _, l := range limits {
		if refusal := l.Refuse(e, clock.Today()); refusal != nil {
			return refusal
		}
	}
	return nil
}

// statesOf returns the records of changes as they are and as they would be.
func statesOf(snapshot Reader, changes []ledger.Change) (states []check.State, err error) {
	ids := map[string][]int64{}
	for _, c := range changes {
		if c.Was {
			ids[c.Kind.Name] = append(ids[c.Kind.Name], c.ID)
		}
	}
	now := map[record.Key]record.Record{}
	for kind, list := range ids {
		records, err := snapshot.Records(kind, list)
		if err != nil {
			return nil, fmt.Errorf("read what is to change: %w", err)
		}
		for _, r := range records {
			now[record.Key{Kind: kind, ID: r.ID}] = r
		}
	}
	for _, c := range changes {
		var s check.State
		after := record.New(c.Kind, c.ID)
		if before, ok := now[c.Key()]; ok {
			s.Before, after = &before, before
		}
		for _, cell := range c.Cells {
			after = after.With(cell.Field, cell.After)
		}
		if c.Is {
			s.After = &after
		}
		states = append(states, s)
	}
	return states, nil
}

// countRecords counts the records of all kinds.
func countRecords(snapshot Reader, today calendar.Date) (n int, err error) {
	for _, k := range schema.Kinds {
		found, err := snapshot.Query(filter.Query{Kind: k, Count: true}, today)
		if err != nil {
			return 0, fmt.Errorf("count the %s: %w", k.Plural, err)
		}
		n += found.Total
	}
	return n, nil
}
