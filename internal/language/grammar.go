package language

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Grammar is a compiled language: a table of bytes, of which only what a text needs is
// decoded.
type Grammar struct {
	Name    string
	lex     lexicon
	classes dictionary // their names
	names   dictionary // of the rules
	rules   list16     // ruleSize numbers for each rule: see ruleOf
	needs   list16     // maxNeeds sets of a form; -1 for none
	bodies  texts      // of the forms
	forms   []atomic.Pointer[form]
	begins  classTable // the choices that a class begins, and, as one behind the last, what begins anywhere
	within  classTable // the needs that a class is in
	checks  map[string]Check
	roots   []root
	table   string
	rest    string // of the table, read by load
	loaded  sync.Once
	named   sync.Once
	same    map[string][]string // by NamesOf
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

// rule is the rule of that name; -1 if there is none.
func (g *Grammar) rule(name string) int {
	g.load()
	return g.names.find(name)
}

// beginnings are, for each class and for anywhere, the choices that it begins: rules, by their
// numbers, and forms, by the number of rules and theirs.
func (s *source) beginnings() classTable {
	anywhere := class(len(s.names))
	begin := func(first classes, nullable bool) classes {
		if nullable {
			return only(anywhere)
		}
		return first
	}
	var rules, forms []classes // in the order of the table, rule by rule
	for i := range s.rules {
		r := &s.rules[i]
		rules = append(rules, begin(r.first, r.nullable))
		for _, k := range r.forms {
			forms = append(forms, begin(s.forms[k].first, s.forms[k].nullable))
		}
	}
	return inverse(append(rules, forms...), int(anywhere)+1)
}

// classTable has numbers for each class.
type classTable struct {
	width int    // of a set of the numbers, in words
	which list16 // of a class, the place of its row. Many classes have the same
	rows  texts
}

// of is the numbers for a class.
func (t *classTable) of(c class) sparse { return sparse(t.rows.at(t.which.at(int(c)))) }

// inverse has, for each of n classes, the numbers of the sets that it is in.
func inverse(sets []classes, n int) classTable {
	width := (len(sets) + 63) / 64
	all := make([]uint64, n*width)
	for k := range sets {
		sets[k].each(func(c class) { all[width*int(c)+k/64] |= 1 << (k % 64) })
	}
	var rows []string
	which, places := make([]int, n), map[string]int{}
	for c := range which {
		row := string(makeSparse(all[width*c : width*(c+1)]))
		if _, known := places[row]; !known {
			places[row] = len(rows)
			rows = append(rows, row)
		}
		which[c] = places[row]
	}
	return classTable{width, makeList16(which), makeTexts(rows)}
}

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
	class   class
	rule    int
	capture int // -1 for none
	values  []span
	glued   bool
	not     bool
	next    int
	alt     int // of opSplit
}

type op uint8

const (
	opAccept op = iota
	opClass
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

// Options are what the user of a grammar says about its meanings.
type Options struct {
	Names  map[string]int   // the names of the nodes in meanings with their largest number of arguments; nil allows all
	Checks map[string]Check // by the name of a node
	Roots  []string         // the rules that texts are read by, in whole or in part
}
