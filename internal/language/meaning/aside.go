package meaning

import (
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// readAround is what a text means that no form reads as a whole, but all of it without some asides: one question, or
// new records that are as clear as MakesOne is, as in "lunch with Bo, that place on Cable Street, friday at 1". The
// asides go to the notes of a single one, but for those before it that explain nothing.
//
// An aside says nothing of a time, is no order, asks and takes back nothing, so that without it no other record and no
// other day can be wanted.
//
// What tells something, and asks for nothing, may say more than that: see isBackground. A sentence of that sort goes to
// the notes of the new record of the others.
func (t *around) readAround() []Text {
	if all := t.besideTelling(atSentences, atMarks); len(all) > 0 || !t.split(atMarks) {
		return all
	}
	return t.besides(t.isAside, func(all []Text, asides []int) *Text {
		one := &all[0]
		if one.asksOne() && t.tell(asides) {
			return one
		}
		return t.madeBeside(all, asides)
	})
}

// besideTelling is what a text means without parts of some divisions that only tell something.
func (t *around) besideTelling(by ...division) []Text {
	for _, at := range by {
		if !t.split(at) {
			continue
		}
		if all := t.besides(t.isBackground, t.madeBehind); len(all) > 0 {
			return all
		}
	}
	return nil
}

// madeBehind is madeBeside for what only tells something. Something to do is then clear without a day, "the dryer
// broke. Ring the repair shop", and with one also where it is stated: "I'm going to renew the permit on friday".
func (t *around) madeBehind(all []Text, asides []int) *Text {
	one := &all[0]
	one.Do = slices.Clone(one.Do)
	for i := range one.Do {
		switch x := &one.Do[i]; {
		case !x.errand:
		case x.Manner == Bare && !x.Clause:
			x.Vague = false
		case x.Manner == Told && !x.Vague:
			x.Manner = Bare
		}
	}
	return t.madeBeside(all, asides)
}

// besideTold is what a text means without what only tells something and was read as a title or a part of one, or as a
// question beside a request: "The baker is coming back. Photo session, friday at 9". Or it has a request behind that
// which was read as more of it: "nobody has fed the cat, ring Ann at 3".
func (t *around) besideTold(read *Text) []Text {
	titled := func(p part) bool {
		return slices.ContainsFunc(read.Do, func(do Do) bool {
			if do.Act != Create || do.name == nil || do.Quoted {
				return false
			}
			end := do.name.To
			for _, more := range do.more {
				end = max(end, more.To)
			}
			begins := int(do.name.From) >= p.from && int(do.name.From) < p.to
			return begins && (do.Manner == Bare || int(end) > p.to)
		})
	}
	both := len(read.Do) > 0 && len(read.Ask) > 0 // "fetch the parcel on friday. Tom knows where it is"
	tells := func(p part) bool { return (both && p.sentence || titled(p)) && t.isBackground(&p) }
	asks := slices.ContainsFunc(read.Ask, func(a Ask) bool { return a.What != Other })
	told := len(read.Do)+len(read.Reply) == 0 && !asks
	for _, at := range []division{atSentences, atMarks} {
		if !t.split(at) || !told && !slices.ContainsFunc(t.parts, tells) {
			continue
		}
		if all := t.besideTelling(at); len(all) > 0 {
			return all
		}
	}
	return nil
}

// madeBeside is the likeliest meaning of a text without asides, with their words, if it asks for new records and the
// asides for nothing else.
func (t *around) madeBeside(all []Text, asides []int) *Text {
	one := &all[0]
	wanted := func(i int) bool {
		all := t.readings(t.parts[i].node())
		if t.parts[i].sentence { // "Tom knows where it is"
			all = slices.DeleteFunc(all, func(r Text) bool { return len(r.Ask) > 0 })
		}
		return t.wants(all)
	}
	if !one.MakesNew() || slices.ContainsFunc(asides, wanted) || asides[0] == 0 && !t.heads(&one.Do[0], asides) {
		return nil
	}
	var before []string
	for _, i := range asides {
		leads, sentence := t.kept(i, asides) <= int(one.Do[0].name.From), t.parts[i].sentence
		words := t.words(t.parts[i].node())
		switch kept := sentence && one.MakesOne() || needs(t.g, one.Do[0].Title); {
		case leads && kept:
			before = append(before, words)
		case !leads && !one.MakesOne():
			return nil // of which of them it tells is not clear
		case !leads:
			note(&one.Do[0], words)
		}
	}
	one.Do[0].Aside = strings.TrimSpace(strings.Join(before, "\n") + "\n" + one.Do[0].Aside)
	return one
}

// kept is the number of tokens before a part that are not left out.
func (t *around) kept(i int, without []int) (n int) {
	for k, p := range t.parts[:i] {
		if !slices.Contains(without, k) {
			n += p.to - p.from
		}
	}
	return n
}

// note keeps words for the notes of a new record.
func note(do *Do, words string) { do.Aside = strings.TrimSpace(do.Aside + "\n" + words) }

// isAside reports whether a part may be left out. One that begins a text is an aside only as a statement, since its
// words may be what all the others belong to.
func (t *around) isAside(p *part) bool {
	first, end, begins := int32(p.from), int32(p.to), p.from == t.parts[0].from
	for !begins && first < end && t.isAny(first, "joiner", "because") {
		first++
	}
	timed := len(t.g.Find("when", t.toks[p.from:p.to], nil)) > 0
	orders := t.isAny(first, "doing") && !t.isAny(first, "bringing") || t.isAny(first, "verb", "ask", "tell")
	asks := p.mark == "?" || t.isAny(first, "wh", "be", "do", "have", "modal")
	p.before = begins && t.isAny(first, "preface")
	heads := begins && !p.before && !t.states(p.node())
	number := first+1 == end && t.toks[first].Num >= 0 // "service, on monday, 3"
	empty := number || first == end
	wanted := timed || orders || asks || empty
	return !wanted && !heads && !t.denies(p.node()) && !anyToken(first, end, func(i int32) bool {
		does := i > 0 && t.isAny(i-1, "pronoun") && t.isAny(i, "verb") // "before I say"
		return t.isAny(first, "or") || !does && t.undoes(i)
	})
}

// isBackground reports whether a part only tells what is or was: "the boiler broke last night". It has no day to come.
func (t *around) isBackground(p *part) bool {
	n := t.itself(*p)
	past := t.isPast(n)
	tells := past || t.tells(n)
	if p.follows || p.mark == "?" || !tells || t.orders(n) {
		return false
	}
	now, times := describing{clock: t.clock}.now(), timeexpr.Find(t.g, t.words(n), t.clock)
	plans := t.hasOne(n, "arranged") || t.makesNew(n) // "I booked the boiler service for friday"
	if len(times) > 0 && times[0].Start > 0 && t.hasOne(n, "did") && !plans {
		times = times[1:] // "the tenant moved out on friday"
	}
	return !slices.ContainsFunc(times, func(f timeexpr.Found) bool {
		timeless := f.Kind == timeexpr.Duration || f.Kind == timeexpr.Recurrence
		ofDay := past && f.Kind == timeexpr.TimeOfDay // "woke me at 3:40"
		return !timeless && !ofDay && (!f.From.Valid() || now.Before(f.From))
	})
}

// makesNew reports whether free text may ask for new records by itself.
func (t *around) makesNew(n *language.Node) bool {
	return slices.ContainsFunc(t.readings(n), Text.MakesNew)
}

// isPast reports whether free text tells what was, or always is.
func (t *around) isPast(n *language.Node) bool {
	began := t.known.Match(int(n.From), "tells") > 1 // "has been a long day"
	rest := &language.Node{From: n.From + 1, To: n.To}
	return began || t.hasOne(n, "narrates") || t.hasOne(rest, "tells", "frequently", "bygone", "did")
}

// tells reports whether free text tells how something is: "there's mould", "Bo's painting", "the bank wants photos".
func (t *around) tells(n *language.Node) bool {
	wants := t.hasOne(&language.Node{From: n.From + 1, To: n.To}, "demands")
	return t.states(n) || wants && !t.isAny(n.From, "subject") || anyToken(n.From+3, n.To, func(i int32) bool {
		return t.toks[i-2].Word == "'" && (t.isAny(i, "gerund") || t.isAny(i-3, "subject"))
	})
}

// orders reports whether free text asks for something, also behind a joiner, or turns down or depends on something.
func (t *around) orders(n *language.Node) bool {
	begins := func(i int32) bool { return t.isAny(i, "doing", "verb", "ask", "tell", "courtesy") }
	turns := func(i int32) bool {
		joined := i > n.From && t.isAny(i-1, "joiner", "stop", "because") && begins(i)
		amends := t.known.Match(int(i), "amend") > 1
		return joined || amends || t.isAny(i, "refusing", "instead", "has-to", "musts", "unsure")
	}
	other := t.isAny(n.From, "wh", "proviso", "preface", "negation")
	return begins(n.From) || other || anyToken(n.From, n.To, turns)
}

// wants reports whether the likeliest meaning is an answer, a change of what there is, or a refusal.
func (t *around) wants(all []Text) bool {
	changes := func(do Do) bool {
		if t.of != nil && do.On != nil {
			return t.of(do.On)
		}
		return !do.Vague && (do.Happens || do.Act != Create)
	}
	refuses := func(r Reply) bool { return r.Says == No }
	return len(all) > 0 && (len(all[0].Ask) > 0 ||
		slices.ContainsFunc(all[0].Do, changes) || slices.ContainsFunc(all[0].Reply, refuses))
}

// MakesNew reports whether a text asks for new records and nothing else, and for each as clearly as MakesOne does.
func (t Text) MakesNew() bool {
	unclear := func(do Do) bool {
		return (slices.Contains(planned, do.Kind) || do.Kind == "note") && !t.Doing(do).MakesOne()
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
	return int(do.name.From) < t.parts[first].to-t.parts[first].from
}

// needs reports whether a title has a pronoun, or stands for something, so that only words around it say what that is.
func needs(g *language.Grammar, title string) bool {
	f := freeOf(g, title)
	end := int32(len(f.toks))
	refers := f.hasOne(&language.Node{To: end}, "pronoun", "subject") || f.isAny(max(end-1, 0), "whom")
	return refers || f.isAny(0, "thereof") || f.isAny(max(end-1, 0), "proform")
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

// tell reports whether all of some parts are statements.
func (t *around) tell(parts []int) bool {
	other := func(i int) bool { return !t.parts[i].before && !t.states(t.parts[i].node()) }
	return !slices.ContainsFunc(parts, other)
}
