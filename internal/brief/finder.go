package brief

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// IndexedFinder finds the records for a model through indexes, without reading all of
// them.
type IndexedFinder interface {
	Finder
	search.Source

	// Count returns how many records the filter matches.
	Count(f filter.Condition, today calendar.Date) (int, error)

	// Upcoming returns the records of planned kinds that are open on a day within a
	// range: up to limit in the order of Find, and their number. Of a repeating record
	// one occurrence is enough.
	Upcoming(from, to calendar.Date, limit int) (found []record.Record, total int, err error)

	// CountUndated returns the number of records of planned kinds without a day.
	CountUndated() (int, error)

	// Backlog returns up to limit open records of planned kinds without a day.
	Backlog(limit int) ([]record.Record, error)

	// Children returns up to limit records of a kind that belong to a record, oldest
	// first.
	Children(kind string, of record.Key, limit int) ([]record.Record, error)
}

// indexed returns the finder itself if it has indexes, else one that reads everything.
func indexed(f Finder) IndexedFinder {
	if g, ok := f.(IndexedFinder); ok {
		return g
	}
	return scanningFinder{f}
}

type scanningFinder struct{ Finder }

func (r scanningFinder) Count(f filter.Condition, today calendar.Date) (int, error) {
	found, err := r.Find(f, today)
	return len(found), err
}

func (r scanningFinder) Records(kind string, ids []int64) (found []record.Record, err error) {
	for _, id := range ids {
		one, ok, err := r.Record(kind, id)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, one)
		}
	}
	return found, nil
}

func (r scanningFinder) Search(q fulltext.Query) (fulltext.Found, error) {
	var b fulltext.Builder
	for n, k := range schema.Kinds {
		all, err := r.Find(filter.Condition{Kinds: []string{k.Name}}, 0)
		if err != nil {
			return fulltext.Found{}, err
		}
		for _, one := range all {
			d := fulltext.DocOf(n, one.ID)
			b.Add(d, search.Fields(one))
			b.Count(d, 1)
		}
	}
	return fulltext.Index{b.Segment()}.Search(q)
}

func (r scanningFinder) Upcoming(from, to calendar.Date, limit int) (found []record.Record, total int, err error) {
	days := filter.Range{Set: true, From: from, To: to}
	all, err := r.Find(filter.Condition{Scheduled: days, Completed: filter.No}, from)
	for _, one := range all {
		if !isUpcoming(one, from, to) {
			continue
		}
		if total++; len(found) < limit {
			found = append(found, one)
		}
	}
	return found, total, err
}

func (r scanningFinder) CountUndated() (n int, err error) {
	all, err := r.Find(filter.Condition{}, 0)
	for _, one := range all {
		if !one.Day().Valid() {
			n++
		}
	}
	return n, err
}

func (r scanningFinder) Backlog(limit int) (open []record.Record, err error) {
	all, err := r.Find(filter.Condition{Completed: filter.No}, 0)
	for _, one := range all {
		if !one.Day().Valid() && one.Get("status").Text() != "skipped" && len(open) < limit {
			open = append(open, one)
		}
	}
	return open, err
}

func (r scanningFinder) Children(kind string, of record.Key, limit int) (found []record.Record, err error) {
	all, err := r.Find(filter.Condition{Kinds: []string{kind}}, 0)
	for _, one := range all {
		if f := one.Kind.Belongs(of.Kind); f != nil && one.Get(f.Name).ID() == of.ID && len(found) < limit {
			found = append(found, one)
		}
	}
	return found, err
}
