package fulltext

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Word is one of those that are looked for.
type Word struct {
	Term   string
	Prefix bool // a term that begins with it will do, if less well
	Typos  int  // letters that may be wrong where hardly anything has the word
	Inside bool // a term that has it anywhere will do; of candidates alone
}

// Matches reports whether a term can stand for the word.
func (w Word) Matches(term string) bool {
	switch {
	case term == w.Term, w.Prefix && strings.HasPrefix(term, w.Term), w.Inside && strings.Contains(term, w.Term):
		return true
	}
	if w.Typos == 0 || first(term) != first(w.Term) {
		return false
	}
	d := distance{typed: []rune(w.Term), most: w.Typos}
	_, ok := d.to(term)
	return ok
}

// Need is which of the words a record must have.
type Need uint8

const (
	AllOrSome Need = iota // all of them, or some where no record has all
	All
	Some
)

// Query is what is looked for.
type Query struct {
	Words []Word
	Need  Need
	Kinds []bool // by their place in schema.Kinds; nil is all of them
	Limit int    // of hits
}

// maxWords is how many words are looked for; those that are said first.
const maxWords = 32

// Words are those of a text that somebody typed: each once, whole or the
// beginning of one, with typos where they are long enough that a typo does not
// make them another word.
func Words(text string) (words []Word) {
	for _, term := range distinct(text) {
		n := utf8.RuneCountInString(term)
		w := Word{Term: term, Prefix: n >= 3 || n == 1 && dense(first(term))}
		if !strings.ContainsFunc(term, func(r rune) bool { return unicode.IsDigit(r) || dense(r) }) {
			switch {
			case n >= 8:
				w.Typos = 2
			case n >= 4:
				w.Typos = 1
			}
		}
		words = append(words, w)
	}
	return words
}

// PrefixWords are the words of a text that stands in another one to the letter, from
// the beginning of a word on: each of them whole, the last perhaps its beginning.
func PrefixWords(text string) (words []Word) {
	spans := Spans(text)
	for _, term := range distinct(text) {
		words = append(words, Word{Term: term, Prefix: term == spans[len(spans)-1].Term})
	}
	return words
}

func first(term string) rune {
	r, _ := utf8.DecodeRuneInString(term)
	return r
}

// distinct are the terms of a text, each once. The last letter of a dense script,
// which is indexed so that it can be found, is not looked for beside the pair
// that it belongs to.
func distinct(text string) (terms []string) {
	end := -1 // of the pair before
	for _, s := range Spans(text) {
		alone := s.To == end && dense(first(s.Term)) && utf8.RuneCountInString(s.Term) == 1
		end = s.To
		if alone || slices.Contains(terms, s.Term) {
			continue
		}
		if terms = append(terms, s.Term); len(terms) == maxWords {
			break
		}
	}
	return terms
}

// Found is the answer.
type Found struct {
	Hits  []Hit  // best first; of equals the newest
	Total int    // before the limit
	Some  bool   // that no record has all of the words
	Words []Word // as they were looked for: without typos where none had to be allowed for
}

// Hit is a record that was found. Scores compare within one answer only.
type Hit struct {
	Doc   Doc
	Score float64
}

// What is found otherwise than to the letter counts less. A beginning counts the
// more, the more of the term it is.
const (
	minPrefix = 0.4
	maxPrefix = 0.8
	oneTypo   = 0.4
	twoTypos  = 0.2
)

// typoThreshold is how many records a word must have so that it is no typo.
const typoThreshold = 3

// Search looks for words.
func (x Index) Search(q Query) (Found, error) {
	s := search{index: x, dead: x.dead(), query: q, pages: map[Doc]*page{}, typos: map[Doc]bool{}}
	defer s.end()
	words := q.Words[:min(len(q.Words), maxWords)]
	found := Found{Words: slices.Clone(words)}
	for i, w := range words {
		near, err := s.word(i, w)
		if err != nil {
			return Found{}, err
		}
		if !near {
			found.Words[i].Typos = 0
		}
	}
	all := uint32(1)<<len(words) - 1
	if q.Need == Some {
		all = 0
	}
	found.Hits, found.Total = s.best(all)
	if found.Total == 0 && q.Need == AllOrSome {
		found.Some = true
		found.Hits, found.Total = s.best(0)
	}
	found.Some = found.Some && found.Total > 0
	return found, nil
}

type search struct {
	index   Index
	dead    [][]Doc
	query   Query
	pages   map[Doc]*page // by their first record
	here    []*page       // those of records that have the word at hand
	records int           // such records
	typo    bool          // that the terms at hand are typos of the word
	typos   map[Doc]bool  // records that have one of the words only so
}

// pageSize is how many records share a page, which is found once for those that
// follow each other.
const pageSize = 512

type page [pageSize]account

// pages are those that no search needs, all of their accounts empty.
var pages = sync.Pool{New: func() any { return new(page) }}

// page is the page of a record, and its first record.
func (s *search) page(d Doc) (from Doc, at *page) {
	from = d / pageSize * pageSize
	if at = s.pages[from]; at == nil {
		at = pages.Get().(*page)
		s.pages[from] = at
	}
	return from, at
}

// end gives the pages back.
func (s *search) end() {
	for _, p := range s.pages {
		clear(p[:])
		pages.Put(p)
	}
}

// account is what is known of a record so far.
type account struct {
	score float32
	best  float32 // of the terms that stand for the word at hand
	words uint32  // a bit for each that it has
}

