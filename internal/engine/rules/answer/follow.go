package answer

import (
	"cmp"
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/reference"
)

// Continues reports whether a text has a question that may depend on what was asked before.
func Continues(t meaning.Text) bool {
	return slices.ContainsFunc(t.Ask, func(a meaning.Ask) bool {
		return follows(a) || refers(a.Of) || reference.IsPlace(a.Of) || wantsTime(a)
	})
}

// earlier returns the questions of earlier texts. It forgets those before a text that is no
// question, since nothing continues one across it.
func earlier(before []meaning.Text) (asks []meaning.Ask) {
	for i := range before {
		said, ok := questions(&before[i])
		if !ok {
			asks = nil
			continue
		}
		for _, a := range said {
			if len(asks) > 0 {
				a = behind(asks[len(asks)-1], a)
			}
			asks = append(asks, a)
		}
	}
	return asks
}

// behind is a question with what it takes from the one before it.
func behind(before, a meaning.Ask) meaning.Ask {
	if a.Follows && a.Of.It && a.Field == meaning.When && before.WantsTime() { // "when exactly" there is time
		before.What = meaning.Gaps
		return before
	}
	if a = onDay(before, a); follows(a) {
		return continued(before, a)
	}
	return a
}

// dated reports whether a condition is a time with a day.
func dated(c meaning.Attribute) bool {
	return c.Field == meaning.When && !c.Not && c.Time.From.Valid() && !ofAnyDay(c)
}

// wantsTime reports whether a question is for free time, and names no day.
func wantsTime(a meaning.Ask) bool {
	return a.WantsTime() && a.By == "" && !slices.ContainsFunc(a.Of.Where, dated)
}

// onDay is a question with the day that the one before it was about, if that had one: "the day after" counts from it,
// and free time of no day is that of it.
func onDay(before, a meaning.Ask) meaning.Ask {
	was := slices.IndexFunc(before.Of.Where, dated)
	if was < 0 {
		return a
	}
	of, day := *a.Of, before.Of.Where[was]
	of.Where = slices.Clone(of.Where)
	a.Of = &of
	for i, c := range of.Where {
		if c.Field != meaning.SameDay || c.Text != "" {
			continue
		}
		by, from := c.Time.Amount, day.Time.From.Day
		if later := by.OfDays() && by.After(from) > from; later && day.Time.To.Valid() {
			from = day.Time.To.Day
		}
		of.Where[i] = meaning.Attribute{Field: meaning.When, Time: timeexpr.On(by.After(from))}
	}
	if wantsTime(a) && !before.Past {
		of.Where = joined([]meaning.Attribute{day}, of.Where, false)
	}
	return a
}

// refers reports whether a description is of something that was mentioned before.
func refers(m *meaning.Record) bool {
	there := func(a meaning.Attribute) bool { return a.Field == meaning.There || besides[a.Field] && a.Text == "" }
	other := func(not *meaning.Record) bool { return not.It } // "what else is on friday"
	return m.It || slices.ContainsFunc(m.Where, there) || slices.ContainsFunc(m.Except, other)
}

// besides are the conditions to lie beside something.
var besides = map[meaning.Field]bool{meaning.Earlier: true, meaning.Later: true, meaning.SameDay: true}

// apart is a question without what it says of records that were mentioned before. After a
// question that found nothing it is a question about the same: "which of them are urgent".
func apart(a meaning.Ask) meaning.Ask {
	of := *a.Of
	of.It = false
	of.Where = of.Where.Without(meaning.There)
	a.Of = &of
	return a
}

// follows reports whether a question continues the one before it: it says so, or it has
// nothing but one condition that is of nothing by itself, such as a time of day or a priority.
func follows(a meaning.Ask) bool {
	if a.Follows {
		return true
	}
	m := a.Of
	asks := a.What == meaning.Which || a.What == meaning.Exists
	if !asks || len(m.Where) != 1 || !bare(m) {
		return false
	}
	return ofAnyDay(m.Where[0]) || loose[m.Where[0].Field]
}

// loose are the conditions that nobody asks about alone.
var loose = map[meaning.Field]bool{meaning.Priority: true, meaning.Context: true, meaning.Tag: true}

// bare reports whether a description says nothing beside its conditions.
func bare(m *meaning.Record) bool {
	named := m.Kind != "" || m.Name != "" || len(m.IDs) > 0
	return !named && !m.It && m.Rank == meaning.Rank{} && len(m.Except) == 0
}

