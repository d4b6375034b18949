package door

import (
	"slices"
	"strings"

	"assister/internal/event"
	"assister/internal/problem"
)

// Hints word what a client does next. The hints of the core name commands and flags, which
// only a person at a terminal can type.
type Hints struct {
	codes   map[string]string // the hints of problems that the client solves in another way
	phrases *strings.Replacer // what the client sends in place of a flag
}

// NewHints returns the hints of an interface: whole hints by the code of their problem, and
// pairs of a phrase and its replacement for the others. A hint that neither names is for
// the person who runs the server, and stays.
func NewHints(codes map[string]string, phrases ...string) Hints {
	return Hints{codes, strings.NewReplacer(phrases...)}
}

// Problem words a problem for the client.
func (h Hints) Problem(p problem.Problem) problem.Problem {
	if h.phrases == nil {
		return p
	}
	hint, other := h.codes[p.Code]
	if !other || !typed(p.Hint) {
		hint = h.phrases.Replace(p.Hint)
	}
	p.Message, p.Hint = h.phrases.Replace(p.Message), hint
	return p
}

// typed reports whether a hint is for a person who types commands.
func typed(hint string) bool {
	return strings.Contains(hint, "--") || strings.Contains(hint, "`assister ")
}

// Event words the problems of an event for the client.
func (h Hints) Event(b event.Body) event.Body {
	switch b := b.(type) {
	case event.Error:
		p := h.Problem(problem.Problem{Code: b.Code, Message: b.Message, Hint: b.Hint})
		b.Message, b.Hint, b.Details = p.Message, p.Hint, h.problems(b.Details)
		return b
	case event.Ops:
		b.Warnings = h.problems(b.Warnings)
		cloned := false
		for i := range b.Operations {
			f := &b.Operations[i].Finding
			if len(f.Errors)+len(f.Warnings) == 0 {
				continue
			}
			if !cloned {
				b.Operations, cloned = slices.Clone(b.Operations), true
				f = &b.Operations[i].Finding
			}
			f.Errors, f.Warnings = h.problems(f.Errors), h.problems(f.Warnings)
		}
		return b
	}
	return b
}

func (h Hints) problems(all []problem.Problem) []problem.Problem {
	all = slices.Clone(all)
	for i := range all {
		all[i] = h.Problem(all[i])
	}
	return all
}
