package language

import "slices"

// The needs of a form are sets of classes: every reading of the form has a word of each of
// them. A form with a need that is in no word from a token on is not tried there. So most forms
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
		all := slices.DeleteFunc(n.of(&f.form), func(c classes) bool { return c.isWide() })
		slices.SortStableFunc(all, func(a, b classes) int { return a.size() - b.size() })
		f.needs = all[:min(len(all), maxNeeds)]
	}
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

type needs struct {
	s     *source
	rules []classes
	known []bool // a rule has a need
}

// rule computes the need of a rule from those of its forms, and reports whether it is new.
func (n *needs) rule(r int) (changed bool) {
	x := &n.s.rules[r]
	if n.known[r] || x.repeats >= 0 && (x.least == 0 || !n.known[x.repeats]) {
		return false
	}
	var need classes
	if x.repeats >= 0 {
		need = n.rules[x.repeats]
	}
	for _, k := range x.forms {
		all := n.of(&n.s.forms[k].form)
		if len(all) == 0 {
			return false
		}
		need.grow(&all[smallest(all)])
	}
	n.rules[r], n.known[r] = need, true
	return true
}

// of is the needs of a form, from those of each of its instructions on. An instruction stands in
// the program behind those that it leads to.
func (n *needs) of(f *form) []classes {
	all := make([][]classes, len(f.prog))
	for pc := range f.prog {
		in := &f.prog[pc]
		if in.op == opAccept {
			continue
		}
		all[pc] = all[in.next]
		switch in.op {
		case opSplit:
			all[pc] = either(all[in.next], all[in.alt])
		case opClass, opLook:
			if !in.not {
				all[pc] = with(all[pc], only(in.start))
			}
		case opClasses:
			all[pc] = with(all[pc], n.s.sets[in.class])
		case opRule, opLookRule:
			if !in.not && n.known[in.rule] {
				all[pc] = with(all[pc], n.rules[in.rule])
			}
		}
	}
	return all[f.start]
}

// with is the needs with another one.
func with(all []classes, more classes) []classes { return append(slices.Clone(all), more) }

// either is the needs of one of two ways: those that both have, and one of each of the ways.
func either(a, b []classes) (all []classes) {
	var rest []classes
	for _, need := range a {
		if slices.Contains(b, need) {
			all = append(all, need)
		} else {
			rest = append(rest, need)
		}
	}
	other := slices.DeleteFunc(slices.Clone(b), func(need classes) bool { return slices.Contains(all, need) })
	if len(rest) > 0 && len(other) > 0 {
		union := rest[smallest(rest)]
		union.grow(&other[smallest(other)])
		all = append(all, union)
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
