package language

// following holds the sets of classes that can stand behind the rules and free texts of a
// grammar, when a text is read by a certain rule. classEnd in a set is the end of the text.
// A reading that is followed by something else is part of no reading of the whole.
type following struct {
	rules []classes
	slots []classes
}

// everything is what can follow if anything can.
var everything = func() (all classes) {
	all.add(classAny)
	all.add(classEnd)
	return all
}()

// follow computes what can stand behind the rules if a text is read by the root from
// beginning to end or, if open, up to any place.
func (g *Grammar) follow(root int, open bool) *following {
	f := &following{rules: make([]classes, len(g.rules)), slots: make([]classes, g.slots)}
	f.addEnds(g, root, open)
	for changed := true; changed; {
		changed = false
		for i := range g.rules {
			if x := &g.rules[i]; x.repeats >= 0 {
				// Behind one item stands the next, or what follows the repetition.
				behind := f.rules[i]
				behind.join(&x.first)
				changed = f.rules[x.repeats].grow(&behind) || changed
			}
		}
		for i := range g.forms {
			changed = f.addBehind(g, &g.forms[i]) || changed
		}
	}
	return f
}

// addEnds adds what follows a text as a whole. What is only looked at may be followed by
// anything.
func (f *following) addEnds(g *Grammar, root int, open bool) {
	f.rules[root].add(classEnd)
	if open {
		f.rules[root] = everything
	}
	for i := range g.forms {
		for k := range g.forms[i].prog {
			if in := &g.forms[i].prog[k]; in.op == opLookRule {
				f.rules[in.rule] = everything
			}
		}
	}
}

// addBehind adds what a form has behind each of its parts, and reports whether there is
// something new.
func (f *following) addBehind(g *Grammar, x *form) (changed bool) {
	for k := range x.prog {
		in := &x.prog[k]
		if in.op != opRule && in.op != opSlot {
			continue
		}
		var behind classes
		if g.begin(x, in.next, &behind, make([]bool, len(x.prog))) {
			behind.join(&f.rules[x.rule])
		}
		set := &f.rules[0]
		if in.op == opSlot {
			set = &f.slots[in.alt]
		} else {
			set = &f.rules[in.rule]
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

// followKey tells what followings differ by.
type followKey struct {
	root int
	open bool
}

// followed is the following of a root, which is computed once.
func (g *Grammar) followed(root int, open bool) *following {
	key := followKey{root, open}
	if f, ok := g.follows.Load(key); ok {
		return f.(*following)
	}
	f := g.follow(root, open)
	g.follows.Store(key, f)
	return f
}
