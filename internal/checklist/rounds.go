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

// Limits of a conversation about a checklist.
const (
	RoundsMax = 10
	RetryMax  = 2 // rounds after which failed calls are reported
)

// Rounds is a conversation with a model about one checklist. After each answer of the
// model, Next says whether to continue and with what feedback.
type Rounds struct {
	Provider string        // of the model; "" for an answer without tool calls
	Tools    []schema.Tool // offered to the model
	Known    Existing
	Ops      []op.Op // of all calls, in order

	rounds   int
	failures []FailedCall
	reported int      // failures that the model has been told about
	added    bool     // whether this round added operations
	accepted []string // titles of accepted calls, "" for other operations
}

// FailedCall is a call that was refused.
type FailedCall struct {
	Attempted string // its content, shortened; "" if unknown
	Problems  []problem.Problem

	list   string // the list that was refused as one item, not shortened
	before int    // number of accepted titles when its round ended; -1 until then
}

// Feedback is what the model needs to know for the next round.
type Feedback struct {
	Failed  []FailedCall // in the last round; none if the model just has to continue
	Created []string     // titles of the new items so far
}

// Begin returns a new conversation.
func Begin(provider, model string, known Existing) *Rounds {
	return &Rounds{Provider: provider, Tools: Tools(provider, model), Known: known}
}

// Call handles a tool call in the model's answer.
func (r *Rounds) Call(name, arguments string) Result {
	return r.add(Call(name, arguments, r.Known))
}

// Write handles an operation on an item that the model wrote without the tools, by the
// same rules: only one item, and no item twice.
func (r *Rounds) Write(o op.Op) Result { return r.add(write(o, r.Known)) }

func (r *Rounds) add(a Result) Result {
	r.Known = a.Known
	r.Ops = append(r.Ops, a.Ops...)
	r.added = r.added || len(a.Ops) > 0
	for _, o := range a.Ops {
		r.accepted = append(r.accepted, titleOf(o))
	}
	r.accepted = append(r.accepted, a.duplicates...)
	if len(a.Problems) > 0 {
		r.failures = append(r.failures, FailedCall{Attempted: a.Attempted, Problems: a.Problems, list: a.list, before: -1})
	}
	return a
}

// Created returns the titles of the new items so far.
func (r *Rounds) Created() (titles []string) {
	for _, item := range r.Known.Items {
		if item.ID == 0 {
			titles = append(titles, item.Title)
		}
	}
	return titles
}

// Next ends a round and reports whether another one follows: to repeat refused calls, or
// to continue.
func (r *Rounds) Next() (t Feedback, more bool) {
	r.rounds++
	failed, added := r.failures[r.reported:], r.added
	r.reported, r.added = len(r.failures), false
	for i := range failed {
		failed[i].before = len(r.accepted)
	}
	t = Feedback{Created: r.Created()}
	switch {
	case !More(r.Provider, r.rounds, len(t.Created), len(failed) > 0):
		return Feedback{}, false
	case len(failed) > 0 && r.rounds <= RetryMax:
		t.Failed = slices.Clone(failed)
		return t, true
	case !added && (r.rounds > 1 || len(r.Ops) > 0):
		return Feedback{}, false // the model has nothing to add
	case len(t.Created) == 0 && len(r.Ops) > 0:
		return Feedback{}, false // the request was about done items
	}
	return t, true
}

// More reports whether the model is asked again after a number of rounds and created
// items. Failed calls are reported to any model; apart from that, only Ollama's models
// need further rounds to list all items.
func More(provider string, rounds, created int, failed bool) bool {
	switch {
	case rounds >= RoundsMax:
		return false
	case failed && rounds <= RetryMax:
		return true
	}
	return provider == "ollama" && (rounds == 1 || created > 0)
}

// Open returns the indexes of the refused calls that no later call resolves. A list
// stays open if the model leaves items out when it repeats it, so that nothing is lost
// silently.
func (r *Rounds) Open() (numbers []int) {
	for i, f := range r.failures {
		if !r.resolved(f) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// resolved reports whether later rounds resolve a refused call: for a list, each part
// must share a word with an accepted item; for anything else, one item is enough.
func (r *Rounds) resolved(f FailedCall) bool {
	if f.before < 0 || len(r.accepted) == f.before {
		return false
	}
	if f.list == "" {
		return true
	}
	since := words(strings.Join(r.accepted[f.before:], " "))
	for _, part := range parts(f.list) {
		if !slices.ContainsFunc(words(part), func(w string) bool { return slices.Contains(since, w) }) {
			return false
		}
	}
	return true
}

// parts returns the items of a list, which may be in brackets.
func parts(list string) []string {
	if inside, ok := strings.CutPrefix(list, "["); ok && strings.HasSuffix(inside, "]") {
		list = strings.TrimSuffix(inside, "]")
	}
	return Split(list)
}

// words returns the words of a text, without "and".
func words(text string) []string {
	separates := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) }
	all := strings.FieldsFunc(fulltext.Fold(text), separates)
	return slices.DeleteFunc(all, func(w string) bool { return w == "and" || w == "et" })
}
