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
	"assister/internal/schema"
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
	shown    func(record.Key) bool
}

// validate says what is found about each proposal. What could not be read, or names
// what was not shown, is not tried on the data.
func (r validator) validate(list []proposal) (
	entries []event.Entry, counts check.Counts, warnings []problem.Problem, err error) {
	entries = make([]event.Entry, len(list))
	var tried []op.Op
	var places []int
	for i, p := range list {
		problems := p.problems
		if len(problems) == 0 && r.shown != nil {
			if problems, err = r.unshownIDs(p.op); err != nil {
				return nil, counts, nil, err
			}
		}
		if len(problems) > 0 {
			entries[i] = event.Entry{Finding: check.Finding{Op: p.op, Errors: problems}}
			if len(p.problems) > 0 {
				entries[i].Raw = p.raw
			}
			continue
		}
		tried, places = append(tried, p.op), append(places, i)
	}
	plan, err := check.Make(r.snapshot, tried, r.rules, r.clock)
	if err != nil {
		return nil, counts, nil, err
	}
	for i, f := range plan.Findings {
		f.Op = f.Pinned()
		entries[places[i]] = event.Entry{Finding: f}
	}
	return entries, plan.Counts, plan.Warnings, nil
}

// unshownIDs are the ids in an operation that were not shown to who proposed it.
// One that does not exist at all is left to the checks, which say so.
func (r validator) unshownIDs(o op.Op) (problems []problem.Problem, err error) {
	look := func(field string, key record.Key) error {
		if key.ID == 0 || r.shown(key) {
			return nil
		}
		_, exists, err := r.snapshot.Record(key.Kind, key.ID)
		if err == nil && exists {
			problems = append(problems, problem.Problem{Code: problem.IDNotInContext, Field: field,
				Message: key.Kind + " #" + formatID(key.ID) + " is not one of the records that were shown",
				Hint:    "use the id of a record that was shown, or ask for the record"})
		}
		return err
	}
	if err := look("id", record.Key{Kind: o.Kind, ID: o.ID.ID}); err != nil {
		return nil, err
	}
	if o.Verb.Bulk() {
		kinds := o.Where.Kinds
		ids, projects := idsIn(o.Where)
		for _, id := range ids {
			if slices.ContainsFunc(kinds, func(kind string) bool { return r.shown(record.Key{Kind: kind, ID: id}) }) {
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
	for _, a := range slices.Concat(o.Args, o.Set) {
		if of := refersTo(o, a.Name); of != "" && a.Ref == "" {
			if err := look(a.Name, record.Key{Kind: of, ID: a.Value.ID()}); err != nil {
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

// refersTo is the kind that a field points to; "" when it points to none.
func refersTo(o op.Op, field string) string {
	for _, k := range schema.Kinds {
		if o.Kind != "" && k.Name != o.Kind {
			continue
		}
		if f, _ := k.Field(field); f != nil && f.Type == schema.Ref {
			return f.Of
		}
	}
	return ""
}
