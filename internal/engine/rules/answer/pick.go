package answer

import (
	"cmp"
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/reference"
)

// urgentMax is how many items are named if it is asked what to do first.
const urgentMax = 3

// picking chooses among the items that a question is about.
type picking struct{ *question }

// pick leaves of all items those that the answer is made of.
func (q picking) pick(items []item) []item {
	if len(items) == 0 {
		return nil
	}
	switch q.what {
	case meaning.Until, meaning.LastTime, meaning.Average, meaning.Total:
		return q.measured(items)
	}
	if q.what == meaning.Get && q.field == meaning.Length && q.rank.Order == "" {
		return q.measured(items)
	}
	switch q.rank.Order {
	case "":
		if n := q.rank.Count; n > 0 && n < len(items) {
			return items[:n]
		}
		return items
	case meaning.Urgent:
		q.byUrgency(items)
		return items
	case meaning.Next, meaning.Previous, meaning.First, meaning.Final:
		return q.inOrderOfTime(items)
	}
	return q.inOrder(items)
}

// measured are the items whose length or day is the answer.
func (q picking) measured(items []item) []item {
	switch {
	case q.what == meaning.Until:
		return together(items, items[0])
	case q.what == meaning.LastTime:
		return together(items, items[len(items)-1])
	case q.what == meaning.Average:
		return slices.DeleteFunc(items, func(i item) bool { _, ok := lasts(i); return !ok })
	case q.by != "":
		return items
	case !q.when.First.Valid():
		return together(items, items[len(items)-1])
	case len(q.names) == 0 && !q.said.Set() && q.what != meaning.Total:
		return together(items, items[0])
	}
	return items
}

// several are as many as "the next deadlines" asks for.
const several = 3

// inOrderOfTime are the items that come first or last. Without days, the last is the newest.
func (q picking) inOrderOfTime(items []item) []item {
	if !q.when.Set() && !q.due {
		slices.SortStableFunc(items, func(x, y item) int { return cmp.Compare(x.record.ID, y.record.ID) })
	}
	if q.field == meaning.End { // what ends last may have begun before
		slices.SortStableFunc(items, func(x, y item) int {
			return cmp.Or(cmp.Compare(x.on(), y.on()), cmp.Compare(x.ends(), y.ends()))
		})
	}
	backwards := q.rank.Order == meaning.Previous || q.rank.Order == meaning.Final
	if n := q.rank.Nth; n != 0 {
		return nth(items, n)
	}
	count := q.rank.Count
	if count == 0 && q.every {
		count = several
	}
	if n := min(count, len(items)); n > 0 && backwards {
		return items[len(items)-n:]
	} else if n > 0 {
		return items[:n]
	}
	switch {
	case backwards:
		return together(items, items[len(items)-1])
	case q.rank.Order == meaning.First && q.said.Set():
		timed := func(i item) bool { return i.begins.Valid() && i.day == items[0].day }
		if n := slices.IndexFunc(items, timed); n >= 0 {
			return together(items, items[n]) // what takes all day is not the first of it
		}
	}
	return together(items, items[0])
}

// nth is the item at a place, from 1, or from -1 backwards.
func nth(items []item, n int) []item {
	if n < 0 {
		n += len(items) + 1
	}
	if n < 1 || n > len(items) {
		return nil
	}
	return items[n-1 : n]
}

// together are the items at the same day and time as one of them.
func together(items []item, one item) (list []item) {
	if !one.on().Valid() {
		return []item{one}
	}
	for _, i := range items {
		same := i.day == one.day && i.begins == one.begins
		if i.due == one.due && (i.due.Valid() || same) {
			list = append(list, i)
		}
	}
	return list
}

// inOrder are the items that come first by a field, without those that have no value in it.
func (q picking) inOrder(items []item) []item {
	items = slices.DeleteFunc(items, func(i item) bool { _, ok := q.measure(i); return !ok })
	if len(items) == 0 {
		return nil
	}
	from := fields[q.rank.Order]
	slices.SortStableFunc(items, func(x, y item) int {
		m, _ := q.measure(x)
		n, _ := q.measure(y)
		return cmp.Or(cmp.Compare(m, n), cmp.Compare(x.record.ID, y.record.ID))
	})
	if from.most {
		slices.Reverse(items)
	}
	if n := q.rank.Nth; n != 0 {
		return nth(items, n)
	}
	if n := min(q.rank.Count, len(items)); n > 0 {
		return items[:n]
	}
	best, _ := q.measure(items[0])
	made := from.field == "createdAt" || from.field == "updatedAt" // at one moment, but one after the other
	first := items[0].record.Key()
	return slices.DeleteFunc(items, func(i item) bool {
		n, _ := q.measure(i)
		return n != best || made && i.record.Key() != first
	})
}

// fields are the fields of the schema that orders compare, and whether the most comes first.
var fields = map[meaning.Order]struct {
	field string
	most  bool
}{
	meaning.Oldest: {"createdAt", false}, meaning.Newest: {"createdAt", true}, meaning.Touched: {"updatedAt", true},
	meaning.Longest: {"endTime", true}, meaning.Shortest: {"endTime", false}, meaning.Biggest: {"size", true},
	meaning.Smallest: {"size", false}, meaning.Advanced: {"progressPercent", true},
	meaning.Behind: {"progressPercent", false},
}

// measure is what an item has in the field that the order compares. What is late is the
// older the longer it is late.
func (q picking) measure(i item) (n int64, ok bool) {
	switch field := fields[q.rank.Order].field; field {
	case "endTime":
		minutes, ok := lasts(i)
		return int64(minutes), ok
	case "updatedAt":
		return i.record.Changed.Instant().UnixMilli(), !i.record.Changed.IsNull()
	case "createdAt":
		if q.state == overdue {
			return int64(i.day), true
		}
		return i.record.Get(field).Instant().UnixMilli(), true
	default:
		v := i.record.Get(field)
		return v.Integer(), !v.IsNull()
	}
}

// byUrgency puts the most urgent first.
func (q picking) byUrgency(items []item) {
	of := func(i item) reference.Urgency { return reference.UrgencyOf(i.record, i.day, q.today) }
	slices.SortStableFunc(items, func(x, y item) int { return cmp.Or(of(x).Compare(of(y)), byDay(&x, &y)) })
}

// themselves are the people among items, if it is asked what somebody does: the part that
// one has in something is asked for by its name. If it is asked how far something is, they
// are the projects that say it.
func themselves(wanted meaning.Field, items []item) []item {
	has := func(i item) bool {
		says := wanted == meaning.Done && !i.record.Get("progressPercent").IsNull()
		return says || wanted == meaning.Role && i.record.Kind.Name == "person"
	}
	if !slices.ContainsFunc(items, has) {
		return items
	}
	return slices.DeleteFunc(items, func(i item) bool { return !has(i) })
}
