package language

import (
	"math/bits"
	"slices"
	"sort"
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
	classCapital // a word that begins with an upper-case letter
	classAny
	classQuoted
	classAddress
	classEnd // of the text
	builtin
)

var builtinNames = [builtin]string{
	"int", "int1", "int2", "int3", "int4", "word", "capital", "any", "quoted", "address", "$",
}

// classes is a set of classes.
type classes [maxClasses / 64]uint64

const maxClasses = 2560

func (s *classes) add(c class) { s[c/64] |= 1 << (c % 64) }

func (s *classes) has(c class) bool { return s[c/64]&(1<<(c%64)) != 0 }

// each calls f with each class of the set.
func (s *classes) each(f func(class)) {
	for w, set := range s {
		for ; set != 0; set &= set - 1 {
			f(class(64*w + bits.TrailingZeros64(set)))
		}
	}
}

// isWide reports whether every word is of a class of the set.
func (s *classes) isWide() bool { return s.has(classAny) || s.has(classWord) }

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
// another node. It consists of ordered lists that are part of a table.
type lexicon struct {
	words   dictionary
	begins  list16    // of a word, the node that it leads to from the root; -1 for none
	steps   list16    // from the other nodes, three numbers each, see step; in order
	first   list16    // of a node, its first entry; the next node's is its end
	entries list16    // four numbers each: class, number, symbol, cost
	symbols texts     // the first is empty
	costs   [3]list16 // by costLines, of a class; -1 if it is not given
	long    list16    // the words that are looked up with a slip, by slipKey
	endings []ending
	tails   []tail
	written dictionary // the words with accents, as they are written
}

// step leads from a node by a word to a node.
type step struct{ node, word, to int }

