package meaning

import (
	"slices"

	"assister/internal/language"
)

// unnamed are the classes of words that say nothing of what a record is called.
var unnamed = []string{"courtesy", "quantifier", "relday", "kind"}

// Keywords are the words of a text that may be in the titles of records, the first of them, in
// the language that knows most of the text.
func (l Languages) Keywords(text string, most int) (words []string) {
	toks := language.Tokens(text)
	g := l.Likeliest(toks)
	for i, t := range toks {
		of := func(class string) bool { return g.Has(toks, i, class) }
		if ofNumber := i > 0 && t.Glued && toks[i-1].Num >= 0; ofNumber { // "15th"
			continue
		}
		word := t.Letters && len(t.Word) > 1 && !g.Light(t)
		if word && len(words) < most && !slices.ContainsFunc(unnamed, of) {
			words = append(words, t.Word)
		}
	}
	return words
}

// Speaks reports whether a text has a word for one of the kinds of records, as the lexicon names them: "list".
func (l Languages) Speaks(text string, kinds ...string) bool {
	toks := language.Tokens(text)
	g := l.Likeliest(toks)
	return slices.ContainsFunc(toks, func(t language.Token) bool {
		return g.Means([]language.Token{t}, "kind", kinds...)
	})
}
