package language

import "math"

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

// derive finds how a rule was read at a place with a result. A repetition has no step of
// its own.
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
		if p.g.ruleOf(part.rule).repeats >= 0 {
			s.Steps = append(s.Steps, p.deriveList(part.rule, part.at, part.result)...)
			continue
		}
		s.Steps = append(s.Steps, p.derive(part.rule, part.at, part.result))
	}
	return s
}

// deriveList finds the items of a repetition.
func (p *parse) deriveList(r, at int, want result) []Step {
	x := p.g.ruleOf(r)
	if want.end == at {
		return nil
	}
	run := matching{parse: p, at: at}
	for _, one := range p.read(x.repeats, at) {
		if one.end == want.end && one.cost == want.cost && hashOf(run.join(at, one.end, one.node)) == hashOf(want.node) {
			return p.deriveItem(x.repeats, at, one)
		}
		if one.end == at {
			continue
		}
		for _, more := range p.read(r, one.end) {
			all := run.join(at, more.end, one.node, more.node)
			if more.end == want.end && one.cost+more.cost == want.cost && hashOf(all) == hashOf(want.node) {
				return append(p.deriveItem(x.repeats, at, one), p.deriveList(r, one.end, more)...)
			}
		}
	}
	return nil
}

// deriveItem is the step of an item of a repetition. A rule that no file names has none of its own.
func (p *parse) deriveItem(r, at int, want result) []Step {
	s := p.derive(r, at, want)
	if isHidden(s.Rule) {
		return s.Steps
	}
	return []Step{s}
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
