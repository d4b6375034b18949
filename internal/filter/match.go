package filter

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Match reports whether the condition holds of a record, whatever its kind.
func (c Condition) Match(r record.Record, today calendar.Date) bool {
	holds := func(part Condition) bool { return part.Match(r, today) }
	return c.filtered(r, today) &&
		!slices.ContainsFunc(c.Compare, func(o Comparison) bool { return !o.match(r) }) &&
		!slices.ContainsFunc(c.All, func(part Condition) bool { return !holds(part) }) &&
		(len(c.Any) == 0 || slices.ContainsFunc(c.Any, holds))
}

func (c Condition) filtered(r record.Record, today calendar.Date) bool {
	if c.Filter.Empty() {
		return true
	}
	f := c.Filter
	f.Kinds = []string{r.Kind.Name}
	return f.Match(r, today)
}

// Value is what a record has in a place.
func Value(r record.Record, at int) record.Value {
	switch at {
	case ID:
		return record.ID(r.ID)
	case Updated:
		return r.Changed
	}
	return r.Values[at]
}

func (o Comparison) match(r record.Record) bool {
	f, v := Field(r.Kind, o.At), Value(r, o.At)
	switch o.Op {
	case Eq, In:
		return o.equals(r.Kind, f, v)
	case Ne, Nin:
		return !o.equals(r.Kind, f, v)
	case Contains:
		if f.Type == schema.Tags {
			return v.HasTag(o.Values[0].Text())
		}
		return strings.Contains(fulltext.Plain(v.Text()), fulltext.Plain(o.Values[0].Text()))
	}
	if v.IsNull() {
		return false
	}
	than := compare(r.Kind, f, v, o.Values[0])
	switch o.Op {
	case Lt:
		return than < 0
	case Lte:
		return than <= 0
	case Gt:
		return than > 0
	}
	return than >= 0
}

// equals reports whether the field has one of the values. A set has each of its
// members, and an empty one is no value.
func (o Comparison) equals(k *schema.Kind, f *schema.Field, v record.Value) bool {
	return slices.ContainsFunc(o.Values, func(want record.Value) bool {
		switch {
		case want.IsNull() || v.IsNull():
			return want.IsNull() && v.IsNull()
		case f.Type == schema.Tags:
			return v.HasTag(want.Text())
		case f.Type == schema.Dates:
			return v.HasDate(want.Date())
		}
		return compare(k, f, v, want) == 0
	})
}

// compare orders two values of a field, neither of them null. A label is
// compared as people read it, without its case; an enumeration comes in the
// order that the table has it in.
func compare(k *schema.Kind, f *schema.Field, a, b record.Value) int {
	switch f.Type {
	case schema.Date:
		return cmp.Compare(a.Date(), b.Date())
	case schema.Time:
		return cmp.Compare(a.Time(), b.Time())
	case schema.Ref:
		return cmp.Compare(a.ID(), b.ID())
	case schema.Integer:
		return cmp.Compare(a.Integer(), b.Integer())
	case schema.Moment:
		return strings.Compare(a.MomentText(), b.MomentText())
	case schema.Instant:
		return a.Instant().Compare(b.Instant())
	case schema.Enum:
		return cmp.Compare(slices.Index(f.Values, a.Text()), slices.Index(f.Values, b.Text()))
	case schema.Bool:
		switch {
		case a.Bool() == b.Bool():
			return 0
		case b.Bool():
			return -1
		}
		return 1
	}
	if f.Name == k.Label {
		return strings.Compare(fulltext.Fold(a.Text()), fulltext.Fold(b.Text()))
	}
	return strings.Compare(a.Text(), b.Text())
}

// compare orders two records of the query's kind; the last word is the id's.
func (q Query) compare(a, b record.Record) int {
	for _, by := range q.Sort {
		x, y := Value(a, by.At), Value(b, by.At)
		switch {
		case x.IsNull() && y.IsNull():
			continue
		case x.IsNull() || y.IsNull():
			if x.IsNull() == by.NoneFirst {
				return -1
			}
			return 1
		}
		if than := compare(q.Kind, Field(q.Kind, by.At), x, y); than != 0 {
			if by.Descending {
				return -than
			}
			return than
		}
	}
	return cmp.Compare(a.ID, b.ID)
}
