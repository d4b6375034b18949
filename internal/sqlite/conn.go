package sqlite

import (
	"context"
	"database/sql/driver"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// conn is one connection, straight from the driver: database/sql would add a
// pool, a goroutine and reflection to every call, and this store needs none of
// them. It is used by one goroutine at a time.
type conn struct {
	raw     *sqlite3.SQLiteConn
	args    []driver.NamedValue            // reused from call to call
	inserts map[string]*sqlite3.SQLiteStmt // by their text: see insert
	spoiled bool                           // a setting could not be put back
}

// never is a context without cancellation, for statements that must not be interrupted:
// writes, and settings of the connection.
var never = context.Background()

// Settings of every connection. The driver would choose synchronous=NORMAL,
// which loses acknowledged batches at power loss. BEGIN IMMEDIATE is written
// out where a transaction begins, so the driver's _txlock has nothing to say.
// Nobody shares a connection, so that SQLite need not lock it for each value that is
// read: a twentieth of what a command with many rows takes.
const settings = "_foreign_keys=1&_synchronous=FULL&_stmt_cache_size=64&_mutex=no"

// readCache is 200 kB of pages. A command reads each page of records once, and
// taking memory for the next costs more than using that of the last again: 0.6 ms
// of 6 in a list of today among 100,000 tasks. The upper pages of the trees stay.
const readCache = "-200"

// connect opens the database at path as a URI with the given access: "rw", "ro",
// or "ro&immutable=1", and waits that long where somebody has gone round the
// lock. An empty path is a database in memory.
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
	// A statement of several rows keeps what it needs to take itself back, and
	// would do so in a file.
	if err := c.exec("PRAGMA temp_store = MEMORY"); err != nil {
		_ = c.close()
		return nil, err
	}
	return c, nil
}

// escape keeps a path from being read as options: an unescaped "?" would end
// the name and silently drop every setting after it.
func escape(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// state is what the database says of itself and of the connection.
type state struct {
	application, version   int64
	journal                string
	synchronous            int64
	foreignKeys, queryOnly int64
}

// state reads every setting back, since one that was not understood is no error to
// SQLite. All of them in one statement would take a table to be made for each.
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

// quickCheck is an error if the structure of the file is damaged. It reads the whole file.
func (c *conn) quickCheck() error {
	return c.each(never, "PRAGMA quick_check(1)", func(row []driver.Value) error {
		if row[0] != "ok" {
			return damaged("%v", row[0])
		}
		return nil
	})
}

// exec runs statements without arguments.
func (c *conn) exec(text string) error {
	_, err := c.raw.ExecContext(never, text, nil)
	return err
}

// change runs one statement that has to change exactly one row.
func (c *conn) change(text string, args ...driver.Value) error {
	result, err := c.raw.ExecContext(never, text, c.bind(args))
	if err != nil {
		return err
	}
	if n, _ := result.RowsAffected(); n != 1 {
		return damaged("a statement about one row changed %d: %s", n, text)
	}
	return nil
}

// run runs one statement that may change any number of rows.
func (c *conn) run(text string, args ...driver.Value) error {
	_, err := c.raw.ExecContext(never, text, c.bind(args))
	return err
}

// each calls fn for the rows of a query. The row is only lent. A statement that runs
// when ctx ends is interrupted, and the transaction goes on as if it had not been.
func (c *conn) each(
	ctx context.Context, text string, fn func(row []driver.Value) error, args ...driver.Value,
) (err error) {
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

// number is the single value of a query, 0 when there is no row.
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

// rollback ends a transaction that will not be. That it fails means that SQLite
// has already ended it, which is what was wanted.
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
