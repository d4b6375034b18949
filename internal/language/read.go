package language

import (
	"cmp"
	"slices"
)

// Reading is what a rule reads in a text.
type Reading struct {
	Node       *Node
	Cost       int
	Start, End int // bytes of the text
	From, To   int // tokens

	// Part reports that a word stands beside the reading, unread, that carries meaning and
	// that the rule reads elsewhere, so that the text says more than the reading: in "end of
	// each month", "each month" is a part. So is "friday" of "friday 7.6".
	Part bool
	// Joined reports that at most small words that the rule knows, or a mark, stand between it
	// and the reading before it: "the first monday" and "next month" of "the first monday of
	// next month" may be parts of one.
	Joined bool

	Step *Step // how the forms made it; only of Explain
}

// Whole is the readings of a text by a rule from the first token to the last, the
// cheapest first. They have different meanings.
func (g *Grammar) Whole(rule string, toks []Token, names Names) []Reading {
	return g.whole(rule, toks, names, false)
}

func (g *Grammar) whole(rule string, toks []Token, names Names, explains bool) []Reading {
	r := g.rule(rule)
	if r < 0 || len(toks) == 0 {
		return nil
	}
	p := g.newParse(r, toks, names)
	defer p.release()
	p.explains = explains
	var all []Reading
	for _, x := range p.read(r, 0) {
		if x.end < len(toks) {
			continue
		}
		all = append(all, p.reading(x, 0))
		if explains {
			all[len(all)-1].Step = &p.steps(r, 0, x)[0]
		}
	}
	if p.work > p.budget {
		return nil
	}
	// Of equal readings the one with fewer parts comes first, wherever they begin.
	slices.SortStableFunc(all, func(a, b Reading) int {
		nodes, _ := a.Node.size()
		others, _ := b.Node.size()
		return cmp.Or(a.Cost-b.Cost, nodes-others)
	})
	return all
}

func (p *parse) reading(x result, from int) Reading {
	return Reading{
		Node: x.node.clone(), Cost: x.cost, Start: p.toks[from].Start, End: p.toks[x.end-1].End, From: from, To: x.end,
	}
}

// longest is how many tokens a reading in a text has at most, so that the work is in
// proportion to the length of the text.
const longest = 40

// horizon is how many tokens ahead the chart is kept, so that it stays small for a long text.
const horizon = 2 * longest

// Find is the readings of a rule in a text that together account for it best: each of
// them costs less than its words as free text, or as much if it is the whole text. They do
// not overlap, and are in the order of the text.
func (g *Grammar) Find(rule string, toks []Token, names Names) []Reading {
	r := g.rule(rule)
	if r < 0 {
		return nil
	}
	p := g.newParse(r, toks, names)
	defer p.release()
	p.keep, p.longest = 1, longest
	n := len(toks)
	notMark := func(t Token) bool { return !t.IsMark() }
	// best[i] is the cost of the tokens from i on, and step[i] the reading that begins there.
	best := make([]int, n+1)
	step := make([]result, n+1)
	for i := n - 1; i >= 0; i-- {
		best[i], step[i].end = best[i+1]+p.swallow[i+1]-p.swallow[i], 0
		if p.inNumber(i) {
			continue
		}
		for _, x := range p.starting(r, i) {
			// One reading is better than two for the same words.
			cost := x.cost + 1 + best[x.end]
			whole := i == 0 && !slices.ContainsFunc(toks[x.end:], notMark) && step[i].end == 0
			longer := step[i].end > 0 && x.end > step[i].end
			better := cost < best[i] || cost == best[i] && (whole || longer)
			if x.end > i && better && !p.inNumber(x.end) {
				best[i], step[i] = cost, x
			}
		}
		if i+horizon < n {
			p.forget(i + horizon)
		}
	}
	var all []Reading
	for i := 0; i < n; {
		if step[i].end == 0 {
			i++
			continue
		}
		all = append(all, p.reading(step[i], i))
		i = step[i].end
	}
	p.markParts(all)
	return all
}

// starting are the readings of a rule that begin at a token; none if finding them is too much work.
func (p *parse) starting(rule, i int) []result {
	p.work, p.budget = 0, workPerToken
	all := p.read(rule, i)
	if p.work <= p.budget {
		return all
	}
	for k := i; k < min(len(p.toks), i+horizon); k++ { // what was read is not all that it may be
		p.forget(k)
	}
	return nil
}

// inNumber reports whether a token continues what is written as one number: in 37.1, 650-6500
// or 7x no reading begins or ends between the digits and the mark or the letter.
func (p *parse) inNumber(i int) bool {
	inside := func(i int) bool { return i >= 0 && i < len(p.toks) }
	digits := func(i int) bool { return inside(i) && p.toks[i].Num >= 0 }
	mark := func(i int) bool { return inside(i) && p.toks[i].IsMark() && p.toks[i].Glued }
	letters := func(i int) bool { return inside(i) && p.toks[i].Letters }
	switch {
	case letters(i) && digits(i-1), digits(i) && letters(i-1):
		return p.toks[i].Glued
	case digits(i):
		return p.toks[i].Glued && mark(i-1) && digits(i-2)
	case mark(i):
		return digits(i-1) && digits(i+1) && p.toks[i+1].Glued
	}
	return false
}

// markParts finds the readings that leave something beside them unread.
func (p *parse) markParts(all []Reading) {
	if len(all) == 0 {
		return
	}
	for i := range all {
		x := &all[i]
		before, behind := -1, len(p.toks)
		if i > 0 {
			before = all[i-1].To - 1
		}
		if i+1 < len(all) {
			behind = all[i+1].From
		}
		x.Joined = i > 0 && p.joined(all[i-1].To, x.From)
		x.Part = p.leaves(x.From-1, before, -1) || p.leaves(x.To, behind, 1) || p.inNumber(x.To+1)
	}
}

// maxJoining is how many small words are passed over between a reading and what it leaves
// unread: "the end of the ...".
const maxJoining = 2

// leaves reports whether a word that carries meaning stands at a token or, behind small
// words that the rule knows, next to it in a direction, before the end.
func (p *parse) leaves(i, end, direction int) bool {
	for n := 0; n <= maxJoining && i != end; i += direction {
		if w := p.toks[i].Word; w == "'" || w == "," && n == 0 { // of the small word before it, or in a list
			continue
		}
		if !p.toks[i].Letters {
			return false
		}
		n++
		known, telling := p.tells(i)
		if telling {
			return true
		}
		if !known {
			return false
		}
	}
	return false
}

// joined reports whether the tokens from one up to another are a mark, or small words that the
// rule knows.
func (p *parse) joined(from, to int) bool {
	if from+1 == to && !p.toks[from].Letters {
		return p.toks[from].Word == "," || p.toks[from].Word == "/"
	}
	for i := from; i < to; i++ {
		known, _ := p.tells(i)
		if !p.toks[i].Letters || !known || to-from > maxJoining {
			return false
		}
	}
	return true
}

// longestEntry is how many tokens before one an entry of the lexicon may begin that it is in.
const longestEntry = 3

// tells reports whether the rule knows the word at a token, and whether it carries meaning,
// alone or with the words before it.
func (p *parse) tells(i int) (known, telling bool) {
	for from := max(0, i-longestEntry); from <= i; from++ {
		for k := p.hitAt[from]; k < p.hitAt[from+1]; k++ {
			h := &p.hits[k]
			if from+h.size <= i || h.class < builtin || !p.reach.has(h.class) || h.cost >= slipCost {
				continue
			}
			known = true
			if p.g.lex.weight(h.class) > WordCost {
				return true, true
			}
		}
	}
	return known, false
}
