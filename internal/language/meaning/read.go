package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// maxCost is what the words of a text may cost on average. A text with more words that
// carry a meaning, and that no form accounts for, is not understood.
const maxCost = 15

// Readings are the meanings that a text may have by a rule, the likeliest first. There are none if it
// is not understood: too many of its words that carry a meaning are accounted for by no
// form, or it wants something done by a verb that the language does not know.
func Readings(g *language.Grammar, rule, text string, c calendar.Clock, names language.Names) (all []Text) {
	in := freeOf(g, text)
	if in.isDictated() {
		return nil
	}
	words := 1
	for _, t := range in.toks {
		if !t.IsMark() {
			words++
		}
	}
	asked := false // the likeliest reading is a question that is not understood
	for _, r := range g.Whole(rule, in.toks, names) {
		if r.Cost > maxCost*words {
			break
		}
		d := describing{free: in, verdict: &verdict{}, clock: c}
		t := said(d, r.Node)
		asked = asked || len(all) == 0 && d.asked
		if d.unruly && !slices.ContainsFunc(t.Do, Do.IsUnruly) {
			d.failed, d.refused = true, true
		}
		switch {
		case asked && slices.ContainsFunc(t.Do, func(do Do) bool { return do.Manner == Bare || do.Manner == Told }):
		case !d.failed:
			t.Language, t.Cost, t.Words = g.Name, r.Cost, words
			all = append(all, t)
		case d.refused && len(all) == 0:
			return nil
		}
	}
	either := rule == Root && len(all) > 0 && len(all[0].Ask) > 0 && in.isAny(0, "either")
	if either && !slices.ContainsFunc(all, Text.IsToDo) { // the data decides, however much likelier the question is
		all = append(all, Readings(g, Errand, text, c, names)...)
	}
	return all
}

// verdict is why a tree has no meaning, or none that a person would want.
type verdict struct {
	failed  bool // an expression of time has no value, a field cannot have its value, or a name is none
	asked   bool // a question has words that it cannot have
	refused bool // a clause asks for something that the language does not know
	unruly  bool // a recurrence is one that no rule can say
}

func (v *verdict) fail() { v.failed = true }

func (v *verdict) failIf(wrong bool) { v.failed = v.failed || wrong }

func (v *verdict) refuse() { v.failed, v.refused = true, true }

// utterance is a text as far as it is decoded.
type utterance struct {
	describing
	Text
	before *language.Node // a remark before all that is asked for
	heard  []string       // all remarks, which may say what time a question is about

	described *language.Node // the last question, in words that may describe what the next one is about
}

// said decodes a text. Without a clause that is understood, there is no meaning.
func said(d describing, n *language.Node) Text {
	t := utterance{describing: d}
	for ; n.Is("said"); n = n.Arg(1) {
		for _, clause := range alternatives(n.Arg(0), find(n.Arg(0), "apart")) {
			t.clause(clause)
		}
	}
	t.join()
	t.precede()
	if len(t.Ask) == 1 {
		t.wondering(t.heard, &t.Text)
	}
	t.settle()
	return t.Text
}

// clause adds what one clause says.
func (t *utterance) clause(n *language.Node) {
	switch {
	case slices.Contains(questions, n.Name):
		a, last := asking{t.describing}.ask(n), len(t.Ask)-1
		if last >= 0 && t.described != nil && t.describesNext(t.described, n, t.Ask[last], a) {
			t.Ask[last] = a.about(t.Ask[last].Of)
		} else {
			t.Ask = append(t.Ask, a)
		}
		t.described = n
	case n.Is("talk"):
		t.talk(n)
	case n.Is("reply"):
		t.Reply = append(t.Reply, t.replies(n)...)
	default:
		t.request(n)
	}
}

// talk adds words that ask for nothing. A remark may say more of the request before it, or of the one behind it.
func (t *utterance) talk(n *language.Node) {
	remark := n.Arg(0).Symbol() == string(Remark)
	switch {
	case remark && t.isSeveral(n, true): // "the tap drips once more. ring the plumber"
		t.fail()
	case len(t.Do) == 0:
		t.before = n
	case remark:
		t.beside(n, &t.Do[len(t.Do)-1])
	}
	t.remarked = t.remarked || remark
	t.heard = append(t.heard, t.words(n))
	t.Talk = append(t.Talk, Talk(n.Arg(0).Symbol()))
}

// request adds what a clause asks for, unless it only tells why something else is asked for.
func (t *utterance) request(n *language.Node) {
	was := *t.verdict
	all := requesting{creating{t.describing}}.request(n)
	switch aside := len(t.Ask) == 1 && len(all) == 1 && isAside(all[0]); {
	case aside && !t.hasOne(n, "verb", "proviso"):
		*t.verdict = was // whether or not sense can be made of it
		t.heard = append(t.heard, t.words(n))
	case len(t.Do) > 0 && t.isReason(n, t.Do[len(t.Do)-1], all):
		t.Talk = append(t.Talk, Remark)
	default:
		t.Do = append(t.Do, all...)
	}
}

