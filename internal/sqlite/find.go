package sqlite

import (
	"assister/internal/calendar"
	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/where"
)

// Find is every record that the filter matches, by kind in the table's order,
// then day (none last), time and id.
func (r reader) Find(f where.Filter, today calendar.Date) (records []record.Record, err error) {
	for _, k := range f.Applies() {
		q := query.Of(k, f)
		q.Sort = query.ByDay(k)
		found, err := r.Query(q, today)
		if err != nil {
			return nil, err
		}
		records = append(records, found.Records...)
	}
	return records, nil
}

// Count is how many records the filter matches.
func (r reader) Count(f where.Filter, today calendar.Date) (n int, err error) {
	if f.Empty() {
		if n, ok, err := r.size(f.Applies()); ok || err != nil {
			return n, err
		}
	}
	for _, k := range f.Applies() {
		q := query.Of(k, f)
		q.Count = true
		found, err := r.Query(q, today)
		if err != nil {
			return 0, err
		}
		n += found.Total
	}
	return n, nil
}
