package op

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// unknown refuses the members that were not read. An unknown name may be the
// most important part of the request, so it is never ignored.
func (d *decoder) unknown() {
	fields, others := d.accepted()
	for i, m := range d.rest.members {
		if i == unknownMax {
			d.problems = append(d.problems, moreUnknown("", len(d.rest.members)-i))
			break
		}
		p := unknownField(m, fields, others, d.op.Kind == "task")
		if p == nil {
			continue
		}
		if hint := d.misplaced(m.Name); hint != "" && p.Code == problem.UnknownField {
			p.Hint = hint
		}
		d.problems = append(d.problems, *p)
	}
}

// The members of operations that are not fields or arguments.
var (
	bulkMembers   = []string{"where", "set"}
	createMembers = []string{"as"}
	singleMembers = []string{"id"}
)

// accepted returns the fields that the operation may have, and the names of its
// other members.
func (d *decoder) accepted() (fields []schema.Field, others []string) {
	if d.kind == nil || d.op.Verb.Bulk() {
		return schema.BulkOperation(d.op.Verb).Args, bulkMembers
	}
	switch o := d.kind.Operation(d.op.Verb); o.Verb {
	case schema.Create:
		return d.kind.Fields, createMembers
	case schema.Update:
		return d.kind.Fields, singleMembers
	default:
		return o.Args, singleMembers
	}
}

// misplaced says where a member belongs that exists elsewhere; "" if it does not.
func (d *decoder) misplaced(name string) (hint string) {
	bulk := d.op.Verb.Bulk()
	isName := func(f schema.Field) bool { return f.Name == name }
	switch {
	case bulk && name == "id":
		return `put it into where: {"ids":[3]}`
	case bulk && slices.Contains(filter.Keys[:], name):
		return "put it into where"
	case d.op.Verb == schema.BulkUpdate && slices.ContainsFunc(settable(d.op.Where), isName):
		return "put it into set"
	case !bulk && (name == "where" || name == "ids" || name == "set"):
		return "an operation on one record has an id; bulk_update, bulk_set_status and bulk_delete have where"
	case name == "completed":
		return d.op.Kind + " cannot be completed"
	}
	return ""
}

// unknownMax is how many unknown names of one operation are reported one by one. A
// line has room for a hundred thousand, and each report is longer than the name.
const unknownMax = 16

func moreUnknown(part string, n int) problem.Problem {
	return problem.Problem{Code: problem.UnknownField, Field: part,
		Message: problem.Count(n, "more unknown field"), Hint: "remove them"}
}

// unknownField returns what is wrong with a member that was not read. It returns
// nil for an empty time of a task, which other programs write.
func unknownField(m ijson.Member, fields []schema.Field, others []string, timeless bool) *problem.Problem {
	if timeless && timeWord(m.Name) {
		if blank(m.Value) {
			return nil
		}
		return &problem.Problem{Code: problem.TimeNotSupportedForTask, Field: problem.Shorten(m.Name),
			Message: "a task has no time of day", Hint: "use an event, which has startTime and endTime"}
	}
	p := &problem.Problem{Code: problem.UnknownField, Field: problem.Shorten(m.Name),
		Message: "unknown field " + problem.Quote(m.Name)}
	names := slices.Clone(others)
	for i := range fields {
		switch f := &fields[i]; {
		case f.Name == m.Name && f.Kept:
			p.Message, p.Hint = m.Name+" is set by the program and cannot be changed", "remove it"
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
		p.Hint = problem.Suggest(near)
	case ownerOf(m.Name) != "":
		p.Hint = m.Name + " is a field of " + ownerOf(m.Name)
	case len(names) > 0:
		p.Hint = "known fields are " + strings.Join(names, ", ")
	}
	return p
}

// timeWord reports whether older programs and models use the name for the time of a
// task.
func timeWord(name string) bool {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "timeofday", "time", "starttime", "endtime", "duetime", "start", "end":
		return true
	}
	return false
}

// ownerOf returns the first kind that has the field; "" if none has.
func ownerOf(field string) string {
	for _, k := range schema.Kinds {
		if f, _ := k.Field(field); f != nil && !f.Kept {
			return k.Name
		}
	}
	return ""
}
