package relational

import (
	"database/sql/driver"
	"errors"
	"slices"
	"strconv"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Query runs a query on a table.
//
// SQL decides nearly everything. It cannot decide whether an occurrence of a repeating
// record matches; filter.Condition does that. So a query has two disjoint parts: the sure
// one, which SQL decides, including limit and offset, and the doubtful one, whose few rows
// are all read and matched here.
func (r Reader) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	if all, ok := r.whole(q.Kind, q.Dated()); ok {
		return q.In(all, today), nil
	}
	if ids, few := namedBy(q.Where); few && r.remote() {
		all, err := r.named(q.Kind, ids, q.Dated())
		return q.In(all, today), err
	}
	sure, doubtful, set, err := r.among(q, today)
	if errors.Is(err, errLearning) {
		return filter.Result{}, nil // and not what a scan of the table finds
	}
	if err != nil {
		return filter.Result{}, err
	}
	if set != nil && set.Len() <= namedMost && r.remote() {
		all, err := r.named(q.Kind, set.IDs(), q.Dated())
		return q.In(all, today), err
	}
	beside, err := r.matching(q, doubtful, today)
	if err != nil {
		return filter.Result{}, err
	}
	if q.Count {
		n, err := r.countTo(q.Kind, sure, q.Enough)
		return filter.Result{Total: n + len(beside)}, err
	}
	found, total, err := r.page(q, sure, len(beside))
	if err != nil {
		return filter.Result{}, err
	}
	total += len(beside)
	if len(beside) == 0 && q.Limit > 0 {
		return filter.Result{Records: found, Total: total}, nil // SQL applied the offset
	}
	found = append(found, beside...)
	q.Arrange(found)
	return filter.Result{Records: q.Page(found), Total: total}, nil
}

// Looking up a record takes as long as scanning several rows of the table, so a larger
// share of the table is scanned. If an index finds the records of a condition, which may
// be few, it also finds those of the set, unless the set is tiny.
const (
	fewShare   = 4
	fewIndexed = 100
)

// among returns the parts of a query. If its texts would need a scan of much of the table,
// they are replaced by the records from the text index, which is the set.
func (r Reader) among(q filter.Query, today calendar.Date) (sure, doubtful *clauses, set *fulltext.Set, err error) {
	sure, doubtful = r.dialect.parts(q, today)
	if sure == nil || !sure.much {
		return sure, doubtful, nil, nil
	}
	known, err := r.useTextIndex(q)
	if known.set == nil || err != nil {
		return sure, doubtful, nil, err
	}
	if known.set.Len() == 0 {
		return nil, nil, known.set, nil
	}
	q.Where = known.rest
	sure, doubtful = r.dialect.parts(q, today)
	n, few := known.set.Len(), fewIndexed
	if sure != nil && sure.wide {
		few = known.there / fewShare
	}
	sure, doubtful = sure.within(r.dialect, known.set, n <= few), doubtful.within(r.dialect, known.set, n <= fewIndexed)
	return sure, doubtful, known.set, nil
}

// matching returns the records of a part that match the query's condition.
func (r Reader) matching(q filter.Query, part *clauses, today calendar.Date) (found []record.Record, err error) {
	err = r.read(q, part, func(one record.Record) bool {
		match := q.Where.Match(one, today)
		if match {
			found = append(found, one)
		}
		return match
	})
	return found, err
}

// read calls fn for the records of a part; fn reports whether it keeps a record. A nil
// part has none.
func (r Reader) read(q filter.Query, part *clauses, fn func(record.Record) bool) error {
	if part == nil {
		return nil
	}
	rows := slab{kind: q.Kind, dated: q.Dated()}
	text := "SELECT " + rows.members() + part.from(r.dialect, q.Kind)
	return r.each("find "+q.Kind.Plural, text, func(row []driver.Value) error {
		one, err := rows.record(row)
		if err == nil && fn(one) {
			rows.keep()
		}
		return err
	}, part.args...)
}

func (r Reader) count(k *schema.Kind, part *clauses) (int, error) { return r.countTo(k, part, 0) }

// countTo counts the records of a part, and may stop when there are enough; 0 is never.
func (r Reader) countTo(k *schema.Kind, part *clauses, enough int) (int, error) {
	if part == nil {
		return 0, nil
	}
	if part.known() {
		return part.set.Len(), nil
	}
	if part.divided != nil {
		return r.sum(k, part.divided)
	}
	if len(part.conditions) == 0 {
		if n, ok, err := r.size([]*schema.Kind{k}); ok || err != nil {
			return n, err
		}
	}
	counted := func(from string) string {
		if enough == 0 {
			return "SELECT count(*)" + from
		}
		return "SELECT count(*) FROM (SELECT 1" + from + " LIMIT " + strconv.Itoa(enough) + ") AS counted"
	}
	text, args := counted(part.from(r.dialect, k)), part.args
	if part.covered {
		// Each index has one part of the table, and a fifth of its size.
		text = "SELECT (" + counted(" FROM "+k.Name+" WHERE recurrence IS NULL AND "+part.text()) + ")" +
			" + (" + counted(" FROM "+k.Name+" WHERE recurrence IS NOT NULL AND "+part.text()) + ")"
		args = slices.Concat(args, args)
	}
	n, err := r.number("count the "+k.Plural, text, args...)
	return int(n), err
}

// sum returns the number of records of disjoint parts.
func (r Reader) sum(k *schema.Kind, parts []*clauses) (total int, err error) {
	for _, part := range parts {
		n, err := r.count(k, part)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
