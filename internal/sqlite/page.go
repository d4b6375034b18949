package sqlite

import (
	"database/sql/driver"
	"strconv"
	"strings"

	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/schema"
)

// A page is some records of many, and how many there are. In a large table each
// time that it is read through is most of what the answer costs, so it is read
// once: either for the ids of what is asked for, as long as they are few, or for
// their number, and then an index that is in the page's order finds the first of
// so many soon.

// probed is how many ids are few.
const probed = 5000

// page is what of the sure part can be in the answer, and how much there is of
// it. Where others come beside it, what is left out is known only afterwards.
func (r reader) page(q query.Query, sure *clauses, beside int) (found []record.Record, total int, err error) {
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
		total = len(found) // that is all there is
	default:
		total, err = r.count(q.Kind, sure)
	}
	return found, total, err
}

// unknown is the total of a part that an index finds.
const unknown = -1

// probe is how much there is of a part that takes the whole table, where it has to
// be sorted. Where it is little, the ids take the place of the part.
func (r reader) probe(q query.Query, part *clauses) (*clauses, int, error) {
	if !part.wide || len(q.Sort) == 0 {
		return part, unknown, nil
	}
	if len(part.conditions) > 0 && !part.frequent {
		ids, err := r.ids(q.Kind, "SELECT id"+part.from(q.Kind)+" LIMIT "+strconv.Itoa(probed+1), part.args...)
		if err != nil {
			return part, unknown, err
		}
		if len(ids) <= probed {
			few := &clauses{}
			few.among(ids)
			return few, len(ids), nil
		}
	}
	total, err := r.count(q.Kind, part)
	return part, total, err
}

// first are the ids of a part's first records in the query's order. Whole rows
// would be read and moved for each that is only passed by.
func (r reader) first(q query.Query, part *clauses, total, most, offset int) ([]int64, error) {
	if total != unknown && part.wide && walked(q) {
		all, err := r.c.number("SELECT max(id) FROM " + q.Kind.Name)
		if err != nil {
			return nil, failed("find "+q.Kind.Plural, r.path, err)
		}
		if (most+offset)*int(all) <= strides*total {
			return r.walk(q, part, most, offset)
		}
	}
	return r.ids(q.Kind, "SELECT id"+part.from(q.Kind)+ordering(q.Sort, sorted(q))+limit(most, offset), part.args...)
}

// strides is how many records are passed by, one by one, as long as the table is
// not read through sooner.
const strides = 10_000

// walked reports whether there are indexes in the order of a query: by the day,
// one for what repeats and one for what does not.
func walked(q query.Query) bool {
	_, day := q.Kind.Field(q.Kind.Day)
	_, repeats := q.Kind.Field("recurrence")
	return repeats >= 0 && day >= 0 && len(q.Sort) > 0 && q.Sort[0].At == day
}

// walk is first by these indexes.
func (r reader) walk(q query.Query, part *clauses, most, offset int) ([]int64, error) {
	var keys []string
	columns := "id"
	for i, expression := range sorted(q) {
		keys = append(keys, "key"+strconv.Itoa(i))
		columns += ", " + expression + " AS " + keys[i]
	}
	order := ordering(q.Sort, keys)
	along := func(index, whose string) string {
		return "SELECT * FROM (SELECT " + columns + " FROM " + q.Kind.Name + " INDEXED BY " + q.Kind.Name + index +
			" WHERE " + whose + " AND " + part.text() + order + limit(most+offset, 0) + ")"
	}
	text := "SELECT id FROM (" + along("_day", "recurrence IS NULL") + " UNION ALL " + along("_series", "recurrence IS NOT NULL") + ")" +
		order + limit(most, offset)
	return r.ids(q.Kind, text, append(part.args[:len(part.args):len(part.args)], part.args...)...)
}

// ids are those that a statement selects.
func (r reader) ids(k *schema.Kind, text string, args ...driver.Value) (ids []int64, err error) {
	err = r.each("find "+k.Plural, text, func(row []driver.Value) error {
		if err := shaped(row, "i"); err != nil {
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

// ordering is the query's order as SQL writes it, of the expressions that it sorts
// by, in their order.
func ordering(by []query.Order, expressions []string) string {
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

// sorted are the expressions that a query sorts by.
func sorted(q query.Query) (expressions []string) {
	for _, by := range q.Sort {
		expressions = append(expressions, ranked(q.Kind, by.At))
	}
	return expressions
}
