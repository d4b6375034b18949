package relational

import (
	"database/sql/driver"
	"errors"
	"slices"
	"strconv"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// What a text means depends on the names in a workspace, and which records it is about
// depends on what it means. Over a network, each of these steps is a request. So when a text
// is looked up on a server, the tables with few records are read whole in the first request,
// and what is asked of them later is answered in memory.

// wholeMost is how many records a table has at most that is read whole. To transfer them
// takes about as long as a request.
const wholeMost = 250

// wholeTables are the tables that were read whole, by the places of their kinds in
// schema.Kinds.
type wholeTables struct {
	dated   [][]record.Record // with the times of their last changes
	records [][]record.Record // without them
	whole   []bool
	index   fulltext.Index // of the records; nil until it is needed
}

// all reports whether every table was read whole.
func (w *wholeTables) all() bool { return !slices.Contains(w.whole, false) }

// whole returns the records of a kind, if all of them were read: dated with the times of their
// last changes.
func (r textReader) whole(k *schema.Kind, dated bool) ([]record.Record, bool) {
	if r.cache == nil || r.cache.tables == nil {
		return nil, false
	}
	n := slices.Index(schema.Kinds, k)
	if dated {
		return r.cache.tables.dated[n], r.cache.tables.whole[n]
	}
	return r.cache.tables.records[n], r.cache.tables.whole[n]
}

// readWhole reads the tables with few records, once in a snapshot. It does nothing in a file,
// where to ask again costs nothing. The error is errLearning if they are not known yet.
func (r textReader) readWhole() (*wholeTables, error) {
	if !r.remote() || r.cache == nil {
		return nil, nil
	}
	if r.cache.tables != nil {
		return r.cache.tables, nil
	}
	sizes := make([]string, len(schema.Kinds))
	for i, k := range schema.Kinds {
		sizes[i] = sizeUpTo(k)
	}
	w := &wholeTables{
		dated:   make([][]record.Record, len(sizes)),
		records: make([][]record.Record, len(sizes)),
		whole:   make([]bool, len(sizes)),
	}
	known := false
	err := r.each("count the records", "SELECT "+strings.Join(sizes, ", "), func(row []driver.Value) error {
		known = true
		for i, n := range row {
			w.whole[i] = n.(int64) <= wholeMost
		}
		return Shaped(row, strings.Repeat("i", len(row)))
	})
	for i, k := range schema.Kinds {
		if err == nil {
			w.dated[i], err = r.fewOf(k)
		}
		w.records[i] = slices.Clone(w.dated[i])
		for n := range w.records[i] {
			w.records[i][n].Changed = record.Null
		}
	}
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, errLearning
	}
	r.cache.tables = w
	return w, nil
}

// AheadOfText asks for the small tables and for what the text index has on the words of a text, if
// the snapshot learns what is asked: they are about to be looked up.
func (r textReader) AheadOfText(text string) error {
	if !r.remote() || text == "" {
		return nil
	}
	_, unread := r.readWhole()
	err := readRanges(r, fulltext.RangesOf(text))
	if err == nil {
		_, _, err = r.wholeIndex()
	}
	if err = errors.Join(unread, err); errors.Is(err, errLearning) {
		return nil
	}
	return usable(err)
}

// sizeUpTo is an expression of the number of records of a kind, at most one more than can be
// read whole.
func sizeUpTo(k *schema.Kind) string {
	return "(SELECT count(*) FROM (SELECT 1 FROM " + k.Name + " LIMIT " + strconv.Itoa(wholeMost+1) + ") AS few)"
}

// fewOf returns the records of a kind, or none if there are too many.
func (r textReader) fewOf(k *schema.Kind) (all []record.Record, err error) {
	rows := slab{kind: k, dated: true}
	query := "SELECT " + rows.members() + " FROM " + k.Name + " WHERE " + sizeUpTo(k) + " <= " + strconv.Itoa(wholeMost)
	err = r.each("read the "+k.Plural, query, func(row []driver.Value) error {
		one, err := rows.record(row)
		all = append(all, one)
		rows.keep()
		return err
	})
	return all, err
}

// searchable returns an index of all records if all tables were read whole; nil otherwise.
func (w *wholeTables) searchable() fulltext.Index {
	if w == nil || !w.all() {
		return nil
	}
	if w.index == nil {
		var b fulltext.Builder
		for n, records := range w.records {
			for i := range records {
				doc := fulltext.DocOf(n, records[i].ID)
				b.Add(doc, fulltext.Fields(records[i].Kind, func(f *schema.Field) string {
					return records[i].Get(f.Name).Text()
				}))
				b.Count(doc, 1)
			}
		}
		w.index = fulltext.Index{b.Segment()}
	}
	return w.index
}
