package language

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
)

// Grammar is a compiled language: a table of bytes, of which only what a text needs is
// decoded.
type Grammar struct {
	Name    string
	lex     lexicon
	classes dictionary  // their names
	names   dictionary  // of the rules
	rules   list16      // ruleSize numbers for each rule: see ruleOf
	needs   list16      // maxNeeds sets for each form, of each of which its text has a word; -1 for none
	narrow  []narrowing // ordered by what they narrow
	narrows list16      // of a class, the first that narrows it or one behind it
	aheads  list16      // maxNeeds sets for each class behind the named ones: see source.ahead
	bodies  texts       // of the forms
	forms   []atomic.Pointer[form]
	sets    texts // sparse sets of classes
	decoded []sparse
	begins  texts // for each class, and at last for anywhere, the choices that it begins
	width   int   // of a set of choices, in words
	checks  map[string]Check
	roots   []root
	table   string
	rest    string // of the table, read by load
	loaded  sync.Once
}

// class is the class of that name, if there is one.
func (g *Grammar) class(name string) (class, bool) {
	c := g.classes.find(name)
	return class(c), c >= 0
}

// ruleSize is how many numbers a rule has.
const ruleSize = 4

// ruleOf is the rule of that number.
func (g *Grammar) ruleOf(r int) rule {
	k := ruleSize * r
	return rule{g.rules.at(k), g.rules.at(k + 1), g.rules.at(k + 2), g.rules.at(k + 3)}
}

// set is the set of that number.
func (g *Grammar) set(k int) sparse { return g.decoded[k] }

// rule is the rule of that name; -1 if there is none.
func (g *Grammar) rule(name string) int {
	g.load()
	return g.names.find(name)
}

// choices is a set of rules, by their numbers, and of forms, by the number of rules and
// theirs.
type choices []uint64

func (c choices) has(i int) bool { return c[i/64]&(1<<(i%64)) != 0 }

// next is the first choice from i on; the end if there is none before it.
func (c choices) next(i, end int) int {
	for i < end {
		if rest := c[i/64] >> (i % 64); rest != 0 {
			return min(end, i+bits.TrailingZeros64(rest))
		}
		i = (i/64 + 1) * 64
	}
	return end
}

// addStarting adds to a set the choices that a class begins; the class behind the last one
// stands for those that may read nothing, and so begin anywhere.
func (g *Grammar) addStarting(to choices, c class) { sparse(g.begins.at(int(c))).addTo(to) }

// anywhere is the class of what begins anywhere.
func (g *Grammar) anywhere() class { return class(g.classes.len()) }

// beginnings are, for each class and for anywhere, the choices that it begins.
func (s *source) beginnings() texts {
	width, anywhere := choiceWords(len(s.rules), len(s.forms)), len(s.names)
	all := make([]uint64, width*(anywhere+1))
	add := func(i int, first *classes, nullable bool) {
		word, bit := i/64, uint64(1)<<(i%64)
		if nullable {
			all[width*anywhere+word] |= bit
			return
		}
		for w, set := range first {
			for ; set != 0; set &= set - 1 {
				c := 64*w + bits.TrailingZeros64(set)
				if c >= len(s.names) { // what it needs is looked for when it is read
					c = int(classAny)
				}
				all[width*c+word] |= bit
			}
		}
	}
	form := len(s.rules) // in the order of the table, rule by rule
	for i := range s.rules {
		r := &s.rules[i]
		add(i, &r.first, r.nullable)
		for _, k := range r.forms {
			add(form, &s.forms[k].first, s.forms[k].nullable)
			form++
		}
	}
	var rows []string
	for ; len(all) > 0; all = all[width:] {
		rows = append(rows, string(makeSparse(all[:width])))
	}
	return makeTexts(rows)
}

// choiceWords is how many words a set of choices has.
func choiceWords(rules, forms int) int { return (rules + forms + 63) / 64 }

// form is a form, which is decoded when it is first needed.
func (g *Grammar) form(i int) *form {
	if f := g.forms[i].Load(); f != nil {
		return f
	}
	f := new(form)
	c := coder{in: g.bodies.at(i)}
	c.form(f)
	f.meaning.prepare(g.checks)
	g.forms[i].Store(f)
	return f
}

// Check decides whether a node can be, from its arguments, and what it costs besides. It
// is asked for each node of its name, before the reading is complete.
type Check func(n *Node) (cost int, ok bool)

// rule reads a part of a text in one of several ways: its forms from from up to to.
type rule struct {
	from, to int
	repeats  int // the rule that it repeats; -1 for none
	least    int
}

// form is a pattern with its meaning.
type form struct {
	rule    int
	prog    []instr
	start   int // the first instruction
	meaning template
	cost    int
	where   string // file and line
	pattern string
}

// instr is an instruction of a pattern's program.
type instr struct {
	op      op
	class   class // the number of a set, if op is opClasses
	start   class // what a token begins that has one of the values: see narrowing
	rule    int
	capture int // -1 for none
	values  []span
	glued   bool
	not     bool
	next    int
	alt     int // of opSplit; of opSlot its number
}

// narrowing is a class of those words of another class that have one of some values. No form reads
// it: it tells where one can begin, and what it needs.
type narrowing struct {
	of, class class
	values    []span
}

type op uint8

const (
	opAccept op = iota
	opClass
	opClasses // a word of any class of a set
	opRule
	opSlot
	opSplit
	opLook     // a class at this place, which is not read
	opLookRule // a rule at this place
	opBehind   // a class before the form
	opStart    // of the text
	opEnd      // of the text
)

// maxCaptures is how many parts a pattern may have.
const maxCaptures = 12

// Error is an error in a file of a language.
type Error struct {
	File string
	Line int
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Options are what the user of a grammar says about its meanings.
type Options struct {
	Names  map[string]int   // the names of the nodes in meanings with their largest number of arguments; nil allows all
	Checks map[string]Check // by the name of a node
	Roots  []Root
}

// Root is a rule that texts are read by: whole texts, by Whole, or, if Open, parts of texts, by
// Find.
type Root struct {
	Rule string
	Open bool
}
