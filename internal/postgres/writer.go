package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"assister/internal/relational"
)

// writer collects the statements of a transaction. They are sent together, in one round
// trip.
type writer struct {
	list  []change
	index []change // of the text index, after the others
}

// change is one statement that writes.
type change struct {
	statement
	rows int // that it has to change, or relational.AnyRows
}

// Change implements relational.Writer.
func (w *writer) Change(rows int, text string, args ...driver.Value) error {
	w.list = append(w.list, change{statement{text, slices.Clone(args)}, rows})
	return nil
}

// Insert implements relational.Writer. The values of a column are one argument, an array, so
// that one statement inserts any number of rows.
func (w *writer) Insert(table string, columns []string, rows iter.Seq[[]driver.Value]) error {
	in := relational.NewInsertion(columns, rows)
	if in.Count == 0 {
		return nil
	}
	text := "INSERT INTO " + table + " (" + strings.Join(in.Names(), ", ") + ") SELECT "
	for i, v := range in.Values {
		text += strings.Repeat(", ", min(i, 1)) + "CAST(? AS " + typeOf(v) + ")"
	}
	args := slices.Clone(in.Values)
	if len(in.Columns) > 0 {
		var values, arrays, names []string
		var all []driver.Value
		for i := range in.Columns {
			e := in.Ends(i)
			name, a := "c"+strconv.Itoa(i), arrayOf(in.Rows, i, e)
			value := name
			if e != (relational.Ends{}) {
				value, args = "CAST(? AS TEXT) || "+name+" || CAST(? AS TEXT)", append(args, e.Prefix, e.Suffix)
			}
			values, names, all = append(values, value), append(names, name), append(all, a)
			arrays = append(arrays, "CAST(? AS "+typeOf(a.some())+"[])")
		}
		text += strings.Repeat(", ", min(len(in.Values), 1)) + strings.Join(values, ", ") + " FROM unnest(" +
			strings.Join(arrays, ", ") + ") AS of_row (" + strings.Join(names, ", ") + ")"
		args = append(args, all...)
	}
	w.list = append(w.list, change{statement{text, args}, in.Count})
	return nil
}

// arrayOf returns a column of rows, its texts without their ends.
func arrayOf(rows [][]driver.Value, column int, ends relational.Ends) array {
	a := make(array, len(rows))
	for i, row := range rows {
		a[i] = row[column]
		if text, is := a[i].(string); is && ends != (relational.Ends{}) {
			a[i] = ends.Cut(text)
		}
	}
	return a
}

// send sends the collected statements, then some more, and checks what they have changed.
// It stops at the first that fails, and the transaction cannot be committed then.
func (w *writer) send(ctx context.Context, c *conn, more ...string) error {
	own, all := len(w.list), len(w.list)+len(w.index)
	list := append(w.list, w.index...)
	w.list, w.index = nil, nil
	for _, text := range more {
		list = append(list, change{statement{text: text}, relational.AnyRows})
	}
	if len(list)+len(c.opening) == 0 {
		return nil
	}
	r := c.begin(ctx)
	prepared := prepare(r, list)
	for _, s := range list {
		values, _, formats := encode(s.args)
		if name := prepared[s.text]; name != "" {
			r.SendQueryPrepared(name, values, formats, allBinary)
		} else {
			r.SendQueryParams(numbered(s.text), values, nil, formats, allBinary)
		}
	}
	for _, name := range prepared {
		r.SendDeallocate(name)
	}
	err := r.send()
	for i := 0; i < len(prepared) && err == nil; i++ {
		_, err = r.finished()
	}
	for i := 0; i < len(list) && err == nil; i++ {
		var changed int64
		if changed, err = r.finished(); err == nil {
			err = list[i].check(changed)
		}
		if err != nil && i >= own && i < all {
			err = &relational.IndexError{Cause: err}
		}
	}
	return r.end(err)
}

// commit sends the collected statements and commits the transaction, in one round trip. That
// a statement has changed as many rows as it has to is checked by the server, whose error
// for one that has not is codeDivision.
func (w *writer) commit(ctx context.Context, c *conn) error {
	checked(w.list)
	checked(w.index)
	err := w.send(ctx, c, "COMMIT")
	if code(err) != codeDivision {
		return err
	}
	damaged := relational.Damaged("a statement has changed another number of rows than it has to: %v", err)
	if bad := (*relational.IndexError)(nil); errors.As(err, &bad) {
		return &relational.IndexError{Cause: damaged}
	}
	return damaged
}

// checked makes the server check how many rows each statement changes.
func checked(list []change) {
	for i, s := range list {
		if s.rows != relational.AnyRows {
			list[i].text = "WITH changed AS (" + s.text + " RETURNING 1) SELECT 1 / CAST(count(*) = " +
				strconv.Itoa(s.rows) + " AS integer) FROM changed"
			list[i].rows = relational.AnyRows
		}
	}
}

// prepare prepares the statements that occur more than once, and returns their names by
// their texts. The types of arguments are those of the columns that they are written to, so
// that one statement takes values and nulls in the same place.
func prepare(r request, list []change) map[string]string {
	times := map[string]int{}
	names := map[string]string{}
	for _, s := range list {
		if times[s.text]++; times[s.text] == 2 {
			r.c.names++
			names[s.text] = "write" + strconv.Itoa(r.c.names)
			r.SendPrepare(names[s.text], numbered(s.text), nil)
		}
	}
	return names
}

// check compares how many rows a statement has changed with how many it had to.
func (s change) check(changed int64) error {
	if s.rows == relational.AnyRows || changed == int64(s.rows) {
		return nil
	}
	return relational.Damaged("a statement about %d rows changed %d: %s", s.rows, changed, s.text)
}
