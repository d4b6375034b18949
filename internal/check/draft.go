package check

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Draft checks operations one after another. Each sees what those before it did
// to single records. Filters are matched against the snapshot alone, so that what
// a bulk operation changes does not depend on its place in the batch.
type Draft struct {
	data  *overlay
	rules Rules
	clock calendar.Clock
	today calendar.Date
	names map[string]record.Key    // the records that creates have named with "as"
	blank map[string]record.Record // a new record of each kind, with its defaults
}

// NewDraft returns a draft of a snapshot in which nothing is changed.
func NewDraft(r Reader, clock calendar.Clock, rules Rules) *Draft {
	return &Draft{
		data: newOverlay(r), rules: rules, clock: clock, today: clock.Today(),
		names: map[string]record.Key{}, blank: map[string]record.Record{},
	}
}

// Load reads the records that the operations name, all at once.
func (d *Draft) Load(ops []op.Op) error { return d.data.load(ops) }

// Changes returns one change for each record that differs from the snapshot, in
// the order in which they were first touched. batch becomes their revision.
func (d *Draft) Changes(batch int64) []ledger.Change { return d.data.changes(batch) }

// CountsOf counts the records that valid findings change: one that several operations update
// is one record.
func CountsOf(findings []Finding) Counts {
	var numbers [len(actions)]int
	var seen [len(actions)]map[record.Key]bool
	for a, t := range changesOf(findings) {
		if t.Change.Was { // a record is created once
			key := t.Change.Key()
			if seen[a][key] {
				continue
			}
			if seen[a] == nil {
				seen[a] = map[record.Key]bool{}
			}
			seen[a][key] = true
		}
		numbers[a]++
	}
	return Counts{
		Created: numbers[creates], Updated: numbers[updates],
		Deleted: numbers[deletes], Completed: numbers[completions],
	}
}

func completes(o op.Op) bool {
	if o.Verb == schema.SuggestCompletion {
		return true
	}
	if o.Verb.Single() != schema.SetStatus {
		return false
	}
	status, _ := o.Arg("status")
	return status.Value.Text() == "completed"
}

// Pinned returns the operation with a base: the revisions of the records that it
// changes or names. An operation with a base is stale once one of them has changed,
// and a bulk operation with one changes exactly those records.
//
// An invalid operation has a base too, so that an id that names nothing today does
// not name tomorrow's record. It keeps the base that it came with.
func (f Finding) Pinned() op.Op {
	o := f.Op
	switch {
	case f.Valid():
		o.Base = f.changed()
	case o.Base != nil:
		return o
	}
	for _, n := range f.Named {
		if !slices.ContainsFunc(o.Base, func(b op.Base) bool { return b.Key == n.Key }) {
			o.Base = append(o.Base, n)
		}
	}
	return o
}

// changed returns the revisions of the records that the operation changes. A bulk
// operation that matches nothing has an empty list: it changes nothing later either.
func (f Finding) changed() (revisions []op.Base) {
	if f.Op.Verb.Bulk() {
		revisions = []op.Base{}
	}
	for _, t := range f.Targets {
		if t.Change.Was && t.Change.RevBefore != 0 {
			revisions = append(revisions, op.Base{Key: t.Change.Key(), Rev: t.Change.RevBefore})
		}
	}
	return revisions
}

// Stale reports whether the data has changed since the operation was proposed.
func (f Finding) Stale() bool {
	for _, p := range f.Errors {
		if p.Code == problem.Stale {
			return true
		}
	}
	return false
}
