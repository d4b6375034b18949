package answer

import (
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

// keys are the keys of the records of items, one for each item.
func keys(items []reference.Item) []record.Key {
	list := make([]record.Key, len(items))
	for n, i := range items {
		list[n] = i.Record.Key()
	}
	return list
}

// records are those of the items, in their order.
func records(items []reference.Item) []record.Record {
	list := make([]record.Record, len(items))
	for n, i := range items {
		list[n] = i.Record
	}
	return once(list, record.Record.Key)
}
