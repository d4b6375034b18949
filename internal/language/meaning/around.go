package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// ReadAround is what a text means that no form reads as a whole, but all of it without some asides: one change of
// records that there are, as known reports. "Skip yoga on wednesday, I've pulled something"; "spoke to the landlord,
// tick that off". What "it" is may be named before that.
//
// Or it is new records beside sentences that only tell something, which may be what was done to a record that there is
// not: "her flight was delayed by an hour. Call the plumber on friday".
//
// An aside states something, and asks for nothing. It has no time to come but a day of something else, "Ann is away
// till friday", and that only beside a change that does not lack one. The change has their words as Unread.
func (l Languages) ReadAround(
	text string, c calendar.Clock, names language.Names, known func(*Record) bool,
) []Text {
	t := around{free: freeOf(l.Likeliest(language.Tokens(text)), text), clock: c, names: names}
	asks := func(p part) bool { return p.mark == "?" && !t.isAny(int32(p.from), "ask") }
	if !t.split(atMarks) || slices.ContainsFunc(t.parts, asks) {
		return nil
	}
	aside := func(p *part) bool { return t.remarks(p) && !t.mayChange(*p, known) && !t.isName(*p, known) }
	changed := t.besides(aside, func(all []Text, asides []int) *Text {
		for _, one := range all {
			do := one.Sole()
			if do.Act != "" && t.leaveOut(&do, asides) && known(do.On) {
				one = one.Doing(do)
				return &one
			}
		}
		return nil
	})
	if len(changed) > 0 {
		return changed
	}
	t.of = known
	return t.besideTelling(atSentences)
}

// leaveOut gives a change the words of the asides beside it. It reports false for something new.
func (t *around) leaveOut(do *Do, asides []int) bool {
	later := func(i int) bool { return t.parts[i].later }
	lacksDay := (do.Act == Move || do.Act == Shift) && !do.Set.Has(When)
	if do.Act == Create || do.On == nil || lacksDay && slices.ContainsFunc(asides, later) {
		return false
	}
	var near, all []string
	for k, i := range asides {
		words := t.words(t.itself(t.parts[i]))
		if all = append(all, words); i == k { // before what is left
			near = append(near, words)
		}
	}
	do.Unread = strings.Join(all, "; ")
	if do.On.Near == "" {
		do.On.Near = strings.Join(near, "\n")
	}
	return true
}

// unlike are the classes of words that an aside does not have, since they say that something else is to be changed,
// not all of it, or nothing at all.
var unlike = []string{
	"because", "as-well", "except", "proviso", "instead", "wh", "or", "asking-mark", "quantifier", "estimate", "unsure",
}

// remarks reports whether a part may be an aside of a change by its words, and notes whether it has a day to come.
func (t *around) remarks(p *part) bool {
	n := t.itself(*p)
	first, end := n.From, n.To
	orders := t.isAny(first, "doing", "verb", "ask")
	if orders || !t.isAny(first, "subject") && !t.states(n) {
		return false
	}
	now := describing{clock: t.clock}.now()
	ofIt := !t.isAny(first, "subject", "article") || t.hasOne(n, "intends") || anyToken(first, end, func(i int32) bool {
		return t.g.Means(t.toks[i:i+1], "pronoun", "it")
	})
	comes := func(f timeexpr.Found) bool {
		over := f.Kind == timeexpr.Duration || f.From.Valid() && f.From.Before(now)
		p.later = p.later || !over
		return !over && (ofIt || f.From.Timed() || f.To.Timed())
	}
	changes := func(i int32) bool { // or is a number of some of them, and not of hours
		some := t.isAny(i, "halves") && !t.isHalf(i)
		number := (t.toks[i].Num >= 0 || t.isAny(i, "small")) && !t.isAny(i+1, "unit")
		return some || number || t.isAny(i, unlike...) || t.undoes(i)
	}
	times := timeexpr.Find(t.g, t.words(n), t.clock)
	return !t.denies(n) && !anyToken(first, end, changes) && !slices.ContainsFunc(times, comes)
}

// itself is a part without the words that join it to the one before, unless they say what that depends on.
func (t *around) itself(p part) *language.Node {
	joins := func(i int) bool {
		_, because := t.known.Value(i, "because")
		return because == reason || t.known.Has(i, "joiner")
	}
	for p.from < p.to && joins(p.from) {
		p.from++
	}
	return p.node()
}

// isName reports whether a part is the name of a record, or joins one to others: "cancel the vet, the gym and the
// goose".
func (t *around) isName(p part, known func(*Record) bool) bool {
	n := t.itself(p)
	name := &language.Node{Name: language.Text, From: n.From, To: n.To}
	r := Record{Name: t.words(name), Words: t.g.Content(name, t.toks)}
	return slices.ContainsFunc(append(describing{free: t.free}.each(r, nil, name), &r), known)
}

// mayChange reports whether a part asks for something by itself, or tells of a record that there is what changes it.
func (t *around) mayChange(p part, known func(*Record) bool) bool {
	changes := func(do Do) bool { return do.On != nil && known(do.On) || do.On == nil && do.Manner == Asked }
	n := t.itself(p)
	changed := func(upTo int32) bool {
		return slices.ContainsFunc(t.readings(&language.Node{From: n.From, To: upTo}), func(one Text) bool {
			return upTo == n.To && len(one.Ask)+len(one.Reply) > 0 || slices.ContainsFunc(one.Do, changes)
		})
	}
	for i := n.From + 1; i < n.To; i++ { // "the letter goes to friday and matters"
		if t.known.Has(int(i), "joiner") && changed(i) {
			return true
		}
	}
	return changed(n.To)
}
