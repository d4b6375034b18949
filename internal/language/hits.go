package language

// hit is a reading of the words at a place by the lexicon.
type hit struct {
	class class
	num   int
	sym   string
	size  int // tokens
	cost  int
	node  *Node
}

// Name is an entry of the lexicon that comes from elsewhere, such as the name of a list in
// the workspace.
type Name struct {
	Class string
	Sym   string
	Num   int
	Size  int // tokens
	Cost  int
}

// Names are names in a text, by the number of the token that they begin with.
type Names map[int][]Name

// Between are the names in a part of a text, from a token to before another one. A name that goes on behind the part
// is not in it: "Mr. Lind" goes on behind "Mr.".
func (n Names) Between(from, to int) Names {
	part := make(Names, len(n))
	for at, names := range n {
		for _, x := range names {
			if at >= from && at+x.Size <= to {
				part[at-from] = append(part[at-from], x)
			}
		}
	}
	return part
}

// lookUp adds the hits at a token. With slips, a word that the lexicon does not have may be
// one of its words with a letter wrong.
func (p *parse) lookUp(i int, slips bool) {
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
	known := p.lookAt(t)
	w := p.g.lex.words.find(t.Word)
	if w < 0 {
		w = p.g.lex.drawn(t.Word)
	}
	switch {
	case w >= 0:
		p.follow(i, w, 0)
	case slips && t.Letters && !known && !p.g.lex.isFormed(t.Word):
		cost := slipCost
		if len(t.Word) < longLetters {
			cost = Doubt
		}
		for _, w := range p.g.lex.near(t.Word) {
			p.follow(i, w, cost)
		}
	}
}

// lookAt adds the hits of a token that tell by its letters or digits. It reports whether it ends with a known tail.
func (p *parse) lookAt(t *Token) (known bool) {
	add := func(h hit) {
		h.size = 1
		p.hits = append(p.hits, h)
	}
	if t.Num >= 0 {
		add(hit{class: classInt, num: t.Num})
		if d := len(t.Word); d <= 4 {
			add(hit{class: classInt + class(d), num: t.Num})
		}
	}
	if !t.Letters {
		return false
	}
	add(hit{class: classWord})
	if t.Capital {
		add(hit{class: classCapital})
	}
	addEntry := func(e entry) { add(hit{class: e.class, num: e.num, sym: e.sym, cost: e.cost}) }
	p.g.lex.ends(t.Word, addEntry)
	before := len(p.hits)
	p.g.lex.glued(t.Word, addEntry)
	return len(p.hits) > before
}

// follow adds the entries of all forms that begin with the word w at token i.
func (p *parse) follow(i, w, cost int) {
	p.g.lex.from(w, p.toks[i+1:], func(size int, e entry) {
		p.hits = append(p.hits, hit{class: e.class, num: e.num, sym: e.sym, size: size, cost: e.cost + cost})
	})
}

// weigh computes what the tokens cost in free text: as much as the most telling thing
// that they may be, less what it costs to be that.
func (p *parse) weigh() {
	n := len(p.toks)
	p.swallow[0] = 0
	cost := make([]int, n)
	for i := range p.toks {
		for k := p.hitAt[i]; k < p.hitAt[i+1]; k++ {
			h := &p.hits[k]
			if h.size == 1 && !endsWord(p.toks, i) {
				for side := range p.edges {
					p.edges[side][i] = max(p.edges[side][i], p.g.lex.costs[1+side].at(int(h.class))-h.cost)
				}
			}
			w := p.g.lex.weight(h.class)
			if w < 0 || !p.reach.has(h.class) || h.cost >= Doubt && w > WordCost {
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
		case p.toks[i].IsMark() && p.toks[i].Word != "\n": // a line break divides more than a mark
			cost[i] = markCost
		default:
			cost[i] = WordCost
		}
	}
	for i := range cost {
		p.swallow[i+1] = p.swallow[i] + cost[i]
	}
}

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
