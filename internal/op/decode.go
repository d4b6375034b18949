package op

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Decode reads an operation in any spelling that people, models and older programs
// use, and checks its shape: everything that can be checked without the data. See
// "assister help operations" for the spellings.
//
// Problems are in the order of the fields in the schema, with unknown members last.
// If there are problems, the operation holds what could be read and is only for
// display; it is the zero Op if its kind and verb could not be read.
//
// Relative days ("tomorrow", "+3d") are resolved here, once, with the clock, so
// that previews, digests and idempotency keys have dates. The same words on another
// day are therefore another operation with another key. A zero clock accepts only
// YYYY-MM-DD.
func Decode(v ijson.Value, clock calendar.Clock) (Op, []problem.Problem) {
	return Notation{Clock: clock}.Decode(v)
}

// Notation is how a document writes operations.
type Notation struct {
	Clock   calendar.Clock // resolves relative days
	Aliases record.Aliases // what it calls records; nil for their ids
}

// Decode reads an operation as the function Decode does. Every id goes through the
// aliases, if there are any; references to records that the batch creates do not.
func (n Notation) Decode(v ijson.Value) (Op, []problem.Problem) {
	if v.Kind != ijson.Object {
		return Op{}, []problem.Problem{{Code: problem.InvalidOperationObject,
			Message: "an operation must be an object", Hint: `such as {"op":"task.create","title":"Buy milk"}`}}
	}
	e, p := open(v, n.Aliases)
	if p != nil {
		return Op{}, []problem.Problem{*p}
	}
	d := decoder{rest: e, notation: n}
	if p := d.verb(); p != nil {
		return Op{}, []problem.Problem{*p}
	}
	if d.op.Verb.Bulk() {
		d.bulk()
	} else {
		d.single()
	}
	d.base()
	d.reason()
	d.unknown()
	return d.op, d.problems
}

type decoder struct {
	op       Op
	kind     *schema.Kind // nil for a bulk operation
	spelled  schema.Verb  // as it came, such as complete for set_status
	rest     envelope     // the members that have not been read yet
	problems []problem.Problem
	notation Notation
}

func (d *decoder) problem(code, field, message, hint string) {
	d.problems = append(d.problems, problem.Problem{Code: code, Field: field, Message: message, Hint: hint})
}

// verb determines the kind and verb of the operation.
func (d *decoder) verb() *problem.Problem {
	kind, verb := spelled(d.rest.name)
	switch {
	case kind == "":
		kind = d.rest.kind
	case d.rest.kind != "" && d.rest.kind != kind:
		return conflict("op", "kind")
	}
	if kind == "" && !(verb.Bulk() || verb == bulkComplete) {
		kind = impliedKind(d.notation.Aliases, d.rest, verb)
	}
	if d.kind = schema.Lookup(kind); d.kind == nil && kind != "" {
		p := schema.NoSuchKind(kind)
		p.Field = "kind"
		return &p
	}
	if verb == "" {
		if verb = d.infer(); verb == "" {
			return &problem.Problem{Code: problem.InvalidOp, Field: "op",
				Message: "op is missing", Hint: operationsHint()}
		}
	}
	d.spelled = verb
	switch verb {
	case complete, completeOccurrence:
		verb = schema.SetStatus
	case bulkComplete:
		verb = schema.BulkSetStatus
	case schema.Update:
		if d.onlyCompletes() {
			verb, d.spelled = schema.SetStatus, complete
		}
	}
	if verb.Bulk() {
		d.op.Verb = verb
		return nil
	}
	if verb == schema.Append && d.addsPart() {
		verb = schema.Create
	}
	if d.kind.Operation(verb) == nil {
		return d.noSuchVerb(verb)
	}
	d.op.Kind, d.op.Verb = d.kind.Name, verb
	return nil
}

// addsPart reports whether an append names, instead of a record, the record that a
// new one becomes a part of: a line is appended to a session by creating it.
func (d *decoder) addsPart() bool {
	if id, _ := d.rest.get("id"); !blank(id) {
		return false
	}
	return slices.ContainsFunc(d.kind.Fields, func(f schema.Field) bool { return f.Part && d.given(&f) })
}

// impliedKind returns the kind of an operation that names none: that of the record
// which it names by an alias, otherwise the usual one of the verb.
func impliedKind(aliases record.Aliases, e envelope, verb schema.Verb) string {
	if id, ok := e.get("id"); ok && aliases != nil {
		if key, p := aliases.Key(id); p == nil {
			return key.Kind
		}
	}
	return soleKind(verb)
}

