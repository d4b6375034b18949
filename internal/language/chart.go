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

// wholeCost is what a token in quotes or of an address costs.
const wholeCost = 1

// slipCost is what a slip in a word costs. In a word of fewer than longLetters letters it is
// a doubt: many short words are one letter away from another.
const (
	slipCost    = 6
	longLetters = 7
)

// bestResults is how many readings with different meanings are kept of a rule from one
// place to another.
const bestResults = 3

// maxRepeat is how many times a part of a form is repeated at most.
const maxRepeat = 16

// beam is how much more than the best a reading to the same end may cost.
const beam = 40

// maxSlot is the longest free text, in tokens.
const maxSlot = 60

// workPerToken is how many steps are made for each token of a text, at most. Sentences take
// some hundred for each token, and texts of many sentences two thousand. What takes more,
// such as a hundred times "a.", is not read: the steps grow with the third power of its
// length.
const workPerToken = 5_000

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
	next int32 // 1 and the number of the next result to the same end; 0 for none
}

// cell is the readings of a rule at a place, once they are known.
type cell struct {
	state   cellState
	results []result
	byEnd   []int32 // at an end less the place of the rule: 1 and the number of the first result to it
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
	g      *Grammar
	toks   []Token
	hits   []hit
	hitAt  []int     // of the first hit at a token
	starts []classes // that begin at a token

	possible []uint64  // for each token, the rules and forms that can begin there
	ends     []classes // of the hits of one token, to look at what precedes a form
	root     *root
	present  []classes // that begin at a token or behind it
	swallow  []int     // cost of the tokens before a token in free text
	edges    [2][]int  // cost of a token as the first or last of a free text
	whole    []int32   // end of the quotation or address that begins at a token; -1 inside of one
	rows     [][]cell
	slab     arena[Node]
	args     arena[*Node]
	spare    [][]cell
	seen     []visits // of the form that is being read: how it came to an instruction at a token
	runs     uint32   // how many forms were read
	keep     int      // how many readings with different meanings are kept from one place to another
	longest  int      // the most tokens of a reading; 0 for no limit
	work     int      // steps so far
	budget   int      // the most steps; see workPerToken
}

var parses = sync.Pool{New: func() any { return new(parse) }}

