package check

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

// Operation looks at one operation and, when nothing is wrong with it, lays what
// it does over the draft. The error is for data that could not be read.
func (d *Draft) Operation(o op.Op) (Finding, error) {
	f := Finding{Op: o}
	var err error
	if o.Verb.Bulk() {
		err = d.bulk(&f)
	} else {
		err = d.single(&f)
	}
	if !f.Valid() {
		f.Targets = nil
	} else if len(f.Targets) > 0 && !slices.ContainsFunc(f.Targets, func(t Target) bool { return !t.Change.Empty() }) {
		f.Warnings = append(f.Warnings, already(o))
	}
	return f, err
}

// already says that nothing changes. Of a passage it says what that was told by.
func already(o op.Op) diag.Problem {
	p := diag.Problem{Code: diag.NothingChanges, Message: "it is like that already"}
	if becomes, given := o.Arg("newText"); given && o.Verb == schema.Edit {
		p.Message = quoted(becomes.Value.Text()) + " is there already"
		p.Hint = "if another place is meant, give more of the text around it"
	}
	return p
}

func (d *Draft) single(f *Finding) error {
	o := f.Op
	kind := schema.Lookup(o.Kind)
	if o.Verb == schema.Create {
		return d.create(f, kind)
	}
	key, p := d.target(o)
	if p != nil {
		f.Errors = append(f.Errors, *p)
		return nil
	}
	s, err := d.state(key)
	if err != nil {
		return err
	}
	if p, err := d.moved(o.Base); err != nil || p != nil {
		f.Errors = append(f.Errors, p...)
		return err
	}
	if s.is == nil {
		f.Errors = append(f.Errors, notFound(key))
		return nil
	}
	before := *s.is
	after, problems, err := d.step(before, o)
	if f.Errors = append(f.Errors, problems...); err != nil || !f.Valid() {
		return err
	}
	f.Targets = []Target{target(&before, after)}
	if after == nil {
		beside, problems, err := d.release(before, o)
		if f.Errors = append(f.Errors, problems...); err != nil || !f.Valid() {
			return err
		}
		f.Targets = append(f.Targets, beside...)
	}
	d.put(key, after)
	f.Warnings = append(f.Warnings, d.localTimes(f.Targets[0].Change, after)...)
	f.Warnings = append(f.Warnings, suggested(o)...)
	return nil
}

// suggested gives the reason for a suggestion, and how sure it is, to whoever
// is about to say yes. The yes is what checks the item off; the reason is not
// kept in the record.
func suggested(o op.Op) []diag.Problem {
	if o.Verb != schema.SuggestCompletion {
		return nil
	}
	reason, _ := o.Arg("reason")
	confidence, _ := o.Arg("confidence")
	return []diag.Problem{{Code: diag.Suggested,
		Message: fmt.Sprintf("suggested with %s confidence: %s", confidence.Value.Text(), short(reason.Value.Text()))}}
}

// step is what one operation makes of one record: another state, or nil when it
// deletes it. What goes with a record that is deleted is release's.
func (d *Draft) step(r record.Record, o op.Op) (*record.Record, []diag.Problem, error) {
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
	id, err := d.newID(kind.Name)
	if err != nil {
		return err
	}
	r := record.New(kind, id)
	for i := range kind.Fields {
		if field := &kind.Fields[i]; field.Default != "" {
			r.Values[i] = record.Default(field)
		}
	}
	if _, i := kind.Field("createdAt"); i >= 0 {
		r.Values[i] = record.Instant(d.clock.Instant)
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
		f.Errors = append(f.Errors, diag.Problem{Code: diag.DuplicateRef, Field: "as",
			Message: "two operations of this batch are called " + quoted(o.As), Hint: "call one of them something else"})
	}
	if !f.Valid() {
		return nil
	}
	key := record.Key{Kind: kind.Name, ID: id}
	if o.As != "" {
		d.names[o.As] = key
	}
	d.put(key, after)
	f.Targets = []Target{target(nil, after)}
	f.Warnings = append(f.Warnings, d.localTimes(f.Targets[0].Change, after)...)
	return nil
}

