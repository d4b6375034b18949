package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// empties reports whether an attribute empties the field that another one sets.
func (a Attribute) empties(b Attribute) bool { return a.Field == Clear && a.Text == string(b.Field) }

// Amended is a change with other values for some of its attributes: "no, rather tuesday",
// "and make it 4pm". A day leaves the time as it was, and a time the day.
func (d Do) Amended(set []Attribute) Do {
	kept := slices.Clone(d.Set)
	for _, a := range set {
		switch created := d.Act == Create; {
		case created && a.Field == Title:
			d.Title = a.Text
			kept = kept.Without(Company)
			continue
		case created && a.Field == Kind:
			d.Kind = a.Text
			continue
		}
		var left []Attribute
		for _, old := range ended(kept, a) {
			if old.empties(a) || a.empties(old) { // "remove the deadline", and then "the deadline is friday"
				continue
			}
			if slices.Contains(several, a.Field) || old.Field != a.Field {
				left = append(left, old)
				continue
			}
			if length, ok := old.Time.Lasting(a.Time); ok && a.Field == When {
				left = append(left, Attribute{Field: Length, Time: length})
			}
			if !d.rings() {
				a.Time = inPart(a.Time, old.Time)
			}
			a.Time = a.Time.InPeriod(old.Time)
			if a.Field == SameDay && a.Text == "" { // beside the same
				a.Text, a.Words = old.Text, old.Words
			}
			if both, ok := old.Time.With(a.Time); a.Also && ok {
				a.Time = both
			}
			if rest, ok := old.Time.Beside(a.Time); ok {
				old.Time = rest
				left = append(left, old)
			}
		}
		kept = append(left, a)
	}
	d.Set = kept
	if d.Act == Create {
		d.within()
	}
	return d
}

// DiffersIn reports whether two changes set different days or times where others are to be set.
func DiffersIn(x, y Do, set Attributes) bool {
	one, _ := x.Set.Of(When)
	other, _ := y.Set.Of(When)
	return slices.ContainsFunc(set, func(a Attribute) bool {
		day := one.Time.From.Day != other.Time.From.Day && !a.Time.OfAnyDay()
		clock := one.Time.From.Clock != other.Time.From.Clock && (a.Time.OfAnyDay() || a.Time.From.Timed())
		return a.Field == When && (day || clock)
	})
}

// ended are values without an end or a length that another value gives: "9 to 10", and then "for two hours".
func ended(set Attributes, by Attribute) Attributes {
	switch {
	case by.Field == When && by.Time.From.Timed() && by.Time.To.Timed():
		return set.Without(Length)
	case by.Field == Length:
		set = slices.Clone(set)
		for i, a := range set {
			if a.Field == When {
				set[i].Time = a.Time.Beginning()
			}
		}
	}
	return set
}

// Of is the same change of another record. A time of the sort that the change sets is a new value, and
// no condition: "move the review to 3", "and the yoga at 6".
func (d Do) Of(on *Record) Do {
	one := *on
	one.Where = slices.Clone(on.Where)
	for _, old := range d.Set {
		i := slices.IndexFunc(one.Where, func(a Attribute) bool {
			return a.Field == When && a.Field == old.Field && a.Time.Kind == old.Time.Kind
		})
		if i >= 0 {
			d = d.Amended(one.Where[i : i+1])
			one.Where = slices.Delete(one.Where, i, i+1)
		}
	}
	d.On = &one
	return d
}

// WithCompany is a title with who takes part: "Lunch with Ann, Bo" for "with Bo" after "Lunch with Ann", and "Lunch
// with Bo" if Ann does not.
func WithCompany(title string, company Attribute) string {
	with, who, _ := strings.Cut(company.Text, " ")
	words := strings.Fields(title)
	at := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, with) })
	switch {
	case at < 0:
		return title + " " + company.Text
	case company.Also:
		return title + ", " + who
	}
	end := at + 1
	for end < len(words) && strings.ToLower(words[end]) != words[end] { // a name
		end++
	}
	return strings.Join(slices.Concat(words[:at], []string{company.Text}, words[end:]), " ")
}

