package brief

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/where"
)

// Glancer finds the little that a model is shown without reading all there is.
type Glancer interface {
	Finder

	// Count is how many records the filter matches.
	Count(f where.Filter, today calendar.Date) (int, error)

	// Like is up to limit records of each kind that have some of the words, as
	// where.Fold writes them, those with most of them first.
	Like(kinds, words []string, limit int) ([]record.Record, error)

	// Backlog is up to limit open records without a day, of the kinds that are
	// planned on days.
	Backlog(limit int) ([]record.Record, error)

	// Under is up to limit records of a kind that belong to a record, oldest
	// first.
	Under(kind string, of record.Key, limit int) ([]record.Record, error)
}

// glancer is the finder itself when it can, else one that reads everything.
func glancer(f Finder) Glancer {
	if g, ok := f.(Glancer); ok {
		return g
	}
	return reading{f}
}

type reading struct{ Finder }

func (r reading) Count(f where.Filter, today calendar.Date) (int, error) {
	found, err := r.Find(f, today)
	return len(found), err
}

func (r reading) Like(kinds, words []string, limit int) (found []record.Record, err error) {
	if len(words) == 0 {
		return nil, nil
	}
	all, err := r.Find(where.Filter{Kinds: kinds}, 0)
	for _, one := range all {
		text := where.Fold(one.Label() + " " + one.Get("notes").Text())
		if len(found) < limit && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) }) {
			found = append(found, one)
		}
	}
	return found, err
}

func (r reading) Backlog(limit int) (open []record.Record, err error) {
	all, err := r.Find(where.Filter{Completed: where.No}, 0)
	for _, one := range all {
		if !one.Day().Valid() && one.Get("status").Text() != "skipped" && len(open) < limit {
			open = append(open, one)
		}
	}
	return open, err
}

func (r reading) Under(kind string, of record.Key, limit int) (found []record.Record, err error) {
	all, err := r.Find(where.Filter{Kinds: []string{kind}}, 0)
	for _, one := range all {
		if f := one.Kind.Belongs(of.Kind); f != nil && one.Get(f.Name).ID() == of.ID && len(found) < limit {
			found = append(found, one)
		}
	}
	return found, err
}
