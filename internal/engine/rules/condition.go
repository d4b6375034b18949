package rules

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/phrase/question"

	"assister/internal/record"
	"assister/internal/schema"
)

// A question of the records becomes one condition for each kind that it can be
// about.

// span is the time that is looked at, where the question says none but means one.
func (a *answerer) span() {
	a.when = a.q.When
	if a.when.Set() || a.q.Average || a.q.Order != "" && a.q.Order != "endTime" || !slices.ContainsFunc(a.kinds(), func(k *schema.Kind) bool { return k.Day != "" }) {
		return
	}
	switch {
	case a.q.Due && a.q.Asks == question.First:
		return // the earliest deadline may be behind us
	case a.q.Order == "endTime":
		a.when = question.Time{Days: a.today}
		return
	}
	switch a.q.Asks {
	case question.Next, question.First, question.When, question.Where, question.Length, question.Until:
		a.when = question.Time{Days: a.today}
	case question.Last, question.LastTime:
		a.when = question.Time{Last: a.today}
	case question.Free:
		a.when = question.Time{Days: a.today, Last: a.today}
	case question.Gaps, question.Clashes:
		a.when = question.Time{Days: a.today, Last: a.today.AddDays(aheadMost)}
	case question.Overview:
		monday := a.today.StartOfWeek()
		a.when = question.Time{Days: monday, Last: monday.AddDays(6)}
	}
}

// aheadMost is how many days of those to come are looked at for gaps and clashes.
const aheadMost = 27

// kinds are those the question is about. A kind that has nothing of what is asked
// for has no record that it could be. Where nothing that is planned can be it, it
// is any other kind.
func (a *answerer) kinds() []*schema.Kind {
	if kinds := a.kindsOf(a.everywhere); len(kinds) > 0 || len(a.q.Kinds) > 0 {
		return kinds
	}
	return a.kindsOf(true)
}

