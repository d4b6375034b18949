package language

import (
	"encoding/binary"
	"slices"
	"sync/atomic"
)

// A table is a compiled grammar as bytes. Its lists are read in place and its forms are
// decoded when they are needed, so that loading it takes little time. It has
//
//	its name and the lexicon    lists of words, steps and entries
//	classes                     their names, and their order by name
//	sets                        of classes
//	rules                       and for each form a head and its body
//	roots                       what follows from the rules that texts are read by
//	beginnings                  the rules and forms that each class begins

// Tables are the tables of grammars in one text, each behind its length.
func Tables(all []*Grammar) []byte {
	var w tableWriter
	for _, g := range all {
		w.text(g.table)
	}
	return w.out
}

// FromTables are the grammars of Tables. The text is not copied.
func FromTables(tables string, checks map[string]Check) (all []*Grammar) {
	for r := (tableReader{in: tables}); r.in != ""; {
		all = append(all, fromTable(r.text(), checks))
	}
	return all
}

// table is the bytes of a source and of its roots.
func (s *source) table(roots []Root) string {
	w := tableWriter{}
	w.text(s.name)
	lex := s.lex.lexicon(len(s.names))
	w.lexicon(&lex)
	w.dictionary(makeDictionary(s.names))
	rest := tableWriter{} // it adds sets
	rest.rules(s)
	rest.roots(s, roots)
	w.sets(s.sets)
	w.out = append(w.out, rest.out...)
	w.texts(s.beginnings())
	return string(w.out)
}

// fromTable is the grammar of a table. Only what is needed to look words up is read at
// once: see Grammar.load.
func fromTable(table string, checks map[string]Check) *Grammar {
	r := tableReader{in: table}
	g := &Grammar{table: table, checks: checks, Name: r.text(), lex: r.lexicon(), classes: r.dictionary()}
	g.rest = r.in
	return g
}

// load reads the rules when a text is first read by them.
func (g *Grammar) load() {
	g.loaded.Do(func() {
		r := tableReader{in: g.rest}
		g.sets = r.texts()
		r.rules(g)
		r.roots(g)
		g.begins, g.width = r.texts(), choiceWords(len(g.rules), len(g.forms))
	})
}

type tableWriter struct{ out []byte }

func (w *tableWriter) number(n int) { w.out = binary.AppendVarint(w.out, int64(n)) }

func (w *tableWriter) text(s string) {
	w.number(len(s))
	w.out = append(w.out, s...)
}

func (w *tableWriter) texts(t texts) {
	w.text(string(t.ends))
	w.text(t.all)
}

func (w *tableWriter) dictionary(d dictionary) {
	w.texts(d.texts)
	w.text(string(d.slots))
}

func (w *tableWriter) flags(flags ...bool) {
	n := 0
	for i, f := range flags {
		if f {
			n |= 1 << i
		}
	}
	w.number(n)
}

func (w *tableWriter) sets(all []classes) {
	rows := make([]string, len(all))
	for i := range all {
		rows[i] = string(makeSparse(all[i][:]))
	}
	w.texts(makeTexts(rows))
}

func (w *tableWriter) lexicon(l *lexicon) {
	w.dictionary(l.words)
	for _, list := range []list16{l.begins, l.steps, l.first, l.entries, l.long} {
		w.text(string(list))
	}
	w.texts(l.symbols)
	for _, list := range []list16{l.weights, l.edges[0], l.edges[1]} {
		w.text(string(list))
	}
	w.number(len(l.endings))
	for _, e := range l.endings {
		w.text(e.letters)
		w.number(int(e.class))
		w.number(e.num)
		w.text(e.sym)
		w.number(e.cost)
	}
	w.number(len(l.tails))
	for _, t := range l.tails {
		w.text(t.letters)
		w.number(int(t.from))
		w.number(int(t.to))
	}
}

// rules writes the rules with the needs and bodies of their forms, rule by rule.
func (w *tableWriter) rules(s *source) {
	var needs []int
	var bodies []string
	w.number(len(s.rules))
	for i := range s.rules {
		r := &s.rules[i]
		w.text(r.name)
		w.number(len(r.forms))
		w.number(r.repeats)
		w.number(r.least)
		for _, k := range r.forms {
			f := &s.forms[k]
			for i := range maxNeeds {
				need := -1
				if i < len(f.needs) {
					need = s.intern(&f.needs[i])
				}
				needs = append(needs, need)
			}
			body := tableWriter{}
			body.form(&f.form)
			bodies = append(bodies, string(body.out))
		}
	}
	w.text(string(makeList16(needs)))
	w.texts(makeTexts(bodies))
}

