package reference

import (
	"slices"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/schema"
)

// Term is an attribute of a description with what its name means.
type Term struct {
	meaning.Attribute
	Of   []record.Record // of a name: what records of the description belong to
	Said Mention         // of words that records have
	Any  []Term          // of alternatives

	zone   *time.Location
	today  calendar.Date
	anyDay bool // of hours: the description has a day besides
}

// owners are the kinds that the attributes name records of, the likeliest first.
var owners = map[meaning.Field][]string{
	meaning.Project: {"project"}, meaning.List: {"checklist"}, meaning.Team: {"team"},
	meaning.Part: {"project", "checklist", "team", "situation"},
}

// mentioned are the attributes whose texts are words that records have.
var mentioned = map[meaning.Field]bool{
	meaning.About: true, meaning.Person: true, meaning.Place: true, meaning.Part: true, meaning.Title: true,
}

// Term finds what an attribute names, for records of some kinds. It reports false if there
// is no such thing, or nothing can tell what the attribute means.
func (r Resolver) Term(a meaning.Attribute, kinds []*schema.Kind) (t Term, ok bool) {
	t = Term{Attribute: a, today: r.Records.today, zone: r.Records.Clock.Zone}
	switch {
	case a.Field == meaning.Any:
		for _, alternative := range a.Any {
			one, ok := r.Term(alternative, kinds)
			if !ok {
				return t, false
			}
			t.Any = append(t.Any, one)
		}
		return t, true
	case a.Field == meaning.Context:
		return r.orProject(t), true
	case a.Field == meaning.There:
		keys := WholesOf(r.It, "project", "checklist") // the projects, or the lists
		for _, x := range r.Records.LookUp(keys) {
			if x.Kind.Name == keys[0].Kind && (a.Text == "" || x.Kind.Name == a.Text) {
				t.Of = append(t.Of, x)
			}
		}
		return t, len(t.Of) > 0
	case a.Text != "" && owners[a.Field] != nil:
		if t.Of = r.owner(a); len(t.Of) == 0 && a.Field == meaning.List {
			as, ok := r.TagNamed(a.Text) // the shopping list may be what is tagged so
			t.Field, t.Text = as.Field, as.Text
			return t, ok
		}
		if len(t.Of) > 0 || !mentioned[a.Field] {
			return t, len(t.Of) > 0
		}
	}
	if mentioned[a.Field] {
		t.Said = r.Mention(a.Text, kinds)
		return t, true
	}
	return t, t.known()
}

// orProject is the term of a context, or of that or the project that is called the same.
func (r Resolver) orProject(t Term) Term {
	named := Term{Attribute: meaning.Attribute{Field: meaning.Project, Text: t.Text}}
	of := r.owner(named.Attribute)
	if len(of) == 1 && strings.EqualFold(of[0].Label(), t.Text) {
		plain := t
		plain.Not, named.Of = false, of
		t.Field, t.Any = meaning.Any, []Term{plain, named}
	}
	return t
}

// owner are the records that the name of an attribute means, all of one kind.
func (r Resolver) owner(a meaning.Attribute) []record.Record {
	for _, kind := range owners[a.Field] {
		if found := r.Called(kind, a.Text); len(found) > 0 {
			return found
		}
	}
	return nil
}