// Likened are other values for those of a change, with what it sets: a day after a deadline is a deadline ("by
// friday", "no, saturday"), and a context after a project is a project ("in project Attic", "no, Work").
// Instead of a tag is another one, if the words say so.
func (d Do) Likened(set []Attribute, rather bool) []Attribute {
	out := slices.Clone(set)
	for i, a := range set {
		switch {
		case a.Field == When && a.Time.Kind == timeexpr.Day && d.Set.Has(Due) && !d.Set.Has(When):
			out[i].Field = Due
		case a.Field == Context && d.Set.Has(Project):
			out[i].Field = Project
		}
		for _, old := range d.Set {
			inDay := old.Time.Part != timeexpr.NoPart || !d.rings()
			if when := a.Field == When && old.Field == When; when && inDay { // "at 7", of an evening
				out[i].Time = inPart(a.Time, old.Time)
			}
			if rather && a.Field == Tag && old.Field == Tag {
				out = append(out, Attribute{Field: Untag, Text: old.Text})
			}
		}
	}
	return out
}

// Sets reports whether a change sets values, so that others can be set instead.
func (d Do) Sets() bool { return d.Act == Create || d.Act == Move || d.Act == Change || d.Act == Shift }

// SetsOfIt reports whether a change gives other values to "it", and to nothing else: "move it to friday".
func (d Do) SetsOfIt() bool {
	return slices.Contains([]Act{Move, Change, Rename}, d.Act) && len(d.Set) > 0 && d.On.IsIt()
}

// Retitles reports whether a change gives what has a title another one. What is "made" something keeps a word of the
// title, as in "make it oat milk": no call is made blue.
func Retitles(d Do, g *language.Grammar, title string) bool {
	if d.Act != Rename {
		return false
	}
	name, _ := d.Set.Of(Title)
	old, kept, added := g.ContentOf(language.Tokens(title)), false, false
	for _, word := range g.ContentOf(language.Tokens(name.Text)) {
		has := slices.Contains(old, word)
		kept, added = kept || has, added || !has
	}
	return d.Manner != Near || kept && added
}

// ShiftsIt reports whether a change moves "it" on or back, and nothing else.
func (d Do) ShiftsIt() bool { return d.Act == Shift && d.On.IsIt() }

// Shifted is a change whose day and time are those that another one moves on or back. It reports false if it says
// no day.
func (d Do) Shifted(by Do) (Do, bool) {
	i := d.Set.Index(When)
	if i < 0 || len(by.Set) != 1 {
		return d, false
	}
	amount := by.Set[0].Time.Amount
	if by.Set[0].Field == Advance {
		amount = amount.Negative()
	}
	v, ok := d.Set[i].Time.Moved(amount)
	d.Set = slices.Clone(d.Set)
	d.Set[i].Time = v
	return d, ok
}

// IsIt reports whether a description is of "it", and says no more.
func (m *Record) IsIt() bool {
	several := m.Every || m.Them || m.Both
	return m.It && m.Kind == "" && m.IsBare() && !several
}

// IsNext reports whether a description is of the next record, and says nothing else of it: "the next one".
func (m *Record) IsNext() bool {
	rest, next := *m, m.Rank
	rest.Rank, next.Count = Rank{}, 0
	single := next == Rank{Order: Next} && m.Rank.Count <= 1
	return single && m.Kind == "" && rest.IsBare() && !m.It
}

// Repeatable reports whether a change can be made to another record, too. A name belongs to one
// record, and what two records exchange is theirs.
func (d Do) Repeatable() bool {
	return d.On != nil && !slices.Contains([]Act{Rename, Replace, Swap}, d.Act)
}

// After is a new record behind one that was asked for before it. Another one is of the same kind, in
// the same project or list. One that is alike has the beginning of its title, too: "another with Kim"
// after "Lunch with Sam". It reports false if there is no such beginning.
func (d Do) After(before Do) (Do, bool) {
	switch d.Kind {
	case Another:
	case Alike:
		first, rest, _ := strings.Cut(d.Title, " ")
		words := strings.Fields(before.Title)
		i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, first) })
		if i <= 0 {
			return d, false
		}
		d.Title = strings.Join(append(words[:i+1:i+1], rest), " ")
	default:
		return d, true
	}
	d.Kind, d.Happens = before.Kind, d.Happens || before.Happens
	for _, f := range []Field{Project, List} {
		if a, ok := before.Set.Of(f); ok && !d.Set.Has(f) {
			d.Set = append(d.Set, a)
		}
	}
	return d, true
}

