package language

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// compile makes the programs of all forms, and the sets of classes that they begin with.
func (g *Grammar) compile(o Options) error {
	for _, r := range g.rules {
		if _, ok := g.classes[r.name]; ok {
			return fmt.Errorf("%s: the rule %s has the name of a class", g.Name, r.name)
		}
	}
	for i := 0; i < len(g.forms); i++ { // repetitions add forms
		if err := g.compileForm(i); err != nil {
			return fmt.Errorf("%s: %w", g.forms[i].where, err)
		}
		if err := o.allows(&g.forms[i].meaning); err != nil {
			return fmt.Errorf("%s: %w", g.forms[i].where, err)
		}
	}
	g.computeFirst()
	g.computeNeeds()
	g.lex = g.build.lexicon(len(g.names))
	return nil
}

// allows checks the names in a meaning.
func (o Options) allows(t *template) (err error) {
	if o.Names == nil {
		return nil
	}
	t.heads(func(name string, args int) {
		if arithmetic[name] != nil || name == List {
			return
		}
		most, ok := o.Names[name]
		switch {
		case !ok:
			err = fmt.Errorf("a meaning has no %q", name)
		case args > most:
			err = fmt.Errorf("%s has at most %d arguments", name, most)
		}
	})
	return err
}

func (g *Grammar) compileForm(i int) error {
	c := compiler{g: g, index: i, f: &g.forms[i], used: map[int]bool{}}
	c.f.meaning.holes(c.used)
	tree := c.f.tree
	accept := c.emit(instr{op: opAccept, capture: -1})
	start, err := c.part(&tree, accept)
	if err != nil {
		return err
	}
	f := &g.forms[i]
	f.prog, f.start = c.prog, start
	return nil
}

type compiler struct {
	g     *Grammar
	index int // of the form
	f     *form
	used  map[int]bool // the captures that the meaning has
	prog  []instr
}

func (c *compiler) emit(in instr) int {
	c.prog = append(c.prog, in)
	return len(c.prog) - 1
}

func (c *compiler) capture(name string) int {
	if name == "" {
		return -1
	}
	if k := slices.Index(c.f.captures, name); c.used[k] {
		return k
	}
	return -1
}

// part compiles a part that is followed by the instruction next, and returns its first.
func (c *compiler) part(p *part, next int) (int, error) {
	var err error
	switch p.kind {
	case partSequence:
		for i := len(p.parts) - 1; i >= 0 && err == nil; i-- {
			next, err = c.part(&p.parts[i], next)
		}
		return next, err
	case partChoice:
		start, err := c.words(p, next)
		for i := len(p.parts) - 1; i >= 0 && err == nil; i-- {
			if c.word(&p.parts[i]) != nil {
				continue
			}
			option, err := c.part(&p.parts[i], next)
			if err != nil {
				return 0, err
			}
			if start < 0 {
				start = option
				continue
			}
			start = c.emit(instr{op: opSplit, next: option, alt: start})
		}
		return start, err
	case partSlot:
		return c.emit(instr{op: opSlot, capture: c.capture(p.capture), next: next, glued: p.glued}), nil
	case partStart:
		return c.emit(instr{op: opStart, next: next}), nil
	case partEnd:
		return c.emit(instr{op: opEnd, next: next}), nil
	case partLiteral:
		return c.literal(p, next)
	case partRepeat:
		r, err := c.repetition(p)
		if err != nil {
			return 0, err
		}
		return c.emit(instr{op: opRule, rule: r, capture: c.capture(p.capture), next: next}), nil
	}
	return c.name(p, next)
}

// word is a part that is only a class of words, of which nothing is kept; nil for others.
func (c *compiler) word(p *part) *part {
	for p.kind == partSequence && len(p.parts) == 1 {
		p = &p.parts[0]
	}
	switch {
	case p.look || p.glued || len(p.values) > 0 || c.capture(p.capture) >= 0:
	case p.kind == partLiteral:
		return p
	case p.kind == partName:
		if _, ok := c.g.byName[p.name]; !ok {
			return p
		}
	}
	return nil
}

// words compiles the alternatives that are only classes of words to one instruction, and
// returns it; -1 if there are none.
func (c *compiler) words(choice *part, next int) (int, error) {
	var set classes
	for i := range choice.parts {
		p := c.word(&choice.parts[i])
		if p == nil {
			continue
		}
		var err error
		k, ok := c.g.classes[p.name]
		switch {
		case p.kind == partLiteral:
			k, err = c.literalClass(p)
		case !ok:
			err = fmt.Errorf("there is no class or rule %q", p.name)
		}
		if err != nil {
			return 0, err
		}
		set.add(k)
	}
	if set == (classes{}) {
		return -1, nil
	}
	k := slices.Index(c.g.sets, set)
	if k < 0 {
		k = len(c.g.sets)
		c.g.sets = append(c.g.sets, set)
	}
	return c.emit(instr{op: opClasses, class: class(k), next: next, capture: -1}), nil
}

// literal compiles words. They are a class of their own in the lexicon.
func (c *compiler) literal(p *part, next int) (int, error) {
	k, err := c.literalClass(p)
	if err != nil {
		return 0, err
	}
	return c.emit(c.class(p, k, next)), nil
}

func (c *compiler) literalClass(p *part) (class, error) {
	form := Tokens(strings.ReplaceAll(p.name, `\n`, "\n"))
	if len(form) == 0 {
		return 0, fmt.Errorf("an empty literal")
	}
	k, err := c.g.class(`"` + p.name + `"`)
	if err == nil {
		c.g.build.add(form, entry{class: k})
	}
	return k, err
}

