package op

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

func stringOf(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

// fields reads the fields that the operation gives, in the order of the schema.
// part is the member that they are in: "set", or "" for the operation itself.
func (d *decoder) fields(fields []schema.Field, part string) (args []Arg) {
	for i := range fields {
		f := &fields[i]
		if f.Kept {
			continue
		}
		a, given, problems := d.field(f, part == "" && d.op.Verb == schema.Create)
		for _, p := range problems {
			d.problems = append(d.problems, within(part, p))
		}
		if given && len(problems) == 0 {
			args = append(args, a)
		}
	}
	return args
}

// within returns a problem of a field as one of a part: "set.priority".
func within(part string, p problem.Problem) problem.Problem {
	if part == "" {
		return p
	}
	p.Field = part + "." + p.Field
	if rest, ok := strings.CutPrefix(p.Code, "invalid_"); ok {
		p.Code = problem.InvalidIn(part, rest)
	}
	return p
}

// field reads one field by its name or its aliases. given is false if the operation
// does not change it.
func (d *decoder) field(f *schema.Field, creating bool) (a Arg, given bool, problems []problem.Problem) {
	a.Name = f.Name
	if f.Name == "status" && f.Type == schema.Enum {
		if word, ok, p := d.completed(); p != nil {
			problems = append(problems, *p)
		} else if ok {
			a.Value, given = record.Text(word), true
		}
	}
	for _, name := range append([]string{f.Name}, f.Aliases...) {
		v, ok := d.rest.take(name)
		if !ok {
			continue
		}
		if creating && blank(v) && (f.Default != "" || f.From != "") {
			continue // a create uses the default instead
		}
		read, p := argument(f, dayResolver{d.notation.Clock}.value(f, v), d.notation.Aliases)
		if p != nil {
			absent := v.Kind != ijson.String || blank(v)
			if creating && f.Required && absent && p.Code != problem.IDNotInContext {
				p.Message = missing(f)
			}
			problems = append(problems, *p)
			continue
		}
		if read.Value.IsNull() && read.Ref == "" && f.Default != "" {
			// A field with a default is reset to it, not cleared.
			read.Value = record.Default(f)
		}
		if given && read != a {
			problems = append(problems, *conflict(f.Name, name))
			continue
		}
		a, given = read, true
	}
	absent := !given && len(problems) == 0
	if absent && creating && f.MustGive() && !d.misread(f) {
		problems = append(problems, problem.Problem{Code: problem.Invalid(f.Name), Field: f.Name,
			Message: missing(f), Hint: "give " + f.Name + ": " + f.Help})
	}
	return a, given, problems
}

// misread reports whether the field was given as part of a date-time that could
// not be read, which is a problem already.
func (d *decoder) misread(f *schema.Field) bool {
	s := d.kind.Start
	return s != nil && (f.Name == s.Day || f.Name == s.Time) &&
		slices.ContainsFunc(s.Names, func(name string) bool { return d.has(problem.Invalid(name)) })
}

// missing is the message for a field that a create must give.
func missing(f *schema.Field) string {
	switch f.Type {
	case schema.Text, schema.URL:
		return f.Name + " is required and must be a non-empty string"
	case schema.Ref:
		return f.Name + " is required and must be the id of a " + f.Of
	}
	return f.Name + " is required"
}

// argument reads a value of the field's type, or the name of a record that is
// created earlier in the batch.
func argument(f *schema.Field, v ijson.Value, aliases record.Aliases) (Arg, *problem.Problem) {
	if f.Type == schema.Ref {
		if ref, ok := readRef(v); ok {
			return Arg{Name: f.Name, Ref: ref}, nil
		}
		if aliases != nil && !blank(v) {
			id, p := record.ReadID(aliases, f.Of, v)
			if p != nil {
				p.Field = f.Name
			}
			return Arg{Name: f.Name, Value: record.ID(id)}, p
		}
	}
	value, p := record.Parse(f, v)
	if p == nil {
		return Arg{Name: f.Name, Value: value}, nil
	}
	if f.Type == schema.Date {
		p.Hint = "give " + calendar.RelativeForms
	}
	if p.Hint == "" && f.Type == schema.Enum {
		if near := problem.Nearest(v.Text, f.Values); near != "" {
			p.Hint = problem.Suggest(near)
		}
	}
	return Arg{}, p
}

// completed reads the older spelling of status: true, or false for pending.
func (d *decoder) completed() (status string, given bool, p *problem.Problem) {
	v, ok := d.rest.take("completed")
	if !ok || blank(v) {
		return "", false, nil
	}
	switch completed, ok := record.Truth(v); {
	case !ok:
		return "", false, &problem.Problem{Code: problem.Invalid("completed"), Field: "completed",
			Message: "completed must be true or false", Hint: "or give status"}
	case completed:
		return "completed", true, nil
	}
	return "pending", true, nil
}

// arguments reads the arguments of the verb, which are not fields of the kind.
func (d *decoder) arguments(o *schema.Operation) (args []Arg) {
	for i := range o.Args {
		f := &o.Args[i]
		a, given, problems := d.field(f, false)
		if len(problems) > 0 {
			d.problems = append(d.problems, problems...)
			continue
		}
		if f.Name == "status" && !given && completing(d.spelled) {
			a, given = Arg{Name: "status", Value: record.Text("completed")}, true
		}
		null := !given || a.Value.IsNull() && a.Ref == ""
		required := f.Required || f.Name == "occurrenceDate" && d.spelled == completeOccurrence
		switch {
		case required && null:
			d.problems = append(d.problems, absent(f))
		case f.Stated && !given:
			d.problem(problem.Invalid(f.Name), f.Name, f.Name+" is required", "say "+f.Help)
		case !null || f.Stated:
			args = append(args, a)
		}
	}
	if len(args) == 3 {
		// bulk_set_status has three: a status, and a date or a range of occurrences.
		d.problems = append(d.problems, *conflict(args[1].Name, args[2].Name))
	}
	return args
}

// absent is the problem of a required argument that is not given.
func absent(f *schema.Field) problem.Problem {
	strict := *f
	strict.Required = true
	_, p := record.Parse(&strict, ijson.Value{})
	if f.Type == schema.Date {
		p.Message, p.Hint = f.Name+" must be a valid date in YYYY-MM-DD format", "say which occurrence"
	}
	return *p
}

// times checks the start and end time of an event, if the operation gives them.
func (d *decoder) times(args []Arg, part string) {
	start, hasStart := find(args, "startTime")
	end, hasEnd := find(args, "endTime")
	switch {
	case !hasEnd || end.Value.IsNull():
	case hasStart && start.Value == end.Value:
		d.problems = append(d.problems, within(part, problem.Problem{Code: problem.EndNotAfterStart, Field: "endTime",
			Message: "endTime must be after startTime",
			Hint:    "an endTime before startTime is on the next day, but the two must differ"}))
	case d.op.Verb == schema.Create && (!hasStart || start.Value.IsNull()) && !d.has(problem.Invalid("startTime")):
		d.problem(problem.EndWithoutStart, "endTime", "endTime needs a startTime", "give startTime, or leave endTime out")
	}
}

// anchor requires the day that a new series repeats from.
func (d *decoder) anchor() {
	recurrence, _ := d.op.Arg("recurrence")
	day, _ := d.op.Arg(d.kind.Day)
	repeats := recurrence.Value.Recurrence().Repeats() || d.has(problem.Invalid("recurrence"))
	if d.kind.Day == "" || !repeats || day.Value.Date().Valid() {
		return
	}
	d.problem(problem.MissingAnchor, d.kind.Day,
		"a repeating "+d.kind.Name+" needs "+d.kind.Day+", the day it repeats from", "give its first day")
}

// passage requires the two texts of an edit to differ.
func (d *decoder) passage() {
	was, given := d.op.Arg("oldText")
	if becomes, _ := d.op.Arg("newText"); given && was.Value == becomes.Value {
		d.problem(problem.NoOp, "newText", "oldText and newText are the same", "say what oldText is to become")
	}
}
