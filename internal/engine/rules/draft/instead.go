package draft

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/reference"
)

// Some words ask for a new record, or for a change of one that there is: "schedule the
// dentist for friday". The data tells which.

// instead carries out what a request for a new record asks for, if there is such a record.
// It reports false if there is none, so that a new one is wanted.
func (c *creation) instead() (done bool) {
	switch c.do.Manner {
	case meaning.Asked:
		remindsOf(c)
		filed := c.do.Kind == "" && c.do.Set.Only(meaning.Project) // "add the goose to the project Party"
		given := c.do.Given || filed && len(knownBy(c)) > 0
		return given && len(c.do.Set) > 0 && c.place()
	case meaning.Placed:
		return c.place()
	case meaning.Bare, meaning.Told:
		if isAnother(c) {
			return false
		}
		todo := wanted(c)
		if rec, ok := lengthened(c); ok {
			todo = []record.Record{rec}
		}
		if rec, ok := granted(c); ok {
			todo = []record.Record{rec}
		}
		if rec, ok := seenTo(c); ok {
			todo = []record.Record{rec}
		}
		if len(todo) == 1 {
			c.moveAll(todo)
			return true
		}
		return c.again() || c.alike()
	}
	return false
}

// isAnother reports whether a title has an indefinite article before it, as new records have: "I need a sofa".
func isAnother(c *creation) bool {
	said, title := language.Tokens(c.do.Said), language.Tokens(c.do.Title)
	at := slices.IndexFunc(said, func(t language.Token) bool { return len(title) > 0 && t.Word == title[0].Word })
	return at > 0 && c.grammar.Has(said, at-1, "indefinite")
}

// remindsOf asks when somebody wants to be reminded of the one event that a title speaks of: "remind me about the vet".
func remindsOf(c *creation) {
	if c.do.Kind != "reminder" || !c.do.Known || c.do.Like == nil || len(c.do.Set) > 0 {
		return
	}
	found := c.asMove().resolver().Resolve(c.do.Like).Records
	if len(found) == 1 && found[0].Begins().Valid() {
		c.ask(nil, "ask.what-time")
	}
}

// again asks about a record that has the very name of a new one. A time alone is that of
// today's.
func (c *creation) again() (done bool) {
	if c.do.Like == nil || c.do.Kind != "" || c.isErrand(c.do.Title) {
		return false
	}
	known, _ := c.there(c.do.Like)
	known = slices.DeleteFunc(known, func(rec record.Record) bool {
		return rec.Day().Valid() && rec.Day() < c.today || c.do.Happens && c.isForIt(rec)
	})
	chosen, w := c.selected(known), c.set.when
	today := len(known) == 1 && known[0].Day() == c.today
	switch {
	case len(known) == 0:
		return false
	case len(chosen) > 0:
		c.moveAll(chosen)
	case today && w.begins.Valid() && !w.day.Valid():
		c.moveAll(known)
	default:
		c.ask(known, "ask.exists", "name", shortened(known[0].Label()))
	}
	return true
}

// place changes the record that is put on a day. If a series is on that day already, it asks about that.
func (c *creation) place() (done bool) {
	if c.do.Like == nil || c.do.Kind != "" && !c.do.Given {
		return false
	}
	known, f := c.there(c.do.Like)
	if each := c.eachThere(); len(known) == 0 && len(each) > 0 {
		c.moveAll(each)
		return true
	}
	if chosen := c.selected(known); len(chosen) > 0 {
		known = chosen
	}
	w := c.set.when
	series := reference.Those(f.Records, func(rec record.Record) bool {
		day := w.day
		if !day.Valid() && w.begins.Valid() { // "put yoga at seven"
			day = rec.Day()
		}
		return isCalled(rec, c.do.Like.Name) && day.Valid() && rec.Recurrence().OccursOn(rec.Day(), day)
	})
	near := f.Near
	if isOfRecords(c, language.Tokens(c.do.Title)) { // "set the yoga event for friday" may be about the one that repeats
		near = append(near, reference.Those(f.Records, record.Record.Repeats)...)
	}
	switch {
	case len(known) == 0 && len(series) > 0:
		c.ask(series, "ask.exists", "name", shortened(series[0].Label()))
	case len(known) > 1:
		c.askWhich(known, c.do.Title)
	case len(known) == 1:
		c.moveAll(known)
	case c.do.Known && len(near) > 0 && len(c.selection.Records) == 0:
		c.ask(near, "ask.nothing-called-add", "name", shortened(c.do.Title))
	default:
		return false
	}
	return true
}

