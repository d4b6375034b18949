package language

import "slices"

// The needs of a form are sets of classes: every reading of the form has a word of each of them. A form is not
// tried where one of them has no word at the token or behind it. So most forms are ruled out before any part of
// them is read.

// maxNeeds is how many needs of a form are looked at.
const maxNeeds = 3

// computeNeeds computes the needs of all forms. The need of a rule is one of those of its forms. It is kept
// once it is known, so that a rule that contains itself comes to an end: what holds of readings of some
// depth holds of the next.
func (s *source) computeNeeds() {
	for changed := true; changed; {
		changed = false
		for r := range s.rules {
			x := &s.rules[r]
			if x.need != (classes{}) {
				continue
			}
			if x.repeats >= 0 && x.least > 0 {
				x.need = s.rules[x.repeats].need
			} else {
				x.need = oneOf(x.forms, func(k int) classes { return s.needOf(&s.forms[k].tree) })
			}
			changed = changed || x.need != (classes{})
		}
	}
	for i := range s.forms {
		f := s.forms[i]
		f.needs = s.needsOf(&f.tree)
		slices.SortStableFunc(f.needs, bySize)
		f.needs = f.needs[:min(len(f.needs), maxNeeds)]
	}
}

// needsOf are the needs of the parts of a sequence, or of another part. What every word meets is none.
func (s *source) needsOf(p *part) (all []classes) {
	if p.kind == partSequence {
		for i := range p.parts {
			all = append(all, s.needsOf(&p.parts[i])...)
		}
	} else if need := s.needOf(p); need != (classes{}) && !need.isWide() {
		all = append(all, need)
	}
	return all
}

// needOf is the smallest need of a part; the empty set if it has none.
func (s *source) needOf(p *part) (need classes) {
	rule, isRule := s.byName[p.name]
	switch {
	case p.not || p.behind:
	case p.kind == partSequence:
		if all := s.needsOf(p); len(all) > 0 {
			return slices.MinFunc(all, bySize)
		}
	case p.kind == partChoice:
		return oneOf(p.parts, func(p part) classes { return s.needOf(&p) })
	case p.kind == partRepeat && p.least > 0:
		return s.needOf(&p.parts[0])
	case p.kind == partLiteral:
		return only(s.classes[`"`+p.name+`"`])
	case p.kind == partName && isRule:
		return s.rules[rule].need
	case p.kind == partName:
		return only(s.classes[p.name])
	}
	return need
}

// oneOf is the need of alternatives. There is none if one of them has none.
func oneOf[T any](all []T, needOf func(T) classes) (need classes) {
	for _, x := range all {
		of := needOf(x)
		if of == (classes{}) {
			return of
		}
		need.grow(&of)
	}
	return need
}

// bySize orders sets.
func bySize(a, b classes) int { return a.size() - b.size() }

func only(c class) (s classes) {
	s.add(c)
	return s
}

// hasNeeds reports whether all needs at a place of a list are in the set.
func (b bitset) hasNeeds(list list16, place int) bool {
	for i := maxNeeds * place; i < maxNeeds*(place+1); i++ {
		if set := list.at(i); set >= 0 && !b.has(set) {
			return false
		}
	}
	return true
}

// grow adds classes to a set.
func (s *classes) grow(more *classes) {
	for w := range s {
		s[w] |= more[w]
	}
}
