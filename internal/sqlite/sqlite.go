// Package sqlite keeps a workspace in one SQLite file: the schema and its
// migrations, the queries, and the lock that lets writers in as they came. It
// is the only place with SQL. What is written, and whether it should be, is
// workspace's to say.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"

	"assister/internal/problem"
	"assister/internal/workspace"
)

// Mode is what a workspace is opened for.
type Mode uint8

const (
	// Read cannot write, by construction: its connection is query_only. A
	// missing file is an empty workspace, and is not made.
	Read Mode = iota
	// DryRun can carry a commit out and roll it back, and nothing else. A
	// missing file is an empty workspace, and is not made.
	DryRun
	// Write makes the file (0600) and its directory (0700) when they are missing.
	Write
	// Inspect is Read for whoever looks after the database: an older schema is
	// refused as DatabaseOld and not brought up to date, and the log is left as it
	// is.
	Inspect
)

// reads reports whether the mode can do nothing else.
func (m Mode) reads() bool { return m == Read || m == Inspect }

// DatabaseOld is the code of a database that some other command would first bring
// up to date.
const DatabaseOld = "database_old"

// Wait is how long Open and Update wait for other writers.
const Wait = 10 * time.Second

// Store is a workspace in a file. It may be used by several goroutines; each
// View or Update that runs at the same time has a connection of its own. A
// process opens a file once: see inspect.
type Store struct {
	path    string
	mode    Mode
	gate    gate
	schema  migrationSet
	missing bool // there is no file: every connection is an empty database in memory

	mu   sync.Mutex
	idle []*conn
}

var _ workspace.Store = (*Store)(nil)

// Open opens the workspace at path and waits as long as Wait for others.
func Open(path string, mode Mode) (*Store, error) {
	return OpenWithin(context.Background(), path, mode, Wait)
}

// OpenWithin is Open with a timeout, which holds for each Update as well.
func OpenWithin(ctx context.Context, path string, mode Mode, wait time.Duration) (*Store, error) {
	return openAs(ctx, path, mode, wait, released)
}

// openAs opens the workspace with the migrations of a schema.
func openAs(ctx context.Context, path string, mode Mode, wait time.Duration, schema migrationSet) (*Store, error) {
	path, err := resolve(path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, mode: mode, gate: gate{path + lockSuffix, wait}, schema: schema}
	there, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if !there {
		if mode != Write {
			s.missing = true
			return s, nil
		}
		if err := s.create(ctx); err != nil {
			return nil, err
		}
	}
	c, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	s.put(c)
	return s, nil
}

// Mode is what the workspace was opened for.
func (s *Store) Mode() Mode { return s.mode }

// Missing reports whether there is no file: the snapshot is that of an empty workspace.
func (s *Store) Missing() bool { return s.missing }

// NoWorkspace is the code of a path without a workspace.
const NoWorkspace = "no_workspace"

// Absent is the refusal of a command that needs a workspace where there is none.
func Absent(path string) *problem.Refusal {
	return problem.Refuse(problem.Usage, NoWorkspace, "there is no workspace at "+path,
		"check --db, or create the workspace by applying a change: assister apply --db "+path)
}

// Path is the file, links resolved.
func (s *Store) Path() string { return s.path }

// open makes a connection and makes sure that it is as it should be.
func (s *Store) open(ctx context.Context) (*conn, error) {
	if s.missing {
		c, err := connect("", "", false, 0)
		if err != nil {
			return nil, fmt.Errorf("open an empty workspace: %w", err)
		}
		if err := s.schema.migrate(c, 0); err != nil {
			return nil, fmt.Errorf("open an empty workspace: %w", err)
		}
		return c, nil
	}
	c, st, err := s.connect("rw")
	if err != nil && s.mode.reads() && unwritable(err) {
		// A log needs a place for its index. Without one, the file alone is
		// still the whole workspace as long as there is no log.
		if info, stat := os.Stat(s.path + walSuffix); stat != nil || info.Size() == 0 {
			c, st, err = s.connect("ro&immutable=1")
		}
	}
	if err != nil {
		return nil, failed("open the database", s.path, err)
	}
	if err := s.settle(ctx, c, st); err != nil {
		_ = c.close()
		return nil, err
	}
	return c, nil
}

func (s *Store) connect(access string) (*conn, state, error) {
	c, err := connect(s.path, access, s.mode.reads(), s.gate.wait)
	if err != nil {
		return nil, state{}, err
	}
	st, err := c.state()
	if err != nil {
		_ = c.close()
		return nil, state{}, err
	}
	return c, st, nil
}

