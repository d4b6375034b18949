package language

// root is what follows from the rule that a text is read by: which classes matter in the
// text, and which can stand behind what the rules and free texts read. A reading that is
// followed by something else is part of no reading of the whole.
type root struct {
	rules []*classes // classEnd in a set is the end of the text
	slots []*classes
	reach *classes // of the words that are read anywhere, and of those that no rule reads
	rootKey
}

// rootKey tells roots apart.
type rootKey struct {
	rule int
	open bool // the text may end anywhere
}

// storedRoot is a root in a table: numbers of sets.
type storedRoot struct {
	rootKey
	rules, slots list16
	reach        int
}

// everything is what can follow if anything can.
var everything = func() (all classes) {
	all.add(classAny)
	all.add(classEnd)
	return all
}()

// root is the root of a rule. That of the table is taken, if it has one.
func (g *Grammar) root(rule int, open bool) *root {
	key := rootKey{rule, open}
	if r, ok := g.roots.Load(key); ok {
		return r.(*root)
	}
	var r *root
	for i := range g.stored {
		if g.stored[i].rootKey == key {
			r = g.storedRoot(&g.stored[i])
		}
	}
	if r == nil {
		r = g.newRoot(rule, open)
	}
	g.roots.Store(key, r)
	return r
}

func (g *Grammar) storedRoot(s *storedRoot) *root {
	r := &root{rootKey: s.rootKey, reach: &g.sets[s.reach]}
	for i := range s.rules.len() {
		r.rules = append(r.rules, &g.sets[s.rules.at(i)])
	}
	for i := range s.slots.len() {
		r.slots = append(r.slots, &g.sets[s.slots.at(i)])
	}
	return r
}

// newRoot computes a root.
func (g *Grammar) newRoot(rule int, open bool) *root {
	c := rooting{g: g, root: &root{rootKey: rootKey{rule, open}}}
	for range g.rules {
		c.rules = append(c.rules, new(classes))
	}
	for range g.slots {
		c.slots = append(c.slots, new(classes))
	}
	c.addEnds()
	for changed := true; changed; {
		changed = false
		for i := range g.rules {
			if x := &g.rules[i]; x.repeats >= 0 {
				// Behind one item stands the next, or what follows the repetition.
				behind := *c.rules[i]
				behind.join(&g.sets[x.first])
				changed = c.rules[x.repeats].grow(&behind) || changed
			}
		}
		for i := range g.forms {
			changed = c.addBehind(g.form(i)) || changed
		}
	}
	c.reach = c.reached()
	return c.root
}

// rooting computes a root.
type rooting struct {
	*root
	g *Grammar
}

// addEnds adds what follows a text as a whole. What is only looked at may be followed by
// anything.
func (c *rooting) addEnds() {
	c.rules[c.rule].add(classEnd)
	if c.open {
		*c.rules[c.rule] = everything
	}
	for i := range c.g.forms {
		f := c.g.form(i)
		for k := range f.prog {
			if in := &f.prog[k]; in.op == opLookRule {
				*c.rules[in.rule] = everything
			}
		}
	}
}

// addBehind adds what a form has behind each of its parts, and reports whether there is
// something new.
func (c *rooting) addBehind(f *form) (changed bool) {
	for k := range f.prog {
		in := &f.prog[k]
		var set *classes
		switch in.op {
		case opSlot:
			set = c.slots[in.alt]
		case opRule:
			set = c.rules[in.rule]
		default:
			continue
		}
		var behind classes
		if begin(c.g, f.prog, in.next, &behind, make([]bool, len(f.prog))) {
			behind.join(c.rules[f.rule])
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
func (c *rooting) reached() *classes {
	all, read := new(classes), new(classes)
	c.visit(c.rule, make([]bool, len(c.g.rules)), all)
	seen := make([]bool, len(c.g.rules))
	for r := range c.g.rules {
		c.visit(r, seen, read)
	}
	for k := range class(c.g.classes.len()) {
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
	x := &c.g.rules[r]
	if x.repeats >= 0 {
		c.visit(x.repeats, seen, all)
	}
	for k := x.from; k < x.to; k++ {
		f := c.g.form(k)
		for i := range f.prog {
			switch in := &f.prog[i]; in.op {
			case opClass:
				all.add(in.class)
			case opClasses:
				all.join(&c.g.sets[in.class])
			case opRule:
				c.visit(in.rule, seen, all)
			}
		}
	}
}