// asMove is the change that a new record would be of one that there is.
func (c *creation) asMove() *change {
	move := *c.change
	move.do.Act, move.on = meaning.Move, &meaning.Record{Name: c.do.Title}
	return &move
}

// moveAll makes the change of records that there are.
func (c *creation) moveAll(known []record.Record) { c.asMove().edit().each(known) }

// there are the records that a title may be the name of: of that very name or, if the title
// has a definite article, those that the words fit; or by the noun of the act: "shed cleaning" of "Clean the shed".
// A settled record is not moved by making something, and a series only if a recurrence is set of it: "put the yoga on
// tuesdays".
func (c *creation) there(m *meaning.Record) ([]record.Record, reference.Found) {
	move := c.asMove()
	r := move.resolver()
	f := r.Resolve(m)
	isDeed := func(rec record.Record) bool { return reference.HasDeed(c.grammar, c.content(rec.Label()), m.Words) }
	if len(f.Records) == 0 {
		r.Alike = c.grammar
		f.Records = reference.Those(r.Resolve(m).Records, isDeed)
	}
	again := c.do.Known && c.set.when.repeat.Repeats()
	deed := len(m.Words) > 1 && c.grammar.Has(language.Tokens(m.Name), 0, "gerund") // "packing the books"
	meant := c.do.Known || deed || isDefinite(c, m.Name)
	object := func(rec record.Record) bool { // "put chapter four on friday" of "Read chapter four"
		name := c.content(rec.Label())
		return len(m.Words) > 1 && len(name) == len(m.Words)+1 && slices.Equal(name[1:], m.Words)
	}
	known := slices.DeleteFunc(slices.Clone(f.Records), func(rec record.Record) bool {
		named := isCalled(rec, m.Name) || isDeed(rec) || object(rec)
		called := named || meant && f.Fit <= reference.Words
		return !called || rec.Repeats() && !again || !move.able(rec)
	})
	return known, f
}

// byAnyName are the records of a description, or if there are none those that are called so by other words.
func byAnyName(c *creation, m *meaning.Record) []record.Record {
	r := c.asMove().resolver()
	if found := r.Resolve(m).Records; len(found) > 0 {
		return found
	}
	r.Alike = c.grammar
	return r.Resolve(m).Records
}

// isDefinite reports whether a name within the title has an article that says that there is such a thing.
func isDefinite(c *creation, name string) bool {
	before, _, found := strings.Cut(c.do.Title, name)
	toks := language.Tokens(before)
	return found && len(toks) > 0 && c.grammar.Has(toks, len(toks)-1, "definite")
}

// knownBy are the records that a title means, or each of those that it joins.
func knownBy(c *creation) []record.Record {
	if c.do.Like == nil {
		return nil
	}
	if known, _ := c.there(c.do.Like); len(known) > 0 {
		return known
	}
	return c.eachThere()
}

// eachThere are the records of "the review and the workshop", if there is one of each.
func (c *creation) eachThere() (all []record.Record) {
	for _, m := range c.do.Like.Each {
		known, _ := c.there(m)
		if len(known) != 1 {
			return nil
		}
		all = append(all, known[0])
	}
	return all
}

// titleWords is how many words of a title are looked up.
const titleWords = 12

// alike asks if something is there already that a bare title speaks of: "pay nanny" is the
// task "Pay the nanny", and who writes "physio on friday" may mean the one that there is. So
// may what stands behind a word that is not known.
func (c *creation) alike() (done bool) {
	said := c.content(c.do.Title)
	rest, toks := said, language.Tokens(c.do.Title)
	if len(said) > 1 && !c.isKnown(toks[0]) {
		rest = said[1:]
	}
	var object []string
	if k := c.grammar.Match(toks, 0, "phase"); k > 0 {
		object = c.grammar.ContentOf(toks[k:])
	} else if c.do.Known && c.do.Manner == meaning.Told && !c.do.Happens {
		object = said // "the report is on friday"
	}
	for k := range toks {
		if c.grammar.Has(toks, k, "demands") { // "Ann wants the report by friday"
			object = c.grammar.ContentOf(toks[k+1:])
		}
	}
	for _, w := range said[:min(len(said), titleWords)] {
		for _, rec := range c.records.FindByTitle(w, filter.Condition{}) {
			if c.speaksOf(said, rec) || c.speaksOf(rest, rec) || c.isOf(object, rec) || c.coincides(w, rec) {
				c.ask(nil, "ask.exists-what", "name", shortened(rec.Label()))
			}
		}
	}
	return false
}

