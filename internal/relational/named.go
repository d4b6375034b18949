package relational

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Which records a text is about is asked step by step: which have a word, which of these are
// called so, what the one that is left says. Over a network each step would be a request. So a few
// records that are named by their ids are read whole, and what is asked of them is answered in
// memory.

// namedMost is how many records are read so at once.
const namedMost = 100

// named returns the existing records of some ids: dated with the times of their last changes.
func (r Reader) named(k *schema.Kind, ids []int64, dated bool) (found []record.Record, err error) {
	cache, kind := r.textReader.cache, slices.Index(schema.Kinds, k)
	if slices.ContainsFunc(ids, func(id int64) bool { return !cache.has(fulltext.DocOf(kind, id)) }) {
		// Of all of them, also if some are known: the same ids are the same query.
		if found, err = r.records(slab{kind: k, dated: true, next: len(ids)}, ids); err != nil {
			return nil, err
		}
		if !r.source.learning() {
			cache.keepRecords(kind, ids, found)
		}
	} else {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if x := cache.records[fulltext.DocOf(kind, id)]; x.Kind != nil {
				found = append(found, x)
			}
		}
	}
	if !dated {
		for i := range found {
			found[i].Changed = record.Null
		}
	}
	return found, nil
}

// has reports whether it is known which record an id has, if any.
func (s *Cache) has(doc fulltext.Doc) bool {
	if s == nil {
		return false
	}
	_, known := s.records[doc]
	return known
}

// keepRecords keeps which records some ids have, of those that were read.
func (s *Cache) keepRecords(kind int, ids []int64, read []record.Record) {
	if s == nil {
		return
	}
	if s.records == nil {
		s.records = map[fulltext.Doc]record.Record{}
	}
	for _, id := range ids {
		s.records[fulltext.DocOf(kind, id)] = record.Record{}
	}
	for _, x := range read {
		s.records[fulltext.DocOf(kind, x.ID)] = x
	}
}

// namedBy returns the ids of a condition on a few of them; false for any other.
func namedBy(c filter.Condition) (ids []int64, few bool) {
	for _, o := range c.Compare {
		byID := o.Field == filter.IDField && (o.Op == filter.Eq || o.Op == filter.In)
		if byID && len(o.Values) <= namedMost && !slices.Contains(o.Values, record.Null) {
			for _, v := range o.Values {
				ids = append(ids, v.ID())
			}
			return ids, true
		}
	}
	return nil, false
}
