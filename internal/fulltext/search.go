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

// Word is a word to search for.
type Word struct {
	Term   string
	Prefix bool // terms that begin with it match, with a lower score
	Typos  int  // wrong letters that are tolerated if few records have the word
	Inside bool // terms that contain it match; only for Matches
}

// Matches reports whether a term matches the word.
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

// Need is how many of the words a record must have.
type Need uint8

const (
	AllOrSome Need = iota // all of them, or some if no record has all
	All
	Some
)

// Query is a search.
type Query struct {
	// Words returns the words of a text that somebody typed, each once. Words of three
	// letters or more match as prefixes, and longer words tolerate typos, if they are
	// long enough that a typo rarely makes another word.
	Words []Word
	Need  Need
	Kinds []bool // by index in schema.Kinds; nil is all kinds
	Limit int    // of hits
}

// maxWords is the most words of a search; later ones are ignored.
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

// PrefixWords returns the words of a text that is looked for exactly, from the beginning
// of a word on: all whole words, but for the last, which may be a prefix.
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

// distinct returns the terms of a text, each once. The last letter of a dense script is
// indexed on its own, but is not searched for in addition to its pair.
func distinct(text string) (terms []string) {
	end := -1 // of the previous pair
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

// Found is the result of a search.
type Found struct {
	Hits  []Hit  // best first, then newest first
	Total int    // before the limit
	Some  bool   // no record has all of the words
	Words []Word // as searched: without typos if none had to be tolerated
}

// Hit is a matching record. Scores are comparable within one result only.
type Hit struct {
	Doc   Doc
	Score float64
}

// Factors of inexact matches. The factor of a prefix grows with its share of the term.
const (
	minPrefix = 0.4
	maxPrefix = 0.8
	oneTypo   = 0.4
	twoTypos  = 0.2
)

// typoThreshold is the number of records from which on a word is not taken for a typo.
const typoThreshold = 3

// Search finds the records that have the words of a query.
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
	index Index
	dead  [][]Doc
	query Query
	// pages is a pool of zeroed pages.
	pages   map[Doc]*page // by first record
	here    []*page       // pages with records that have the current word
	records int           // records that have the current word
	typo    bool          // the current terms match only with a typo
	typos   map[Doc]bool  // records that have a word only with a typo
}

// pageSize is the number of records on a page, which is looked up once for consecutive
// records.
const pageSize = 512

type page [pageSize]account

// pages are those that no search needs, all of their accounts empty.
var pages = sync.Pool{New: func() any { return new(page) }}

// page returns the page of a record, and its first record.
func (s *search) page(d Doc) (from Doc, at *page) {
	from = d / pageSize * pageSize
	if at = s.pages[from]; at == nil {
		at = pages.Get().(*page)
		s.pages[from] = at
	}
	return from, at
}

// end returns the pages to the pool.
func (s *search) end() {
	for _, p := range s.pages {
		clear(p[:])
		pages.Put(p)
	}
}

// account is the score of a record so far.
type account struct {
	score float32
	best  float32 // of the terms that match the current word
	words uint32  // one bit for each word that it has
}

// word adds the matches of one word, and reports whether terms matched only with a typo.
func (s *search) word(i int, w Word) (near bool, err error) {
	s.here, s.records = s.here[:0], 0
	bit := uint32(1) << i
	for n, segment := range s.index {
		err := segment.entries(w.terms(), func(c *cursor) error {
			factor := float32(1)
			if len(c.term) > len(w.Term) {
				factor = minPrefix + (maxPrefix-minPrefix)*float32(len(w.Term))/float32(len(c.term))
			}
			return s.count(n, c.postings, bit, factor)
		})
		if err != nil {
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
			p[i].score += rarity * p[i].best // 0 for records without the word
			p[i].best = 0
		}
	}
	return near, nil
}

// near adds the terms that differ from the word by a typo. The first letter must be
// right: people rarely get it wrong, and it leaves few terms to compare.
func (s *search) near(w Word, bit uint32) (any bool, err error) {
	typed := []rune(w.Term)
	d := distance{typed: typed, most: w.Typos}
	s.typo = true
	defer func() { s.typo = false }()
	for n, segment := range s.index {
		c := segment.in(w.near())
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

// count adds the postings of a term that matches the current word.
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
			s.here = append(s.here, at) // repeated if several lists have the page
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

// best returns the best records that have these words, or any word if there are none.
// Records that have all of them as typed come before those that match only with a typo.
func (s *search) best(words uint32) (hits []Hit, total int) {
	top := heap{most: s.query.Limit}
	below := s.below(words)
	// The newest first, so that most offers are accepted early.
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

// below is the lowest score of the records that have all of the words as typed, 0 if
// there are none or no typos.
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

// order is best first, then newest first, then by kind.
func order(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc.ID(), a.Doc.ID()),
		cmp.Compare(a.Doc.Kind(), b.Doc.Kind()))
}

// heap keeps the best hits, the worst of them at the root.
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

// terms are those that match a word without a typo.
func (w Word) terms() Range {
	if w.Prefix {
		return beginning(w.Term)
	}
	return only(w.Term)
}

// near are the terms among which those with a typo are.
func (w Word) near() Range { return beginning(string([]rune(w.Term)[:1])) }

// Ranges are the terms that a search may read, in order and apart from each other.
func (q Query) Ranges() (all []Range) {
	for _, w := range q.Words[:min(len(q.Words), maxWords)] {
		if w.Typos > 0 {
			all = append(all, w.near())
		} else {
			all = append(all, w.terms())
		}
	}
	return joined(all)
}

// RangesOf are the terms that searches for the words of a text may read, be they looked for as
// they are typed or as prefixes, and matches of tags that are one of them.
func RangesOf(text string) []Range {
	words := Words(text)
	all := Query{Words: words}.Ranges()
	for _, w := range words {
		if all = append(all, only(string(memberTerm(w.Term)))); len(w.Term) > 1 {
			all = append(all, beginning(w.Term))
		}
	}
	return joined(all)
}
