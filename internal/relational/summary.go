package relational

import (
	"database/sql/driver"
	"strconv"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// A model sees a small part of a workspace. These queries find it without reading the
// rest.

// Upcoming returns the records of planned kinds that are open on a day within a range: up
// to limit in the order of Find, and their number. Of a repeating record one occurrence is
// enough. A record that is open on one of these days is overdue after the last of them;
// kinds that cannot be completed are never overdue, and are selected by their days alone.
func (r Reader) Upcoming(from, to calendar.Date, limit int) (found []record.Record, total int, err error) {
	var parts []filter.Query
	for _, k := range schema.Kinds {
		if !k.Planned {
			continue
		}
		f := filter.Condition{Scheduled: filter.Range{Set: true, From: from, To: to}}
		if k.Settles() {
			f.Overdue = filter.Yes
		}
		q := filter.Of(k, f)
		q.Sort = filter.ByDay(k)
		parts = append(parts, q)
	}
	query := func(q filter.Query) (filter.Result, error) { return r.Query(q, to.AddDays(1)) }
	all, err := filter.Several(query, parts, limit)
	return all.Records, all.Total, err
}

// CountUndated returns the number of records of planned kinds without a day.
func (r Reader) CountUndated() (n int, err error) {
	for _, k := range schema.Kinds {
		if !k.Planned {
			continue
		}
		day, _ := k.Field(k.Day)
		for _, part := range [...]string{"recurrence IS NULL", "recurrence IS NOT NULL"} { // each has an index
			some, err := r.number("count the backlog",
				"SELECT count(*) FROM "+k.Name+" WHERE "+part+" AND "+day.Column+" IS NULL")
			if err != nil {
				return 0, err
			}
			n += int(some)
		}
	}
	return n, nil
}

// Backlog returns up to limit open records of planned kinds without a day.
func (r Reader) Backlog(limit int) (records []record.Record, err error) {
	for _, k := range schema.Kinds {
		if !k.Planned || len(records) >= limit {
			continue
		}
		day, _ := k.Field(k.Day)
		condition := day.Column + " IS NULL"
		if status, _ := k.Field("status"); status != nil && status.Type == schema.Enum {
			condition += " AND " + status.Column + " NOT IN ('completed', 'skipped')"
		}
		rows := slab{kind: k}
		err := r.each("sample the backlog", selection(k)+condition+" ORDER BY id LIMIT ?", func(row []driver.Value) error {
			one, err := rows.record(row)
			if err == nil {
				rows.keep()
				records = append(records, one)
			}
			return err
		}, int64(limit-len(records)))
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Children returns up to limit records of a kind that belong to a record, oldest first.
func (r Reader) Children(kind string, of record.Key, limit int) (records []record.Record, err error) {
	k := kindOf(kind)
	f := k.Belongs(of.Kind)
	if f == nil {
		return nil, nil
	}
	rows := slab{kind: k}
	doing := "find the " + k.Plural + " of " + of.Kind + " #" + strconv.FormatInt(of.ID, 10)
	err = r.each(doing, selection(k)+f.Column+" = ? ORDER BY id LIMIT ?", func(row []driver.Value) error {
		one, err := rows.record(row)
		if err == nil {
			rows.keep()
			records = append(records, one)
		}
		return err
	}, of.ID, int64(limit))
	return records, err
}