// ofAnyDay reports whether a condition is a time of day without a day.
func ofAnyDay(a meaning.Attribute) bool {
	return a.Field == meaning.When && a.Time.OfAnyDay()
}

// continued is a question with what it leaves open as it was in the one before it.
func continued(before, a meaning.Ask) meaning.Ask {
	if a.Of.It || refers(a.Of) {
		return a // of what the other has found
	}
	out := a
	of, was := *a.Of, before.Of
	out.Of = &of
	listed := before.What == meaning.Which || before.What == meaning.Count
	these := before.What == meaning.Count && (a.Lists || !a.Follows) // of those that were counted
	if a.What == meaning.Which && !these || a.What == meaning.Exists && !listed {
		out.What = before.What
		if a.Field == "" {
			out.Field = before.Field
		}
	}
	if a.By == "" {
		out.By, out.Most, out.Least = before.By, before.Most, before.Least
	}
	if of.Rank == (meaning.Rank{}) && a.What != meaning.Count {
		of.Rank = was.Rank
	}
	if next := following(was.Where); next != nil && a.Of.IsNext() {
		of.Where, of.Rank = next, meaning.Rank{}
	}
	named := len(reference.Kinds(&of)) > 0
	if !named {
		of.Kind, of.Noun = was.Kind, was.Noun
	}
	if of.Name == "" {
		of.Name, of.Full, of.Words, of.Happens = was.Name, was.Full, was.Words, was.Happens
	}
	of.It = was.It
	if len(of.IDs) == 0 {
		of.IDs = was.IDs
	}
	of.Except = append(slices.Clone(was.Except), of.Except...)
	if !named && of.Name == was.Name {
		of.Where = dueToo(was.Where, of.Where)
	}
	of.Where = joined(was.Where, of.Where, named)
	return out
}

// following is the time behind that of other conditions, if they have a whole day, week, month or year: "next", for
// "this week".
func following(was []meaning.Attribute) []meaning.Attribute {
	for _, c := range was {
		if next, ok := c.Time.Following(); ok && !c.Not && (c.Field == meaning.When || c.Field == meaning.Due) {
			return []meaning.Attribute{{Field: c.Field, Time: next}}
		}
	}
	return nil
}

// dueToo are conditions with a day as that of a deadline, if the others have one: "what is due
// monday", "and on tuesday".
func dueToo(was, now []meaning.Attribute) []meaning.Attribute {
	due := func(c meaning.Attribute) bool { return c.Field == meaning.Due && c.Time.From.Valid() }
	if !slices.ContainsFunc(was, due) {
		return now
	}
	now = slices.Clone(now)
	for i, c := range now {
		if c.Field == meaning.When && !ofAnyDay(c) {
			now[i].Field = meaning.Due
		}
	}
	return now
}

// joined are conditions with others in the place of those of the same sort.
func joined(was, now []meaning.Attribute, named bool) (list []meaning.Attribute) {
	for _, w := range was {
		replaced := func(n meaning.Attribute) bool { return !n.Not && !w.Not && sort(n) == sort(w) }
		kinds := reference.NamesKinds(w)
		switch n := slices.IndexFunc(now, replaced); {
		case kinds && named:
		case n >= 0 && ofAnyDay(now[n]) && w.Field == meaning.When && !ofAnyDay(w):
			if v := w.Time; v.From.Timed() && (!v.To.Valid() || v.To.Day == v.From.Day) {
				w.Time = timeexpr.On(v.From.Day) // the hours are of the day before
			}
			list = append(list, w)
		case n >= 0:
		default:
			list = append(list, w)
		}
	}
	return append(list, now...)
}

// sorts are the conditions of which a later one replaces an earlier one.
var sorts = map[meaning.Field]string{
	meaning.When: "time", meaning.Due: "time", meaning.Earlier: "time", meaning.Later: "time", meaning.SameDay: "time",
	meaning.Project: "in", meaning.List: "in", meaning.Team: "in", meaning.Part: "in", meaning.There: "in",
	meaning.About: "about", meaning.Person: "about", meaning.Place: "about",
	meaning.Longer: "length", meaning.Shorter: "length",
}

func sort(a meaning.Attribute) string { return cmp.Or(sorts[a.Field], string(a.Field)) }
