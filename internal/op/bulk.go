package op

import (
	"fmt"
	"slices"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

func (d *decoder) bulk() {
	o := schema.BulkOperation(d.op.Verb)
	d.op.Args = d.arguments(o)
	d.filter()
	if d.op.Verb == schema.BulkUpdate {
		d.settings()
	}
}

func (d *decoder) filter() {
	v, _ := d.rest.take("where")
	f, problems := filter.Parse(v, d.notation.Clock, d.notation.Aliases)
	d.op.Where = f
	d.problems = append(d.problems, problems...)
	switch {
	case d.kind == nil || len(problems) > 0:
	case f.Empty():
		// A kind outside of the filter must not make an empty filter acceptable.
		d.problem(problem.EmptyWhere, "where", "an empty where would match every record",
			fmt.Sprintf(`to mean every %s, write "where":{"kind":"%s"}`, d.kind.Name, d.kind.Name))
	case len(f.Kinds) > 0 && !slices.Equal(f.Kinds, []string{d.kind.Name}):
		d.problems = append(d.problems, *conflict("kind", "where.kind"))
	default:
		d.op.Where.Kinds = []string{d.kind.Name}
	}
	if f.Compares(filter.IDField) && len(d.op.Where.Kinds) == 0 {
		// Ids are per kind, and an id without a kind is a task's, as elsewhere.
		d.op.Where.Kinds = []string{"task"}
	}
}

// settings reads the fields that a bulk_update sets.
func (d *decoder) settings() {
	set, _ := d.rest.take("set")
	if set.Kind != ijson.Object {
		d.problem(problem.MissingSet, "set", "set must be an object", `such as {"priority":"high"}`)
		return
	}
	fields := settable(d.op.Where)
	outer := d.rest
	d.rest = envelope{members: append([]ijson.Member(nil), set.Members...)}
	d.op.Set = d.fields(fields, "set")
	d.times(d.op.Set, "set")
	for i, m := range d.rest.members {
		if i == unknownMax {
			d.problems = append(d.problems, moreUnknown("set", len(d.rest.members)-i))
			break
		}
		if p := unknownField(m, fields, nil, appliesToTasks(d.op.Where)); p != nil {
			d.problems = append(d.problems, within("set", *p))
		}
	}
	d.rest = outer
}

func appliesToTasks(f filter.Condition) bool {
	return slices.ContainsFunc(f.Applies(), func(k *schema.Kind) bool { return k.Name == "task" })
}
