package propose

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// proposal is one operation of an answer, as far as it could be read.
type proposal struct {
	op       op.Op
	raw      *ijson.Value // as it came; nil when an engine made the operation itself
	problems []problem.Problem
	implied  bool // by others; no model has asked for it
}

// proposals are the operations of a draft in their order, each once: the same
// asked for twice is one.
func (d Draft) proposals() (list []proposal) {
	unread := d.Unparsed
	for i, o := range d.Ops {
		for len(unread) > 0 && unread[0].At <= i {
			list = append(list, proposal{op: unread[0].Op, raw: &unread[0].Raw, problems: unread[0].Problems})
			unread = unread[1:]
		}
		list = append(list, proposal{op: o})
	}
	for i := range unread {
		list = append(list, proposal{op: unread[i].Op, raw: &unread[i].Raw, problems: unread[i].Problems})
	}
	return distinct(list)
}

func distinct(list []proposal) (kept []proposal) {
	seen := make(map[string]bool, len(list))
	for _, p := range list {
		if text := p.text(); !seen[text] {
			seen[text] = true
			kept = append(kept, p)
		}
	}
	return kept
}

func (p proposal) text() string {
	if len(p.problems) > 0 {
		return string(ijson.AppendValue(nil, *p.raw))
	}
	return string(p.op.Canonical())
}

// decodeProposal reads one operation of an answer.
func decodeProposal(v ijson.Value, clock calendar.Clock) proposal {
	o, problems := op.Decode(v, clock)
	o.Base = nil // the revisions are ours to say, not a model's
	return proposal{op: o, raw: &v, problems: problems}
}

// rejectItemLists is what a model wrote down by itself: it is apt to write a list as one
// item of a checklist.
func rejectItemLists(p proposal) proposal {
	if list := checklist.CheckOperation(p.op); list != nil && len(p.problems) == 0 {
		p.problems = []problem.Problem{*list}
	}
	return p
}

// isItemList reports whether a proposal is refused as a list and nothing else.
func isItemList(problems []problem.Problem) bool {
	return slices.ContainsFunc(problems, func(p problem.Problem) bool { return p.Code == checklist.MultipleItems })
}

// validator is what proposals are held against.
type validator struct {
	snapshot check.Reader
	rules    check.Rules
	clock    calendar.Clock
	scope    *Scope // nil for everything
}

// validate says what is found about each proposal. What could not be read, or names
// what was not shown, is not tried on the data. What would change records outside of
// the scope is tried, and the others are tried again without it.
func (r validator) validate(list []proposal) (
	entries []event.Entry, counts check.Counts, warnings []problem.Problem, err error) {
	trial := trial{validator: r, entries: make([]event.Entry, len(list))}
	for i, p := range list {
		if err := trial.add(i, p); err != nil {
			return nil, counts, nil, err
		}
	}
	for {
		plan, err := check.Make(r.snapshot, trial.ops, r.rules, r.clock)
		if err != nil {
			return nil, counts, nil, err
		}
		refused, err := trial.take(plan.Findings)
		if err != nil || !refused {
			return trial.entries, plan.Counts, plan.Warnings, err
		}
	}
}

// trial is a list of proposals while it is validated.
type trial struct {
	validator
	entries []event.Entry // one for each proposal

	// of the operations that are tried on the data
	ops    []op.Op
	places []int               // in entries
	notes  [][]problem.Problem // warnings of how they were limited
}

// add adds a proposal to the operations that are tried, limited to the scope.
func (t *trial) add(i int, p proposal) error {
	o, problems := p.op, p.problems
	var notes []problem.Problem
	if len(problems) == 0 && t.scope != nil {
		var err error
		if problems, err = t.unshownIDs(o); err != nil {
			return err
		}
	}
	if len(problems) == 0 && t.scope != nil {
		var err error
		if o, notes, problems, err = t.scope.narrow(t.snapshot, o, t.clock.Today()); err != nil {
			return err
		}
	}
	if len(problems) > 0 {
		t.entries[i] = event.Entry{Finding: check.Finding{Op: o, Errors: problems}}
		if len(p.problems) > 0 {
			t.entries[i].Raw = p.raw
		}
		return nil
	}
	t.ops, t.places, t.notes = append(t.ops, o), append(t.places, i), append(t.notes, notes)
	return nil
}

// take takes the findings of the operations, or refuses those that reach outside of the
// scope and reports that the rest has to be tried again.
func (t *trial) take(findings []check.Finding) (refused bool, err error) {
	rest := trial{validator: t.validator, entries: t.entries}
	for i, f := range findings {
		at := t.places[i]
		if t.scope != nil && f.Valid() {
			outside, err := t.scope.beyond(f)
			if err != nil {
				return false, err
			}
			if outside != nil {
				errors := []problem.Problem{unshownTarget(*outside)}
				t.entries[at] = event.Entry{Finding: check.Finding{Op: f.Op, Errors: errors}}
				refused = true
				continue
			}
		}
		rest.ops, rest.places = append(rest.ops, t.ops[i]), append(rest.places, at)
		rest.notes = append(rest.notes, t.notes[i])
		f.Op, f.Warnings = f.Pinned(), append(f.Warnings, t.notes[i]...)
		t.entries[at] = event.Entry{Finding: f}
	}
	*t = rest
	return refused, nil
}

func unshownTarget(t check.Target) problem.Problem {
	return outsideContext("", "it would also change "+t.Change.Kind.Name+" #"+formatID(t.Change.ID)+
		", which is not one of the records that were shown")
}

// unshownIDs are the ids in an operation that were not shown to who proposed it.
// One that does not exist at all is left to the checks, which say so.
func (r validator) unshownIDs(o op.Op) (problems []problem.Problem, err error) {
	look := func(field string, key record.Key) error {
		if r.scope.shown(key) {
			return nil
		}
		_, exists, err := r.snapshot.Record(key.Kind, key.ID)
		if err == nil && exists {
			problems = append(problems, problem.Problem{Code: problem.IDNotInContext, Field: field,
				Message: key.Words() + " is not one of the records that were shown",
				Hint:    "use the id of a record that was shown, or ask for the record"})
		}
		return err
	}
	for field, key := range o.Named() {
		if err := look(field, key); err != nil {
			return nil, err
		}
	}
	if o.Verb.Bulk() {
		kinds := o.Where.Kinds
		ids, projects := idsIn(o.Where)
		for _, id := range ids {
			if slices.ContainsFunc(kinds, func(kind string) bool { return r.scope.shown(record.Key{Kind: kind, ID: id}) }) {
				continue
			}
			for _, kind := range kinds {
				if err := look("where.ids", record.Key{Kind: kind, ID: id}); err != nil {
					return nil, err
				}
			}
		}
		for _, id := range projects {
			if err := look("where.projectId", record.Key{Kind: "project", ID: id}); err != nil {
				return nil, err
			}
		}
	}
	return problems, nil
}

// idsIn are the ids of records and of projects that a condition names, however deep.
func idsIn(where filter.Condition) (ids, projects []int64) {
	where.Each(func(o filter.Comparison) {
		for _, v := range o.Values {
			switch {
			case v.IsNull():
			case o.Field == filter.IDField:
				ids = append(ids, v.ID())
			case o.Field == "projectId":
				projects = append(projects, v.ID())
			}
		}
	})
	return ids, projects
}
