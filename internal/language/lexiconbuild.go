package language

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// lexiconBuilder collects the entries of a lexicon.
type lexiconBuilder struct {
	next    map[nextKey]int32 // node and word to node
	words   map[string]bool   // and which of them are looked up with a slip
	entries map[int32][]entry // of a node
	weights map[class]int
	exact   map[class]bool // whose words are written without a slip
	edges   [2]map[class]int
	endings []ending
	tails   []tail
	inflect map[string][]string // endings of words by the name of their inflection
}

type nextKey struct {
	node int32
	word string
}

func newLexicon() lexiconBuilder {
	return lexiconBuilder{
		next: map[nextKey]int32{}, words: map[string]bool{}, entries: map[int32][]entry{}, weights: map[class]int{},
		exact: map[class]bool{},
		edges: [2]map[class]int{{}, {}}, inflect: map[string][]string{},
	}
}

// costs are the costs of words in free text that a line of that name declares; nil for
// other lines.
func (b *lexiconBuilder) costs(line string) map[class]int {
	switch line {
	case "weight":
		return b.weights
	case "first":
		return b.edges[0]
	case "last":
		return b.edges[1]
	}
	return nil
}

// inflected are the forms of an entry: "pay+er" is "pay" with each ending of the inflection
// er. Other forms are as they are written.
func (b *lexiconBuilder) inflected(form string) ([]string, error) {
	stem, rest, ok := strings.Cut(form, "+")
	if !ok {
		return []string{form}, nil
	}
	name, after, _ := strings.Cut(rest, " ")
	endings, ok := b.inflect[name]
	if !ok {
		return nil, fmt.Errorf("no inflection is called %q", name)
	}
	all := make([]string, 0, len(endings))
	for _, e := range endings {
		all = append(all, stem+e+" "+after)
	}
	return all, nil
}

// add adds a reading of a form.
func (b *lexiconBuilder) add(form []Token, e entry) {
	node := int32(0)
	for _, t := range form {
		b.words[t.Word] = b.words[t.Word] || t.Letters && !b.exact[e.class]
		key := nextKey{node, t.Word}
		to, ok := b.next[key]
		if !ok {
			to = int32(len(b.next) + 1)
			b.next[key] = to
		}
		node = to
	}
	for _, old := range b.entries[node] {
		if old.class == e.class && old.num == e.num && old.sym == e.sym {
			return
		}
	}
	b.entries[node] = append(b.entries[node], e)
}

// lexicon is the lexicon of the entries, for that number of classes.
func (b *lexiconBuilder) lexicon(classes int) (l lexicon) {
	l.words = slices.Sorted(maps.Keys(b.words))
	l.endings, l.tails = b.endings, b.tails
	for key, to := range b.next {
		l.steps = append(l.steps, step{key.node, l.word(key.word), to})
	}
	slices.SortFunc(l.steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.word, b.word))
	})
	for node := range int32(len(b.next) + 1) {
		l.first = append(l.first, int32(len(l.entries)))
		l.entries = append(l.entries, b.entries[node]...)
	}
	l.first = append(l.first, int32(len(l.entries)))
	for c := range class(classes) {
		weight, ok := b.weights[c]
		if !ok {
			weight = -1
		}
		l.weights = append(l.weights, weight)
		for side := range l.edges {
			l.edges[side] = append(l.edges[side], b.edges[side][c])
		}
	}
	for w, text := range l.words {
		if b.words[text] && len(text) >= slipLetters {
			l.long = append(l.long, int32(w))
		}
	}
	slices.SortStableFunc(l.long, func(a, b int32) int {
		return slipKey(l.words[a], len(l.words[a])) - slipKey(l.words[b], len(l.words[b]))
	})
	return l
}
