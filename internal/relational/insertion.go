package relational

import (
	"database/sql/driver"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
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

// Ends are what all texts of a column begin and end with, if that is much: the server then gets
// these once, and of each text what Cut leaves.
type Ends struct{ Prefix, Suffix string }

// Bytes of the ends together from which it pays to send them apart, and of each at most.
const endsFrom, endMost = 24, 256

// Ends returns the ends of one of the Columns, in whole characters.
func (in Insertion) Ends(column int) (e Ends) {
	for n, row := range in.Rows {
		text, is := row[column].(string)
		if !is {
			return Ends{}
		}
		if n == 0 {
			e.Prefix = strings.ToValidUTF8(text[:min(len(text), endMost)], "")
			e.Suffix = strings.ToValidUTF8(text[max(len(text)-endMost, 0):], "")
		}
		for !strings.HasPrefix(text, e.Prefix) {
			_, size := utf8.DecodeLastRuneInString(e.Prefix)
			e.Prefix = e.Prefix[:len(e.Prefix)-size]
		}
	}
	for _, row := range in.Rows {
		text := row[column].(string)
		for !strings.HasSuffix(text[len(e.Prefix):], e.Suffix) {
			_, size := utf8.DecodeRuneInString(e.Suffix)
			e.Suffix = e.Suffix[size:]
		}
	}
	if len(e.Prefix)+len(e.Suffix) < endsFrom {
		return Ends{}
	}
	return e
}

// Cut is a text without the ends.
func (e Ends) Cut(text string) string { return text[len(e.Prefix) : len(text)-len(e.Suffix)] }
