package draft

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// Which records the words of a description fit.

// match is what may be meant by a description.
type match struct {
	reference.Found
	doubted bool // nothing is called as the description says
}

// candidates are the records that a description may mean, those it fits best. What it says
// of them may be words of their titles instead.
func (c search) candidates(m *meaning.Record) match {
	if isNumber(c.grammar, m) { // "event 3" is none that has a 3 in its title
		return match{Found: reference.Found{Records: c.exactly(m.Name, filter.Condition{})}}
	}
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
		f.Records = slices.DeleteFunc(c.besides(m.Name), func(rec record.Record) bool {
			return rec.Kind.Done != "" && m.Where.Has(meaning.When) // "no eggs on friday" is about no list
		})
	}
	return f
}

// rather makes a name that of a record of the first of some kinds that has one of this name.
func rather(c search, m *meaning.Record, kinds ...string) {
	if m.Kind != "" || m.Name == "" || m.Every {
		return
	}
	i := slices.IndexFunc(kinds, func(kind string) bool {
		of := *m
		of.Kind = kind
		return len(c.candidates(&of).Records) > 0
	})
	if i >= 0 {
		m.Kind = kinds[i]
	}
}

// isNumber reports whether a description is the word for a kind and a number, and so an id.
func isNumber(g *language.Grammar, m *meaning.Record) bool {
	toks := language.Tokens(m.Name)
	if len(toks) == 2 && g.Has(toks, 0, "kind") {
		return toks[1].Num >= 0
	}
	return len(toks) == 1 && m.Kind != "" && toks[0].Num >= 0
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

// called are the records of a kind whose names fit one best: of several, those that were selected. If there are none,
// it is the only one that is called so by other words: "the film list" of "Movies".
func (d *drafter) called(kind, name string) []record.Record {
	found := d.resolver().Fitting(kind, name)
	if len(found) == 0 && name != "" {
		found = reference.Resolver{Records: d.records, Alike: d.grammar}.Called(kind, name)
	}
	if chosen := reference.Among(found, d.selection.Records); len(chosen) > 0 {
		return chosen
	}
	return found
}

// described are the records that a description holds of: by the name with the word for the
// kind, by the name alone, or by that word.
func (c search) described(m meaning.Record) match {
	if did, ok := m.Where.Of(meaning.Did); ok {
		planned := without(m, meaning.Did)
		f := c.toBeDone(planned, did)
		if _, dated := m.Where.Of(meaning.When); dated && len(f.Records) == 0 {
			return c.toBeDone(without(planned, meaning.When), did) // it was planned for another day
		}
		return f
	}
	r := c.resolver()
	if m.Noun == "" || m.Name == "" {
		m = *r.Whole(&m)
	} else if m.Full != "" {
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
	if m.Kind == "" && f.Fit == reference.Begins { // "the move" is the project "Move to Oslo", not "Book the movers"
		whole := m
		whole.Kind = "project"
		if p := r.Resolve(&whole); len(p.Records) == 1 && p.Fit <= reference.Phrase {
			return match{Found: p}
		}
	}
	if m.Name != "" || m.Noun == "" {
		return match{Found: f, doubted: isOfTask(c, m, f.Records)}
	}
	return c.byNoun(m, f)
}

// isOfTask reports whether a description says that something takes place, and only tasks have the rest of its name:
// "the plumber appointment", with the task "Pay the plumber".
func isOfTask(c search, m meaning.Record, found []record.Record) bool {
	noun := language.Tokens(m.Noun)
	takesPlace := len(noun) > 0 && (m.Kind == "event" || c.grammar.Has(noun, 0, "happening"))
	other := func(rec record.Record) bool {
		return !c.isForIt(rec) || reference.FitOf(rec.Label(), m.Noun, []string{m.Noun}) <= reference.Words
	}
	return takesPlace && len(found) > 0 && !slices.ContainsFunc(found, other)
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
func (c search) toBeDone(m meaning.Record, did meaning.Attribute) match {
	verb := did.Text
	r := c.resolver()
	f := r.Resolve(&m)
	if f.Unknown.Field != "" {
		return match{Found: f}
	}
	titled := r.Titled(&m, f.Scope)
	if f.Fit >= reference.ByThings {
		titled = f.Records
	}
	todo := reference.Those(titled, func(rec record.Record) bool {
		fits := f.Fit >= reference.ByThings || reference.FitOf(rec.Label(), m.Name, m.Words) <= reference.Words
		said, _, more := strings.Cut(m.Name, " ") // "I printed the forms and called the bank"
		itself := did.Also && more && beginsWith(rec.Label(), said)
		return fits && (itself || saysTo(c.grammar, rec.Label(), verb)) && c.able(rec)
	})
	if len(todo) == 0 { // what is called just so, and does not say what to do
		f.Near = f.Records
		todo = reference.Those(f.Records, func(rec record.Record) bool {
			return f.Fit == reference.Exact && !c.isErrand(rec.Label())
		})
	}
	if len(todo) == 0 && c.grammar.Has(language.Tokens(verb), 0, "gone") { // "the sun is out" is about no record
		panic(&stopped{words: excerpt(c.do.Said), nothing: true})
	}
	f.Records = todo
	return match{Found: f}
}

// saysTo reports whether a title says to do what was done: it begins with the verb or another word for the act, or has
// the particle that says where something is then: "the bins are out" of "Take out the bins".
func saysTo(g *language.Grammar, title, verb string) bool {
	toks, did := language.Tokens(title), language.Tokens(verb)
	if len(toks) == 0 || len(did) == 0 {
		return false
	}
	acts, _ := g.Things(toks, 0, true)
	also, _ := g.Things(did, 0, false)
	gets := g.Has(did, 0, "fetching") && g.Has(toks, 0, "fetching")
	same := gets || slices.ContainsFunc(also, func(thing string) bool {
		return strings.HasPrefix(thing, language.SameDeed+" ") && slices.Contains(acts, thing)
	})
	put := g.Has(did, 0, "gone") && slices.Contains(reference.Fields(title), fulltext.Plain(verb))
	return same || put || beginsWith(title, verb)
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
