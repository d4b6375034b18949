package propose

import (
	"slices"
	"strings"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// A model corrects an operation that was refused by another attempt: as a further call of a
// tool, or in the repair.

// sameEffect reports whether two operations do the same thing to the same record.
func sameEffect(a, b op.Op) bool {
	if a.Kind != b.Kind || a.Verb != b.Verb {
		return false
	}
	if a.Verb != schema.Create {
		return a.ID == b.ID && !a.Verb.Bulk()
	}
	label := schema.Lookup(a.Kind).Label
	x, given := a.Arg(label)
	y, _ := b.Arg(label)
	return !given || strings.EqualFold(x.Value.Text(), y.Value.Text())
}

// isRetriedBy reports whether an operation is another attempt at a refused one: it sets the
// same fields, and differs in what the problems are about.
func (p proposal) isRetriedBy(o op.Op, problems []problem.Problem) bool {
	switch {
	case p.op.Verb == "":
		return true // it is unknown what the refused one was to do
	case !sameVerb(p.op, o), p.raw != nil && !onlyNamedFields(*p.raw, problems, o):
		return false
	case o.Verb == schema.Create:
		was, is := labelOf(p.op), labelOf(o)
		label := schema.Lookup(o.Kind).Label
		isProblem := func(x problem.Problem) bool { return x.Field == label }
		return was == "" || strings.EqualFold(was, is) || slices.ContainsFunc(problems, isProblem)
	}
	return o.Verb.Bulk() || p.op.ID == o.ID || p.op.Verb == o.Verb && isIDProblem(problems)
}

// labelOf returns the title or name that a create gives a record; "" if it gives none.
func labelOf(o op.Op) string {
	k := schema.Lookup(o.Kind)
	if k == nil {
		return ""
	}
	label, _ := o.Arg(k.Label)
	return label.Value.Text()
}

// sameVerb allows a create of another kind, since a task with a time is an event; and a
// status instead of an update, since it is a field too.
func sameVerb(was, is op.Op) bool {
	switch {
	case was.Verb == is.Verb:
		return was.Kind == is.Kind || is.Verb == schema.Create
	case was.Verb == schema.Update && is.Verb == schema.SetStatus:
		return was.Kind == is.Kind
	}
	return false
}

// isIDProblem reports whether the id of the record is a problem of an operation.
func isIDProblem(problems []problem.Problem) bool {
	return slices.ContainsFunc(problems, func(p problem.Problem) bool {
		switch p.Code {
		case problem.MissingOrInvalidID, problem.IDNotFound, problem.IDNotInContext, problem.UnknownRef:
			return p.Field == "" || p.Field == "id"
		}
		return false
	})
}

// onlyNamedFields reports whether the operation sets only fields that the refused one set,
// that a problem names, or that are about days and times.
func onlyNamedFields(raw ijson.Value, problems []problem.Problem, o op.Op) bool {
	var named []string
	var walk func(v ijson.Value, depth int)
	walk = func(v ijson.Value, depth int) {
		for _, m := range v.Members {
			named = append(named, m.Name)
			if depth < 3 {
				walk(m.Value, depth+1)
			}
		}
	}
	walk(raw, 0)
	named = append(named, "recurrence", "scheduledFor", "occurrenceDate", "occurrenceRange", "status")
	for _, p := range problems {
		_, field, inside := strings.Cut(p.Field, ".")
		if !inside {
			field = p.Field
		}
		named = append(named, field)
	}
	for _, a := range slices.Concat(o.Args, o.Set) {
		// A name in the refused one may be another spelling of the field.
		if !slices.Contains(named, a.Name) && problem.Nearest(a.Name, named) == "" && !aliased(o, a.Name, named) {
			return false
		}
	}
	return true
}

func aliased(o op.Op, field string, named []string) bool {
	for _, k := range schema.Kinds {
		if o.Kind != "" && o.Kind != k.Name {
			continue
		}
		f, _ := k.Field(field)
		if f != nil && slices.ContainsFunc(f.Aliases, func(alias string) bool { return slices.Contains(named, alias) }) {
			return true
		}
	}
	return false
}
