package route

import (
	"math"
	"slices"
	"strconv"

	"assister/internal/language/meaning"
	"assister/internal/language/message"
)

// The confidences are few, and each says how a request was recognized. Only their order and
// their side of the thresholds matter.
const (
	sure     = 0.95 // it asks for something
	polite   = 0.92 // it is only polite
	likely   = 0.72 // it tells or names something, and that means a change
	talk     = 0.60 // a sentence that asks for nothing
	partial  = 0.40 // a change that does not say of which record
	unformed = 0.30 // words that ask for nothing by their form
)

// courtesy is the reason of a routing for a text that is only polite.
const courtesy = "courtesy: it is only polite"

// statement is the reason for a text that asks for nothing.
const statement = "statement: it tells something and asks for no change"

// clearCost is how much more a second reading costs where the first one is not in doubt.
const clearCost = 3

// maxCost is what a word of a text costs on average, at most, if the text is understood.
const maxCost = 15

// Of is the routing of a text by what it may mean, the likeliest reading first: a change
// is planned, and a question answered. What nothing reads is asked about. The confidence
// is less the more the words of the text cost, and the nearer a reading is that would be
// decided otherwise. The routing is not judged yet.
func Of(readings []meaning.Text) Routing {
	if len(readings) == 0 {
		return Routing{Decision: Clarify, Confidence: unformed, Reason: "unclear: not all of its words are understood"}
	}
	said := readings[0]
	r := of(said)
	r.Entities = EntitiesOf(said)
	r.Category = categoryOf(said, r.Entities)
	perWord := min(float64(said.Cost)/float64(max(said.Words, 1)), maxCost)
	r.Confidence = min(r.Confidence, sure-(sure-PlanFrom)*max(perWord, 0)/maxCost)
	for _, other := range readings[1:] {
		o := of(other)
		recounted := len(other.Do) > 0 && o.Reason == statement
		if o.Decision == r.Decision || o.Decision == Clarify || recounted {
			continue
		}
		near := partial + (PlanFrom-partial)*float64(other.Cost-said.Cost)/clearCost
		if near < r.Confidence {
			r.Confidence = near
			r.Reason = "unclear: it may be a " + noun[r.Decision] + " or a " + noun[o.Decision]
		}
		break // the others cost more
	}
	r.Confidence = math.Round(r.Confidence*1000) / 1000
	return r
}

// nameWords is meaning.Text.Words of a name, at most. More words that are no request are
// a sentence.
const nameWords = 4

var noun = map[Decision]string{Plan: "change", Chat: "question"}

// of decides about one meaning.
func of(t meaning.Text) Routing {
	asks := len(t.Ask) > 0
	for _, d := range t.Do {
		if d.Vague || d.Recount || asks && d.Manner != meaning.Asked {
			continue
		}
		return change(t, d)
	}
	switch {
	case asks:
		return question(t.Ask[0])
	case len(t.Reply) > 0:
		return reply(t.Reply)
	case len(t.Do) > 0 && !t.Do[0].Recount && t.Words <= nameWords:
		return Routing{Decision: Clarify, Confidence: unformed, Reason: "unclear: it is a name and nothing else"}
	case len(t.Do) > 0, slices.Contains(t.Talk, meaning.Remark):
		return Routing{Decision: Chat, Confidence: talk, Reason: statement}
	case slices.Contains(t.Talk, meaning.Help):
		return Routing{Decision: Chat, Confidence: sure, Reason: "help: it asks what can be asked"}
	case slices.Contains(t.Talk, meaning.TakeBack):
		return Routing{Decision: Clarify, Confidence: unformed, Reason: "unclear: it takes back what another command did"}
	}
	return Routing{Decision: Chat, Confidence: polite, Reason: courtesy}
}

// change is the routing of a change; if it does not say of what, that is missing.
func change(t meaning.Text, d meaning.Do) Routing {
	r := Routing{Decision: Plan, Confidence: sure}
	switch d.Manner {
	case meaning.Told:
		r.Confidence, r.Reason = likely, "action_like: it tells what has changed"
	case meaning.Bare:
		r.Confidence, r.Reason = likely, "action_like: it names something and its day or place"
	default:
		r.Reason = "action_like: " + strconv.Quote(string(d.Act)) + " is asked for"
	}
	r.Missing = lacks(d, len(t.Do))
	untitled := slices.Contains(r.Missing, "title")
	if unknown := untitled || slices.Contains(r.Missing, "target"); unknown && len(d.Set) == 0 {
		r.Confidence = partial
	}
	if untitled {
		r.Asks = message.WhatOf(d.Kind)
	}
	return r
}

