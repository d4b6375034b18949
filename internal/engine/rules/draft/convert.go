package draft

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// converts is the kind that a change makes something, and nil if it leaves the kind.
func (s settings) converts() *schema.Kind {
	if kind := s.get(meaning.Kind); kind != "" {
		return schema.Lookup(kind)
	}
	return nil
}

// becomes is the kind that a change makes a record. The one task that the conversation is about becomes an event by a
// day and a time, as a new one would, if nothing of it is lost. A task that goes on a list becomes an item of it.
func becomes(c edit, rec record.Record) *schema.Kind {
	if rec.Kind.Name == "task" && c.set.get(meaning.List) != "" {
		return schema.Lookup("checklist_item")
	}
	event := schema.Lookup("event")
	_, lost := inKind(rec, event)
	several := c.on.Them || c.on.Every || rec.Repeats()
	single := c.on.It && !several && rec.Kind.Name == "task"
	dated := c.set.when.day.Valid() || rec.Day().Valid()
	if single && dated && c.set.when.begins.Valid() && len(lost) == 0 {
		return event
	}
	return c.set.converts()
}

// convert drafts a record of another kind in the place of one, with the values that both kinds have and those that
// are set. A remark says which values are lost.
func convert(c edit, rec record.Record, to *schema.Kind) {
	rest := *c.change
	rest.set.text = rest.set.text.Without(meaning.Kind)
	c = edit{&rest}
	switch day, _ := days(c.on, c.today); {
	case !to.Planned && (rec.Repeats() || c.set.get(meaning.List) == ""): // an item is done once, and is on a list
		c.notUnderstood()
	case rec.Repeats() && day.Valid(): // an occurrence is no record of its own
		c.notUnderstood()
	case to == rec.Kind && c.set.empty():
		c.ask(nil, "ask.change-what", "name", shortened(rec.Label()))
	case to == rec.Kind:
		c.single(rec)
		return
	case isWhole(c.drafter, rec):
		c.notUnderstood()
	}
	other, lost := inKind(rec, to)
	var args []op.Arg
	if !c.set.empty() {
		args = c.changes(other)
	}
	if len(lost) > 0 {
		name, fields := shortened(rec.Label()), c.language.Or(lost)
		c.remark(problem.UnknownField, "", "remark.converted", "name", name, "a", c.a(to), "fields", fields)
	}
	made := create(to, filled(other, args))
	c.add(made)
	c.delete(rec)
	c.made = changed(other, []op.Op{made})
}

// copied drafts a record like one that there is, on the day or at the time that is set. Of a series it is one more
// occurrence, and what is done is to be done once more.
func (c edit) copied(rec record.Record) {
	if !rec.Kind.Planned && rec.Kind.Start == nil { // nothing else has a day or a time
		c.notUnderstood()
	}
	if c.set.empty() || c.set.when == (schedule{day: rec.Day()}) {
		c.ask(nil, "ask.to-which-day")
	}
	single := rec.With("recurrence", record.Null)
	c.add(create(rec.Kind, filled(single, c.changes(single), "recurrence", "status", "deadline")))
}

// isWhole reports whether other records belong to one.
func isWhole(d *drafter, rec record.Record) bool {
	return slices.ContainsFunc(schema.Kinds, func(k *schema.Kind) bool {
		f := k.Belongs(rec.Kind.Name)
		return f != nil && len(partsOf(d, rec, k, f)) > 0
	})
}

// partsOf are the records of a kind that belong to one by a field.
func partsOf(d *drafter, rec record.Record, k *schema.Kind, by *schema.Field) []record.Record {
	return d.find(filter.Condition{Kinds: []string{k.Name}}.With(filter.Is(by.Name, record.ID(rec.ID))))
}

// inKind is a record of another kind with the values that one has, and the names of the fields that are lost.
func inKind(rec record.Record, to *schema.Kind) (other record.Record, lost []string) {
	other = record.New(to, 0)
	for _, f := range rec.Kind.Fields {
		name, v := f.Name, rec.Get(f.Name)
		switch notes := reference.Column(meaning.Notes, to); {
		case name == rec.Kind.Label:
			name = to.Label
		case name == rec.Kind.Body && notes != nil:
			name = notes.Name
		}
		same, _ := to.Field(name)
		usual := f.Default != "" && v.Text() == f.Default
		history := f.Type == schema.Dates // the days on which a series was done or skipped
		switch {
		case v.IsNull() || usual || f.Kept && !history:
		case same == nil || same.Type != f.Type && !same.Type.Textual():
			lost = append(lost, f.Name)
		default:
			other = other.With(name, v)
		}
	}
	return other, lost
}
