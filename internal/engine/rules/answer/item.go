package answer

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/reference"
)

// inAll is how long items take together.
func inAll(items []reference.Item) (minutes int) {
	for _, i := range items {
		n, _ := reference.Lasts(i.Record)
		minutes += n
	}
	return minutes
}

// distinct are the items in their order, without those that come again.
func distinct(all []reference.Item) []reference.Item {
	type occurrence struct {
		record.Key
		day calendar.Date
	}
	seen := map[occurrence]bool{}
	return reference.Arranged(slices.DeleteFunc(all, func(i reference.Item) bool {
		o := occurrence{i.Record.Key(), i.Day}
		again := seen[o]
		seen[o] = true
		return again
	}))
}

// records are those of the items, in their order.
func records(items []reference.Item) []record.Record {
	list := make([]record.Record, len(items))
	for n, i := range items {
		list[n] = i.Record
	}
	return once(list)
}
