package fulltext

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"
)

// A store compares texts to the letter, folded less far than terms are. Of a text
// in ASCII it is certain that whatever has it has its words as well, so that the
// index can say where to look; letters of other scripts can be written down in
// more than one way.

// Whole are the words of all that is the same as a text; none where that is not
// certain.
func Whole(text string) []Word { return certain(text, Word{}) }

// Within are the words of all that has a text somewhere in it; none where that is
// not certain. Each of them may be part of a longer one.
func Within(text string) []Word { return certain(text, Word{Inside: true}) }

func certain(text string, like Word) (words []Word) {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return nil
	}
	for _, term := range distinct(text) {
		like.Term = term
		words = append(words, like)
	}
	return words
}

// Candidates are records of some kinds among which all are that have the words, if
// there are few: at most so many. A word that very many have is passed over.
func (x Index) Candidates(words []Word, kinds []bool, most int) (docs []Doc, few bool, err error) {
	s := search{index: x, dead: x.dead(), query: Query{Kinds: kinds, Limit: most}, pages: map[Doc]*page{}, enough: 4 * most}
	defer s.end()
	all := uint32(0)
	for i, w := range words[:min(len(words), wordsMax)] {
		switch err := s.having(i, w); err {
		case nil:
			all |= 1 << i
		case errStop:
		default:
			return nil, false, err
		}
	}
	if all == 0 {
		return nil, false, nil
	}
	hits, total := s.best(all)
	for _, h := range hits {
		docs = append(docs, h.Doc)
	}
	return docs, total <= most, nil
}

// errPast is of a term after those that are looked for.
var errPast = errors.New("past the word")

// having counts the records that have a word: errStop where they are too many to
// go on.
func (s *search) having(i int, w Word) error {
	s.here, s.have = s.here[:0], 0
	for n, segment := range s.index {
		err := segment.terms(w, func(c *cursor) error {
			if err := s.count(n, c.postings, 1<<i, 1); err != nil {
				return err
			}
			if s.have > s.enough {
				return errStop
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// terms calls fn for the entries of those that stand for a word.
func (s *Segment) terms(w Word, fn func(c *cursor) error) error {
	if !w.Inside {
		err := s.entries(w.Term, func(c *cursor) error {
			if len(c.term) > len(w.Term) {
				return errPast
			}
			return fn(c)
		})
		if err == errPast {
			return nil
		}
		return err
	}
	c := s.at("")
	for c.nextTerm() {
		if !isCut(c.term) && !bytes.Contains(c.term, []byte(w.Term)) {
			continue
		}
		if err := c.eachOf(fn); err != nil {
			return err
		}
	}
	return c.err
}
