package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
)

// partsMost is how many parts a text has at most of which some may be asides.
const partsMost = 12

// around is a text in parts, of which some may be asides.
type around struct {
	free
	clock calendar.Clock
	names language.Names
	parts []part
	of    func(*Record) bool // reports whether there is a record that a description names; nil if that is not known
}

// part is what stands between marks of a text, by its tokens, and the mark behind it.
type part struct {
	from, to int
	mark     string
	sentence bool // a whole one, with all of its clauses
	later    bool // it has a day to come
	before   bool // only of a question: "before I say yes"
	follows  bool // from the one before: "call Ann so she knows"
}

func (p part) node() *language.Node {
	return &language.Node{Name: language.Text, From: int32(p.from), To: int32(p.to)}
}

// division is what a text is divided at.
type division int

const (
	atSentences division = iota // what ends a sentence
	atMarks                     // each mark between clauses, too, and what follows from the one before: "so"
	atJoiners                   // words such as "and", too
)

// split divides a text. It reports false if there is only one part, or too many.
func (t *around) split(at division) bool {
	from, follows := 0, false
	t.parts = nil
	for i := 0; i <= len(t.toks); {
		size, mark := 1, ""
		if i < len(t.toks) {
			size, mark = t.divides(i, at), t.toks[i].Word
		}
		if size > 0 && i > from {
			t.parts = append(t.parts, part{from: from, to: i, mark: mark, sentence: at == atSentences, follows: follows})
		}
		if size > 0 {
			from, follows = i+size, t.isAny(int32(i), "therefore")
		}
		i += max(size, 1)
	}
	return len(t.parts) > 1 && len(t.parts) <= partsMost && language.Readable(t.toks)
}

// divides is the number of tokens of a mark or a joiner between two parts. Marks within a word or a number do not
// divide: "3,50"; "e-mail"; "a.m.".
func (f *free) divides(i int, at division) int {
	t := f.toks[i]
	glued := i+1 < len(f.toks) && f.toks[i+1].Glued && f.toks[i+1].Word != ")"
	short := t.Word == "." && i > 0 && f.isShort(int32(i-1))
	ends := at > atSentences || slices.Contains(sentenceEnds, t.Word) || t.Word == "\n"
	mark := slices.Contains(marks, t.Word) || t.Word == "-" || t.Word == ":"
	switch {
	case !ends:
		return 0
	case t.Word == "(" && !t.Glued, t.Word == ")", mark && !glued && !short:
		return 1
	case at == atMarks && i > 0 && !f.isAny(int32(i)-1, "be", "degree", "negation"): // "was so tired"
		return f.known.Match(i, "therefore")
	case at == atJoiners:
		return f.known.Match(i, "joiner")
	}
	return 0
}

// marks stand between clauses, and sentenceEnds behind sentences.
var (
	marks        = []string{",", ";", ".", "!", "?", "\n"}
	sentenceEnds = []string{".", "!", "?"}
)

// readings are the meanings of free text by itself. What begins with something to do is no question: "tell Rose".
func (t *around) readings(n *language.Node) []Text {
	text := t.text[t.toks[n.From].Start:t.toks[n.To-1].End]
	all := Readings(t.g, Root, text, t.clock, t.names.Between(int(n.From), int(n.To)))
	return slices.DeleteFunc(all, func(r Text) bool { return len(r.Ask) > 0 && t.isAny(n.From, "either") })
}

// Sees reports whether a clause of a text begins with a verb that asks to see something, and may be of something to do
// as well: "check the tyres"; "I promised to look into the account".
func Sees(g *language.Grammar, toks []language.Token) bool {
	f := free{g: g, toks: toks, known: g.Words(toks)}
	begins := func(at int) bool { return f.isAny(int32(at+f.known.Match(at, "ask")), "either") }
	for i := range toks {
		behind := i == 0 || f.isAny(int32(i)-1, "to", "modal") || f.divides(i-1, atMarks) > 0
		if behind && begins(i) {
			return true
		}
	}
	return false
}

// besides is the meaning of a text without some of its asides that is accepted. As few are left out as possible, the
// last ones first: each one, then those at the end together, then all of them.
func (t *around) besides(aside func(*part) bool, accepted func(all []Text, asides []int) *Text) []Text {
	var asides []int
	for i := range t.parts {
		if aside(&t.parts[i]) {
			asides = append(asides, i)
		}
	}
	var each, together [][]int
	for i := len(asides) - 1; i >= 0; i-- {
		each, together = append(each, asides[i:i+1]), append(together, asides[i:])
	}
	for _, way := range append(each, together...) {
		if all := t.without(way); len(all) > 0 {
			if one := accepted(all, way); one != nil {
				return []Text{*one}
			}
		}
	}
	return nil
}

// states reports whether a part has a word that only statements have: "Rolf owes me twenty euros".
func (t *around) states(n *language.Node) bool {
	rest := &language.Node{From: n.From + 1, To: n.To}
	return !t.isAny(n.From, "because") && t.hasOne(rest, "pronoun", "be", "have", "modal", "did", "does")
}

// undoes reports whether a token takes back or changes what stands before it: not "that place".
func (t *around) undoes(i int32) bool {
	named := i > 0 && t.isAny(i-1, "article")
	return !named && t.isAny(i, "amend", "participle", "verb", "refusing")
}

// without are the meanings of a text without some parts of it.
func (t *around) without(parts []int) []Text {
	var b strings.Builder
	of := language.Names{}
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
			if all := t.names[k]; len(all) > 0 {
				of[at] = all
			}
		}
		last = i
	}
	return Readings(t.g, Root, b.String(), t.clock, of)
}