// Lacks is what the change that a text asks for leaves out: the title, the target, or the date
// that it is moved to. In a conversation about nothing, a reminder of "it" has no title.
func Lacks(t meaning.Text, spoken bool) []string {
	switch {
	case len(t.Do) == 0:
		return nil
	case !spoken && t.Do[0].IsOfIt():
		return []string{"title"}
	}
	return lacks(t.Do[0], len(t.Do))
}

// lacks is what a change leaves out. Of several changes in one text, "it" is what an earlier
// one is about.
func lacks(d meaning.Do, changes int) (missing []string) {
	switch {
	case d.Act == meaning.Create && d.Title == "" && !d.IsOfIt():
		return []string{"title"}
	case d.Act == meaning.Create:
		return nil
	case d.On == nil || unnamed(d.On) && changes == 1:
		missing = append(missing, "target")
	}
	switch {
	case len(d.Set) > 0:
	case d.Act == meaning.Move || d.Act == meaning.Copy:
		missing = append(missing, "date")
	case d.Act == meaning.Change:
		missing = append(missing, "change")
	}
	return missing
}

// unnamed reports whether a description says nothing of a record, or only "it".
func unnamed(m *meaning.Record) bool {
	bare := m.Kind == "" && len(m.Each) == 0 && m.IsBare()
	if m.It {
		return bare && m.Near == "" // or words before it may name it
	}
	return bare && !m.Every
}

func question(a meaning.Ask) Routing {
	r := Routing{Decision: Chat, Confidence: sure}
	r.Reason = "question_like: " + strconv.Quote(string(a.What)) + " is asked for"
	switch {
	case a.What == meaning.Other:
		r.Reason = "question_like: it asks about something else than the records"
	case a.Follows:
		r.Reason = "follow_up: it continues the previous question"
	}
	return r
}

// reply is the routing of a reply to no question: what it says is only polite, or is about
// what nobody has asked.
func reply(all []meaning.Reply) Routing {
	if says := all[0].Says; says == meaning.Yes || says == meaning.No {
		return Routing{Decision: Chat, Confidence: polite, Reason: courtesy}
	}
	return Routing{
		Decision: Clarify, Confidence: unformed, Missing: []string{"target"},
		Reason: "unclear: it replies, and nothing was asked",
	}
}

// Referring is a routing once it is known that records were mentioned a short while ago: a
// change of "it" lacks no target then, and neither does one of which only the new values are
// said. Who proposes it says what it is, and a person still approves that. What else it lacks is asked
// for once the records are known: "postpone it".
func Referring(r Routing, readings []meaning.Text) Routing {
	if len(readings) == 0 || !slices.Contains(r.Missing, "target") || !refers(readings[0]) {
		return r
	}
	r.Decision, r.Confidence, r.Missing = Plan, max(r.Confidence, PlanFrom), slices.Clone(r.Missing)
	r.Missing = slices.DeleteFunc(r.Missing, func(field string) bool { return field == "target" })
	r.Reason = "recent: it refers to what was mentioned last"
	return r
}

// Unconnected is a routing if no question was asked a short while ago: one that only
// continues another, such as "and friday", is then not clear.
func Unconnected(r Routing, readings []meaning.Text) Routing {
	if r.Decision == Chat && readings[0].Continues() {
		r.Decision, r.Confidence = Clarify, unformed
		r.Reason = "unclear: it continues a question, and none was asked"
	}
	return r
}

func refers(t meaning.Text) bool {
	it := func(d meaning.Do) bool { return d.IsOfIt() || d.On != nil && d.On.It }
	instead := func(r meaning.Reply) bool { return r.Says == meaning.Instead || r.Says == meaning.Also }
	return slices.ContainsFunc(t.Do, it) || slices.ContainsFunc(t.Reply, instead)
}