// join completes requests that are like the one before them, and fails for titles that are a part of the next one.
func (t *utterance) join() {
	for i, errand := 0, 0; i+1 < len(t.Do); i++ {
		next, ok := &t.Do[i+1], true
		if next.Kind == Alike {
			*next, ok = next.After(t.Do[i])
		}
		if !gap(t.describing, t.Do[errand], next) {
			errand = i + 1
		}
		if t.Do[i].Manner == Placed && next.Act == Create && next.Manner == Bare {
			next.Manner = Placed // "put the gym on friday and the retro on monday"
		}
		t.failIf(!ok || next.Act == Delete && undoes(t.Do[i], next.On, next.Manner) || t.Do[i].shares(next))
	}
}

// undoes reports whether a deletion takes back the change before it, "move the vet to friday, actually forget it", or
// is of something else than the name before its comma: "eggs, delete the vet".
func undoes(before Do, on *Record, how Manner) bool {
	told := before.Act == Complete && before.Manner == Told && how == Told
	if on.It {
		return on.Name == "" && (before.Act == Move || before.Act == Reopen || told)
	}
	return before.Vague && before.Manner == Bare && before.listed
}

// precede gives the first request what a remark before it says. One that tells of something to come is itself of
// something new.
func (t *utterance) precede() {
	if t.before == nil {
		return
	}
	announces := slices.ContainsFunc(timeexpr.Find(t.g, t.words(t.before), t.clock), t.comes)
	if len(t.Do) > 0 {
		t.failIf(announces && t.Do[0].Act == Create) // "la cita es el lunes a las 12, llevar DNI"
		t.Do[0] = t.onDayOf(t.before, t.Do[0])
		t.explain(t.before, &t.Do[0])
	} else if len(t.Ask)+len(t.Reply) == 0 {
		t.failIf(announces && t.remarked)
	}
}

// settle leaves out what only says more of something else, and says of the rest what "it" and a whole are.
func (t *utterance) settle() {
	tells := len(t.Do) > 0 && t.Do[0].tells()
	t.Do = settled(t.considered(t.inOrder(sameDay(t.Do))))
	for i, do := range t.Do {
		if tells && do.On != nil && do.isUnnamed(i == 0) {
			do.On.Near, _, _ = strings.Cut(t.text, do.Said)
		}
	}
	no := len(t.Reply) == 1 && t.Reply[0].Says == No
	if no && len(t.Do) == 1 && len(t.Ask) == 0 && t.Do[0].SetsOfIt() { // "no, move it to friday": rather that
		t.Reply = nil
	}
	t.failIf(!place(t.Do))
}

// isReason reports whether what somebody has or does on a day is why something else is to change, behind a comma:
// "move the vet to friday, I have a meeting on thursday".
func (d describing) isReason(n *language.Node, before Do, all []Do) bool {
	from := n.From
	for from > 0 && !slices.Contains(marks, d.toks[from].Word) {
		from--
	}
	comma := d.toks[from].Word == ","
	tells := func(do Do) bool {
		stated := do.Clause && do.Vague           // "; Sue's brought some"
		knows := comma && do.Known && !do.Happens // ", the landlord comes on friday"
		bare := do.Manner == Bare && (stated || knows)
		told := bare || comma && do.Manner == Told
		return do.Act == Create && told && !do.errand
	}
	behind := slices.Contains(marks, d.toks[from].Word) && from+1 >= n.From
	reason := func(do Do) bool { return tells(do) || isExplainedBy(before, do) }
	return behind && before.Act != Create && !slices.ContainsFunc(all, func(do Do) bool { return !reason(do) })
}

// isExplainedBy reports whether what somebody did with "it" is why it is asked to be in another state, or no more:
// "untick the torch, I took it out again".
func isExplainedBy(x, told Do) bool {
	asked := x.Manner == Asked && (leaves(x) || x.Act == Reopen)
	does := told.Manner == Told && (told.Act == Complete || told.Act == Delete)
	ofIt := told.On != nil && told.On.It && told.On.Name == ""
	return asked && does && ofIt
}

// leaves reports whether a change takes something away, or leaves an occurrence of it out.
func leaves(x Do) bool { return x.Act == Delete || x.Act == Skip }

// isSameAct reports whether two changes do the same to a record, or both take it away.
func isSameAct(x, y Do) bool { return x.Act == y.Act || leaves(x) && leaves(y) }

