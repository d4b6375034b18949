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
// some hundred for each token, and texts of many sentences three thousand. What takes more,
// such as a hundred times "a.", is not read: the steps grow with the third power of its
// length.
const workPerToken = 8_000

// result is a reading of a rule.
type result struct {
	end   int
	cost  int
	node  *Node
	form  int32
	next  int32 // 1 and the number of the next result to the same end; 0 for none
	trail *trail
}

// cell is the readings of a rule at a place, once they are known.
type cell struct {
	done    bool
	results []result
	byEnd   []int32 // at an end less the place of the rule: 1 and the number of the first result to it
}

// row is the cells at a place. Few of the rules are read there: a row has a small number for each
// of them, so that the rows of a text stay in the caches of the processor.
type row struct {
	numbers []uint16 // of a rule: 1 and the place of its cell; 0 for none
	cells   []*cell
}

// parse is the chart of a text: the readings of each rule at each place, which are computed
// when they are first needed.
type parse struct {
	g      *Grammar
	toks   []Token
	hits   []hit
	hitAt  []int     // of the first hit at a token
	starts []classes // that begin at a token

	possible []bitset // for each token, the rules and forms that can begin there
	ahead    []bitset // the sets of classes of which one begins at it or behind it
	sets     arena[uint64]
	swallow  []int    // cost of the tokens before a token in free text
	edges    [2][]int // cost of a token as the first or last of a free text
	whole    []int32  // end of the quotation or address that begins at a token; -1 inside of one
	pairs    []int32  // of a bracket, its partner; -1 for other tokens
	reach    classes  // of the root
	rows     []row
	slab     arena[Node]
	args     arena[*Node]
	spare    []row
	unused   []*cell
	seen     []visits // of the form that is being read: how it came to an instruction at a token
	runs     uint32   // how many forms were read
	keep     int      // how many readings with different meanings are kept from one place to another
	longest  int      // the most tokens of a reading; 0 for no limit
	work     int      // steps so far
	budget   int      // the most steps; see workPerToken
	explains bool     // the results have their trails
}

var parses = sync.Pool{New: func() any { return new(parse) }}

// newParse looks the tokens up in the lexicon. What they cost in free text depends on what
// the rule that the text is read by knows.
func (g *Grammar) newParse(rule int, toks []Token, names Names) *parse {
	p := parses.Get().(*parse)
	p.g, p.toks = g, toks
	p.keep, p.longest, p.explains = bestResults, 0, false
	p.work, p.budget = 0, workPerToken*(len(toks)+1)
	n := len(toks)
	p.hits, p.hitAt = p.hits[:0], slices.Grow(p.hitAt[:0], n+1)[:0]
	p.starts, p.swallow = zeros(p.starts, n+1), zeros(p.swallow, n+1)
	p.rows, p.edges[0], p.edges[1] = zeros(p.rows, n+1), zeros(p.edges[0], n+1), zeros(p.edges[1], n+1)
	p.whole, p.pairs = wholes(p.whole[:0], toks), pairs(p.pairs[:0], toks)
	for i := range toks {
		p.hitAt = append(p.hitAt, len(p.hits))
		var named []Name
		if p.whole[i] == 0 {
			named = names[i]
		}
		p.lookUp(i, len(named) == 0)
		for _, x := range named {
			if c, ok := g.class(x.Class); ok {
				p.hits = append(p.hits, hit{class: c, num: x.Num, sym: x.Sym, size: x.Size, cost: x.Cost})
			}
		}
		for k := p.hitAt[i]; k < len(p.hits); k++ {
			p.starts[i].add(p.hits[k].class)
		}
	}
	p.hits, p.hitAt = append(p.hits, hit{class: classEnd}), append(p.hitAt, len(p.hits), len(p.hits)+1)
	p.reach = classes{}
	g.reach(rule).addTo(p.reach[:])
	p.begin()
	p.lookAhead()
	p.weigh()
	return p
}

// zeros is a list of n zeros, in the memory of another one if that is large enough.
func zeros[T any](old []T, n int) []T {
	list := slices.Grow(old[:0], n)[:n]
	clear(list)
	return list
}

