package language

import (
	"slices"
	"sync"
)

// WordCost is what a word in free text costs.
const WordCost = 10

// Doubt is the cost of a reading that needs a word beside it to speak for it: alone it costs
// as much as free text. A word that is read with such a cost is a plain word in free text.
const Doubt = WordCost - 1

// markCost is what a mark in free text costs.
const markCost = 2

// slipCost is what a slip in a word costs.
const slipCost = 6

// bestResults is how many readings with different meanings are kept of a rule from one
// place to another.
const bestResults = 3

// maxRepeat is how many times a part of a form is repeated at most.
const maxRepeat = 16

// maxSlot is the longest free text, in tokens.
const maxSlot = 60

// hit is a reading of the words at a place by the lexicon.
type hit struct {
	class class
	num   int
	sym   string
	size  int // tokens
	cost  int
	node  *Node
}

// result is a reading of a rule.
type result struct {
	end  int
	cost int
	node *Node
	form int32
}

// cell is the readings of a rule at a place, once they are known.
type cell struct {
	state   cellState
	results []result
}

type cellState uint8

const (
	unread cellState = iota
	reading
	done
)

// Name is an entry of the lexicon that comes from elsewhere, such as the name of a list in
// the workspace.
type Name struct {
	Class string
	Sym   string
	Num   int
	Size  int // tokens
	Cost  int
}

// Names finds the names that begin with a token.
type Names interface {
	At(toks []Token, i int) []Name
}

// parse is the chart of a text: the readings of each rule at each place, which are computed
// when they are first needed.
type parse struct {
	g       *Grammar
	toks    []Token
	hits    []hit
	hitAt   []int     // of the first hit at a token
	starts  []classes // that begin at a token
	ends    []classes // of the hits of one token, to look at what precedes a form
	swallow []int     // cost of the tokens before a token in free text
	rows    [][]cell
	slab    []Node
	args    []*Node
	spare   [][]cell
	trace   bool
}

var parses = sync.Pool{New: func() any { return new(parse) }}

// newParse looks the tokens up in the lexicon. What they cost in free text depends on what
// the rule that the text is read by knows.
func (g *Grammar) newParse(rule int, toks []Token, names Names) *parse {
	p := parses.Get().(*parse)
	p.g, p.toks = g, toks
	n := len(toks)
	p.hits, p.hitAt = p.hits[:0], slices.Grow(p.hitAt[:0], n+1)[:0]
	p.starts = slices.Grow(p.starts[:0], n+1)[:n+1]
	p.ends = slices.Grow(p.ends[:0], n+1)[:n+1]
	p.swallow = slices.Grow(p.swallow[:0], n+1)[:n+1]
	p.rows = slices.Grow(p.rows[:0], n+1)[:n+1]
	clear(p.starts)
	clear(p.ends)
	clear(p.rows)
	p.slab, p.args = nil, nil
	for i := range toks {
		p.hitAt = append(p.hitAt, len(p.hits))
		p.lookUp(i)
		if names != nil {
			for _, x := range names.At(toks, i) {
				if c, ok := g.classes[x.Class]; ok {
					p.hits = append(p.hits, hit{class: c, num: x.Num, sym: x.Sym, size: x.Size, cost: x.Cost})
				}
			}
		}
		for k := p.hitAt[i]; k < len(p.hits); k++ {
			p.starts[i].add(p.hits[k].class)
			if p.hits[k].size == 1 {
				p.ends[i].add(p.hits[k].class)
			}
		}
	}
	p.hitAt = append(p.hitAt, len(p.hits))
	p.weigh(g.reach(rule))
	return p
}

// release gives the memory of the chart back. Nodes stay valid.
func (p *parse) release() {
	for i := range p.rows {
		p.forget(i)
	}
	if len(p.spare) > 256 {
		p.spare = nil
	}
	clear(p.hits)
	p.g, p.toks, p.slab, p.args = nil, nil, nil, nil
	parses.Put(p)
}

// forget drops what was read at a token. If it is needed again, it is read again.
func (p *parse) forget(i int) {
	row := p.rows[i]
	if row == nil {
		return
	}
	for k := range row {
		row[k].state = unread
		clear(row[k].results)
		row[k].results = row[k].results[:0]
	}
	p.spare = append(p.spare, row)
	p.rows[i] = nil
}

// lookUp adds the hits at a token.
func (p *parse) lookUp(i int) {
	t := &p.toks[i]
	p.hits = append(p.hits, hit{class: classAny, size: 1})
	if t.Num >= 0 {
		p.hits = append(p.hits, hit{class: classInt, num: t.Num, size: 1})
		if d := len(t.Word); d <= 4 {
			p.hits = append(p.hits, hit{class: classInt + class(d), num: t.Num, size: 1})
		}
	}
	if t.Letters {
		p.hits = append(p.hits, hit{class: classWord, size: 1})
		p.g.lex.ends(t.Word, func(e entry) {
			p.hits = append(p.hits, hit{class: e.class, num: e.num, sym: e.sym, size: 1, cost: e.cost})
		})
	}
	if w := p.g.lex.word(t.Word); w >= 0 {
		p.follow(i, w, 0)
		return
	}
	if !t.Letters {
		return
	}
	for _, w := range p.g.lex.near(t.Word) {
		p.follow(i, w, slipCost)
	}
}