func (c *compiler) class(p *part, k class, next int) instr {
	in := instr{op: opClass, class: k, next: next, capture: c.capture(p.capture), values: p.values}
	in.glued, in.not = p.glued, p.not
	switch {
	case p.behind:
		in.op = opBehind
	case p.look:
		in.op = opLook
	}
	return in
}

// name compiles a class or a rule.
func (c *compiler) name(p *part, next int) (int, error) {
	if r, ok := c.g.byName[p.name]; ok {
		if p.behind {
			return 0, fmt.Errorf("only a class can stand before a form: %s", p.name)
		}
		in := instr{op: opRule, rule: r, next: next, capture: c.capture(p.capture), values: p.values}
		in.glued, in.not = p.glued, p.not
		if p.look {
			in.op = opLookRule
		}
		return c.emit(in), nil
	}
	k, ok := c.g.classes[p.name]
	if !ok {
		return 0, fmt.Errorf("there is no class or rule %q", p.name)
	}
	return c.emit(c.class(p, k, next)), nil
}

// repetition makes the rule for x* or x+.
func (c *compiler) repetition(p *part) (int, error) {
	g := c.g
	item := p.parts[0]
	item.capture = "item"
	hidden := g.rule("(" + strconv.Itoa(len(g.rules)) + ")")
	switch item.kind {
	case partName, partSlot, partRepeat:
	default:
		names := captureNames(&item, nil)
		if len(names) > 1 {
			return 0, fmt.Errorf("a repetition has more than one part: %v", names)
		}
	}
	names := captureNames(&item, nil)
	f := form{rule: hidden, captures: names, where: c.f.where, tree: item, meaning: template{capture: -2}}
	if len(names) == 1 {
		f.meaning.capture = 0
	}
	g.rules[hidden].forms = []int{len(g.forms)}
	g.forms = append(g.forms, f)
	c.f = &g.forms[c.index] // append may have moved it
	list := g.rule("(" + strconv.Itoa(len(g.rules)) + ")")
	g.rules[list].repeats, g.rules[list].least = hidden, p.least
	return list, nil
}

// computeFirst computes the classes that forms and rules begin with.
func (g *Grammar) computeFirst() {
	for changed := true; changed; {
		changed = false
		for i := range g.rules {
			r := &g.rules[i]
			before, nullable := r.first.size(), r.nullable
			if r.repeats >= 0 {
				r.first = g.rules[r.repeats].first
				r.nullable = r.least == 0 || g.rules[r.repeats].nullable
			}
			for _, k := range r.forms {
				f := &g.forms[k]
				seen := make([]bool, len(f.prog))
				f.nullable = g.begin(f, f.start, &f.first, seen) || f.nullable
				r.first.join(&f.first)
				r.nullable = r.nullable || f.nullable
			}
			changed = changed || r.first.size() != before || r.nullable != nullable
		}
	}
}

// choices is a set of rules, by their numbers, and of forms, by the number of rules and
// theirs.
type choices []uint64

func (c choices) has(i int) bool { return c[i/64]&(1<<(i%64)) != 0 }

func (c choices) add(i int) { c[i/64] |= 1 << (i % 64) }

// index computes which rules and forms each class begins, and prepares the meanings.
func (g *Grammar) index() {
	for i := range g.forms {
		f := &g.forms[i]
		f.meaning.prepare(g.checks)
		for k := range f.prog {
			if f.prog[k].op == opSlot {
				f.prog[k].alt = g.slots
				g.slots++
			}
		}
	}
	size := (len(g.rules) + len(g.forms) + 63) / 64
	g.byClass, g.anywhere = make([]uint64, size*maxClasses), make(choices, size)
	add := func(i int, first *classes, nullable bool) {
		if nullable {
			g.anywhere.add(i)
		}
		for w, set := range first {
			for ; set != 0; set &= set - 1 {
				g.starting(class(64*w + bits.TrailingZeros64(set))).add(i)
			}
		}
	}
	for i := range g.rules {
		add(i, &g.rules[i].first, g.rules[i].nullable)
	}
	for k := range g.forms {
		add(len(g.rules)+k, &g.forms[k].first, g.forms[k].nullable)
	}
}

// starting is the rules and forms that a class begins.
func (g *Grammar) starting(c class) choices {
	size := len(g.anywhere)
	return g.byClass[size*int(c) : size*(int(c)+1)]
}

// begins is the rules and forms that can begin at a token.
func (g *Grammar) begins(possible []uint64, at int) choices {
	size := len(g.anywhere)
	return possible[size*at : size*(at+1)]
}

// begin adds the classes that the program begins with from an instruction on, and reports
// whether it may end without reading anything.
func (g *Grammar) begin(f *form, pc int, first *classes, seen []bool) bool {
	if seen[pc] {
		return false
	}
	seen[pc] = true
	in := &f.prog[pc]
	switch in.op {
	case opAccept:
		return true
	case opClass:
		first.add(in.class)
		return false
	case opClasses:
		first.join(&g.sets[in.class])
		return false
	case opSlot:
		first.add(classAny)
		return false
	case opRule:
		r := &g.rules[in.rule]
		first.join(&r.first)
		return r.nullable && g.begin(f, in.next, first, seen)
	case opSplit:
		a := g.begin(f, in.next, first, seen)
		return g.begin(f, in.alt, first, seen) || a
	case opEnd:
		first.add(classEnd)
	}
	return g.begin(f, in.next, first, seen)
}
