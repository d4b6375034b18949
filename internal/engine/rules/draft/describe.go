package draft

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// anyKind are the words for kinds that records of any kind may be called by.
var anyKind = []string{"item", "remind", "reminder"}

// kindOf is the kind of the schema for that of a meaning.
func kindOf(word string) string {
	if slices.Contains(anyKind, word) {
		return ""
	}
	return reference.KindOf(word)
}

// normal is a description with kinds of the schema.
func normal(m meaning.Record) *meaning.Record {
	m.Kind = kindOf(m.Kind)
	if own, ok := m.Where.Of(meaning.Project); ok && m.Kind == "project" && m.Name == "" {
		m = without(m, meaning.Project) // "the whole Attic project" is the one of that name
		m.Name, m.Words, m.Every = own.Text, reference.Fields(own.Text), false
	}
	m.Where = slices.DeleteFunc(slices.Clone(m.Where), func(a meaning.Attribute) bool {
		return a.Field == meaning.Calendar && !m.Every || a.Field == meaning.List && a.Text == ""
	})
	m.Except, m.Each = slices.Clone(m.Except), slices.Clone(m.Each)
	for _, parts := range [][]*meaning.Record{m.Except, m.Each} {
		for i, of := range parts {
			parts[i] = normal(*of)
		}
	}
	return &m
}

// without is a description without its attributes of a field.
func without(m meaning.Record, fields ...meaning.Field) meaning.Record {
	m.Where = m.Where.Without(fields...)
	return m
}

// asTitle is a description whose conditions are words of the title instead: "the christmas
// cards". It reports false if there are none that can be.
func asTitle(m meaning.Record) (meaning.Record, bool) {
	words := slices.Clone(m.Words)
	kept := m.Where[:0:0]
	for _, a := range m.Where {
		if len(a.Words) == 0 || a.Not {
			kept = append(kept, a)
			continue
		}
		words = append(words, a.Words...)
	}
	if len(kept) == len(m.Where) {
		return m, false
	}
	m.Where, m.Words, m.Name = kept, words, strings.Join(words, " ")
	return m, true
}

// days are the first and the last day that a description says; none if it says none. Those without a first one
// begin today: "skip yoga until january".
func days(m *meaning.Record, today calendar.Date) (first, last calendar.Date) {
	a, ok := m.Where.Of(meaning.When)
	if !ok || a.Time.OfAnyDay() {
		return 0, 0
	}
	w := reference.WindowOf(a.Time, today)
	if !w.First.Valid() && w.Last.Valid() {
		w.First = today
	}
	return w.First, w.Last
}

// occurring are the days that a change of occurrences says. What is left out or moved of days that have begun is
// still ahead: "skip yoga this week".
func occurring(c *change) (first, last calendar.Date) {
	first, last = days(c.on, c.today)
	if begun := first < c.today && c.today <= last; begun && (!settles(c.do.Act) || leaves(c.do)) {
		first = c.today
	}
	return first, last
}

// isCalled reports whether a title is a name.
func isCalled(rec record.Record, name string) bool {
	return name != "" && fulltext.Plain(rec.Label()) == fulltext.Plain(name)
}

// named is what a description calls a record, for messages; "" if it has no words for it.
func named(m *meaning.Record) string { return cmp.Or(m.Full, m.Name, m.Noun) }

// settles reports whether an act sets a status.
func settles(a meaning.Act) bool { return statuses[a] != "" }

// statuses are what the acts set.
var statuses = map[meaning.Act]string{
	meaning.Complete: "completed", meaning.Start: "doing", meaning.Skip: "skipped", meaning.Reopen: "pending",
}

// statusOf is the status that an act sets.
func statusOf(act meaning.Act) op.Arg {
	return op.Arg{Name: "status", Value: record.Text(statuses[act])}
}

// verbs are the operations of acts that some kinds have.
var verbs = map[meaning.Act]schema.Verb{
	meaning.Enable: schema.SetEnabled, meaning.Disable: schema.SetEnabled, meaning.Snooze: schema.Snooze,
	meaning.Dismiss: schema.Dismiss, meaning.Append: schema.Append, meaning.Replace: schema.Edit,
}

// can reports whether the change can be one of records of a kind.
func (c *change) can(k *schema.Kind) bool {
	if settles(c.do.Act) {
		checks := c.do.Act == meaning.Complete || c.do.Act == meaning.Reopen
		return k.Operation(schema.SetStatus) != nil || k.Done != "" && checks
	}
	if v, ok := verbs[c.do.Act]; ok {
		return k.Operation(v) != nil
	}
	if to := c.set.converts(); to != nil {
		rest := c.set
		rest.text = rest.text.Without(meaning.Kind)
		return rest.fit(to)
	}
	return c.set.fit(k)
}

// able reports whether the change can be one of a record, and whether it is open to it.
func (c *change) able(rec record.Record) bool {
	if !c.can(rec.Kind) {
		return false
	}
	checked := rec.Kind.Done != "" && rec.Get(rec.Kind.Done).Bool()
	switch c.do.Act {
	case meaning.Delete, meaning.Rename:
		return true
	case meaning.Reopen:
		return reference.Settled(rec) || rec.Repeats() || checked
	}
	return !reference.Settled(rec) && !(checked && settles(c.do.Act))
}
