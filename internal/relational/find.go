package relational

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
)

// Find returns every record that the filter matches, sorted by kind in the order of
// package schema, then day (none last), time and id.
func (r Reader) Find(f filter.Condition, today calendar.Date) (records []record.Record, err error) {
	for _, k := range f.Applies() {
		q := filter.Of(k, f)
		q.Sort = filter.ByDay(k)
		found, err := r.Query(q, today)
		if err != nil {
			return nil, err
		}
		records = append(records, found.Records...)
	}
	return records, nil
}

// Count returns how many records the filter matches.
func (r Reader) Count(f filter.Condition, today calendar.Date) (n int, err error) {
	if f.Empty() {
		if n, ok, err := r.size(f.Applies()); ok || err != nil {
			return n, err
		}
	}
	for _, k := range f.Applies() {
		q := filter.Of(k, f)
		q.Count = true
		found, err := r.Query(q, today)
		if err != nil {
			return 0, err
		}
		n += found.Total
	}
	return n, nil
}
