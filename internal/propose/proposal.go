package propose

import (
	"context"
	"slices"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// proposal is an operation of a reply, as far as it could be decoded.
type proposal struct {
	op       op.Op
	raw      *ijson.Value // undecoded; nil if an engine made the operation itself
	problems []problem.Problem
	implied  bool // by other operations; no model has requested it
}

// proposals returns the operations of a draft in their order, without duplicates.
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

// inProject returns proposals that put new records into a project unless they say where
// they belong.
func inProject(list []proposal, project record.Record) []proposal {
	if project.Kind == nil {
		return list
	}
	list = slices.Clone(list)
	for i, p := range list {
		k := schema.Lookup(p.op.Kind)
		if k == nil || p.op.Verb != schema.Create || len(p.problems) > 0 {
			continue
		}
		if f, _ := k.Field("projectId"); f == nil {
			continue
		}
		if _, given := p.op.Arg("projectId"); !given {
			list[i].op = p.op.With(op.Arg{Name: "projectId", Value: record.ID(project.ID)})
		}
	}
	return list
}

// decodeProposal decodes an operation of a reply.
func decodeProposal(v ijson.Value, n op.Notation) proposal {
	o, problems := n.Decode(v)
	o.Base = nil // only the program sets revisions, not a model
	return proposal{op: o, raw: &v, problems: problems}
}

// rejectItemLists refuses items that are lists, which models often write as one item of a
// checklist.
func rejectItemLists(p proposal) proposal {
	if list := checklist.CheckOperation(p.op); list != nil && len(p.problems) == 0 {
		p.problems = []problem.Problem{*list}
	}
	return p
}

// isItemList reports whether a proposal is refused only because it is a list.
func isItemList(problems []problem.Problem) bool {
	return slices.ContainsFunc(problems, func(p problem.Problem) bool { return p.Code == checklist.MultipleItems })
}

// validator checks proposals.
type validator struct {
	view  View
	rules check.Rules
	clock calendar.Clock
	scope *Scope // nil for everything
}

// notation is how the model writes operations.
func (r validator) notation() op.Notation {
	return op.Notation{Clock: r.clock, Aliases: r.scope.aliases}
}

// revealed returns an operation as the model wrote it, with ids for people.
func (r validator) revealed(raw *ijson.Value) *ijson.Value {
	if r.scope == nil || raw == nil {
		return raw
	}
	v := r.scope.aliases.reveal(*raw)
	return &v
}

// wordedForPeople rewords the problems of a model's operations that are about its tools and
// its names for records, since people have seen neither.
func wordedForPeople(entries []event.Entry) []event.Entry {
	entries = slices.Clone(entries)
	for i := range entries {
		problems := slices.Clone(entries[i].Errors)
		for j := range problems {
			switch p := &problems[j]; {
			case p.Code == problem.InvalidOp:
				p.Message, p.Hint = "the model proposed a change that does not exist", ""
			case p.Code == problem.IDNotInContext:
				p.Message, p.Hint = "the model did not name a record that it was shown", nameRecord
			case p.Code == problem.MissingOrInvalidID && p.Hint != "":
				p.Message, p.Hint = "the model did not say which record it means", nameRecord
			}
		}
		entries[i].Errors = problems
	}
	return entries
}

const nameRecord = "name the record in the request"

// validate checks each proposal. One that could not be decoded, or names a record that was
// not shown, is not tried on the data. If one changes records outside the scope, the others
// are tried again without it.
func (r validator) validate(ctx context.Context, list []proposal) (
	entries []event.Entry, counts check.Counts, warnings []problem.Problem, err error) {
	err = r.view(ctx, func(snapshot check.Reader) error {
		entries, counts, warnings, err = r.validateOn(snapshot, list)
		return err
	})
	return entries, counts, warnings, err
}

func (r validator) validateOn(snapshot check.Reader, list []proposal) (
	entries []event.Entry, counts check.Counts, warnings []problem.Problem, err error) {
	trial := trial{validator: r, snapshot: snapshot, entries: make([]event.Entry, len(list))}
	if r.scope != nil {
		trial.bounds = r.scope.on(snapshot)
	}
	for i, p := range list {
		if err := trial.add(i, p); err != nil {
			return nil, counts, nil, err
		}
	}
	for {
		plan, err := check.Make(snapshot, trial.ops, r.rules, r.clock)
		if err != nil {
			return nil, counts, nil, err
		}
		refused, err := trial.take(plan.Findings)
		if err != nil || !refused {
			return trial.entries, plan.Counts, plan.Warnings, err
		}
	}
}

// trial is a list of proposals during validation.
type trial struct {
	validator
	snapshot check.Reader
	bounds   *bounds       // of the scope; nil for everything
	entries  []event.Entry // one for each proposal

	// for the operations that are tried on the data
	ops    []op.Op
	places []int               // in entries
	notes  [][]problem.Problem // warnings of how they were limited
}

// add adds a proposal to the operations that are tried, limited to the scope.
func (t *trial) add(i int, p proposal) error {
	o, problems := p.op, p.problems
	var notes []problem.Problem
	if len(problems) == 0 && t.bounds != nil {
		var err error
		if o, notes, problems, err = t.bounds.narrow(o, t.clock.Today()); err != nil {
			return err
		}
	}
	if len(problems) > 0 {
		t.entries[i] = event.Entry{Finding: check.Finding{Op: o, Errors: problems}}
		if len(p.problems) > 0 {
			t.entries[i].Raw = t.revealed(p.raw)
		}
		return nil
	}
	t.ops, t.places, t.notes = append(t.ops, o), append(t.places, i), append(t.notes, notes)
	return nil
}

// take stores the findings of the operations. If some reach outside the scope, it refuses
// these and reports that the rest must be tried again.
func (t *trial) take(findings []check.Finding) (refused bool, err error) {
	rest := trial{validator: t.validator, snapshot: t.snapshot, bounds: t.bounds, entries: t.entries}
	for i, f := range findings {
		at := t.places[i]
		if t.bounds != nil && f.Valid() {
			problems, err := t.bounds.refuses(f, t.clock)
			if err != nil {
				return false, err
			}
			if len(problems) > 0 {
				t.entries[at] = event.Entry{Finding: check.Finding{Op: f.Op, Errors: problems}}
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
