package meaning

import (
	"sync"

	"assister/internal/calendar"
	"assister/internal/language"
)

// Languages are the grammars that a text may be read with, the preferred first.
type Languages []*language.Grammar

// BuiltIn are the languages that the program has. They are compiled when they are first
// used.
var BuiltIn = sync.OnceValue(func() (all Languages) {
	for _, code := range language.Codes() {
		g, err := language.Compile(code, Options(), language.Files(code))
		if err != nil {
			panic("meaning: " + err.Error())
		}
		all = append(all, g)
	}
	return all
})

// Likeliest is the language that knows most of the words of a text.
func (l Languages) Likeliest(toks []language.Token) *language.Grammar {
	return language.ByLanguage(l, toks)[0]
}

// clearly is the cost per token up to which a reading leaves no doubt about the language, so
// that no other language is tried.
const clearly = language.WordCost

// Read is what a text means, in the language that reads it at the least cost. The likeliest
// language, which knows most of the words, is tried first. It reports false if no language
// reads all of the text.
func (l Languages) Read(text string, c calendar.Clock, names language.Names) (best Text, ok bool) {
	toks := language.Tokens(text)
	for _, g := range language.ByLanguage(l, toks) {
		t, read := readParts(g, text, toks, c, names)
		if read && (!ok || t.Cost < best.Cost) {
			best, ok = t, true
			best.Language = g.Name
		}
		if ok && best.Cost <= clearly*len(toks) {
			break
		}
	}
	return best, ok
}

// readParts reads a text part by part, if it is long. Every part has to be understood.
func readParts(
	g *language.Grammar, text string, toks []language.Token, c calendar.Clock, names language.Names,
) (all Text, ok bool) {
	at := 0
	for _, part := range language.Chunks(toks) {
		if !language.Readable(part) {
			return Text{}, false
		}
		from, to := part[0].Start, part[len(part)-1].End
		t, read := Read(g, text[from:to], c, partNames{names, at})
		at += len(part)
		if !read {
			return Text{}, false
		}
		all.Do, all.Ask = append(all.Do, t.Do...), append(all.Ask, t.Ask...)
		all.Talk, all.Reply = append(all.Talk, t.Talk...), append(all.Reply, t.Reply...)
		all.Cost += t.Cost
	}
	return all, len(toks) > 0
}

// partNames are the names in a part of a text that begins at a token.
type partNames struct {
	of language.Names
	at int
}

func (p partNames) At(toks []language.Token, i int) []language.Name {
	if p.of == nil {
		return nil
	}
	return p.of.At(toks, p.at+i)
}
