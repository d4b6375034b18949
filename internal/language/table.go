package language

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
)

// A table is a compiled grammar as bytes: lists of numbers and texts, one after the other.
// It is loaded in a small part of the time that compiling takes.

// tableVersion changes with the format.
const tableVersion = 3

// Table is the grammar as bytes. sum tells the sources apart that it was compiled from.
func (g *Grammar) Table(sum uint32) []byte {
	w := tableWriter{}
	w.number(tableVersion)
	w.number(int(sum))
	w.text(g.Name)
	w.texts(g.names)
	w.lexicon(&g.lex)
	w.number(len(g.rules))
	for i := range g.rules {
		r := &g.rules[i]
		w.text(r.name)
		w.numbers(r.forms)
		w.classes(&r.first)
		w.flags(r.nullable)
		w.number(r.repeats)
		w.number(r.least)
	}
	w.sets(g.sets)
	w.number(len(g.forms))
	for i := range g.forms {
		w.form(&g.forms[i])
	}
	return w.out
}

// FromTable is the grammar of a table.
func FromTable(table string, checks map[string]Check) (*Grammar, error) {
	r := tableReader{in: table}
	if r.number() != tableVersion {
		return nil, errors.New("language: a table of another version")
	}
	r.number()
	g := &Grammar{Name: r.text(), names: r.texts(), checks: checks, byName: map[string]int{}, classes: map[string]class{}}
	for c, name := range g.names {
		g.classes[name] = class(c)
	}
	g.lex = r.lexicon()
	g.rules = make([]rule, r.length())
	for i := range g.rules {
		x := &g.rules[i]
		x.name, x.forms = r.text(), r.numbers()
		r.classes(&x.first)
		x.nullable = r.flags()&1 != 0
		x.repeats, x.least = r.number(), r.number()
		g.byName[x.name] = i
	}
	g.sets = r.sets()
	g.forms = make([]form, r.length())
	for i := range g.forms {
		r.form(&g.forms[i])
	}
	if r.bad || len(r.in) > 0 {
		return nil, errors.New("language: a damaged table")
	}
	return g, nil
}

// TableSum is the sum that a table was written with.
func TableSum(table string) uint32 {
	r := tableReader{in: table}
	r.number()
	return uint32(r.number())
}

// SumOf is the sum of the sources of a language.
func SumOf(dir fs.FS) (sum uint32, err error) {
	for _, pattern := range []string{"*.lexicon", "*.forms"} {
		files, err := fs.Glob(dir, pattern)
		if err != nil {
			return 0, err
		}
		for _, name := range files {
			text, err := fs.ReadFile(dir, name)
			if err != nil {
				return 0, err
			}
			sum = crc32.Update(sum, crc32.IEEETable, append([]byte(name), text...))
		}
	}
	return sum, nil
}

type tableWriter struct{ out []byte }

func (w *tableWriter) number(n int) { w.out = binary.AppendVarint(w.out, int64(n)) }

func (w *tableWriter) text(s string) {
	w.number(len(s))
	w.out = append(w.out, s...)
}

func (w *tableWriter) texts(list []string) {
	w.number(len(list))
	for _, s := range list {
		w.text(s)
	}
}