// soleKind returns the only kind that has the verb; task if several have it.
func soleKind(verb schema.Verb) string {
	var found []string
	for _, k := range schema.Kinds {
		if k.Operation(verb) != nil {
			found = append(found, k.Name)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return "task"
}

func (d *decoder) noSuchVerb(verb schema.Verb) *problem.Problem {
	if !verbKnown(verb) {
		hint := operationsHint()
		names := append(operationNames(), "create", "update", "delete", "set_status",
			string(complete), string(completeOccurrence), string(bulkComplete))
		if near := problem.Nearest(d.rest.name, names); near != "" {
			hint = problem.Suggest(near)
		}
		return &problem.Problem{Code: problem.InvalidOp, Field: "op",
			Message: "there is no operation " + problem.Quote(d.rest.name), Hint: hint}
	}
	var verbs []string
	for i := range d.kind.Operations {
		verbs = append(verbs, string(d.kind.Operations[i].Verb))
	}
	return &problem.Problem{Code: problem.InvalidOp, Field: "op",
		Message: fmt.Sprintf("%s has no operation %s", d.kind.Name, problem.Quote(string(d.spelled))),
		Hint:    "choose one of " + strings.Join(verbs, ", ")}
}

// infer returns the verb of an operation that does not name one; "" if it is
// ambiguous. An operation with an id is never a create, even if the id cannot be
// read.
func (d *decoder) infer() schema.Verb {
	id, _ := d.rest.get("id")
	_, unreadable := readTarget(d.notation.Aliases, d.kind.Name, id)
	if blank(id) {
		for _, name := range []string{d.kind.Label, "scheduledFor", "priority"} {
			f, _ := d.kind.Field(name)
			if f != nil && d.given(f) {
				return schema.Create
			}
		}
		return ""
	}
	var fields []string
	for _, m := range d.rest.members {
		if m.Name != "id" && m.Name != "base" && m.Name != "reason" {
			fields = append(fields, m.Name)
		}
	}
	settles := d.kind.Settles() && (slices.Contains(fields, "completed") || slices.Contains(fields, "status"))
	others := slices.ContainsFunc(fields, func(name string) bool {
		return name != "completed" && name != "status" && name != "occurrenceDate"
	})
	switch {
	case settles && !others:
		return schema.SetStatus
	case len(fields) > 0 || unreadable != nil:
		return schema.Update
	}
	return ""
}

func (d *decoder) given(f *schema.Field) bool {
	return d.rest.has(f.Name) || slices.ContainsFunc(f.Aliases, d.rest.has)
}

// onlyCompletes reports whether an update only has completed, which is how older
// programs set the status.
func (d *decoder) onlyCompletes() bool {
	if !d.kind.Settles() || !d.rest.has("completed") {
		return false
	}
	return !slices.ContainsFunc(d.rest.members, func(m ijson.Member) bool {
		switch m.Name {
		case "id", "completed", "occurrenceDate", "base", "reason":
			return false
		}
		return true
	})
}

func (d *decoder) single() {
	o := d.kind.Operation(d.op.Verb)
	if o.Verb == schema.Create || o.Verb == schema.Update {
		d.start()
		d.op.Args = d.fields(d.kind.Fields, "")
	}
	if o.Verb == schema.Create {
		d.name()
	} else {
		d.target()
	}
	d.op.Args = append(d.op.Args, d.arguments(o)...)
	d.times(d.op.Args, "")
	switch o.Verb {
	case schema.Create:
		d.anchor()
	case schema.Edit:
		d.passage()
	}
}

// start replaces a date-time by the two fields that it stands for, a day and a time.
func (d *decoder) start() {
	s := d.kind.Start
	if s == nil {
		return
	}
	for _, name := range s.Names {
		v, ok := d.rest.take(name)
		if !ok || blank(v) {
			continue
		}
		field := &schema.Field{Name: name, Type: schema.Moment}
		value, p := record.Parse(field, dayResolver{d.notation.Clock}.value(field, v))
		if p != nil {
			d.problems = append(d.problems, *p)
			continue
		}
		day, at := value.Moment()
		d.startField(name, s.Day, day.String())
		d.startField(name, s.Time, at.String())
	}
}

// startField adds a field that a date-time gives, which must not contradict the
// field itself.
func (d *decoder) startField(from, field, text string) {
	given, _ := d.rest.get(field)
	switch {
	case blank(given):
		d.rest.take(field)
		d.rest.members = append(d.rest.members, ijson.Member{Name: field, Value: stringOf(text)})
	case given.Text != text:
		d.problems = append(d.problems, *conflict(field, from))
	}
}

func (d *decoder) has(code string) bool {
	return slices.ContainsFunc(d.problems, func(p problem.Problem) bool { return p.Code == code })
}

// reason accepts a model's reason for the operation, which is not stored.
func (d *decoder) reason() {
	if v, ok := d.rest.take("reason"); ok && !blank(v) && v.Kind != ijson.String {
		d.problem(problem.Invalid("reason"), "reason", "reason must be a string", "")
	}
}
