package fulltext

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// The index answers substring conditions that the store would evaluate on every row. A
// record that contains a text contains its words. If the text is a single word, a term
// that contains it is certain proof; otherwise the match is only possible and the store
// has to confirm it. Both sides are compared in their plain form.

// MatchMode is how a text is compared.
type MatchMode uint8

const (
	Substring MatchMode = iota // a text contains it, both in plain form
	Equal                      // a text equals it, ignoring case
	Member                     // a set has it as a member, exactly
)

// TextQuery is a text to find in some fields of the records of a kind. Each field is
// compared separately.
type TextQuery struct {
	Text   string
	Mode   MatchMode
	Places Places
}

// TextMatches are the records that have a text.
type TextMatches struct {
	Known    bool // false: the index cannot answer
	Certain  *Set // records that have the text
	Possible *Set // records that may have it
}

// ErrIDRange reports record ids that are too large for a Set.
var ErrIDRange = errors.New("there are more records than sets have room for")

// within returns words that any text contains, as parts of terms, that contains the text;
// alone means that the text is a single word, so that having it proves the match. There
// are no words if that is not certain: dense scripts are not folded letter by letter in
// the index, and a leading mark belongs to the letter before it.
func within(text string) (words []string, alone bool) {
	plain := Plain(text)
	if strings.ContainsFunc(plain, dense) || unicode.IsMark(first(plain)) {
		return nil, false
	}
	for from := 0; from < len(plain) && len(words) < maxWords; {
		to, script := run(plain, from)
		word := plain[from:to]
		if from = to; script != between && !unicode.IsMark(first(word)) && !slices.Contains(words, word) {
			words = append(words, word)
			alone = script == spaced && len(word) == len(plain)
		}
	}
	return words, alone
}

// indexWords returns words that every matching record has; alone means that having the
// word proves the match. There are none if that is not certain, as for letters beyond
// ASCII with several encodings.
func (s TextQuery) indexWords() (words []string, alone bool) {
	switch {
	case s.Mode == Member && s.Text != "" && !strings.Contains(s.Text, "\n"):
		return []string{string(memberTerm(s.Text))}, true
	case s.Mode == Substring:
		return within(s.Text)
	case s.Mode == Equal && !foreign(s.Text):
		return distinct(s.Text), false
	}
	return nil, false
}

// Ranges are the terms that a match may read; false if that is all terms.
func (s TextQuery) Ranges() (all []Range, some bool) {
	if s.Mode == Substring {
		return nil, false
	}
	words, _ := s.indexWords()
	for _, word := range words {
		all = append(all, only(word))
	}
	return joined(all), true
}

// MatchTexts returns the matches of each query among the records of a kind, given by its
// index in schema.Kinds.
func (x Index) MatchTexts(kind int, sought []TextQuery) ([]TextMatches, error) {
	h := textLookup{kinds: append(make([]bool, kind), true)}
	for _, s := range sought {
		words, _ := s.indexWords()
		for _, word := range words {
			h.add(word, s)
		}
	}
	h.limitInside()
	dead := x.dead()
	for n, segment := range x {
		if err := h.matchTerms(segment, dead[n]); err != nil {
			return nil, err
		}
		if err := h.matchInside(segment, dead[n]); err != nil {
			return nil, err
		}
	}
	found := make([]TextMatches, len(sought))
	for i, s := range sought {
		found[i] = h.result(s)
	}
	return found, nil
}

// textLookup finds the records that have some words. Words that may be inside longer
// terms are compared with all terms in one pass.
type textLookup struct {
	kinds []bool
	words []*wordLookup
}

// wordLookup is a word, and the records that have it in some fields.
type wordLookup struct {
	word   string
	inside bool
	places Places
	sure   Set
	cut    Set // have a truncated term, which may have contained it
}

// matches reports whether the lookup is the one for a word of a query.
func (l *wordLookup) matches(word string, s TextQuery) bool {
	return l.word == word && l.inside == (s.Mode == Substring) && l.places == s.Places
}

func (h *textLookup) add(word string, s TextQuery) {
	if !slices.ContainsFunc(h.words, func(l *wordLookup) bool { return l.matches(word, s) }) {
		h.words = append(h.words, &wordLookup{word: word, inside: s.Mode == Substring, places: s.Places})
	}
}

// maxInside is the most words that are compared with every term. The longest are the most
// selective.
const maxInside = 8

// limitInside drops the words beyond maxInside.
func (h *textLookup) limitInside() {
	slices.SortStableFunc(h.words, func(a, b *wordLookup) int { return len(b.word) - len(a.word) })
	n := 0
	h.words = slices.DeleteFunc(h.words, func(l *wordLookup) bool {
		if l.inside {
			n++
		}
		return l.inside && n > maxInside
	})
}

// matchTerms looks up the words that are whole terms in a segment.
func (h *textLookup) matchTerms(segment *Segment, dead []Doc) error {
	for _, l := range h.words {
		if l.inside {
			continue
		}
		err := segment.entries(only(l.word), func(at *cursor) error {
			return h.mark(at.postings, dead, isCut(at.term), []*wordLookup{l})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// matchInside looks up the words that may be inside terms of a segment.
func (h *textLookup) matchInside(segment *Segment, dead []Doc) error {
	if !slices.ContainsFunc(h.words, func(l *wordLookup) bool { return l.inside }) {
		return nil
	}
	at := segment.all()
	var looks []*wordLookup // that the current term contains, or may have contained
	for at.nextTerm() {
		looks = looks[:0]
		for _, l := range h.words {
			if l.inside && (isCut(at.term) || bytes.Contains(at.term, []byte(l.word))) {
				looks = append(looks, l)
			}
		}
		if len(looks) == 0 {
			continue
		}
		if err := at.eachOf(func(c *cursor) error { return h.mark(c.postings, dead, isCut(c.term), looks) }); err != nil {
			return err
		}
	}
	return at.err
}

// mark adds the records of postings to the results of words.
func (h *textLookup) mark(postings []byte, dead []Doc, cut bool, looks []*wordLookup) error {
	alive, far := liveFilter{dead}, false
	ok := eachPosting(postings, h.kinds, func(p Posting) {
		if !alive.has(p.Doc) {
			return
		}
		id := p.Doc.ID()
		if far = far || id > maxID; far {
			return
		}
		for _, l := range looks {
			switch {
			case l.places&p.Places == 0:
			case cut:
				l.cut.add(id)
			default:
				l.sure.add(id)
			}
		}
	})
	switch {
	case !ok:
		return ErrDamaged
	case far:
		return ErrIDRange
	}
	return nil
}

// result intersects the records of all looked-up words of a query.
func (h *textLookup) result(s TextQuery) (found TextMatches) {
	words, alone := s.indexWords()
	for _, word := range words {
		i := slices.IndexFunc(h.words, func(l *wordLookup) bool { return l.matches(word, s) })
		if i < 0 {
			continue
		}
		l := h.words[i]
		if alone {
			return TextMatches{true, &l.sure, l.cut.Without(&l.sure)}
		}
		has := l.sure.Or(&l.cut)
		if found.Known {
			has = has.And(found.Possible)
		}
		found = TextMatches{true, &Set{}, has}
	}
	return found
}