// newParse looks the tokens up in the lexicon. What they cost in free text depends on what
// the rule that the text is read by knows.
func (g *Grammar) newParse(rule int, open bool, toks []Token, names Names) *parse {
	p := parses.Get().(*parse)
	p.g, p.toks, p.root = g, toks, g.root(rule, open)
	p.keep, p.longest = bestResults, 0
	p.work, p.budget = 0, workPerToken*(len(toks)+1)
	n := len(toks)
	p.hits, p.hitAt = p.hits[:0], slices.Grow(p.hitAt[:0], n+1)[:0]
	p.starts = slices.Grow(p.starts[:0], n+1)[:n+1]
	p.ends = slices.Grow(p.ends[:0], n+1)[:n+1]
	p.swallow = slices.Grow(p.swallow[:0], n+1)[:n+1]
	p.present = slices.Grow(p.present[:0], n+1)[:n+1]
	p.rows = slices.Grow(p.rows[:0], n+1)[:n+1]
	p.edges[0] = slices.Grow(p.edges[0][:0], n+1)[:n+1]
	p.edges[1] = slices.Grow(p.edges[1][:0], n+1)[:n+1]
	p.whole = wholes(p.whole[:0], toks)
	clear(p.starts)
	clear(p.ends)
	clear(p.rows)
	clear(p.edges[0])
	clear(p.edges[1])
	for i := range toks {
		p.hitAt = append(p.hitAt, len(p.hits))
		p.lookUp(i)
		if names != nil && p.whole[i] == 0 {
			for _, x := range names.At(toks, i) {
				if c, ok := g.class(x.Class); ok {
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
	p.starts[n].add(classEnd)
	p.present[n] = p.starts[n]
	for i := n - 1; i >= 0; i-- {
		p.present[i] = p.starts[i]
		p.present[i].join(&p.present[i+1])
	}
	p.begin()
	p.weigh(p.root.reach)
	return p
}

// visits are the lowest costs at which a form came to an instruction at a token. What
// follows does not depend on what came before, so that only the best lead to readings that
// are kept.
type visits struct {
	run   uint32
	count int32
	cost  [bestResults + 1]int32
}

// add records a visit, and reports whether it is one of the best.
func (v *visits) add(run uint32, cost int) bool {
	if v.run != run {
		*v = visits{run: run}
	}
	c := int32(cost)
	if int(v.count) < len(v.cost) {
		v.cost[v.count] = c
		v.count++
		return true
	}
	worst := 0
	for i, x := range v.cost {
		if x > v.cost[worst] {
			worst = i
		}
	}
	if c >= v.cost[worst] {
		return false
	}
	v.cost[worst] = c
	return true
}

// begin finds the rules and forms that can begin at each token.
func (p *parse) begin() {
	width := p.g.width
	size := width * (len(p.toks) + 1)
	p.possible = slices.Grow(p.possible[:0], size)[:size]
	for i := range len(p.toks) + 1 {
		all := p.beginning(i)
		copy(all, p.g.anywhere())
		if i == len(p.toks) {
			break
		}
		for k := p.hitAt[i]; k < p.hitAt[i+1]; k++ {
			for w, set := range p.g.starting(p.hits[k].class) {
				all[w] |= set
			}
		}
	}
}

// beginning is the rules and forms that can begin at a token.
func (p *parse) beginning(at int) choices { return p.possible[p.g.width*at : p.g.width*(at+1)] }

// release gives the memory of the chart and its nodes back.
func (p *parse) release() {
	for i := range p.rows {
		p.forget(i)
	}
	if len(p.spare) > 256 {
		p.spare = nil
	}
	if len(p.seen) > 1<<14 {
		p.seen = nil
	}
	clear(p.hits)
	p.slab.reset()
	p.args.reset()
	p.g, p.toks = nil, nil
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
		clear(row[k].byEnd)
	}
	p.spare = append(p.spare, row)
	p.rows[i] = nil
}

// lookUp adds the hits at a token.
func (p *parse) lookUp(i int) {
	t := &p.toks[i]
	p.hits = append(p.hits, hit{class: classAny, size: 1})
	switch end := p.whole[i]; {
	case end > int32(i):
		c := classAddress
		if t.isQuote() {
			c = classQuoted
		}
		p.hits = append(p.hits, hit{class: c, size: int(end) - i})
		return
	case end < 0:
		return
	}
	if t.Num >= 0 {
		p.hits = append(p.hits, hit{class: classInt, num: t.Num, size: 1})
		if d := len(t.Word); d <= 4 {
			p.hits = append(p.hits, hit{class: classInt + class(d), num: t.Num, size: 1})
		}
	}
	slips := t.Letters
	if t.Letters {
		p.hits = append(p.hits, hit{class: classWord, size: 1})
		add := func(e entry) {
			p.hits = append(p.hits, hit{class: e.class, num: e.num, sym: e.sym, size: 1, cost: e.cost})
		}
		p.g.lex.ends(t.Word, add)
		known := len(p.hits)
		p.g.lex.glued(t.Word, add)
		if len(p.hits) > known {
			slips = false
		}
	}
	if w := p.g.lex.word(t.Word); w >= 0 {
		p.follow(i, w, 0)
		return
	}
	if !slips {
		return
	}
	cost := slipCost
	if len(t.Word) < longLetters {
		cost = Doubt
	}
	for _, w := range p.g.lex.near(t.Word) {
		p.follow(i, w, cost)
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
		l.at(node, func(e entry) {
			p.hits = append(p.hits, hit{class: e.class, num: e.num, sym: e.sym, size: k - i, cost: e.cost + cost})
		})
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
			if h.size == 1 {
				for side := range p.edges {
					p.edges[side][i] = max(p.edges[side][i], p.g.lex.edges[side].at(int(h.class))-h.cost)
				}
			}
			w, ok := p.g.lex.weight(h.class)
			if !ok || !reach.has(h.class) || h.cost >= Doubt && w > WordCost {
				continue
			}
			if w -= h.cost; w > WordCost { // the words of a phrase cost more than as many others
				w += (h.size - 1) * WordCost
			}
			each := max(1, w/h.size)
			for j := i; j < i+h.size; j++ {
				cost[j] = max(cost[j], each)
			}
		}
	}
	for i := range cost {
		switch {
		case p.whole[i] != 0:
			cost[i] = wholeCost
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

// node makes a node. It is valid until the chart is released: see clone.
func (p *parse) node(name string, from, to int) *Node {
	n := &p.slab.take(1)[0]
	*n = Node{Name: name, From: int32(from), To: int32(to)}
	return n
}

// nodes makes a list of arguments.
func (p *parse) nodes(n int) []*Node { return p.args.take(n) }

// leaf is the node of a hit.
func (p *parse) leaf(h *hit, at int) *Node {
	if h.node == nil {
		name := p.g.classes.at(int(h.class))
		switch {
		case h.class <= classInt4:
			name = Int
		case h.class == classQuoted || h.class == classAddress || h.class == classWord:
			name = Text
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
	begin := p.beginning(at)
	if !begin.has(r) {
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
		for k := x.from; k < x.to; k++ {
			if !begin.has(len(p.g.rules)+k) || !p.hasNeeds(k, at) {
				continue
			}
			run.form, run.index = p.g.form(k), int32(k)
			run.frame = [maxCaptures]*Node{}
			p.runs++
			run.number = p.runs
			run.run(run.form.start, at, run.form.cost)
		}
	}
	c.state = done
	return c.results
}

// hasNeeds reports whether a token or those behind it have what a form needs.
func (p *parse) hasNeeds(form, at int) bool {
	first := headSize*form + 2
	for i := first; i < first+maxNeeds; i++ {
		k := p.g.heads.at(i)
		if k < 0 {
			break
		}
		need, span, met := &p.g.sets[k], p.g.spans[k], uint64(0)
		for w := span.from; w < span.to; w++ {
			met |= need[w] & p.present[at][w]
		}
		if met == 0 {
			return false
		}
	}
	return true
}

// matching is one rule being read at one place.
type matching struct {
	*parse
	at    int
	into  *cell
	form  *form
	index int32
	frame [maxCaptures]*Node

	number uint32 // of this run, see visits
	trail  *trail // nil unless a derivation is looked for
}

// repeat reads a repetition: nothing, or one and the repetition after it.
func (m *matching) repeat(x *rule, self int) {
	if x.least == 0 && m.follows(self, m.at) {
		m.add(result{end: m.at})
	}
	for _, one := range m.read(x.repeats, m.at) {
		if one.end == m.at || m.hopeless(one.end, one.cost) {
			continue
		}
		if m.follows(self, one.end) {
			m.add(result{end: one.end, cost: one.cost, node: m.join(m.at, one.end, one.node)})
		}
		for _, more := range m.read(self, one.end) {
			long := more.node.Is(List) && len(more.node.Args) >= maxRepeat
			if m.exhausted() {
				return
			}
			if more.end == one.end || long || m.hopeless(more.end, one.cost+more.cost) {
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

// exhausted counts a step, and reports whether there were too many.
func (p *parse) exhausted() bool {
	p.work++
	return p.work > p.budget
}

// run carries the program of the form out from an instruction on.
func (m *matching) run(pc, at, cost int) {
	for !m.exhausted() {
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
		case opClasses:
			m.anyWords(in, at, cost)
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
	if m.visit(in.next, at, cost) {
		m.captured(in, n, at, cost)
	}
}

func (m *matching) captured(in *instr, n *Node, at, cost int) {
	if in.capture < 0 {
		m.run(in.next, at, cost)
		return
	}
	old := m.frame[in.capture]
	m.frame[in.capture] = n
	m.run(in.next, at, cost)
	m.frame[in.capture] = old
}

// visit records that the form comes to an instruction at a token, and reports whether to
// go on from there.
func (m *matching) visit(pc, at, cost int) bool {
	if m.trail != nil {
		return true
	}
	i := pc*(len(m.toks)+1) + at
	if i >= len(m.seen) {
		m.seen = append(m.seen, make([]visits, i+1-len(m.seen))...)
	}
	return m.seen[i].add(m.number, cost)
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

// anyWords reads words of any class of a set.
func (m *matching) anyWords(in *instr, at, cost int) {
	set := &m.g.sets[in.class]
	if at >= len(m.toks) || !m.starts[at].meets(set) {
		return
	}
	for k := m.hitAt[at]; k < m.hitAt[at+1]; k++ {
		if h := &m.hits[k]; set.has(h.class) && m.visit(in.next, at+h.size, cost+h.cost) {
			m.run(in.next, at+h.size, cost+h.cost)
		}
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
		m.trail.push(in.rule, at, r)
		m.capture(in, r.node, r.end, cost+r.cost)
		m.trail.pop()
	}
}

// slot reads free text of every length.
func (m *matching) slot(in *instr, at, cost int) {
	if at >= len(m.toks) || m.whole[at] < 0 {
		return
	}
	cost += m.edges[0][at] - m.swallow[at]
	behind := m.root.slots[in.alt]
	for end := at + 1; end <= min(len(m.toks), at+maxSlot); end++ {
		if end < len(m.toks) && m.whole[end] < 0 {
			continue
		}
		c := cost + m.swallow[end] + m.edges[1][end-1]
		if !behind.meets(&m.starts[end]) || !m.visit(in.next, end, c) {
			continue
		}
		m.trail.push(-1, at, result{end: end})
		m.captured(in, m.parse.node(Text, at, end).seal(), end, c)
		m.trail.pop()
	}
}

// accept adds a reading of the form that ends at a token.
func (m *matching) accept(end, cost int) {
	if !m.follows(m.form.rule, end) || m.hopeless(end, cost) {
		return
	}
	n := m.form.meaning.make(m.parse, m.frame[:], m.at, end)
	if check := m.form.meaning.check; n != nil && check != nil { // other nodes were checked when they were made
		more, ok := check(n)
		if !ok {
			return
		}
		cost += more
	}
	r := result{end: end, cost: cost, node: n, form: m.index}
	if m.trail != nil {
		m.trail.accept(r)
		return
	}
	m.add(r)
}

// follows reports whether what stands at a token can follow the rule.
func (p *parse) follows(rule, end int) bool { return p.root.rules[rule].meets(&p.starts[end]) }

// hopeless reports whether a reading to the end is not kept at that cost, whatever it means.
func (m *matching) hopeless(end, cost int) bool {
	if m.trail != nil {
		return false
	}
	same := 0
	for i := m.into.first(end - m.at); i > 0; {
		o := &m.into.results[i-1]
		if o.cost+beam < cost {
			return true
		}
		if o.cost <= cost {
			same++
		}
		i = o.next
	}
	return same >= bestResults
}

// add keeps a reading, if it is one of the best to its end.
func (m *matching) add(r result) {
	if m.longest > 0 && r.end-m.at > m.longest {
		return
	}
	c, same := m.into, 0
	var worst, last *result
	for i := c.first(r.end - m.at); i > 0; i = last.next {
		last = &c.results[i-1]
		if hashOf(last.node) == hashOf(r.node) {
			if r.cost < last.cost {
				r.next = last.next
				*last = r
			}
			return
		}
		same++
		if worst == nil || last.cost > worst.cost {
			worst = last
		}
	}
	switch {
	case same < m.keep && last != nil:
		last.next = int32(len(c.results) + 1)
		c.results = append(c.results, r)
	case same < m.keep:
		c.begin(r.end - m.at)
		c.results = append(c.results, r)
	case r.cost < worst.cost:
		r.next = worst.next
		*worst = r
	}
}

// first is 1 and the number of the first result of a length; 0 if there is none.
func (c *cell) first(length int) int32 {
	if length >= len(c.byEnd) {
		return 0
	}
	return c.byEnd[length]
}

// begin says that the next result is the first of a length.
func (c *cell) begin(length int) {
	for len(c.byEnd) <= length {
		c.byEnd = append(c.byEnd, 0)
	}
	c.byEnd[length] = int32(len(c.results) + 1)
}

func hashOf(n *Node) uint64 {
	if n == nil {
		return 0
	}
	return n.hash
}
