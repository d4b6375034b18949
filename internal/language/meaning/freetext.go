package meaning

import (
	"slices"
	"strings"

	"assister/internal/language"
)

// free looks at the free text in a text.
type free struct {
	g     *language.Grammar
	text  string
	toks  []language.Token
	known *language.Words // the tokens
}

func freeOf(g *language.Grammar, text string) free {
	toks := language.Tokens(text)
	return free{g, text, toks, g.Words(toks)}
}

// isAny reports whether a token is a word of one of some classes.
func (f *free) isAny(i int32, classes ...string) bool {
	return f.known.Has(int(i), classes...)
}

// hasOne reports whether free text has a word of one of some classes.
func (f *free) hasOne(n *language.Node, classes ...string) bool {
	return anyToken(n.From, n.To, func(i int32) bool { return f.isAny(i, classes...) })
}

// anyToken reports whether something holds of one of the tokens from a place until before another.
func anyToken(from, to int32, holds func(i int32) bool) bool {
	for i := from; i < to; i++ {
		if holds(i) {
			return true
		}
	}
	return false
}

// isDictated reports whether the text has names of marks: "buy stamps comma eggs full stop".
func (f *free) isDictated() bool {
	spoken := 0
	for i := range f.toks {
		spoken += min(f.known.Match(i, "spoken"), 1)
	}
	return spoken > 1
}

// words are the words of free text, as they were written but for hesitations, doubled blanks and a mark at the end
// that separates it from what follows. Quotation marks around all of it are left out.
func (f *free) words(n *language.Node) string {
	text := strings.TrimSpace(n.Words(f.text, f.toks))
	if n != nil && n.To-n.From > 2 && language.Quotation(f.toks, int(n.From)) == int(n.To) {
		return strings.TrimSpace(f.text[f.toks[n.From].End:f.toks[n.To-1].Start])
	}
	if strings.Contains(text, "\n") {
		return text
	}
	if n != nil && f.hasOne(n, "hesitation") {
		text = f.fluent(n)
	}
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), ",;: ")
	for _, dash := range dashes {
		text = strings.TrimSuffix(text, dash)
	}
	return text
}

// dashes stand between a title and more about it, and not in a word: "A-" is a grade.
var dashes = []string{" -", " –", " —"}

// fluent is free text without the hesitations in it.
func (f *free) fluent(n *language.Node) string {
	var b strings.Builder
	for i := int(n.From); i < int(n.To); i++ {
		if k := f.known.Match(i, "hesitation"); k > 0 {
			i += k - 1
			continue
		}
		if !f.toks[i].Glued {
			b.WriteByte(' ')
		}
		b.WriteString(f.text[f.toks[i].Start:f.toks[i].End])
	}
	return b.String()
}

// Values of past forms: of any verb, and of the verb that the form itself is of.
const (
	anyVerb  = "any"
	sameVerb = "-"
)

// infinitive is the verb of a past form; the past form itself if it is regular, or if it is the verb.
func (f *free) infinitive(n *language.Node) string {
	if s := n.Symbol(); s == sameVerb || s == "" {
		return f.words(n)
	}
	return n.Symbol()
}

// toDo are the words of a name as a title of something to do has them: "paying the rent" is called "pay the rent".
func (f *free) toDo(name *language.Node, words []string) []string {
	if len(words) < 2 || !f.isAny(name.From, "gerund") || words[0] != f.toks[name.From].Word {
		return words
	}
	if verb := f.plain(&language.Node{From: name.From, To: name.From + 1}); verb != "" {
		return append([]string{verb}, words[1:]...)
	}
	return words
}

// titleOf is the text of a title. What somebody does is to be done: "I dine with Ann" is "dine
// with Ann", in languages where the verbs differ. A particle ends it: "hand the forms in".
func (f *free) titleOf(n *language.Node) string {
	if n.Is("there") {
		return "" // it has the name of "it"
	}
	if !n.Is("deed") {
		return f.words(withArticle(f, n))
	}
	verb, object := n.Arg(0), n.Arg(1)
	if object == nil {
		object = &language.Node{From: verb.To, To: n.To}
	}
	text := f.words(object)
	if object.From == 0 && f.isAny(0, "article") { // no longer the beginning: "The windows need cleaning"
		text = strings.ToLower(text[:1]) + text[1:]
	}
	return strings.TrimSpace(strings.TrimSpace(f.plain(verb)+" "+text) + " " + f.words(n.Arg(2)))
}

// withArticle is free text with the article before it that is of a name, as its capital tells: "The Trial".
func withArticle(f *free, n *language.Node) *language.Node {
	if n == nil || n.From < 2 || strings.ToUpper(f.text) == f.text {
		return n
	}
	isName := f.isAny(n.From-1, "article") && f.toks[n.From-1].Capital && f.toks[n.From].Capital
	if !isName || slices.Contains(sentenceEnds, f.toks[n.From-2].Word) {
		return n
	}
	return &language.Node{Name: n.Name, From: n.From - 1, To: n.To}
}

// plain is a verb as it begins a title: its infinitive or, if the form is regular, the verb of what people do that
// has the most letters in common with it, all of its own but the last at least; "" if there is none.
func (f *free) plain(n *language.Node) string {
	if s := n.Symbol(); s != "" && s != anyVerb && s != sameVerb {
		return s
	}
	if f.isAny(n.From, "doing") {
		return f.words(n)
	}
	said := f.toks[n.From].Word
	begins := said[:min(len(said), 2)]
	verb, most := likeliest(said, f.g.Beginning("doing", begins), 1)
	if v, all := likeliest(said, f.g.Beginning("verb", begins), 0); all > most { // "clearing" is no form of "clean"
		verb, most = v, all
	}
	written := []rune(strings.ToLower(f.text[f.toks[n.From].Start:f.toks[n.From].End]))
	if verb != "" && len(written) == len(said) && (len(said) <= len(verb) || most == len(verb)) {
		return string(written[:most]) + verb[most:] // with its accents
	}
	return verb
}

// likeliest is the verb that a form has the most letters in common with, all of its own but some last ones at most;
// "" if there is none.
func likeliest(form string, verbs []string, but int) (verb string, most int) {
	for _, w := range verbs {
		common := 0
		for common < min(len(w), len(form)) && w[common] == form[common] {
			common++
		}
		isForm := common > 1 && common >= len(w)-but && len(form)-common <= endingMost
		if isForm && common > most {
			verb, most = w, common
		}
	}
	return verb, most
}

// endingMost is the most letters that a form of a verb has and its infinitive has not: "skipping".
const endingMost = 4

// isAsked reports whether the text, or a sentence that ends with a node, has a question mark. One behind
// words that ask for a change, as in "it was moved to friday, can you change that?", is of these.
func (f *free) isAsked(n *language.Node) bool {
	end := int(n.To)
	for end < len(f.toks)-1 && f.toks[end].Word != "?" {
		if f.isAny(int32(end), "ask") {
			return false
		}
		end++
	}
	return f.toks[min(end, len(f.toks)-1)].Word == "?"
}