// localTimes says when a time that is written does not exist on its day, or
// exists twice, and which instant that is by RFC 5545 (contract, section 9).
func (d *Draft) localTimes(c ledger.Change, after *record.Record) (warnings []diag.Problem) {
	if after == nil || !after.Day().Valid() {
		return nil
	}
	_, moved := c.Cell(after.Kind.Day)
	for i := range after.Kind.Fields {
		f := &after.Kind.Fields[i]
		_, changed := c.Cell(f.Name)
		if f.Type != schema.Time || after.Values[i].IsNull() || !moved && !changed {
			continue
		}
		day := after.Day()
		if f.Name == "endTime" && after.Values[i].Time() < after.Get("startTime").Time() {
			day = day.AddDays(1)
		}
		at, shift := d.clock.At(day, after.Values[i].Time())
		w := diag.Problem{Field: f.Name, Hint: "say another time if that is not meant"}
		switch shift {
		case calendar.Skipped:
			w.Code = diag.LocalTimeDoesNotExist
			w.Message = fmt.Sprintf("%s does not exist on %s in %s, since the clocks go forward; it will be %s", after.Values[i].Time(), day, d.clock.Zone, at.Format("15:04"))
		case calendar.Twice:
			w.Code = diag.LocalTimeExistsTwice
			w.Message = fmt.Sprintf("%s exists twice on %s in %s, since the clocks go back; the first is meant", after.Values[i].Time(), day, d.clock.Zone)
		default:
			continue
		}
		warnings = append(warnings, w)
	}
	return warnings
}

// withoutNulls leaves a new record's defaults where nothing was said.
func withoutNulls(args []op.Arg) []op.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(a op.Arg) bool { return a.Value.IsNull() && a.Ref == "" })
}

