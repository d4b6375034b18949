package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"

	"assister/internal/workspace"
)

// writing waits for the lock and lends a connection to write with, if the file is fit to be
// written to. end gives both back.
func (s *Store) writing(ctx context.Context) (c *conn, end func(), err error) {
	leave := func() {}
	if !s.missing {
		if leave, err = s.lock.enter(ctx); err != nil {
			return nil, nil, err
		}
	}
	if c, err = s.take(ctx); err != nil {
		leave()
		return nil, nil, err
	}
	end = func() {
		c.rollback()
		s.put(c)
		leave()
	}
	if !s.missing {
		if err := checkFit(ctx, s, c); err != nil {
			end()
			return nil, nil, err
		}
	}
	return c, end, nil
}

// checkFit refuses a file that a newer program has migrated, perhaps since it was opened, and
// checks once that the file is sound, so that nothing is written on top of damage.
func checkFit(ctx context.Context, s *Store, c *conn) error {
	version, err := c.number(never, "PRAGMA user_version")
	if err != nil {
		return failed("read the version of the schema", s.path, err)
	}
	if err := s.schema.knows(version, s.path); err != nil || s.sound {
		return err
	}
	if err := checkSound(ctx, s, c); err != nil {
		return err
	}
	s.sound = true
	return nil
}

// checkSound refuses a file with another schema than the program's, or with a damaged
// page. Pages that look lost lead to an examination of everything, and only what this
// finds is a reason to refuse. A damaged search index is none, since it is rebuilt.
func checkSound(ctx context.Context, s *Store, c *conn) error {
	if err := s.schema.check(c, s.path); err != nil {
		return err
	}
	turn, err := c.number(never, "SELECT seq FROM sqlite_sequence WHERE name = 'batch'")
	if err != nil {
		return failed("read the ledger", s.path, err)
	}
	suspect, err := suspectPages(s.file, s.path, turn)
	if err != nil || len(suspect) == 0 {
		return err
	}
	found, err := s.Examine(ctx)
	if err != nil {
		return err
	}
	for _, p := range found.Problems {
		if p.Code != workspace.IndexDisagrees {
			r := refuse(Damaged, "the database is damaged: "+p.Message, hintDamaged, s.path)
			r.More = found.Problems
			return r
		}
	}
	_, err = workspace.Verify(ctx, s, workspace.Expected{})
	return err
}

// hintDamaged is the hint for a file that must not be written to.
const hintDamaged = "nothing was changed; see `assister doctor`, then restore a backup with `assister restore FILE`, " +
	"or try `assister doctor rebuild`"

// check compares the schema of a database with that of the migrations. The triggers that
// keep the ledger append-only are a part of it.
func (m migrationSet) check(c *conn, path string) error {
	is, err := schemaDigest(c)
	if err != nil {
		return failed("read the schema", path, err)
	}
	want := m.digest
	if want == "" {
		if want, err = m.computeDigest(); err != nil {
			return fmt.Errorf("compute the digest of the schema: %w", err)
		}
	}
	if is == want {
		return nil
	}
	return refuse(workspace.SchemaChanged, "another program has changed the tables or triggers of the database",
		hintDamaged, path)
}

// computeDigest is the digest of a new database.
func (m migrationSet) computeDigest() (string, error) {
	c, err := connect("", "", false, 0)
	if err != nil {
		return "", err
	}
	defer c.close()
	if err := m.migrate(c, 0); err != nil {
		return "", err
	}
	return schemaDigest(c)
}

// schemaDigest is the hash of the schema in hexadecimal. The tables in which ANALYZE
// keeps statistics do not count.
func schemaDigest(c *conn) (digest string, err error) {
	// In one value, since each value that the driver returns takes longer than to
	// join them all.
	const query = `SELECT group_concat(type || char(10) || name || char(10) || coalesce(sql, ''), char(0)) FROM
		(SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]' ORDER BY type, name)`
	err = c.each(never, query, func(row []driver.Value) error {
		text, _ := row[0].(string)
		sum := sha256.Sum256([]byte(text))
		digest = hex.EncodeToString(sum[:])
		return nil
	})
	return digest, err
}

// scanned is how much of the file a process scans before it writes for the first time: what
// takes 0.2 ms. A larger file has several parts, which are scanned in turn from batch to
// batch.
const scanned = 2 << 20

// suspectPages scans the part of the file whose turn it is for pages that look as if they
// had been lost. The caller holds the lock, so that the log does not grow meanwhile.
func suspectPages(file *os.File, path string, turn int64) (suspect []uint32, err error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("scan the database: %w", err)
	}
	var header [100]byte
	if _, err := file.ReadAt(header[:], 0); err != nil {
		return nil, fmt.Errorf("scan the database: %w", err)
	}
	p := pages{file: file, size: pageSize(header[:])}
	if p.size == 0 {
		return nil, refuse(Damaged, "the header of the database is damaged", hintDamaged, path)
	}
	p.count = max(binary.BigEndian.Uint32(header[28:]), uint32(info.Size()/p.size))

	parts := (info.Size() + scanned - 1) / scanned
	part := (info.Size()/parts + p.size - 1) / p.size * p.size
	from := min(turn%parts*part, info.Size())
	if suspect, err = p.scan(from, min(from+part, info.Size())); err != nil || len(suspect) == 0 {
		return nil, err
	}
	log, err := os.Open(path + walSuffix)
	if err == nil {
		defer log.Close()
		err = p.readLog(log)
	}
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("scan the log of the database: %w", err)
	}
	return p.used(suspect)
}