// step is the node that a word leads to from a node; -1 if it leads to none.
func (l *lexicon) step(node, word int) int {
	if node == 0 {
		return l.begins.at(word)
	}
	lo, hi := 0, l.steps.len()/3
	for lo < hi {
		mid := (lo + hi) / 2
		switch n, w := l.steps.at(3*mid), l.steps.at(3*mid+1); {
		case n == node && w == word:
			return l.steps.at(3*mid + 2)
		case n < node || n == node && w < word:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return -1
}

// at calls f with the entries of a node.
func (l *lexicon) at(node int, f func(entry)) {
	for k := l.first.at(node); k < l.first.at(node+1); k++ {
		f(entry{
			class: class(l.entries.at(4 * k)), num: l.entries.at(4*k + 1),
			sym: l.symbols.at(l.entries.at(4*k + 2)), cost: l.entries.at(4*k + 3),
		})
	}
}

// from calls f with the entries of the forms that begin with a word and go on with tokens, and with
// how many tokens they have.
func (l *lexicon) from(word int, behind []Token, f func(size int, e entry)) {
	for node, size := 0, 1; word >= 0; size++ {
		if node = l.step(node, word); node < 0 {
			return
		}
		l.at(node, func(e entry) { f(size, e) })
		if size > len(behind) {
			return
		}
		word = l.words.find(behind[size-1].Word)
	}
}

// ofWord calls f with the entries of a word alone.
func (l *lexicon) ofWord(word string, f func(entry)) {
	l.from(l.words.find(word), nil, func(_ int, e entry) { f(e) })
}

// costLines are what the lines of a lexicon begin with that say what a word of a class costs in free text, and
// what it costs besides as the first or the last word.
var costLines = [3]string{"weight", "first", "last"}

// weight is what a word of a class costs in free text; -1 if it is not given.
func (l *lexicon) weight(c class) int { return l.costs[0].at(int(c)) }

// drawnOut is how often a letter is repeated, at least, in a word that is drawn out.
const drawnOut = 3

// drawn is the word that is written with a letter drawn out, which has it once or twice: "pleaseee", "gooood".
// It is negative if there is none.
func (l *lexicon) drawn(word string) int {
	for at := 0; at < len(word); at++ {
		run := len(word[at:]) - len(strings.TrimLeft(word[at:], word[at:at+1]))
		for most := 1; run >= drawnOut && most < drawnOut; most++ {
			if w := l.words.find(word[:at+most] + word[at+run:]); w >= 0 && len(word)-run+most > 1 {
				return w
			}
		}
	}
	return -1
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

// isFormed reports whether a word is one that the lexicon has with an ending, which is no slip: "washed" is not
// "wished". The ending may begin with a letter of the word: "baked".
func (l *lexicon) isFormed(word string) bool {
	return slices.ContainsFunc(l.endings, func(e ending) bool {
		stem, ends := strings.CutSuffix(word, e.letters)
		return ends && (l.words.find(stem) >= 0 || l.words.find(stem+e.letters[:1]) >= 0)
	})
}

// tail is letters that may be glued to the words of a class. The word is then of another
// class, with the same value.
type tail struct {
	letters  string
	from, to class
}

// glued calls f with the entries of a word that ends with a tail.
func (l *lexicon) glued(word string, f func(entry)) {
	for i := range l.tails {
		t := &l.tails[i]
		stem, ok := strings.CutSuffix(word, t.letters)
		if !ok {
			continue
		}
		l.ofWord(stem, func(e entry) {
			if e.class == t.from {
				e.class = t.to
				f(e)
			}
		})
	}
}

// A word of at least slipLetters letters may be written with one slip. In one of swapLetters, two letters
// may be exchanged.
const (
	slipLetters = 5
	swapLetters = 4
)

// slipKey divides the words into small groups: a slip does not change the first letter,
// and changes the length by at most one.
func slipKey(word string, length int) int { return int(word[0])<<8 + min(length, 255) }

// near are the words that are one slip away: a letter more, less or other, or two letters
// exchanged.
func (l *lexicon) near(word string) (found []int) {
	if len(word) < swapLetters {
		return nil
	}
	lo, hi := slipKey(word, len(word)-1), slipKey(word, len(word)+1)
	long := func(i int) (int, string) { w := l.long.at(i); return w, l.words.at(w) }
	at := sort.Search(l.long.len(), func(i int) bool { _, near := long(i); return slipKey(near, len(near)) >= lo })
	for ; at < l.long.len(); at++ {
		w, near := long(at)
		if slipKey(near, len(near)) > hi {
			break
		}
		letter := min(len(word), len(near)) >= slipLetters
		if OneSlip(word, near) && (letter || swapped(word, near)) {
			found = append(found, w)
		}
	}
	return found
}

// swapped reports whether two words have the same letters, in another order.
func swapped(a, b string) bool {
	sorted := func(s string) string { c := []byte(s); slices.Sort(c); return string(c) }
	return len(a) == len(b) && sorted(a) == sorted(b)
}

// OneSlip reports whether the texts are one slip apart.
func OneSlip(a, b string) bool {
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

// known is an entry that begins at a token.
type known struct {
	class     string
	size, num int32
}

// appendKnown adds the entries that begin at a token, the longest last. What is in doubt does not
// count.
func (g *Grammar) appendKnown(all []known, toks []Token, i int) []known {
	if i >= len(toks) || endsWord(toks, i) {
		return all
	}
	add := func(size int, e entry) {
		if e.cost < Doubt {
			all = append(all, known{g.classes.at(int(e.class)), int32(size), int32(e.num)})
		}
	}
	one := func(e entry) { add(1, e) }
	g.lex.glued(toks[i].Word, one)
	g.lex.ends(toks[i].Word, one)
	g.lex.from(g.lex.words.find(toks[i].Word), toks[i+1:], add)
	return all
}

// longestOf is the number of tokens of the longest entry of some classes, and its number.
func longestOf(all []known, classes []string) (size, num int) {
	for i := range all {
		if x := &all[i]; slices.Contains(classes, x.class) {
			size, num = int(x.size), int(x.num)
		}
	}
	return size, num
}

// Match is the number of tokens of the longest entry of some classes that begins at a token.
// What is in doubt does not count.
func (g *Grammar) Match(toks []Token, i int, classes ...string) (size int) {
	size, _ = longestOf(g.appendKnown(nil, toks, i), classes)
	return size
}

// Has reports whether a token is a word of one of some classes.
func (g *Grammar) Has(toks []Token, i int, classes ...string) bool {
	return g.Match(toks, i, classes...) > 0
}

// HasAny reports whether any token is a word of one of some classes.
func (g *Grammar) HasAny(toks []Token, classes ...string) bool {
	for i := range toks {
		if g.Has(toks, i, classes...) {
			return true
		}
	}
	return false
}

// Words are tokens that are looked up when they are first asked about, and once.
type Words struct {
	g    *Grammar
	toks []Token
	at   [][2]int32 // of a token, its part of all, and 0, 0 until it is needed
	all  []known
}

// Words are the tokens of a text, to ask about many of them.
func (g *Grammar) Words(toks []Token) *Words {
	return &Words{g, toks, make([][2]int32, len(toks)), make([]known, 1, 2*len(toks)+1)}
}

// Value is the number of tokens of the longest entry of some classes that begins at a token, and
// its number. What is in doubt does not count.
func (w *Words) Value(i int, classes ...string) (size, num int) {
	if i >= len(w.toks) {
		return 0, 0
	}
	at := &w.at[i]
	if at[1] == 0 {
		at[0] = int32(len(w.all))
		w.all = w.g.appendKnown(w.all, w.toks, i)
		at[1] = int32(len(w.all))
	}
	return longestOf(w.all[at[0]:at[1]], classes)
}

// Match is the size of Value.
func (w *Words) Match(i int, classes ...string) int {
	size, _ := w.Value(i, classes...)
	return size
}

// Has reports whether a token is a word of one of some classes.
func (w *Words) Has(i int, classes ...string) bool { return w.Match(i, classes...) > 0 }

// Entry is words with their value in a class.
type Entry struct {
	Words []string
	Num   int
	Sym   string
}

// Beginning are the words of a class, each alone, that begin with some letters, in order.
func (g *Grammar) Beginning(class, letters string) (found []string) {
	l := &g.lex
	w := sort.Search(l.words.len(), func(w int) bool { return l.words.at(w) >= letters })
	for ; w < l.words.len() && strings.HasPrefix(l.words.at(w), letters); w++ {
		l.from(w, nil, func(_ int, e entry) {
			if g.classes.at(int(e.class)) == class {
				found = append(found, l.words.at(w))
			}
		})
	}
	return found
}

// OfClass are the words of a class.
func (g *Grammar) OfClass(class string) (all []Entry) {
	c, ok := g.class(class)
	if !ok {
		return nil
	}
	l := &g.lex
	to := make([]step, l.first.len()) // of a node, the step that leads to it
	for w := range l.begins.len() {
		if node := l.begins.at(w); node >= 0 {
			to[node] = step{word: w}
		}
	}
	for k := 0; k < l.steps.len(); k += 3 {
		to[l.steps.at(k+2)] = step{node: l.steps.at(k), word: l.steps.at(k + 1)}
	}
	for node := range l.first.len() - 1 {
		l.at(node, func(e entry) {
			if e.class != c {
				return
			}
			var words []string
			for at := node; at != 0; at = to[at].node {
				words = append(words, l.words.at(to[at].word))
			}
			slices.Reverse(words)
			all = append(all, Entry{words, e.num, e.sym})
		})
	}
	return all
}
