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

// Decode reads an operation in any spelling that people, models and the older
// programs write it in (contract section 3) and says what is wrong with its
// shape: everything that can be seen without looking at the data. Problems come
// in the order of facts 1.2, what is unknown last. With problems, the operation
// holds what could be read and is for showing only; when not even its kind and
// verb could, it is the zero Op.
//
// Relative days ("tomorrow", "+3d") are resolved here, once, by the clock, so
// that everything after it sees dates: previews, digests, and the key that is
// derived from the content. The same words under another --now, or on another
// day, are therefore other operations with another key. A zero clock reads
// YYYY-MM-DD alone.
func Decode(v ijson.Value, clock calendar.Clock) (Op, []problem.Problem) {
	if v.Kind != ijson.Object {
		return Op{}, []problem.Problem{{Code: problem.InvalidOperationObject,
			Message: "an operation must be an object", Hint: `such as {"op":"task.create","title":"Buy milk"}`}}
	}
	e, p := open(v)
	if p != nil {
		return Op{}, []problem.Problem{*p}
	}
	d := decoder{rest: e, clock: clock}
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
	spelled  schema.Verb  // as it came: complete means set_status and a status
	rest     envelope     // what has not been read yet
	problems []problem.Problem
	clock    calendar.Clock // what relative days count from
}

func (d *decoder) problem(code, field, message, hint string) {
	d.problems = append(d.problems, problem.Problem{Code: code, Field: field, Message: message, Hint: hint})
}

// verb finds out which operation it is.
func (d *decoder) verb() *problem.Problem {
	kind, verb := spelled(d.rest.name)
	switch {
	case kind == "":
		kind = d.rest.kind
	case d.rest.kind != "" && d.rest.kind != kind:
		return conflict("op", "kind")
	}
	if kind == "" && !(verb.Bulk() || verb == bulkComplete) {
		kind = soleKind(verb)
	}
	if d.kind = schema.Lookup(kind); d.kind == nil && kind != "" {
		p := schema.NoSuchKind(kind)
		p.Field = "kind"
		return &p
	}
	if verb == "" {
		if verb = d.infer(); verb == "" {
			return &problem.Problem{Code: problem.InvalidOp, Field: "op",
				Message: "it does not say what to do", Hint: operationsHint()}
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

// addsPart reports whether an append names no record to add to, but what a new
// one is to be a part of: a line is appended to a session by making it.
func (d *decoder) addsPart() bool {
	if id, _ := d.rest.get("id"); !blank(id) {
		return false
	}
	return slices.ContainsFunc(d.kind.Fields, func(f schema.Field) bool { return f.Part && d.given(&f) })
}

// soleKind is the kind that a verb without one speaks of: the only one that has
// it, or else a task.
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
		if near := problem.Nearest(d.rest.name, append(operationNames(), "create", "update", "delete", "set_status")); near != "" {
			hint = "did you mean " + near + "?"
		}
		return &problem.Problem{Code: problem.InvalidOp, Field: "op",
			Message: "there is no operation " + problem.Quote(d.rest.name), Hint: hint}
	}
	var verbs []string
	for i := range d.kind.Operations {
		verbs = append(verbs, string(d.kind.Operations[i].Verb))
	}
	return &problem.Problem{Code: problem.InvalidOp, Field: "op",
		Message: fmt.Sprintf("%s has no %s", d.kind.Name, d.spelled),
		Hint:    "it has " + strings.Join(verbs, ", ")}
}

// infer says what an operation without a name must be (facts 1.9), and nothing
// when it could be several things. A record that is named is never created,
// even where its id cannot be read.
func (d *decoder) infer() schema.Verb {
	id, _ := d.rest.get("id")
	_, readable := readTarget(d.kind.Name, id)
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
	beside := slices.ContainsFunc(fields, func(name string) bool {
		return name != "completed" && name != "status" && name != "occurrenceDate"
	})
	switch {
	case settles && !beside:
		return schema.SetStatus
	case len(fields) > 0 || !readable:
		return schema.Update
	}
	return ""
}

func (d *decoder) given(f *schema.Field) bool {
	return d.rest.has(f.Name) || slices.ContainsFunc(f.Aliases, d.rest.has)
}

// onlyCompletes reports whether an update has completed and nothing else to
// say, as older programs write it.
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

// start takes a date-time apart into the day and the time that it stands for.
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
		value, p := record.Parse(&schema.Field{Name: name, Type: schema.Moment}, v)
		if p != nil {
			d.problems = append(d.problems, *p)
			continue
		}
		day, at := value.Moment()
		for _, part := range []ijson.Member{{Name: s.Day, Value: stringOf(day.String())}, {Name: s.Time, Value: stringOf(at.String())}} {
			if said, ok := d.rest.get(part.Name); ok && !blank(said) && said.Text != part.Value.Text {
				d.problems = append(d.problems, *conflict(part.Name, name))
			} else if !ok || blank(said) {
				d.rest.take(part.Name)
				d.rest.members = append(d.rest.members, part)
			}
		}
	}
}

func (d *decoder) has(code string) bool {
	return slices.ContainsFunc(d.problems, func(p problem.Problem) bool { return p.Code == code })
}

// reason is a model's; it is for reading and not kept.
func (d *decoder) reason() {
	if v, ok := d.rest.take("reason"); ok && !blank(v) && v.Kind != ijson.String {
		d.problem(problem.Invalid("reason"), "reason", "reason must be a string", "")
	}
}
