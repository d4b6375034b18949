package reference

import (
	"reflect"
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

// Scope is what a description says of records to be changed.
type Scope struct {
	filter.Condition
	Beyond func(record.Record) bool // what the condition cannot tell: hours, lengths and words; nil if it tells all
}

// Means reports whether the description holds of a record.
func (s Scope) Means(x record.Record, today calendar.Date) bool {
	return s.Selects(x, today) && (s.Beyond == nil || s.Beyond(x))
}

// Scope is the condition that a description sets on records to be changed, of several kinds
// if it is the same for them. If an attribute names something that is not there, such as a
// project, or if nothing tells what it means, it is returned.
func (r Resolver) Scope(m *meaning.Record) (f Scope, unknown meaning.Attribute) {
	s, unknown := r.Select(m)
	if unknown.Field != "" {
		return f, unknown
	}
	c, fits, unknown := s.common(Described(m))
	if unknown.Field != "" {
		return f, unknown
	}
	f.Condition = c
	if s.Open() {
		f.Beyond = s.Holds
	}
	unfit := func(k *schema.Kind) bool { return k.Planned && !slices.Contains(fits, k) }
	if spoken := slices.ContainsFunc(s.Terms, Term.IsWords); spoken && len(s.Named) == 0 {
		f.Condition = s.ofPlanned(c)
	} else if len(s.Named) > 0 || !fits[0].Planned || m.Every && slices.ContainsFunc(schema.Kinds, unfit) {
		f.Kinds = Each(fits, func(k *schema.Kind) string { return k.Name })
	}
	for _, x := range m.Except {
		not, unknown := r.exception(x)
		if unknown.Field != "" {
			return f, unknown
		}
		f.Not = append(f.Not, not)
	}
	return f, unknown
}

// common is the condition on the first kind whose records can be meant, and the kinds for
// which it is the same. If there is none, the first term that rules a kind out is unknown.
func (s Selection) common(kinds []*schema.Kind) (f filter.Condition, fits []*schema.Kind, unknown meaning.Attribute) {
	for _, k := range kinds {
		c, can := s.On(k)
		same := len(fits) == 0 || reflect.DeepEqual(c, f) && k.Planned == fits[0].Planned
		if can && same {
			f, fits = c, append(fits, k)
		} else if !can && unknown.Field == "" {
			unknown = s.Terms[s.lacking(k)].Attribute
		}
	}
	if len(fits) > 0 {
		unknown = meaning.Attribute{}
	}
	return f, fits, unknown
}

// ofPlanned is the condition of terms with words, which are looked for in other fields of each
// kind, on what is planned.
func (s Selection) ofPlanned(first filter.Condition) (f filter.Condition) {
	f.Scheduled, f.Completed, f.Status, f.Overdue = first.Scheduled, first.Completed, first.Status, first.Overdue
	for _, k := range schema.Kinds {
		if c, can := s.On(k); k.Planned && can {
			c.Kinds = []string{k.Name}
			f.Any = append(f.Any, c)
		}
	}
	return f
}

// exception is the condition of the records that are not meant.
func (r Resolver) exception(m *meaning.Record) (f filter.Condition, unknown meaning.Attribute) {
	m = r.Whole(m)
	scope, unknown := r.Scope(m)
	f = scope.Condition
	if unknown.Field != "" {
		return f, unknown
	}
	if m.Name != "" {
		f = And(f, filter.Condition{Any: []filter.Condition{
			filter.Comparing(filter.TitleContains(m.Name)), filter.Comparing(filter.Tagged(m.Name)),
		}})
	}
	if f.Empty() {
		return f, meaning.Attribute{Field: meaning.About, Text: m.Name}
	}
	return f, unknown
}
