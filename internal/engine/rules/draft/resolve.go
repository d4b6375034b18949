package draft

import (
	"slices"
	"strconv"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// change is one change while it is drafted.
type change struct {
	*drafter
	do  meaning.Do
	on  *meaning.Record // what it is about; nil for a new record
	set settings

	selection record.Selection // but for a day that the change goes to

	anchor  record.Record       // that a new record is beside
	repeats calendar.Recurrence // as a new record that it is beside does

	alike bool // records that are called by other words count, too
}

func (c *change) edit() edit     { return edit{c} }
func (c *change) search() search { return search{c} }

// resolver finds records that the change can be made to.
func (c *change) resolver() reference.Resolver {
	r := c.drafter.resolver()
	r.Able, r.It = c.able, c.spoken()
	if c.alike {
		r.Alike = c.grammar
	}
	return r
}

// search finds the records of descriptions in a change.
type search struct{ *change }

// resolve finds the records that a description names: one, or for ids and "milk and eggs"
// each of them. Several for one name are a question.
func (c search) resolve(m *meaning.Record) []record.Record {
	switch {
	case m.It:
		return c.it(m)
	case len(m.IDs) > 0:
		return c.byIDs(m)
	case m.Name == "" && len(m.Each) > 0:
		return c.each(m)
	}
	if shown := c.shown(m); len(shown) > 0 {
		return shown
	}
	f := c.candidates(m)
	if len(f.Records) == 0 && len(m.Each) > 0 {
		return c.each(m)
	}
	f = c.picked(f, m)
	if chosen := c.selected(f.Records); len(chosen) > 0 {
		return chosen
	}
	if isKindOnly(m) {
		return c.whichOf(schema.Lookup(m.Kind), m.Noun)
	}
	c.ascertain(f, m)
	return f.Records
}

// picked are those candidates that the rank of the description picks, and of these the ones of the day and the
// priority that were selected. If none is of those, the name still means them.
func (c search) picked(f match, m *meaning.Record) match {
	if len(f.Records) == 0 && settles(c.do.Act) { // "got rid of the leaves, tick that off"
		f.Records = c.namedIn(m)
	}
	f.doubted = f.doubted || c.byThings(f, m)
	f.Records = c.ranked(f.Records, m)
	if view := c.view(); !view.Empty() {
		f.Records = reference.Preferred(f.Records, func(rec record.Record) bool { return view.Selects(rec, c.today) })
	}
	return f
}

// isKindOnly reports whether a description says nothing but a kind: "my task".
func isKindOnly(m *meaning.Record) bool {
	return m.Kind != "" && m.Name == "" && len(m.Where) == 0 && m.Rank == (meaning.Rank{})
}

// each resolves every name of several that are joined.
func (c search) each(m *meaning.Record) (all []record.Record) {
	sole := c.sole
	c.sole = false // a selection may answer for one of them, and never for all
	defer func() { c.sole = sole }()
	for i, e := range m.Each {
		own := without(*e, meaning.Project, meaning.Tag) // "the oven and the cards for Christmas"
		if i < len(m.Each)-1 && len(own.Where) < len(e.Where) && len(c.candidates(e).Records) == 0 {
			e = &own
		}
		all = append(all, c.resolve(e)...)
	}
	return all
}

// whichOf is the record of a kind that "my task" stands for, if it was chosen or is the only one, or
// the only one that is called so or was shown: "the meeting". Otherwise it asks which, as it does
// before a deletion, too, if none or several were shown, but not of an alarm, which has no other name.
func (c search) whichOf(k *schema.Kind, noun string) []record.Record {
	f := filter.Condition{Kinds: []string{k.Name}}
	if k.Settles() {
		f.Completed = filter.No
	}
	open := c.find(f)
	if chosen := c.selected(open); len(chosen) > 0 {
		return chosen
	}
	called := c.withNoun(open, k.Name, noun)
	isSelected := len(reference.Among(open, c.selection.Records)) == 1
	switch shown := reference.Among(open, c.topics.Listed); {
	case len(shown) == 1:
		return shown
	case len(open) == 0:
		c.unmatched(nil, "ask.none-of-kind", "kind", c.language.Noun(k.Name, 1))
	case len(called) == 1 && c.do.Act != meaning.Delete:
		return called
	case len(open) == 1 && (c.do.Act != meaning.Delete || k.Name == "alarm" || isSelected):
		return open
	}
	c.ask(open, "ask.which-of-kind", "kind", c.language.Noun(k.Name, 1))
	return nil
}

// resolver finds records whatever becomes of them.
func (d *drafter) resolver() reference.Resolver { return reference.Resolver{Records: d.records} }

func (d *drafter) find(f filter.Condition) []record.Record { return d.records.Find(f) }

func (d *drafter) lookUp(keys []record.Key) []record.Record { return d.records.LookUp(keys) }

// byIDs finds "#12". Ids are of a kind each, so that the same number may be two records;
// then the change may fit only one of them.
func (c search) byIDs(m *meaning.Record) (all []record.Record) {
	for _, id := range m.IDs {
		one := *m
		one.IDs = []int{id}
		found := c.resolver().Resolve(&one).Records
		if chosen := c.selected(found); len(found) > 1 && len(chosen) > 0 {
			found = chosen
		}
		switch len(found) {
		case 0:
			noun := func(k *schema.Kind) string { return c.language.Noun(k.Name, 1) }
			kind := c.language.Or(reference.Each(reference.NamedOrPlanned(m.Kind), noun))
			c.refuse(problem.IDNotFound, "refuse.no-id", "kind", kind, "id", strconv.Itoa(id))
		case 1:
			all = append(all, found[0])
		default:
			c.ask(found, "ask.which-of-id", "id", strconv.Itoa(id))
		}
	}
	return all
}

// madeCalled is the operation of this text that creates a record of a kind and a name; -1
// if there is none.
func (d *drafter) madeCalled(kind, name string) int {
	return slices.IndexFunc(d.ops, func(o op.Op) bool {
		return o.Verb == schema.Create && o.Kind == kind && slices.ContainsFunc(o.Args, func(a op.Arg) bool {
			return a.Name == schema.Lookup(kind).Label && fulltext.Plain(a.Value.Text()) == fulltext.Plain(name)
		})
	})
}
