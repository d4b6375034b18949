package rules

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase/question"

	"assister/internal/record"
	"assister/internal/schema"
)

// What a question says of single fields becomes comparisons; what it does not
// mean is a condition of its own, which no item may meet.

// hasFields reports whether a kind has the fields that the question speaks of.
func (a *answerer) hasFields(k *schema.Kind) bool {
	var names []string
	if a.q.Wants != "progressPercent" || a.q.State != question.AnyState {
		names = []string{a.q.Wants} // how far something is can be told by what is done of it, too
	}
	for _, f := range a.q.Facts {
		names = append(names, f.Field)
	}
	if a.q.Over+a.q.Under > 0 {
		names = append(names, "endTime")
	}
	if a.q.Order == "size" || a.q.Order == "endTime" {
		names = append(names, a.q.Order)
	}
	if a.q.State == question.Off {
		names = append(names, "enabled")
	}
	if a.q.By == "scheduledFor" && k.Day == "" {
		return false
	}
	if a.q.By != "scheduledFor" {
		names = append(names, a.q.By)
	}
	return !slices.ContainsFunc(names, func(name string) bool {
		f, _ := k.Field(name)
		return f == nil && name != ""
	})
}

// fields are the comparisons of what the question says of single fields.
func (a *answerer) fields(k *schema.Kind) (list []filter.Comparison) {
	for _, fact := range a.q.Facts {
		f, _ := k.Field(fact.Field)
		c := filter.Is(fact.Field, record.Null)
		switch {
		case fact.Is == question.Given:
			c.Op = filter.Ne
		case fact.Is == question.Equal && f.Type == schema.Bool:
			c.Values[0] = record.Bool(fact.Value == "true")
		case fact.Is == question.Equal:
			c.Values[0] = record.Text(fact.Value)
		}
		list = append(list, c)
	}
	return append(list, a.stamped(k)...)
}

// stamped compares when records were made or last changed.
func (a *answerer) stamped(k *schema.Kind) (list []filter.Comparison) {
	s := a.q.Stamp
	if s.Field == "" {
		return nil
	}
	field := filter.UpdatedField
	f, _ := k.Field(s.Field)
	if f != nil {
		field = s.Field
	}
	compare := func(op filter.Operator, d calendar.Date) {
		start, _ := calendar.StartOfDay(d, a.clock.Zone)
		list = append(list, filter.Comparison{Field: field, Op: op, Values: []record.Value{record.Instant(start)}})
	}
	if f != nil && f.Type == schema.Date {
		compare = func(op filter.Operator, d calendar.Date) {
			list = append(list, filter.Comparison{Field: field, Op: op, Values: []record.Value{record.Date(d)}})
		}
	}
	if s.Days.Valid() {
		compare(filter.Gte, s.Days)
	}
	if s.Last.Valid() {
		compare(filter.Lt, s.Last.AddDays(1))
	}
	return list
}

// excluding makes an answerer of each condition that is not meant. Said is the
// answer where one names what there is not.
func (a *answerer) excluding() (said string, err error) {
	for _, q := range a.q.Not {
		if q.State == question.Usual {
			q.State = question.AnyState
		}
		not := &answerer{lookup: a.lookup, q: q}
		if said, err = not.place(nil); said != "" || err != nil {
			return said, err
		}
		a.not = append(a.not, not)
	}
	return "", nil
}

// excluded reports whether an item is one that is not meant.
func (a *answerer) excluded(i item) bool {
	return keyOf(i.record) == a.anchor || slices.ContainsFunc(a.not, func(not *answerer) bool { return not.means(i) })
}

// means reports whether an item is one of those that a condition names.
func (a *answerer) means(i item) bool {
	k := i.record.Kind
	switch {
	case len(a.q.Kinds) > 0 && !slices.Contains(a.q.Kinds, k.Name), !a.has(k):
		return false
	case a.q.When.Set():
		return i.day.Valid() && (!a.q.When.Days.Valid() || i.day >= a.q.When.Days) && (!a.q.When.Last.Valid() || i.day <= a.q.When.Last)
	case a.q.State == question.Overdue:
		return i.day.Valid() && i.day < a.today && !settled(i.record)
	}
	return a.condition(k).Match(i.record, a.today) && a.named(i.record)
}

// ordered are the items that come first or last by a field, without those that
// have no value in it.
func (a *answerer) ordered(items []item) []item {
	items = slices.DeleteFunc(items, func(i item) bool { _, ok := a.measure(i); return !ok })
	if len(items) == 0 {
		return nil
	}
	slices.SortStableFunc(items, func(x, y item) int {
		m, _ := a.measure(x)
		n, _ := a.measure(y)
		return cmp.Or(cmp.Compare(m, n), cmp.Compare(x.record.ID, y.record.ID))
	})
	if n := min(a.q.Most, len(items)); n > 0 && a.q.Asks == question.Last {
		return items[len(items)-n:]
	} else if n > 0 {
		return items[:n]
	}
	end := items[0]
	if a.q.Asks == question.Last {
		end = items[len(items)-1]
	}
	best, _ := a.measure(end)
	return slices.DeleteFunc(items, func(i item) bool {
		n, _ := a.measure(i)
		made := a.q.Order == "createdAt" || a.q.Order == "updatedAt" // at one moment, but one after the other
		return n != best || made && keyOf(i.record) != keyOf(end.record)
	})
}

// measure is what an item has in the field that first and last go by. What is late
// is the older the longer it is late.
func (a *answerer) measure(i item) (n int64, ok bool) {
	switch a.q.Order {
	case "endTime":
		minutes, ok := lasts(i)
		return int64(minutes), ok
	case "updatedAt":
		return i.record.Changed.Instant().UnixMilli(), !i.record.Changed.IsNull()
	case "createdAt":
		if a.q.State == question.Overdue {
			return int64(i.day), true
		}
		return i.record.Get(a.q.Order).Instant().UnixMilli(), true
	}
	v := i.record.Get(a.q.Order)
	return v.Integer(), !v.IsNull()
}

// lasts is how many minutes an item takes, where its end is noted.
func lasts(i item) (minutes int, ok bool) {
	to := i.record.Get("endTime").Time()
	if !to.Valid() || !i.begins.Valid() {
		return 0, false
	}
	return (int(to) - int(i.begins) + 24*60) % (24 * 60), true
}

// wholesOf are the records of other kinds that have the words of a subject in
// their names, and that records of these kinds can belong to.
func (a *answerer) wholesOf(s subject, kinds []*schema.Kind) (map[string][]int64, error) {
	wholes := map[string][]int64{}
	for _, k := range kinds {
		for i := range k.Fields {
			f := &k.Fields[i]
			if f.Type != schema.Ref || wholes[f.Of] != nil {
				continue
			}
			of := schema.Lookup(f.Of)
			found, err := a.find(filter.Query{Kind: of, Where: filter.Condition{All: s.within(of, []int{at(of, of.Label)})}})
			if err != nil {
				return nil, err
			}
			wholes[f.Of] = []int64{}
			for _, r := range found.Records {
				if hasAll(fulltext.Fold(r.Label()), s.words) {
					wholes[f.Of] = append(wholes[f.Of], r.ID)
				}
			}
		}
	}
	return wholes, nil
}
