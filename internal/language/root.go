package language

// root is a rule that texts are read by, and the classes that matter in them: those that it reads anywhere,
// and those that no rule reads, which are there for what their words cost.
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
	var here, anywhere classes
	s.addRead(rule, make([]bool, len(s.rules)), &here)
	seen := make([]bool, len(s.rules))
	for r := range s.rules {
		s.addRead(r, seen, &anywhere)
	}
	for k := range class(len(s.names)) {
		if !anywhere.has(k) && !isSame(s.names[k]) {
			here.add(k)
		}
	}
	return root{rule, makeSparse(here[:])}
}

// addRead adds the classes that a rule reads.
func (s *source) addRead(r int, seen []bool, all *classes) {
	if seen[r] {
		return
	}
	seen[r] = true
	if of := s.rules[r].repeats; of >= 0 {
		s.addRead(of, seen, all)
	}
	for _, k := range s.rules[r].forms {
		for _, in := range s.forms[k].prog {
			switch in.op {
			case opClass:
				all.add(in.class)
			case opRule:
				s.addRead(in.rule, seen, all)
			}
		}
	}
}
