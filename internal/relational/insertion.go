package relational

import (
	"database/sql/driver"
	"iter"
	"slices"
)

// Insertion is rows of a table to insert, for a store that sends its statements to a server,
// where every value costs more than to insert it. Most columns have the same value in all
// rows of a batch, so these are apart. A column that is NULL in all rows is left out: no
// column of ours that may be NULL has another default. Two rows always differ, as each table
// has a key.
type Insertion struct {
	Fixed   []string       // columns with one value
	Values  []driver.Value // of Fixed
	Columns []string       // the others; none if there is one row
	Rows    [][]driver.Value
	Count   int // of the rows
}

// NewInsertion collects rows with some columns.
func NewInsertion(columns []string, rows iter.Seq[[]driver.Value]) (in Insertion) {
	var all [][]driver.Value
	var values []driver.Value // of several rows: to allocate each takes longer than to copy it
	for row := range rows {
		from := len(values)
		if cap(values)-from < len(row) {
			values, from = make([]driver.Value, 0, len(row)*min(len(all)+1, 100)), 0
		}
		values = append(values, row...)
		all = append(all, values[from:])
	}
	if in.Count = len(all); in.Count == 0 {
		return in
	}
	var varied []int
	for i, column := range columns {
		first := all[0][i]
		switch _, bytes := first.([]byte); {
		case in.Count > 1 && (bytes || slices.ContainsFunc(all, func(row []driver.Value) bool {
			_, bytes := row[i].([]byte)
			return bytes || row[i] != first
		})):
			varied = append(varied, i)
			in.Columns = append(in.Columns, column)
		case first != nil:
			in.Fixed, in.Values = append(in.Fixed, column), append(in.Values, first)
		}
	}
	for n, row := range all {
		kept := row[:0]
		for _, i := range varied {
			kept = append(kept, row[i])
		}
		all[n] = kept
	}
	in.Rows = all
	return in
}

// Names are the columns of an INSERT that has the fixed ones first.
func (in Insertion) Names() []string { return slices.Concat(in.Fixed, in.Columns) }
