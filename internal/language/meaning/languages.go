package meaning

import (
	_ "embed" // of the tables
	"slices"
	"sync"

	"assister/internal/calendar"
	"assister/internal/language"
)

//go:generate go run ../../bench/tables

// tables are the languages, compiled from their files by go generate.
//
//go:embed languages.tables
var tables string

// Languages are the grammars that a text may be read with, the preferred first.
type Languages []*language.Grammar

// BuiltIn are the languages that the program has.
var BuiltIn = sync.OnceValue(func() Languages { return language.FromTables(tables, checks()) })

// Compiled are the languages that the program has, compiled from their files.
func Compiled() (all Languages, err error) {
	for _, code := range language.Codes() {
		g, err := language.Compile(code, Options(), language.Files(code))
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// clearly is the cost per token up to which a reading leaves no doubt about the language, so
// that no other language is tried: much of the text is more than free text.
const clearly = language.WordCost / 2

// Likeliest is the language that knows most of the words of a text. There is at least one.
func (l Languages) Likeliest(toks []language.Token) *language.Grammar {
	return language.ByLanguage(l, toks)[0]
}

// After are the languages for a text behind others, the latest last. What several languages can read alike
// is in the one of the latest text that one of them knows best.
func (l Languages) After(texts []string) Languages {
	for _, text := range slices.Backward(texts) {
		toks := language.Tokens(text)
		order := language.ByLanguage(l, toks)
		if len(order) > 1 && order[0].Known(toks) > order[1].Known(toks) {
			rest := slices.DeleteFunc(slices.Clone(l), func(g *language.Grammar) bool { return g == order[0] })
			return slices.Insert(rest, 0, order[0])
		}
	}
	return l
}

// Read is what a text means, in the language that reads it at the least cost. It reports
// false if no language reads all of the text.
func (l Languages) Read(text string, c calendar.Clock, names language.Names) (best Text, ok bool) {
	if all := l.Readings(text, c, names); len(all) > 0 {
		return all[0], true
	}
	return Text{}, false
}

// foreign is how many times as much of a text the likeliest language may know as one that
// it is read in. What a language does not know, it takes for a title.
const foreign = 2

// unknown is what a byte of a text costs that the likeliest language knows and the one that it is read in does not. A
// language must not win because words say nothing to it: inside a name those cost less than words that it knows.
const unknown = language.WordCost / 5

// Readings are the meanings that a text may have, the likeliest first, in the language that
// reads it at the least cost. The likeliest language, which knows most of the words, is
// tried first, and those that know few of them are not, or lack a day that another one has.
// Another language counts only if it knows more of the text than a title, and a word that the
// likeliest does not know.
func (l Languages) Readings(text string, c calendar.Clock, names language.Names) (best []Text) {
	toks := language.Tokens(text)
	if len(toks) == 0 {
		return nil
	}
	order := language.ByLanguage(l, toks)
	strange := slices.DeleteFunc(slices.Clone(toks), order[0].Knows)
	for _, g := range order {
		known, most := g.Known(toks), order[0].Known(toks)
		if known*foreign < most {
			break
		}
		hasDays := func(o *language.Grammar) bool {
			return o.Known(toks)*foreign >= most && misses(g, o, toks) && !misses(o, g, toks)
		}
		if slices.ContainsFunc(order, hasDays) {
			continue
		}
		all := readParts(g, text, c, names)
		guess := g != order[0] && !slices.ContainsFunc(strange, g.Knows)
		if len(all) == 0 || guess && all[0].Cost > clearly*len(toks) {
			continue
		}
		if len(best) == 0 || all[0].Cost+(most-known)*unknown < best[0].Cost && !all[0].isTitle() {
			best = all
		}
		if best[0].Cost <= clearly*len(toks) {
			break
		}
	}
	vague := func(do Do) bool { return do.Vague && do.Manner == Bare }
	t := around{free: freeOf(order[0], text), clock: c, names: names}
	if len(best) == 0 || best[0].onlyNames() {
		if all := t.readTopic(); len(all) > 0 {
			return all
		}
	}
	if len(best) == 0 || best[0].runsOn() || slices.ContainsFunc(best[0].Do, vague) {
		if all := t.readAround(); len(all) > 0 {
			return all
		}
	} else if all := t.besideTold(&best[0]); len(all) > 0 {
		return all
	}
	return best
}

// misses reports whether a language does not know a word for a day or a month that another language has. It would
// take it for a part of a title.
func misses(g, other *language.Grammar, toks []language.Token) bool {
	isDay := func(n language.Name) bool { return slices.Contains([]string{"weekday", "relday", "month"}, n.Class) }
	return slices.ContainsFunc(toks, func(t language.Token) bool {
		return !g.Knows(t) && slices.ContainsFunc(other.Entries([]language.Token{t}), isDay)
	})
}

// isTitle reports whether a text is read as titles and nothing else. They may be in any language.
func (t Text) isTitle() bool {
	bare := func(d Do) bool { return d.Act == Create && d.Manner == Bare && len(d.Set) == 0 }
	return len(t.Do) > 0 && !slices.ContainsFunc(t.Do, func(d Do) bool { return !bare(d) })
}

// readParts reads a text part by part, if it is long. Every part has to be understood, and
// only the likeliest meaning of each counts.
func readParts(g *language.Grammar, text string, c calendar.Clock, names language.Names) []Text {
	parts := language.Chunks(language.Tokens(text))
	all, at := Text{Language: g.Name}, 0
	for _, part := range parts {
		if !language.Readable(part) {
			return nil
		}
		read := Readings(g, Root, text[part[0].Start:part[len(part)-1].End], c,
			names.Between(at, at+len(part)))
		if len(parts) == 1 || len(read) == 0 {
			return read
		}
		all.add(read[0])
		at += len(part)
	}
	return []Text{all}
}

// add adds what another text asks for and says.
func (t *Text) add(other Text) {
	t.Do, t.Ask = append(t.Do, other.Do...), append(t.Ask, other.Ask...)
	t.Talk, t.Reply = append(t.Talk, other.Talk...), append(t.Reply, other.Reply...)
	t.Cost, t.Words = t.Cost+other.Cost, t.Words+other.Words
}

// Called is the grammar of a language by its name; nil if there is none.
func (l Languages) Called(name string) *language.Grammar {
	for _, g := range l {
		if g.Name == name {
			return g
		}
	}
	return nil
}
