package rules

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/record"
	"assister/internal/schema"
)

// keep drafts a record of a kind that is kept and not planned, or an alarm. What was
// said is in the fields that the table has for it: the label, the body, the day.
func (d *drafter) keep(r phrase.Request) error {
	kind := schema.Lookup(r.Kind)
	var args []op.Arg
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if r.Title != "" {
		title := r.Title
		if kind.Name != "person" {
			title = written(r)
		}
		put(kind.Label, record.Text(title))
	}
	if r.Set.Notes != "" {
		put(kind.Body, record.Text(written(phrase.Request{Title: r.Set.Notes})))
	}
	for _, g := range r.Given {
		arg, err := d.givenField(kind, g)
		if err != nil {
			return err
		}
		args = append(args, arg)
	}
	if r.Set.Project != "" {
		arg, err := d.projectArg(r.Set.Project)
		if err != nil {
			return err
		}
		args = append(args, arg)
	}
	if w := r.Set.When; w.Time.Valid() {
		if kind.Start == nil {
			return &stopped{words: r.Span.Of(d.text)}
		}
		day, err := d.firstDay(r)
		if err != nil {
			return err
		}
		d.warnLocal(day, w.Time)
		put(kind.Day, record.Date(day))
		put(kind.Start.Time, record.Time(w.Time))
		if w.Repeat.Repeats() {
			put("recurrence", record.Recurrence(w.Repeat))
		}
	}
	d.last = nil
	d.add(op.Op{Kind: kind.Name, Verb: schema.Create, Args: inOrder(kind, schema.Create, args)})
	return nil
}

// givenField is a field as it was written; of another record it is the one of that name.
func (d *drafter) givenField(kind *schema.Kind, g phrase.Given) (op.Arg, error) {
	f, _ := kind.Field(g.Field)
	if f.Type != schema.Ref {
		v, p := record.Parse(f, ijson.Value{Kind: ijson.String, Text: g.Text})
		if p != nil {
			return op.Arg{}, &stopped{words: g.Text, problem: p}
		}
		return op.Arg{Name: g.Field, Value: v}, nil
	}
	found, err := d.named(g.Text, filter.Condition{Kinds: []string{f.Of}}, true)
	switch {
	case err != nil:
		return op.Arg{}, err
	case len(found) == 1:
		return op.Arg{Name: g.Field, Value: record.ID(found[0].ID)}, nil
	case len(found) > 1:
		return op.Arg{}, d.ask(found, "ask.which", "name", shortened(g.Text))
	}
	return op.Arg{}, d.unmatched(nil, "ask.none-called", "kind", d.language.Noun(f.Of, 1), "name", shortened(g.Text))
}

// ofKind are the records of a kind that is kept, where a description says which: "the
// wifi note", "note Wifi", "the 7am alarm". A project is meant by itself where it is
// deleted or renamed; all else is for what is in it.
func (d *drafter) ofKind(t phrase.Target, r phrase.Request) ([]record.Record, error) {
	kind, name := phrase.Kept(t.Text)
	if kind == "" || name == "" || t.Every || kind == "project" && r.Action != phrase.Delete && r.Action != phrase.Rename || kind == "checklist" && r.Action != phrase.Rename {
		return nil, nil
	}
	f := filter.Condition{Kinds: []string{kind}}
	if k := schema.Lookup(kind); k.Start != nil && t.When.Time.Valid() {
		found, err := d.find(f)
		return slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return rec.Get(k.Start.Time).Time() != t.When.Time }), err
	}
	exact := kind == "project" || kind == "checklist"
	found, err := d.named(name, f, exact)
	if err != nil || len(found) > 0 || exact {
		return found, err
	}
	return d.allWords(name, f)
}

// lengthen adds to the text of a note, where nothing else is said of it.
func (d *drafter) lengthen(r phrase.Request, rec record.Record) bool {
	more := r.Set.Notes
	if r.Set.Notes = ""; more == "" || !r.Set.Empty() || rec.Kind.Operation(schema.Append) == nil {
		return false
	}
	d.add(on(rec, schema.Append, []op.Arg{{Name: "content", Value: record.Text(more)}}))
	return true
}