// follow adds the entries of all forms that begin with the word w at token i.
func (p *parse) follow(i int, w int32, cost int) {
	l := &p.g.lex
	node := int32(0)
	for k := i; ; {
		if node = l.step(node, w); node < 0 {
			return
		}
		k++
		for _, e := range l.at(node) {
			p.hits = append(p.hits, hit{class: e.class, num: e.num, sym: e.sym, size: k - i, cost: e.cost + cost})
		}
		if k >= len(p.toks) {
			return
		}
		if w = l.word(p.toks[k].Word); w < 0 {
			return
		}
	}
}

// weigh computes what the tokens cost in free text: as much as the most telling thing
// that they may be, less what it costs to be that.
func (p *parse) weigh(reach *classes) {
	n := len(p.toks)
	p.swallow[0] = 0
	cost := make([]int, n)
	for i := range p.toks {
		for k := p.hitAt[i]; k < p.hitAt[i+1]; k++ {
			h := &p.hits[k]
			w, ok := p.g.lex.weight(h.class)
			if !ok || !reach.has(h.class) || h.cost >= Doubt && w > WordCost {
				continue
			}
			each := max(1, (w-h.cost)/h.size)
			for j := i; j < i+h.size; j++ {
				cost[j] = max(cost[j], each)
			}
		}
	}
	for i := range cost {
		switch {
		case cost[i] > 0:
		case p.toks[i].Letters || p.toks[i].Num >= 0:
			cost[i] = WordCost
		default:
			cost[i] = markCost
		}
	}
	for i := range cost {
		p.swallow[i+1] = p.swallow[i] + cost[i]
	}
}

// node makes a node.
func (p *parse) node(name string, from, to int) *Node {
	if len(p.slab) == cap(p.slab) {
		p.slab = make([]Node, 0, 64)
	}
	p.slab = append(p.slab, Node{Name: name, From: int32(from), To: int32(to)})
	return &p.slab[len(p.slab)-1]
}

// nodes makes a list of arguments.
func (p *parse) nodes(n int) []*Node {
	if len(p.args)+n > cap(p.args) {
		p.args = make([]*Node, 0, max(128, n))
	}
	at := len(p.args)
	p.args = p.args[:at+n]
	return p.args[at : at+n : at+n]
}

// leaf is the node of a hit.
func (p *parse) leaf(h *hit, at int) *Node {
	if h.node == nil {
		name := p.g.names[h.class]
		if h.class <= classInt4 {
			name = Int
		}
		n := p.node(name, at, at+h.size)
		n.Num, n.Sym = h.num, h.sym
		h.node = n.seal()
	}
	return h.node
}

// read is the readings of a rule at a token.
func (p *parse) read(r, at int) []result {
	x := &p.g.rules[r]
	if !x.nullable && (at >= len(p.toks) || !x.first.meets(&p.starts[at])) {
		return nil
	}
	if p.rows[at] == nil {
		if k := len(p.spare); k > 0 && len(p.spare[k-1]) == len(p.g.rules) {
			p.rows[at], p.spare = p.spare[k-1], p.spare[:k-1]
		} else {
			p.rows[at] = make([]cell, len(p.g.rules))
		}
	}
	c := &p.rows[at][r]
	switch c.state {
	case done:
		return c.results
	case reading:
		return nil // a rule that begins with itself reads nothing
	}
	c.state = reading
	run := matching{parse: p, at: at, into: c}
	if x.repeats >= 0 {
		run.repeat(x, r)
	} else {
		for _, k := range x.forms {
			f := &p.g.forms[k]
			if f.nullable || at < len(p.toks) && f.first.meets(&p.starts[at]) {
				run.form = f
				run.index = int32(k)
				run.frame = [maxCaptures]*Node{}
				run.run(f.start, at, f.cost)
			}
		}
	}
	c.state = done
	return c.results
}

// matching is one rule being read at one place.
type matching struct {
	*parse
	at    int
	into  *cell
	form  *form
	index int32
	frame [maxCaptures]*Node
}

// repeat reads a repetition: nothing, or one and the repetition after it.
func (m *matching) repeat(x *rule, self int) {
	if x.least == 0 {
		m.add(result{end: m.at})
	}
	for _, one := range m.read(x.repeats, m.at) {
		if one.end == m.at {
			continue
		}
		m.add(result{end: one.end, cost: one.cost, node: m.join(m.at, one.end, one.node)})
		for _, more := range m.read(self, one.end) {
			if more.end == one.end || more.node.Is(List) && len(more.node.Args) >= maxRepeat {
				continue
			}
			all := m.join(m.at, more.end, one.node, more.node)
			m.add(result{end: more.end, cost: one.cost + more.cost, node: all})
		}
	}
}

