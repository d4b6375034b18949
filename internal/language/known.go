package language

import "slices"

// Known is how many bytes of a text are in words that the language has, but for one of each
// word: the short ones, which many languages share, say less. Letters with an accent say more.
func (g *Grammar) Known(toks []Token) (n int) {
	for i := range toks {
		if g.Knows(toks[i]) && g.spells(toks[i]) {
			n += max(len(toks[i].Word), len(toks[i].Written)) - 1
		}
	}
	return n
}

// spells reports whether the language writes a word with the accents that it has in the text. Words are looked up
// without them, so that the Spanish "reunión" is found for the French "réunion". A pronoun behind a word moves them.
func (g *Grammar) spells(t Token) bool {
	return t.Written == "" || g.lex.words.find(t.Word) < 0 || g.lex.written.find(t.Written) >= 0
}

// Knows reports whether a token is a word that the language has.
func (g *Grammar) Knows(t Token) (known bool) {
	if t.Letters {
		g.lex.ofWord(t.Word, func(e entry) { known = known || !isSame(g.classes.at(int(e.class))) })
		g.lex.glued(t.Word, func(entry) { known = true })
	}
	return known
}

// Entries are the readings that the lexicon has of words, as one word or phrase.
func (g *Grammar) Entries(words []Token) (found []Name) {
	if len(words) == 0 {
		return nil
	}
	g.lex.from(g.lex.words.find(words[0].Word), words[1:], func(size int, e entry) {
		if size == len(words) {
			found = append(found, Name{g.classes.at(int(e.class)), e.sym, e.num, size, e.cost})
		}
	})
	return found
}

// Means reports whether words, as one word or phrase, are of a class with one of some symbols.
func (g *Grammar) Means(words []Token, class string, symbols ...string) bool {
	return slices.ContainsFunc(g.Entries(words), func(n Name) bool {
		return n.Class == class && slices.Contains(symbols, n.Sym)
	})
}

// ByLanguage orders grammars by how much of a text they know, the likeliest first. Of those that
// know as much, one has more of the words in classes: shared forms have words of other languages.
func ByLanguage(all []*Grammar, toks []Token) []*Grammar {
	known := make(map[*Grammar][]int, len(all))
	for _, g := range all {
		known[g] = []int{g.Known(toks), 0}
		for i := range toks {
			if slices.ContainsFunc(g.Entries(toks[i:i+1]), func(n Name) bool { return n.Class[0] != '"' && !isSame(n.Class) }) {
				known[g][1]++
			}
		}
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *Grammar) int { return slices.Compare(known[b], known[a]) })
	return all
}