func (w *tableWriter) roots(s *source, roots []Root) {
	numbers := func(sets []classes) string {
		var all []int
		for i := range sets {
			all = append(all, s.intern(&sets[i]))
		}
		return string(makeList16(all))
	}
	roots = slices.DeleteFunc(slices.Clone(roots), func(r Root) bool { _, ok := s.byName[r.Rule]; return !ok })
	w.number(len(roots))
	for _, r := range roots {
		c := s.newRoot(s.byName[r.Rule], r.Open)
		w.number(c.rule)
		w.flags(c.open)
		w.number(s.intern(&c.reach))
		w.text(numbers(c.rules))
		w.text(numbers(c.slots))
	}
}

func (w *tableWriter) form(f *form) {
	w.number(f.rule)
	w.number(f.start)
	w.number(f.cost)
	w.text(f.where)
	w.text(f.pattern)
	w.number(len(f.prog))
	for i := range f.prog {
		in := &f.prog[i]
		w.number(int(in.op))
		w.number(int(in.class))
		w.number(in.rule)
		w.number(in.capture)
		w.number(in.next)
		w.number(in.alt)
		w.flags(in.glued, in.not)
		w.number(len(in.values))
		for _, v := range in.values {
			w.text(v.sym)
			w.number(v.lo)
			w.number(v.hi)
		}
	}
	w.template(&f.meaning)
}

func (w *tableWriter) template(t *template) {
	w.number(t.capture)
	w.text(t.name)
	w.number(t.num)
	w.text(t.sym)
	w.number(len(t.args))
	for i := range t.args {
		w.template(&t.args[i])
	}
}

// tableReader reads what a tableWriter has written. Its texts are parts of the table, so that
// none is copied.
type tableReader struct{ in string }

// number reads what binary.AppendVarint wrote.
func (r *tableReader) number() int {
	var n uint64
	for i := 0; i < len(r.in) && i < binary.MaxVarintLen64; i++ {
		b := r.in[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.in = r.in[i+1:]
			return int(n>>1) ^ -int(n&1)
		}
	}
	return 0
}

func (r *tableReader) text() string {
	n := r.number()
	s := r.in[:n]
	r.in = r.in[n:]
	return s
}

func (r *tableReader) texts() texts { return texts{list32(r.text()), r.text()} }

func (r *tableReader) dictionary() dictionary { return dictionary{r.texts(), list16(r.text())} }

func (r *tableReader) flag() bool { return r.number()&1 != 0 }

func (r *tableReader) lexicon() (l lexicon) {
	l.words = r.dictionary()
	l.begins, l.steps, l.first = list16(r.text()), list16(r.text()), list16(r.text())
	l.entries, l.long = list16(r.text()), list16(r.text())
	l.symbols = r.texts()
	l.weights, l.edges = list16(r.text()), [2]list16{list16(r.text()), list16(r.text())}
	l.endings = make([]ending, r.number())
	for i := range l.endings {
		l.endings[i] = ending{r.text(), entry{class: class(r.number()), num: r.number(), sym: r.text(), cost: r.number()}}
	}
	l.tails = make([]tail, r.number())
	for i := range l.tails {
		l.tails[i] = tail{r.text(), class(r.number()), class(r.number())}
	}
	return l
}

func (r *tableReader) rules(g *Grammar) {
	g.rules = make([]rule, r.number())
	forms := 0
	for i := range g.rules {
		x := &g.rules[i]
		x.name, x.from = r.text(), forms
		forms += r.number()
		x.to = forms
		x.repeats, x.least = r.number(), r.number()
	}
	g.needs, g.bodies = list16(r.text()), r.texts()
	g.forms = make([]atomic.Pointer[form], forms)
}

func (r *tableReader) roots(g *Grammar) {
	g.roots = make([]root, r.number())
	for i := range g.roots {
		s := &g.roots[i]
		s.rule, s.open, s.reach = r.number(), r.flag(), r.number()
		s.rules, s.slots = list16(r.text()), list16(r.text())
	}
}

func (r *tableReader) form(f *form) {
	f.rule, f.start, f.cost = r.number(), r.number(), r.number()
	f.where, f.pattern = r.text(), r.text()
	f.prog = make([]instr, r.number())
	for i := range f.prog {
		in := &f.prog[i]
		in.op, in.class, in.rule = op(r.number()), class(r.number()), r.number()
		in.capture, in.next, in.alt = r.number(), r.number(), r.number()
		flags := r.number()
		in.glued, in.not = flags&1 != 0, flags&2 != 0
		if n := r.number(); n > 0 {
			in.values = make([]span, n)
			for k := range in.values {
				in.values[k] = span{r.text(), r.number(), r.number()}
			}
		}
	}
	r.template(&f.meaning)
}

func (r *tableReader) template(t *template) {
	t.capture, t.name, t.num, t.sym = r.number(), r.text(), r.number(), r.text()
	if n := r.number(); n > 0 {
		t.args = make([]template, n)
		for i := range t.args {
			r.template(&t.args[i])
		}
	}
}
