package sqlite

import (
	"database/sql/driver"
	"path/filepath"
	"testing"

	"assister/internal/sqlite/migrations"
	"assister/internal/storetest"
	"assister/internal/workspace"
)

func TestStore(t *testing.T) {
	files, err := storetest.Later(migrations.Files, ".", SchemaVersion)
	if err != nil {
		t.Fatal(err)
	}
	later := migrationSet{version: SchemaVersion + 1, files: files}
	storetest.Run(t, storetest.Subject{New: func(t testing.TB) storetest.Place {
		path := filepath.Join(t.TempDir(), "w.db")
		open := func(schema migrationSet) func(mode workspace.Mode) (storetest.Store, error) {
			return func(mode workspace.Mode) (storetest.Store, error) { return openAs(ctx, path, mode, Wait, schema) }
		}
		return storetest.Place{
			Open: open(released), OpenLater: open(later),
			OpenBefore: open(migrationSet{version: 4, files: migrations.Files}),
			LastIDs:    "sqlite_sequence",
			Exec:       func(text string) error { return onFile(path, func(c *conn) error { return c.exec(text) }) },
			Tamper:     func(text string) error { return onFile(path, func(c *conn) error { return tamper(c, text) }) },
		}
	}})
}

// onFile lends a connection as any program has one that knows the file.
func onFile(path string, fn func(c *conn) error) error {
	c, err := connect(path, "rw", false, Wait)
	if err != nil {
		return err
	}
	defer c.close()
	return fn(c)
}

// tamper edits a database without its triggers, and puts them back.
func tamper(c *conn, edit string) error {
	drop, back := "PRAGMA foreign_keys = OFF;", ""
	const triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
	err := c.each(never, triggers, func(row []driver.Value) error {
		drop += "DROP TRIGGER " + row[0].(string) + ";"
		back += row[1].(string) + ";"
		return nil
	})
	if err != nil {
		return err
	}
	return c.exec(drop + edit + ";" + back)
}
