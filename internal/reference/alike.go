package reference

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
)

// names are the words of a name with what they name in a language, which titles may have other words for: "the bins"
// are in "Take out the rubbish".
type names struct {
	language *language.Grammar
	parts    []part
}

// part is a word, or a phrase, and the things that it names.
type part struct {
	word   string // none of a phrase
	things []string
	deed   bool // the word is the noun of an act: "raking"
}

// namesOf are each of some words of a name, and the phrases in it that name things. There are none if nothing in it
// has another name; what is done says too little alone, unless it is asked about.
func namesOf(g *language.Grammar, name string, words []string, asked bool) (n names) {
	if g == nil {
		return n
	}
	toks, some := without(g, language.Tokens(name)), false
	n.language = g
	for i, size := 0, 0; i < len(toks); i += size {
		p := part{}
		p.things, size = g.Things(toks, i, false)
		if size == 1 {
			p.word, p.deed = toks[i].Word, g.Has(toks, i, language.DeedNoun)
		}
		isWord := func(w string) bool { return (len(p.word) > 1 || len(p.things) > 0) && fulltext.Plain(w) == p.word }
		if size > 1 || slices.ContainsFunc(words, isWord) {
			n.parts, some = append(n.parts, p), some || p.deed || len(p.things) > 0
		}
	}
	little := func(thing string) bool { return !strings.HasPrefix(thing, language.Same+" ") }
	if len(n.parts) == 1 && !asked {
		n.parts[0].things = slices.DeleteFunc(n.parts[0].things, little)
		some = len(n.parts[0].things) > 0 // "the planning" may be of anything
	}
	if !some {
		n.parts = nil
	}
	return n
}

// without are tokens without those before them that say little, such as an article.
func without(g *language.Grammar, toks []language.Token) []language.Token {
	for len(toks) > 0 && g.Light(toks[0]) {
		toks = toks[1:]
	}
	return toks
}

// of are the words that names of a part begin with.
func (n names) of(p part) (words []string) {
	if p.word != "" {
		words = []string{p.word}
	}
	if p.deed {
		words[0] = p.word[:deedStem]
	}
	for _, thing := range p.things {
		words = append(words, n.language.NamesOf(thing)...)
	}
	return words
}

// in reports whether a title has each of the parts, in some inflection or by another name.
func (n names) in(title string) bool {
	toks, fields := language.Tokens(title), Fields(title)
	var things []string
	for i, size := 0, 0; i < len(toks); i += size {
		var here []string
		here, size = n.language.Things(toks, i, true)
		things = append(things, here...)
	}
	return !slices.ContainsFunc(n.parts, func(p part) bool {
		named := slices.ContainsFunc(p.things, func(t string) bool { return slices.Contains(things, t) })
		worded := p.word != "" && hasWords(fields, []string{p.word})
		done := p.deed && doneIn(fields, p.word)
		return !named && !worded && !done
	})
}

// deedStem is how many letters the noun of an act has at least in common with its verb: "raking" with "rake".
const deedStem = 3

// doneIn reports whether a title begins with the verb of which a word is the noun: behind what they have in common
// the verb has at most an ending of two letters, and its last letter may be doubled: "trimming". "Planning" is not of
// "plant".
func doneIn(title []string, noun string) bool {
	if len(title) == 0 {
		return false
	}
	n, verb := 0, title[0]
	for n < len(verb) && n < len(noun) && verb[n] == noun[n] {
		n++
	}
	if n > deedStem && strings.Contains(vowels, verb[n-1:n]) { // "rangement" of "ranger"
		n--
	}
	own, rest := title[0][n:], strings.TrimPrefix(noun[n:], noun[max(n-1, 0):n])
	isVerb := own == "" || len(own) <= 2 && isEnding(own)
	return n >= deedStem && isVerb && rest != "" && isEnding(rest)
}

// HasDeed reports whether words are what a title says to do, by the noun of the act: "cellar packing" of "Pack the
// cellar". The title has no other words that carry meaning.
func HasDeed(g *language.Grammar, title, words []string) bool {
	if len(words) < 2 || len(words) != len(title) {
		return false
	}
	object := Those(words, func(w string) bool {
		return !g.Has(language.Tokens(w), 0, language.DeedNoun) || !doneIn(title, fulltext.Plain(w))
	})
	return len(object) == len(words)-1 && hasWords(title[1:], object)
}

// Alike is the condition that a title has each of the words of a name, by their other names, too.
func Alike(g *language.Grammar, name string, words []string) func(title string) bool {
	if n := namesOf(g, name, words, false); len(n.parts) > 0 {
		return n.in
	}
	return func(title string) bool { return len(words) > 0 && hasWords(Fields(title), words) }
}

// alike are the records whose titles have a name by other words. They are looked up by a word that has no others, or
// by all names of the first thing.
func (r Resolver) alike(m *meaning.Record, scope filter.Condition) (found []record.Record) {
	n := namesOf(r.Alike, m.Name, m.Words, false)
	if len(n.parts) == 0 {
		return nil
	}
	bare := slices.IndexFunc(n.parts, func(p part) bool { return len(p.things) == 0 })
	for _, w := range n.of(n.parts[max(bare, 0)]) {
		for _, x := range r.Records.FindByTitle(stem(w, 5), scope) {
			again := slices.ContainsFunc(found, func(y record.Record) bool { return y.Key() == x.Key() })
			if !again && n.in(x.Label()) {
				found = append(found, x)
			}
		}
	}
	return found
}

// Otherwise are terms of words that records have, by other words that records are called by. It reports false if no
// word of them has any.
func Otherwise(g *language.Grammar, terms []Term) (other []Term, ok bool) {
	other = slices.Clone(terms)
	for i := range other {
		if said := &other[i].Said; other[i].IsWords() && len(said.other.parts) == 0 {
			said.other = namesOf(g, other[i].Text, said.Words, true)
			ok = ok || len(said.other.parts) > 0
		}
	}
	return other, ok
}

// Like is a mention by other words if another one is.
func (m Mention) Like(other Mention) Mention {
	m.other = other.other
	return m
}
