package view

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// describe says which records a condition is about: "records scheduled on Sat
// 2026-11-21, not completed". One of them is in the singular. Operations have the condition as JSON,
// which is for programs; a person who is asked for a yes reads this.
func (f format) describe(c filter.Condition, one bool) string {
	w := conditionWords{format: f, kinds: c.Applies()}
	return joined(" ", kindsOf(c, one), strings.Join(w.parts(c), ", "))
}

// kindsOf names the kinds; records are all that are planned on days.
func kindsOf(c filter.Condition, one bool) string {
	var names []string
	for _, name := range c.Kinds {
		kind := schema.Lookup(name)
		switch {
		case kind == nil:
			names = append(names, name)
		case one:
			names = append(names, kind.Noun(1))
		default:
			names = append(names, kind.Noun(2))
		}
	}
	switch {
	case len(names) > 0:
		return strings.Join(names, " or ")
	case one:
		return "record"
	}
	return "records"
}

func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// conditionWords describes a condition on records of some kinds. No part is left
// out: it would be approved unseen.
type conditionWords struct {
	format
	kinds []*schema.Kind
}

// parts are what a condition asks for, one after the other; all of them hold.
func (w conditionWords) parts(c filter.Condition) (said []string) {
	say := func(set bool, parts ...string) {
		if set {
			said = append(said, strings.Join(parts, " "))
		}
	}
	due, rest := deadlineRange(c.Compare)
	fields := func(names ...string) {
		rest = slices.DeleteFunc(rest, func(o filter.Comparison) bool {
			named := len(names) == 0 || slices.Contains(names, o.Field)
			say(named, w.comparison(o))
			return named
		})
	}
	fields(filter.IDField, filter.LabelField)
	say(c.Overdue != filter.Any, not(c.Overdue)+"overdue")
	say(c.Scheduled.Set, "scheduled", days(c.Scheduled))
	say(due.Set, "due", days(due))
	fields("priority")
	say(c.Status != "", spaced(c.Status))
	say(c.Completed != filter.Any, not(c.Completed)+"completed")
	fields()
	for _, part := range c.All {
		say(!part.Empty(), w.whole(part))
	}
	if len(c.Any) > 0 {
		var either []string
		for _, part := range c.Any {
			either = append(either, w.whole(part))
		}
		said = append(said, "either "+strings.Join(either, " or "))
	}
	for _, part := range c.Not {
		say(true, "not", w.whole(part))
	}
	return said
}

// whole is a condition inside another: in brackets where it has several parts.
func (w conditionWords) whole(c filter.Condition) string {
	parts := w.parts(c)
	onlyIDs := len(parts) == 1 && c.Compares(filter.IDField)
	switch {
	case len(c.Kinds) > 0 && onlyIDs:
		return kindsOf(c, false) + " " + parts[0]
	case len(c.Kinds) > 0:
		parts = append([]string{kindsOf(c, false)}, parts...)
	}
	switch {
	case len(parts) == 0:
		return "anything"
	case len(parts) == 1 && len(c.Any) == 0:
		return parts[0]
	}
	return "(" + strings.Join(parts, " and ") + ")"
}

// deadlineRange takes the two ends of a range of deadlines out of the comparisons.
func deadlineRange(list []filter.Comparison) (r filter.Range, rest []filter.Comparison) {
	end := func(o filter.Comparison) *calendar.Date {
		switch {
		case o.Field != "deadline":
		case o.Op == filter.Gte:
			return &r.From
		case o.Op == filter.Lte:
			return &r.To
		}
		return nil
	}
	for _, o := range list {
		to := end(o)
		if to == nil || to.Valid() {
			rest = append(rest, o)
			continue
		}
		*to, r.Set = o.Values[0].Date(), true
	}
	return r, rest
}

func (w conditionWords) comparison(o filter.Comparison) string {
	first := record.Null
	if len(o.Values) > 0 {
		first = o.Values[0]
	}
	equal := o.Op == filter.Eq && !first.IsNull()
	switch {
	case o.Field == filter.IDField && o.Op == filter.In:
		return numbers(o.Values)
	case o.Field == filter.LabelField:
		return "with " + quoted(cut(first.Text(), w.most)) + " in the title"
	case o.Field == "tags" && (equal || o.Op == filter.Contains):
		return "tagged " + quoted(cut(first.Text(), w.most))
	case o.Field == "recurrence":
		return not(filter.FlagOf(o.Op == filter.Ne || o.Op == filter.Nin)) + "repeating"
	case o.Field == "priority" && equal:
		return "of " + first.Text() + " priority"
	case o.Field == "context" && equal:
		return "in the " + first.Text() + " context"
	case o.Field == "projectId" && equal:
		return "in " + w.reference("project", first.ID())
	case first.IsNull() && len(o.Values) == 1:
		return presence(o)
	}
	return o.Field + " " + operatorWords(o.Op) + " " + w.values(o)
}

// presence describes a comparison with null.
func presence(o filter.Comparison) string {
	if o.Op == filter.Ne || o.Op == filter.Nin {
		return "with " + o.Field
	}
	return "without " + o.Field
}

func operatorWords(op filter.Operator) string {
	switch op {
	case filter.Ne:
		return "is not"
	case filter.Lt:
		return "before"
	case filter.Lte:
		return "up to"
	case filter.Gt:
		return "after"
	case filter.Gte:
		return "from"
	case filter.In:
		return "is one of"
	case filter.Nin:
		return "is none of"
	case filter.Contains:
		return "contains"
	}
	return "is"
}

func (w conditionWords) values(o filter.Comparison) string {
	var said []string
	for _, v := range o.Values {
		said = append(said, w.word(o.Field, v))
	}
	return strings.Join(said, ", ")
}

// word is one value that a field is compared with, as the first kind that has the
// field writes it.
func (w conditionWords) word(field string, v record.Value) string {
	if v.IsNull() {
		return "nothing"
	}
	for _, k := range slices.Concat(w.kinds, schema.Kinds) {
		at, ok := filter.At(k, field)
		if !ok {
			continue
		}
		f := *filter.Field(k, at)
		switch f.Type { // a set is compared with one of its members
		case schema.Dates:
			f.Type = schema.Date
		case schema.Tags:
			f.Type = schema.Text
		}
		return w.value(&f, v)
	}
	return quoted(cut(v.Text(), w.most))
}

func not(f filter.Flag) string {
	if f == filter.No {
		return "not "
	}
	return ""
}

// numbersMax is how many ids a condition is described with. A model's plan may name
// hundreds, and the records themselves are shown below it.
const numbersMax = 10

// numbers are ids as they are written after a kind; there may be none.
func numbers(ids []record.Value) string {
	if len(ids) == 0 {
		return "with no id"
	}
	var all []string
	for i, id := range ids {
		if i == numbersMax && len(ids) > numbersMax+1 {
			return strings.Join(all, " ") + " and " + strconv.Itoa(len(ids)-i) + " more"
		}
		all = append(all, "#"+strconv.FormatInt(id.ID(), 10))
	}
	return strings.Join(all, " ")
}

// days are a day, a range of them, or one that is open at an end.
func days(r filter.Range) string {
	switch {
	case !r.From.Valid():
		return "until " + r.To.Long()
	case !r.To.Valid():
		return "from " + r.From.Long()
	case r.From == r.To:
		return "on " + r.From.Long()
	}
	return "from " + r.From.Long() + " to " + r.To.Long()
}
