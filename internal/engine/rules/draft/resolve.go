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
	case reference.IsPlace(m):
		if found := c.atPlaces(m); len(found) > 0 {
			return found
		}
	}
	if spoken := c.spokenReminder(m); len(spoken) > 0 {
		return spoken
	}
	f := c.candidates(m)
	if len(f.Records) == 0 && len(m.Each) > 0 {
		return c.each(m)
	}
	if len(f.Records) == 0 && settles(c.do.Act) { // "got rid of the leaves, tick that off"
		f.Records = c.namedIn(m)
	}
	f.doubted = f.doubted || c.byThings(f, m)
	found := c.ranked(f.Records, m)
	if view := c.view(); !view.Empty() { // if none is of that day and priority, the name still means them
		found = reference.Preferred(found, func(rec record.Record) bool { return view.Selects(rec, c.today) })
	}
	if chosen := c.selected(found); len(chosen) > 0 {
		return chosen
	}
	onlyKind := m.Name == "" && len(m.Where) == 0 && m.Kind != "" && m.Rank == (meaning.Rank{})
	dated := m.Name != "" && len(m.Where) == 1 && m.Where.Has(meaning.When)
	unnamed := m.Name+m.Kind == "" && c.do.Act == meaning.Delete && m.Rank == (meaning.Rank{})
	switch name := named(m); {
	case unnamed && len(found) > 0:
		c.askWhich(found, name)
	case onlyKind:
		return c.whichOf(schema.Lookup(m.Kind), m.Noun)
	case len(found) == 1 && c.do.Manner == meaning.Told && settles(c.do.Act) && c.saysMore(found[0].Label(), m):
		c.ask(found, "ask.is-all-done", "name", shortened(found[0].Label()))
	case len(found) > 0 && c.do.Act == meaning.Delete && c.isAnother(found, m):
	case len(found) == 1 && !f.doubted:
		return found
	case f.doubted && len(found) > 0:
		c.ask(found, "ask.nothing-called", "name", shortened(name))
	case len(found) == 0 && len(f.Near) == 1 && f.Near[0].Repeats() && dated:
		c.ask(f.Near, "ask.occurs-not-then", "name", shortened(f.Near[0].Label()))
	case len(found) == 0:
		c.noMatch(f.Near, name)
	case isPlural(m, found):
		return found
	default:
		c.askWhich(found, name)
	}
	return nil
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
