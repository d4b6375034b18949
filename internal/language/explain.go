package language

import (
	"slices"
	"strings"
)

// Step is a form, or free text, in the derivation of a reading.
type Step struct {
	Rule     string // "" for free text
	Where    string // the file and line of the form
	Pattern  string // of the form
	Cost     int    // of the step with the steps below it
	From, To int    // tokens
	Steps    []Step
}

// Explain is Whole with the derivation of each reading: which forms made it, and what each cost.
func (g *Grammar) Explain(rule string, toks []Token, names Names) []Reading {
	return g.whole(rule, toks, names, true)
}

// trail is a part that was read on the way to a result, and the parts before it. Only Explain needs it.
type trail struct {
	before   *trail
	rule, at int // a negative rule is free text
	result
}

// follow adds a part to the trail.
func (m *matching) follow(rule, at int, r result) {
	if m.explains {
		m.trail = &trail{m.trail, rule, at, r}
	}
}

// steps are the step of a result. A rule that no file names, such as a repetition, has none of its own, but those
// of what it read.
func (p *parse) steps(r, at int, x result) []Step {
	var below []Step
	for part := x.trail; part != nil; part = part.before {
		steps := []Step{{Cost: part.cost, From: part.at, To: part.end}}
		if part.rule >= 0 {
			steps = p.steps(part.rule, part.at, part.result)
		}
		below = slices.Concat(steps, below)
	}
	rule := p.g.names.at(r)
	if strings.HasPrefix(rule, "(") {
		return below
	}
	f := p.g.form(int(x.form))
	return []Step{{Rule: rule, Where: f.where, Pattern: f.pattern, Cost: x.cost, From: at, To: x.end, Steps: below}}
}
