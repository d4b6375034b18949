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

// release lets go of everything that points to a record that is deleted: its
// parts go with it, and what the operation gives to another is given. What only
// points to it is in the way. The record itself is the caller's.
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
	lay := func(before record.Record, after *record.Record) {
		t := target(&before, after)
		targets = append(targets, t)
		d.data.put(keyOf(before), after, t.Change)
	}
	for _, part := range parts {
		lay(part, nil)
	}
	for _, other := range outside {
		after := pointed(other, keyOf(r), heir)
		lay(other, &after)
	}
	return targets, nil, nil
}

// heir is the record that takes over what points to the one that is deleted;
// null where the operation names none.
func (d *Draft) heir(r record.Record, o op.Op) (record.Value, *problem.Problem, error) {
	a, given := o.Arg("reassignTo")
	if !given || o.Verb.Bulk() {
		return record.Null, nil, nil
	}
	v, p, err := d.resolve(r.Kind.Arg(r.Kind.Operation(schema.Delete), a.Name), a)
	if err == nil && p == nil && v.ID() == r.ID {
		p = &problem.Problem{Code: problem.Invalid(a.Name), Field: a.Name, Message: named(r) + " is the one that is deleted", Hint: "name another " + r.Kind.Name}
	}
	return v, p, err
}

// pointed is the record with what pointed to one record pointing to another.
func pointed(r record.Record, from record.Key, to record.Value) record.Record {
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; f.Type == schema.Ref && f.Of == from.Kind && r.Values[i].ID() == from.ID {
			r = r.With(f.Name, to)
		}
	}
	return r
}

func inTheWay(r record.Record, outside []record.Record) problem.Problem {
	p := problem.Problem{Code: problem.StillReferenced, Field: "id",
		Message: fmt.Sprintf("%d records still belong to %s", len(outside), named(r)), Hint: "move or delete them first"}
	if len(outside) == 1 {
		p.Message, p.Hint = fmt.Sprintf("%s still belongs to %s", named(outside[0]), named(r)), "move or delete it first"
	}
	if o := r.Kind.Operation(schema.Delete); r.Kind.Arg(o, "reassignTo") != nil {
		p.Hint = "give reassignTo, the " + r.Kind.Name + " that they go to, or move or delete them first"
	}
	return p
}

// unshown finds what whoever says yes was not shown: an operation that carries
// revisions changes what they name, and nothing that has come since.
func unshown(r record.Record, o op.Op, dependents []record.Record) *problem.Problem {
	if len(o.Base) == 0 {
		return nil
	}
	for _, x := range dependents {
		key := keyOf(x)
		if !slices.ContainsFunc(o.Base, func(b op.Base) bool { return b.Key == key }) {
			return &problem.Problem{Code: problem.Stale, Message: fmt.Sprintf("%s has come to %s since", named(x), named(r)),
				Hint: "propose again, or apply with --ignore-base"}
		}
	}
	return nil
}

// fill gives a new record what it takes from other fields when nothing was said:
// the first line of a text, or what people know the record by that is pointed to.
// Problems known so far are not told again.
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
	if r := []rune(s); len(r) > most {
		s = string(r[:most-1]) + "…"
	}
	return strings.TrimSpace(s)
}

// unique refuses a record that has the same as another in all the fields that
// tell the records of its kind apart.
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
				Message: named(other) + " is there already", Hint: "change that one"}}, nil
		}
	}
	return nil, nil
}

// neighbours are the records that one may be the same as: those that point to
// the same, or where it points to nothing all of its kind, which are few.
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
		Message: fmt.Sprintf("%s would have %d characters, and %d is the most", f.Name, n, f.Max), Hint: "write another one"}
}

func problemsOf(p *problem.Problem) []problem.Problem {
	if p == nil {
		return nil
	}
	return []problem.Problem{*p}
}
