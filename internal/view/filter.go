package view

import (
	"strconv"
	"strings"

	"assister/internal/filter"
	"assister/internal/schema"
)

// describe is a filter in words: "records scheduled on Sat 2026-11-21, not
// completed". Programs read the JSON; somebody who has to approve reads this.
func (f format) describe(by filter.Filter, one bool) string {
	return joined(" ", kindsOf(by, one), strings.Join(f.conditions(by), ", "))
}

// kindsOf names the kinds of a filter; one without kinds is about all records that
// have a day.
func kindsOf(f filter.Filter, one bool) string {
	var names []string
	for _, name := range f.Kinds {
		kind := schema.Lookup(name)
		switch {
		case kind == nil || one:
			names = append(names, spaced(name))
		default:
			names = append(names, spaced(kind.Plural))
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

// conditions are the conditions of a filter, each in a few words.
func (f format) conditions(by filter.Filter) []string {
	var all []string
	add := func(set bool, words ...string) {
		if set {
			all = append(all, strings.Join(words, " "))
		}
	}
	add(by.ByIDs, numbers(by.IDs))
	add(by.TitleContains != "", "with", quoted(cut(by.TitleContains, f.most)), "in the title")
	add(by.Overdue != filter.Any, not(by.Overdue)+"overdue")
	add(by.Scheduled.Set, "scheduled", days(by.Scheduled))
	add(by.Deadline.Set, "due", days(by.Deadline))
	add(by.Priority != "", "of", by.Priority, "priority")
	add(by.Status != "", spaced(by.Status))
	add(by.Completed != filter.Any, not(by.Completed)+"completed")
	add(by.Repeating != filter.Any, not(by.Repeating)+"repeating")
	add(by.Tag != "", "tagged", quoted(cut(by.Tag, f.most)))
	add(by.ProjectID != 0, "in", f.reference("project", by.ProjectID))
	add(by.Context != "", "in the", by.Context, "context")
	return all
}

func not(f filter.Flag) string {
	if f == filter.No {
		return "not "
	}
	return ""
}

// numbers are ids, which follow the name of a kind.
func numbers(ids []int64) string {
	if len(ids) == 0 {
		return "with no id"
	}
	var all []string
	for _, id := range ids {
		all = append(all, "#"+strconv.FormatInt(id, 10))
	}
	return strings.Join(all, " ")
}

// days are a day or a range of days, which may be open at one end.
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
