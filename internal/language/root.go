package language

// root is a rule that texts are read by, and the classes that matter in them: those that it reads anywhere, and those
// that no rule reads, which are there for what their words cost. Of these, one that rules look at matters only to the
// rules that do: that a noun is a plural says nothing of time.
type root struct {
	rule  int
	reach sparse
}

// reach is the classes that matter in the texts that a rule reads.
func (g *Grammar) reach(rule int) sparse {
	for _, r := range g.roots {
		if r.rule == rule {
			return r.reach
		}
	}
	panic("language: texts are read by " + g.names.at(rule) + ", which is no root of " + g.Name)
}

// root computes what matters in the texts that a rule reads.
func (s *source) root(rule int) root {
	here, anywhere := s.uses(rule), uses{of: s, seen: make([]bool, len(s.rules))}
	for r := range s.rules {
		anywhere.add(r)
	}
	for k := range class(len(s.names)) {
		matters := here.looks.has(k) || !anywhere.looks.has(k)
		if !anywhere.reads.has(k) && matters && !isSame(s.names[k]) {
			here.reads.add(k)
		}
	}
	return root{rule, makeSparse(here.reads[:])}
}

// uses are the classes that some rules read, and those that they only look at.
type uses struct {
	of           *source
	seen         []bool
	reads, looks classes
	peeked       []int // rules that are only looked at
}

// uses are what a rule uses, with what the rules use that it looks at.
func (s *source) uses(rule int) uses {
	u := uses{of: s, seen: make([]bool, len(s.rules))}
	u.add(rule)
	beside := uses{of: s, seen: make([]bool, len(s.rules)), peeked: u.peeked}
	for len(beside.peeked) > 0 {
		next := beside.peeked[0]
		beside.peeked = beside.peeked[1:]
		beside.add(next)
	}
	beside.reads.each(u.looks.add)
	beside.looks.each(u.looks.add)
	return u
}

// add adds what a rule uses.
func (u *uses) add(r int) {
	if u.seen[r] {
		return
	}
	u.seen[r] = true
	rule := u.of.rules[r]
	if rule.repeats >= 0 {
		u.add(rule.repeats)
	}
	for _, k := range rule.forms {
		for _, in := range u.of.forms[k].prog {
			switch in.op {
			case opClass:
				u.reads.add(in.class)
			case opRule:
				u.add(in.rule)
			case opLook, opBehind:
				u.looks.add(in.class)
			case opLookRule:
				u.peeked = append(u.peeked, in.rule)
			}
		}
	}
}
