package answer

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/record"
)

// item is one thing of an answer: a record, or one occurrence of one that repeats.
type item struct {
	record record.Record
	day    calendar.Date // none if it has none
	due    calendar.Date // the deadline, if that is the time that is asked about
	begins calendar.Time // none if it takes the whole day
	label  string        // in plain form
}

func itemOn(x record.Record, day calendar.Date) item {
	begins := x.Get("startTime").Time()
	if !begins.Valid() {
		begins = x.Get("time").Time() // of an alarm
	}
	return item{record: x, day: day, begins: begins, label: fulltext.Fold(x.Label())}
}

// on is its day, or that of its deadline.
func (i item) on() calendar.Date {
	if i.day.Valid() {
		return i.day
	}
	return i.due
}

// ends is the time that it ends at, on its day; without one it is over at once.
func (i item) ends() calendar.Time {
	from, to := i.begins, i.record.Get("endTime").Time()
	switch {
	case !to.Valid():
		return from
	case to < from:
		return 24 * 60 // it goes on on the next day
	}
	return to
}

// minutes are those of its day in which an item takes place. Without an end it takes up an
// hour.
func minutes(i item) (from, to int) {
	from = int(i.begins) - 1
	length, ok := lasts(i)
	if !ok {
		length = 60
	}
	return from, from + length
}

// lasts is how many minutes an item takes, if its end is noted.
func lasts(i item) (minutes int, ok bool) {
	to := i.record.Get("endTime").Time()
	if !to.Valid() || !i.begins.Valid() {
		return 0, false
	}
	return (int(to) - int(i.begins) + 24*60) % (24 * 60), true
}

// inAll is how long items take together.
func inAll(items []item) (minutes int) {
	for _, i := range items {
		n, _ := lasts(i)
		minutes += n
	}
	return minutes
}

// arranged is items by day and time, of equals the first before the next. An item is large,
// so that their places are sorted.
func arranged(items []item) []item {
	places := make([]int, len(items))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(x, y int) int { return cmp.Or(byDay(&items[x], &items[y]), cmp.Compare(x, y)) })
	sorted := make([]item, len(items))
	for i, place := range places {
		sorted[i] = items[place]
	}
	return sorted
}

func byDay(x, y *item) int {
	last := func(i *item) calendar.Date {
		switch {
		case i.due.Valid():
			return i.due
		case !i.day.Valid():
			return calendar.MaxDate + 1
		}
		return i.day
	}
	return cmp.Or(cmp.Compare(last(x), last(y)), cmp.Compare(x.begins, y.begins),
		strings.Compare(x.label, y.label), cmp.Compare(x.record.ID, y.record.ID))
}

// distinct are the items in their order, without those that come again.
func distinct(all []item) []item {
	type occurrence struct {
		record.Key
		day calendar.Date
	}
	seen := map[occurrence]bool{}
	return arranged(slices.DeleteFunc(all, func(i item) bool {
		o := occurrence{i.record.Key(), i.day}
		again := seen[o]
		seen[o] = true
		return again
	}))
}

// records are those of the items, in their order.
func records(items []item) []record.Record {
	list := make([]record.Record, len(items))
	for n, i := range items {
		list[n] = i.record
	}
	return once(list)
}
