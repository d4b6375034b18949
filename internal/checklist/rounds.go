package checklist

import (
	"fmt"
	"strings"

	"assister/internal/ijson"
	"assister/internal/op"
)

// Bounds of a conversation about a checklist (facts 3.5).
const (
	RoundsMax = 10
	RetryMax  = 2 // rounds after which what went wrong is said again
)

// Rounds is a conversation with a model about one checklist: what came of its
// calls so far. After each of its answers, Next says whether to go on and with
// which words.
type Rounds struct {
	Provider string
	Tools    []Tool // that are offered
	Known    Existing
	Ops      []op.Op // of all calls, in their order

	rounds   int
	failures []failure // of calls since the last prompt
	added    bool      // something since the last prompt
}

// failure is a call that was refused.
type failure struct{ attempted, message string }

// Begin is a conversation that has not begun.
func Begin(provider, model string, known Existing) *Rounds {
	return &Rounds{Provider: provider, Tools: Tools(provider, model), Known: known}
}

// Call takes one call of the model's answer.
func (r *Rounds) Call(name, arguments string) Answer {
	a := Call(name, arguments, r.Known)
	r.Known = a.Known
	r.Ops = append(r.Ops, a.Ops...)
	r.added = r.added || len(a.Ops) > 0
	for _, p := range a.Problems {
		r.failures = append(r.failures, failure{a.Attempted, p.Message})
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

// Next ends a round. When there is to be another one, prompt is what the model
// is told: what went wrong and how to say it, or how to go on.
func (r *Rounds) Next() (prompt string, more bool) {
	r.rounds++
	created, failures, added := r.Created(), r.failures, r.added
	r.failures, r.added = nil, false
	switch {
	case !More(r.Provider, r.rounds, len(created), len(failures) > 0):
		return "", false
	case len(failures) > 0 && r.rounds <= RetryMax:
		return retry(failures, created, r.Tools), true
	case !added && (r.rounds > 1 || len(r.Ops) > 0):
		return "", false // it has nothing to add
	case len(created) == 0 && len(r.Ops) > 0:
		return "", false // it was about what is done, and has said it
	}
	return goOn(created, r.Tools), true
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

// retry says what went wrong, how it is to be said, and what not to say again.
func retry(failures []failure, created []string, tools []Tool) string {
	lines := []string{"Some of your calls could not be taken:"}
	for _, f := range failures {
		line := "- " + f.message
		if f.attempted != "" {
			line += " (in " + quoted(f.attempted) + ")"
		}
		lines = append(lines, line)
	}
	lines = append(lines, "", "The correct format:", Guidance(tools))
	if len(created) > 0 {
		lines = append(lines, "", fmt.Sprintf("You've created %s so far: %s.", count(len(created)), list(created)), "Do not create them again.")
	}
	return strings.Join(append(lines, "", "Now make only the calls again that failed."), "\n")
}

// goOn says how far it has come and how to go on.
func goOn(created []string, tools []Tool) string {
	if len(created) == 0 {
		return "You haven't created any checklist items yet.\n" + Guidance(tools)
	}
	return fmt.Sprintf("You've created %s so far: %s.\n", count(len(created)), list(created)) +
		"If items of the request are still missing, create them, and none of these again. Otherwise say that you are done.\n" + Guidance(tools)
}

func count(n int) string {
	if n == 1 {
		return "1 checklist item"
	}
	return fmt.Sprintf("%d checklist items", n)
}

func list(titles []string) string {
	words := make([]string, len(titles))
	for i, t := range titles {
		words[i] = quoted(t)
	}
	return strings.Join(words, ", ")
}

// quoted is a text of the model's as it comes back to it: as data.
func quoted(s string) string { return string(ijson.AppendString(nil, s)) }