// word adds what the records have of one word, and reports whether other terms
// had to stand for it because of a typo.
func (s *search) word(i int, w Word) (near bool, err error) {
	s.here, s.records = s.here[:0], 0
	bit := uint32(1) << i
	for n, segment := range s.index {
		err := segment.entries(w.Term, func(c *cursor) error {
			factor := float32(1)
			if len(c.term) > len(w.Term) {
				if !w.Prefix {
					return errStop
				}
				factor = minPrefix + (maxPrefix-minPrefix)*float32(len(w.Term))/float32(len(c.term))
			}
			return s.count(n, c.postings, bit, factor)
		})
		if err != nil && err != errStop {
			return false, err
		}
	}
	if w.Typos > 0 && s.records < typoThreshold {
		if near, err = s.near(w, bit); err != nil {
			return false, err
		}
	}
	have := float64(s.records)
	rarity := float32(math.Log(1 + (max(float64(s.index.size()), have)-have+0.5)/(have+0.5)))
	for _, p := range s.here {
		for i := range p {
			p[i].score += rarity * p[i].best // which is 0 but for those that have it
			p[i].best = 0
		}
	}
	return near, nil
}

// near counts the terms that a typo may have made the word of. The first letter
// is right: hardly anybody gets that wrong, and it leaves few terms to look at.
func (s *search) near(w Word, bit uint32) (any bool, err error) {
	typed := []rune(w.Term)
	d := distance{typed: typed, most: w.Typos}
	s.typo = true
	defer func() { s.typo = false }()
	for n, segment := range s.index {
		c := segment.at(string(typed[:1]))
		for c.nextTerm() {
			if r := first(string(c.term)); r != typed[0] {
				if r > typed[0] {
					break
				}
				continue
			}
			wrong, ok := d.to(string(c.term))
			if !ok || wrong == 0 {
				continue
			}
			any = true
			factor := float32(oneTypo)
			if wrong > 1 {
				factor = twoTypos
			}
			if err := c.eachOf(func(c *cursor) error { return s.count(n, c.postings, bit, factor) }); err != nil {
				return any, err
			}
		}
		if c.err != nil {
			return any, c.err
		}
	}
	return any, nil
}

// count takes the postings of a term that stands for the word at hand.
func (s *search) count(segment int, postings []byte, bit uint32, factor float32) error {
	alive := liveFilter{s.dead[segment]}
	var at *page
	var from Doc
	ok := eachPosting(postings, s.query.Kinds, func(p Posting) {
		d := p.Doc
		if !alive.has(d) {
			return
		}
		if at == nil || d-from >= pageSize {
			from, at = s.page(d)
			s.here = append(s.here, at) // more than once, if other lists have the page, too
		}
		a := &at[d-from]
		if a.words&bit == 0 {
			a.words |= bit
			s.records++
			if s.typo {
				s.typos[d] = true
			}
		}
		a.best = max(a.best, factor*float32(p.Weight)/255)
	})
	if !ok {
		return ErrDamaged
	}
	return nil
}

// best are the records that have these words, and any word where there are none
// of these. One that has all of them as they were typed comes before those that
// only a typo stands for, wherever it has them.
func (s *search) best(words uint32) (hits []Hit, total int) {
	top := heap{most: s.query.Limit}
	below := s.below(words)
	// The newest first, so that few are offered in vain.
	for _, from := range slices.Backward(slices.Sorted(maps.Keys(s.pages))) {
		p := s.pages[from]
		for i := range p {
			if a := &p[i]; a.has(words) {
				total++
				hit := Hit{from + Doc(i), float64(a.score)}
				if below > 0 && s.typos[hit.Doc] {
					hit.Score = below * hit.Score / (1 + hit.Score)
				}
				top.offer(hit)
			}
		}
	}
	slices.SortFunc(top.hits, order)
	return top.hits, total
}

func (a *account) has(words uint32) bool { return a.words != 0 && a.words&words == words }

// below is the least score of the records that have all of the words as they were
// typed; 0 where none is looked for.
func (s *search) below(words uint32) (least float64) {
	if words == 0 || len(s.typos) == 0 {
		return 0
	}
	for from, p := range s.pages {
		for i := range p {
			if a := &p[i]; a.has(words) && !s.typos[from+Doc(i)] && (least == 0 || float64(a.score) < least) {
				least = float64(a.score)
			}
		}
	}
	return least
}

// order is best first; of equals the newest, and then by kind.
func order(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc.ID(), a.Doc.ID()),
		cmp.Compare(a.Doc.Kind(), b.Doc.Kind()))
}

// heap keeps the best of what it is offered, the worst of them on top.
type heap struct {
	most int
	hits []Hit
}

func (h *heap) offer(hit Hit) {
	switch {
	case h.most <= 0:
	case len(h.hits) < h.most:
		h.hits = append(h.hits, hit)
		for i := len(h.hits) - 1; i > 0; {
			up := (i - 1) / 2
			if order(h.hits[i], h.hits[up]) < 0 {
				break
			}
			h.hits[i], h.hits[up] = h.hits[up], h.hits[i]
			i = up
		}
	case order(hit, h.hits[0]) < 0:
		h.hits[0] = hit
		h.sink()
	}
}

func (h *heap) sink() {
	for i := 0; ; {
		worst := i
		for _, down := range [...]int{2*i + 1, 2*i + 2} {
			if down < len(h.hits) && order(h.hits[down], h.hits[worst]) > 0 {
				worst = down
			}
		}
		if worst == i {
			return
		}
		h.hits[i], h.hits[worst] = h.hits[worst], h.hits[i]
		i = worst
	}
}