// Named is a text whose new records of the name of "it", and what is made in them, have that name.
func (t Text) Named(name string) Text {
	t.Do = slices.Clone(t.Do)
	for i, do := range t.Do {
		if do.NamedIt {
			t.Do[i].Title = name
		}
		t.Do[i].Set = slices.Clone(do.Set)
		for j, a := range do.Set {
			if whole := a.Field == List || a.Field == Project; whole && a.Text == "" && !do.NamedIt {
				t.Do[i].Set[j].Text = name
			}
		}
	}
	return t
}

// IsBesideIt reports whether a change makes a new record on a day or at a time beside "it".
func (d Do) IsBesideIt() bool {
	return d.Act == Create && d.Set.OfIt(SameDay) || d.IsOfIt()
}

// IsOfIt reports whether a change makes a reminder of no name, which is of "it": "remind me at noon".
func (d Do) IsOfIt() bool {
	return d.Act == Create && d.Kind == "reminder" && d.Title == "" && d.Set.Only(When)
}

// OnlyTitle reports whether a change makes a new record and gives no more of it than the title: "add jam".
func (d Do) OnlyTitle() bool {
	asked := d.Act == Create && d.Manner != Told
	return asked && d.Kind == "" && len(d.Set) == 0
}

// rings reports whether a change makes an alarm or a reminder, which are in the morning rather than the evening.
func (d Do) rings() bool { return d.Kind == "alarm" || d.Kind == "reminder" }

// Timed reports whether a change makes something new at times of no day. The day of what rings is
// the next one with that time.
func (d Do) Timed() bool { return !d.rings() && d.ofAnyDay() }

// ofAnyDay reports whether a change makes something new at times of no day.
func (d Do) ofAnyDay() bool {
	hours := func(a Attribute) bool { return a.Field == When && a.Time.OfAnyDay() }
	hasDay := d.Day().Valid() || d.Set.Has(SameDay)
	return d.Act == Create && !hasDay && slices.ContainsFunc(d.Set, hours)
}

// Day is the day that a change says; 0 if it says none.
func (d Do) Day() calendar.Date {
	i := slices.IndexFunc(d.Set, func(a Attribute) bool { return a.Field == When && !a.Time.OfAnyDay() })
	if i < 0 {
		return 0
	}
	return d.Set[i].Time.From.Day
}

// Then reports whether a change makes something at the time, or in the place, that the conversation was about.
func (d Do) Then() bool { return d.Act == Create && slices.ContainsFunc(d.Set, isThen) }

// OnThatDay reports whether a change makes something new on the day of "it", and not some time before or after.
func OnThatDay(d Do) bool {
	a, beside := d.Set.Of(SameDay)
	within := a.Text == "" && !a.Also && a.Time.Amount == timeexpr.Amount{}
	return d.Act == Create && beside && within
}

// isThen reports whether an attribute is the place or the time of "it".
func isThen(a Attribute) bool {
	then := a.Field == There || a.Field == SameDay && a.Also
	return then && a.Text == "" && !a.Not
}

// At is a change at times instead of "then".
func At(times []Attribute, d Do) Do {
	d.Set = slices.DeleteFunc(slices.Clone(d.Set), isThen)
	return d.Amended(times)
}

// Undated reports whether a change makes something that takes place, and says nothing of when.
func (d Do) Undated() bool {
	return d.Act == Create && (d.Happens || d.Kind == "event") && !d.Set.Has(When, SameDay)
}

// OnDay is a text with some of what it makes new on a day, if there is one.
func (t Text) OnDay(day calendar.Date, which func(Do) bool) Text {
	if !day.Valid() {
		return t
	}
	t.Do = slices.Clone(t.Do)
	for i, do := range t.Do {
		if which(do) {
			t.Do[i] = do.Amended([]Attribute{{Field: When, Time: timeexpr.On(day)}})
		}
	}
	return t
}

// IsAllOfKind reports whether a description is of all records of a kind, and says no more.
func (m *Record) IsAllOfKind() bool { return m.Kind != "" && m.isAll() }

