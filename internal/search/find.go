package search

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Request is a search.
type Request struct {
	Text  string
	Kinds []*schema.Kind // empty is all kinds
	Limit int            // 0 is no limit

	Project   int64   // only this project and what belongs to it; 0 is all records
	Favorites []int64 // projects whose records are ranked higher
}

// Result is the result of a search.
type Result struct {
	Matches  []Match // best first
	Total    int     // before the limit
	Partial  bool    // no record has all of the words; these have some of them
	Semantic int     // of the total: found by meaning alone
}

// Match is a record, and the text that matched.
type Match struct {
	Record   record.Record
	Score    float64 // comparable within one result only
	Field    string
	Excerpt  string   // of the field, around the words
	Words    []string // as written in the label and the excerpt
	Semantic bool     // similar in meaning, without the words; the excerpt is the similar passage
}

const (
	// closedWeight lowers the score of completed and skipped records, which are
	// searched but seldom meant.
	closedWeight = 0.6
	// favoriteWeight raises the score of records of favorite projects: enough to come
	// before equal matches, but not before better ones.
	favoriteWeight = 1.15
	// rankedMax is how many of the best matches are ranked again by these weights. If
	// more are equal, the newest are enough.
	rankedMax = 400
)

// Find returns the records that have the words of a text, best first, and completed
// records after open ones.
func Find(s Source, r Request) (Result, error) {
	a, words, err := rankByWords(s, r)
	if err != nil {
		return a, err
	}
	a.finish(r.Limit, words)
	return a, nil
}

// rankByWords returns the matching records, best first, and the words as searched. It
// does not locate the words in the records yet.
func rankByWords(s Source, r Request) (a Result, words []fulltext.Word, err error) {
	q := fulltext.Query{Words: fulltext.Words(r.Text), Kinds: kindFlags(r.Kinds), Limit: max(rankedMax, r.Limit)}
	if r.Limit == 0 || r.Project != 0 {
		q.Limit = math.MaxInt // what is left out can be left out only after it is read
	}
	found, err := s.Search(q)
	if err != nil {
		return a, nil, fmt.Errorf("search: %w", err)
	}
	a.Total, a.Partial = found.Total, found.Some
	records, err := readRecords(s, found.Hits)
	if err != nil {
		return a, nil, err
	}
	for i, h := range found.Hits {
		if x := records[i]; x.Kind != nil && r.includes(x) {
			a.Matches = append(a.Matches, Match{Record: x, Score: r.scored(x, h.Score)})
		}
	}
	if r.Project != 0 {
		a.Total = len(a.Matches)
	}
	slices.SortStableFunc(a.Matches, func(x, y Match) int { return cmp.Compare(y.Score, x.Score) })
	return a, found.Words, nil
}

// finish truncates the matches to a limit, 0 being none, and locates the words in them.
func (a *Result) finish(limit int, words []fulltext.Word) {
	if limit > 0 {
		a.Matches = a.Matches[:min(len(a.Matches), limit)]
	}
	for i := range a.Matches {
		if m := &a.Matches[i]; !m.Semantic {
			m.locate(words)
		}
	}
}

// kindFlags turns kinds into flags by index in schema.Kinds; nil if there are none.
func kindFlags(kinds []*schema.Kind) []bool {
	if len(kinds) == 0 {
		return nil
	}
	wanted := make([]bool, len(schema.Kinds))
	for i, k := range schema.Kinds {
		wanted[i] = slices.Contains(kinds, k)
	}
	return wanted
}

// FindAny returns at most limit records of these kinds that have some of the words, best
// first.
func FindAny(s Source, kinds []*schema.Kind, words []string, limit int) ([]record.Record, error) {
	found, err := s.Search(fulltext.Query{Words: fulltext.Words(strings.Join(words, " ")), Need: fulltext.Some,
		Kinds: kindFlags(kinds), Limit: limit})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	records, err := readRecords(s, found.Hits)
	return slices.DeleteFunc(records, func(r record.Record) bool { return r.Kind == nil }), err
}

// maxCandidates is how many records are worth listing by id.
const maxCandidates = 500

// LabelCandidates returns the ids of all records of these kinds whose label may contain a
// text from the beginning of a word on, and some others. It returns false if there are
// too many, or if the text has no word.
func LabelCandidates(s Source, kinds []*schema.Kind, text string) (ids []int64, ok bool, err error) {
	words := fulltext.PrefixWords(text)
	if len(words) == 0 {
		return nil, false, nil
	}
	found, err := s.Search(fulltext.Query{Words: words, Need: fulltext.All, Kinds: kindFlags(kinds), Limit: maxCandidates})
	if err != nil {
		return nil, false, fmt.Errorf("search: %w", err)
	}
	for _, h := range found.Hits {
		ids = append(ids, h.Doc.ID())
	}
	return ids, found.Total <= maxCandidates, nil
}

