package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// place in time that a record is moved to. What stays as it is is zero.
type place struct {
	day          calendar.Date
	begins, ends calendar.Time
}

// fields are what a change sets on a record, which is empty if it is new, beside some others.
func (c *change) fields(rec record.Record, to place, others ...op.Arg) []op.Arg {
	args := slices.Concat(others, c.same(rec.Kind, to), c.added(rec))
	if len(args) == 0 || c.set.gone&^weekdaysOf(rec) != 0 {
		c.notUnderstood()
	}
	c.has(rec.Kind, args)
	return args
}

// same are the fields that are set to the same on all records of a kind.
func (c *change) same(k *schema.Kind, to place) (args []op.Arg) {
	s := c.set
	put := func(set bool, f meaning.Field, v record.Value) {
		if set {
			args = append(args, op.Arg{Name: columnOf(k, f), Value: v})
		}
	}
	put(to.day.Valid(), meaning.When, record.Date(to.day))
	put(s.backlog, meaning.When, record.Null)
	put(to.begins.Valid(), reference.Time, record.Time(to.begins))
	put(to.ends.Valid(), meaning.End, record.Time(to.ends))
	put(s.due.Valid(), meaning.Due, record.Date(s.due))
	put(s.allDay, reference.Time, record.Null)
	put(s.allDay, meaning.End, record.Null)
	for _, f := range s.clear {
		empty := record.Null
		if x := reference.Column(f, k); x != nil && x.Default != "" {
			empty = record.Text(x.Default)
		}
		put(s.get(f) == "", f, empty)
	}
	for _, a := range s.text.Without(ofRecords...) {
		args = append(args, c.valueArg(k, a))
	}
	return args
}

// ofRecords are the fields whose values depend on the record that has them.
var ofRecords = []meaning.Field{meaning.Notes, meaning.Title, meaning.Company, meaning.Urgency}

// instead is the recurrence that is set. If it is in the place of some weekdays, the others of the record stay:
// "thursdays instead of wednesdays".
func (s settings) instead(rec record.Record) calendar.Recurrence {
	rule, was := s.when.repeat, rec.Recurrence()
	if s.gone != 0 && rule.Freq == calendar.Weekly && was.Freq == calendar.Weekly {
		rule.ByDay |= was.ByDay &^ s.gone
	}
	return rule
}

// weekdaysOf are the days of the week that a record is on; all of them if it is not weekly.
func weekdaysOf(rec record.Record) calendar.Days {
	rule := rec.Recurrence()
	switch {
	case rule.Repeats() && rule.Freq != calendar.Weekly:
		return ^calendar.Days(0)
	case rule.ByDay == 0 && rec.Day().Valid():
		return calendar.DaySet(rec.Day().Weekday())
	}
	return rule.ByDay
}

// added are the settings that depend on what a record has already.
func (c *change) added(rec record.Record) (args []op.Arg) {
	s := c.set
	put := func(f meaning.Field, v record.Value) {
		args = append(args, op.Arg{Name: columnOf(rec.Kind, f), Value: v})
	}
	if s.when.repeat.Repeats() {
		put(reference.Recurrence, record.Recurrence(s.instead(rec)))
	}
	if len(s.tags) > 0 || len(s.untag) > 0 {
		kept := slices.DeleteFunc(slices.Clone(rec.Get("tags").Tags()), s.untags)
		put(meaning.Tag, record.Tags(append(kept, s.tags...)...))
	}
	if to := s.get(meaning.Urgency); to != "" {
		most, n := len(schema.Priorities)-1, slices.Index(schema.Priorities, rec.Get("priority").Text())
		n += map[string]int{"more": 1, "less": -1}[to]
		put(meaning.Urgency, record.Text(schema.Priorities[min(max(n, 0), most)]))
	}
	if title := titleWith(rec.Label(), c.do.Set); title != rec.Label() {
		args = append(args, op.Arg{Name: rec.Kind.Label, Value: record.Text(title)})
	}
	if notes := s.get(meaning.Notes); notes != "" {
		if !slices.Contains(s.clear, meaning.Notes) {
			notes = c.noted(rec.Get(columnOf(rec.Kind, meaning.Notes)).Text(), notes)
		}
		put(meaning.Notes, record.Text(notes))
	}
	return args
}

