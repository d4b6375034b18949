package language

import (
	"fmt"
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
	slots   int // free texts in the forms
	checks  map[string]Check
	stored  []storedRoot
	roots   sync.Map // by rootKey
	table   string
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
