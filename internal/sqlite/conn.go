package sqlite

import (
	"context"
	"database/sql/driver"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"assister/internal/relational"
)

var _ relational.Writer = (*conn)(nil)

// conn is a connection of the driver. database/sql would add a pool, a goroutine and
// reflection to every call, and this store needs none of them. It is used by one
// goroutine at a time.
type conn struct {
	raw     *sqlite3.SQLiteConn
	args    []driver.NamedValue            // reused between calls
	inserts map[string]*sqlite3.SQLiteStmt // by their text: see insert
	spoiled bool                           // a setting could not be restored
	watch   func(query string, args int)   // for tests of query plans; nil outside of them
}

// never is a context without cancellation, for statements that must not be interrupted:
// writes, and settings of the connection.
var never = context.Background()

// Settings of every connection. The driver's default synchronous=NORMAL loses acknowledged
// batches at power loss. Transactions begin with an explicit BEGIN IMMEDIATE, so the
// driver's _txlock has no effect. Connections are not shared, so SQLite need not lock them
// for each value that is read, which saves a twentieth of the time of a command with many
// rows.
const settings = "_foreign_keys=1&_synchronous=FULL&_stmt_cache_size=64&_mutex=no"

// readCache is 200 kB of pages. A command reads each page of records once, and allocating
// memory for the next page costs more than reusing that of the last: 0.6 of 6 ms in a list
// of today among 100,000 tasks. The upper pages of the trees stay in the cache.
const readCache = "-200"

// connect opens the database at path as a URI with the given access: "rw", "ro", or
// "ro&immutable=1". It waits up to the timeout for a program that does not use our lock.
// An empty path is a database in memory.
func connect(path, access string, queryOnly bool, wait time.Duration) (*conn, error) {
	dsn := "file:" + escape(path) + "?mode=" + access + "&" + settings
	if path == "" {
		dsn = "file::memory:?" + settings
	}
	dsn += "&_busy_timeout=" + strconv.FormatInt(wait.Milliseconds(), 10)
	if queryOnly {
		dsn += "&_query_only=1&_cache_size=" + readCache
	}
	configureMemory()
	raw, err := (&sqlite3.SQLiteDriver{}).Open(dsn)
	if err != nil {
		return nil, err
	}
	c := &conn{raw: raw.(*sqlite3.SQLiteConn), inserts: map[string]*sqlite3.SQLiteStmt{}}
	if err := c.raw.RegisterFunc("mentions", containsText, true); err != nil {
		_ = c.close()
		return nil, err
	}
	// A statement of several rows keeps its rollback data, by default in a
	// file.
	if err := c.exec("PRAGMA temp_store = MEMORY"); err != nil {
		_ = c.close()
		return nil, err
	}
	return c, nil
}

// escape escapes a path for a URI: an unescaped "?" would end the name and silently drop
// every setting after it.
func escape(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// state has the settings of the database and of the connection.
type state struct {
	application, version   int64
	journal                string
	synchronous            int64
	foreignKeys, queryOnly int64
}

// state reads every setting back, since SQLite ignores unknown settings without an error.
// A single statement for all would need a table for each.
func (c *conn) state() (s state, err error) {
	for _, setting := range [...]struct {
		name string
		to   *int64
	}{
		{"application_id", &s.application}, {"user_version", &s.version}, {"synchronous", &s.synchronous},
		{"foreign_keys", &s.foreignKeys}, {"query_only", &s.queryOnly},
	} {
		if *setting.to, err = c.number(never, "PRAGMA "+setting.name); err != nil {
			return s, err
		}
	}
	err = c.each(never, "PRAGMA journal_mode", func(row []driver.Value) error {
		s.journal, _ = row[0].(string)
		return nil
	})
	return s, err
}

// quickCheck returns an error if the structure of the file is damaged. It reads the whole
// file.
func (c *conn) quickCheck() error {
	return c.each(never, "PRAGMA quick_check(1)", func(row []driver.Value) error {
		if row[0] != "ok" {
			return relational.Damaged("%v", row[0])
		}
		return nil
	})
}

// exec runs statements without arguments.
func (c *conn) exec(text string) error {
	_, err := c.raw.ExecContext(never, text, nil)
	return err
}

// Change implements relational.Writer.
func (c *conn) Change(rows int, text string, args ...driver.Value) error {
	result, err := c.raw.ExecContext(never, text, c.bind(args))
	if err != nil || rows == relational.AnyRows {
		return err
	}
	if n, _ := result.RowsAffected(); n != int64(rows) {
		return relational.Damaged("a statement about %d rows changed %d: %s", rows, n, text)
	}
	return nil
}

// each calls fn for the rows of a query. A row is valid only during the call. A statement
// that runs when ctx ends is interrupted, and the transaction stays usable.
func (c *conn) each(
	ctx context.Context, text string, fn func(row []driver.Value) error, args ...driver.Value,
) (err error) {
	if c.watch != nil {
		c.watch(text, len(args))
	}
	rows, err := c.raw.QueryContext(ctx, text, c.bind(args))
	if err != nil {
		return err
	}
	defer func() {
		if closed := rows.Close(); err == nil {
			err = closed
		}
	}()
	row := make([]driver.Value, len(rows.Columns()))
	for {
		switch err := rows.Next(row); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
		if err := fn(row); err != nil {
			return err
		}
	}
}

// number returns the single value of a query, 0 if there is no row.
func (c *conn) number(ctx context.Context, text string, args ...driver.Value) (n int64, err error) {
	err = c.each(ctx, text, func(row []driver.Value) error {
		n, _ = row[0].(int64)
		return nil
	}, args...)
	return n, err
}

func (c *conn) bind(args []driver.Value) []driver.NamedValue {
	c.args = c.args[:0]
	for i, v := range args {
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return c.args
}

// rollback rolls a transaction back. If it fails, SQLite has already done so.
func (c *conn) rollback() {
	if !c.raw.AutoCommit() {
		_ = c.exec("ROLLBACK")
	}
}

func (c *conn) close() error {
	for _, s := range c.inserts {
		_ = s.Close()
	}
	return c.raw.Close()
}