// readRecords returns the records of the hits in order. A record that does not exist has
// no kind.
func readRecords(s Source, hits []fulltext.Hit) ([]record.Record, error) {
	ids, at := map[int][]int64{}, make(map[fulltext.Doc]int, len(hits))
	for i, h := range hits {
		ids[h.Doc.Kind()] = append(ids[h.Doc.Kind()], h.Doc.ID())
		at[h.Doc] = i
	}
	records := make([]record.Record, len(hits))
	for n, k := range schema.Kinds {
		found, err := s.Records(k.Name, ids[n])
		if err != nil {
			return nil, fmt.Errorf("read what was found: %w", err)
		}
		for _, r := range found {
			records[at[fulltext.DocOf(n, r.ID)]] = r
		}
	}
	return records, nil
}

// Fields returns the indexed texts of a record.
func Fields(r record.Record) []fulltext.Field {
	return fulltext.Fields(r.Kind, func(f *schema.Field) string { return r.Get(f.Name).Text() })
}

// scored is the score of a record, from the score of its words.
func (r Request) scored(x record.Record, words float64) float64 {
	return math.Round(words*r.weight(x)*1000) / 1000
}

// weight is the factor of a record's score: lower if it is completed, higher if its
// project is a favorite.
func (r Request) weight(x record.Record) float64 {
	weight := 1.0
	if closed(x) {
		weight *= closedWeight
	}
	if r.favors(x) {
		weight *= favoriteWeight
	}
	return weight
}

// favors reports whether a record is a favorite project or belongs to one.
func (r Request) favors(x record.Record) bool { return slices.Contains(r.Favorites, projectOf(x)) }

// includes reports whether a record is among those that are searched.
func (r Request) includes(x record.Record) bool { return r.Project == 0 || projectOf(x) == r.Project }

// projectOf returns the id of the project that a record is or belongs to; 0 if there is
// none.
func projectOf(x record.Record) int64 {
	if x.Kind.Name == "project" {
		return x.ID
	}
	return x.Get("projectId").ID()
}

// closed reports whether a record is completed or skipped. A series never is.
func closed(r record.Record) bool {
	status := r.Get("status").Text()
	done := r.Kind.Done != "" && r.Get(r.Kind.Done).Bool()
	return !r.Repeats() && (done || status == "completed" || status == "skipped")
}

// locate finds the field with the most words that the label does not have. If the label
// has all of them, it is the field.
func (m *Match) locate(words []fulltext.Word) {
	label := m.Record.Label()
	spans, inLabel := matchingSpans(label, words)
	m.Field, m.Excerpt = m.Record.Kind.Label, excerpt(label, spans)
	for _, s := range spans {
		m.addWord(label[s.From:s.To])
	}
	var best []fulltext.Span
	most := 0
	for _, f := range fulltext.Texts(m.Record.Kind) {
		spans, has := matchingSpans(m.Record.Get(f.Name).Text(), words)
		if n := bits.OnesCount64(has &^ inLabel); n > most {
			m.Field, best, most = f.Name, spans, n
		}
	}
	if most == 0 {
		return
	}
	text := m.Record.Get(m.Field).Text()
	m.Excerpt = excerpt(text, best)
	for _, s := range best {
		if word := text[s.From:s.To]; strings.Contains(m.Excerpt, word) {
			m.addWord(word)
		}
	}
}

func (m *Match) addWord(word string) {
	if !slices.Contains(m.Words, word) {
		m.Words = append(m.Words, word)
	}
}

// matchingSpans returns the spans of a text that match some of the words, and one bit for
// each word that matches.
func matchingSpans(text string, words []fulltext.Word) (spans []fulltext.Span, has uint64) {
	for _, s := range fulltext.Spans(text) {
		if i := slices.IndexFunc(words, func(w fulltext.Word) bool { return w.Matches(s.Term) }); i >= 0 {
			spans = append(spans, s)
			has |= 1 << i
		}
	}
	return spans, has
}

// Length of an excerpt, and of its part before the first matching word, in runes.
const (
	excerptMax    = 160
	excerptBefore = 40
)

// excerpt is the text around the first span, on one line.
func excerpt(text string, spans []fulltext.Span) string {
	if len(spans) == 0 {
		return ""
	}
	from := excerptStart(text, spans[0].From, excerptBefore)
	to := excerptEnd(text, from, excerptMax)
	if to == len(text) {
		from = excerptStart(text, to, excerptMax)
	}
	cut := strings.Join(strings.Fields(text[from:to]), " ")
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(text) {
		cut += "…"
	}
	return cut
}

// excerptStart goes n runes back from at, and then forward to the beginning of a word.
func excerptStart(text string, at, n int) int {
	from := at
	for ; n > 0 && from > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	if from == 0 {
		return 0
	}
	if i := strings.IndexAny(text[from:at], " \n\t"); i >= 0 {
		return from + i + 1
	}
	return from
}

// excerptEnd goes n runes forward from at, and then back to the end of a word.
func excerptEnd(text string, at, n int) int {
	to := at
	for ; n > 0 && to < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[to:])
		to += size
	}
	if to == len(text) {
		return to
	}
	if i := strings.LastIndexAny(text[at:to], " \n\t"); i > 0 {
		return at + i
	}
	return to
}
