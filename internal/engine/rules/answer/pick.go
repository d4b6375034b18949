package answer

import (
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/reference"
)

// urgentMax is how many items are named if it is asked what to do first.
const urgentMax = 3

// pick leaves of all items those that the answer is made of.
func (q *looking) pick(items []reference.Item) []reference.Item {
	if len(items) == 0 {
		return nil
	}
	r, total := q.rank, q.what == meaning.Total
	length := total || q.what == meaning.Get && q.field == meaning.Length && r.Order == ""
	switch {
	case q.what == meaning.Average:
		return slices.DeleteFunc(items, func(i reference.Item) bool { _, ok := reference.Lasts(i.Record); return !ok })
	case q.what == meaning.Until:
		r = meaning.Rank{Order: meaning.First}
	case length && q.by != "":
		return items
	case q.what == meaning.LastTime, length && !q.when.First.Valid():
		r = meaning.Rank{Order: meaning.Final}
	case length && !total && q.IDs != nil && !q.said.Set(): // of a series
		r = meaning.Rank{Order: meaning.First}
	case length:
		return items
	case r.Order == "" && r.Count > 0:
		return items[:min(r.Count, len(items))]
	case r.Order == "":
		return items
	case r.Order == meaning.Urgent:
		r.Count = urgentMax
	case q.every && r == meaning.Rank{Order: meaning.Next}:
		r.Count = several
	case r.Order == meaning.First && q.said.Set():
		// An item that takes all of the first day does not come first if others begin on that day.
		timed := func(i reference.Item) bool { return i.Begins.Valid() && i.Day == items[0].Day }
		items = items[max(0, slices.IndexFunc(items, timed)):]
	}
	if q.field == meaning.End {
		r.By = q.field
	}
	items = reference.Ranked(items, r, q.today, q.state == overdue)
	if reference.Orders[r.Order].By == "" {
		return reference.Arranged(items)
	}
	return items
}

// several are as many as "the next deadlines" asks for.
const several = 3

// themselves are the people among items, if it is asked what somebody does: the part that
// one has in something is asked for by its name. If it is asked how far something is, they
// are the projects that say it.
func themselves(wanted meaning.Field, items []reference.Item) []reference.Item {
	has := func(i reference.Item) bool {
		says := wanted == meaning.Done && !i.Record.Get("progressPercent").IsNull()
		return says || wanted == meaning.Role && i.Record.Kind.Name == "person"
	}
	return reference.Preferred(items, has)
}
