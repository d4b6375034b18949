package sqlite

import (
	"context"
	"database/sql/driver"

	"assister/internal/relational"
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

// Each implements relational.Snapshot.
func (t *tx) Each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
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

// reader is the workspace.Reader of a transaction.
type reader struct {
	*tx
	relational.Reader
	schema migrationSet
}

// newReader reads in a transaction. There is no cache while the transaction writes.
func (s *Store) newReader(ctx context.Context, c *conn, cache *relational.Cache) reader {
	t := &tx{ctx: ctx, c: c, path: s.path}
	return reader{t, relational.NewReader(t, dialect, cache), s.schema}
}

// writeReader reads in a transaction that writes, for the database at a path.
func (c *conn) writeReader(ctx context.Context, path string) relational.Reader {
	return relational.NewReader(&tx{ctx: ctx, c: c, path: path}, dialect, nil)
}

// CheckSchema implements workspace.Reader.
func (r reader) CheckSchema() error { return r.schema.check(r.c, r.path) }
