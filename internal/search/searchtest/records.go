package searchtest

import (
	"slices"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Records is a source of records in memory.
type Records []record.Record

// Search implements search.Source.
func (s Records) Search(q fulltext.Query) (fulltext.Found, error) {
	var b fulltext.Builder
	for _, r := range s {
		d := fulltext.DocOf(slices.Index(schema.Kinds, r.Kind), r.ID)
		b.Add(d, fulltext.Fields(r.Kind, func(f *schema.Field) string { return r.Get(f.Name).Text() }))
		b.Count(d, 1)
	}
	return fulltext.Index{b.Segment()}.Search(q)
}

// Records implements search.Source.
func (s Records) Records(kind string, ids []int64) (found []record.Record, err error) {
	for _, r := range s {
		if r.Kind.Name == kind && slices.Contains(ids, r.ID) {
			found = append(found, r)
		}
	}
	return found, nil
}
