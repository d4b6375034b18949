package sqlite

import (
	"database/sql/driver"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// clauses are conditions of SQL that all must hold.
type clauses struct {
	conditions []string
	args       []driver.Value

	// An index that leaves much of the table in, in an order that visits each
	// page many times, costs more than reading the table through. SQLite has no
	// statistics here, so wide tells it that no condition is selective.
	wide bool

	covered bool       // the indexes of the days have every column that is asked about
	divided []*clauses // the same in parts that an index counts, with no record in common; nil where it cannot be divided

	much bool          // it may hold of so much that the text index is asked for the texts
	set  *fulltext.Set // only these records can match; nil if unknown
	few  bool          // those of the set are looked up one by one
	rest *clauses      // what else is asked of those of the set
}

// from is the table and the conditions on it.
func (c *clauses) from(k *schema.Kind) string {
	table := " FROM " + k.Name
	if c.wide {
		table += " NOT INDEXED"
	}
	return table + " WHERE " + c.text()
}

func (c *clauses) and(condition string, args ...driver.Value) {
	c.conditions = append(c.conditions, condition)
	c.args = append(c.args, args...)
}

// among leaves the records of some ids, which are looked up one by one.
func (c *clauses) among(ids []int64) {
	c.wide, c.covered = false, false
	c.and("id IN (SELECT value FROM json_each(?))", idList(ids))
}

// within is the part of those of a set: a few that are looked up, or those among all
// that it has.
func (c *clauses) within(set *fulltext.Set, few bool) *clauses {
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
		part.among(set.IDs())
	} else {
		part.and("substr(?, id, 1) = x'01'", set.Flags())
	}
	return part
}

// known reports whether the set is all that the part holds of.
func (c *clauses) known() bool { return c.set != nil && len(c.rest.conditions) == 0 }

func (c *clauses) text() string {
	if len(c.conditions) == 0 {
		return "1"
	}
	return strings.Join(c.conditions, " AND ")
}

// nothing is the condition that no row meets.
const nothing = "0"

func (c *clauses) impossible() bool { return slices.Contains(c.conditions, nothing) }

// narrow reports whether a condition leaves so little of the table that an index
// finds it sooner.
func (t translation) narrow(c filter.Condition) bool {
	return t.days(c).set || slices.ContainsFunc(c.Compare, t.picks) || slices.ContainsFunc(c.All, t.narrow) ||
		t.bounded(c.Compare)
}

// much reports whether a condition may hold of much of the table, even where an index
// finds it: as of all that was planned before a day.
func (t translation) much(c filter.Condition) bool { return !t.narrow(t.ended(c)) }

// ended is a condition without the spans of days that have no beginning or no end.
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

// covered reports whether a condition asks about the day and the status alone.
func (t translation) covered(c filter.Condition) bool {
	asksStatus := c.Overdue != filter.Any || c.Completed != filter.Any || c.Status != ""
	if asksStatus && !t.kind.Settles() {
		return false
	}
	return !slices.ContainsFunc(c.Compare, func(o filter.Comparison) bool { return !t.ofDays(o) }) &&
		!slices.ContainsFunc(slices.Concat(c.All, c.Any, c.Not), func(part filter.Condition) bool { return !t.covered(part) })
}

// divided is a condition on one of several days in parts, where the indexes of these
// days have every column that is asked about: each part has what one of them holds of,
// and none of those before it, the kind's own day first.
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
			piece.and("NOT ifnull("+other.text()+", 0)", other.args...)
		}
		pieces, before = append(pieces, piece), append(before, own)
	}
	return pieces
}

// alternatives are the conditions of which one has to hold, and what has to hold beside
// them.
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

// onDay reports whether a condition is how one day lies to another, for which there is
// an index, and no more.
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

// picks reports whether a comparison is with some of many values, or asks for the few
// records that repeat.
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

// bounded reports whether one of the days compared has to lie between two.
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
