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
	spoken := c.viewed(c.mentioned(m))
	spoken = c.leavingOut(c.asWhole(spoken, m), m)
	counted := (!m.Both || len(spoken) == 2) && c.holding(spoken, m.Where)
	switch {
	case counted && (len(spoken) == 1 || len(spoken) > 0 && isAll(m)):
		return spoken
	case counted && len(spoken) > 0 && len(c.topics.Recent) == 0 && isThem(c.grammar, m): // named beside "them"
		return spoken
	case m.Noun == "":
		c.ask(spoken, "ask.which-one")
	default:
		c.ask(spoken, "ask.which-is-it", "name", shortened(m.Noun))
	}
	return nil
}

// isAll reports whether a description means all of several records: "them".
func isAll(m *meaning.Record) bool { return m.Every || m.Them }

// isThem reports whether a pronoun stands for several records, perhaps those that words beside it name.
func isThem(g *language.Grammar, m *meaning.Record) bool {
	return m.Them || g.HasAny(language.Tokens(m.Noun), "them")
}

// mentioned are the records that the conversation mentioned or, without any, those that words around the change name.
// Who names others, or may name something by the way, is asked.
func (c search) mentioned(m *meaning.Record) []record.Record {
	recent := c.topics.Recent
	switch {
	case m.Others:
		recent = c.topics.Rest
	case m.Them: // also after a change of one of them
		recent = c.topics.Listed
	}
	spoken, named := c.lookUp(recent), c.namedIn(m)
	others := len(spoken) > 0 && len(named) > 0 && len(reference.Among(named, recent)) == 0
	byTheWay := func(rec record.Record) bool {
		if c.isErrand(rec.Label()) { // "the kitchen is clean, delete it", with the task "Pack the kitchen"
			return len(spoken) == 0 && c.do.Act == meaning.Delete
		}
		// "my flat is cold, move it", with "Flat viewing"
		return !contains(reference.Fields(m.Near), c.content(rec.Label()))
	}
	switch {
	case others || slices.ContainsFunc(named, byTheWay):
		c.ask(slices.Concat(named, spoken), "ask.which-one")
	case len(spoken) == 0:
		return named
	}
	return spoken
}

// viewed are those of some records that are of the selected day and priority or, if none is, all of these that can be
// changed so.
func (c search) viewed(spoken []record.Record) []record.Record {
	f := c.view()
	if f.Empty() {
		return spoken
	}
	of := reference.Those(spoken, func(rec record.Record) bool { return f.Selects(rec, c.today) })
	if len(of) == 0 {
		of = reference.Those(c.find(f), c.able)
	}
	return of
}

// asWhole are the projects of some records, if the description is of one, or the record that the others are parts of.
func (c search) asWhole(spoken []record.Record, m *meaning.Record) []record.Record {
	if m.Kind == "project" {
		spoken = c.lookUp(reference.WholesOf(spoken, "project"))
	}
	several := isAll(m) || m.Both || m.Others
	if whole := reference.WholeOf(spoken, c.topics.Mentioned); len(whole) > 0 && !several {
		return c.lookUp(whole)
	}
	return spoken
}

// leavingOut are some records without those that a description excepts. Days that it excepts are none of them.
func (c search) leavingOut(spoken []record.Record, m *meaning.Record) []record.Record {
	if len(sparedDays(c.do, m)) > 0 {
		return spoken
	}
	for _, e := range m.Except {
		spoken = (&bulk{change: c.change}).leaving(spoken, e)
	}
	return spoken
}

// namedIn are the records that words around a change name, which says no more of them than "it" or a kind. What
// somebody does names nothing, as "call" of "Call the plumber", and neither does a part of another name: "the yoga
// mat", "lunch with Bo". What a word such as "and" joins is named for "them" each by itself: "tent and stove are here".
func (c search) namedIn(m *meaning.Record) (named []record.Record) {
	const looked = 24
	var before []record.Record // that are named before a joiner
	toks, kinds := language.Tokens(m.Near), reference.NamedOrPlanned(m.Kind)
	if m.Kind == "" {
		kinds = reference.Those(schema.Kinds, c.can)
	}
	f := filter.Condition{Kinds: reference.Each(kinds, func(k *schema.Kind) string { return k.Name })}
	for i := max(0, len(toks)-looked); i < len(toks); i++ {
		if isThem(c.grammar, m) && c.grammar.Match(toks, i, "joiner") > 0 {
			before, named = append(before, apart(named, before)...), nil
		}
		around := toks[max(0, i-1):min(i+2, len(toks))]
		isOf := c.grammar.Has(toks, i, "sortal") || c.grammar.Has(toks, i+1, "company")
		does := c.grammar.Has(toks, i, "doing") && c.grammar.Has(toks, i+1, "article") // "I can't water the plants"
		states := c.grammar.Has(around, 0, "be", "degree", "negation")                 // "it is old"
		if isOf || does || states || c.grammar.Light(toks[i]) {
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
	if !isThem(c.grammar, m) { // "I can't water the plants, skip it" names no water bill
		near := reference.Fields(m.Near)
		named = reference.Preferred(named, func(rec record.Record) bool { return contains(near, c.content(rec.Label())) })
	}
	return append(before, apart(named, before)...)
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

// shown are the records at places of a list, or the one of "that reminder".
func (c search) shown(m *meaning.Record) []record.Record {
	if reference.IsPlace(m) {
		if found := c.atPlaces(m); len(found) > 0 {
			return found
		}
	}
	return c.spokenReminder(m)
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
