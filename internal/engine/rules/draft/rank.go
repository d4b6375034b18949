package draft

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// ranked are those of some records that the rank of their description picks: "the next
// meeting", "the two longest".
func (d *drafter) ranked(found []record.Record, m *meaning.Record) []record.Record {
	r := m.Rank
	if r == (meaning.Rank{}) {
		return found
	}
	state, _ := attribute(m, meaning.State)
	order, descends := d.order(r.Order, state.Text == "overdue")
	compare := func(a, b record.Record) int {
		if n := cmp.Compare(order(a), order(b)); descends {
			return -n
		} else {
			return n
		}
	}
	if r.Order == meaning.Urgent {
		compare = d.byUrgency
	}
	found = slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return order(rec) == none })
	slices.SortStableFunc(found, compare)
	same := func(a, b record.Record) bool { return compare(a, b) == 0 }
	nth := max(r.Nth, 1)
	if r.Nth < 0 {
		slices.Reverse(found)
		nth = -r.Nth
	}
	from := min(nth-1, len(found))
	to := min(from+max(r.Count, 1), len(found))
	for only := r.Count == 0 && r.Nth == 0; only && to < len(found) && same(found[0], found[to]); to++ {
		// nothing tells which of them it is, and somebody has to be asked
	}
	return found[from:to]
}

// none is the place of a record that is not in an order.
const none = -1

// byUrgency compares records, the more urgent first; of a series, its next occurrence.
func (d *drafter) byUrgency(a, b record.Record) int {
	of := func(r record.Record) reference.Urgency {
		day := r.Day()
		if r.Repeats() {
			day = r.Recurrence().Next(day, d.today)
		}
		return reference.UrgencyOf(r, day, d.today)
	}
	return of(a).Compare(of(b))
}

// order is the place of records in an order, and whether it descends. What is late is the
// older the longer it is late.
func (d *drafter) order(o meaning.Order, late bool) (place func(record.Record) int64, descends bool) {
	switch o {
	case meaning.Next:
		return func(r record.Record) int64 { return d.moment(r, true) }, false
	case meaning.Previous:
		return func(r record.Record) int64 { return d.moment(r, false) }, true
	case meaning.Oldest, meaning.Newest:
		if late {
			return d.lateSince, o == meaning.Newest
		}
		return func(r record.Record) int64 { return r.ID }, o == meaning.Newest
	case meaning.Longest, meaning.Shortest:
		return length, o == meaning.Longest
	case meaning.Biggest, meaning.Smallest:
		return number("size"), o == meaning.Biggest
	case meaning.Advanced, meaning.Behind:
		return number("progressPercent"), o == meaning.Advanced
	case meaning.Urgent: // see byUrgency
		return func(record.Record) int64 { return 0 }, false
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

// lateSince is the day of a record, or the last one of a series that is over.
func (d *drafter) lateSince(r record.Record) int64 {
	if r.Repeats() {
		return momentOf(r.Recurrence().Last(r.Day(), d.today.AddDays(-1)), 0)
	}
	return momentOf(r.Day(), 0)
}

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
