package language

// root is what follows from the rule that a text is read by: which classes matter in the
// text, and which can stand behind what the rules and free texts read. A reading that is
// followed by something else is part of no reading of the whole.
type root struct {
	rule   int
	open   bool       // the text may end anywhere
	behind classTable // of a class: the rules and, by the number of rules and theirs, the free texts it can follow
	reach  int        // the set of the words that are read anywhere, and of those that no rule reads
}

// root is what follows from a rule that is one of the roots of the grammar.
func (g *Grammar) root(rule int, open bool) *root {
	for i := range g.roots {
		if r := &g.roots[i]; r.rule == rule && r.open == open {
			return r
		}
	}
	panic("language: texts are read by " + g.names.at(rule) + ", which is no root of " + g.Name)
}

// everything is what can follow if anything can.
func everything() (all classes) {
	all.add(classAny)
	all.add(classEnd)
	return all
}

// newRoot computes a root.
func (s *source) newRoot(rule int, open bool) *rooting {
	c := &rooting{s: s, rule: rule, open: open, rules: make([]classes, len(s.rules)), slots: make([]classes, s.slots)}
	c.addEnds()
	for changed := true; changed; {
		changed = false
		for i := range s.rules {
			if x := &s.rules[i]; x.repeats >= 0 && c.rules[i] != (classes{}) {
				// Behind one item stands the next, or what follows the repetition.
				behind := c.rules[i]
				behind.grow(&x.first)
				changed = c.rules[x.repeats].grow(&behind) || changed
			}
		}
		for i := range s.forms {
			changed = c.addBehind(&s.forms[i].form) || changed
		}
	}
	c.reach = c.reached()
	return c
}

// rooting computes a root.
type rooting struct {
	s            *source
	rule         int
	open         bool
	rules, slots []classes
	reach        classes
}

// addEnds adds what follows a text as a whole. What is only looked at may be followed by
// anything.
func (c *rooting) addEnds() {
	c.rules[c.rule].add(classEnd)
	if c.open {
		c.rules[c.rule] = everything()
	}
	for i := range c.s.forms {
		for _, in := range c.s.forms[i].prog {
			if in.op == opLookRule {
				c.rules[in.rule] = everything()
			}
		}
	}
}

// addBehind adds what a form has behind each of its parts, and reports whether there is
// something new. The form of a rule that nothing stands behind is not read.
func (c *rooting) addBehind(f *form) (changed bool) {
	if c.rules[f.rule] == (classes{}) {
		return false
	}
	for k := range f.prog {
		in := &f.prog[k]
		var set *classes
		switch in.op {
		case opSlot:
			set = &c.slots[in.alt]
		case opRule:
			set = &c.rules[in.rule]
		default:
			continue
		}
		var behind classes
		if c.s.begin(f.prog, in.next, &behind, make([]bool, len(f.prog))) {
			behind.grow(&c.rules[f.rule])
		}
		changed = set.grow(&behind) || changed
	}
	return changed
}

// grow adds classes to a set, and reports whether there is a new one.
func (s *classes) grow(more *classes) (changed bool) {
	for w := range s {
		changed = changed || more[w]&^s[w] != 0
		s[w] |= more[w]
	}
	return changed
}

// reached is the classes that are read anywhere in the rule, and those that no rule reads:
// they are there for what their words cost.
func (c *rooting) reached() (all classes) {
	var read classes
	c.visit(c.rule, make([]bool, len(c.s.rules)), &all)
	seen := make([]bool, len(c.s.rules))
	for r := range c.s.rules {
		c.visit(r, seen, &read)
	}
	for k := range class(len(c.s.names)) {
		if !read.has(k) {
			all.add(k)
		}
	}
	return all
}

// visit adds the classes that are read in a rule.
func (c *rooting) visit(r int, seen []bool, all *classes) {
	if seen[r] {
		return
	}
	seen[r] = true
	x := &c.s.rules[r]
	if x.repeats >= 0 {
		c.visit(x.repeats, seen, all)
	}
	c.addAhead(all, &x.first)
	c.addAhead(all, &c.rules[r])
	for _, k := range x.forms {
		c.addAhead(all, &c.s.forms[k].first)
		for _, in := range c.s.forms[k].prog {
			switch in.op {
			case opSlot:
				c.addAhead(all, &c.slots[in.alt])
			case opClass:
				all.add(in.class)
			case opClasses:
				all.grow(&c.s.sets[in.class])
			case opRule:
				c.visit(in.rule, seen, all)
			}
		}
	}
}

// addAhead adds the classes for needs ahead that are in a set.
func (c *rooting) addAhead(all, of *classes) {
	for k := range c.s.aheads {
		if a := class(len(c.s.names) + k); of.has(a) {
			all.add(a)
		}
	}
}
