package search

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// HasName reports whether a record has a name, ignoring case, accents and punctuation.
// All names that the kind declares count.
func HasName(r record.Record, name string) bool {
	wanted := terms(name)
	if len(wanted) == 0 {
		return false
	}
	names := []string{r.Label()}
	for _, also := range r.Kind.Also {
		f, at := r.Kind.Field(also)
		if f.Type == schema.Tags {
			names = append(names, r.Values[at].Tags()...)
			continue
		}
		names = append(names, r.Values[at].Text(), r.Label()+" "+r.Values[at].Text())
	}
	return slices.ContainsFunc(names, func(n string) bool { return slices.Equal(terms(n), wanted) })
}

// terms returns the terms of a name. Pictographs are ignored if there are words.
func terms(text string) (words []string) {
	var all []string
	for _, s := range fulltext.Spans(text) {
		all = append(all, s.Term)
		if r, _ := utf8.DecodeRuneInString(s.Term); unicode.IsLetter(r) || unicode.IsNumber(r) {
			words = append(words, s.Term)
		}
	}
	if len(words) == 0 {
		return all
	}
	return words
}
