package postgres

import (
	"context"
	"database/sql/driver"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// SchemaVersion is the number of the newest migration. The numbers are those of this
// package: the same tables have another number in a file of SQLite.
const SchemaVersion = 3

//go:embed migrations/*.sql
var migrationFiles embed.FS

// What is in the version table of a workspace, and of one that another is copied to. A
// program that has opened the workspace before is refused by the version.
const (
	application = "assister"
	unfinished  = "assister copy"
	laterOn     = 1_000_000 // added to the version of an unfinished copy
)

// migrationSet is the migrations that lead to a version, numbered from 1 without gaps.
type migrationSet struct {
	version int64
	files   fs.FS
	digest  string // of the tables that they make
	copying bool   // the tables are those of an unfinished copy
}

var released = migrationSet{version: SchemaVersion, files: migrationFiles,
	digest: "19d3990ecf20490e29a89e9272ab75ba39c0ea3477e915a6c8de1d8b5e64dfe7"}

// quoted returns a name as an identifier.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// onPath is the statement that makes the tables of a schema those of the transaction, and
// no temporary table of their names.
func onPath(schema string) string { return "SET LOCAL search_path = " + quoted(schema) + ", pg_temp" }

// found is what a schema has.
type found struct {
	version int64 // 0 if it has no workspace
	copying bool  // it is an unfinished copy
	tables  int64 // any, of whatever program
}

// look reads the version of the workspace in a schema. Another process may create the workspace between
// two statements, all of it at once. So tables are those of another program only if there is still no
// version after they were counted.
func look(ctx context.Context, c *conn, a Address) (f found, err error) {
	if err := f.readVersion(ctx, c, a); err != nil || f.version > 0 {
		return f, err
	}
	const count = `SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
		WHERE nspname = ? AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')`
	err = c.each(ctx, count, func(row []driver.Value) error {
		f.tables, _ = row[0].(int64)
		return nil
	}, a.Schema)
	if err == nil && f.tables > 0 {
		err = f.readVersion(ctx, c, a)
	}
	return f, err
}

// readVersion reads the version, if there is a table for it. A table of that name may be another
// program's.
func (f *found) readVersion(ctx context.Context, c *conn, a Address) error {
	query := "SELECT application::TEXT, version::TEXT FROM " + quoted(a.Schema) + ".workspace"
	err := c.each(ctx, query, func(row []driver.Value) error {
		text, _ := row[1].(string)
		version, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err != nil:
		case row[0] == application:
			f.version = version
		case row[0] == unfinished:
			f.version, f.copying = version-laterOn, true
		}
		return nil
	})
	switch code(err) {
	case codeNoSchema, codeNoTable, codeNoColumn:
		return nil
	}
	return err
}

// suits refuses a schema that this program cannot use. What it does not refuse is a
// workspace of this version or an older one, or a schema without tables.
func (m migrationSet) suits(f found, a Address) error {
	switch {
	case f.copying && !m.copying:
		return workspace.Unfinished(a.String())
	case f.version > 0 && !f.copying && m.copying:
		return workspace.Occupied(a.String())
	case f.version > m.version:
		message := fmt.Sprintf("the workspace was written by a newer assister: its schema is %d, this program knows %d",
			f.version, m.version)
		return refuse(problem.Failed, "database_too_new", message, "install the newer version", a, nil)
	case f.version == 0 && f.tables > 0:
		return a.foreign()
	}
	return nil
}

// attempts is how often migrate begins again because another process created the same
// schema or table at the same moment, for which PostgreSQL has no lock.
const attempts = 10

// migrate brings the workspace of an address to the newest version, in one transaction.
// Of several processes that migrate at once, one does and the others wait for it.
func (m migrationSet) migrate(ctx context.Context, c *conn, a Address) error {
	for try := 1; ; try++ {
		err := m.once(ctx, c, a)
		c.rollback()
		switch code(err) {
		case codeDuplicateSchema, codeDuplicateTable, codeUnique, codeSerialization, codeDeadlock:
			if try < attempts {
				continue
			}
		}
		return err
	}
}

