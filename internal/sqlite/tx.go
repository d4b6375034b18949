package sqlite

import (
	"context"
	"database/sql/driver"
)

// tx is a transaction. All its queries see the same snapshot.
type tx struct {
	ctx   context.Context
	c     *conn
	path  string
	until context.Context // ends queries; nil for ctx
}

// Until makes ctx end queries until done is called.
func (t *tx) Until(ctx context.Context) (done func()) {
	was := t.until
	t.until = ctx
	return func() { t.until = was }
}

// each calls fn for each row of the result.
func (t *tx) each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
	ctx := t.ctx
	if t.until != nil {
		ctx = t.until
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := t.c.each(ctx, text, fn, args...); err != nil {
		return failed(doing, t.path, err)
	}
	return nil
}

// number returns the single value of the result, 0 if there is no row.
func (t *tx) number(doing, text string, args ...driver.Value) (n int64, err error) {
	err = t.each(doing, text, func(row []driver.Value) error {
		n, _ = row[0].(int64)
		return nil
	}, args...)
	return n, err
}

// next returns the id after the last one of a table. AUTOINCREMENT keeps it after the row
// is deleted.
func (t *tx) next(table string) (int64, error) {
	last, err := t.number("find the next id", "SELECT seq FROM sqlite_sequence WHERE name = ?", table)
	if err != nil {
		return 0, err
	}
	return last + 1, nil
}

// reader is the workspace.Reader of a transaction. Its own methods read records; each
// embedded reader is for another caller of a store.
type reader struct {
	*tx
	schema migrationSet
	ledgerReader
	auditReader
	textReader
	vectorReader
}

// newReader reads in a transaction. cache is nil while the transaction writes.
func newReader(t *tx, schema migrationSet, cache *textCache) reader {
	return reader{t, schema, ledgerReader{t}, auditReader{t}, textReader{t, cache}, vectorReader{t}}
}

// CheckSchema implements workspace.Reader.
func (r reader) CheckSchema() error { return r.schema.check(r.c, r.path) }
