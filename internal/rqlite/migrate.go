package rqlite

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"assister/internal/relational"
	"assister/internal/sqlite/migrations"
	"assister/internal/workspace"
)

// migrationSet is the migrations that lead to a version, numbered from 1 without gaps. They
// are those of a SQLite file.
type migrationSet struct {
	version int64
	files   fs.FS
	digest  string // of the schema that they make
}

// released is the schema of this program.
var released = migrationSet{version: migrations.Version, files: migrations.Files,
	digest: migrations.Digest}

// ownTables are made before the first migration. assister says what the database is: a
// cluster has one workspace. The writers use the two others.
const ownTables = `CREATE TABLE assister (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  name   TEXT    NOT NULL,
  schema INTEGER NOT NULL
) STRICT;

CREATE TABLE write_log (
  version INT  NOT NULL PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE queue (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name   TEXT NOT NULL UNIQUE
) STRICT;`

// migrate brings the workspace to the newest schema, or creates it, in one request that fails
// if another program is faster, whose work then counts.
func (s *Store) migrate(ctx context.Context) error {
	for range attempts {
		from, err := s.schemaVersion(ctx)
		if err == nil && from == s.schema.version {
			return s.buildMissingIndex(ctx)
		}
		if errors.Is(err, errOld) { // it was made since
			continue
		}
		if err != nil && !errors.Is(err, errAbsent) {
			return err
		}
		if err := s.upgrade(ctx, from); err != nil {
			return err
		}
	}
	return s.busy()
}

// schemaVersion returns the version of the schema, 0 with errAbsent if there is none.
func (s *Store) schemaVersion(ctx context.Context) (int64, error) {
	rows, err := s.client.Query(ctx, Linearizable, stateQuery)
	if err != nil {
		return 0, s.explain(ctx, err)
	}
	is, err := readState(rows[0])
	if err == nil {
		err = s.fits(is)
	}
	if errors.Is(err, errOld) { // which is why the caller asks
		err = nil
	}
	return is.schema, err
}

// upgrade runs the migrations after a version, and before the first one makes the tables of
// this package. Whether it has happened is seen by the next look at the version.
func (s *Store) upgrade(ctx context.Context, from int64) error {
	name := rand.Text()
	statements := []Statement{
		{"UPDATE assister SET schema = CASE schema WHEN ? THEN ? END", []driver.Value{from, s.schema.version}},
		{"INSERT INTO write_log (version, name) SELECT max(version) + 1, ? FROM write_log", []driver.Value{name}},
	}
	if from == 0 {
		statements = []Statement{
			{Text: ownTables},
			{"INSERT INTO assister (one, name, schema) VALUES (1, ?, ?)", []driver.Value{s.name, s.schema.version}},
			{"INSERT INTO write_log (version, name) VALUES (1, ?)", []driver.Value{name}},
		}
	}
	texts, err := s.schema.after(from)
	if err != nil {
		return err
	}
	for _, text := range texts {
		statements = append(statements, Statement{Text: text})
	}
	_, err = s.client.Execute(ctx, statements...)
	var said *StatementError
	switch {
	case errors.Is(err, ErrLost):
		rest(ctx, 10*time.Millisecond)
		return ctx.Err()
	case errors.As(err, &said) && said.Statement == 0: // another program was faster
		return nil
	}
	return s.failed("migrate the database", err)
}

// after returns the migrations after a version.
func (m migrationSet) after(version int64) (texts []string, err error) {
	files, err := fs.ReadDir(m.files, ".")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	for _, file := range files[version:m.version] {
		text, err := fs.ReadFile(m.files, file.Name())
		if err != nil {
			return nil, fmt.Errorf("read the migrations: %w", err)
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}

// buildMissingIndex is called within a write, whose place among the goroutines it uses.
func (s *Store) buildMissingIndex(ctx context.Context) error {
	build := func(r reader, w relational.Writer) error { return relational.BuildMissingIndex(r.Reader, w) }
	return s.attemptInTurn(ctx, beginning{}, s.aside(ctx, "write the text index", build))
}

// check compares the schema of the database with that of the migrations. The triggers that
// keep the ledger append-only are a part of it; the tables of this package are not.
func (m migrationSet) check(s *Store, n relational.Snapshot) error {
	const query = `SELECT type || char(10) || name || char(10) || coalesce(sql, '') FROM sqlite_schema
		WHERE name NOT GLOB 'sqlite_stat[0-9]' AND tbl_name NOT IN ('assister', 'write_log', 'queue')
		ORDER BY type, name`
	var all []string
	err := n.Each("read the schema", query, func(row []driver.Value) error {
		text, _ := row[0].(string)
		all = append(all, text)
		return nil
	})
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(strings.Join(all, "\x00")))
	if hex.EncodeToString(sum[:]) != m.digest {
		return s.refuse(workspace.SchemaChanged,
			"another program has changed the tables or triggers of the database", "see “assister doctor”")
	}
	return nil
}