func (m migrationSet) once(ctx context.Context, c *conn, a Address) error {
	f, err := look(ctx, c, a)
	if err == nil {
		err = m.suits(f, a)
	}
	if err != nil {
		return err
	}
	c.opening = []string{"BEGIN"}
	exists := false
	err = c.each(ctx, "SELECT 1 FROM pg_namespace WHERE nspname = ?", func([]driver.Value) error {
		exists = true
		return nil
	}, a.Schema)
	if err != nil {
		return err
	}
	var begin []string
	if !exists { // “IF NOT EXISTS” needs the privilege to create one even if it exists
		begin = append(begin, "CREATE SCHEMA "+quoted(a.Schema))
	}
	begin = append(begin, onPath(a.Schema))
	if f.version == 0 {
		begin = append(begin, m.versionTable()...)
	}
	if err := c.exec(ctx, begin...); err != nil {
		return err
	}
	// This waits for writers and for another process that migrates.
	version := int64(0)
	err = c.each(ctx, "SELECT version FROM workspace FOR UPDATE", func(row []driver.Value) error {
		version, _ = row[0].(int64)
		return nil
	})
	if err != nil {
		return err
	}
	if err := m.steps(ctx, c, version-m.stored(0)); err != nil {
		return err
	}
	if err := buildMissingIndex(ctx, c, a); err != nil {
		return err
	}
	return c.exec(ctx, "COMMIT")
}

func buildMissingIndex(ctx context.Context, c *conn, a Address) error {
	w := &writer{}
	r := relational.NewReader(&tx{ctx: ctx, c: c, address: a}, dialect, nil)
	if err := relational.BuildMissingIndex(r, w); err != nil {
		return err
	}
	return w.send(ctx, c)
}

// versionTable is the statements that make the table by which a workspace is recognized.
func (m migrationSet) versionTable() []string {
	return []string{
		`CREATE TABLE workspace (
			one         BIGINT PRIMARY KEY CHECK (one = 1),
			application TEXT COLLATE "C" NOT NULL,
			version     BIGINT NOT NULL
		)`,
		"INSERT INTO workspace (one, application, version) VALUES (1, '" + m.application() + "', " +
			strconv.FormatInt(m.stored(0), 10) + ")",
	}
}

// application is what the version table says that the tables are.
func (m migrationSet) application() string {
	if m.copying {
		return unfinished
	}
	return application
}

// stored is a version as the version table has it.
func (m migrationSet) stored(version int64) int64 {
	if m.copying {
		return version + laterOn
	}
	return version
}

// Absent is the refusal of a command that needs a workspace where there is none.
func (a Address) Absent() *problem.Refusal {
	return problem.Refuse(problem.Usage, workspace.NoWorkspace, "there is no workspace at "+a.String(),
		"check --db, or create the workspace by applying a change to it as a role that may create a schema")
}

// steps runs the migrations after a version.
func (m migrationSet) steps(ctx context.Context, c *conn, from int64) error {
	files, err := fs.ReadDir(m.files, "migrations")
	if err != nil {
		panic("postgres: the migrations are not in the program: " + err.Error())
	}
	for version := from + 1; version <= m.version; version++ {
		name := files[version-1].Name()
		text, err := fs.ReadFile(m.files, "migrations/"+name)
		if err != nil {
			panic("postgres: the migrations are not in the program: " + err.Error())
		}
		script := string(text) + ";\nUPDATE workspace SET version = " + strconv.FormatInt(m.stored(version), 10)
		if err := c.script(ctx, script); err != nil {
			return fmt.Errorf("migrate with %s: %w", name, err)
		}
	}
	return nil
}

// script runs a text of several statements.
func (c *conn) script(ctx context.Context, text string) error {
	c.trips.Add(1)
	_, err := c.raw.Exec(ctx, text).ReadAll()
	return err
}
