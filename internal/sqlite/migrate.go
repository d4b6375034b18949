package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"assister/internal/relational"
	"assister/internal/sqlite/migrations"
)

// applicationID is "Assi" in the header of every workspace.
const applicationID = 0x41737369

// unreleasedID was the application id while the schema had no release. Such a file is
// refused: no migration leads from it to the released schema.
const unreleasedID = 0x41737374

// SchemaVersion is the number of the newest migration.
const SchemaVersion = migrations.Version

// migrationSet is the migrations that lead to a version, numbered from 1 without gaps.
type migrationSet struct {
	version int64
	files   fs.FS
	digest  string                  // of the schema that they make; "" is computed when it is needed
	made    *atomic.Pointer[[]byte] // what they made in this process; nil if it is not kept
}

// released is the schema of this program. Its digest is a constant for the same reason as
// its version.
var released = migrationSet{SchemaVersion, migrations.Files, migrations.Digest, new(atomic.Pointer[[]byte])}

// knows refuses a version that only a newer program knows.
func (m migrationSet) knows(version int64, path string) error {
	if version <= m.version {
		return nil
	}
	message := fmt.Sprintf("the database was written by a newer assister: its schema is %d, this program knows %d",
		version, m.version)
	return refuse("database_too_new", message, "install the newer version", path)
}

// migrate brings a database from a version to the newest one, each step in a
// transaction of its own. The caller holds the lock. What a process once made of an empty
// database is copied into the next, which takes a tenth of the time.
func (m migrationSet) migrate(c *conn, from int64) error {
	if from == 0 && m.made != nil && m.made.Load() != nil {
		return c.become(*m.made.Load())
	}
	files, err := fs.ReadDir(m.files, ".")
	if err != nil {
		panic("sqlite: the migrations are not in the program: " + err.Error())
	}
	for version := from + 1; version <= m.version; version++ {
		name := files[version-1].Name()
		text, err := fs.ReadFile(m.files, name)
		if err == nil {
			err = m.step(c, string(text), version)
		}
		if err != nil {
			return fmt.Errorf("migrate with %s: %w", name, err)
		}
	}
	if from == 0 && m.made != nil {
		if image, err := c.raw.Serialize("main"); err == nil {
			m.made.Store(&image)
		}
	}
	return nil
}

// become makes an empty database a copy of one in memory.
func (c *conn) become(image []byte) error {
	from, err := connect("", "", false, 0)
	if err != nil {
		return err
	}
	defer from.close()
	if err := from.raw.Deserialize(image, "main"); err != nil {
		return err
	}
	b, err := c.raw.Backup("main", from.raw, "main")
	if err != nil {
		return err
	}
	_, err = b.Step(-1)
	return errors.Join(err, b.Finish())
}

// step runs one migration and, after the newest one, builds the text index if there
// is none that fits the schema: only then do all tables of records exist.
func (m migrationSet) step(c *conn, text string, version int64) error {
	const marks = "; PRAGMA application_id = %d; PRAGMA user_version = %d"
	err := c.exec("BEGIN IMMEDIATE; " + text + fmt.Sprintf(marks, applicationID, version))
	if err == nil && version == m.version {
		err = relational.BuildMissingIndex(c.writeReader(never, ""), c)
	}
	if err == nil {
		err = c.exec("COMMIT")
	}
	if err != nil {
		c.rollback()
	}
	return err
}
