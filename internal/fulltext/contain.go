package fulltext

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// A store compares texts to the letter, and the index knows words. Whatever has a
// text has its words as well; and where all of the text is one run of letters, what
// has a term around it has the text for certain, since both are compared in their
// plain form. So the index says of some records that they have it, and of others
// that they may.

// MatchMode is how a text is looked for.
type MatchMode uint8

const (
	Substring MatchMode = iota // anywhere in a text, both in their plain form
	Equal                      // as all of a text, but for case
	Member                     // as a member of a set, to the letter
)

// TextQuery is a text that is looked for in some fields of the records of a kind, in
// each of them by itself.
type TextQuery struct {
	Text   string
	Mode   MatchMode
	Places Places
}

// TextMatches is which records have a text.
type TextMatches struct {
	Known    bool // false is that the index does not know
	Certain  *Set // have it
	Possible *Set // and these may
}

// ErrIDRange is of records whose ids are beyond all sets.
var ErrIDRange = errors.New("there are more records than sets have room for")

// within are the words of a text in its plain form, each of which stands in a term of
// all that has the text somewhere in it; and whether one run of letters is all there
// is to it, so that nothing else has it. There are none where that is not certain:
// letters that are not spaced are not folded one by one where they are indexed, and a
// mark in front belongs to the letter before it.
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

// indexWords are those that all has which has the text, and whether to have the word is to
// have the text; none where that is not certain, as with letters beyond ASCII that can
// be written down in more than one way.
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

// MatchTexts are the records of a kind, by its place in schema.Kinds, that have some
// texts, for each of them.
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

// textLookup looks for words. One that stands inside of longer terms is looked for in
// all terms, which are gone through once.
type textLookup struct {
	kinds []bool
	words []*wordLookup
}

// wordLookup is a word that is looked for, and which records have it in some fields.
type wordLookup struct {
	word   string
	inside bool
	places Places
	sure   Set
	cut    Set // have a term that was cut, and may have had it there
}

// matches reports whether the look is for a word of a text.
func (l *wordLookup) matches(word string, s TextQuery) bool {
	return l.word == word && l.inside == (s.Mode == Substring) && l.places == s.Places
}

func (h *textLookup) add(word string, s TextQuery) {
	if !slices.ContainsFunc(h.words, func(l *wordLookup) bool { return l.matches(word, s) }) {
		h.words = append(h.words, &wordLookup{word: word, inside: s.Mode == Substring, places: s.Places})
	}
}

// maxInside is how many words are looked for inside of terms, the longest first,
// which say most: each is compared with every term there is.
const maxInside = 8

// limitInside leaves the words out that are too many.
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

// matchTerms takes what a segment has of the words that are terms.
func (h *textLookup) matchTerms(segment *Segment, dead []Doc) error {
	for _, l := range h.words {
		if l.inside {
			continue
		}
		at := segment.at(l.word)
		for at.next() && string(at.term) <= l.word {
			if string(at.term) < l.word {
				continue
			}
			if err := h.mark(at.postings, dead, isCut(at.term), []*wordLookup{l}); err != nil {
				return err
			}
		}
		if at.err != nil {
			return at.err
		}
	}
	return nil
}

// matchInside takes what a segment has of the words that are looked for inside of terms.
func (h *textLookup) matchInside(segment *Segment, dead []Doc) error {
	if !slices.ContainsFunc(h.words, func(l *wordLookup) bool { return l.inside }) {
		return nil
	}
	at := segment.at("")
	var looks []*wordLookup // for what the term at hand has, or may have had
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

// mark marks the records of some postings.
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

// result is what was found of a text: what has all of its words, as far as they were
// looked for.
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
