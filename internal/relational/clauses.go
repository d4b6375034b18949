package relational

import (
	"database/sql/driver"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// clauses are SQL conditions that must all be true.
type clauses struct {
	conditions []string
	args       []driver.Value

	// An index that selects a large part of the table, in an order that visits
	// pages many times, costs more than a scan of the table. SQLite has no
	// statistics here, so wide says that no condition is selective. It is false for
	// a database that has them.
	wide bool

	covered bool       // the indexes of the days have every column of the condition
	divided []*clauses // the same in disjoint parts that an index counts; nil if it cannot be divided

	much bool          // it may match much of the table, so its texts are looked up in the text index
	set  *fulltext.Set // only these records can match; nil if unknown
	few  bool          // the records of the set are looked up one by one
	rest *clauses      // the other conditions on the records of the set
}

// from returns the FROM and WHERE clauses.
func (c *clauses) from(d *Dialect, k *schema.Kind) string {
	table := " FROM " + k.Name
	if c.wide {
		table += d.Scan
	}
	return table + " WHERE " + c.text()
}

func (c *clauses) and(condition string, args ...driver.Value) {
	c.conditions = append(c.conditions, condition)
	c.args = append(c.args, args...)
}

// among selects records by ids, which are looked up one by one.
func (c *clauses) among(d *Dialect, ids []int64) {
	c.wide, c.covered = false, false
	c.and(d.Among("id", ids))
}

// within returns the part within a set: a few records that are looked up, or all records
// of the part that are in the set.
func (c *clauses) within(d *Dialect, set *fulltext.Set, few bool) *clauses {
	if c == nil {
		return nil
	}
	part := &clauses{
		conditions: slices.Clip(c.conditions),
		args:       slices.Clip(c.args),
		wide:       c.wide,
		covered:    c.covered,
		set:        set,
		few:        few,
		rest:       c,
	}
	if few {
		part.among(d, set.IDs())
	} else {
		part.and(d.Flagged, set.Flags())
	}
	return part
}

// known reports whether the set is exactly the result of the part.
func (c *clauses) known() bool { return c.set != nil && len(c.rest.conditions) == 0 }

func (c *clauses) text() string {
	if len(c.conditions) == 0 {
		return "TRUE"
	}
	return strings.Join(c.conditions, " AND ")
}

// nothing returns a condition that is never true.
const nothing = "FALSE"

func (c *clauses) impossible() bool { return slices.Contains(c.conditions, nothing) }

// narrow reports whether a condition selects so few rows that an index finds them faster.
func (t translation) narrow(c filter.Condition) bool {
	return t.days(c).set || slices.ContainsFunc(c.Compare, t.picks) || slices.ContainsFunc(c.All, t.narrow) ||
		t.bounded(c.Compare)
}

// much reports whether a condition may match a large part of the table although it uses an
// index, such as all records before a day.
func (t translation) much(c filter.Condition) bool { return !t.narrow(t.ended(c)) }

// ended returns a condition without the ranges of days that are open at one end.
func (t translation) ended(c filter.Condition) filter.Condition {
	if d := t.days(c); d.set && !(d.from.Valid() && d.to.Valid()) {
		c.Scheduled, c.Overdue = filter.Range{}, filter.Any
	}
	all := c.All
	c.All = nil
	for _, part := range all {
		c.All = append(c.All, t.ended(part))
	}
	return c
}

// covered reports whether a condition depends only on the day and the status.
func (t translation) covered(c filter.Condition) bool {
	asksStatus := c.Overdue != filter.Any || c.Completed != filter.Any || c.Status != ""
	if asksStatus && !t.kind.Settles() {
		return false
	}
	return !slices.ContainsFunc(c.Compare, func(o filter.Comparison) bool { return !t.ofDays(o) }) &&
		!slices.ContainsFunc(slices.Concat(c.All, c.Any, c.Not), func(part filter.Condition) bool { return !t.covered(part) })
}

// divided splits a condition on one of several days into parts, if the indexes of these
// days have every column of the condition. Each part matches by one of the days and not
// by those before it. The kind's own day is first.
func (t translation) divided(c filter.Condition) (pieces []*clauses) {
	either, rest := alternatives(c)
	of := func(covered bool) []filter.Condition {
		return slices.DeleteFunc(slices.Clone(either), func(one filter.Condition) bool { return t.covered(one) != covered })
	}
	either = slices.Concat(of(true), of(false))
	if len(either) < 2 || !t.covered(rest) ||
		slices.ContainsFunc(either, func(one filter.Condition) bool { return !t.onDay(one) }) {
		return nil
	}
	var before []*clauses
	for _, one := range either {
		piece, own := &clauses{covered: t.covered(one)}, &clauses{}
		t.all(piece, rest)
		t.all(own, one)
		piece.and(own.text(), own.args...)
		for _, other := range before {
			piece.and("NOT coalesce("+other.text()+", FALSE)", other.args...)
		}
		pieces, before = append(pieces, piece), append(before, own)
	}
	return pieces
}

// alternatives returns the conditions of which one must be true, and the others that must
// all be true.
func alternatives(c filter.Condition) (either []filter.Condition, rest filter.Condition) {
	either, rest = c.Any, c
	rest.Any, rest.All = nil, nil
	for _, part := range c.All {
		any, more := alternatives(part)
		switch {
		case len(any) == 0 || len(either) > 0:
			rest.All = append(rest.All, part)
		default:
			either, rest.All = any, append(rest.All, more)
		}
	}
	return either, rest
}

// onDay reports whether a condition only compares a day that has an index.
func (t translation) onDay(c filter.Condition) bool {
	if len(c.Compare) != 1 {
		return false
	}
	o := c.Compare[0]
	c.Compare = nil
	isRange := o.Op >= filter.Lt && o.Op <= filter.Gte
	isDay := o.Field == t.kind.Day || o.Field == "deadline"
	return c.Empty() && isRange && isDay
}

// ofDays reports whether a field is in the indexes of the days.
func (t translation) ofDays(o filter.Comparison) bool {
	return o.Field == t.kind.Day || o.Field == "recurrence" || o.Field == "status" && t.kind.Settles()
}

// picks reports whether a comparison selects some of many values, or the few repeating
// records.
func (t translation) picks(o filter.Comparison) bool {
	f := t.field(o)
	if f == nil {
		return false
	}
	null := slices.Contains(o.Values, record.Null)
	switch f.Type {
	case schema.Ref, schema.Date:
		return (o.Op == filter.Eq || o.Op == filter.In) && !null
	case schema.Recurrence:
		return o.Op == filter.Ne && null
	}
	return false
}

// bounded reports whether one of the compared days must be between two others.
func (t translation) bounded(list []filter.Comparison) bool {
	return slices.ContainsFunc(list, func(low filter.Comparison) bool {
		f := t.field(low)
		if f == nil || f.Type != schema.Date || low.Op != filter.Gt && low.Op != filter.Gte {
			return false
		}
		return slices.ContainsFunc(list, func(high filter.Comparison) bool {
			return high.Field == low.Field && (high.Op == filter.Lt || high.Op == filter.Lte)
		})
	})
}
