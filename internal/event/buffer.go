package event

import (
	"io"
	"iter"
	"slices"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
)

// Up to this many operations, of this many bytes as JSON, stay in memory as they
// were decoded. More are spooled as JSON and decoded again when they are needed.
const (
	memoryItems = 1000
	memoryBytes = 1 << 20
)

// buffer holds the operations of an Input in the order they came.
type buffer struct {
	count int
	short []Item // all of them, while they are few
	size  int    // bytes of short as JSON
	spool spool  // all of them, once they are many
	text  []byte // the latest item as JSON; reused for the next
	clock calendar.Clock
}

func (b *buffer) inMemory() bool { return len(b.short) == b.count }

// add appends an item. Items stay in memory until there are too many of them.
func (b *buffer) add(item Item) error {
	few := b.inMemory()
	b.count++
	b.text = item.appendJSON(b.text[:0])
	b.size += len(b.text)
	if few && b.count <= memoryItems && b.size <= memoryBytes {
		b.short = append(grown(b.short), item)
		return nil
	}
	moved := b.short
	b.short = nil
	var text []byte
	for _, before := range moved {
		text = before.appendJSON(text[:0])
		if err := b.spool.add(before.Line, before.Op.Source, text); err != nil {
			return err
		}
	}
	return b.spool.add(item.Line, item.Op.Source, b.text)
}

func (i Item) appendJSON(dst []byte) []byte {
	if len(i.Problems) > 0 {
		return ijson.AppendValue(dst, i.Raw)
	}
	return i.Op.AppendJSON(dst)
}

// grown makes room for one more item. It grows by a factor of four, because the old
// slice of each growth is garbage.
func grown(items []Item) []Item {
	if n := len(items); n == cap(items) && n < memoryItems {
		return slices.Grow(items, min(max(8, 3*n), memoryItems-n))
	}
	return items
}

// batches returns the items in order, at most size at a time. It can be called
// more than once.
func (b *buffer) batches(size int) iter.Seq2[[]Item, error] {
	return func(yield func([]Item, error) bool) {
		if b.inMemory() {
			for batch := range slices.Chunk(b.short, size) {
				if !yield(batch, nil) {
					return
				}
			}
			return
		}
		r, err := b.spool.reader()
		if err != nil {
			yield(nil, err)
			return
		}
		var buf []byte
		var batch []Item
		for left := b.count; ; left-- {
			entry, err := next(r, buf)
			if err == io.EOF {
				break
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if batch == nil {
				batch = make([]Item, 0, min(size, left))
			}
			buf = entry.text
			batch = append(batch, decode(entry, b.clock))
			if len(batch) == size {
				if !yield(batch, nil) {
					return
				}
				batch = nil
			}
		}
		if len(batch) > 0 {
			yield(batch, nil)
		}
	}
}

func decode(s spooled, clock calendar.Clock) Item {
	v, fault := ijson.Parse(s.text)
	if fault != nil {
		panic("event: a spooled operation is not JSON: " + fault.Message)
	}
	o, problems := op.Decode(v, clock)
	o.Source = s.source
	item := Item{Op: o, Problems: problems, Line: s.line}
	if len(problems) > 0 {
		item.Raw = v
	}
	return item
}

// close releases the memory and the file.
func (b *buffer) close() error {
	b.short = nil
	return b.spool.close()
}
