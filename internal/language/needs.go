package language

import "slices"

// The need of a form is a set of classes: every reading of the form has a word of one of
// them. A form whose need is in no word from a token on is not tried there. So most forms
// are ruled out before any part of them is read.

// maxNeeds is how many needs of a form are looked at.
const maxNeeds = 3

// computeNeeds computes the needs of all forms. The need of a rule is one of each of its
// forms. Which one is chosen first and kept then, so that a rule that contains itself
// comes to an end: what holds of readings of some depth holds of the next.
func (s *source) computeNeeds() {
	n := needs{s: s, rules: make([]classes, len(s.rules)), known: make([]bool, len(s.rules))}
	for changed := true; changed; {
		changed = false
		for r := range s.rules {
			changed = n.rule(r) || changed
		}
	}
	for i := range s.forms {
		f := &s.forms[i]
		all := n.of(&f.tree, nil)
		all = slices.DeleteFunc(all, func(c classes) bool { return c.has(classAny) || c.has(classWord) })
		slices.SortStableFunc(all, func(a, b classes) int { return a.size() - b.size() })
		f.needs = all[:min(len(all), maxNeeds)]
	}
}

type needs struct {
	s     *source
	rules []classes
	known []bool // a rule has a need
}

// rule computes the need of a rule from those of its forms, and reports whether it is new.
func (n *needs) rule(r int) (changed bool) {
	x := &n.s.rules[r]
	if n.known[r] || x.nullable {
		return false
	}
	var need classes
	forms := x.forms
	if x.repeats >= 0 {
		if !n.known[x.repeats] {
			return false
		}
		need = n.rules[x.repeats]
	}
	for _, k := range forms {
		all := n.of(&n.s.forms[k].tree, nil)
		if len(all) == 0 {
			return false
		}
		need.join(&all[smallest(all)])
	}
	n.rules[r], n.known[r] = need, true
	return true
}

// of adds the needs of a part: those of all parts of a sequence, and the union of one of
// each alternative.
func (n *needs) of(p *part, all []classes) []classes {
	if p.not || p.behind {
		return all
	}
	switch p.kind {
	case partSequence:
		for i := range p.parts {
			all = n.of(&p.parts[i], all)
		}
	case partRepeat:
		if p.least > 0 {
			all = n.of(&p.parts[0], all)
		}
	case partChoice:
		var union classes
		for i := range p.parts {
			option := n.of(&p.parts[i], nil)
			if len(option) == 0 {
				return all
			}
			union.join(&option[smallest(option)])
		}
		all = append(all, union)
	case partLiteral:
		all = append(all, only(n.s.classes[`"`+p.name+`"`]))
	case partName:
		if r, ok := n.s.byName[p.name]; !ok {
			all = append(all, only(n.s.classes[p.name]))
		} else if n.known[r] {
			all = append(all, n.rules[r])
		}
	}
	return all
}

func only(c class) (s classes) {
	s.add(c)
	return s
}

// smallest is the place of the smallest set.
func smallest(all []classes) (at int) {
	for i := range all {
		if all[i].size() < all[at].size() {
			at = i
		}
	}
	return at
}

func (s *classes) join(o *classes) {
	for w := range s {
		s[w] |= o[w]
	}
}
