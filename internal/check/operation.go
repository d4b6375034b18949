package check

import (
	"fmt"
	"slices"

	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Operation checks one operation and, if it is valid, applies it to the draft.
// The error is for data that could not be read.
func (d *Draft) Operation(o op.Op) (Finding, error) {
	f := Finding{Op: o}
	var err error
	if f.Named, err = d.named(o); err != nil {
		return f, err
	}
	if o.Verb.Bulk() {
		err = d.bulk(&f)
	} else {
		err = d.single(&f)
	}
	changes := slices.ContainsFunc(f.Targets, func(t Target) bool { return !t.Change.Empty() })
	if f.Valid() {
		f.Warnings = append(d.localDays(o), f.Warnings...)
	}
	switch {
	case !f.Valid():
		f.Targets = nil
	case len(f.Targets) > 0 && !changes:
		f.Warnings = append(f.Warnings, already(o))
	}
	return f, err
}

// already warns that nothing changes. Of an edit it says which text is there.
func already(o op.Op) problem.Problem {
	p := problem.Problem{Code: problem.NothingChanges,
		Message: "this changes nothing: the record already has these values"}
	if becomes, given := o.Arg("newText"); given && o.Verb == schema.Edit {
		p.Message = quoted(becomes.Value.Text()) + " is there already"
		p.Hint = "if another place is meant, give more of the text around it"
	}
	return p
}

// single checks an operation on one record.
func (d *Draft) single(f *Finding) error {
	o := f.Op
	if p, err := d.moved(o.Base); err != nil || p != nil {
		f.Errors = append(f.Errors, p...)
		return err
	}
	if o.Verb == schema.Create {
		return d.create(f, schema.Lookup(o.Kind))
	}
	before, p, err := d.target(o)
	if err != nil || p != nil {
		f.Errors = append(f.Errors, problemsOf(p)...)
		return err
	}
	key := keyOf(before)
	after, problems, err := d.step(before, o)
	if f.Errors = append(f.Errors, problems...); err != nil || !f.Valid() {
		return err
	}
	f.Targets = []Target{target(&before, after)}
	if after == nil {
		dependents, problems, err := d.release(before, o)
		if f.Errors = append(f.Errors, problems...); err != nil || !f.Valid() {
			return err
		}
		f.Targets = append(f.Targets, dependents...)
	}
	d.data.put(key, after, f.Targets[0].Change)
	f.Warnings = append(f.Warnings, d.localTimes(f.Targets[0].Change, after)...)
	f.Warnings = append(f.Warnings, suggested(o)...)
	return nil
}

// suggested shows the reason for a suggested completion and its confidence to the
// person who approves it. Neither is stored in the record.
func suggested(o op.Op) []problem.Problem {
	if o.Verb != schema.SuggestCompletion {
		return nil
	}
	reason, _ := o.Arg("reason")
	confidence, _ := o.Arg("confidence")
	return []problem.Problem{{Code: problem.Suggested,
		Message: fmt.Sprintf("suggested with %s confidence: %s", confidence.Value.Text(), short(reason.Value.Text()))}}
}

// step returns the record as the operation leaves it; nil deletes it. See release
// for the records that depend on a deleted one.
func (d *Draft) step(r record.Record, o op.Op) (*record.Record, []problem.Problem, error) {
	switch verb := o.Verb.Single(); verb {
	case schema.Delete:
		return nil, nil, nil
	case schema.Update:
		args := o.Args
		if o.Verb.Bulk() {
			args = o.Set
		}
		return d.update(r, args, !o.Verb.Bulk())
	default:
		if do := verbs[verb]; do != nil {
			after, problems := do(r, o, d.clock)
			return &after, problems, nil
		}
	}
	panic("check: no way to do " + o.Name())
}

func (d *Draft) create(f *Finding, kind *schema.Kind) error {
	o := f.Op
	r, err := d.newRecord(kind)
	if err != nil {
		return err
	}
	after, problems, err := d.assign(r, withoutNulls(o.Args))
	if err != nil {
		return err
	}
	f.Errors = append(f.Errors, problems...)
	if problems, err = d.fill(after, problems); err != nil {
		return err
	}
	f.Errors = append(f.Errors, problems...)
	follow(r, after, d.clock)
	f.Errors = append(f.Errors, d.whole(*after, o.Args)...)
	if problems, err = d.unique(*after); err != nil {
		return err
	}
	f.Errors = append(f.Errors, problems...)
	if _, taken := d.names[o.As]; taken && o.As != "" {
		f.Errors = append(f.Errors, problem.Problem{Code: problem.DuplicateRef, Field: "as",
			Message: "two operations of this batch have the name " + quoted(o.As), Hint: `give each create its own "as"`})
	}
	if !f.Valid() {
		return nil
	}
	key := record.Key{Kind: kind.Name, ID: r.ID}
	if o.As != "" {
		d.names[o.As] = key
	}
	f.Targets = []Target{target(nil, after)}
	d.data.put(key, after, f.Targets[0].Change)
	f.Warnings = append(f.Warnings, d.localTimes(f.Targets[0].Change, after)...)
	return nil
}

// newRecord returns a new record of a kind with its default values. All new records
// of a kind share these values, which must not be changed in place.
func (d *Draft) newRecord(kind *schema.Kind) (record.Record, error) {
	id, err := d.data.newID(kind.Name)
	r, known := d.blank[kind.Name]
	if !known {
		r = blank(kind, d.clock)
		d.blank[kind.Name] = r
	}
	r.ID = id
	return r, err
}

func blank(kind *schema.Kind, clock calendar.Clock) record.Record {
	r := record.New(kind, 0)
	for i := range kind.Fields {
		if field := &kind.Fields[i]; field.Default != "" {
			r.Values[i] = record.Default(field)
		}
	}
	if _, i := kind.Field("createdAt"); i >= 0 {
		r.Values[i] = record.Instant(clock.Instant)
	}
	return r
}

// withoutNulls drops null arguments of a create, so that the defaults stay.
func withoutNulls(args []op.Arg) []op.Arg {
	null := func(a op.Arg) bool { return a.Value.IsNull() && a.Ref == "" }
	if !slices.ContainsFunc(args, null) {
		return args
	}
	return slices.DeleteFunc(slices.Clone(args), null)
}

// update assigns fields. alone is false for a bulk update, which need not give a
// recurrence.
func (d *Draft) update(r record.Record, args []op.Arg, alone bool) (*record.Record, []problem.Problem, error) {
	after, problems, err := d.assign(r, args)
	if err != nil {
		return nil, nil, err
	}
	if r.Repeats() && !after.Repeats() {
		for _, field := range []string{"completedDates", "skippedDates"} {
			if _, i := r.Kind.Field(field); i >= 0 {
				*after = after.With(field, record.Null) // the series that they are occurrences of has ended
			}
		}
	}
	if status := find(args, "status"); status != nil && after.Repeats() {
		// A series stays pending; its occurrences are completed one by one.
		closes := status.Value.Text() != "pending"
		if closes && r.Kind.Operation(schema.SetStatus) != nil {
			problems = append(problems, useOccurrence(*after))
		}
	}
	follow(r, after, d.clock)
	var stated []op.Arg
	if alone {
		stated = args
	}
	problems = append(problems, d.whole(*after, stated)...)
	more, err := d.unique(*after)
	return after, append(problems, more...), err
}

// assign sets fields to the values of arguments.
func (d *Draft) assign(r record.Record, args []op.Arg) (*record.Record, []problem.Problem, error) {
	var problems []problem.Problem
	r.Values = slices.Clone(r.Values)
	for _, a := range args {
		f, i := r.Kind.Field(a.Name)
		if f == nil {
			panic("check: " + r.Kind.Name + " has no field " + a.Name)
		}
		v, p, err := d.resolve(f, a)
		if err != nil {
			return nil, nil, err
		}
		if p != nil {
			problems = append(problems, *p)
			continue
		}
		r.Values[i] = v
	}
	return &r, problems, nil
}

// resolve returns the value of an argument. A reference must be to a record that
// exists, or to one that is created earlier in the batch.
func (d *Draft) resolve(f *schema.Field, a op.Arg) (record.Value, *problem.Problem, error) {
	if a.Ref == "" && (f.Type != schema.Ref || a.Value.IsNull()) {
		return a.Value, nil, nil
	}
	r, p, err := d.find(a.Name, f.Of, op.Target{ID: a.Value.ID(), Ref: a.Ref})
	if err != nil || p != nil {
		return record.Null, p, err
	}
	return record.ID(r.ID), nil, nil
}

// target returns the record that an operation is about.
func (d *Draft) target(o op.Op) (record.Record, *problem.Problem, error) {
	return d.find("id", o.Kind, o.ID)
}

// find returns the record that a member of an operation names. An id names a record
// that existed before the first operation of the stream. The id that a create is going to give can
// go to somebody else's record before the batch is applied, so what the batch itself
// creates is named by a reference only.
func (d *Draft) find(member, kind string, t op.Target) (record.Record, *problem.Problem, error) {
	key := record.Key{Kind: kind, ID: t.ID}
	if t.Ref != "" {
		created, known := d.names[t.Ref]
		if !known || created.Kind != kind {
			p := unknownRef(member, t.Ref)
			return record.Record{}, &p, nil
		}
		key = created
	}
	s, err := d.data.state(key)
	if err != nil {
		return record.Record{}, nil, err
	}
	guessed := t.Ref == "" && (s.was == nil || d.isNew(key))
	if s.is == nil || guessed {
		p := notFound(key)
		p.Field = member
		switch {
		case s.is != nil && s.was == nil:
			p.Hint = `refer to a record of this batch by the name that its create gives it with "as": {"ref":"name"}`
		case s.is != nil:
			p.Message += " from before this stream"
			p.Hint = "apply what creates it as a stream of its own, and give the id that it got"
		}
		return record.Record{}, &p, nil
	}
	return *s.is, nil, nil
}

// isNew reports whether a record did not exist when the stream of the operations began.
func (d *Draft) isNew(key record.Key) bool {
	first := d.rules.FirstNew[key.Kind]
	return first != 0 && key.ID >= first
}

func target(before, after *record.Record) Target {
	t := Target{Change: change(before, after)}
	if after != nil {
		t.Label = after.Label()
	} else {
		t.Label = before.Label()
	}
	return t
}

func find(args []op.Arg, name string) *op.Arg {
	for i := range args {
		if args[i].Name == name {
			return &args[i]
		}
	}
	return nil
}

func notFound(key record.Key) problem.Problem {
	return problem.Problem{Code: problem.IDNotFound, Field: "id",
		Message: "there is no " + key.Words(),
		Hint:    "`assister list " + plural(key.Kind) + "` shows the ids"}
}

func plural(kind string) string { return schema.Lookup(kind).Plural }

func unknownRef(field, ref string) problem.Problem {
	return problem.Problem{Code: problem.UnknownRef, Field: field,
		Message: "no earlier operation of this batch has the name " + quoted(ref),
		Hint:    `name the record in its create operation with "as"`}
}

func useOccurrence(r record.Record) problem.Problem {
	return problem.Problem{Code: problem.UseOccurrence, Field: "occurrenceDate",
		Message: named(r) + " repeats, and the occurrence is not given",
		Hint:    `give occurrenceDate, such as "` + r.Day().String() + `"`}
}

func named(r record.Record) string {
	return record.Key{Kind: r.Kind.Name, ID: r.ID}.Words() + " " + quoted(r.Label())
}

func quoted(s string) string {
	const enough = 60
	return "“" + problem.Cut(s, enough) + "”"
}
