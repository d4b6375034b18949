package check

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// release changes the records that refer to a record which is about to be
// deleted. Its parts are deleted with it. Other records are moved to the record
// that the operation names in reassignTo; if it names none, they prevent the
// deletion. The caller deletes the record itself.
func (d *Draft) release(r record.Record, o op.Op) ([]Target, []problem.Problem, error) {
	heir, p, err := d.heir(r, o)
	if err != nil || p != nil {
		return nil, problemsOf(p), err
	}
	parts, outside, err := d.data.dependents(r)
	if err != nil {
		return nil, nil, err
	}
	if heir.IsNull() && len(outside) > 0 {
		return nil, []problem.Problem{inTheWay(r, outside)}, nil
	}
	if p := unshown(r, o, slices.Concat(parts, outside)); p != nil && !d.rules.IgnoreBase {
		return nil, []problem.Problem{*p}, nil
	}
	var targets []Target
	put := func(before record.Record, after *record.Record) {
		t := target(&before, after)
		targets = append(targets, t)
		d.data.put(keyOf(before), after, t.Change)
	}
	for _, part := range parts {
		put(part, nil)
	}
	for _, other := range outside {
		after := redirected(other, keyOf(r), heir)
		put(other, &after)
	}
	return targets, nil, nil
}

// heir returns the id of the record in reassignTo, which takes over the records
// that refer to the deleted one; null if the operation has none.
func (d *Draft) heir(r record.Record, o op.Op) (record.Value, *problem.Problem, error) {
	a, given := o.Arg("reassignTo")
	if !given || o.Verb.Bulk() {
		return record.Null, nil, nil
	}
	v, p, err := d.resolve(r.Kind.Arg(r.Kind.Operation(schema.Delete), a.Name), a)
	if err == nil && p == nil && v.ID() == r.ID {
		p = &problem.Problem{Code: problem.Invalid(a.Name), Field: a.Name,
			Message: named(r) + " is being deleted itself", Hint: "choose another " + r.Kind.Noun(1)}
	}
	return v, p, err
}

// redirected returns the record with its references to one record replaced by
// references to another.
func redirected(r record.Record, from record.Key, to record.Value) record.Record {
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; f.Type == schema.Ref && f.Of == from.Kind && r.Values[i].ID() == from.ID {
			r = r.With(f.Name, to)
		}
	}
	return r
}

func inTheWay(r record.Record, outside []record.Record) problem.Problem {
	p := problem.Problem{Code: problem.StillReferenced, Field: "id",
		Message: problem.Count(len(outside), "record") + " still belong to " + named(r), Hint: "move or delete them first"}
	if len(outside) == 1 {
		p.Message, p.Hint = fmt.Sprintf("%s still belongs to %s", named(outside[0]), named(r)), "move or delete it first"
	}
	if o := r.Kind.Operation(schema.Delete); r.Kind.Arg(o, "reassignTo") != nil {
		p.Hint = "set reassignTo to the " + r.Kind.Noun(1) + " that takes them over, or move or delete them first"
	}
	return p
}

// unshown reports a dependent that the base of the operation does not name. The
// person who approves the operation has not seen it.
func unshown(r record.Record, o op.Op, dependents []record.Record) *problem.Problem {
	if len(o.Base) == 0 {
		return nil
	}
	for _, x := range dependents {
		key := keyOf(x)
		if !slices.ContainsFunc(o.Base, func(b op.Base) bool { return b.Key == key }) {
			return &problem.Problem{Code: problem.Stale,
				Message: fmt.Sprintf("%s was added to %s since the plan was made", named(x), named(r)),
				Hint:    "propose again, or apply with --ignore-base"}
		}
	}
	return nil
}

// fill sets fields of a new record that are not given and take their value from
// another field: the first line of a text, or the label of the record referred to.
// With known problems it adds none that may follow from them.
func (d *Draft) fill(r *record.Record, known []problem.Problem) (problems []problem.Problem, err error) {
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		if f.From == "" || !r.Values[i].IsNull() {
			continue
		}
		source, _ := r.Kind.Field(f.From)
		text := r.Get(f.From).Text()
		if source.Type == schema.Ref && !r.Get(f.From).IsNull() {
			s, err := d.data.state(record.Key{Kind: source.Of, ID: r.Get(f.From).ID()})
			if err != nil {
				return nil, err
			}
			text = s.is.Label()
		}
		r.Values[i] = record.Text(firstLine(text, f.Max))
		if f.Required && r.Values[i].IsNull() && len(known) == 0 {
			problems = append(problems, problem.Problem{Code: problem.Invalid(f.Name), Field: f.Name,
				Message: f.Name + " is required and must be a non-empty string", Hint: "or give " + f.From})
		}
	}
	return problems, nil
}

func firstLine(s string, most int) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(problem.Cut(s, most))
}

// unique refuses a record that has the same values as another in all the fields
// that must be unique together.
func (d *Draft) unique(r record.Record) ([]problem.Problem, error) {
	if len(r.Kind.Unique) == 0 {
		return nil, nil
	}
	others, err := d.neighbours(r)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		same := other.Kind == r.Kind && other.ID != r.ID
		for _, field := range r.Kind.Unique {
			same = same && other.Get(field) == r.Get(field)
		}
		if same {
			return []problem.Problem{{Code: problem.AlreadyThere, Field: r.Kind.Unique[len(r.Kind.Unique)-1],
				Message: named(other) + " already exists", Hint: "change that one instead"}}, nil
		}
	}
	return nil, nil
}

// neighbours returns the records that r may be equal to. If the first unique field
// is a reference, these are the records that refer to the same record; else all of
// the kind, which has few.
func (d *Draft) neighbours(r record.Record) ([]record.Record, error) {
	by, _ := r.Kind.Field(r.Kind.Unique[0])
	switch {
	case by.Type != schema.Ref:
		return d.data.all(r.Kind, d.today)
	case r.Get(by.Name).IsNull():
		return nil, nil
	}
	return d.data.referring(record.Key{Kind: by.Of, ID: r.Get(by.Name).ID()})
}

func tooLong(f *schema.Field, n int) problem.Problem {
	return problem.Problem{Code: problem.Invalid(f.Name), Field: f.Name,
		Message: f.Name + " would have " + problem.Number(n) + " characters; at most " + problem.Number(f.Max) +
			" are allowed",
		Hint: "create another record for the rest"}
}

func problemsOf(p *problem.Problem) []problem.Problem {
	if p == nil {
		return nil
	}
	return []problem.Problem{*p}
}