func (w *tableWriter) numbers(list []int) {
	w.number(len(list))
	for _, n := range list {
		w.number(n)
	}
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

// classes writes the members of a set.
func (w *tableWriter) classes(s *classes) {
	w.number(s.size())
	for c := range class(maxClasses) {
		if s.has(c) {
			w.number(int(c))
		}
	}
}

func (w *tableWriter) sets(all []classes) {
	w.number(len(all))
	for i := range all {
		w.classes(&all[i])
	}
}

func (w *tableWriter) lexicon(l *lexicon) {
	w.texts(l.words)
	w.number(len(l.steps))
	last := step{}
	for _, s := range l.steps { // differences are small numbers
		w.number(int(s.node - last.node))
		w.number(int(s.word))
		w.number(int(s.to))
		last = s
	}
	w.number(len(l.first))
	at := int32(0)
	for _, n := range l.first {
		w.number(int(n - at))
		at = n
	}
	w.number(len(l.entries))
	for _, e := range l.entries {
		w.entry(e)
	}
	w.numbers(l.weights)
	w.numbers(l.edges[0])
	w.numbers(l.edges[1])
	w.number(len(l.long))
	for _, n := range l.long {
		w.number(int(n))
	}
	w.number(len(l.endings))
	for _, e := range l.endings {
		w.text(e.letters)
		w.entry(e.entry)
	}
	w.number(len(l.tails))
	for _, t := range l.tails {
		w.text(t.letters)
		w.number(int(t.from))
		w.number(int(t.to))
	}
}

func (w *tableWriter) entry(e entry) {
	w.number(int(e.class))
	w.number(e.num)
	w.text(e.sym)
	w.number(e.cost)
}

func (w *tableWriter) form(f *form) {
	w.number(f.rule)
	w.number(f.start)
	w.number(f.cost)
	w.flags(f.nullable)
	w.text(f.where)
	w.text(f.pattern)
	w.classes(&f.first)
	w.sets(f.needs)
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

// tableReader reads what a tableWriter has written. After damage it reads zeros.
// Its texts are parts of the table, so that none is copied.
type tableReader struct {
	in  string
	bad bool
}

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
	r.in, r.bad = "", true
	return 0
}

// length is a number of items, of which each takes at least a byte.
func (r *tableReader) length() int {
	n := r.number()
	if n < 0 || n > len(r.in) {
		r.in, r.bad = "", true
		return 0
	}
	return n
}

func (r *tableReader) text() string {
	n := r.length()
	s := r.in[:n]
	r.in = r.in[n:]
	return s
}

func (r *tableReader) texts() []string {
	list := make([]string, r.length())
	for i := range list {
		list[i] = r.text()
	}
	return list
}

func (r *tableReader) numbers() []int {
	list := make([]int, r.length())
	for i := range list {
		list[i] = r.number()
	}
	return list
}

func (r *tableReader) flags() int { return r.number() }

func (r *tableReader) classes(s *classes) {
	for range r.length() {
		if c := r.number(); c >= 0 && c < maxClasses {
			s.add(class(c))
		}
	}
}

func (r *tableReader) sets() []classes {
	all := make([]classes, r.length())
	for i := range all {
		r.classes(&all[i])
	}
	return all
}

func (r *tableReader) lexicon() (l lexicon) {
	l.words = r.texts()
	l.steps = make([]step, r.length())
	node := int32(0)
	for i := range l.steps {
		node += int32(r.number())
		l.steps[i] = step{node, int32(r.number()), int32(r.number())}
	}
	l.first = make([]int32, r.length())
	at := int32(0)
	for i := range l.first {
		at += int32(r.number())
		l.first[i] = at
	}
	l.entries = make([]entry, r.length())
	for i := range l.entries {
		l.entries[i] = r.entry()
	}
	l.weights = r.numbers()
	l.edges = [2][]int{r.numbers(), r.numbers()}
	l.long = make([]int32, r.length())
	for i := range l.long {
		l.long[i] = int32(r.number())
	}
	l.endings = make([]ending, r.length())
	for i := range l.endings {
		l.endings[i] = ending{r.text(), r.entry()}
	}
	l.tails = make([]tail, r.length())
	for i := range l.tails {
		l.tails[i] = tail{r.text(), class(r.number()), class(r.number())}
	}
	return l
}

func (r *tableReader) entry() entry {
	return entry{class: class(r.number()), num: r.number(), sym: r.text(), cost: r.number()}
}

func (r *tableReader) form(f *form) {
	f.rule, f.start, f.cost = r.number(), r.number(), r.number()
	f.nullable = r.flags()&1 != 0
	f.where, f.pattern = r.text(), r.text()
	r.classes(&f.first)
	f.needs = r.sets()
	f.prog = make([]instr, r.length())
	for i := range f.prog {
		in := &f.prog[i]
		in.op, in.class, in.rule = op(r.number()), class(r.number()), r.number()
		in.capture, in.next, in.alt = r.number(), r.number(), r.number()
		flags := r.flags()
		in.glued, in.not = flags&1 != 0, flags&2 != 0
		if n := r.length(); n > 0 {
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
	if n := r.length(); n > 0 {
		t.args = make([]template, n)
		for i := range t.args {
			r.template(&t.args[i])
		}
	}
}
