package relational

import (
	"database/sql/driver"
	"errors"
	"iter"
	"strconv"
)

// Snapshot runs queries that all see the same state of a store.
type Snapshot interface {
	// Each calls fn for each row of the result. A row is valid only during the call. doing
	// names the work in errors: "read a task".
	Each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error
}

// Learner is a Snapshot of a store that learns what a function asks before it asks for it.
type Learner interface {
	// Learning reports whether a query has had no rows because they are not known yet. What
	// follows from that does not count, so it should not ask for much.
	Learning() bool
}

// errLearning is the error of an answer that does not count, since the snapshot is learning.
var errLearning = errors.New("the rows are not known yet")

// Learn calls fn, which reads from a snapshot that is learning. What follows from rows that
// are missing does not count, not even a panic: fn may rely on a record that it has just read
// the id of.
func Learn(l Learner, fn func() error) (err error) {
	defer func() {
		if l.Learning() {
			if recover() != nil {
				err = errLearning
			}
		}
	}()
	return fn()
}

// remote reports whether the snapshot is that of a server, where queries take requests.
func (r source) remote() bool {
	_, learns := r.snapshot.(Learner)
	return learns
}

// learning reports whether the snapshot is learning.
func (r source) learning() bool {
	l, ok := r.snapshot.(Learner)
	return ok && l.Learning()
}

// Writer takes the statements of one transaction, in order. It may collect them: what this
// package writes depends on the snapshot alone, never on an earlier statement of its own.
type Writer interface {
	// Change runs a statement that has to change this number of rows; AnyRows is any.
	Change(rows int, text string, args ...driver.Value) error

	// Insert inserts rows with these columns. A row is valid only until the next one.
	Insert(table string, columns []string, rows iter.Seq[[]driver.Value]) error
}

// AnyRows is the number for Writer.Change of a statement that may change any number.
const AnyRows = -1

// Dialect is what differs between the databases.
type Dialect struct {
	// Among returns the condition that a column has one of some ids, as one argument, so
	// that one statement serves any number of them.
	Among func(column string, ids []int64) (condition string, arg driver.Value)

	// Flagged is the condition that a string of bytes, which is the argument, has a 1 at
	// the position of the id, counted from 1.
	Flagged string

	// Position is an expression that is positive where a text contains another.
	Position func(text, part string) string

	// Like is a condition that a text matches a pattern with the escape character "\", which
	// is the argument. It ignores the case of ASCII letters, and of no others.
	Like func(text string) string

	// Mentions is a condition that the plain form of a text contains the argument; see
	// fulltext.Plain. If it is nil, texts that Like cannot decide are matched in memory.
	Mentions func(text string) string

	// FirstTerm is an expression of the first term of a block of the text index, which is the
	// column data; see fulltext.FirstTerm.
	FirstTerm string

	// Words is a table of the words in a text, which spaces separate, and which need no
	// quotes in JSON. Its name is word, and that of its column is value.
	Words func(text string) string

	// Unhex is an expression of the bytes that a text has in hexadecimal.
	Unhex func(text string) string

	// Index names the index that reads a table in the order of a query, and Scan makes a
	// query read the whole table. Both are hints after the name of a table. If they are
	// empty, the database plans by its statistics, and queries are asked in one piece.
	Index func(name string) string
	Scan  string

	// LastID is a query of the greatest id that a row of a table, whose name is the
	// argument, ever had, also if it is deleted. The database notes it for inserted rows.
	LastID string

	// SetLastID sets it for a table whose rows were made from the ledger.
	SetLastID func(w Writer, table string, id int64) error

	// DeferReferences is a statement after which references are checked at the end of the
	// transaction.
	DeferReferences string
}

// source is a snapshot with its dialect.
type source struct {
	snapshot Snapshot
	dialect  *Dialect
}

// each calls fn for each row of the result.
func (r source) each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
	return r.snapshot.Each(doing, text, fn, args...)
}

// number returns the single value of the result, 0 if there is no row.
func (r source) number(doing, text string, args ...driver.Value) (n int64, err error) {
	err = r.each(doing, text, func(row []driver.Value) error {
		n, _ = row[0].(int64)
		return nil
	}, args...)
	return n, err
}

// next returns the id after the last one of a table.
func (r source) next(table string) (int64, error) {
	last, err := r.number("find the next id", r.dialect.LastID, table)
	if err != nil {
		return 0, err
	}
	return last + 1, nil
}

// writer writes what follows from a snapshot.
type writer struct {
	source
	w Writer
}

// change runs a statement that must change exactly one row.
func (w writer) change(text string, args ...driver.Value) error { return w.w.Change(1, text, args...) }

// run runs a statement that may change any number of rows.
func (w writer) run(text string, args ...driver.Value) error {
	return w.w.Change(AnyRows, text, args...)
}

// hints reports whether queries tell the database how to run them.
func (d *Dialect) hints() bool { return d.Scan != "" }

// IDList encodes ids as an array in JSON.
func IDList(ids []int64) string {
	text := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, id, 10)
	}
	return string(append(text, ']'))
}
