package meaning

import (
	"slices"
	"strings"

	"assister/internal/language"
)

// partsMost is how many parts a text has at most of which some may be asides.
const partsMost = 8

// around is a text in parts, of which some may be asides.
type around struct {
	free
	parts []part
}

// part is what stands between marks of a text, by its tokens, and the mark behind it.
type part struct {
	from, to int
	mark     string
	asks     bool // it begins as a question
	plans    bool // it says when something is, or what somebody is to do
	aside    bool // it may be left out
	later    bool // it has a day to come
	before   bool // only of a question: "before I say yes"
}

func (p part) node() *language.Node {
	return &language.Node{Name: language.Text, From: int32(p.from), To: int32(p.to)}
}

// partsOf are the parts of a text between some marks.
func partsOf(toks []language.Token, between ...string) (all []part) {
	from := 0
	for i := 0; i <= len(toks); i++ {
		if i < len(toks) && !divides(toks, i, between) {
			continue
		}
		if i > from {
			p := part{from: from, to: i}
			if i < len(toks) {
				p.mark = toks[i].Word
			}
			all = append(all, p)
		}
		from = i + 1
	}
	return all
}

// divides reports whether a token is a mark between two parts, and not one within a word or a number: "3,50"; "e-mail".
func divides(toks []language.Token, i int, between []string) bool {
	if toks[i].Word == "." && i > 0 && len(toks[i-1].Word) == 1 && toks[i-1].Letters { // "a.m."
		return false
	}
	switch word, clauses := toks[i].Word, slices.Contains(between, ","); word {
	case "(":
		return clauses && !toks[i].Glued
	case ")":
		return clauses
	default:
		within := i+1 < len(toks) && toks[i+1].Glued && toks[i+1].Word != ")"
		dash := clauses && (word == "-" || word == ":")
		return !within && (dash || slices.Contains(between, word))
	}
}

// choices are the asides that may be left out: each one, then those at the end together, then all of them. There are
// none unless another part asks, or says when something is or what somebody is to do.
func (t *around) choices() (all [][]int) {
	var asides []int
	for i, p := range t.parts {
		if p.aside {
			asides = append(asides, i)
		}
	}
	if !slices.ContainsFunc(t.parts, func(p part) bool { return p.plans || p.asks }) {
		return nil
	}
	return ways(asides)
}

// ways are the choices of the asides that a text is read without.
func ways(asides []int) (all [][]int) {
	for _, i := range slices.Backward(asides) {
		all = append(all, []int{i})
	}
	for n := len(asides) - 2; n >= 0; n-- {
		all = append(all, asides[n:])
	}
	return all
}

// sort decides what a part may be. One that begins a text is an aside only as a statement, since its words may be what
// all the others belong to.
func (t *around) sort(p *part, begins bool) {
	first, end := int32(p.from), int32(p.to)
	for !begins && first < end && t.isAny(first, "joiner", "because") {
		first++
	}
	timed := len(t.g.Find("when", t.toks[p.from:p.to], nil)) > 0
	orders := t.isAny(first, "doing") && !t.isAny(first, "bringing")
	p.plans = timed || orders || t.isAny(first, "verb", "ask")
	p.asks = t.isAny(first, "wh", "be", "do", "have", "modal", "tell")
	p.before = begins && t.isAny(first, "preface")
	heads := begins && !p.before && !t.states(p.node())
	if wanted := p.plans || p.asks || p.mark == "?"; wanted || heads || first == end {
		return
	}
	undoes := func(i int32) bool {
		named := i > 0 && t.isAny(i-1, "article")                      // "that place"
		does := i > 0 && t.isAny(i-1, "pronoun") && t.isAny(i, "verb") // "before I say"
		return !named && !does && t.isAny(i, undone...)
	}
	p.aside = !t.denies(p.node()) && !t.isAny(first, "wh", "or") && !anyToken(first, end, undoes)
}

// states reports whether a part has a word that only statements have: "Rolf owes me twenty euros".
func (t *around) states(n *language.Node) bool {
	n.From++
	return !t.isAny(n.From-1, "because") && t.hasOne(n, "pronoun", "be", "have", "modal", "did", "does")
}

// undone are the classes of words that take back or change what stands before them.
var undone = []string{"amend", "participle", "verb", "refusing"}

// without is the rest of a text without some parts of it, and the names in it.
func (t *around) without(parts []int, names language.Names) (core string, of language.Names) {
	var b strings.Builder
	of = language.Names{}
	at, last := 0, -1 // the next token of the rest, and the part before
	for i, p := range t.parts {
		if slices.Contains(parts, i) {
			continue
		}
		if last >= 0 {
			before := t.parts[last]
			b.WriteString(t.text[t.toks[before.to-1].End:t.toks[t.parts[last+1].from].Start])
			at += t.parts[last+1].from - before.to
		}
		b.WriteString(t.text[t.toks[p.from].Start:t.toks[p.to-1].End])
		for k := p.from; k < p.to; k, at = k+1, at+1 {
			if all := names[k]; len(all) > 0 {
				of[at] = all
			}
		}
		last = i
	}
	return b.String(), of
}
