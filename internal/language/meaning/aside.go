package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
)

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
	t := around{free{g, text, toks, g.Words(toks)}, partsOf(toks, slices.Concat(sentenceEnds, []string{"\n"})...)}
	if len(t.parts) < 2 || len(t.parts) > partsMost || !language.Readable(toks) {
		return nil
	}
	all := Text{Language: g.Name}
	for _, p := range t.parts {
		t.sort(&p, false)
		read := append(t.readings(p, c, names), Text{})
		alone := read[0]
		isNote := len(alone.Do) == 1 && alone.Do[0].Kind == "note"
		stated := isNote || len(alone.Talk) > 0 || t.states(t.opens(p))
		tells := stated && p.aside && !t.wants(read)
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
