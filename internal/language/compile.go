package language

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// compile makes the programs of all forms, and the sets of classes that they begin with.
func (s *source) compile(o Options) error {
	for _, r := range s.rules {
		if _, ok := s.classes[r.name]; ok {
			return fmt.Errorf("%s: the rule %s has the name of a class", s.name, r.name)
		}
	}
	for i := 0; i < len(s.forms); i++ { // repetitions add forms
		f := s.forms[i]
		if err := cmp.Or(s.compileForm(f), o.allows(&f.meaning)); err != nil {
			return fmt.Errorf("%s: %w", f.where, err)
		}
	}
	switch {
	case len(s.rules)+len(s.forms) > 64*sparseWords:
		return fmt.Errorf("%s: more than %d rules and forms", s.name, 64*sparseWords)
	case len(s.names) > maxClasses:
		return fmt.Errorf("%s: more than %d classes", s.name, maxClasses)
	case s.lex.size() > maxTexts:
		return fmt.Errorf("%s: more than %d words or entries", s.name, maxTexts)
	}
	s.computeNeeds()
	s.computeFirst()
	return nil
}

// allows checks the names in a meaning.
func (o Options) allows(t *template) (err error) {
	if o.Names == nil {
		return nil
	}
	t.walk(func(t *template) {
		plain := t.capture != -1 || t.name == Int || t.name == Sym || t.name == List
		if plain || calculations[t.name] != nil {
			return
		}
		switch most, ok := o.Names[t.name]; {
		case !ok:
			err = fmt.Errorf("a meaning has no %q", t.name)
		case len(t.args) > most:
			err = fmt.Errorf("%s has at most %d arguments", t.name, most)
		}
	})
	return err
}

func (s *source) compileForm(f *sourceForm) error {
	c := compiler{s: s, f: f, used: map[int]bool{}}
	c.f.meaning.walk(func(t *template) {
		if t.capture >= 0 {
			c.used[t.capture] = true
		}
	})
	accept := c.emit(instr{op: opAccept, capture: -1})
	f.start = c.part(&f.tree, accept)
	f.prog = c.prog
	return c.err
}

