package fulltext

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A store compares texts to the letter. Of some it is certain that whatever has
// them has their words as well, so that the index can say where to look.

// Whole are the words of all that is the same as a text, but for case; none where
// that is not certain, since letters beyond ASCII can be written down in more than
// one way.
func Whole(text string) []Word {
	if foreign(text) {
		return nil
	}
	return certain(text, Word{})
}

// Within are the words of all that has a text somewhere in it, both in their plain
// form; none where that is not certain: letters that are not spaced are not folded
// one by one where they are indexed, and a mark in front belongs to the letter before
// it. Each of the words may be part of a longer one.
func Within(text string) []Word {
	if strings.ContainsFunc(text, dense) || unicode.IsMark(first(Plain(text))) {
		return nil
	}
	return certain(text, Word{Inside: true})
}

func certain(text string, like Word) (words []Word) {
	for _, term := range distinct(text) {
		like.Term = term
		words = append(words, like)
	}
	return words
}

// Candidates are records of some kinds among which all are that have the words, in
// their order, if there are few: at most so many. A word that more than common
// entries speak of is passed over.
func (x Index) Candidates(words []Word, kinds []bool, most, common int) (docs []Doc, few bool, err error) {
	c := candidates{words: words[:min(len(words), wordsMax)], common: common,
		search: search{index: x, dead: x.dead(), query: Query{Kinds: kinds}, pages: map[Doc]*page{}}}
	defer c.end()
	c.seen = make([]int, len(c.words))
	for n, segment := range x {
		if err := c.whole(n, segment); err != nil {
			return nil, false, err
		}
		if err := c.inside(n, segment); err != nil {
			return nil, false, err
		}
	}
	docs, few = c.found(most)
	return docs, few, nil
}

// candidates are what is known of them so far.
type candidates struct {
	search
	words  []Word
	seen   []int // entries of each word
	common int
}

// sought reports whether a word still says where to look.
func (c *candidates) sought(i int) bool { return c.seen[i] <= c.common }

// whole counts what a segment has of the words that stand for themselves alone.
func (c *candidates) whole(n int, segment *Segment) error {
	for i, w := range c.words {
		if w.Inside || !c.sought(i) {
			continue
		}
		at := segment.at(w.Term)
		for at.next() && string(at.term) <= w.Term {
			if string(at.term) < w.Term {
				continue
			}
			if err := c.mark(n, at.postings, 1<<i); err != nil {
				return err
			}
		}
		if at.err != nil {
			return at.err
		}
	}
	return nil
}

// inside counts what a segment has of the words that may stand in longer ones: all
// of its terms are gone through once. What was cut may have had any word.
func (c *candidates) inside(n int, segment *Segment) error {
	if !slices.ContainsFunc(c.words, func(w Word) bool { return w.Inside }) {
		return nil
	}
	at := segment.at("")
	for at.nextTerm() {
		bits := uint32(0)
		for i, w := range c.words {
			if w.Inside && c.sought(i) && (isCut(at.term) || bytes.Contains(at.term, []byte(w.Term))) {
				bits |= 1 << i
			}
		}
		if bits == 0 {
			continue
		}
		if err := at.eachOf(func(one *cursor) error { return c.mark(n, one.postings, bits) }); err != nil {
			return err
		}
	}
	return at.err
}

// mark takes the postings of some words, a bit for each.
func (c *candidates) mark(segment int, postings []byte, bits uint32) error {
	alive := living{c.dead[segment]}
	var at *page
	var from Doc
	marked := 0
	ok := eachPosting(postings, c.query.Kinds, func(d Doc, _ uint8) {
		if !alive.has(d) {
			return
		}
		if at == nil || d-from >= pageSize {
			from, at = c.page(d)
		}
		at[d-from].words |= bits
		marked++
	})
	if !ok {
		return ErrDamaged
	}
	for i := range c.seen {
		if bits>>i&1 > 0 {
			c.seen[i] += marked
		}
	}
	return nil
}

// found are the records that have all words which say where to look; false where
// there are more than most, or none of the words says it.
func (c *candidates) found(most int) (docs []Doc, few bool) {
	all := uint32(0)
	for i := range c.words {
		if c.sought(i) {
			all |= 1 << i
		}
	}
	if all == 0 {
		return nil, false
	}
	for _, from := range slices.Sorted(maps.Keys(c.pages)) {
		for i, a := range c.pages[from] {
			if a.words&all != all {
				continue
			}
			if len(docs) == most {
				return nil, false
			}
			docs = append(docs, from+Doc(i))
		}
	}
	return docs, true
}
