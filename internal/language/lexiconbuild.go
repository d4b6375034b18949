package language

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assister/internal/fulltext"
)

// lexiconBuilder collects the entries of a lexicon.
type lexiconBuilder struct {
	next    map[nextKey]int  // node and word to node
	words   map[string]bool  // and which of them are looked up with a slip
	entries map[int][]entry  // of a node
	costs   [3]map[class]int // by costLines
	exact   map[class]bool   // whose words are written without a slip
	endings []ending
	tails   []tail
	inflect map[string][]string // endings of words by the name of their inflection
	lead    map[string][]string // words before others, by their name
	joined  map[string]bool     // words that are also written without their apostrophe: "dont"
	short   map[string][]string // how else words are written: "q" for "que"
	written map[string]bool     // the words with accents, as they are written
}

type nextKey struct {
	node int
	word string
}

func newLexicon() lexiconBuilder {
	return lexiconBuilder{
		next: map[nextKey]int{}, words: map[string]bool{}, entries: map[int][]entry{},
		costs: [3]map[class]int{{}, {}, {}}, exact: map[class]bool{},
		inflect: map[string][]string{}, lead: map[string][]string{},
		joined: map[string]bool{}, short: map[string][]string{}, written: map[string]bool{},
	}
}

// addForm adds an entry by one of its forms: words, or the letters that words end with.
func (b *lexiconBuilder) addForm(form string, e entry) error {
	if letters, ok := strings.CutPrefix(strings.TrimSpace(form), "*"); ok {
		b.endings = append(b.endings, ending{fulltext.Plain(letters), e})
		return nil
	}
	toks := Tokens(form)
	if len(toks) == 0 {
		return fmt.Errorf("a form is empty")
	}
	b.add(toks, e)
	return nil
}

// inflected are the forms of an entry: "pay+er" is "pay" with each ending of the inflection
// er, and "offer:moving" is "moving" behind each of the words of the lead offer. Other forms are
// as they are written.
func (b *lexiconBuilder) inflected(form string) ([]string, error) {
	if name, rest, ok := strings.Cut(form, ":"); ok && b.lead[name] != nil {
		all, err := b.inflected(rest)
		var led []string
		for _, words := range b.lead[name] {
			for _, one := range all {
				led = append(led, words+" "+one)
			}
		}
		return led, err
	}
	stem, rest, ok := strings.Cut(form, "+")
	if !ok || stem == "" {
		return []string{form}, nil
	}
	name, after, _ := strings.Cut(rest, " ")
	endings, ok := b.inflect[name]
	if !ok {
		return nil, fmt.Errorf("no inflection is called %q", name)
	}
	all := make([]string, 0, len(endings))
	for _, e := range endings {
		all = append(all, stem+strings.TrimPrefix(e, "-")+" "+after) // "-" is no ending
	}
	return all, nil
}

// add adds a reading of a form, and of it without the apostrophe of its first joined word.
func (b *lexiconBuilder) add(form []Token, e entry) {
	for i := 2; i < len(form); i++ {
		whole := form[i-2].Word + form[i].Word
		if form[i-1].Word == "'" && b.joined[whole] {
			b.add(slices.Concat(form[:i-2], []Token{{Word: whole, Letters: true}}, form[i+1:]), e)
			b.add(slices.Concat(form[:i-1], form[i:]), e) // "c est"
			break
		}
	}
	node := 0
	for _, t := range form {
		if t.Written != "" {
			b.written[t.Written] = true
		}
		b.words[t.Word] = b.words[t.Word] || t.Letters && !b.exact[e.class]
		key := nextKey{node, t.Word}
		to, ok := b.next[key]
		if !ok {
			to = len(b.next) + 1
			b.next[key] = to
		}
		for _, short := range b.short[t.Word] {
			b.words[short], b.next[nextKey{node, short}] = false, to
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

// size is the length of the longest list of the lexicon.
func (b *lexiconBuilder) size() int {
	entries := 0
	for _, all := range b.entries {
		entries += len(all)
	}
	return max(len(b.words), len(b.next), entries)
}

// lexicon is the lexicon of the entries, for that number of classes.
func (b *lexiconBuilder) lexicon(classes int) (l lexicon) {
	words := slices.Sorted(maps.Keys(b.words))
	l.words = makeDictionary(words)
	l.endings, l.tails = b.endings, b.tails
	l.written = makeDictionary(slices.Sorted(maps.Keys(b.written)))
	var steps []step
	for key, to := range b.next {
		steps = append(steps, step{key.node, l.words.find(key.word), to})
	}
	slices.SortFunc(steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.word, b.word))
	})
	begins := slices.Repeat([]int{-1}, len(words))
	var others []int
	for _, s := range steps {
		if s.node == 0 {
			begins[s.word] = s.to
		} else {
			others = append(others, s.node, s.word, s.to)
		}
	}
	l.begins, l.steps = makeList16(begins), makeList16(others)
	b.addEntries(&l)
	for kind, given := range b.costs {
		costs := slices.Repeat([]int{-1}, classes)
		for c, cost := range given {
			costs[c] = cost
		}
		l.costs[kind] = makeList16(costs)
	}
	var long []int
	for w, text := range words {
		if b.words[text] && len(text) >= swapLetters {
			long = append(long, w)
		}
	}
	slices.SortStableFunc(long, func(a, b int) int {
		return slipKey(words[a], len(words[a])) - slipKey(words[b], len(words[b]))
	})
	l.long = makeList16(long)
	return l
}

func (b *lexiconBuilder) addEntries(l *lexicon) {
	var first, entries []int
	symbols := []string{""}
	number := map[string]int{"": 0}
	for node := range len(b.next) + 1 {
		first = append(first, len(entries)/4)
		for _, e := range b.entries[node] {
			if _, ok := number[e.sym]; !ok {
				number[e.sym] = len(symbols)
				symbols = append(symbols, e.sym)
			}
			entries = append(entries, int(e.class), e.num, number[e.sym], e.cost)
		}
	}
	first = append(first, len(entries)/4)
	l.first, l.entries, l.symbols = makeList16(first), makeList16(entries), makeTexts(symbols)
}