type compiler struct {
	failure
	s    *source
	f    *sourceForm
	used map[int]bool // the captures that the meaning has
	prog []instr
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
func (c *compiler) part(p *part, next int) int {
	switch p.kind {
	case partSequence:
		for i := len(p.parts) - 1; i >= 0; i-- {
			next = c.part(&p.parts[i], next)
		}
		return next
	case partChoice:
		// Of readings that cost the same, one that keeps the words comes first.
		options := slices.Clone(p.parts)
		slices.SortStableFunc(options, func(a, b part) int { return c.drops(&a) - c.drops(&b) })
		last := len(options) - 1
		start := c.part(&options[last], next)
		for i := last - 1; i >= 0; i-- {
			start = c.emit(instr{op: opSplit, next: c.part(&options[i], next), alt: start})
		}
		return start
	case partSlot:
		return c.emit(instr{op: opSlot, capture: c.capture(p.capture), next: next, glued: p.glued})
	case partStart:
		return c.emit(instr{op: opStart, next: next})
	case partEnd:
		return c.emit(instr{op: opEnd, next: next})
	case partLiteral: // words are a class of their own in the lexicon
		return c.emit(c.class(p, c.literal(p), next))
	case partRepeat:
		return c.emit(instr{op: opRule, rule: c.repetition(p), capture: c.capture(p.capture), next: next})
	}
	return c.name(p, next)
}

// drops is 1 for a part that only reads words, of which nothing is kept, and 0 for others.
func (c *compiler) drops(p *part) int {
	for p.kind == partSequence && len(p.parts) == 1 {
		p = &p.parts[0]
	}
	_, isRule := c.s.byName[p.name]
	isClass := p.kind == partLiteral || p.isName() && !isRule
	if !isClass || p.glued || c.capture(p.capture) >= 0 {
		return 0
	}
	return 1
}

// literal is the class of words.
func (c *compiler) literal(p *part) class {
	form := Tokens(strings.ReplaceAll(p.name, `\n`, "\n"))
	if len(form) == 0 {
		c.fail(fmt.Errorf("an empty literal"))
	}
	if dir, _, ok := strings.Cut(c.f.where, "/"); ok && dir != c.s.name { // "à", in a form of several languages
		for i := range form {
			form[i].Written = ""
		}
	}
	k := c.s.class(`"` + p.name + `"`)
	c.s.lex.add(form, entry{class: k})
	return k
}

// known is a class that there is.
func (c *compiler) known(p *part) class {
	k, ok := c.s.classes[p.name]
	if !ok {
		c.fail(fmt.Errorf("there is no class or rule %q", p.name))
	}
	return k
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
func (c *compiler) name(p *part, next int) int {
	r, isRule := c.s.byName[p.name]
	if !isRule {
		return c.emit(c.class(p, c.known(p), next))
	}
	if p.behind {
		c.fail(fmt.Errorf("only a class can stand before a form: %s", p.name))
	}
	in := instr{op: opRule, rule: r, next: next, capture: c.capture(p.capture), values: p.values}
	in.glued, in.not = p.glued, p.not
	if p.look {
		in.op = opLookRule
	}
	return c.emit(in)
}

// repetition is the rule for x* or x+. All forms share it, so that it is read once at a place.
func (c *compiler) repetition(p *part) int {
	item := p.parts[0]
	item.capture = "item"
	key := fmt.Sprintf("%#v %d", item, p.least)
	if list, ok := c.s.lists[key]; ok {
		return list
	}
	of, isRule := c.s.byName[item.name]
	if !isRule || !item.isName() {
		of = c.item(item)
	}
	list := c.s.hidden()
	c.s.rules[list].repeats, c.s.rules[list].least = of, p.least
	c.s.lists[key] = list
	return list
}

// isName reports whether a part is a name and says nothing else of what it reads.
func (p *part) isName() bool {
	says := len(p.values) > 0 || p.glued || p.look
	return p.kind == partName && !says
}

// item makes the rule of the items of a repetition.
func (c *compiler) item(item part) int {
	s, names := c.s, captureNames(&item, nil)
	if len(names) > 1 {
		c.fail(fmt.Errorf("a repetition has more than one part: %v", names))
	}
	rule := s.hidden()
	f := &sourceForm{captures: names, tree: item}
	f.form = form{rule: rule, where: c.f.where, meaning: template{capture: -2}}
	if len(names) == 1 {
		f.meaning.capture = 0
	}
	s.rules[rule].forms = []int{len(s.forms)}
	s.forms = append(s.forms, f)
	return rule
}

// hidden makes a rule that no file names.
func (s *source) hidden() int { return s.rule("(" + strconv.Itoa(len(s.rules)) + ")") }

// computeFirst computes the classes that forms and rules begin with.
func (s *source) computeFirst() {
	for changed := true; changed; {
		changed = false
		for i := range s.rules {
			r := &s.rules[i]
			var first classes
			nullable := false
			if r.repeats >= 0 {
				first = s.rules[r.repeats].first
				nullable = r.least == 0 || s.rules[r.repeats].nullable
			}
			for _, k := range r.forms {
				f := s.forms[k]
				f.first = classes{}
				f.nullable = s.begin(f.prog, f.start, &f.first, make([]bool, len(f.prog)))
				first.grow(&f.first)
				nullable = nullable || f.nullable
			}
			changed = changed || r.first != first || r.nullable != nullable
			r.first, r.nullable = first, nullable
		}
	}
}

// begin adds the classes that a program begins with from an instruction on, and reports
// whether it may end without reading anything.
func (s *source) begin(prog []instr, pc int, first *classes, seen []bool) bool {
	if seen[pc] {
		return false
	}
	seen[pc] = true
	in := &prog[pc]
	switch in.op {
	case opAccept:
		return true
	case opClass:
		first.add(in.class)
		return false
	case opSlot:
		first.add(classAny)
		return false
	case opRule:
		r := &s.rules[in.rule]
		first.grow(&r.first)
		return r.nullable && s.begin(prog, in.next, first, seen)
	case opSplit:
		a := s.begin(prog, in.next, first, seen)
		return s.begin(prog, in.alt, first, seen) || a
	case opEnd:
		first.add(classEnd)
	case opLook, opLookRule:
		if looked := s.looked(in); looked != nil { // it tells more than what is read from there
			first.grow(looked)
			var read classes
			return s.begin(prog, in.next, &read, slices.Clone(seen))
		}
	}
	return s.begin(prog, in.next, first, seen)
}

// looked is the classes that what an instruction looks at begins with; nil if that may be anything.
func (s *source) looked(in *instr) *classes {
	switch {
	case in.not:
		return nil
	case in.op == opLook:
		looked := only(in.class)
		return &looked
	case s.rules[in.rule].nullable:
		return nil
	}
	return &s.rules[in.rule].first
}

// intern is the number of a set; -1 for the empty one.
func (s *source) intern(set *classes) int {
	if *set == (classes{}) {
		return -1
	}
	k, ok := s.numbers[*set]
	if !ok {
		k = len(s.sets)
		s.numbers[*set] = k
		s.sets = append(s.sets, *set)
	}
	return k
}
