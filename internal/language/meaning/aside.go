package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
)

// partsMost is how many parts a text has at most of which some may be asides.
const partsMost = 8

// readAround is what a text means that no form reads as a whole, but all of it without some asides: one question, or
// one new task or event, as in "lunch with Bo, that place on Cable Street, friday at 1". The asides go to its notes,
// but for those before it that explain nothing.
//
// An aside says nothing of a time, is no order, asks and takes back nothing, so that without it no other record and no
// other day can be wanted. As few are left out as possible, the last ones first.
func readAround(
	g *language.Grammar, text string, toks []language.Token, c calendar.Clock, names language.Names,
) []Text {
	t := around{free{g, text, toks, g.Words(toks)}, partsOf(toks, marks...)}
	if len(t.parts) < 2 || len(t.parts) > partsMost || !language.Readable(toks) {
		return nil
	}
	for i := range t.parts {
		t.sort(&t.parts[i], i == 0)
	}
	for _, without := range t.choices() {
		core, of := t.without(without, names)
		all := Readings(g, Root, core, c, of)
		if len(all) == 0 {
			continue
		}
		plans := func(x Text) bool { return x.MakesOne() && x.Cost < all[0].Cost+language.WordCost } // "tell Ann about it"
		if all[0].asksOne() && t.tell(without) && !slices.ContainsFunc(all, plans) {
			return all[:1]
		}
		if !all[0].MakesOne() || t.parts[without[0]].before {
			continue
		}
		do := &all[0].Do[0]
		wanted := func(i int) bool { return t.wants(t.readings(t.parts[i], c, names)) }
		if without[0] == 0 && !t.heads(do, without) || slices.ContainsFunc(without, wanted) {
			continue
		}
		for k, i := range without {
			if leads := i == k; !leads || needs(g, do.Title) {
				do.Aside = strings.TrimSpace(do.Aside + "\n" + t.words(t.parts[i].node()))
			}
		}
		return all[:1]
	}
	return nil
}

// readSentences is what a text means of which each sentence asks for something new or only tells of it: "I'm at the
// market. Mop the hall on friday". What tells of a record stands in its notes if it is behind it.
func readSentences(
	g *language.Grammar, text string, toks []language.Token, c calendar.Clock, names language.Names,
) []Text {
	t := around{free{g, text, toks, g.Words(toks)}, partsOf(toks, append(sentenceEnds, "\n")...)}
	if len(t.parts) < 2 || len(t.parts) > partsMost || !language.Readable(toks) {
		return nil
	}
	all := Text{Language: g.Name}
	for _, p := range t.parts {
		t.sort(&p, false)
		read := append(t.readings(p, c, names), Text{})
		alone := read[0]
		isNote := len(alone.Do) == 1 && alone.Do[0].Kind == "note"
		tells := p.aside && !t.wants(read) && (isNote || len(alone.Talk) > 0 || t.states(t.opens(p)))
		switch last := len(all.Do) - 1; {
		case alone.makesNew() && !needs(g, alone.Do[0].Title):
			all.Do = append(all.Do, alone.Do...)
			all.Cost, all.Words = all.Cost+alone.Cost, all.Words+alone.Words
		case !tells:
			return nil
		case last >= 0:
			all.Do[last].Aside = strings.TrimSpace(all.Do[last].Aside + "\n" + t.words(p.node()))
		}
	}
	if len(all.Do) == 0 {
		return nil
	}
	return []Text{all}
}

// readings are the meanings of a part by itself. What begins with something to do is no question: "tell Rose".
func (t *around) readings(p part, c calendar.Clock, names language.Names) []Text {
	all := Readings(t.g, Root, t.text[t.toks[p.from].Start:t.toks[p.to-1].End], c, names.From(p.from))
	return slices.DeleteFunc(all, func(r Text) bool { return len(r.Ask) > 0 && t.isAny(int32(p.from), "either") })
}

