package sqlite

import (
	"cmp"
	"database/sql/driver"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

// Find is every record that the filter matches, by kind in the table's order,
// then day (none last), time and id. SQL leaves out what it can; whether a
// record matches is where's to say, for each that is left.
func (r reader) Find(f where.Filter, today calendar.Date) (records []record.Record, err error) {
	for _, k := range f.Applies() {
		first := len(records)
		for _, q := range queries(k, f, today) {
			rows := slab{kind: k}
			err := r.each("find "+k.Plural, selection(k)+q.text(), func(row []driver.Value) error {
				one, err := rows.record(row)
				if err == nil && f.Match(one, today) {
					rows.keep()
					records = append(records, one)
				}
				return err
			}, q.args...)
			if err != nil {
				return nil, err
			}
		}
		sortByDay(k, records[first:])
	}
	return records, nil
}

// query is conditions that all must hold.
type query struct {
	conditions []string
	args       []driver.Value
}

func (q *query) and(condition string, args ...driver.Value) {
	q.conditions = append(q.conditions, condition)
	q.args = append(q.args, args...)
}

func (q query) text() string {
	if len(q.conditions) == 0 {
		return "1"
	}
	return strings.Join(q.conditions, " AND ")
}

// queries select, between them, every record of a kind that the filter may
// match, none of them twice: no query when nothing can, and two when days are
// asked for, since what repeats is found by its anchor and what does not by its
// day, each with an index of its own.
func queries(k *schema.Kind, f where.Filter, today calendar.Date) []query {
	var q query
	possible := q.plain(k, f)
	if !possible {
		return nil
	}
	days := days{from: f.Scheduled.From, to: f.Scheduled.To, set: f.Scheduled.Set}
	if f.Overdue == where.Yes {
		days.before(today)
	}
	if days.set && k.Day == "" {
		return nil
	}
	if _, i := k.Field("recurrence"); i < 0 {
		if f.Repeating == where.Yes || !q.settled(k, f) {
			return nil
		}
		q.days(k, days)
		return []query{q}
	}
	// What repeats matches by its occurrences, which begin with the anchor and
	// whose status is not the record's.
	single, series := q.clone(), q
	if days.set {
		single.and("recurrence IS NULL")
	} else {
		// Without a day, the index by day holds nearly all of the table in an
		// order that visits each page many times. The plus keeps SQLite from it.
		single.and("+recurrence IS NULL")
	}
	single.days(k, days)
	series.and("recurrence IS NOT NULL")
	days.from = 0
	series.days(k, days)
	var both []query
	if f.Repeating != where.Yes && single.settled(k, f) {
		both = append(both, single)
	}
	if f.Repeating != where.No {
		both = append(both, series)
	}
	return both
}

func (q query) clone() query {
	return query{slices.Clone(q.conditions), slices.Clone(q.args)}
}

// plain is what holds of a record whether it repeats or not. It reports false
// when no record of the kind can match.
func (q *query) plain(k *schema.Kind, f where.Filter) bool {
	if f.ByIDs {
		if len(f.IDs) == 0 {
			return false
		}
		q.and("id IN (SELECT value FROM json_each(?))", idList(f.IDs))
	}
	if f.TitleContains != "" {
		q.and("instr(folded, ?) > 0", where.Fold(f.TitleContains))
	}
	return q.equal(k, "priority", f.Priority) &&
		q.equal(k, "context", f.Context) &&
		q.tag(k, f.Tag) &&
		q.project(k, f.ProjectID) &&
		q.deadline(k, f.Deadline)
}

func (q *query) equal(k *schema.Kind, field, word string) bool {
	if word == "" {
		return true
	}
	column, ok := column(k, field)
	if ok {
		q.and(column+" = ?", word)
	}
	return ok
}

func (q *query) tag(k *schema.Kind, tag string) bool {
	if tag == "" {
		return true
	}
	column, ok := column(k, "tags")
	if ok {
		q.and("instr(char(10) || "+column+" || char(10), ?) > 0", "\n"+tag+"\n")
	}
	return ok
}

func (q *query) project(k *schema.Kind, id int64) bool {
	if id == 0 {
		return true
	}
	column, ok := column(k, "projectId")
	if ok {
		q.and(column+" = ?", id)
	}
	return ok
}

func (q *query) deadline(k *schema.Kind, r where.Range) bool {
	if !r.Set {
		return true
	}
	column, ok := column(k, "deadline")
	if ok {
		q.between(column, r.From, r.To)
	}
	return ok
}

// settled is the part about the status of a record that does not repeat. Where
// status is anybody's words it is left to Match.
func (q *query) settled(k *schema.Kind, f where.Filter) bool {
	status, _ := k.Field("status")
	if status == nil && k.Done != "" {
		return q.done(k, f)
	}
	if status == nil || status.Type != schema.Enum {
		return f.Completed != where.Yes && f.Overdue != where.Yes && (f.Status == "" || status != nil)
	}
	if f.Status != "" {
		q.and(status.Column+" = ?", f.Status)
	}
	switch f.Completed {
	case where.Yes:
		q.and(status.Column + " = 'completed'")
	case where.No:
		q.and(status.Column + " IS NOT 'completed'")
	}
	if f.Overdue == where.Yes {
		q.and(status.Column + " IS NOT 'completed' AND " + status.Column + " IS NOT 'skipped'")
	}
	return true
}

// done is settled for a kind that is completed or not.
func (q *query) done(k *schema.Kind, f where.Filter) bool {
	completed, _ := k.Field(k.Done)
	switch f.Completed {
	case where.Yes:
		q.and(completed.Column + " = 1")
	case where.No:
		q.and(completed.Column + " IS NOT 1")
	}
	return f.Overdue != where.Yes || k.Day != ""
}

// days is a span of days; an end that is no day is open.
type days struct {
	from, to calendar.Date
	set      bool
}

func (d *days) before(day calendar.Date) {
	last := day.AddDays(-1)
	if !d.to.Valid() || last < d.to {
		d.to = last
	}
	d.set = true
}

func (q *query) days(k *schema.Kind, d days) {
	if d.set {
		f, _ := k.Field(k.Day)
		q.between(f.Column, d.from, d.to)
	}
}

// between holds for days only: a column without one is in no range.
func (q *query) between(column string, from, to calendar.Date) {
	q.and(column+" >= ?", from.String()) // no day is "", which is before all
	if to.Valid() {
		q.and(column+" <= ?", to.String())
	}
}

func column(k *schema.Kind, field string) (string, bool) {
	f, _ := k.Field(field)
	if f == nil {
		return "", false
	}
	return f.Column, true
}

// sortByDay orders records of one kind by day (none last), time and id.
func sortByDay(k *schema.Kind, records []record.Record) {
	day, time := -1, -1
	if k.Day != "" {
		_, day = k.Field(k.Day)
	}
	_, time = k.Field("startTime")
	type place struct {
		when int64
		at   int
	}
	places := make([]place, len(records))
	for i, r := range records {
		when := int64(calendar.MaxDate) + 1
		if day >= 0 && !r.Values[day].IsNull() {
			when = int64(r.Values[day].Date())
		}
		when <<= 16
		if time >= 0 {
			when |= int64(r.Values[time].Time())
		}
		places[i] = place{when, i}
	}
	order := func(a, b place) int {
		return cmp.Or(cmp.Compare(a.when, b.when), cmp.Compare(records[a.at].ID, records[b.at].ID))
	}
	if slices.IsSortedFunc(places, order) {
		return
	}
	slices.SortFunc(places, order)
	sorted := make([]record.Record, len(records))
	for i, p := range places {
		sorted[i] = records[p.at]
	}
	copy(records, sorted)
}