// IsEverything reports whether there is a description, and it is of all records.
func (m *Record) IsEverything() bool { return m != nil && m.Kind == "" && m.isAll() }

func (m *Record) isAll() bool { return m.Every && m.IsBare() && !m.It }

// WhatIsOpen reports whether a question is about all that is still to be done, perhaps on "the list".
func (a Ask) WhatIsOpen() bool {
	other := func(x Attribute) bool {
		pending := x.Field == State && x.Text == "pending" && !x.Not
		return !pending && (x.Field != List || x.Text != "")
	}
	bare := a.Of.Kind+a.Of.Name == "" && a.Of.Rank == Rank{}
	return bare && a.Of.Where.Has(State) && !slices.ContainsFunc(a.Of.Where, other)
}

// IsWhichOnes reports whether a question is for those that were counted or changed, and says no more: "which ones".
func (a Ask) IsWhichOnes() bool {
	return a.Lists && a.Of.Kind+a.Of.Name == "" && len(a.Of.Where)+len(a.Of.Except) == 0
}

// Within is the project or the list that a question looks into, if that is all that it says of where.
func (a Ask) Within() (whole Attribute, ok bool) {
	if whole, ok = a.Of.Where.Of(Project); !ok {
		whole, _ = a.Of.Where.Of(List)
	}
	return whole, whole.Text != ""
}

// OfTime reports whether a question is about what there is at some time, or overdue.
func (a Ask) OfTime() bool {
	state, _ := a.Of.Where.Of(State)
	return a.Past || a.Of.Where.Has(When, Due) || state.Text == "overdue"
}

// ListsTime reports whether a question is for what there is at some time, and names nothing.
func (a Ask) ListsTime() bool {
	_, timed := a.Of.Where.Of(When)
	return timed && a.Of.Name == ""
}

// Day is the only day that a question is about, or a time or a part of it, as what happens then is planned.
func (a Ask) Day() (day Attribute, ok bool) {
	if len(a.Of.Where) != 1 {
		return day, false
	}
	day = a.Of.Where[0]
	v := day.Time
	within := v.Kind == timeexpr.DayAndTime || v.Kind == timeexpr.Range && v.Last() == v.From.Day
	whole := v.Kind == timeexpr.Day && !v.From.Timed()
	single := whole || within && v.From.Day.Valid() && !v.Daily
	return day, day.Field == When && !day.Not && single
}

// WantsTime reports whether a question is for free time.
func (a Ask) WantsTime() bool { return a.What == Free || a.What == Gaps }

// Times are the times that a question is about, if something can be at each: a day or a time, and not when there is
// free time in it.
func (a Ask) Times() (times []Attribute, ok bool) {
	for _, c := range a.Of.Where {
		if c.Field != When || c.Not || c.Time.Kind == timeexpr.Range {
			return nil, false
		}
	}
	return slices.Clone(a.Of.Where), a.What != Gaps
}

// OfAnyDay reports whether a question is about a time of day alone: it may be of the day of the question before it.
func (a Ask) OfAnyDay() bool {
	return len(a.Of.Where) == 1 && a.Of.Where[0].Field == When && a.Of.Where[0].Time.OfAnyDay()
}

// several are the fields that have more than one value.
var several = []Field{Tag, Company}

// inPart is a time in the part of the day that another value names: "at 8" of an evening. What may be either half
// of the day is in the evening, if the other time is.
func inPart(t, of timeexpr.Value) timeexpr.Value {
	const evening, midnight = 17 * 60 * 60, 24 * 60 * 60
	from, to := of.From.Clock, of.To.Clock
	if p := of.Rule.Part; p != timeexpr.NoPart {
		return t.In(p)
	}
	if of.Part == timeexpr.NoPart {
		if late := max(from, of.Rule.Clock) > evening; !late || !t.Other.Timed() {
			return t
		}
		from, to = evening, midnight
	}
	within := func(p timeexpr.Point) bool { return from <= p.Clock && p.Clock < to }
	later := timeexpr.Point{Clock: t.From.Clock + 12*60*60}
	switch {
	case t.Kind != timeexpr.TimeOfDay:
	case within(t.From):
		t.Other = timeexpr.Point{}
	case within(later):
		t.From, t.Other = later, timeexpr.Point{}
	}
	return t
}
