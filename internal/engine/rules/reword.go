package rules

import (
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/record"
	"assister/internal/schema"
)

// reword puts one passage of a text in place of another. Whether it is there, and
// only once, is for check to see.
func (d *drafter) reword(r phrase.Request) error {
	kind := schema.Lookup(r.Target.Kind)
	found, err := d.named(r.Target.Title, filter.Condition{Kinds: []string{kind.Name}}, false)
	if err != nil {
		return err
	}
	if chosen, err := d.selected(found); err != nil || len(chosen) > 0 {
		found = chosen
		if err != nil {
			return err
		}
	}
	switch len(found) {
	case 0:
		return d.unmatched(nil, "ask.none-called", "kind", d.language.Noun(kind.Name, 1), "name", shortened(r.Target.Title))
	case 1:
		d.add(on(found[0], schema.Edit, []op.Arg{
			{Name: "oldText", Value: record.Text(r.Passage.Was)}, {Name: "newText", Value: record.Text(r.Passage.Becomes)},
		}))
		return nil
	}
	return d.ask(found, "ask.which-kind-named", "kind", d.language.Noun(kind.Name, 1), "name", shortened(r.Target.Title))
}