// opens are the words of a sentence before its first mark, without a greeting.
func (t *around) opens(p part) *language.Node {
	n := &language.Node{Name: language.Text, From: int32(p.from)}
	for n.From < int32(p.to) && t.isAny(n.From, "courtesy", "stop") {
		n.From++
	}
	for n.To = n.From; n.To < int32(p.to) && !t.isAny(n.To, "stop"); n.To++ {
	}
	return n
}

// wants reports whether the likeliest meaning is an answer, a change of what there is, or a refusal.
func (t *around) wants(all []Text) bool {
	changes := func(do Do) bool { return do.Happens || do.Act != Create && !do.Vague }
	refuses := func(r Reply) bool { return r.Says == No }
	return len(all) > 0 && (len(all[0].Ask) > 0 ||
		slices.ContainsFunc(all[0].Do, changes) || slices.ContainsFunc(all[0].Reply, refuses))
}

// makesNew reports whether a text asks for new records and nothing else, and for each as clearly as MakesOne does.
func (t Text) makesNew() bool {
	unclear := func(do Do) bool {
		asked := !slices.Contains(planned, do.Kind) && do.Kind != "note" && do.Act == Create && !do.Vague
		return !asked && !t.Doing(do).MakesOne()
	}
	return len(t.Do) > 0 && len(t.Ask)+len(t.Reply) == 0 && !slices.ContainsFunc(t.Do, unclear)
}

// heads reports whether a new record is named in the first part that is not left out. Otherwise what stands before that
// may be its name: "the interview is confirmed, friday at 2, ask for Ida".
func (t *around) heads(do *Do, without []int) bool {
	first := 0
	for slices.Contains(without, first) {
		first++
	}
	return do.name != nil && int(do.name.From) < t.parts[first].to-t.parts[first].from
}

// needs reports whether a title has a pronoun, so that only words around it say what that is.
func needs(g *language.Grammar, title string) bool {
	toks := language.Tokens(title)
	f := free{g, title, toks, g.Words(toks)}
	return len(toks) > 0 && f.isAny(0, "thereof") || f.hasOne(&language.Node{To: int32(len(toks))}, "pronoun", "subject")
}

// MakesOne reports whether a text asks for one new task or event and nothing else, and says when it is or what
// somebody is to do.
func (t Text) MakesOne() bool {
	if len(t.Do) != 1 || len(t.Ask)+len(t.Reply) > 0 {
		return false
	}
	do := t.Do[0]
	told := do.Manner == Told && !do.Happens
	planned := do.Act == Create && slices.Contains(planned, do.Kind) && !do.Vague && !told
	return planned && do.Title != "" && (do.errand || do.Day().Valid())
}

// asksOne reports whether a text asks one question that needs nothing said before it, and wants nothing else.
func (t Text) asksOne() bool {
	if len(t.Ask) != 1 || len(t.Do)+len(t.Reply) > 0 {
		return false
	}
	a := t.Ask[0]
	return a.What != Other && !a.Follows && !a.Of.It && !t.runsOn()
}

// runsOn reports whether what a question is about goes on behind a mark: "the oven yet, my mother is coming".
func (t Text) runsOn() bool {
	return len(t.Ask) == 1 && slices.ContainsFunc(breaks, func(b string) bool {
		return strings.Contains(t.Ask[0].Of.Name, b)
	})
}

// breaks are what a name has where it is no longer one.
var breaks = []string{", ", ". ", "? ", "; ", " - "}

// tell reports whether all of some parts are statements, and none is of what somebody has done: "I paid the rent".
func (t *around) tell(parts []int) bool {
	return !slices.ContainsFunc(parts, func(i int) bool {
		n := t.parts[i].node()
		done := t.isAny(n.From, "pronoun") && t.hasOne(n, "did")
		return done || !t.parts[i].before && !t.states(n)
	})
}

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
		return !within && (clauses && (word == "-" || word == ":") || slices.Contains(between, word))
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
