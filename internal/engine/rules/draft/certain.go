package draft

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// Doubts that the records which have a name are those that a change is about.

// ascertain stops with a question unless a description means the records found: if there are none or several, or
// if it may mean others.
func (c search) ascertain(f match, m *meaning.Record) {
	found, name := f.Records, named(m)
	dated := m.Name != "" && len(m.Where) == 1 && m.Where.Has(meaning.When)
	switch {
	case len(found) == 0 && len(f.Near) == 1 && f.Near[0].Repeats() && dated:
		c.ask(f.Near, "ask.occurs-not-then", "name", shortened(f.Near[0].Label()))
	case len(found) == 0:
		c.noMatch(f.Near, name)
	case c.do.Act == meaning.Delete:
		c.ascertainDeletion(found, m)
	case len(found) == 1 && c.do.Manner == meaning.Told && settles(c.do.Act) && c.saysMore(found[0].Label(), m):
		c.ask(found, "ask.is-all-done", "name", shortened(found[0].Label()))
	}
	switch {
	case f.doubted:
		c.ask(found, "ask.nothing-called", "name", shortened(name))
	case m.Both && len(found) == 1 && len(m.Each) == 0: // "both bills", and one is called so
		c.ask(found, "ask.which-one")
	case len(found) > 1 && !isPlural(m, found):
		c.askWhich(found, name)
	}
}

// byThings reports whether records whose titles have the name by other words only may be other things, which are
// better not deleted nor settled: their titles say more than what to do with what is named. What has it with a slip is
// not deleted either.
func (c search) byThings(f match, m *meaning.Record) bool {
	takes := c.do.Act == meaning.Delete || settles(c.do.Act)
	if f.Fit == reference.Slipped && c.do.Act == meaning.Delete {
		return true
	}
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

// isNoReminder reports whether a record that a reminder is called after takes place: who cancels
// the reminder of the dentist wants to go there.
func (c search) isNoReminder(rec record.Record) bool {
	reminder := c.do.Act == meaning.Delete && c.do.On.Kind == "reminder"
	return reminder && rec.Kind.Name == "event" && !c.isErrand(rec.Label())
}

// ascertainDeletion stops a deletion that has no name, or that is about something else than the records that have it.
func (c search) ascertainDeletion(found []record.Record, m *meaning.Record) {
	sole, first := len(found) == 1, found[0]
	name := named(m)
	isDeed := c.isErrand(name) && strings.Contains(name, " ")
	switch {
	case m.Name+m.Kind == "" && m.Rank == (meaning.Rank{}):
		c.askWhich(found, name)
	case sole && c.do.Manner == meaning.Told && c.isForIt(first) && !isDeed:
		c.askWhich(found, name) // who says "no more milk" still has to buy milk
	case sole && c.isNoReminder(first):
		c.noneCalled(found, "reminder", m.Name)
	case c.do.On.Kind == "alarm" && first.Kind.Name != "alarm":
		c.noneCalled(nil, "alarm", m.Name)
	case sole && c.isTakenFrom(first, m.Name):
		c.notUnderstood()
	}
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