// lengthened is the one thing to do whose name says more than a title with a day, a deadline or a priority: "Clean the
// gutters" for "gutters sunday". By the noun of the act it has all of the name: "gutter cleaning on sunday, and make it
// urgent".
func lengthened(c *creation) (rec record.Record, ok bool) {
	open := func(a meaning.Attribute) bool { // "not before friday"
		half := a.Time.Kind == timeexpr.Range && !(a.Time.From.Valid() && a.Time.To.Valid())
		return a.Not || half && a.Field != meaning.Due // "before friday" is a deadline
	}
	alone := c.do.Aside == "" && !slices.Contains(c.talk, meaning.Remark)
	another := c.do.Set.Has(meaning.Due) && !c.do.Known // "newsletter due the 19th"
	sets := alone && !another && c.do.Set.Has(meaning.When, meaning.Due, meaning.Priority)
	names := c.do.Like != nil && !c.do.Happens && !c.isErrand(c.do.Title) && !c.set.when.begins.Valid()
	told := c.grammar.HasAny(language.Tokens(c.do.Said), "did") // "movers booked for friday"
	if told || !names || !sets || slices.ContainsFunc(c.do.Set, open) {
		return rec, false
	}
	found := byAnyName(c, c.do.Like)
	if len(found) != 1 || found[0].Repeats() || !c.isForIt(found[0]) {
		return rec, false
	}
	name, said := c.content(found[0].Label()), c.content(c.do.Title)
	only := c.sole && c.do.Set.Only(meaning.When, meaning.Due, meaning.Priority)
	less := only && contains(name[min(1, len(name)):], said)
	return found[0], less || reference.HasDeed(c.grammar, name, said)
}

// granted is the one thing to do for which somebody tells until when they have time: "I have until the 9th to finish
// the report" of the task "Finish the report".
func granted(c *creation) (rec record.Record, ok bool) {
	told := c.do.Manner == meaning.Told && c.set.due.Valid() && !c.set.when.says()
	if !told || c.do.Like == nil || c.do.Aside != "" || !c.isErrand(c.do.Title) {
		return rec, false
	}
	found := c.asMove().resolver().Resolve(c.do.Like).Records
	if len(found) != 1 || found[0].Repeats() || reference.Settled(found[0]) {
		return rec, false
	}
	if does := beginsWith(found[0].Label(), c.content(c.do.Title)[0]); !does || !c.do.Vague {
		return found[0], does
	}
	c.ask(found, "ask.exists", "name", shortened(found[0].Label()))
	return rec, false
}

// seenTo is the one record of which a title names only what something is done to: "do the old sofa" of "Sell the old
// sofa". A single word without an article may be anything.
func seenTo(c *creation) (rec record.Record, ok bool) {
	toks := language.Tokens(c.do.Title)
	k := c.grammar.Match(toks, 0, "sees-to")
	if k == 0 || k == len(toks) || !c.do.Set.Has(meaning.When, meaning.Due, meaning.Priority) {
		return rec, false
	}
	known := c.grammar.Match(toks, k, "definite")
	said := c.grammar.ContentOf(toks[k+known:])
	if len(said) == 0 || len(said) == 1 && known == 0 {
		return rec, false
	}
	m := &meaning.Record{Name: strings.TrimSpace(c.do.Title[toks[k+known].Start:]), Words: said}
	found := byAnyName(c, m)
	if len(found) != 1 || found[0].Repeats() || reference.Settled(found[0]) {
		return rec, false
	}
	label := c.content(found[0].Label())
	return found[0], contains(label, said) || reference.HasDeed(c.grammar, label, said)
}

