// Package search finds records by their words, through the full-text index of a
// workspace, and by their meaning, through embeddings. It also ranks a given list of
// records for a model, and keeps the embeddings up to date.
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

// Scores of a word by its field. The bonus for overdue records orders matches, but makes
// no record a match.
const (
	inTitle = 3
	inNotes = 1
	overdue = 0.5
)

// Rank returns at most k records that share a word with the query, best first. Records of
// the same rank keep their order. A query without words, or without matches, returns the
// records by day, those without a day last, so that there is something to choose from.
func Rank(query string, records []record.Record, today calendar.Date, k int) []record.Record {
	if found := Hits(Words(query), records, today, k); len(found) > 0 {
		return found
	}
	return firstBy(records, k, byDay)
}

// Hits is Rank for a list of words, and returns nothing if nothing matches.
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

// notesOf returns the notes of a record, by whatever name its kind has for the field.
func notesOf(r record.Record) string {
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; f.Name == "notes" || slices.Contains(f.Aliases, "notes") {
			return r.Values[i].Text()
		}
	}
	return ""
}

// count is the number of words of the query that the text has.
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

// Words returns the words of a text in their compared form, each once and in order. A
// word is a run of letters and digits of any script.
func Words(text string) (words []string) {
	for w := range strings.FieldsFuncSeq(fulltext.Fold(text), separator) {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// separator reports whether the rune separates words. A combining mark belongs to the
// letter before it.
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

// firstBy returns the first k records in an order, and does not modify its argument.
func firstBy(records []record.Record, k int, order func(a, b record.Record) int) []record.Record {
	sorted := slices.Clone(records)
	slices.SortStableFunc(sorted, order)
	return sorted[:min(len(sorted), max(k, 0))]
}
