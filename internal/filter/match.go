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

// Selects reports whether a store finds the record by the condition: its kind is
// one of those that the condition applies to, and it matches.
func (c Condition) Selects(r record.Record, today calendar.Date) bool {
	return c.appliesTo(r.Kind) && c.Match(r, today)
}

// Match reports whether the condition matches a record, today being the day that
// decides what is overdue. A key that asks for something that the record's kind
// does not have does not match; one that asks for its absence does.
func (c Condition) Match(r record.Record, today calendar.Date) bool {
	matches := func(part Condition) bool { return part.Match(r, today) }
	fails := func(part Condition) bool { return !part.Match(r, today) }
	if len(c.Kinds) > 0 && !slices.Contains(c.Kinds, r.Kind.Name) {
		return false
	}
	// The cheap comparisons first: the occurrences of a series take longest.
	if slices.ContainsFunc(c.Compare, func(o Comparison) bool { return !o.match(r) }) || !c.matchDays(r, today) {
		return false
	}
	either := len(c.Any) == 0 || slices.ContainsFunc(c.Any, matches)
	return either && !slices.ContainsFunc(c.All, fails) && !slices.ContainsFunc(c.Not, matches)
}

// Value is what a record has at a place.
func Value(r record.Record, at int) record.Value {
	switch at {
	case ID:
		return record.ID(r.ID)
	case Updated:
		return r.Changed
	}
	return r.Values[at]
}

// MatchesAbsent reports whether the comparison matches a record whose kind does
// not have the field.
func (o Comparison) MatchesAbsent() bool {
	null := slices.ContainsFunc(o.Values, record.Value.IsNull)
	switch o.Op {
	case Eq, In:
		return null
	case Ne, Nin:
		return !null
	}
	return false
}

func (o Comparison) match(r record.Record) bool {
	at, ok := At(r.Kind, o.Field)
	if !ok {
		return o.MatchesAbsent()
	}
	f, v := Field(r.Kind, at), Value(r, at)
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

// compare orders two values of a field, neither of them null. A label is compared
// without its case, as people read it; an enumeration has the order of its table.
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