func (d *Draft) update(r record.Record, args []op.Arg, alone bool) (*record.Record, []diag.Problem, error) {
	after, problems, err := d.assign(r, args)
	if err != nil {
		return nil, nil, err
	}
	if r.Repeats() && !after.Repeats() {
		for _, field := range []string{"completedDates", "skippedDates"} {
			if _, i := r.Kind.Field(field); i >= 0 {
				*after = after.With(field, record.Null) // they were occurrences of a series that is no more
			}
		}
	}
	if status := find(args, "status"); status != nil && after.Repeats() && status.Value.Text() != "pending" && r.Kind.Operation(schema.SetStatus) != nil {
		problems = append(problems, useOccurrence(*after))
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

// assign gives fields their values, resolving references to records that were
// made earlier in the batch.
func (d *Draft) assign(r record.Record, args []op.Arg) (*record.Record, []diag.Problem, error) {
	var problems []diag.Problem
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

// resolve is the value of an argument: of a reference, the id of a record that
// is there, or that was made earlier in the batch.
func (d *Draft) resolve(f *schema.Field, a op.Arg) (record.Value, *diag.Problem, error) {
	if a.Ref != "" {
		key, known := d.names[a.Ref]
		if !known || key.Kind != f.Of {
			p := unknownRef(a.Name, a.Ref)
			return record.Null, &p, nil
		}
		return record.ID(key.ID), nil, nil
	}
	if f.Type != schema.Ref || a.Value.IsNull() {
		return a.Value, nil, nil
	}
	key := record.Key{Kind: f.Of, ID: a.Value.ID()}
	s, err := d.state(key)
	if err != nil {
		return record.Null, nil, err
	}
	if s.is == nil {
		p := notFound(key)
		p.Field = a.Name
		return record.Null, &p, nil
	}
	return a.Value, nil, nil
}

// whole is what must hold of a record as a whole, whatever brought it there.
// args are those of a create or update that stands alone, for the strict rule.
func (d *Draft) whole(r record.Record, args []op.Arg) []diag.Problem {
	problems := Whole(r)
	if _, i := r.Kind.Field("recurrence"); d.rules.Strict && i >= 0 && args != nil && find(args, "recurrence") == nil {
		problems = append(problems, diag.Problem{Code: diag.MissingRecurrence, Field: "recurrence",
			Message: "recurrence must be stated", Hint: `{"type":"none"} when it does not repeat`})
	}
	return problems
}

// Whole is what must hold of any record of the workspace: a series has an
// anchor, an end has a start and differs from it.
func Whole(r record.Record) (problems []diag.Problem) {
	if r.Repeats() && !r.Day().Valid() {
		problems = append(problems, diag.Problem{Code: diag.MissingAnchor, Field: r.Kind.Day,
			Message: "a repeating " + r.Kind.Name + " needs " + r.Kind.Day + ", the day it repeats from", Hint: "give its first day"})
	}
	start, end := r.Get("startTime"), r.Get("endTime")
	switch {
	case end.IsNull():
	case start.IsNull():
		problems = append(problems, diag.Problem{Code: diag.EndWithoutStart, Field: "endTime",
			Message: "endTime needs a startTime", Hint: "give startTime, or clear endTime with null"})
	case start == end:
		problems = append(problems, diag.Problem{Code: diag.EndNotAfterStart, Field: "endTime",
			Message: "endTime must be after startTime", Hint: "an end before the start is on the next day; an equal one is no time at all"})
	}
	problems = append(problems, address(r)...)
	if r.Kind.Name == "preference" {
		problems = append(problems, problemsOf(Preferable(r.Get("name").Text(), r.Get("value").Text()))...)
	}
	return problems
}

// Preferable looks at what a preference is set to: nothing could be done with a
// language that nobody answers in, or with a filter that cannot be read.
func Preferable(name, value string) *diag.Problem {
	switch name {
	case "language":
		if schema.Languages[value] == "" {
			return &diag.Problem{Code: diag.Invalid("value"), Field: "value", Message: diag.Quote(value) + " is no language that can be preferred", Hint: "give en or fr"}
		}
	case "filter":
		if _, p := where.Read(value); p != nil {
			p.Field = "value"
			return p
		}
	}
	return nil
}

// address looks at what should be one: something, an @, and something.
func address(r record.Record) []diag.Problem {
	email := r.Get("email").Text()
	at := strings.IndexByte(email, '@')
	if email == "" || at > 0 && at < len(email)-1 && !strings.ContainsAny(email, " \t\n,;<>") {
		return nil
	}
	return []diag.Problem{{Code: diag.Invalid("email"), Field: "email", Message: "email must be an address", Hint: "such as ann@example.org"}}
}

// target is the record that an operation names.
func (d *Draft) target(o op.Op) (record.Key, *diag.Problem) {
	if o.ID.Ref == "" {
		return record.Key{Kind: o.Kind, ID: o.ID.ID}, nil
	}
	key, known := d.names[o.ID.Ref]
	if !known || key.Kind != o.Kind {
		p := unknownRef("id", o.ID.Ref)
		return key, &p
	}
	return key, nil
}

// moved compares the revisions that the proposer saw with the snapshot's.
func (d *Draft) moved(bases []op.Base) (problems []diag.Problem, err error) {
	if d.rules.IgnoreBase {
		return nil, nil
	}
	for _, b := range bases {
		s, err := d.state(b.Key)
		if err != nil {
			return nil, err
		}
		if s.was != nil && s.was.Rev == b.Rev {
			continue
		}
		p, err := d.stale(b, s.was)
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	return problems, nil
}

func (d *Draft) stale(b op.Base, now *record.Record) (diag.Problem, error) {
	p := diag.Problem{Code: diag.Stale, Hint: "propose again, or apply with --ignore-base"}
	if now == nil {
		p.Message = fmt.Sprintf("%s #%d has been deleted since", b.Key.Kind, b.Key.ID)
		return p, nil
	}
	since, err := d.reader.Since(b.Key, b.Rev)
	if err != nil {
		return p, fmt.Errorf("read what moved %s #%d: %w", b.Key.Kind, b.Key.ID, err)
	}
	var fields []string
	for _, m := range since {
		for _, c := range m.Change.Cells {
			if !slices.Contains(fields, c.Field) {
				fields = append(fields, c.Field)
			}
		}
	}
	p.Message = fmt.Sprintf("%s has changed since", named(*now))
	if len(fields) > 0 {
		p.Field = fields[0]
		p.Message += ": " + strings.Join(fields, ", ") + fmt.Sprintf(" by batch %d", since[len(since)-1].Batch)
	}
	return p, nil
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

func notFound(key record.Key) diag.Problem {
	return diag.Problem{Code: diag.IDNotFound, Field: "id",
		Message: fmt.Sprintf("there is no %s #%d", key.Kind, key.ID), Hint: "`assister list " + plural(key.Kind) + "` shows what there is"}
}

func plural(kind string) string { return schema.Lookup(kind).Plural }

func unknownRef(field, ref string) diag.Problem {
	return diag.Problem{Code: diag.UnknownRef, Field: field,
		Message: "no earlier operation of this batch is called " + quoted(ref), Hint: `a create names its record by "as"`}
}

func useOccurrence(r record.Record) diag.Problem {
	return diag.Problem{Code: diag.UseOccurrence, Field: "occurrenceDate",
		Message: named(r) + " repeats: say which occurrence", Hint: `give occurrenceDate, such as "` + r.Day().String() + `"`}
}

func named(r record.Record) string {
	return fmt.Sprintf("%s #%d %s", r.Kind.Name, r.ID, quoted(r.Label()))
}

func quoted(s string) string {
	const enough = 60
	if r := []rune(s); len(r) > enough {
		s = string(r[:enough-1]) + "…"
	}
	return "“" + s + "”"
}
