package language

import (
	"encoding/binary"
	"sync/atomic"
)

// A table is a compiled grammar as bytes. Its lists are read in place and its forms are
// decoded when they are needed, so that loading it takes little time. It has
//
//	its name and the lexicon    lists of words, steps and entries
//	classes                     their names
//	rules                       and for each form its needs and its body
//	roots                       what follows from the rules that texts are read by
//	beginnings                  the rules and forms that each class begins, the needs it is in

// Tables are the tables of grammars in one text, each behind its length.
func Tables(all []*Grammar) []byte {
	c := coder{writes: true}
	for _, g := range all {
		text(&c, &g.table)
	}
	return c.out
}

// FromTables are the grammars of Tables. The text is not copied.
func FromTables(tables string, checks map[string]Check) (all []*Grammar) {
	for c := (coder{in: tables}); c.in != ""; {
		var table string
		text(&c, &table)
		all = append(all, fromTable(table, checks))
	}
	return all
}

// table is the bytes of a source, with what follows from the rules that texts are read by.
func (s *source) table(roots []string) string {
	g := &Grammar{Name: s.name, lex: s.lex.lexicon(len(s.names)), classes: makeDictionary(s.names)}
	var rules, needs []int
	var names, bodies []string
	for i := range s.rules {
		r := &s.rules[i]
		names = append(names, r.name)
		rules = append(rules, len(bodies), len(bodies)+len(r.forms), r.repeats, r.least)
		for _, k := range r.forms {
			f := s.forms[k]
			for _, need := range append(f.needs, make([]classes, maxNeeds-len(f.needs))...) {
				needs = append(needs, s.intern(&need))
			}
			body := coder{writes: true}
			body.form(&f.form)
			bodies = append(bodies, string(body.out))
		}
	}
	g.needs = makeList16(needs)
	g.names, g.rules, g.bodies = makeDictionary(names), makeList16(rules), makeTexts(bodies)
	for _, name := range roots {
		if k, ok := s.byName[name]; ok {
			g.roots = append(g.roots, s.root(k))
		}
	}
	g.begins = s.beginnings()
	g.within = inverse(s.sets, len(s.names))
	c := coder{writes: true}
	c.words(g)
	c.rules(g)
	return string(c.out)
}

// fromTable is the grammar of a table. Only what is needed to look words up is read at
// once: see Grammar.load.
func fromTable(table string, checks map[string]Check) *Grammar {
	g := &Grammar{table: table, checks: checks}
	c := coder{in: table}
	c.words(g)
	g.rest = c.in
	return g
}

// load reads the rules when a text is first read by them.
func (g *Grammar) load() {
	g.loaded.Do(func() {
		c := coder{in: g.rest}
		c.rules(g)
		g.forms = make([]atomic.Pointer[form], g.bodies.len())
	})
}

// coder writes the parts of a table one behind the other, or reads them, so that one function
// says for each part what it has. Texts that are read are parts of the table and not copied.
type coder struct {
	writes bool
	out    []byte
	in     string // what is still to be read
}

// number is numbers of one type.
func number[T ~int | ~uint8 | ~uint16](c *coder, all ...*T) {
	for _, n := range all {
		if c.writes {
			c.out = binary.AppendVarint(c.out, int64(*n))
		} else {
			*n = T(c.read())
		}
	}
}

// read reads what binary.AppendVarint wrote.
func (c *coder) read() int {
	n, size := binary.Varint([]byte(c.in[:min(len(c.in), binary.MaxVarintLen64)]))
	c.in = c.in[max(size, 0):]
	return int(n)
}

// flag is facts.
func flag(c *coder, all ...*bool) {
	n := 0
	for i, f := range all {
		if *f {
			n |= 1 << i
		}
	}
	number(c, &n)
	for i, f := range all {
		*f = n&(1<<i) != 0
	}
}

// text is texts of one type.
func text[T ~string](c *coder, all ...*T) {
	for _, s := range all {
		n := len(*s)
		number(c, &n)
		if c.writes {
			c.out = append(c.out, *s...)
		} else {
			*s, c.in = T(c.in[:n]), c.in[n:]
		}
	}
}

// list is a list, part by part.
func list[T any](c *coder, all *[]T, part func(*T)) {
	n := len(*all)
	if number(c, &n); n > 0 && !c.writes {
		*all = make([]T, n)
	}
	for i := range *all {
		part(&(*all)[i])
	}
}

func (c *coder) texts(t *texts) {
	text(c, &t.ends)
	text(c, &t.all)
}

func (c *coder) dictionary(d *dictionary) {
	c.texts(&d.texts)
	text(c, &d.slots)
}

func (c *coder) classTable(t *classTable) {
	number(c, &t.width)
	text(c, &t.which)
	c.texts(&t.rows)
}

// words is what is needed to look words up.
func (c *coder) words(g *Grammar) {
	l := &g.lex
	text(c, &g.Name)
	c.dictionary(&l.words)
	c.dictionary(&l.written)
	text(c, &l.begins, &l.steps, &l.first, &l.entries, &l.long, &l.costs[0], &l.costs[1], &l.costs[2])
	c.texts(&l.symbols)
	list(c, &l.endings, func(e *ending) {
		text(c, &e.letters, &e.sym)
		number(c, &e.num, &e.cost)
		number(c, &e.class)
	})
	list(c, &l.tails, func(t *tail) {
		text(c, &t.letters)
		number(c, &t.from, &t.to)
	})
	c.dictionary(&g.classes)
}

// rules is the rest of a grammar.
func (c *coder) rules(g *Grammar) {
	c.dictionary(&g.names)
	text(c, &g.rules, &g.needs)
	c.texts(&g.bodies)
	list(c, &g.roots, func(r *root) {
		number(c, &r.rule)
		text(c, &r.reach)
	})
	c.classTable(&g.begins)
	c.classTable(&g.within)
}

func (c *coder) form(f *form) {
	number(c, &f.rule, &f.start, &f.cost)
	text(c, &f.where, &f.pattern)
	list(c, &f.prog, func(in *instr) {
		number(c, &in.op)
		number(c, &in.class)
		number(c, &in.rule, &in.capture, &in.next, &in.alt)
		flag(c, &in.glued, &in.not)
		c.values(&in.values)
	})
	c.template(&f.meaning)
}

func (c *coder) values(all *[]span) {
	list(c, all, func(v *span) {
		text(c, &v.sym)
		number(c, &v.lo, &v.hi)
	})
}

func (c *coder) template(t *template) {
	number(c, &t.capture, &t.num)
	text(c, &t.name, &t.sym)
	list(c, &t.args, c.template)
}
