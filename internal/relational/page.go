package relational

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// A page is some of the matching records, and the number of all of them. Scanning a large
// table dominates the cost, so it is scanned once: the scan collects the ids while they
// are few, and only counts from then on. If there are many, an index in the order of the
// page soon finds its first records. A covering index counts alone. For matches of the
// text index the number is known: a few records are looked up one by one, and many are
// found while scanning an index or the table.

// probed is the most ids that a scan collects.
const probed = 5000

// page returns the records of the sure part that can be in the result, and their total
// number. With a doubtful part beside it, the rows to leave out are known only afterwards.
func (r Reader) page(q filter.Query, sure *clauses, beside int) (found []record.Record, total int, err error) {
	if sure == nil {
		return nil, 0, nil
	}
	if q.Limit == 0 {
		err = r.read(q, sure, func(one record.Record) bool {
			found = append(found, one)
			return true
		})
		return found, len(found), err
	}
	most, offset := q.Limit, q.Offset
	if beside > 0 {
		most, offset = q.Limit+q.Offset, 0
	}
	part, total, err := r.probe(q, sure)
	if err != nil {
		return nil, 0, err
	}
	ids, err := r.first(q, part, total, most, offset)
	if err != nil {
		return nil, 0, err
	}
	if found, err = r.records(slab{kind: q.Kind, dated: q.Dated(), next: len(ids)}, ids); err != nil {
		return nil, 0, err
	}
	q.Arrange(found)
	switch {
	case total != unknown:
	case len(found) < most && offset == 0:
		total = len(found) // these are all
	default:
		total, err = r.count(q.Kind, sure)
	}
	return found, total, err
}

// unknown counts a part by an index.
const unknown = -1

// probe returns the number of records of a part for which a scan is the main cost. If they
// are few, or were looked up one by one, the found records replace the part.
func (r Reader) probe(q filter.Query, part *clauses) (*clauses, int, error) {
	most := probed + 1
	switch {
	case part.known():
		return part, part.set.Len(), nil
	case part.few:
		most = -1
	case !part.wide || len(q.Sort) == 0:
		return part, unknown, nil
	case part.covered || part.divided != nil || len(part.conditions) == 0:
		total, err := r.count(q.Kind, part)
		return part, total, err
	}
	text := "SELECT id" + part.from(r.dialect, q.Kind) + " ORDER BY id"
	if most >= 0 {
		text += " LIMIT " + strconv.Itoa(most)
	}
	ids, err := r.ids(q.Kind, text, part.args...)
	switch {
	case err != nil:
		return part, unknown, err
	case most < 0 || len(ids) < most:
		return listed(r.dialect, ids), len(ids), nil
	}
	beyond := *part
	beyond.conditions, beyond.args = slices.Clone(part.conditions), slices.Clone(part.args)
	beyond.and("id > ?", ids[len(ids)-1])
	rest, err := r.count(q.Kind, &beyond)
	return part, len(ids) + rest, err
}

// first returns the ids of a part's first records in the query's order. It reads no whole
// rows, which would be sorted too for each record that is skipped.
func (r Reader) first(q filter.Query, part *clauses, total, most, offset int) ([]int64, error) {
	if total == 0 {
		return nil, nil
	}
	if part.known() && len(q.Sort) == 0 {
		return part.set.Page(most, offset), nil
	}
	if walks, err := r.walks(q, part, total, most+offset); walks || err != nil {
		if err != nil {
			return nil, err
		}
		return r.walk(q, part, most, offset)
	}
	text := "SELECT id" + part.from(r.dialect, q.Kind) + ordering(q.Sort, sorted(q)) + limit(most, offset)
	return r.ids(q.Kind, text, part.args...)
}

// listed returns the part that consists of some records.
func listed(d *Dialect, ids []int64) *clauses {
	part := &clauses{}
	if set, ok := fulltext.SetOf(ids); ok {
		return part.within(d, set, true)
	}
	part.among(d, ids)
	return part
}

// strides is how many records may be skipped one by one before a scan of the table is
// faster. entries is how many entries of an index can be skipped in the time of one
// lookup.
const (
	strides = 10_000
	entries = 6
)

// walks reports whether the indexes of the days find the first records of a part fastest.
func (r Reader) walks(q filter.Query, part *clauses, total, most int) (bool, error) {
	possible := r.dialect.hints() && walked(q)
	if !possible || total == unknown || !part.wide && part.set == nil {
		return false, nil
	}
	if part.covered {
		return true, nil
	}
	all, err := r.number("find "+q.Kind.Plural, "SELECT max(id) FROM "+q.Kind.Name)
	if err != nil {
		return false, err
	}
	soon := strides
	if part.known() {
		soon = entries * total
	}
	return most*int(all) <= soon*total, nil
}

// walked reports whether indexes have the order of a query.
func walked(q filter.Query) bool {
	_, day := q.Kind.Field(q.Kind.Day)
	return daily(q.Kind) && len(q.Sort) > 0 && q.Sort[0].At == day
}

// walk is like first, by these indexes.
func (r Reader) walk(q filter.Query, part *clauses, most, offset int) ([]int64, error) {
	if part.set != nil {
		part = part.rest.within(r.dialect, part.set, false)
	}
	var keys []string
	columns := "id"
	for i, expression := range sorted(q) {
		keys = append(keys, "key"+strconv.Itoa(i))
		columns += ", " + expression + " AS " + keys[i]
	}
	order := ordering(q.Sort, keys)
	along := func(index, whose string) string {
		return "SELECT * FROM (SELECT " + columns + " FROM " + q.Kind.Name + r.dialect.Index(q.Kind.Name+index) +
			" WHERE " + whose + " AND " + part.text() + order + limit(most+offset, 0) + ") AS " + q.Kind.Name + index
	}
	once, series := along("_day", "recurrence IS NULL"), along("_series", "recurrence IS NOT NULL")
	text := "SELECT id FROM (" + once + " UNION ALL " + series + ") AS walked" + order + limit(most, offset)
	return r.ids(q.Kind, text, append(part.args[:len(part.args):len(part.args)], part.args...)...)
}

// ids returns the ids that a statement selects.
func (r Reader) ids(k *schema.Kind, text string, args ...driver.Value) (ids []int64, err error) {
	err = r.each("find "+k.Plural, text, func(row []driver.Value) error {
		if err := Shaped(row, "i"); err != nil {
			return err
		}
		ids = append(ids, row[0].(int64))
		return nil
	}, args...)
	return ids, err
}

func limit(most, offset int) string {
	return " LIMIT " + strconv.Itoa(most) + " OFFSET " + strconv.Itoa(offset)
}

// ordering returns the ORDER BY clause of a query.
func ordering(by []filter.Order, expressions []string) string {
	var b strings.Builder
	for i, o := range by {
		b.WriteString(expressions[i])
		if o.Descending {
			b.WriteString(" DESC")
		}
		if o.NoneFirst {
			b.WriteString(" NULLS FIRST, ")
		} else {
			b.WriteString(" NULLS LAST, ")
		}
	}
	return " ORDER BY " + b.String() + "id"
}

// sorted returns the expressions by which a query sorts.
func sorted(q filter.Query) (expressions []string) {
	for _, by := range q.Sort {
		expressions = append(expressions, ranked(q.Kind, by.At))
	}
	return expressions
}
