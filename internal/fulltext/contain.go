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

// Manner is how a text is looked for.
type Manner uint8

const (
	Within Manner = iota // anywhere in a text, both in their plain form
	Whole                // as all of a text, but for case
	Member               // as a member of a set, to the letter
)

// Sought is a text that is looked for in some fields of the records of a kind, in
// each of them by itself.
type Sought struct {
	Text   string
	Manner Manner
	Places Places
}

// Having is which records have a text.
type Having struct {
	Known    bool // false is that the index does not know
	Sure     *Set // have it
	Doubtful *Set // and these may
}

// ErrFar is of records whose ids are beyond all sets.
var ErrFar = errors.New("there are more records than sets have room for")

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
	for from := 0; from < len(plain) && len(words) < wordsMax; {
		to, script := run(plain, from)
		word := plain[from:to]
		if from = to; script != between && !unicode.IsMark(first(word)) && !slices.Contains(words, word) {
			words = append(words, word)
			alone = script == spaced && len(word) == len(plain)
		}
	}
	return words, alone
}

// words are those that all has which has the text, and whether to have the word is to
// have the text; none where that is not certain, as with letters beyond ASCII that can
// be written down in more than one way.
func (s Sought) words() (words []string, alone bool) {
	switch {
	case s.Manner == Member && s.Text != "" && !strings.Contains(s.Text, "\n"):
		return []string{string(memberTerm(s.Text))}, true
	case s.Manner == Within:
		return within(s.Text)
	case s.Manner == Whole && !foreign(s.Text):
		return distinct(s.Text), false
	}
	return nil, false
}

// Having are the records of a kind, by its place in schema.Kinds, that have some
// texts, for each of them.
func (x Index) Having(kind int, sought []Sought) ([]Having, error) {
	h := having{kinds: append(make([]bool, kind), true)}
	for _, s := range sought {
		words, _ := s.words()
		for _, word := range words {
			h.look(word, s)
		}
	}
	h.pass()
	dead := x.dead()
	for n, segment := range x {
		if err := h.whole(segment, dead[n]); err != nil {
			return nil, err
		}
		if err := h.inside(segment, dead[n]); err != nil {
			return nil, err
		}
	}
	found := make([]Having, len(sought))
	for i, s := range sought {
		found[i] = h.of(s)
	}
	return found, nil
}

// having looks for words. One that stands inside of longer terms is looked for in
// all terms, which are gone through once.
type having struct {
	kinds []bool
	looks []*look
}

// look is a word that is looked for, and which records have it in some fields.
type look struct {
	word   string
	inside bool
	places Places
	sure   Set
	cut    Set // have a term that was cut, and may have had it there
}

// matches reports whether the look is for a word of a text.
func (l *look) matches(word string, s Sought) bool {
	return l.word == word && l.inside == (s.Manner == Within) && l.places == s.Places
}

func (h *having) look(word string, s Sought) {
	if !slices.ContainsFunc(h.looks, func(l *look) bool { return l.matches(word, s) }) {
		h.looks = append(h.looks, &look{word: word, inside: s.Manner == Within, places: s.Places})
	}
}

// insideMost is how many words are looked for inside of terms, the longest first,
// which say most: each is compared with every term there is.
const insideMost = 8

// pass leaves the words out that are too many.
func (h *having) pass() {
	slices.SortStableFunc(h.looks, func(a, b *look) int { return len(b.word) - len(a.word) })
	n := 0
	h.looks = slices.DeleteFunc(h.looks, func(l *look) bool {
		if l.inside {
			n++
		}
		return l.inside && n > insideMost
	})
}

// whole takes what a segment has of the words that are terms.
func (h *having) whole(segment *Segment, dead []Doc) error {
	for _, l := range h.looks {
		if l.inside {
			continue
		}
		at := segment.at(l.word)
		for at.next() && string(at.term) <= l.word {
			if string(at.term) < l.word {
				continue
			}
			if err := h.take(at.postings, dead, isCut(at.term), []*look{l}); err != nil {
				return err
			}
		}
		if at.err != nil {
			return at.err
		}
	}
	return nil
}

// inside takes what a segment has of the words that are looked for inside of terms.
func (h *having) inside(segment *Segment, dead []Doc) error {
	if !slices.ContainsFunc(h.looks, func(l *look) bool { return l.inside }) {
		return nil
	}
	at := segment.at("")
	var looks []*look // for what the term at hand has, or may have had
	for at.nextTerm() {
		looks = looks[:0]
		for _, l := range h.looks {
			if l.inside && (isCut(at.term) || bytes.Contains(at.term, []byte(l.word))) {
				looks = append(looks, l)
			}
		}
		if len(looks) == 0 {
			continue
		}
		if err := at.eachOf(func(c *cursor) error { return h.take(c.postings, dead, isCut(c.term), looks) }); err != nil {
			return err
		}
	}
	return at.err
}

// take marks the records of some postings.
func (h *having) take(postings []byte, dead []Doc, cut bool, looks []*look) error {
	alive, far := living{dead}, false
	ok := eachPosting(postings, h.kinds, func(p Posting) {
		if !alive.has(p.Doc) {
			return
		}
		id := p.Doc.ID()
		if far = far || id > farthest; far {
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
		return ErrFar
	}
	return nil
}

// of is what was found of a text: what has all of its words, as far as they were
// looked for.
func (h *having) of(s Sought) (found Having) {
	words, alone := s.words()
	for _, word := range words {
		i := slices.IndexFunc(h.looks, func(l *look) bool { return l.matches(word, s) })
		if i < 0 {
			continue
		}
		l := h.looks[i]
		if alone {
			return Having{true, &l.sure, l.cut.Without(&l.sure)}
		}
		has := l.sure.Or(&l.cut)
		if found.Known {
			has = has.And(found.Doubtful)
		}
		found = Having{true, &Set{}, has}
	}
	return found
}
