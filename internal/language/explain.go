package language

import (
	"math"
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

// Explained is a reading with the forms that made it.
type Explained struct {
	Reading
	Step
}

// Explain is Whole with the derivation of each reading: which forms made it, and what each
// cost. It takes more time than Whole, since a chart does not keep how it was filled.
func (g *Grammar) Explain(rule string, toks []Token, names Names) []Explained {
	readings := g.Whole(rule, toks, names)
	if len(readings) == 0 {
		return nil
	}
	r := g.rule(rule)
	p := g.newParse(r, false, toks, names)
	defer p.release()
	p.budget = math.MaxInt // it was read within the limit
	var all []Explained
	for _, x := range readings {
		for _, y := range p.read(r, 0) {
			if y.end == x.To && y.cost == x.Cost && hashOf(y.node) == hashOf(x.Node) {
				all = append(all, Explained{x, p.derive(r, 0, y)})
				break
			}
		}
	}
	return all
}

// derive finds how a rule was read at a place with a result.
func (p *parse) derive(r, at int, want result) Step {
	f := p.g.form(int(want.form))
	s := Step{Rule: p.g.names.at(r), Where: f.where, Pattern: f.pattern, Cost: want.cost, From: at, To: want.end}
	t := &trail{want: want}
	run := matching{parse: p, at: at, form: f, index: want.form, trail: t}
	run.run(f.start, at, f.cost)
	for _, part := range t.found {
		if part.rule < 0 {
			cost := p.swallow[part.end] - p.swallow[part.at]
			s.Steps = append(s.Steps, Step{Cost: cost, From: part.at, To: part.end})
			continue
		}
		s.Steps = append(s.Steps, p.steps(part.rule, part.at, part.result)...)
	}
	return s
}

// steps are the step of a rule. A repetition and a rule that no file names have none of their own, but those of
// what they read.
func (p *parse) steps(r, at int, want result) []Step {
	x := p.g.ruleOf(r)
	switch hidden := strings.HasPrefix(p.g.names.at(r), "("); {
	case x.repeats < 0 && hidden:
		return p.derive(r, at, want).Steps
	case x.repeats < 0:
		return []Step{p.derive(r, at, want)}
	case want.end == at:
		return nil
	}
	run := matching{parse: p, at: at}
	for _, one := range p.read(x.repeats, at) {
		if one.end == want.end && one.cost == want.cost && hashOf(run.join(at, one.end, one.node)) == hashOf(want.node) {
			return p.steps(x.repeats, at, one)
		}
		if one.end == at {
			continue
		}
		for _, more := range p.read(r, one.end) {
			all := run.join(at, more.end, one.node, more.node)
			if more.end == want.end && one.cost+more.cost == want.cost && hashOf(all) == hashOf(want.node) {
				return append(p.steps(x.repeats, at, one), p.steps(r, one.end, more)...)
			}
		}
	}
	return nil
}

// trail is what a form reads on its way, while a derivation is looked for.
type trail struct {
	want  result
	parts []trailPart
	found []trailPart
}

// trailPart is a rule that was read, or free text if rule is negative.
type trailPart struct {
	rule, at int
	result
}

// push notes a part that is read now, until pop.
func (t *trail) push(rule, at int, r result) {
	if t != nil {
		t.parts = append(t.parts, trailPart{rule, at, r})
	}
}

func (t *trail) pop() {
	if t != nil {
		t.parts = t.parts[:len(t.parts)-1]
	}
}

// accept keeps the parts of the reading that is looked for.
func (t *trail) accept(r result) {
	if t.found == nil && r.end == t.want.end && r.cost == t.want.cost && hashOf(r.node) == hashOf(t.want.node) {
		t.found = append([]trailPart{}, t.parts...)
	}
}
