// Package search finds records: by words, in a workspace through its index, with
// the place where the words stand, and where somebody embeds texts by what they
// mean; or among records that it is given, ranked for a model. It looks after the
// vectors of texts. Showing what is found is for others.
package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
)

// Scores of a word by where it stands. The bonus for overdue records orders what the words have found and finds
// nothing by itself.
const (
	inTitle = 3
	inNotes = 1
	overdue = 0.5
)

// Rank is the records that share a word with the query, best first, at most k of
// them. Records of the same rank stay in the order they came in.
// A query without words, or one that finds nothing, is answered with the records
// by day, those without a day last, so that there is something to choose from.
func Rank(query string, records []record.Record, today calendar.Date, k int) []record.Record {
	if found := Hits(Words(query), records, today, k); len(found) > 0 {
		return found
	}
	return firstBy(records, k, byDay)
}

// Hits is Rank for words that are taken apart already, and without an answer
// where they find nothing.
func Hits(words []string, records []record.Record, today calendar.Date, k int) []record.Record {
	hits := score(words, records, today)
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	hits = hits[:min(len(hits), max(k, 0))]
	found := make([]record.Record, 0, len(hits))
	for _, h := range hits {
		found = append(found, h.record)
	}
	return found
}

type hit struct {
	record record.Record
	score  float64
}

func score(query []string, records []record.Record, today calendar.Date) (hits []hit) {
	if len(query) == 0 {
		return nil
	}
	late := filter.Condition{Overdue: filter.Yes}
	for _, r := range records {
		title, notes := count(query, r.Label()), count(query, notesOf(r))
		if title+notes == 0 {
			continue
		}
		s := float64(inTitle*title + inNotes*notes)
		if late.Selects(r, today) {
			s += overdue
		}
		hits = append(hits, hit{r, s})
	}
	return hits
}

// notesOf is the text that a kind keeps beside its label, whatever it calls it.
func notesOf(r record.Record) string {
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; f.Name == "notes" || slices.Contains(f.Aliases, "notes") {
			return r.Values[i].Text()
		}
	}
	return ""
}

// count is how many of the query's words the text has.
func count(query []string, text string) (n int) {
	seen := make([]bool, len(query))
	for w := range strings.FieldsFuncSeq(fulltext.Fold(text), separator) {
		if i := slices.Index(query, w); i >= 0 && !seen[i] {
			seen[i] = true
			n++
		}
	}
	return n
}

// Words takes a text apart: runs of letters and digits of any script, in the
// form that texts are compared in, each once and in their order.
func Words(text string) (words []string) {
	for w := range strings.FieldsFuncSeq(fulltext.Fold(text), separator) {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// separator reports whether the rune stands separator words. A mark belongs to the
// letter before it: many scripts write their vowels so.
func separator(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

func byDay(a, b record.Record) int {
	x, y := a.Day(), b.Day()
	if x.Valid() != y.Valid() {
		if x.Valid() {
			return -1
		}
		return 1
	}
	return cmp.Compare(x, y)
}

// firstBy is the first k in an order, leaving the records as they are.
func firstBy(records []record.Record, k int, order func(a, b record.Record) int) []record.Record {
	sorted := slices.Clone(records)
	slices.SortStableFunc(sorted, order)
	return sorted[:min(len(sorted), max(k, 0))]
}