func unwritable(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCantOpen || e.Code == sqlite3.ErrReadonly || e.Code == sqlite3.ErrPerm)
}

// settle brings an older schema up to date and checks the settings.
func (s *Store) settle(ctx context.Context, c *conn, st state) error {
	switch {
	case st.version > s.schema.version:
		message := fmt.Sprintf("the database was written by a newer assister: its schema is %d, this program knows %d",
			st.version, s.schema.version)
		return refuse("database_too_new", message, "install the newer version", s.path)
	case st.application != applicationID || st.version < 1:
		return refuse("database_foreign", "the database belongs to another program", "give the path of an assister database with --db", s.path)
	case st.version < s.schema.version && s.mode == Inspect:
		message := fmt.Sprintf("the database has schema %d, this program has %d", st.version, s.schema.version)
		return refuse(DatabaseOld, message, "the next command that opens it migrates it", s.path)
	case st.version < s.schema.version:
		if err := s.upgrade(ctx); err != nil {
			return err
		}
	}
	if !s.mode.reads() && st.journal != "wal" { // a copy made by another tool has lost it
		if err := c.exec("PRAGMA journal_mode = WAL"); err != nil {
			return failed("open the database", s.path, err)
		}
		var err error
		if st, err = c.state(); err != nil {
			return failed("open the database", s.path, err)
		}
	}
	if st.foreignKeys != 1 || st.synchronous != syncFull || (st.queryOnly == 1) != s.mode.reads() || !s.mode.reads() && st.journal != "wal" {
		return fmt.Errorf("open the database: its settings were not taken: %+v", st)
	}
	return nil
}

// Values of PRAGMA synchronous.
const syncFull = 2

// upgrade runs the migrations on a connection of its own, since the one at hand
// may be query_only.
func (s *Store) upgrade(ctx context.Context) error {
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	c, err := connect(s.path, "rw", false, s.gate.wait)
	if err != nil {
		return failed("migrate the database", s.path, err)
	}
	defer c.close()
	st, err := c.state() // somebody else may have been first
	if err == nil {
		err = s.schema.migrate(c, st.version)
	}
	if err != nil {
		return failed("migrate the database", s.path, err)
	}
	return nil
}

// take gives a connection that nobody uses.
func (s *Store) take(ctx context.Context) (*conn, error) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 {
		c := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.mu.Unlock()
		return c, nil
	}
	s.mu.Unlock()
	return s.open(ctx)
}

// put takes a connection back, unless it is no longer as it should be.
func (s *Store) put(c *conn) {
	if c.spoiled || !c.raw.AutoCommit() {
		_ = c.close()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, c)
}

// View lends a consistent snapshot: what is committed when fn first reads. The
// connection cannot write meanwhile, whatever the workspace was opened for:
// engines look at what View lends.
func (s *Store) View(ctx context.Context, fn func(workspace.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer s.put(c)
	if err := c.exec("PRAGMA query_only = 1; BEGIN"); err != nil {
		return failed("read the database", s.path, err)
	}
	defer func() {
		c.rollback()
		if s.mode.reads() {
			return
		}
		if err := c.exec("PRAGMA query_only = 0"); err != nil {
			panic("sqlite: query_only cannot be taken back: " + err.Error())
		}
	}()
	return fn(newReader(&tx{ctx: ctx, c: c, path: s.path}, &textCache{}))
}

// leaveMax is the size of log that Leave leaves behind. Whoever comes next reads
// it once through, which takes some tenths of a millisecond.
const leaveMax = 512 << 10

// Leave is Close for a process that is about to exit. The last process to close
// a database moves the log into it and removes it, even one that only read, and
// the next to write begins a new one: five syncs in all, where a commit needs
// one. A small log can as well wait for others to fill it, for what stands in it
// is as safe as in the file. A copy of the file alone is then not the whole
// workspace, as with any database that is in use.
func (s *Store) Leave() error {
	if info, err := os.Stat(s.path + walSuffix); err == nil && (info.Size() <= leaveMax || s.mode == Inspect) {
		return nil
	}
	return s.Close()
}

// Close gives the connections back. The last process to close a database moves
// the log into it.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first error
	for _, c := range s.idle {
		if err := c.close(); err != nil && first == nil {
			first = failed("close the database", s.path, err)
		}
	}
	s.idle = nil
	return first
}
