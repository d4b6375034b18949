package draft

import (
	"cmp"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// only is the one record that a description names.
func (c *change) only(m *meaning.Record) (rec record.Record) {
	found := c.search().resolve(m)
	if len(found) != 1 {
		c.askWhich(found, named(m))
	}
	return found[0]
}

// swap lets two records exchange their days and, if both have one, their times. Each takes
// as long as before.
func (c *change) swap() {
	if c.on.Where.Has(meaning.Has) { // "the deadlines of", which are not exchanged
		c.notUnderstood()
	}
	with := normal(*c.do.With)
	a := c.only(c.on)
	b := c.only(with)
	for _, rec := range []record.Record{a, b} {
		switch {
		case rec.Repeats():
			c.refuse(problem.UseOccurrence, "refuse.repeats-swapped", "name", rec.Label())
		case !rec.Day().Valid():
			c.refuse(problem.Invalid("scheduledFor"), "refuse.no-day-swapped", "name", rec.Label())
		}
	}
	toA, toB := exchanged(a, b), exchanged(b, a)
	if len(toA) == 0 {
		c.refuse(problem.NothingChanges, "refuse.same-day")
	}
	c.add(on(a, schema.Update, toA...))
	c.add(on(b, schema.Update, toB...))
	c.last = []record.Record{a, b}
}

// exchanged is what a record gets from another.
func exchanged(rec, other record.Record) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if rec.Day() != other.Day() {
		put(rec.Kind.Day, record.Date(other.Day()))
	}
	start, begins := rec.Begins(), other.Begins()
	if !start.Valid() || !begins.Valid() || start == begins {
		return args
	}
	put("startTime", record.Time(begins))
	if ends := ending(schedule{}, begins, rec); ends != calendar.Time(0) {
		put("endTime", record.Time(ends))
	}
	return args
}

// replace puts one passage of a text in place of another. Whether it is there, and only
// once, is for check to see. If there is no note of the name, the passage is in the title of a record: "replace Bo
// with Ann in the lunch".
func (c *change) replace() {
	titled := *c.on
	why := attempt(func() {
		rec := c.text()
		if rec.Kind.Operation(schema.Edit) == nil {
			c.noneCalled(nil, "note", cmp.Or(named(c.on), rec.Label()))
		}
		c.add(on(rec, schema.Edit, op.Arg{Name: "oldText", Value: record.Text(c.do.Old)},
			op.Arg{Name: "newText", Value: record.Text(c.do.New)}))
	})
	if why == nil {
		return
	}
	renamed := *c
	renamed.do.Act = meaning.Rename
	var rec record.Record
	missing := attempt(func() { rec = renamed.only(&titled) })
	if missing != nil || !strings.Contains(rec.Label(), c.do.Old) {
		panic(why)
	}
	title := strings.Replace(rec.Label(), c.do.Old, c.do.New, 1)
	c.add(on(rec, schema.Update, op.Arg{Name: rec.Kind.Label, Value: record.Text(title)}))
}

// append adds to the text of a note, or to the notes of a record that has no text.
func (c *change) append() {
	rec := c.text()
	c.do.Act = meaning.Change
	c.set.put(meaning.Notes, c.do.Title)
	c.edit().single(rec)
}

// text is the record whose text is changed.
func (c *change) text() record.Record {
	if c.on.Kind == "" && !c.on.It && len(c.on.IDs) == 0 {
		c.on.Kind = "note"
	}
	return c.only(c.on)
}

// alarm drafts what is done to an alarm.
func (c edit) alarm(rec record.Record) {
	verb := verbs[c.do.Act]
	if rec.Kind.Operation(verb) == nil {
		c.refuse(problem.InvalidOp, "refuse.no-alarm", "name", rec.Label(), "a", c.a(rec.Kind))
	}
	var args []op.Arg
	switch w := c.set.when; {
	case verb == schema.SetEnabled:
		args = append(args, op.Arg{Name: "enabled", Value: record.Bool(c.do.Act == meaning.Enable)})
	case verb == schema.Dismiss:
	case w.begins.Valid():
		day := cmp.Or(w.day, c.soonest(w.begins))
		args = append(args, op.Arg{Name: "until", Value: record.Moment(day, w.begins)})
	case w.minutes > 0:
		args = append(args, op.Arg{Name: "minutes", Value: record.Integer(int64(w.minutes))})
	default:
		c.notUnderstood()
	}
	c.add(on(rec, verb, args...))
}
