package draft

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
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

// spoken is what "in it" is about: what the text named before, or what was mentioned
// recently.
func (c *change) spoken() []record.Record {
	if len(c.last) > 0 {
		return c.last
	}
	return c.lookUp(c.topics.Recent)
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

// byThings reports whether records whose titles have the name by other words only may be other things, which are
// better not deleted nor settled: their titles say more than what to do with what is named.
func (c search) byThings(f match, m *meaning.Record) bool {
	takes := c.do.Act == meaning.Delete || settles(c.do.Act)
	return takes && f.Fit == reference.ByThings && slices.ContainsFunc(f.Records, func(rec record.Record) bool {
		toks := language.Tokens(rec.Label())
		var words []string
		for i, skipped := 0, 0; i < len(toks); i += max(skipped, 1) {
			skipped = c.grammar.Match(toks, i, "kind")
			if i == 0 && skipped == 0 {
				skipped = c.grammar.Match(toks, i, "doing", "upkeep", language.SameDeed)
			}
			if skipped == 0 {
				words = append(words, c.grammar.ContentOf(toks[i:i+1])...)
			}
		}
		alike := reference.Alike(c.grammar, strings.Join(words, " "), words)
		return len(words) > 0 && !alike(cmp.Or(m.Full, m.Name))
	})
}

// spokenReminder is what "that reminder" stands for: the one record that the conversation is about, if it may be one.
func (c search) spokenReminder(m *meaning.Record) []record.Record {
	bare := m.Name == "" && len(m.Where) == 0 && m.Rank == (meaning.Rank{}) && !m.Every
	if !bare || c.do.On == nil || c.do.On.Kind != "reminder" || len(c.topics.Recent) != 1 {
		return nil
	}
	return slices.DeleteFunc(c.lookUp(c.topics.Recent), c.isNoReminder)
}

// isNoReminder reports whether a record that a reminder is called after takes place: who cancels
// the reminder of the dentist wants to go there.
func (c search) isNoReminder(rec record.Record) bool {
	reminder := c.do.Act == meaning.Delete && c.do.On.Kind == "reminder"
	return reminder && rec.Kind.Name == "event" && !c.isErrand(rec.Label())
}

// isAnother reports whether a deletion is about something else than the records that have the name, and stops.
func (c search) isAnother(found []record.Record, m *meaning.Record) bool {
	sole, first := len(found) == 1, found[0]
	name := named(m)
	isDeed := c.isErrand(name) && strings.Contains(name, " ")
	switch {
	case sole && c.do.Manner == meaning.Told && c.isForIt(first) && !isDeed:
		c.askWhich(found, name) // who says "no more milk" still has to buy milk
	case sole && c.isNoReminder(first):
		c.noneCalled(found, "reminder", m.Name)
	case c.do.On.Kind == "alarm" && first.Kind.Name != "alarm":
		c.noneCalled(nil, "alarm", m.Name)
	case sole && c.isTakenFrom(first, m.Name):
		c.notUnderstood()
	default:
		return false
	}
	return true
}

// isTakenFrom reports whether a deletion is about what takes part in a record: "Sam from the dinner" of
// "Dinner with Sam". Nothing keeps who takes part.
func (c search) isTakenFrom(rec record.Record, name string) bool {
	toks, title := language.Tokens(name), reference.Fields(rec.Label())
	place := func(i int) int {
		return slices.IndexFunc(title, func(w string) bool { return reference.Inflected(w, toks[i].Word) })
	}
	for i := 1; i+1 < len(toks); i++ {
		whole := place(len(toks) - 1)
		if whole >= 0 && whole < place(i-1) && c.grammar.Has(toks, i, "departs") {
			return true
		}
	}
	return false
}

// saysMore reports whether a title joins several things of which not all are named: who bought
// the bread of "Buy bread and milk" may not have done it.
func (c search) saysMore(title string, m *meaning.Record) bool {
	toks := language.Tokens(title)
	things, named, this := 1, 0, 0
	for i, t := range toks {
		switch {
		case t.Word == "," || c.grammar.Match(toks, i, "joiner") > 0:
			things, named, this = things+1, named+this, 0
		case slices.ContainsFunc(m.Words, func(w string) bool { return reference.Inflected(t.Word, fulltext.Plain(w)) }):
			this = 1
		}
	}
	named += this
	return named > 0 && named < things
}

// isPlural reports whether a name is the plural of a word in the titles of several records:
// "the interviews".
func isPlural(m *meaning.Record, found []record.Record) bool {
	const ending = 2 // letters at most
	name := reference.Fields(m.Name)
	if len(name) == 0 || m.Rank != (meaning.Rank{}) || m.Both && len(found) != 2 {
		return false
	}
	last := name[len(name)-1]
	return !slices.ContainsFunc(found, func(rec record.Record) bool {
		singular := slices.ContainsFunc(reference.Fields(rec.Label()), func(w string) bool {
			return len(w) > ending && len(last) > len(w) && len(last)-len(w) <= ending && strings.HasPrefix(last, w)
		})
		return !singular || rec.Repeats()
	})
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

// match is what may be meant by a description.
type match struct {
	reference.Found
	doubted bool // nothing is called as the description says
}

// candidates are the records that a description may mean, those it fits best. What it says
// of them may be words of their titles instead.
func (c search) candidates(m *meaning.Record) match {
	if c.isConditional(m.Name) { // "the class if it snows" is no record, unless one is called just so
		return match{Found: reference.Found{Records: c.exactly(m.Name, filter.Condition{})}}
	}
	if items := c.items(m); len(items) > 0 {
		return match{Found: reference.Found{Records: items}}
	}
	if _, onList := m.Where.Of(meaning.List); onList { // an item is known by its name, whatever a clause says of it
		item := without(*m, meaning.Clause)
		m = &item
	}
	f := c.described(*m)
	if len(f.Records) > 0 {
		return f
	}
	if titled, ok := asTitle(*m); ok {
		if g := c.described(titled); len(g.Records) > 0 {
			return g
		}
	}
	if m.Kind == "" && m.Name != "" {
		f.Records = c.besides(m.Name)
	}
	return f
}

// besides are the records that a name may mean beside those that are planned: of the kinds
// that the change can be made to, and an item only to be deleted or renamed.
func (c search) besides(name string) []record.Record {
	f := filter.Condition{}
	for _, k := range schema.Kinds {
		item := k.Done != "" && c.do.Act != meaning.Delete && c.do.Act != meaning.Rename
		if !k.Planned && !item && c.can(k) && !settles(c.do.Act) {
			f.Kinds = append(f.Kinds, k.Name)
		}
	}
	if len(f.Kinds) == 0 {
		return nil
	}
	return c.exactly(name, f)
}

// exactly are the records that have just that name.
func (d *drafter) exactly(name string, f filter.Condition) []record.Record {
	called := func(rec record.Record) bool { return isCalled(rec, name) }
	return reference.Those(d.records.FindByTitle(name, f), called)
}

// described are the records that a description holds of: by the name with the word for the
// kind, by the name alone, or by that word.
func (c search) described(m meaning.Record) match {
	if did, ok := m.Where.Of(meaning.Did); ok {
		planned := without(m, meaning.Did)
		f := c.toBeDone(planned, did.Text)
		if _, dated := m.Where.Of(meaning.When); dated && len(f.Records) == 0 {
			return c.toBeDone(without(planned, meaning.When), did.Text) // it was planned for another day
		}
		return f
	}
	r := c.resolver()
	if m.Full != "" {
		full := meaning.Record{Name: m.Full, Words: append(slices.Clone(m.Words), fulltext.Plain(m.Noun)), Where: m.Where}
		f := r.Resolve(&full)
		worst := reference.Exact
		if m.Kind == "" || m.Kind == "project" {
			worst = reference.Words
		}
		if len(f.Records) > 0 && f.Fit <= worst {
			return match{Found: f}
		}
	}
	f := r.Resolve(&m)
	if m.Name != "" || m.Noun == "" {
		return match{Found: f}
	}
	return c.byNoun(m, f)
}

// byNoun keeps those records that have the word for their kind in their titles: "my meeting
// tomorrow". Only if that word says nothing, or a time is given, another one fits.
func (c search) byNoun(m meaning.Record, f reference.Found) match {
	called := c.withNoun(f.Records, m.Kind, m.Noun)
	when, _ := m.Where.Of(meaning.When)
	timed := when.Time.From.Timed()
	plain := fulltext.Plain(m.Noun) == fulltext.Plain(c.language.Noun(m.Kind, 1))
	title := func(a meaning.Attribute) bool { return !a.Not && isCalled(f.Records[0], a.Text) }
	switch {
	case len(m.Where) == 0 || plain || m.Rank != meaning.Rank{}:
		return match{Found: f}
	case len(called) > 0:
		f.Records = called
		return match{Found: f}
	case len(f.Records) == 1 && slices.ContainsFunc(m.Where, title): // "my appointment with the dentist"
		return match{Found: f}
	}
	return match{Found: f, doubted: !timed || len(f.Records) > 1}
}

// withNoun are the records that have the word for their kind in their titles, if it is not the usual one.
func (c search) withNoun(all []record.Record, kind, noun string) []record.Record {
	if fulltext.Plain(noun) == fulltext.Plain(c.language.Noun(kind, 1)) {
		return nil
	}
	return reference.Those(all, func(rec record.Record) bool {
		return reference.FitOf(rec.Label(), noun, []string{noun}) <= reference.Words
	})
}

// toBeDone are the records whose titles say to do what was done: "Buy milk" of "bought the
// milk", or what is called just as that is.
func (c search) toBeDone(m meaning.Record, verb string) match {
	r := c.resolver()
	f := r.Resolve(&m)
	if f.Unknown.Field != "" {
		return match{Found: f}
	}
	titled := r.Titled(&m, f.Scope)
	if f.Fit == reference.ByThings {
		titled = f.Records
	}
	todo := reference.Those(titled, func(rec record.Record) bool {
		fits := f.Fit == reference.ByThings || reference.FitOf(rec.Label(), m.Name, m.Words) <= reference.Words
		gets := func(text string) bool { return c.grammar.Has(language.Tokens(text), 0, "fetching") }
		done := beginsWith(rec.Label(), verb) || gets(verb) && gets(rec.Label())
		return fits && done && c.able(rec)
	})
	if len(todo) == 0 { // what is called just so, and does not say what to do
		f.Near = f.Records
		todo = reference.Those(f.Records, func(rec record.Record) bool {
			return f.Fit == reference.Exact && !c.isErrand(rec.Label())
		})
	}
	f.Records = todo
	return match{Found: f}
}

// beginsWith reports whether a title begins with a verb, in whatever form. Of a short verb, that is a longer
// word: "fixed" of "Fix".
func beginsWith(title, verb string) bool {
	const stem, ending = 3, 3
	words, plain := reference.Fields(title), fulltext.Plain(verb)
	if len(words) == 0 {
		return false
	}
	first := words[0]
	longer := strings.HasPrefix(plain, first) && len(first) >= stem && len(plain)-len(first) <= ending
	return longer || reference.Inflected(first, plain)
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

func (d *drafter) lookUp(keys []record.Key) []record.Record { return d.records.LookUp(keys) }

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

// called are the records of a kind whose names fit one best: of several, those that were selected.
func (d *drafter) called(kind, name string) []record.Record {
	found := d.resolver().Fitting(kind, name)
	if chosen := reference.Among(found, d.selection.Records); len(chosen) > 0 {
		return chosen
	}
	return found
}
