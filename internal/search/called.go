package search

import (
	"slices"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Called reports whether a record is called by a name: whatever its case, its
// accents and the signs between its words (facts 2.3, normalizedName). A name may
// be any that the kind knows its records by.
func Called(r record.Record, name string) bool {
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

func terms(text string) (list []string) {
	for _, s := range fulltext.Spans(text) {
		list = append(list, s.Term)
	}
	return list
}
