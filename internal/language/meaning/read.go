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
	toks := language.Tokens(text)
	words := 1
	for _, t := range toks {
		if !t.IsMark() {
			words++
		}
	}
	in := free{g, text, toks, g.Words(toks)}
	asked := false // the likeliest reading is a question that is not understood
	for _, r := range g.Whole(rule, toks, names) {
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

// said decodes a text. Without a clause that is understood, there is no meaning.
func said(d describing, n *language.Node) (out Text) {
	var before *language.Node // a remark
	var heard []string        // all of them
	for ; n.Is("said"); n = n.Arg(1) {
		for _, clause := range alternatives(n.Arg(0), find(n.Arg(0), "apart")) {
			switch {
			case clause == nil:
			case slices.Contains(questions, clause.Name):
				out.Ask = append(out.Ask, asking{d}.ask(clause))
			case clause.Is("talk"):
				remark := clause.Arg(0).Symbol() == string(Remark)
				switch {
				case len(out.Do) == 0:
					before = clause
				case remark:
					d.beside(clause, &out.Do[len(out.Do)-1])
				}
				d.remarked = d.remarked || remark
				heard = append(heard, d.words(clause))
				out.Talk = append(out.Talk, Talk(clause.Arg(0).Symbol()))
			case clause.Is("reply"):
				out.Reply = append(out.Reply, d.replies(clause)...)
			default:
				was := *d.verdict
				all := requesting{creating{d}}.request(clause)
				if len(out.Ask) == 1 && len(all) == 1 && isAside(all[0]) && !d.hasOne(clause, "verb", "proviso") {
					*d.verdict = was // whether or not sense can be made of it
					heard = append(heard, d.words(clause))
					continue
				}
				if len(out.Do) > 0 && d.isReason(clause, out.Do[len(out.Do)-1], all) {
					out.Talk = append(out.Talk, Remark)
					continue
				}
				out.Do = append(out.Do, all...)
			}
		}
	}
	for i := range len(out.Do) - 1 {
		if out.Do[i+1].Kind == Alike {
			next, ok := out.Do[i+1].After(out.Do[i])
			if out.Do[i+1] = next; !ok {
				d.fail()
			}
		}
		if out.Do[i].shares(&out.Do[i+1]) {
			d.fail()
		}
	}
	announces := before != nil && slices.ContainsFunc(timeexpr.Find(d.g, d.words(before), d.clock), d.comes)
	switch alone := len(out.Ask)+len(out.Reply) == 0; {
	case before == nil:
	case len(out.Do) > 0 && out.Do[0].Act == Create && announces:
		d.fail() // "la cita es el lunes a las 12, llevar DNI"
	case len(out.Do) > 0:
		out.Do[0] = d.onDayOf(before, out.Do[0])
		d.explain(before, &out.Do[0])
	case alone && d.remarked && announces:
		d.fail()
	}
	if len(out.Ask) == 1 {
		d.wondering(heard, &out)
	}
	tells := len(out.Do) > 0 && out.Do[0].tells()
	out.Do = settled(considered(sameDay(out.Do)))
	for i, do := range out.Do {
		if tells && do.On != nil && do.isUnnamed(i == 0) {
			do.On.Near, _, _ = strings.Cut(d.text, do.Said)
		}
	}
	no := len(out.Reply) == 1 && out.Reply[0].Says == No
	if no && len(out.Do) == 1 && len(out.Ask) == 0 && out.Do[0].SetsOfIt() { // "no, move it to friday": rather that
		out.Reply = nil
	}
	if !place(out.Do) {
		d.fail()
	}
	return out
}

// isReason reports whether what somebody has or does on a day is why something else is to change, behind a comma:
// "move the vet to friday, I have a meeting on thursday".
func (d describing) isReason(n *language.Node, before Do, all []Do) bool {
	told := func(do Do) bool { return do.Act == Create && do.Manner == Told && !do.errand }
	from := n.From
	for from > 0 && d.toks[from].Word != "," {
		from--
	}
	behind := d.toks[from].Word == "," && from+1 >= n.From
	return behind && before.Act != Create && !slices.ContainsFunc(all, func(do Do) bool { return !told(do) })
}

// onDayOf gives a new record with a time alone the one day to come that a remark before it names: "Felix is
// off on friday, so pick him up at noon". A condition gives it to a record without a time, too: "if I have time
// tomorrow, I'd like to mow the lawn".
func (d describing) onDayOf(remark *language.Node, do Do) Do {
	undated := do.Act == Create && !do.Set.Has(When, SameDay) && d.isAny(remark.From, "provided")
	found := timeexpr.Find(d.g, d.words(remark), d.clock)
	if !undated && !do.ofAnyDay() {
		if do.Act == Create && slices.ContainsFunc(found, d.comes) { // "at 5 on tuesday I have physio": something new, too
			d.fail()
		}
		return do
	}
	found = slices.DeleteFunc(found, func(f timeexpr.Found) bool { return !f.From.Day.Valid() })
	if len(found) != 1 || found[0].From.Day <= d.clock.Today() {
		return do
	}
	return do.Amended([]Attribute{{Field: When, Time: timeexpr.On(found[0].From.Day)}})
}

// explain keeps a remark with a new record that a pronoun or a verb alone names, since only the remark says what that
// is: "Ira has a half day, so pick him up at 1", "no queda detergente, comprar mañana".
func (d describing) explain(remark *language.Node, do *Do) {
	planned := do.Act == Create && slices.Contains(planned, do.Kind)
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
	planned := slices.Contains([]string{"", "task", "event", "reminder"}, do.Kind)
	if planned && !do.Set.Has(List) && (do.Act == Create || !do.Set.Has(Notes)) { // what is moved may be new
		do.Aside = strings.TrimSpace(do.Aside + "\n" + d.words(remark))
	}
	switch {
	case do.Act == Create && do.Aside != "", do.Act == Complete:
	case d.isAny(remark.From, "pronoun"):
		more := anyToken(remark.From+1, remark.To, func(i int32) bool {
			return d.toks[i].Num >= 0 || d.isAny(i, "unit", "weekday", "month", "meridiem")
		})
		if more {
			d.fail()
		}
	}
}

// replies are what a clause says to a question, one for each of the records that it picks.
func (d describing) replies(n *language.Node) (all []Reply) {
	more := func(a *language.Node) bool { return a.Is("more") }
	if slices.ContainsFunc(items(n.Arg(2)), more) {
		d.fail() // "at her place" is more of a title, and not of a reply
	}
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
