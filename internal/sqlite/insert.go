package sqlite

import (
	"database/sql/driver"
	"fmt"
	"iter"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// several is how many rows one statement inserts. That takes half the time of single
// rows; more rows gain nothing.
const several = 25

// inserter collects rows for one table.
type inserter struct {
	c       *conn
	head    string // INSERT INTO task (id, …) VALUES
	row     string // (?, …)
	columns int
	rows    int
	args    []driver.NamedValue // without nulls, since an unbound argument is null
}

// Insert implements relational.Writer.
func (c *conn) Insert(table string, columns []string, rows iter.Seq[[]driver.Value]) error {
	in := inserter{
		c:       c,
		head:    "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES ",
		row:     "(?" + strings.Repeat(", ?", len(columns)-1) + ")",
		columns: len(columns),
	}
	for row := range rows {
		if err := in.add(row); err != nil {
			return err
		}
	}
	return in.flush()
}

// add adds a row, in the order of the columns.
func (in *inserter) add(row []driver.Value) error {
	first := in.rows*in.columns + 1
	for i, v := range row {
		if v != nil {
			in.args = append(in.args, driver.NamedValue{Ordinal: first + i, Value: v})
		}
	}
	if in.rows++; in.rows == several {
		return in.flush()
	}
	return nil
}

// flush writes the added rows.
func (in *inserter) flush() error {
	if in.rows == 0 {
		return nil
	}
	s, err := in.statement()
	if err != nil {
		return err
	}
	result, err := s.ExecContext(never, in.args)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.TrimSuffix(in.head, " VALUES "), err)
	}
	if n, _ := result.RowsAffected(); n != int64(in.rows) {
		return fmt.Errorf("%d rows were inserted instead of %d: %s", n, in.rows, in.head)
	}
	in.rows, in.args = 0, in.args[:0]
	return nil
}

// statement returns the prepared statement for a number of rows. It is cached with the
// connection, which has at most several of them for a table.
func (in *inserter) statement() (*sqlite3.SQLiteStmt, error) {
	text := in.head + in.row + strings.Repeat(", "+in.row, in.rows-1)
	if s := in.c.inserts[text]; s != nil {
		return s, nil
	}
	prepared, err := in.c.raw.Prepare(text)
	if err != nil {
		return nil, err
	}
	s := prepared.(*sqlite3.SQLiteStmt)
	in.c.inserts[text] = s
	return s, nil
}