// onDayOf gives a new record with a time alone the one day to come that a remark before it names: "Felix is
// off on friday, so pick him up at noon". A condition gives it to a record without a time, too: "if I have time
// tomorrow, I'd like to mow the lawn".
func (d describing) onDayOf(remark *language.Node, do Do) Do {
	undated := do.Act == Create && !do.Set.Has(When, SameDay) && d.isAny(remark.From, "provided")
	found := timeexpr.Find(d.g, d.words(remark), d.clock)
	found = slices.DeleteFunc(found, func(f timeexpr.Found) bool { return !f.From.Day.Valid() })
	if !undated && !do.ofAnyDay() || len(found) != 1 || found[0].From.Day <= d.clock.Today() {
		return do
	}
	return do.Amended([]Attribute{{Field: When, Time: timeexpr.On(found[0].From.Day)}})
}

// explain keeps a remark with a new record that a pronoun or a verb alone names, since only the remark says what that
// is: "Ira has a half day, so pick him up at 1", "no queda detergente, comprar mañana".
func (d describing) explain(remark *language.Node, do *Do) {
	planned := do.Act == Create && (slices.Contains(planned, do.Kind) || do.Kind == "reminder")
	if planned && (needs(d.g, do.Title) || !strings.Contains(do.Title, " ")) {
		do.Aside = strings.TrimSpace(d.words(remark) + "\n" + do.Aside)
	}
}

// comes reports whether an expression of time is of a time of day on a day to come.
func (d describing) comes(f timeexpr.Found) bool {
	exact := f.Kind == timeexpr.DayAndTime || f.Kind == timeexpr.Range && f.To.Timed()
	return exact && f.From.Timed() && f.Part == timeexpr.NoPart && d.now().Before(f.From)
}

// beside keeps a remark with the new task or event that it stands behind: "train on friday at 9, my seat is 61".
// Behind another request it is left out, unless it has a time or a length, in words that no form has read.
func (d describing) beside(remark *language.Node, do *Do) {
	if slices.Contains(planned, do.Kind) || do.Kind == "reminder" { // what is moved may be new
		note(do, d.words(remark))
	}
	left := do.Aside == "" || do.Act != Create && do.Act != Complete
	more := left && d.isAny(remark.From, "pronoun") && anyToken(remark.From+1, remark.To, func(i int32) bool {
		return d.toks[i].Num >= 0 || d.isAny(i, "unit", "weekday", "month", "meridiem")
	})
	d.failIf(more || d.saysMore(remark, do))
}

// saysMore reports whether a remark takes back what is asked for before it, tells what else somebody will do, "the oven
// is done. the leaves I'll do tomorrow", or on which day something new is that has only a time: "that'd be friday".
// A day that begins it, or is behind a comma, is of something new without a day: "the hall, tomorrow, and quick".
func (d describing) saysMore(remark *language.Node, do *Do) bool {
	text := d.words(remark)
	times := timeexpr.Find(d.g, text, d.clock)
	undated := do.Act == Create && slices.Contains(planned, do.Kind) && !do.Set.Has(When, SameDay, Due)
	apart := undated && slices.ContainsFunc(times, func(f timeexpr.Found) bool {
		before := strings.TrimSpace(text[:f.Start])
		return f.Kind != timeexpr.Duration && (before == "" || strings.HasSuffix(before, ","))
	})
	lacksDay := do.ofAnyDay() && do.IsTimed()
	other := do.Act != Create && d.hasOne(remark, "intends", "estimate") // "delete yoga, I only want mondays gone"
	undoes := d.corrects(remark) || d.denies(remark)
	more := (lacksDay || other) && len(times) > 0
	return undoes || apart || more
}

// corrects reports whether a clause begins with words that name something else than the one before it: "delete the
// sofa, I mean the cards".
func (d describing) corrects(n *language.Node) bool {
	from := n.From
	for from > 0 && !slices.Contains(marks, d.toks[from-1].Word) {
		from--
	}
	return anyToken(from, n.To, func(i int32) bool {
		size := d.known.Match(int(i), "amend")
		return size > 1 && d.isAny(i+int32(size), "article")
	})
}

// replies are what a clause says to a question, one for each of the records that it picks.
func (d describing) replies(n *language.Node) (all []Reply) {
	more := func(a *language.Node) bool { return a.Is("more") }
	d.failIf(slices.ContainsFunc(items(n.Arg(2)), more)) // "at her place" is more of a title, and not of a reply
	picked := items(n.Arg(1))
	if picked == nil {
		picked = []*language.Node{nil}
	}
	for _, on := range picked {
		x := Reply{Says(n.Arg(0).Symbol()), d.record(on), d.attributes(n.Arg(2))}
		for i := range x.Set {
			x.Set[i].Also = x.Set[i].Also || x.Says == Also
		}
		all = append(all, x)
	}
	return all
}