// Called are the records of a kind that a name means: those that are called so or, if there
// are none, the only one that has all of its words, or is called so by other words.
func (r Resolver) Called(kind, name string) []record.Record {
	k := schema.Lookup(kind)
	found := r.find(k, filter.Comparing(filter.Comparison{
		Field: k.Label, Op: filter.In, Values: []record.Value{record.Text(name)},
	}))
	if len(found) > 0 {
		return found
	}
	if found = r.Fitting(kind, name); len(found) == 0 {
		found = r.alike(&meaning.Record{Name: name, Words: r.words(name)}, filter.Condition{Kinds: []string{kind}})
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// Fitting are the records of a kind whose names fit a name best, of those that have all of its words.
func (r Resolver) Fitting(kind, name string) []record.Record {
	f := Found{Scope: filter.Condition{Kinds: []string{kind}}}
	r.byName(&f, &meaning.Record{Kind: kind, Name: name, Words: r.words(name)})
	return Those(f.Records, func(x record.Record) bool { return x.Kind.Name == kind && f.Fit <= Words })
}

// On is the condition on the records of a kind. It reports false if no record of the kind
// can be meant. Hours and lengths are not in it: see Holds.
func (t Term) On(k *schema.Kind) (c filter.Condition, can bool) {
	if t.Not {
		t.Not = false
		c, can = t.On(k)
		return filter.Condition{Not: []filter.Condition{c}}, can
	}
	if len(t.Any) > 0 {
		for _, one := range t.Any {
			if part, ok := one.On(k); ok {
				c.Any = append(c.Any, part)
			}
		}
		return c, len(c.Any) > 0
	}
	if len(t.Of) > 0 {
		f := k.Belongs(t.Of[0].Kind.Name)
		if f == nil {
			return c, false
		}
		return filter.Comparing(filter.Among(f.Name, Each(t.Of, func(x record.Record) int64 { return x.ID }))), true
	}
	if mentioned[t.Field] {
		return t.Said.On(k), true
	}
	return t.plain(k)
}

// OfAnyDay is the term of a time of day on whatever day that is.
func (t Term) OfAnyDay() Term {
	t.anyDay = true
	return t
}

// IsWords reports whether the term is of words that records have.
func (t Term) IsWords() bool { return mentioned[t.Field] && len(t.Of) == 0 }

// open reports whether a condition cannot tell all of the term: see Holds.
func (t Term) open() bool {
	timed := t.Field == meaning.Longer || t.Field == meaning.Shorter || t.hours() || t.recurs()
	return t.IsWords() || timed || slices.ContainsFunc(t.Any, Term.open)
}

// window is when the records of the term lie. What is before or after a time of a day is on that day.
func (t Term) window() Window {
	w := WindowOf(t.Time, t.today)
	switch open := t.Time.Kind == timeexpr.Range && !t.Time.Deadline; {
	case open && w.To.Valid() && !w.First.Valid():
		w.First = w.Last
	case open && w.From.Valid() && !w.Last.Valid():
		w.Last = w.First
	}
	return w
}

// hours reports whether the term is a time of day.
func (t Term) hours() bool {
	return t.Field == meaning.When && t.window().Timed()
}

// recurs reports whether the term is of how records repeat.
func (t Term) recurs() bool { return t.Field == meaning.When && t.Time.Kind == timeexpr.Recurrence }

// repeatsSo reports whether a record repeats as the term says: on all of its days of the week, or as often and on
// the same day.
func (t Term) repeatsSo(x record.Record) bool {
	of, rule := x.Recurrence(), t.Time.Rule
	same, can := rule.Plain()
	of.Until, of.Count = 0, 0 // whenever it ends
	next, begins := of.Next(x.Day(), t.today), timeexpr.Point{Clock: rule.Clock}.Time()
	switch {
	case !can, begins.Valid() && begins != x.Begins():
		return false
	case rule.Part != timeexpr.NoPart && !rule.Part.Has(x.Begins()):
		return false
	case rule.Freq == timeexpr.Weekly && rule.Interval == 1 && rule.Days != 0:
		return of.EveryWeek(x.Day(), t.today)&rule.Days == rule.Days
	}
	return of.Freq == same.Freq && of.Interval == same.Interval && rule.First(next) == next
}

// atTime reports whether a record, or an occurrence of it on one of the days, begins in the hours of the term.
func (t Term) atTime(x record.Record) bool {
	w, begins := t.window(), x.Begins()
	switch {
	case !begins.Valid():
		return false
	case t.Time.OfAnyDay():
		w.First, w.Last = x.Day(), x.Day()
	case x.Repeats():
		return w.Has(w.First, begins, begins) || w.Has(w.Last, begins, begins)
	}
	return w.Has(x.Day(), begins, begins)
}

// Holds reports whether what a condition cannot tell holds of a record: words, hours and lengths.
func (t Term) Holds(x record.Record) bool {
	switch {
	case t.Not:
		t.Not = false
		return !t.Holds(x)
	case len(t.Any) > 0:
		return slices.ContainsFunc(t.Any, func(one Term) bool {
			c, can := one.On(x.Kind)
			return can && c.Match(x, t.today) && one.Holds(x)
		})
	case t.IsWords():
		return t.Said.In(x)
	case t.recurs():
		return t.repeatsSo(x)
	}
	if t.hours() {
		return t.atTime(x)
	}
	if t.Field != meaning.Longer && t.Field != meaning.Shorter {
		return true
	}
	minutes, known := Lasts(x)
	longer := minutes - t.Time.Amount.Seconds/60
	return known && longer != 0 && (longer > 0) == (t.Field == meaning.Longer)
}