// join is a list of the nodes and of the items of lists among them; nil if there are none.
func (p *parse) join(from, to int, parts ...*Node) *Node {
	n := 0
	for _, x := range parts {
		switch {
		case x.Is(List):
			n += len(x.Args)
		case x != nil:
			n++
		}
	}
	if n == 0 {
		return nil
	}
	list := p.node(List, from, to)
	list.Args = p.nodes(n)[:0]
	for _, x := range parts {
		switch {
		case x.Is(List):
			list.Args = append(list.Args, x.Args...)
		case x != nil:
			list.Args = append(list.Args, x)
		}
	}
	return list.seal()
}

// run carries the program of the form out from an instruction on.
func (m *matching) run(pc, at, cost int) {
	for {
		in := &m.form.prog[pc]
		switch in.op {
		case opAccept:
			m.accept(at, cost)
			return
		case opSplit:
			m.run(in.next, at, cost)
			pc = in.alt
			continue
		case opClass:
			m.words(in, at, cost)
			return
		case opRule:
			m.rule(in, at, cost)
			return
		case opSlot:
			m.slot(in, at, cost)
			return
		default:
			if m.looks(in, at) == in.not {
				return
			}
		}
		pc = in.next
	}
}

// looks reports what an instruction finds that reads nothing.
func (m *matching) looks(in *instr, at int) bool {
	switch in.op {
	case opStart:
		return at == 0
	case opEnd:
		return at == len(m.toks)
	case opBehind:
		return m.at > 0 && m.ends[m.at-1].has(in.class)
	case opLookRule:
		return len(m.read(in.rule, at)) > 0
	}
	if at >= len(m.toks) || !m.starts[at].has(in.class) || in.glued && !m.toks[at].Glued {
		return false
	}
	for k := m.hitAt[at]; k < m.hitAt[at+1]; k++ {
		if h := &m.hits[k]; h.class == in.class && in.accepts(h.num, h.sym) {
			return true
		}
	}
	return false
}

// accepts reports whether a value is one of those that the instruction asks for.
func (in *instr) accepts(num int, sym string) bool {
	if len(in.values) == 0 {
		return true
	}
	for _, v := range in.values {
		if v.holds(num, sym) {
			return true
		}
	}
	return false
}

// capture runs on with a part that was read.
func (m *matching) capture(in *instr, n *Node, at, cost int) {
	if in.capture < 0 {
		m.run(in.next, at, cost)
		return
	}
	old := m.frame[in.capture]
	m.frame[in.capture] = n
	m.run(in.next, at, cost)
	m.frame[in.capture] = old
}

func (m *matching) words(in *instr, at, cost int) {
	if at >= len(m.toks) || !m.starts[at].has(in.class) || in.glued && !m.toks[at].Glued {
		return
	}
	for k := m.hitAt[at]; k < m.hitAt[at+1]; k++ {
		h := &m.hits[k]
		if h.class != in.class || !in.accepts(h.num, h.sym) {
			continue
		}
		var n *Node
		if in.capture >= 0 {
			n = m.leaf(h, at)
		}
		m.capture(in, n, at+h.size, cost+h.cost)
	}
}

func (m *matching) rule(in *instr, at, cost int) {
	if in.glued && (at >= len(m.toks) || !m.toks[at].Glued) {
		return
	}
	for _, r := range m.read(in.rule, at) {
		if len(in.values) > 0 && (r.node == nil || !in.accepts(r.node.Num, r.node.Sym)) {
			continue
		}
		m.capture(in, r.node, r.end, cost+r.cost)
	}
}

// slot reads free text of every length.
func (m *matching) slot(in *instr, at, cost int) {
	for end := at + 1; end <= min(len(m.toks), at+maxSlot); end++ {
		n := m.parse.node(Text, at, end).seal()
		m.capture(in, n, end, cost+m.swallow[end]-m.swallow[at])
	}
}

// accept adds a reading of the form that ends at a token.
func (m *matching) accept(end, cost int) {
	n := m.form.meaning.make(m.parse, m.frame[:], m.at, end)
	if n != nil {
		more, ok := m.check(n)
		if !ok {
			return
		}
		cost += more
	}
	m.add(result{end: end, cost: cost, node: n, form: m.index})
}

// check asks whether a node and those that were made with it can be.
func (m *matching) check(n *Node) (cost int, ok bool) {
	if f := m.g.checks[n.Name]; f != nil {
		return f(n)
	}
	return 0, true
}

// add keeps a reading, if it is one of the best to its end.
func (m *matching) add(r result) {
	worst, same := -1, 0
	for i := range m.into.results {
		o := &m.into.results[i]
		if o.end != r.end {
			continue
		}
		if hashOf(o.node) == hashOf(r.node) {
			if r.cost < o.cost {
				*o = r
			}
			return
		}
		same++
		if worst < 0 || o.cost > m.into.results[worst].cost {
			worst = i
		}
	}
	switch {
	case same < bestResults:
		m.into.results = append(m.into.results, r)
	case r.cost < m.into.results[worst].cost:
		m.into.results[worst] = r
	}
}

func hashOf(n *Node) uint64 {
	if n == nil {
		return 0
	}
	return n.hash
}
