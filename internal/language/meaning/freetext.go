package meaning

import (
	"slices"
	"strings"

	"assister/internal/language"
)

// free looks at the free text in a text.
type free struct {
	g    *language.Grammar
	text string
	toks []language.Token
}

// isAny reports whether a token is a word of one of some classes.
func (f *free) isAny(i int32, classes ...string) bool {
	return slices.ContainsFunc(classes, func(class string) bool { return f.g.Has(f.toks, int(i), class) })
}

// hasOne reports whether free text has a word of a class.
func (f *free) hasOne(n *language.Node, class string) bool {
	for i := n.From; i < n.To; i++ {
		if f.g.Has(f.toks, int(i), class) {
			return true
		}
	}
	return false
}

// words are the words of free text, as they were written but for hesitations, doubled blanks and
// a mark at the end that separates it from what follows. Quotation marks around all of it are left
// out.
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
	return strings.TrimRight(strings.Join(strings.Fields(text), " "), ",;:")
}

// fluent is free text without the hesitations in it.
func (f *free) fluent(n *language.Node) string {
	var b strings.Builder
	for i := int(n.From); i < int(n.To); i++ {
		if k := f.g.Match(f.toks, i, "hesitation"); k > 0 {
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

// infinitive is the verb of a past form; the past form itself if it is regular.
func (f *free) infinitive(n *language.Node) string {
	if n.Symbol() == "-" {
		return f.words(n)
	}
	return n.Symbol()
}

// titleOf is the text of a title. What somebody does is to be done: "I dine with Ann" is "dine
// with Ann", in languages where the verbs differ.
func (f *free) titleOf(n *language.Node) string {
	if !n.Is("deed") {
		return f.words(n)
	}
	verb := n.Arg(0)
	return strings.TrimSpace(verb.Symbol() + " " + f.words(&language.Node{From: verb.To, To: n.To}))
}

// isAsked reports whether the text, or a sentence that ends with a node, has a question mark.
func (f *free) isAsked(n *language.Node) bool {
	end := min(int(n.To), len(f.toks)-1)
	return f.toks[end].Word == "?" || f.toks[len(f.toks)-1].Word == "?"
}
