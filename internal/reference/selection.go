package reference

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/schema"
)

// Selection is what a description says of records, with what its names mean. Requests,
// questions and exceptions select records by it, so that what can be asked can be changed.
type Selection struct {
	Named []*schema.Kind     // kinds; none for any
	IDs   map[string][]int64 // of each kind, if ids are given
	Terms []Term             // conditions
	Names []Term             // words that records have: of a question, what it is about
}

// Select is what a description of records to be changed says, but for its name. A name that
// may be of a tag, a project, a context or a part of titles is of whichever there is first,
// so that no more is changed than was asked for. An attribute that means nothing is unknown.
func (r Resolver) Select(m *meaning.Record) (s Selection, unknown meaning.Attribute) {
	s.Named = Kinds(m)
	kinds := Described(m)
	for _, id := range m.IDs {
		s.Add(int64(id), kinds...)
	}
	dated := slices.ContainsFunc(m.Where, func(a meaning.Attribute) bool {
		return a.Field == meaning.When && !a.Time.OfAnyDay() && WindowOf(a.Time, r.Records.today).Set()
	})
	for _, a := range m.Where {
		if a.Field == meaning.Kind || NamesKinds(a) {
			continue
		}
		t, ok := r.scopeTerm(a, kinds)
		if !ok {
			return s, a
		}
		beside := dated && a.Time.OfAnyDay()
		one := !m.Every && a.Time.Kind == timeexpr.TimeOfDay // the one meeting at three need not be today's
		t.anyDay = a.Field == meaning.When && (beside || one)
		s.Terms = append(s.Terms, t)
	}
	return s, unknown
}

// Add selects a record by its id, among others that are.
func (s *Selection) Add(id int64, kinds ...*schema.Kind) {
	if s.IDs == nil {
		s.IDs = map[string][]int64{}
	}
	for _, k := range kinds {
		s.IDs[k.Name] = append(s.IDs[k.Name], id)
	}
}

// On is the condition on the records of a kind. It reports false if none can be meant.
func (s Selection) On(k *schema.Kind) (c filter.Condition, can bool) {
	if s.IDs != nil {
		c = c.With(filter.IDs(s.IDs[k.Name]...))
	}
	for _, t := range slices.Concat(s.Terms, s.Names) {
		if part, can := t.On(k); can {
			c = And(c, part)
		}
	}
	return c, s.May(k)
}

// May reports whether records of a kind can be meant.
func (s Selection) May(k *schema.Kind) bool {
	return (s.IDs == nil || len(s.IDs[k.Name]) > 0) && s.lacking(k) < 0
}

// lacking is the place of the first term that no record of a kind can meet; -1 if there is none.
func (s Selection) lacking(k *schema.Kind) int {
	return slices.IndexFunc(s.Terms, func(t Term) bool { _, can := t.On(k); return !can })
}

// Holds reports whether what a condition cannot tell holds of a record: words, hours and lengths.
func (s Selection) Holds(x record.Record) bool {
	lacks := func(t Term) bool { return !t.Holds(x) }
	meant := s.IDs == nil || slices.Contains(s.IDs[x.Kind.Name], x.ID)
	return meant && !slices.ContainsFunc(s.Names, lacks) && !slices.ContainsFunc(s.Terms, lacks)
}

// Open reports whether a condition cannot tell all of its terms: see Holds.
func (s Selection) Open() bool { return slices.ContainsFunc(s.Terms, Term.open) }

// Has reports whether there is a condition on a field.
func (s Selection) Has(f meaning.Field) bool {
	return slices.ContainsFunc(s.Terms, func(t Term) bool { return t.Field == f })
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

// Kinds are the kinds that a description names; none for any.
func Kinds(m *meaning.Record) []*schema.Kind {
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
	return Those(schema.Kinds, func(k *schema.Kind) bool {
		return slices.ContainsFunc(words, func(w string) bool { return KindNamed(w, k) })
	})
}

// Described are the kinds that a description may be of: those that it names or, if it names none,
// all, the planned ones first.
func Described(m *meaning.Record) []*schema.Kind {
	if kinds := Kinds(m); len(kinds) > 0 {
		return kinds
	}
	other := func(k *schema.Kind) bool { return !k.Planned }
	return slices.Concat(NamedOrPlanned(""), Those(schema.Kinds, other))
}

// NamedOrPlanned are the kinds that records may be of which are not described otherwise, such as by
// an id: the kind that is named or, without a name, those that are planned on days.
func NamedOrPlanned(name string) []*schema.Kind {
	return Those(schema.Kinds, func(k *schema.Kind) bool { return k.Name == name || name == "" && k.Planned })
}

// NamesKinds reports whether a condition is one of kinds: of one, or that it is one of several.
func NamesKinds(a meaning.Attribute) bool {
	return a.Field == meaning.Kind && !a.Not || a.Field == meaning.Any && a.Any.Only(meaning.Kind)
}

// scopeTerm is the term of an attribute; of words that may be anything, the first that there is.
func (r Resolver) scopeTerm(a meaning.Attribute, kinds []*schema.Kind) (Term, bool) {
	switch a.Field {
	case meaning.Calendar: // only what takes place: a calendar that is cleared leaves the tasks
		a = meaning.Attribute{Field: meaning.Kind, Text: "event", Not: a.Not}
	case meaning.About, meaning.Part:
		as, ok := r.Naming(a, kinds)
		if !ok {
			as = meaning.Attribute{Field: meaning.About, Text: a.Text, Not: a.Not}
			ok = len(r.Records.Find(filter.Comparing(filter.TitleContains(a.Text)))) > 0
		}
		if !ok {
			return Term{}, false
		}
		a = as
	}
	return r.Term(a, kinds)
}