// kindsOf are the kinds that are named or, where none is, those that are planned,
// or all. What was noted in a session is a note too.
func (a *answerer) kindsOf(all bool) (kinds []*schema.Kind) {
	notes := len(a.q.About) > 0 && slices.Contains(a.q.Kinds, "note")
	for _, k := range schema.Kinds {
		named := slices.Contains(a.q.Kinds, k.Name) || notes && (k.Name == "note_session" || k.Name == "note_line")
		if len(a.q.Kinds) == 0 {
			projectsToo := a.q.State == question.AnyState || a.q.Due && a.q.Asks == question.When
			named = k.Planned || all || a.q.Stamp.Field == "createdAt" || projectsToo && k.Name == "project"
		}
		if a.q.Asks == question.Free || a.q.Asks == question.Gaps || a.q.Asks == question.Clashes {
			_, timed := k.Field("startTime")
			named = timed >= 0
		}
		if named && a.has(k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// has reports whether records of a kind can be what the question asks for.
func (a *answerer) has(k *schema.Kind) bool {
	open, past := a.q.State == question.Open, a.q.When.Last.Valid() && a.q.When.Last < a.today
	switch {
	case a.lacksField(k), a.lacksDay(k), !a.hasFields(k):
		return false
	case a.q.Asks == question.Urgent && !k.Settles():
		return false
	case open && past && !k.Settles():
		return false // an event in the past is not open
	case open && a.everywhere && !k.Settles() && k.Done == "":
		return false // a record that is never completed is not missing
	}
	switch a.state(k) {
	case question.Finished, question.Pending, question.Doing, question.Skipped:
		return k.Settles() || k.Done != "" && a.q.State == question.Finished
	}
	return true
}

// lacksField reports whether the question is about a field, or about records of which a
// record is a part, that the kind does not have.
func (a *answerer) lacksField(k *schema.Kind) bool {
	for _, need := range [...]struct {
		asked bool
		field string
	}{
		{a.q.Priority != "", "priority"}, {a.q.Context != "", "context"}, {a.q.Tag != "", "tags"},
		{a.projects != nil, "projectId"}, {a.q.Repeats, "recurrence"}, {a.q.Asks == question.Length, "endTime"},
	} {
		if f, _ := k.Field(need.field); need.asked && f == nil {
			return true
		}
	}
	return a.whole != nil && k.Belongs(a.q.Of.Kind) == nil
}

// lacksDay reports whether the question is about a day, a deadline or a state by the day
// that the kind does not have.
func (a *answerer) lacksDay(k *schema.Kind) bool {
	needsDay := a.q.Undated || a.when.Set() && !a.q.Due
	needsDeadline := a.q.Due || a.q.NoDeadline
	switch {
	case needsDay && k.Day == "", needsDeadline && deadline(k) == "":
		return true
	}
	return a.q.State == question.Overdue && !filter.Has(k, "overdue")
}

// deadline is the field of a kind that says by when it has to be done; "" is
// none.
func deadline(k *schema.Kind) string {
	for _, name := range [...]string{"deadline", "targetDate"} {
		if f, _ := k.Field(name); f != nil {
			return name
		}
	}
	return ""
}

// state is what the records of a kind have to be. The last time of something to
// do is when it was done; that of an event is when it took place.
func (a *answerer) state(k *schema.Kind) question.State {
	if a.q.Asks == question.LastTime && k.Settles() {
		return question.Finished
	}
	if f, _ := k.Field("answer"); f != nil && (a.q.State == question.Pending || a.q.State == question.Doing) {
		return question.Open // a question waits until it is answered
	}
	return a.q.State
}

// open reports whether what is asked for is only what can still be done.
func (a *answerer) open() bool {
	switch a.q.State {
	case question.Open, question.Overdue:
		return true
	case question.Usual:
		past := a.when.Last.Valid() && a.when.Last < a.today
		switch a.q.Asks {
		case question.Last, question.LastTime, question.Length, question.Overview:
			return a.q.Order != "" && !past
		}
		return !past
	}
	return false
}

// condition is what a record of a kind has to meet; of what repeats, days and
// status are looked at once more for each occurrence.
func (a *answerer) condition(k *schema.Kind) filter.Condition {
	c := filter.Condition{}.WithWord("priority", a.q.Priority).WithWord("context", a.q.Context).WithWord("tags", a.q.Tag)
	if len(a.projects) > 0 {
		c.Compare = append(c.Compare, filter.Among("projectId", a.projects))
	}
	if len(a.whole) > 0 {
		c.Compare = append(c.Compare, filter.Among(k.Belongs(a.q.Of.Kind).Name, a.whole))
	}
	if a.q.Repeats {
		c = c.With(filter.Repeating(true))
	}
	c.Compare = append(c.Compare, a.fields(k)...)
	a.status(&c, k)
	a.days(&c, k)
	for _, s := range a.subjects {
		c.All = append(c.All, a.mentions(k, s))
	}
	return c
}

func at(k *schema.Kind, field string) int {
	_, at := k.Field(field)
	return at
}

func (a *answerer) status(c *filter.Condition, k *schema.Kind) {
	switch state := a.state(k); state {
	case question.Finished:
		c.Completed = filter.Yes
	case question.Pending, question.Doing, question.Skipped:
		c.Status = statusWord(state)
	case question.Overdue:
		c.Overdue = filter.Yes
	case question.Open, question.Off:
		if f, _ := k.Field("answer"); f != nil && state == question.Open {
			c.Compare = append(c.Compare, filter.Is("answer", record.Null))
		}
		if f, _ := k.Field("enabled"); f != nil {
			c.Compare = append(c.Compare, filter.Is("enabled", record.Bool(state == question.Open)))
		}
	}
	if !a.open() || !k.Settles() && k.Done == "" {
		return
	}
	c.Completed = filter.No
	if k.Settles() {
		c.Compare = append(c.Compare, filter.IsNot("status", record.Text("skipped")))
	}
}

func statusWord(s question.State) string {
	switch s {
	case question.Doing:
		return "doing"
	case question.Skipped:
		return "skipped"
	}
	return "pending"
}

func (a *answerer) days(c *filter.Condition, k *schema.Kind) {
	compare := func(field string, op filter.Operator, v record.Value) {
		c.Compare = append(c.Compare, filter.Comparison{Field: field, Op: op, Values: []record.Value{v}})
	}
	if a.q.Undated {
		compare(k.Day, filter.Eq, record.Null)
	}
	if a.q.NoDeadline {
		compare(deadline(k), filter.Eq, record.Null)
	}
	switch {
	case a.q.Due:
		field := deadline(k)
		compare(field, filter.Ne, record.Null)
		if a.when.Days.Valid() {
			compare(field, filter.Gte, record.Date(a.when.Days))
		}
		if a.when.Last.Valid() {
			compare(field, filter.Lte, record.Date(a.when.Last))
		}
	case a.when.Set():
		c.Scheduled = filter.Range{Set: true, From: a.when.Days, To: a.when.Last}
	}
}

// countable reports whether it is a number that the records alone give: without
// days, something that repeats counts once.
func (a *answerer) countable() bool {
	takesPlace := func(k *schema.Kind) bool { return k.Day != "" && !k.Settles() }
	return a.q.Asks == question.Count && !a.when.Set() && len(a.q.About) == 0 && len(a.q.Not)+len(a.q.Else) == 0 && a.q.By == "" && a.q.Over+a.q.Under == 0 && a.q.State != question.Finished && a.q.State != question.Overdue &&
		!slices.ContainsFunc(a.kinds(), takesPlace)
}

func (a *answerer) counted() (finding, error) {
	total := 0
	for _, k := range a.kinds() {
		found, err := a.find(filter.Query{Kind: k, Where: a.condition(k), Count: true})
		if err != nil {
			return finding{}, err
		}
		total += found.Total
	}
	return finding{text: a.in().Sentence(a.many(total)), total: &total}, nil
}
