package language

import "slices"

// Reading is what a rule reads in a text.
type Reading struct {
	Node       *Node
	Cost       int
	Start, End int // bytes of the text
	From, To   int // tokens
}

// Whole is the readings of a text by a rule from the first token to the last, the
// cheapest first. They have different meanings.
func (g *Grammar) Whole(rule string, toks []Token, names Names) []Reading {
	r, ok := g.byName[rule]
	if !ok || len(toks) == 0 {
		return nil
	}
	p := g.newParse(toks, names)
	defer p.release()
	var all []Reading
	for _, x := range p.read(r, 0) {
		if x.end == len(toks) {
			all = append(all, p.reading(x, 0))
		}
	}
	slices.SortStableFunc(all, func(a, b Reading) int { return a.Cost - b.Cost })
	return all
}

func (p *parse) reading(x result, from int) Reading {
	return Reading{x.node, x.cost, p.toks[from].Start, p.toks[x.end-1].End, from, x.end}
}

// Find is the readings of a rule in a text that together account for it best: each of
// them costs less than its words as free text. They do not overlap, and are in the order
// of the text.
func (g *Grammar) Find(rule string, toks []Token, names Names) []Reading {
	r, ok := g.byName[rule]
	if !ok {
		return nil
	}
	p := g.newParse(toks, names)
	defer p.release()
	n := len(toks)
	// best[i] is the cost of the tokens from i on, and step[i] the reading that begins there.
	best := make([]int, n+1)
	step := make([]result, n+1)
	for i := n - 1; i >= 0; i-- {
		best[i], step[i].end = best[i+1]+p.swallow[i+1]-p.swallow[i], 0
		for _, x := range p.read(r, i) {
			// One reading is better than two for the same words.
			if cost := x.cost + 1 + best[x.end]; x.end > i && cost < best[i] {
				best[i], step[i] = cost, x
			}
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
	return all
}