// gather makes, for each token, the set of the numbers that a table has for the classes that begin
// there, in the memory of other ones.
func (p *parse) gather(old []bitset, t *classTable) []bitset {
	sets := zeros(old, len(p.starts))
	for i := range sets {
		sets[i] = p.sets.take(t.width)
		clear(sets[i])
		for k := p.hitAt[i]; k < p.hitAt[i+1]; k++ {
			t.of(p.hits[k].class).addTo(sets[i])
		}
	}
	return sets
}

// begin finds the rules and forms that can begin at each token.
func (p *parse) begin() {
	p.possible = p.gather(p.possible, &p.g.begins)
	for _, all := range p.possible {
		p.g.begins.of(class(p.g.classes.len())).addTo(all) // what begins anywhere
	}
}

// lookAhead finds the sets that are met at each token or behind it.
func (p *parse) lookAhead() {
	p.ahead = p.gather(p.ahead, &p.g.within)
	for i := len(p.toks) - 1; i >= 0; i-- {
		for w, more := range p.ahead[i+1] {
			p.ahead[i][w] |= more
		}
	}
}

// release gives the memory of the chart and its nodes back.
func (p *parse) release() {
	for i := range p.rows {
		p.forget(i)
	}
	if len(p.spare) > 256 {
		p.spare, p.unused = nil, nil
	}
	if len(p.seen) > 1<<14 {
		p.seen = nil
	}
	clear(p.hits)
	p.slab.reset()
	p.args.reset()
	p.sets.reset()
	p.g, p.toks = nil, nil
	parses.Put(p)
}

// forget drops what was read at a token. If it is needed again, it is read again.
func (p *parse) forget(i int) {
	old := p.rows[i]
	if old.numbers == nil {
		return
	}
	for _, c := range old.cells {
		clear(c.results)
		*c = cell{results: c.results[:0], byEnd: c.byEnd[:0]}
	}
	p.unused = append(p.unused, old.cells...)
	p.spare = append(p.spare, row{old.numbers, old.cells[:0]})
	p.rows[i] = row{}
}

// newRow is a row without cells.
func (p *parse) newRow() (x row) {
	if k := len(p.spare); k > 0 {
		x, p.spare = p.spare[k-1], p.spare[:k-1]
	}
	rules := p.g.names.len()
	x.numbers = slices.Grow(x.numbers[:0], rules)[:rules]
	clear(x.numbers)
	return x
}

// newCell adds the cell of a rule to a row.
func (p *parse) newCell(to *row, r int) (c *cell) {
	if k := len(p.unused); k > 0 {
		c, p.unused = p.unused[k-1], p.unused[:k-1]
	} else {
		c = new(cell)
	}
	to.cells = append(to.cells, c)
	to.numbers[r] = uint16(len(to.cells))
	return c
}

// node makes a node. It is valid until the chart is released: see clone.
func (p *parse) node(name string, from, to int) *Node {
	n := &p.slab.take(1)[0]
	*n = Node{Name: name, From: int32(from), To: int32(to)}
	return n
}

// read is the readings of a rule at a token.
func (p *parse) read(r, at int) []result {
	begin, ahead := p.possible[at], p.ahead[at]
	if !begin.has(r) {
		return nil
	}
	row := &p.rows[at]
	if row.numbers == nil {
		*row = p.newRow()
	}
	if k := row.numbers[r]; k > 0 {
		if c := row.cells[k-1]; c.done {
			return c.results
		}
		return nil // a rule that begins with itself reads nothing
	}
	c := p.newCell(row, r)
	run := matching{parse: p, at: at, into: c}
	if x := p.g.ruleOf(r); x.repeats >= 0 {
		run.repeat(x, r)
	} else {
		rules := p.g.names.len()
		for k := x.from; ; k++ {
			if k = begin.next(rules+k, rules+x.to) - rules; k == x.to {
				break
			}
			if !ahead.hasNeeds(p.g.needs, k) {
				continue
			}
			run.form, run.index = p.g.form(k), int32(k)
			p.runs++
			run.number = p.runs
			run.run(run.form.start, at, run.form.cost)
		}
	}
	c.done = true
	return c.results
}
