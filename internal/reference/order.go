package reference

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

// Order is what records are put in an order by.
type Order struct {
	By   meaning.Field // whose values are compared; "" for the time
	Most bool          // the most, or the latest, comes first
}

// Orders are the orders that meanings name.
var Orders = map[meaning.Order]Order{
	meaning.Next: {}, meaning.Previous: {Most: true}, meaning.First: {}, meaning.Final: {Most: true},
	meaning.Oldest: {By: meaning.Created}, meaning.Newest: {By: meaning.Created, Most: true},
	meaning.Touched: {By: meaning.Changed, Most: true}, meaning.Urgent: {By: meaning.Priority},
	meaning.Longest: {By: meaning.Length, Most: true}, meaning.Shortest: {By: meaning.Length},
	meaning.Biggest: {By: meaning.Size, Most: true}, meaning.Smallest: {By: meaning.Size},
	meaning.Advanced: {By: meaning.Done, Most: true}, meaning.Behind: {By: meaning.Done},
}

// Ranked are those of some items that a rank picks, in its order: at a place, as many as it says, or all that come
// first together. Items without a value to compare are left out. What is late is the older the longer it is late.
func Ranked(items []Item, r meaning.Rank, today calendar.Date, late bool) (picked []Item) {
	o, known := Orders[r.Order]
	if r.By == meaning.End {
		o.By = r.By
	}
	type ranked struct {
		Item
		at place
	}
	var all []ranked
	for _, i := range items {
		if at, ok := o.place(i, today, late); known && ok {
			all = append(all, ranked{i, at})
		}
	}
	compare := func(a, b ranked) int {
		if o.Most != (r.Nth < 0) {
			a, b = b, a
		}
		return slices.Compare(a.at[:], b.at[:])
	}
	slices.SortStableFunc(all, compare)
	from, to := 0, min(r.Count, len(all))
	switch {
	case r.Nth != 0:
		from = min(max(r.Nth, -r.Nth)-1, len(all))
		to = min(from+max(r.Count, 1), len(all))
	case r.Count == 0:
		for to < len(all) && compare(all[0], all[to]) == 0 {
			to++
		}
	}
	return Each(all[from:to], func(x ranked) Item { return x.Item })
}

// place is where an item is in an order: by the first of the numbers, then by the next.
type place [3]int64

// place is where an item is, if it has a value.
func (o Order) place(i Item, today calendar.Date, late bool) (p place, ok bool) {
	x, on := i.Record, i.On()
	switch o.By {
	case "":
		if !on.Valid() {
			return place{int64(calendar.MaxDate) + 1, 0, x.ID}, true // the last is the newest
		}
		return place{int64(on), int64(i.Begins)}, true
	case meaning.End: // what ends last may have begun before
		return place{int64(on), int64(i.Ends())}, on.Valid()
	case meaning.Priority:
		return urgency(x, i.Day, today), true
	case meaning.Length:
		minutes, ok := Lasts(x)
		return place{int64(minutes)}, ok
	case meaning.Changed:
		return place{x.Changed.Instant().UnixMilli(), x.ID}, !x.Changed.IsNull()
	case meaning.Created:
		if late {
			return place{int64(i.Day)}, true
		}
		return place{x.Get("createdAt").Instant().UnixMilli(), x.ID}, true
	}
	f := Column(o.By, x.Kind)
	if f == nil || x.Get(f.Name).IsNull() {
		return p, false
	}
	return place{x.Get(f.Name).Integer()}, true
}

// urgency is how urgent something is: what is late comes first, then what is for today, then what has a high
// priority, then what has a day; of the same sort the sooner, and then the one of higher priority.
func urgency(x record.Record, day, today calendar.Date) place {
	soonest, sort := calendar.MaxDate+1, int64(4)
	for _, d := range [...]calendar.Date{day, x.Get("deadline").Date()} {
		if d.Valid() {
			soonest = min(soonest, d)
		}
	}
	priority := slices.Index(schema.Priorities, x.Get("priority").Text())
	switch {
	case soonest < today:
		sort = 0
	case soonest == today:
		sort = 1
	case priority == len(schema.Priorities)-1:
		sort = 2
	case soonest <= calendar.MaxDate:
		sort = 3
	}
	return place{sort, int64(soonest), int64(-priority)}
}
