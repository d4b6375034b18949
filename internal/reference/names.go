package reference

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/record"
)

// nameKinds are the kinds whose records lend their names to others: what is in a project, on a list, with a person.
var nameKinds = []string{"project", "checklist", "person", "team", "note"}

// The costs of reading words as a name: little if only a part of it is there.
const (
	partCost = 4
	tagCost  = 2
)

// maxNamed is how many words of a text are looked up.
const maxNamed = 24

// NamesIn are the names in a text of projects, lists, people, teams, notes and tags that there are, as words of the
// lexicon: the classes are project-name, checklist-name, person-name, team-name, note-name and tag-name. The cost is
// in the length of the text and not in the number of records. A word that says little alone is the name of a record
// only if it is all of that, and begins with a capital or has a colon behind it within the text.
func (r Resolver) NamesIn(g *language.Grammar, toks []language.Token) language.Names {
	n := language.Names{}
	looked := 0
	for i, t := range toks {
		light := g.Light(t)
		heads := i+1 < len(toks) && toks[i+1].Word == ":"
		written := i > 0 && (t.Capital || heads) // as a name is: "put it in Work", "add to work: call Sue"
		if !t.Letters || light && !written || looked == maxNamed {
			continue
		}
		looked++
		for _, x := range r.Records.FindByTitle(t.Word, filter.Condition{Kinds: nameKinds}) {
			if !light || fulltext.Plain(x.Label()) == t.Word {
				addName(n, g, toks, i, x)
			}
		}
		if light {
			continue
		}
		if tagged := r.Records.Find(filter.Comparing(filter.Tagged(t.Word))); len(tagged) > 0 {
			n[i] = append(n[i], language.Name{Class: "tag-name", Sym: t.Word, Size: 1, Cost: tagCost})
		}
	}
	return n
}

// addName adds the name of a record, if the text has it at a token or a part of it that begins with that token.
func addName(n language.Names, g *language.Grammar, toks []language.Token, at int, x record.Record) {
	label := language.Tokens(x.Label())
	start := slices.IndexFunc(label, func(t language.Token) bool { return t.Word == toks[at].Word })
	if start < 0 {
		return
	}
	size := 0
	for at+size < len(toks) && start+size < len(label) && toks[at+size].Word == label[start+size].Word {
		size++
	}
	cost := 0
	for k, t := range label {
		if (k < start || k >= start+size) && !g.Light(t) {
			cost = partCost
		}
	}
	if cost > 0 && size == 1 && isHome(g, toks, at) {
		return // "dinner at home" is not in the project "Home improvements"
	}
	name := language.Name{Class: x.Kind.Name + "-name", Sym: x.Label(), Num: int(x.ID), Size: size, Cost: cost}
	n[at] = append(n[at], name)
}

// isHome reports whether a token ends the words for where somebody lives: "at home", "en su casa".
func isHome(g *language.Grammar, toks []language.Token, at int) bool {
	for i := max(0, at-2); i < at; i++ {
		if g.Match(toks, i, "at-home") == at+1-i {
			return true
		}
	}
	return false
}
