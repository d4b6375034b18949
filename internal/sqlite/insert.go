package sqlite

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// several is how many rows one statement inserts while there are as many. It
// takes half the time of one by one; more than these gain nothing.
const several = 25

// inserter gathers rows for one table.
type inserter struct {
	c       *conn
	head    string // INSERT INTO task (id, …) VALUES
	row     string // (?, …)
	columns int
	rows    int
	args    []driver.NamedValue // without the nulls, which is what is not bound
}

// insert begins to insert into a table; flush ends it.
func (c *conn) insert(table string, columns ...string) *inserter {
	return &inserter{
		c:       c,
		head:    "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES ",
		row:     "(?" + strings.Repeat(", ?", len(columns)-1) + ")",
		columns: len(columns),
	}
}

// add takes one row, in the order of the columns.
func (in *inserter) add(row ...driver.Value) error {
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

// flush writes the rows that were added.
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

// statement is the prepared one for as many rows. It stays with the connection;
// a table has at most several of them.
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
