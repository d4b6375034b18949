package op

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// unknown refuses what is left. A name that is not understood may be the very
// thing that was asked for.
func (d *decoder) unknown() {
	var fields []schema.Field
	var others []string
	if d.kind != nil && !d.op.Verb.Bulk() {
		o := d.kind.Operation(d.op.Verb)
		fields = slices.Clone(o.Args)
		if o.Verb == schema.Create || o.Verb == schema.Update {
			fields = d.kind.Fields
		}
		others = []string{"id"}
		if o.Verb == schema.Create {
			others = []string{"as"}
		}
	} else {
		fields = schema.BulkOperation(d.op.Verb).Args
		others = []string{"where", "set"}
	}
	for i, m := range d.rest.members {
		if i == unknownMax {
			d.problems = append(d.problems, moreUnknown("", len(d.rest.members)-i))
			break
		}
		p := unknownField(m, fields, others, d.op.Kind == "task")
		switch {
		case p == nil:
			continue
		case p.Code != problem.UnknownField:
		case d.op.Verb.Bulk() && m.Name == "id":
			p.Hint = `put it into where: {"ids":[3]}`
		case d.op.Verb.Bulk() && slices.Contains(filter.Keys[:], m.Name):
			p.Hint = "put it into where"
		case d.op.Verb == schema.BulkUpdate && slices.ContainsFunc(settable(d.op.Where), func(f schema.Field) bool { return f.Name == m.Name }):
			p.Hint = "put it into set"
		case !d.op.Verb.Bulk() && (m.Name == "where" || m.Name == "ids" || m.Name == "set"):
			p.Hint = "an operation on one record has an id; bulk_update, bulk_set_status and bulk_delete have where"
		case m.Name == "completed":
			p.Hint = d.op.Kind + " cannot be completed"
		}
		d.problems = append(d.problems, *p)
	}
}

// unknownMax is how many unknown names of one operation are told one by one. A
// line has room for a hundred thousand, and what is said of each is longer than
// the name.
const unknownMax = 16

func moreUnknown(part string, n int) problem.Problem {
	return problem.Problem{Code: problem.UnknownField, Field: part, Message: fmt.Sprintf("there are %d more names here that are not known", n), Hint: "leave them out"}
}

// unknownField says what is wrong with a member that was not read; nothing when
// it only says that a task has no time.
func unknownField(m ijson.Member, fields []schema.Field, others []string, timeless bool) *problem.Problem {
	if timeless && timeWord(m.Name) {
		if blank(m.Value) {
			return nil
		}
		return &problem.Problem{Code: problem.TimeNotSupportedForTask, Field: problem.Shorten(m.Name),
			Message: "a task has no time of day", Hint: "use an event, which has startTime and endTime"}
	}
	p := &problem.Problem{Code: problem.UnknownField, Field: problem.Shorten(m.Name), Message: "there is no " + problem.Quote(m.Name) + " here"}
	names := slices.Clone(others)
	for i := range fields {
		switch f := &fields[i]; {
		case f.Name == m.Name && f.Kept:
			p.Message, p.Hint = m.Name+" is kept by the program", "leave it out"
			return p
		case !f.Kept:
			names = append(names, f.Name)
		}
	}
	near := problem.Nearest(m.Name, names)
	if near == "" && timeWord(m.Name) && slices.Contains(names, "startTime") {
		near = "startTime"
	}
	switch {
	case near != "":
		p.Hint = "did you mean " + near + "?"
	case ownerOf(m.Name) != "":
		p.Hint = m.Name + " belongs to " + ownerOf(m.Name)
	case len(names) > 0:
		p.Hint = "there is " + strings.Join(names, ", ")
	}
	return p
}

// timeWord reports whether a name is one that older programs and models give
// the time of a task.
func timeWord(name string) bool {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "timeofday", "time", "starttime", "endtime", "duetime", "start", "end":
		return true
	}
	return false
}

// ownerOf is the first kind that has such a field.
func ownerOf(field string) string {
	for _, k := range schema.Kinds {
		if f, _ := k.Field(field); f != nil && !f.Kept {
			return k.Name
		}
	}
	return ""
}
