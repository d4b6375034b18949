package language

import (
	"math/bits"
	"strings"
)

// class is a class of words: of the lexicon, of the literal words of the forms, or built in.
type class uint16

// The classes that every lexicon has.
const (
	classInt class = iota
	classInt1
	classInt2
	classInt3
	classInt4
	classWord
	classAny
	builtin
)

var builtinNames = [builtin]string{"int", "int1", "int2", "int3", "int4", "word", "any"}

// classes is a set of classes.
type classes [maxClasses / 64]uint64

const maxClasses = 1024

func (s *classes) add(c class) { s[c/64] |= 1 << (c % 64) }

func (s *classes) has(c class) bool { return s[c/64]&(1<<(c%64)) != 0 }

func (s *classes) meets(o *classes) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

func (s *classes) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// entry is a reading of the words that end at a node of the lexicon's tree.
type entry struct {
	class class
	num   int
	sym   string
	cost  int
}

// lexicon finds entries by their words. It is a tree: from a node, each word leads to
// another node.
type lexicon struct {
	words   map[string]int32    // numbers of the words
	next    map[[2]int32]int32  // node and word to node
	entries map[int32][]entry   // of a node
	weights map[class]int       // what a word of the class costs in free text
	long    map[slipKey][]int32 // words that are looked up with a slip
	text    []string            // of a word
	endings []ending
}

// ending is an entry for all words that end with some letters.
type ending struct {
	letters string
	entry
}

// endingRest is how many letters a word has before its ending, at least.
const endingRest = 2

// ends calls f with the entries of the endings of a word.
func (l *lexicon) ends(word string, f func(entry)) {
	for i := range l.endings {
		e := &l.endings[i]
		if len(word) >= len(e.letters)+endingRest && strings.HasSuffix(word, e.letters) {
			f(e.entry)
		}
	}
}

func newLexicon() lexicon {
	return lexicon{
		words: map[string]int32{}, next: map[[2]int32]int32{}, entries: map[int32][]entry{},
		weights: map[class]int{}, long: map[slipKey][]int32{},
	}
}

// add adds a reading of a form.
func (l *lexicon) add(form []Token, e entry) {
	node := int32(0)
	for _, t := range form {
		w, ok := l.words[t.Word]
		if !ok {
			w = int32(len(l.words))
			l.words[t.Word] = w
			l.text = append(l.text, t.Word)
			if t.Letters && len(t.Word) >= slipLetters {
				k := slipKey{t.Word[0], uint8(min(len(t.Word), 255))}
				l.long[k] = append(l.long[k], w)
			}
		}
		key := [2]int32{node, w}
		to, ok := l.next[key]
		if !ok {
			to = int32(len(l.next) + 1)
			l.next[key] = to
		}
		node = to
	}
	for _, old := range l.entries[node] {
		if old.class == e.class && old.num == e.num && old.sym == e.sym {
			return
		}
	}
	l.entries[node] = append(l.entries[node], e)
}

// light reports whether a word alone is in a class that costs less in free text than other
// words: an article, a preposition.
func (l *lexicon) light(word string) bool {
	w, ok := l.words[word]
	if !ok {
		return false
	}
	for _, e := range l.entries[l.next[[2]int32{0, w}]] {
		if weight, ok := l.weights[e.class]; ok && weight < WordCost {
			return true
		}
	}
	return false
}

// A word of at least slipLetters letters may be written with one slip.
const slipLetters = 5

// slipKey divides the words into small groups: a slip does not change the first letter,
// and changes the length by at most one.
type slipKey struct {
	first  byte
	length uint8
}

// near are the words that are one slip away: a letter more, less or other, or two letters
// exchanged.
func (l *lexicon) near(word string) (found []int32) {
	if len(word) < slipLetters || len(word) > 250 {
		return nil
	}
	for n := len(word) - 1; n <= len(word)+1; n++ {
		for _, w := range l.long[slipKey{word[0], uint8(n)}] {
			if oneSlip(word, l.text[w]) {
				found = append(found, w)
			}
		}
	}
	return found
}

// oneSlip reports whether the texts are one slip apart.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(b)-len(a) > 1 || a == b:
		return false
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
