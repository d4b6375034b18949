package draft

import (
	"reflect"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/reference"
	"assister/internal/schema"
)

// A title takes any word, so that one unknown word can make a new task of a request that
// means something else without it: "zorble push my school tasks to friday". Such a request
// is not understood. Each unknown word of a title is left out in turn: it misleads if the
// rest asks for another change, or is a question.

// wordsTried is how many words of a text are left out.
const wordsTried = 8

// misleading finds an unknown word of a text without which it would be another request.
func (d *drafter) misleading(text string, read []meaning.Do) (word string, found bool) {
	if !slices.ContainsFunc(read, entitles) {
		return "", false
	}
	tried, relays := 0, false
	toks := language.Tokens(text)
	for i, t := range toks {
		possessive := i+1 < len(toks) && toks[i+1].Glued && !toks[i+1].Letters
		owned := i > 1 && toks[i-1].Glued && toks[i-2].Word == "'" // "Ann's lawn", without which "'s" is a verb
		carried := i > 0 && i+1 < len(toks) && d.grammar.Has(toks, i-1, "article") &&
			d.grammar.Has(toks, i+1, "particle") // "drop the car off"
		word, needed := t.Letters && ofTitle(read, t.Word), possessive || owned || relays || carried
		relays = relays || d.grammar.Has(toks, i, "relaying") // "tell Jim that it is off"
		if !word || needed || tried == wordsTried || d.isKnown(t) {
			continue
		}
		tried++
		if d.misleads(read, text[:t.Start]+strings.TrimLeft(text[t.End:], " ")) {
			return text[t.Start:t.End], true
		}
	}
	return "", false
}

// entitles reports whether a change makes something with a title, as almost any words can be
// read.
func entitles(do meaning.Do) bool {
	freeTitle := do.Title != "" && !do.Quoted
	onList := goesOnList(do) || do.Kind == "item"
	return do.Act == meaning.Create && freeTitle && !onList
}

// goesOnList reports whether something new goes on a list that has a name.
func goesOnList(do meaning.Do) bool {
	list, _ := do.Set.Of(meaning.List)
	return list.Text != ""
}

// ofTitle reports whether a word is in a title of several words, or in one of several
// titles.
func ofTitle(read []meaning.Do, word string) bool {
	return slices.ContainsFunc(read, func(do meaning.Do) bool {
		words := reference.Fields(do.Title)
		return entitles(do) && len(words)+len(read) > 2 && slices.Contains(words, word)
	})
}

// isKnown reports whether the language has a word, or a record of the workspace.
func (d *drafter) isKnown(t language.Token) bool {
	if d.grammar.Known([]language.Token{t}) > 0 || d.grammar.Light(t) {
		return true
	}
	return len(d.records.FindByTitle(t.Word, filter.Condition{})) > 0
}

// misleads reports whether the rest of a text asks for something else than was read. If
// nothing asked for a new record, the rest may be a question, too.
func (d *drafter) misleads(read []meaning.Do, rest string) bool {
	languages, toks := meaning.BuiltIn(), language.Tokens(rest)
	names := d.resolver().NamesIn(languages.Likeliest(toks), toks)
	without, ok := languages.Read(rest, d.brief.Clock, names)
	if !ok {
		return false
	}
	bare := !slices.ContainsFunc(read, func(do meaning.Do) bool { return do.Manner != meaning.Bare })
	sees := meaning.Sees(d.grammar, toks) // and nothing mentions what
	// A question is about the records if it names nothing, or what a record has in its texts.
	about := func(a meaning.Ask) bool {
		return a.What != meaning.Other && (a.Of.Name == "" || d.resolver().Mentioned(a.Of.Name))
	}
	when, found := timeexpr.Best(d.grammar, rest, d.brief.Clock)
	wordless := found && when.End-when.Start == len(rest) // "night on friday" of "quiz night on friday"
	isTimed := func(do meaning.Do) bool { return do.IsTimed() }
	timed := slices.ContainsFunc(read, isTimed) // "confocal slot wed 10-12"
	another := sees || wordless || timed
	asks := len(without.Do) == 0 && !another && slices.ContainsFunc(without.Ask, about)
	news := func(all []meaning.Do) int { return len(slices.DeleteFunc(slices.Clone(all), isAsked)) }
	lost := news(without.Do) < news(read) // the word is all of a title: "export sunday's and monday's tasks to friday"
	other := slices.ContainsFunc(without.Do, func(do meaning.Do) bool {
		keeps := do.Act == meaning.Create && kindOf(do.Kind) == "note" && do.Title == "" // it takes any words
		// It is new, if there is nothing of that name: "ferry to 5 may".
		told := do.Act == meaning.Move && do.Manner == meaning.Told
		if keeps || told && !d.resolver().Mentioned(do.On.Name) {
			return false
		}
		return !slices.ContainsFunc(read, func(like meaning.Do) bool {
			return sortOf(do) == sortOf(like) && (!lost || !isChange(do) || isSame(do, like))
		})
	})
	return asks && bare || other && d.carriesOut(without.Do)
}

// isAsked reports whether a verb asks for a change, or for something new.
func isAsked(do meaning.Do) bool { return isChange(do) || do.Manner != meaning.Bare }

// isChange reports whether something changes that there is.
func isChange(do meaning.Do) bool { return do.Act != meaning.Create }

// isSame reports whether two changes are of the same records, to the same values.
func isSame(a, b meaning.Do) bool {
	return a.On != nil && b.On != nil && a.On.Name == b.On.Name &&
		reflect.DeepEqual(a.On.Where, b.On.Where) && reflect.DeepEqual(a.Set, b.Set)
}

// carriesOut reports whether changes can be carried out.
func (d *drafter) carriesOut(all []meaning.Do) bool {
	other := *d
	other.ops, other.sole = nil, len(all) == 1
	stop := attempt(func() {
		for _, do := range all {
			other.change(do)
		}
	})
	return stop == nil && len(other.ops) > 0
}

// sort is what a change does, to what.
type sort struct {
	act   meaning.Act
	kind  string
	every bool
}

// sortOf is the sort of a change. Whether something new is a task or an event depends on its
// title.
func sortOf(do meaning.Do) sort {
	kind := kindOf(do.Kind)
	if k := schema.Lookup(kind); k != nil && k.Planned {
		kind = ""
	}
	if do.Act == meaning.Create && (do.Kind == "item" || goesOnList(do)) {
		kind = "item"
	}
	return sort{do.Act, kind, do.On != nil && do.On.Every}
}
