package sqlite

import (
	"context"
	"database/sql/driver"

	"github.com/mattn/go-sqlite3"

	"assister/internal/relational"
	"assister/internal/workspace"
)

// Condition is the state of a database file, as SQLite reports it.
type Condition struct {
	Missing     bool // there is no file, so the workspace is empty
	Application int64
	Schema      int64  // of the file; this program's is SchemaVersion
	Journal     string // wal
	Synchronous string // full
	ForeignKeys bool
	Size        int64 // bytes of the file
	Unused      int64 // bytes of free pages
}

// Library is the version of the linked SQLite.
func Library() string {
	version, _, _ := sqlite3.Version()
	return version
}

// Condition returns the state of the database file.
func (s *Store) Condition(ctx context.Context) (is Condition, err error) {
	err = s.View(ctx, func(r workspace.Reader) error {
		c := r.(reader).c
		st, err := c.state()
		if err != nil {
			return failed("read how the database is kept", s.path, err)
		}
		is = Condition{Missing: s.missing, Application: st.application, Schema: st.version, Journal: st.journal,
			Synchronous: synchronous(st.synchronous), ForeignKeys: st.foreignKeys == 1}
		const query = `SELECT page_size * page_count, page_size * freelist_count
			FROM pragma_page_size, pragma_page_count, pragma_freelist_count`
		err = c.each(never, query,
			func(row []driver.Value) error {
				if err := relational.Shaped(row, "ii"); err != nil {
					return err
				}
				is.Size, is.Unused = row[0].(int64), row[1].(int64)
				return nil
			})
		if err != nil {
			return failed("measure the database", s.path, err)
		}
		return nil
	})
	return is, err
}

// synchronous is the name of a value of PRAGMA synchronous.
func synchronous(n int64) string {
	words := [...]string{"off", "normal", "full", "extra"}
	if n < 0 || n >= int64(len(words)) {
		return "unknown"
	}
	return words[n]
}

// Files returns the names of the files of a database: the file, its log and index, and
// the lock.
func Files(path string) ([]string, error) {
	path, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	return []string{path, path + walSuffix, path + "-shm", path + lockSuffix}, nil
}