// noted are the notes of a record with more notes. A part of the day is in the place of the one that it had.
func (w words) noted(had, more string) string {
	isPart := func(line string) bool {
		for p := timeexpr.NoPart + 1; p <= timeexpr.Lunch; p++ {
			if line == w.part(p) {
				return true
			}
		}
		return false
	}
	lines := strings.Split(had, "\n")
	if slices.ContainsFunc(strings.Split(more, "\n"), isPart) {
		lines = slices.DeleteFunc(lines, isPart)
	}
	return joined(strings.Join(lines, "\n"), more)
}

// withCompany makes the names of who is to take part the end of a title: "add Ann to the lunch". Nothing keeps who
// takes part beside the title, so nobody is taken off, and what has no name of a person may be a thing.
func withCompany(c *change) (do meaning.Do) {
	do = c.do
	do.Set = slices.Clone(do.Set)
	for at, a := range do.Set {
		toks := language.Tokens(a.Text)
		switch {
		case a.Field != meaning.Company:
			continue
		case a.Not:
			c.refuse(problem.UnknownField, "refuse.no-company", "name", shortened(a.Text))
		case c.grammar.Has(toks, 0, "company", "prep"):
			continue
		}
		for i, t := range toks {
			first, _ := utf8.DecodeRuneInString(a.Text[t.Start:])
			lower := t.Letters && !unicode.IsUpper(first) && do.Act != meaning.Create
			if lower && c.grammar.Match(toks, i, "joiner") == 0 {
				c.notUnderstood()
			}
		}
		do.Set[at].Text = c.language.Text("note.with", "name", a.Text)
	}
	if do.Act == meaning.Create {
		do.Title = titleWith(do.Title, do.Set)
		do.Set = do.Set.Without(meaning.Company)
	}
	return do
}

// titleWith is a title with those who take part.
func titleWith(title string, set []meaning.Attribute) string {
	for _, a := range set {
		if a.Field == meaning.Company {
			title = meaning.WithCompany(title, a)
		}
	}
	return title
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// has refuses settings that a kind has no field for.
func (c *change) has(k *schema.Kind, args []op.Arg) {
	for _, a := range args {
		f, _ := k.Field(a.Name)
		switch {
		case f != nil:
		case a.Name == "endTime" && k.Start != nil: // such as an alarm, which has a time of day
			c.refuse(problem.UnknownField, "refuse.no-length", "a", c.a(k))
		case a.Name == "startTime" || a.Name == "endTime":
			c.refuse(problem.TimeNotSupportedForTask, "refuse.no-time-of-day", "a", c.a(k))
		case a.Name == schema.Lookup("task").Day:
			c.refuse(problem.UnknownField, "refuse.no-date", "a", c.a(k))
		default:
			c.refuse(problem.UnknownField, "refuse.no-field", "a", c.a(k), "field", a.Name)
		}
	}
}

// valueArg is a field as it was written; of another record it is the one of that name.
func (c *change) valueArg(k *schema.Kind, a meaning.Attribute) op.Arg {
	f := reference.Column(a.Field, k)
	switch {
	case f == nil:
		return op.Arg{Name: columnOf(k, a.Field), Value: record.Text(a.Text)}
	case f.Type == schema.Ref:
		return c.refArg(f, a.Text)
	}
	value, p := record.Parse(f, ijson.Value{Kind: ijson.String, Text: a.Text})
	if p != nil {
		panic(&stopped{words: excerpt(c.do.Said), problem: p})
	}
	return op.Arg{Name: f.Name, Value: value}
}

// refArg is a reference to the record of a name, which an earlier operation may create, and
// which a selection may be.
func (c *change) refArg(f *schema.Field, name string) op.Arg {
	if at := c.madeCalled(f.Of, name); at >= 0 {
		return op.Arg{Name: f.Name, Ref: c.refTo(at)}
	}
	found := c.called(f.Of, name)
	for _, k := range c.selection.Records {
		if k.Kind == f.Of && len(found) == 0 {
			return op.Arg{Name: f.Name, Value: record.ID(k.ID)}
		}
	}
	switch len(found) {
	case 1:
		return op.Arg{Name: f.Name, Value: record.ID(found[0].ID)}
	case 0:
		c.noneCalled(c.find(filter.Condition{Kinds: []string{f.Of}}), f.Of, name)
	default:
		c.askWhich(found, name)
	}
	return op.Arg{}
}
