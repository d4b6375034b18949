package view

import (
	"strconv"
	"strings"

	"assister/internal/filter"
	"assister/internal/schema"
)

// among is what a filter speaks of, as people say it: "records scheduled
// 2026-11-21, not done". One of them is in the singular. JSON, as operations
// have it, is for programs; a person who is asked for a yes reads this.
func describe(f filter.Filter, one bool, most int) string {
	return joined(" ", kindsOf(f, one), strings.Join(conditions(f, most), ", "))
}

// kindsOf names the kinds; records are all that are planned on days.
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

// conditions are the keys that are set, in the order of the contract.
func conditions(f filter.Filter, most int) []string {
	var said []string
	say := func(set bool, parts ...string) {
		if set {
			said = append(said, strings.Join(parts, " "))
		}
	}
	say(f.ByIDs, numbers(f.IDs))
	say(f.TitleContains != "", "with", quoted(cut(f.TitleContains, most)), "in the title")
	say(f.Overdue != filter.Any, not(f.Overdue)+"overdue")
	say(f.Scheduled.Set, "scheduled", days(f.Scheduled))
	say(f.Deadline.Set, "due", days(f.Deadline))
	say(f.Priority != "", "of", f.Priority, "priority")
	say(f.Status != "", spaced(f.Status))
	say(f.Completed != filter.Any, not(f.Completed)+"done")
	say(f.Repeating != filter.Any, not(f.Repeating)+"repeating")
	say(f.Tag != "", "tagged", quoted(cut(f.Tag, most)))
	say(f.ProjectID != 0, "in project #"+strconv.FormatInt(f.ProjectID, 10))
	say(f.Context != "", "of", f.Context)
	return said
}

func not(f filter.Flag) string {
	if f == filter.No {
		return "not "
	}
	return ""
}

// numbers are ids as they are written after a kind; there may be none.
func numbers(ids []int64) string {
	if len(ids) == 0 {
		return "without an id"
	}
	var all []string
	for _, id := range ids {
		all = append(all, "#"+strconv.FormatInt(id, 10))
	}
	return strings.Join(all, " ")
}

// days are a day, a range of them, or one that is open at an end.
func days(r filter.Range) string {
	switch {
	case !r.From.Valid():
		return "until " + r.To.String()
	case !r.To.Valid():
		return "from " + r.From.String()
	case r.From == r.To:
		return r.From.String()
	}
	return r.From.String() + " to " + r.To.String()
}
