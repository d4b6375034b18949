package sqlite

import (
	"embed"
	"fmt"
)

// applicationID is "Asst" in the header of every database of ours.
const applicationID = 0x41737374

// schemaVersion is the number of the newest migration. It stands here, too, so
// that opening an up-to-date database does not look at the files at all.
const schemaVersion = 14

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema from a version to the newest one, each step in a
// transaction of its own. The caller holds the lock.
func migrate(c *conn, from int64) error {
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		panic("sqlite: the migrations are not in the program: " + err.Error())
	}
	for version := from + 1; version <= schemaVersion; version++ {
		name := files[version-1].Name()
		text, err := migrations.ReadFile("migrations/" + name)
		if err != nil {
			panic("sqlite: the migrations are not in the program: " + err.Error())
		}
		if err := step(c, string(text), version); err != nil {
			return fmt.Errorf("migrate with %s: %w", name, err)
		}
	}
	return nil
}

func step(c *conn, text string, version int64) error {
	if err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := c.exec(text + fmt.Sprintf("; PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version))
	if err == nil && version == schemaVersion {
		err = index(c)
	}
	if err != nil {
		c.rollback()
		return err
	}
	if err := c.exec("COMMIT"); err != nil {
		c.rollback()
		return err
	}
	return nil
}

// index makes the text index where there is none that fits the schema. Kinds and
// texts come with it, and with its last step all of their tables are there.
func index(c *conn) error {
	r := reader{ctx: never, c: c}
	_, ok, err := r.covered()
	if ok || err != nil {
		return err
	}
	return indexer{reader: r}.rebuild()
}
