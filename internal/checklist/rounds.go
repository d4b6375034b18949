package checklist

import (
	"slices"
	"strings"
	"unicode"

	"assister/internal/fulltext"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Bounds of a conversation about a checklist (facts 3.5).
const (
	RoundsMax = 10
	RetryMax  = 2 // rounds after which what went wrong is said again
)

// Rounds is a conversation with a model about one checklist: what came of its
// calls so far. After each of its answers, Next says whether to go on and what
// the model has to know.
type Rounds struct {
	Provider string        // that goes on unasked; "" for an answer that is not made of calls
	Tools    []schema.Tool // that are offered
	Known    Existing
	Ops      []op.Op // of all calls, in their order

	rounds   int
	failures []FailedCall
	said     int      // failures that the model has been told of
	added    bool     // something since the last round
	taken    []string // titles that calls were right about, "" of other operations
}

// FailedCall is a call that was refused.
type FailedCall struct {
	Attempted string // what it was about, cut; "" when that cannot be told
	Problems  []problem.Problem

	whole  string // what it was about, not cut
	before int    // how much was taken when its round ended; -1 until then
}

// Feedback is what the model has to know before it goes on.
type Feedback struct {
	Failed  []FailedCall // since the last turn; none when it is only to go on
	Created []string     // titles of the new items so far
}

// Begin is a conversation that has not begun.
func Begin(provider, model string, known Existing) *Rounds {
	return &Rounds{Provider: provider, Tools: Tools(provider, model), Known: known}
}

// Call takes one call of the model's answer.
func (r *Rounds) Call(name, arguments string) Result {
	return r.take(Call(name, arguments, r.Known))
}

// Write takes an operation on an item that the model has written itself, not by
// one of the tools. It is held to the same: one item, and none twice.
func (r *Rounds) Write(o op.Op) Result { return r.take(write(o, r.Known)) }

func (r *Rounds) take(a Result) Result {
	r.Known = a.Known
	r.Ops = append(r.Ops, a.Ops...)
	r.added = r.added || len(a.Ops) > 0
	for _, o := range a.Ops {
		r.taken = append(r.taken, titleOf(o))
	}
	r.taken = append(r.taken, a.again...)
	if len(a.Problems) > 0 {
		r.failures = append(r.failures, FailedCall{Attempted: a.Attempted, Problems: a.Problems, whole: a.whole, before: -1})
	}
	return a
}

// Created are the titles of the new items so far.
func (r *Rounds) Created() (titles []string) {
	for _, item := range r.Known.Items {
		if item.ID == 0 {
			titles = append(titles, item.Title)
		}
	}
	return titles
}

// Next ends a round, and reports whether there is to be another one: where calls
// were refused, to make them again, else to go on.
func (r *Rounds) Next() (t Feedback, more bool) {
	r.rounds++
	failed, added := r.failures[r.said:], r.added
	r.said, r.added = len(r.failures), false
	for i := range failed {
		failed[i].before = len(r.taken)
	}
	t = Feedback{Created: r.Created()}
	switch {
	case !More(r.Provider, r.rounds, len(t.Created), len(failed) > 0):
		return Feedback{}, false
	case len(failed) > 0 && r.rounds <= RetryMax:
		t.Failed = slices.Clone(failed)
		return t, true
	case !added && (r.rounds > 1 || len(r.Ops) > 0):
		return Feedback{}, false // it has nothing to add
	case len(t.Created) == 0 && len(r.Ops) > 0:
		return Feedback{}, false // it was about what is done, and has said it
	}
	return t, true
}

// More reports whether a model is asked again after a number of rounds in which
// it has created so many items. What went wrong is said to any model (facts
// section 5, 48); otherwise only those go on that are slow to say it all.
func More(provider string, rounds, created int, failed bool) bool {
	switch {
	case rounds >= RoundsMax:
		return false
	case failed && rounds <= RetryMax:
		return true
	}
	return provider == "ollama" && (rounds == 1 || created > 0)
}

// Open are the refused calls, by their number from 0, that nothing said since
// puts right. What a model leaves out when it says a list again is not lost
// silently: the list stays open.
func (r *Rounds) Open() (numbers []int) {
	for i, f := range r.failures {
		if !r.mended(f) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// mended reports whether the rounds after a refused call make up for it: of a
// list each part has to show in an item, in whatever words; of anything else
// there has to be something.
func (r *Rounds) mended(f FailedCall) bool {
	if f.before < 0 || len(r.taken) == f.before {
		return false
	}
	if f.whole == "" {
		return true
	}
	since := words(strings.Join(r.taken[f.before:], " "))
	for _, part := range parts(f.whole) {
		if !slices.ContainsFunc(words(part), func(w string) bool { return slices.Contains(since, w) }) {
			return false
		}
	}
	return true
}

// parts are the items of a list, which may stand in brackets.
func parts(list string) []string {
	if inside, ok := strings.CutPrefix(list, "["); ok && strings.HasSuffix(inside, "]") {
		list = strings.TrimSuffix(inside, "]")
	}
	return Split(list)
}

// words of a text, without the one that only joins.
func words(text string) []string {
	all := strings.FieldsFunc(fulltext.Fold(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) })
	return slices.DeleteFunc(all, func(w string) bool { return w == "and" || w == "et" })
}
