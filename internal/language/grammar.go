package language

import (
	"encoding/binary"
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
	begins  texts      // for each class, and at last for anywhere, the choices that it begins
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

// headSize is how many numbers of a form are looked at before it is decoded: the set of the
// classes that it begins with, whether it may read nothing, and its needs, which are sets, of
// each of which the text has a word; -1 for none.
const headSize = 2 + maxNeeds

// choices is a set of rules, by their numbers, and of forms, by the number of rules and
// theirs.
type choices []uint64

func (c choices) has(i int) bool { return c[i/64]&(1<<(i%64)) != 0 }

// addStarting adds to a set the choices that a class begins; the class behind the last one
// stands for those that may read nothing, and so begin anywhere.
func (g *Grammar) addStarting(to choices, c class) {
	for row := g.begins.at(int(c)); row != ""; row = row[begunSize:] {
		to[uint8(row[0])] |= list64(row[1:begunSize]).at(0)
	}
}

// begunSize is the bytes of a part of a set in Grammar.begins: the number of a word of the
// set, and the word, which is not zero.
const begunSize = 1 + 8

// begunWords is how many words a set in Grammar.begins has at most.
const begunWords = 1 << 8

// anywhere is the class of what begins anywhere.
func (g *Grammar) anywhere() class { return class(g.classes.len()) }

// beginnings are, for each class and for anywhere, the choices that it begins.
func (s *source) beginnings() texts {
	width := choiceWords(len(s.rules), len(s.forms))
	all := make([]uint64, width*(len(s.names)+1))
	add := func(i int, first *classes, nullable bool) {
		word, bit := i/64, uint64(1)<<(i%64)
		if nullable {
			all[width*len(s.names)+word] |= bit
			return
		}
		for w, set := range first {
			for ; set != 0; set &= set - 1 {
				all[width*(64*w+bits.TrailingZeros64(set))+word] |= bit
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
		var row []byte
		for w, word := range all[:width] {
			if word != 0 {
				row = binary.LittleEndian.AppendUint64(append(row, byte(w)), word)
			}
		}
		rows = append(rows, string(row))
	}
	return makeTexts(rows)
}

// choiceWords is how many words a set of choices has.
func choiceWords(rules, forms int) int { return (rules + forms + 63) / 64 }

// wordSpan is the words of a set that are not zero, and those between them.
type wordSpan struct{ from, to int }

func spanOf(set []uint64) (from, to int) {
	for w, word := range set {
		if word == 0 {
			continue
		}
		if to == 0 {
			from = w
		}
		to = w + 1
	}
	return from, to
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
