package reference

import (
	"fmt"
	"reflect"
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
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

// Scope is the condition that the attributes of a description set on records to be changed.
// If one of them names something that is not there, such as a project, or if nothing tells
// what it means, it is returned. A name that may be of a tag, a project, a context or a part
// of titles is of whichever there is first, so that no more is changed than was asked for.
func (r Resolver) Scope(m *meaning.Record) (f Scope, unknown meaning.Attribute, err error) {
	terms, kinds, unknown, err := r.terms(m)
	if err != nil || unknown.Field != "" {
		return f, unknown, err
	}
	named := Kinds(m)
	c, fits, unknown := common(terms, kinds)
	if unknown.Field != "" {
		return f, unknown, nil
	}
	f.Condition = c
	if slices.ContainsFunc(terms, Term.open) {
		f.Beyond = func(x record.Record) bool {
			return !slices.ContainsFunc(terms, func(t Term) bool { return !t.Holds(x) })
		}
	}
	if spoken := slices.ContainsFunc(terms, Term.IsWords); spoken && len(named) == 0 {
		f.Condition = ofPlanned(terms, c)
	} else if len(named) > 0 || !fits[0].Planned || m.Every && !allPlanned(fits) {
		for _, k := range fits {
			f.Kinds = append(f.Kinds, k.Name)
		}
	}
	for _, x := range m.Except {
		not, unknown, err := r.exception(x)
		if err != nil || unknown.Field != "" {
			return f, unknown, err
		}
		f.Not = append(f.Not, not)
	}
	return f, unknown, nil
}

// terms are the conditions of a description with what their names mean, and the kinds that
// it may be of.
func (r Resolver) terms(m *meaning.Record) (terms []Term, kinds []*schema.Kind, unknown meaning.Attribute, err error) {
	kinds = Described(m)
	dated := slices.ContainsFunc(m.Where, func(a meaning.Attribute) bool {
		return a.Field == meaning.When && !a.Time.OfAnyDay() && WindowOf(a.Time, r.Today).Set()
	})
	for _, a := range m.Where {
		if a.Field == meaning.Kind || NamesKinds(a) {
			continue
		}
		t, ok, err := r.scopeTerm(a, kinds)
		if err != nil {
			return nil, kinds, a, fmt.Errorf("find the %s of the request: %w", a.Field, err)
		}
		if !ok {
			return nil, kinds, a, nil
		}
		beside := dated && a.Time.OfAnyDay()
		one := !m.Every && a.Time.Kind == timeexpr.TimeOfDay // the one meeting at three need not be today's
		t.anyDay = a.Field == meaning.When && (beside || one)
		terms = append(terms, t)
	}
	return terms, kinds, unknown, nil
}

// common is the condition of the terms on the first kind whose records can be meant, and the
// kinds for which it is the same. If there is none, the first term that rules a kind out is
// unknown.
func common(terms []Term, kinds []*schema.Kind) (f filter.Condition, fits []*schema.Kind, unknown meaning.Attribute) {
	for _, k := range kinds {
		c, out := all(terms, k)
		switch {
		case out != nil && len(fits) == 0 && unknown.Field == "":
			unknown = out.Attribute
		case out != nil:
		case len(fits) == 0:
			f, fits = c, []*schema.Kind{k}
		case reflect.DeepEqual(c, f) && k.Planned == fits[0].Planned:
			fits = append(fits, k)
		}
	}
	if len(fits) > 0 {
		unknown = meaning.Attribute{}
	}
	return f, fits, unknown
}

// ofPlanned is the condition of terms with words, which are looked for in other fields of each
// kind, on what is planned.
func ofPlanned(terms []Term, first filter.Condition) (f filter.Condition) {
	f.Scheduled, f.Completed, f.Status, f.Overdue = first.Scheduled, first.Completed, first.Status, first.Overdue
	for _, k := range schema.Kinds {
		c, out := all(terms, k)
		if k.Planned && out == nil {
			c.Kinds = []string{k.Name}
			f.Any = append(f.Any, c)
		}
	}
	return f
}

// all is the condition of several terms on the records of a kind, or the first term that
// rules the kind out.
func all(terms []Term, k *schema.Kind) (f filter.Condition, out *Term) {
	for i := range terms {
		c, can := terms[i].On(k)
		if !can {
			return f, &terms[i]
		}
		f = And(f, c)
	}
	return f, nil
}

// And is the condition that both hold. What only one of them sets stays in its place.
func And(f, c filter.Condition) filter.Condition {
	bothDays := f.Scheduled.Set && c.Scheduled.Set
	bothStates := f.Completed != filter.Any && c.Completed != filter.Any || f.Status != "" && c.Status != ""
	if bothDays || bothStates || len(c.Any) > 0 && len(f.Any) > 0 {
		f.All = append(f.All, c)
		return f
	}
	if c.Scheduled.Set {
		f.Scheduled = c.Scheduled
	}
	f.Overdue, f.Completed = max(f.Overdue, c.Overdue), max(f.Completed, c.Completed)
	f.Status += c.Status
	f.Compare = append(f.Compare, c.Compare...)
	f.All, f.Any, f.Not = append(f.All, c.All...), append(f.Any, c.Any...), append(f.Not, c.Not...)
	return f
}

// exception is the condition of the records that are not meant.
func (r Resolver) exception(m *meaning.Record) (f filter.Condition, unknown meaning.Attribute, err error) {
	if m, err = r.Whole(m); err != nil {
		return f, unknown, err
	}
	scope, unknown, err := r.Scope(m)
	f = scope.Condition
	if err != nil || unknown.Field != "" {
		return f, unknown, err
	}
	if len(m.IDs) > 0 {
		var ids []int64
		for _, id := range m.IDs {
			ids = append(ids, int64(id))
		}
		f = f.With(filter.IDs(ids...))
	}
	if m.Name != "" {
		f = And(f, filter.Condition{Any: []filter.Condition{
			filter.Comparing(filter.TitleContains(m.Name)), filter.Comparing(filter.Tagged(m.Name)),
		}})
	}
	if f.Empty() {
		return f, meaning.Attribute{Field: meaning.About, Text: m.Name}, nil
	}
	return f, unknown, nil
}

// Kinds are the kinds that a description names; none for any.
func Kinds(m *meaning.Record) (kinds []*schema.Kind) {
	words := []string{m.Kind}
	for _, a := range m.Where {
		if !NamesKinds(a) {
			continue
		}
		words = append(words, a.Text)
		for _, one := range a.Any {
			words = append(words, one.Text)
		}
	}
	for _, k := range schema.Kinds {
		if slices.ContainsFunc(words, func(w string) bool { return KindNamed(w, k) }) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Described are the kinds that a description may be of: those that it names or, if it names none,
// all, the planned ones first.
func Described(m *meaning.Record) []*schema.Kind {
	if kinds := Kinds(m); len(kinds) > 0 {
		return kinds
	}
	return byImportance()
}

// NamesKinds reports whether a condition is one of kinds: of one, or that it is one of several.
func NamesKinds(a meaning.Attribute) bool {
	other := func(one meaning.Attribute) bool { return one.Field != meaning.Kind }
	return !other(a) && !a.Not || a.Field == meaning.Any && !slices.ContainsFunc(a.Any, other)
}

// byImportance are all kinds, those that are planned on days first.
func byImportance() (kinds []*schema.Kind) {
	for _, planned := range []bool{true, false} {
		for _, k := range schema.Kinds {
			if k.Planned == planned {
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

// allPlanned reports whether every planned kind is among some.
func allPlanned(kinds []*schema.Kind) bool {
	return !slices.ContainsFunc(schema.Kinds, func(k *schema.Kind) bool { return k.Planned && !slices.Contains(kinds, k) })
}

// scopeTerm is the term of an attribute; of words that may be anything, the first that there
// is.
func (r Resolver) scopeTerm(a meaning.Attribute, kinds []*schema.Kind) (Term, bool, error) {
	switch a.Field {
	case meaning.Calendar: // only what takes place: a calendar that is cleared leaves the tasks
		a = meaning.Attribute{Field: meaning.Kind, Text: "event", Not: a.Not}
	case meaning.About, meaning.Part:
		as, ok, err := r.Naming(a, kinds)
		if !ok && err == nil {
			as = meaning.Attribute{Field: meaning.About, Text: a.Text, Not: a.Not}
			var found []record.Record
			found, err = r.Records.Find(filter.Comparing(filter.TitleContains(a.Text)), r.Today)
			ok = len(found) > 0
		}
		if err != nil || !ok {
			return Term{}, ok, err
		}
		a = as
	}
	return r.Term(a, kinds)
}
