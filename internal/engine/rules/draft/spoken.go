package draft

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// What a description means that only the conversation says: a pronoun, a place in a list, a selection.

// spoken is what "in it" is about: what the text named before, or what was mentioned
// recently.
func (c *change) spoken() []record.Record {
	if len(c.last) > 0 {
		return c.last
	}
	return c.lookUp(c.topics.Recent)
}

// it is the selection, or the records that the text named before, or those that were
// mentioned recently, or else those of the selected day and priority that it can be. Several
// of the last two are a question, unless the request says "all" or "them". "Both" are two.
func (c search) it(m *meaning.Record) []record.Record {
	if chosen := c.lookUp(c.selection.Records); len(chosen) > 0 {
		return chosen
	}
	if len(c.last) > 0 && !m.Others {
		return c.last
	}
	all, recent := m.Every || m.Them, c.topics.Recent
	switch {
	case m.Others:
		recent = c.topics.Rest
	case m.Them: // also after a change of one of them
		recent = c.topics.Listed
	}
	spoken := c.lookUp(recent)
	named := c.namedIn(m)
	others := len(spoken) > 0 && len(reference.Among(named, recent)) == 0
	unclear := len(spoken) == 0 && c.do.Act == meaning.Delete && slices.ContainsFunc(named, func(rec record.Record) bool {
		return c.isErrand(rec.Label()) // "the kitchen is clean, delete it", with the task "Pack the kitchen"
	})
	partly := slices.ContainsFunc(named, func(rec record.Record) bool { // "my flat is cold, move it", with "Flat viewing"
		return !c.isErrand(rec.Label()) && !contains(reference.Fields(m.Near), c.content(rec.Label()))
	})
	switch {
	case len(named) > 0 && (others || unclear || partly):
		c.ask(slices.Concat(named, spoken), "ask.which-one")
	case len(spoken) == 0:
		spoken = named
	}
	if f := c.view(); !f.Empty() {
		spoken = reference.Those(spoken, func(rec record.Record) bool { return f.Selects(rec, c.today) })
		if len(spoken) == 0 {
			spoken = reference.Those(c.find(f), c.able)
		}
	}
	if m.Kind == "project" {
		spoken = c.lookUp(reference.WholesOf(spoken, "project"))
	}
	several := all || m.Both || m.Others
	if whole := reference.WholeOf(spoken, c.topics.Mentioned); len(whole) > 0 && !several {
		spoken = c.lookUp(whole)
	}
	for _, e := range m.Except {
		if len(sparedDays(c.do, m)) > 0 {
			break
		}
		spoken = (&bulk{change: c.change}).leaving(spoken, e)
	}
	counted := (!m.Both || len(spoken) == 2) && c.holding(spoken, m.Where)
	switch {
	case counted && (len(spoken) == 1 || len(spoken) > 0 && all):
		return spoken
	case m.Noun == "":
		c.ask(spoken, "ask.which-one")
	default:
		c.ask(spoken, "ask.which-is-it", "name", shortened(m.Noun))
	}
	return nil
}

// namedIn are the records that words around a change name, which says no more of them than "it" or a kind. What
// somebody does names nothing, as "call" of "Call the plumber", and neither does a part of another name: "the yoga
// mat", "lunch with Bo".
func (c search) namedIn(m *meaning.Record) (named []record.Record) {
	const looked = 24
	toks, kinds := language.Tokens(m.Near), reference.NamedOrPlanned(m.Kind)
	if m.Kind == "" {
		kinds = reference.Those(schema.Kinds, c.can)
	}
	f := filter.Condition{Kinds: reference.Each(kinds, func(k *schema.Kind) string { return k.Name })}
	for i := max(0, len(toks)-looked); i < len(toks); i++ {
		around := toks[max(0, i-1):min(i+2, len(toks))]
		isOf := c.grammar.Has(toks, i, "sortal") || c.grammar.Has(toks, i+1, "company")
		if isOf || c.grammar.Light(toks[i]) || c.grammar.Has(around, 0, "be", "degree", "negation") { // "it is old"
			continue
		}
		found := reference.Those(c.records.FindByTitle(toks[i].Word, f), func(rec record.Record) bool {
			words := reference.Fields(rec.Label())
			if len(words) > 1 && c.isErrand(rec.Label()) {
				words = words[1:]
			}
			has := func(t language.Token) bool { return slices.Contains(words, t.Word) }
			other := func(t language.Token) bool { return t.Letters && !has(t) && !c.isKnown(t) }
			return has(toks[i]) && !slices.ContainsFunc(around, other) && (c.able(rec) || !c.can(rec.Kind))
		})
		both := reference.Among(found, reference.Each(named, record.Record.Key))
		if named = append(named, found...); len(both) > 0 {
			named = both
		}
	}
	return named
}

// holding reports whether conditions hold of all records: "those on monday" are none of another day.
func (c search) holding(spoken []record.Record, where []meaning.Attribute) bool {
	scope, unknown := c.resolver().Scope(&meaning.Record{Where: where})
	other := func(rec record.Record) bool { return !scope.Means(rec, c.today) }
	return len(where) == 0 || unknown.Field == "" && !slices.ContainsFunc(spoken, other)
}

// spokenReminder is what "that reminder" stands for: the one record that the conversation is about, if it may be one.
func (c search) spokenReminder(m *meaning.Record) []record.Record {
	bare := m.Name == "" && len(m.Where) == 0 && m.Rank == (meaning.Rank{}) && !m.Every
	if !bare || c.do.On == nil || c.do.On.Kind != "reminder" || len(c.topics.Recent) != 1 {
		return nil
	}
	return slices.DeleteFunc(c.lookUp(c.topics.Recent), c.isNoReminder)
}

// atPlaces are the records at some places of the list that was shown last, which are those places
// also when others of it were deleted since. None are there for a kind that the list has none of:
// "the first meeting" may be that of today. One that the list has on several days is a
// question, since the list does not keep them.
func (c search) atPlaces(m *meaning.Record) []record.Record {
	list := reference.OfKind(c.topics.Listed, m.Kind)
	if whole := reference.WholeOf(c.lookUp(list), list); len(whole) > 0 { // a project, and what was put into it
		list = slices.DeleteFunc(list, func(k record.Key) bool { return k == whole[0] })
	}
	places := reference.AtPlaces(list, m.Rank)
	found := c.lookUp(places)
	for _, rec := range found {
		if !c.drafter.selection.Day.Valid() && reference.IsAgain(list, rec.Key()) {
			c.askOccurrence(rec)
		}
	}
	if otherwise := m.Kind != "" && len(list) == 0; otherwise || len(places) > 0 && len(found) == len(places) {
		return found
	}
	c.ask(c.lookUp(list), "ask.which-one")
	return nil
}

// view is the condition that the day and the priority that were selected are for records,
// unless the change sets them.
func (c search) view() (f filter.Condition) {
	if day := c.selection.Day; day.Valid() {
		f.Scheduled = filter.Day(day)
	}
	if c.set.get(meaning.Priority) == "" {
		f = f.WithWord("priority", c.selection.Priority)
	}
	return f
}

// selected is what an answer to an earlier question says of the records found: those of
// them that were selected or, if there is one change, the selection itself.
func (d *drafter) selected(found []record.Record) []record.Record {
	if len(d.selection.Records) == 0 || len(found) == 1 {
		return nil
	}
	if chosen := reference.Among(found, d.selection.Records); len(chosen) > 0 || !d.sole {
		return chosen
	}
	return d.lookUp(d.selection.Records)
}
