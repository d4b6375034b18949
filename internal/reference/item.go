package reference

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/record"
)

// Item is a record or, if it repeats, one occurrence of it.
type Item struct {
	Record record.Record
	Day    calendar.Date // none if it has none
	Due    calendar.Date // the deadline, if that is the time that is asked about
	Begins calendar.Time // none if it takes the whole day
	label  string        // in plain form
}

// ItemOn is a record on a day.
func ItemOn(x record.Record, day calendar.Date) Item {
	return Item{Record: x, Day: day, Begins: x.Begins(), label: fulltext.Fold(x.Label())}
}

const minutesOfDay = 24 * 60

// Lasts is how many minutes a record takes, if its beginning and its end are known.
func Lasts(x record.Record) (minutes int, ok bool) {
	from, to := x.Begins(), x.Get("endTime").Time()
	if !from.Valid() || !to.Valid() {
		return 0, false
	}
	return (int(to) - int(from) + minutesOfDay) % minutesOfDay, true
}

// On is the day that is asked about: its own, or that of its deadline.
func (i Item) On() calendar.Date {
	if i.Due.Valid() {
		return i.Due
	}
	return i.Day
}

// Ends is the time that it ends at, on its day; without one it is over at once.
func (i Item) Ends() calendar.Time {
	from, to := i.Begins, i.Record.Get("endTime").Time()
	switch {
	case !to.Valid():
		return from
	case to < from:
		return minutesOfDay // it goes on on the next day
	}
	return to
}

// Minutes are those of its day in which an item takes place. Without an end it takes up an hour.
func (i Item) Minutes() (from, to int) {
	from = int(i.Begins) - 1
	length, ok := Lasts(i.Record)
	if !ok {
		length = 60
	}
	return from, from + length
}

// Arranged is items by day and time.
func Arranged(items []Item) []Item {
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, func(x, y Item) int { return byDay(&x, &y) })
	return sorted
}

func byDay(x, y *Item) int {
	last := func(i *Item) calendar.Date {
		if on := i.On(); on.Valid() {
			return on
		}
		return calendar.MaxDate + 1
	}
	return cmp.Or(cmp.Compare(last(x), last(y)), cmp.Compare(x.Begins, y.Begins),
		strings.Compare(x.label, y.label), cmp.Compare(x.Record.ID, y.Record.ID))
}

// Settled reports whether nothing is left to be done of a record.
func Settled(x record.Record) bool {
	status := x.Get("status").Text()
	return !x.Repeats() && (status == "completed" || status == "skipped")
}
