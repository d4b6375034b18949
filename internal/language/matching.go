package language

import "slices"

// matching is one rule being read at one place.
type matching struct {
	*parse
	at    int
	into  *cell
	form  *form
	index int32
	frame [maxCaptures]*Node

	number uint32 // of this run, see visits
	trail  *trail // of the parts that were read
}

// repeat reads a repetition: nothing, or one and the repetition after it.
func (m *matching) repeat(x rule, self int) {
	if x.least == 0 {
		m.add(result{end: m.at})
	}
	for _, one := range m.read(x.repeats, m.at) {
		if one.end == m.at || m.hopeless(one.end, one.cost) {
			continue
		}
		m.trail = nil
		m.follow(x.repeats, m.at, one)
		first := m.trail
		m.add(result{end: one.end, cost: one.cost, node: m.join(m.at, one.end, one.node), trail: first})
		for _, more := range m.read(self, one.end) {
			long := more.node.Is(List) && len(more.node.Args) >= maxRepeat
			if m.exhausted() {
				return
			}
			if more.end == one.end || long || m.hopeless(more.end, one.cost+more.cost) {
				continue
			}
			m.trail = first
			m.follow(self, one.end, more)
			all := m.join(m.at, more.end, one.node, more.node)
			m.add(result{end: more.end, cost: one.cost + more.cost, node: all, trail: m.trail})
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
	list.Args = p.args.take(n)[:0]
	for _, x := range parts {
		switch {
		case x.Is(List):
			list.Args = append(list.Args, x.Args...)
		case x != nil:
			list.Args = append(list.Args, x)
		}
	}
	return list.sealFrom(hashOfList)
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
			if m.starts[at].has(in.class) {
				m.words(in, at, cost)
			}
			return
		case opRule:
			if m.possible[at].has(in.rule) {
				m.rule(in, at, cost)
			}
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

// longestBehind is how many tokens the words of a class may have that a look behind finds.
const longestBehind = 3

// looks reports what an instruction finds that reads nothing.
func (m *matching) looks(in *instr, at int) bool {
	switch in.op {
	case opStart:
		return at == 0
	case opEnd:
		return at == len(m.toks)
	case opBehind:
		for from := m.at - 1; from >= 0 && from >= m.at-longestBehind; from-- {
			ends := func(h hit) bool { return h.class == in.class && from+int(h.size) == m.at }
			if slices.ContainsFunc(m.hits[m.hitAt[from]:m.hitAt[from+1]], ends) {
				return true
			}
		}
		return false
	case opLookRule:
		return len(m.read(in.rule, at)) > 0
	}
	if !m.starts[at].has(in.class) || in.glued && !m.toks[at].Glued {
		return false
	}
	for k := m.hitAt[at]; k < m.hitAt[at+1]; k++ {
		if h := &m.hits[k]; h.class == in.class && accepts(in.values, h.num, h.sym) {
			return true
		}
	}
	return false
}

// accepts reports whether a value is one of those that are asked for.
func accepts(values []span, num int, sym string) bool {
	if len(values) == 0 {
		return true
	}
	for _, v := range values {
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
	i := pc*(len(m.toks)+1) + at
	if i >= len(m.seen) {
		m.seen = append(m.seen, make([]visits, i+1-len(m.seen))...)
	}
	return m.seen[i].add(m.number, cost)
}

func (m *matching) words(in *instr, at, cost int) {
	if in.glued && !m.toks[at].Glued {
		return
	}
	for k := m.hitAt[at]; k < m.hitAt[at+1]; k++ {
		h := &m.hits[k]
		if h.class != in.class || !accepts(in.values, h.num, h.sym) {
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
		if len(in.values) > 0 && (r.node == nil || !accepts(in.values, r.node.Num, r.node.Sym)) {
			continue
		}
		before := m.trail
		m.follow(in.rule, at, r)
		m.capture(in, r.node, r.end, cost+r.cost)
		m.trail = before
	}
}

// slot reads free text of every length.
func (m *matching) slot(in *instr, at, cost int) {
	if at >= len(m.toks) || !m.divides(at) || m.toks[at].isStop() {
		return
	}
	cost += m.edges[0][at] - m.swallow[at]
	closed := at // the brackets up to here are closed
	for end := at + 1; end <= min(len(m.toks), at+maxSlot); end++ {
		other := int(m.pairs[end-1])
		if other >= 0 && other < at {
			return
		}
		closed = max(closed, other+1)
		if end < closed || !m.divides(end) {
			continue
		}
		c := cost + m.swallow[end] + m.edges[1][end-1]
		if !m.visit(in.next, end, c) {
			continue
		}
		before := m.trail
		m.follow(-1, at, result{end: end, cost: m.swallow[end] - m.swallow[at]})
		m.captured(in, m.parse.node(Text, at, end).sealFrom(hashOfText), end, c)
		m.trail = before
	}
}

// divides reports whether free text may begin or end before a token: not inside of a
// quotation, an address or a number.
func (p *parse) divides(i int) bool { return i == len(p.toks) || p.whole[i] >= 0 && !p.inNumber(i) }

// accept adds a reading of the form that ends at a token.
func (m *matching) accept(end, cost int) {
	if m.hopeless(end, cost) {
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
	m.add(result{end: end, cost: cost, node: n, form: m.index, trail: m.trail})
}

// hopeless reports whether a reading to the end is not kept at that cost, whatever it means.
func (m *matching) hopeless(end, cost int) bool {
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
