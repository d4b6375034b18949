package draft

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

// ranked are those of some records that a rank picks: "the next meeting", "the two longest".
func (d *drafter) ranked(found []record.Record, r meaning.Rank) []record.Record {
	if r == (meaning.Rank{}) {
		return found
	}
	order, descends := d.order(r.Order)
	found = slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return order(rec) == none })
	slices.SortStableFunc(found, func(a, b record.Record) int {
		if n := cmp.Compare(order(a), order(b)); descends {
			return -n
		} else {
			return n
		}
	})
	nth := max(r.Nth, 1)
	if r.Nth < 0 {
		slices.Reverse(found)
		nth = -r.Nth
	}
	from := min(nth-1, len(found))
	return found[from:min(from+max(r.Count, 1), len(found))]
}

// none is the place of a record that is not in an order.
const none = -1

// order is the place of records in an order, and whether it descends.
func (d *drafter) order(o meaning.Order) (place func(record.Record) int64, descends bool) {
	switch o {
	case meaning.Next:
		return func(r record.Record) int64 { return d.moment(r, true) }, false
	case meaning.Previous:
		return func(r record.Record) int64 { return d.moment(r, false) }, true
	case meaning.Oldest, meaning.Newest:
		return func(r record.Record) int64 { return r.ID }, o == meaning.Newest
	case meaning.Longest, meaning.Shortest:
		return length, o == meaning.Longest
	case meaning.Biggest, meaning.Smallest:
		return number("size"), o == meaning.Biggest
	case meaning.Advanced, meaning.Behind:
		return number("progressPercent"), o == meaning.Advanced
	case meaning.Urgent:
		return func(r record.Record) int64 {
			return int64(slices.Index(schema.Priorities, r.Get("priority").Text()))
		}, true
	case meaning.First, meaning.Final:
		return anyMoment, o == meaning.Final
	}
	return func(record.Record) int64 { return none }, false
}

// dayMinutes is how many minutes a day has.
const dayMinutes = 24 * 60

func momentOf(day calendar.Date, t calendar.Time) int64 {
	if !day.Valid() {
		return none
	}
	return int64(day)*dayMinutes + int64(t)
}

// anyMoment is the day and time of a record.
func anyMoment(r record.Record) int64 { return momentOf(r.Day(), startOf(r)) }

// moment is the day and time of a record, if it is still ahead, or if it is over.
func (d *drafter) moment(r record.Record, ahead bool) int64 {
	day, begins := r.Day(), startOf(r)
	now := momentOf(d.today, d.now())
	isAhead := func(day calendar.Date) bool {
		return day > d.today || day == d.today && (!begins.Valid() || momentOf(day, begins) > now)
	}
	if r.Repeats() {
		from := d.today
		if begins.Valid() && begins <= d.now() {
			from = from.AddDays(1)
		}
		day = r.Recurrence().Next(r.Day(), from)
		if !ahead {
			day = r.Recurrence().Last(r.Day(), from.AddDays(-1))
		}
	}
	if !day.Valid() || isAhead(day) != ahead {
		return none
	}
	return momentOf(day, begins)
}

// length is how many minutes a record takes.
func length(r record.Record) int64 {
	from, to := startOf(r), r.Get("endTime").Time()
	if !from.Valid() || !to.Valid() {
		return none
	}
	return (int64(to) - int64(from) + dayMinutes) % dayMinutes
}

// number is the place of records by a field with a number.
func number(field string) func(record.Record) int64 {
	return func(r record.Record) int64 {
		if r.Get(field).IsNull() {
			return none
		}
		return r.Get(field).Integer()
	}
}
