package language

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// Grammar is a compiled language: a table of bytes, of which only what a text needs is
// decoded.
type Grammar struct {
	Name    string
	lex     lexicon
	classes texts  // their names
	ordered list16 // the classes in the order of their names
	rules   []rule
	heads   list16 // headSize numbers for each form
	bodies  texts  // of the forms
	forms   []atomic.Pointer[form]
	sets    []classes
	spans   []wordSpan // of the sets
	begins  []uint64   // for each class, and at last for any word, the choices that it begins
	width   int        // of a set of choices, in words
	slots   int        // free texts in the forms
	checks  map[string]Check
	stored  []storedRoot
	roots   sync.Map // by rootKey
	table   string
	rest    string // of the table, read by load
	loaded  sync.Once
}

// class is the class of that name, if there is one.
func (g *Grammar) class(name string) (class, bool) {
	at, ok := sort.Find(g.ordered.len(), func(i int) int {
		return strings.Compare(name, g.classes.at(g.ordered.at(i)))
	})
	if !ok {
		return 0, false
	}
	return class(g.ordered.at(at)), true
}

// rule is the rule of that name; -1 if there is none.
func (g *Grammar) rule(name string) int {
	g.load()
	return slices.IndexFunc(g.rules, func(r rule) bool { return r.name == name })
}

// head is what is looked at before a form is decoded.
type head struct {
	first    int // the set of the classes that it begins with
	nullable bool
	needs    [maxNeeds]int // sets, of each of which the text has a word; -1 for none
}

const headSize = 2 + maxNeeds

func (g *Grammar) head(form int) (h head) {
	at := headSize * form
	h.first, h.nullable = g.heads.at(at), g.heads.at(at+1) != 0
	for i := range h.needs {
		h.needs[i] = g.heads.at(at + 2 + i)
	}
	return h
}

// choices is a set of rules, by their numbers, and of forms, by the number of rules and
// theirs.
type choices []uint64

func (c choices) has(i int) bool { return c[i/64]&(1<<(i%64)) != 0 }

// starting is the choices that a class begins.
func (g *Grammar) starting(c class) choices {
	return g.begins[g.width*int(c) : g.width*(int(c)+1)]
}

// anywhere is the choices that may read nothing, and so begin anywhere.
func (g *Grammar) anywhere() choices { return g.starting(class(g.classes.len())) }

// wordSpan is the words of a set that are not zero, and those between them.
type wordSpan struct{ from, to int }

// index computes which rules and forms each class begins.
func (g *Grammar) index() {
	g.spans = make([]wordSpan, len(g.sets))
	for i := range g.sets {
		for w, word := range g.sets[i] {
			switch span := &g.spans[i]; {
			case word == 0:
			case span.to == 0:
				*span = wordSpan{w, w + 1}
			default:
				span.to = w + 1
			}
		}
	}
	g.width = (len(g.rules) + len(g.forms) + 63) / 64
	g.begins = make([]uint64, g.width*(g.classes.len()+1))
	add := func(i, first int, nullable bool) {
		word, bit := i/64, uint64(1)<<(i%64)
		if nullable {
			g.anywhere()[word] |= bit
			return
		}
		for w, set := range g.sets[first] {
			for ; set != 0; set &= set - 1 {
				g.begins[g.width*(64*w+bits.TrailingZeros64(set))+word] |= bit
			}
		}
	}
	for i := range g.rules {
		add(i, g.rules[i].first, g.rules[i].nullable)
	}
	for k := range g.forms {
		h := g.head(k)
		add(len(g.rules)+k, h.first, h.nullable)
	}
}

// form is a form, which is decoded when it is first needed.
func (g *Grammar) form(i int) *form {
	if f := g.forms[i].Load(); f != nil {
		return f
	}
	f := new(form)
	r := tableReader{in: g.bodies.at(i)}
	r.form(f)
	f.meaning.prepare(g.checks)
	g.forms[i].Store(f)
	return f
}

// Check decides whether a node can be, from its arguments, and what it costs besides. It
// is asked for each node of its name, before the reading is complete.
type Check func(n *Node) (cost int, ok bool)

// rule reads a part of a text in one of several ways: its forms from from up to to.
type rule struct {
	name     string
	from, to int
	first    int // a set
	nullable bool
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
	rule    int
	capture int // -1 for none
	values  []span
	glued   bool
	not     bool
	next    int
	alt     int // of opSplit; of opSlot its number
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

// Root is a rule that texts are read by: whole texts or, if Open, parts of texts.
type Root struct {
	Rule string
	Open bool
}