// wanted are the things to do of which a title says that they are wanted done: "the cards written" by some day, "have
// the cards written".
func wanted(c *creation) []record.Record {
	toks := language.Tokens(c.do.Title)
	first, last := c.grammar.Match(toks, 0, "have"), len(toks)-1
	due := len(c.do.Set) > 0 && c.do.Set.Only(meaning.Due)
	if first >= last || first == 0 && !due || !c.grammar.Has(toks, last, "did") {
		return nil
	}
	verb, name := toks[last].Word, strings.TrimSpace(c.do.Title[toks[first].Start:toks[last].Start])
	for _, e := range c.grammar.Entries(toks[last:]) {
		if e.Class == "did" && len(e.Sym) > 1 {
			verb = e.Sym
		}
	}
	did := meaning.Attribute{Field: meaning.Did, Text: verb}
	return search{c.asMove()}.toBeDone(meaning.Record{Name: name, Words: c.content(name)}, did).Records
}

// isOf reports whether what is begun or finished is a record: "finish the report" is the task
// "Write the report".
func (c *creation) isOf(object []string, rec record.Record) bool {
	name := c.content(rec.Label())
	if len(object) == 0 || len(name) == 0 || reference.Settled(rec) {
		return false
	}
	return contains(name, object) || contains(object, name)
}

// coincides reports whether something that takes place with somebody may be an event of that day
// with the same, or has all of its name: "we dine at Anna's on friday", "brunch is at 12 tomorrow".
func (c *creation) coincides(word string, rec record.Record) bool {
	sameDay := rec.Kind.Name == "event" && rec.Day().Valid() && rec.Day() == c.set.when.day
	label, name := c.content(rec.Label()), language.Tokens(word)
	named := c.grammar.Known(name) == 0 && contains(label, []string{word}) || contains(label, c.content(c.do.Title))
	return sameDay && named && c.do.Manner == meaning.Told
}

// speaksOf reports whether a title is, or has in it, the name of a record that is still
// ahead. What is to be done may be about it ("prepare the book club") and is not it; and
// with a day of its own it may be less than that.
func (c *creation) speaksOf(said []string, rec record.Record) bool {
	over := rec.Day().Valid() && rec.Day() < c.today && !rec.Repeats() && !rec.Kind.Settles()
	name, w := c.content(rec.Label()), c.set.when
	if reference.Settled(rec) || over || len(name) == 0 {
		return false
	}
	errand := c.isErrand(c.do.Title)
	sameStart := said[0] == name[0]
	if hidesName(c, said, name) || c.isErrand(rec.Label()) && reference.HasDeed(c.grammar, name, said) {
		return true
	}
	object := len(name) > 1 && c.isErrand(rec.Label()) && contains(name[1:], said)
	swapped := rec.Kind.Name == "event" && !errand // "Harold lunch" is "Lunch with Harold"
	same := len(said) == len(name) && (sameStart || swapped)
	switch {
	case len(said) > 1 && contains(name, said) && (same || !w.says()):
		return true
	case errand && !sameStart:
		return false
	case !errand && object: // "gutters sunday" is less than "Clean the gutters"
		return !w.begins.Valid() && !c.do.Happens
	case len(name) == 1 && len(said) > 1:
		return slices.Contains(said, name[0]) && (c.do.Known || said[len(said)-1] == name[0])
	}
	within := strings.Contains(" "+strings.Join(said, " ")+" ", " "+strings.Join(name, " ")+" ")
	return len(name) > 1 && within
}

// hidesName reports whether a title is a name behind a verb of ours, or a name with a word in it that is not known:
// "make fix the bike zorb", "clean the zorb garage".
func hidesName(c *creation, said, name []string) bool {
	n := len(name)
	if n < 2 || len(said) <= n {
		return false
	}
	if c.grammar.Has(language.Tokens(c.do.Title), 0, "verb") && slices.Equal(said[1:n+1], name) {
		return true
	}
	unknown := func(w string) bool { return !slices.Contains(name, w) && c.grammar.Known(language.Tokens(w)) == 0 }
	oneMore := len(said) == n+1 && said[0] == name[0] && contains(said, name)
	return oneMore && !c.sole && slices.ContainsFunc(said, unknown)
}

// contains reports whether all of some words are among others.
func contains(all, some []string) bool {
	return !slices.ContainsFunc(some, func(w string) bool { return !slices.Contains(all, w) })
}
