package sqlite

import (
	"database/sql/driver"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// Query answers a query from its table.
//
// SQL decides nearly all of it. What it cannot decide as query.Condition does is
// left to that: whether an occurrence of a repeating record matches. So there
// are two parts, which have no record in common: the sure one, where SQL's word is
// the last and limit and offset are SQL's as well, and the doubtful one, whose
// rows are few, all read, and matched here.
func (r reader) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	sure, doubtful, err := r.among(q, today)
	if err != nil {
		return filter.Result{}, err
	}
	beside, err := r.matching(q, doubtful, today)
	if err != nil {
		return filter.Result{}, err
	}
	if q.Count {
		n, err := r.count(q.Kind, sure)
		return filter.Result{Total: n + len(beside)}, err
	}
	found, total, err := r.page(q, sure, len(beside))
	if err != nil {
		return filter.Result{}, err
	}
	total += len(beside)
	if len(beside) == 0 && q.Limit > 0 {
		return filter.Result{Records: found, Total: total}, nil // SQL has minded the offset
	}
	found = append(found, beside...)
	q.Arrange(found)
	return filter.Result{Records: q.Page(found), Total: total}, nil
}

// To look a record up takes as long as to read some of the table in its order: of a
// larger share it is read through. Where an index finds the records of a condition,
// which may be few, those of the set are met there unless they are hardly any.
const (
	fewShare   = 4
	fewIndexed = 100
)

// among is the parts of a query, with the records that the text index knows in place
// of the texts of a condition that would have much of the table read.
func (r reader) among(q filter.Query, today calendar.Date) (sure, doubtful *clauses, err error) {
	sure, doubtful = parts(q, today)
	if sure == nil || !sure.much {
		return sure, doubtful, nil
	}
	known, err := r.useTextIndex(q)
	if known.set == nil || err != nil {
		return sure, doubtful, err
	}
	q.Where = known.rest
	sure, doubtful = parts(q, today)
	n, few := known.set.Len(), fewIndexed
	if sure != nil && sure.wide {
		few = known.there / fewShare
	}
	return sure.within(known.set, n <= few), doubtful.within(known.set, n <= fewIndexed), nil
}

// matching are the records of a part that the query's condition holds of.
func (r reader) matching(q filter.Query, part *clauses, today calendar.Date) (found []record.Record, err error) {
	err = r.read(q, part, func(one record.Record) bool {
		match := q.Where.Match(one, today)
		if match {
			found = append(found, one)
		}
		return match
	})
	return found, err
}

// read calls fn for the records of a part; fn says whether it keeps them. A part
// that is nil has none.
func (r reader) read(q filter.Query, part *clauses, fn func(record.Record) bool) error {
	if part == nil {
		return nil
	}
	rows := slab{kind: q.Kind, dated: q.Dated()}
	return r.each("find "+q.Kind.Plural, "SELECT "+rows.members()+part.from(q.Kind), func(row []driver.Value) error {
		one, err := rows.record(row)
		if err == nil && fn(one) {
			rows.keep()
		}
		return err
	}, part.args...)
}

func (r reader) count(k *schema.Kind, part *clauses) (int, error) {
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
	text, args := "SELECT count(*)"+part.from(k), part.args
	if part.covered {
		// Either index has one part of the table, and is a fifth of its size.
		text = "SELECT (SELECT count(*) FROM " + k.Name + " WHERE recurrence IS NULL AND " + part.text() + ")" +
			" + (SELECT count(*) FROM " + k.Name + " WHERE recurrence IS NOT NULL AND " + part.text() + ")"
		args = slices.Concat(args, args)
	}
	n, err := r.number("count the "+k.Plural, text, args...)
	return int(n), err
}

// sum is how much there is of parts that have no record in common.
func (r reader) sum(k *schema.Kind, parts []*clauses) (total int, err error) {
	for _, part := range parts {
		n, err := r.count(k, part)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// parts are the two parts of a query; one is nil when there is nothing in it.
func parts(q filter.Query, today calendar.Date) (sure, doubtful *clauses) {
	t := translation{kind: q.Kind, today: today}
	d := t.doubts(q.Where)
	sure, doubtful = &clauses{}, &clauses{}
	sure.wide, sure.much = !t.narrow(q.Where), t.much(q.Where)
	sure.covered = sure.wide && daily(q.Kind) && t.covered(q.Where)
	if d.series {
		sure.and("recurrence IS NULL")
	}
	t.all(sure, q.Where)
	for _, unsure := range d.columns {
		sure.and("NOT (" + unsure + ")") // after the others, which leave less to look at
	}
	if either := d.either(); either != "" {
		doubtful.and(either)
		t.broad = true
		t.all(doubtful, q.Where)
	}
	repeating := q.Where.Repeats()
	if sure.impossible() || d.series && repeating == filter.Yes {
		sure = nil
	}
	if len(doubtful.conditions) == 0 || doubtful.impossible() || len(d.columns) == 0 && repeating == filter.No {
		doubtful = nil
	}
	if sure != nil && doubtful == nil && sure.wide && daily(q.Kind) {
		sure.divided = t.divided(q.Where)
	}
	return sure, doubtful
}

// doubts are the rows that SQL cannot decide about.
type doubts struct {
	series  bool     // those that repeat
	columns []string // and those that a condition holds of
}

func (d doubts) either() string {
	list := slices.Clone(d.columns)
	if d.series {
		list = append(list, "recurrence IS NOT NULL")
	}
	return strings.Join(list, " OR ")
}

func (t translation) doubts(c filter.Condition) (d doubts) {
	_, repeats := t.kind.Field("recurrence")
	d.series = repeats >= 0 && (c.Scheduled.Set || c.Overdue != filter.Any)
	unsure := func(condition string) {
		if !slices.Contains(d.columns, condition) {
			d.columns = append(d.columns, condition)
		}
	}
	if status, _ := t.kind.Field("status"); c.Status != "" && status != nil && status.Type == schema.Text {
		unsure(status.Column + " IS NOT NULL")
	}
	for _, part := range slices.Concat(c.All, c.Any, c.Not) {
		more := t.doubts(part)
		d.series = d.series || more.series
		for _, condition := range more.columns {
			unsure(condition)
		}
	}
	return d
}
