// Package sqlite keeps a workspace in one SQLite file: the schema and its migrations,
// the connections, and the lock that queues writers. Package relational asks and writes,
// and package workspace decides what is written.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"

	"assister/internal/relational"
	"assister/internal/workspace"
)

// Wait is how long Open and Update wait for other writers.
const Wait = 10 * time.Second

// Store is a workspace in a file. Several goroutines may use it; each concurrent View or
// Update has its own connection. A process opens a file once: see inspect.
type Store struct {
	path    string
	mode    workspace.Mode
	lock    writeLock
	schema  migrationSet
	missing bool     // there is no file: every connection is an empty database in memory
	file    *os.File // of a store that updates, for what SQLite does not check
	sound   bool     // the file was checked: see writing
	witness workspace.Witness

	views chan struct{} // has an element for each snapshot that is open in its turn

	source // for copies

	mu   sync.Mutex
	idle []*conn
}

// viewsAtOnce is how many snapshots of a store are usually open at once, and how many
// connections are kept for those who come next. Each has some 300 kB. Reading keeps a
// processor busy, so that more at once would not be done sooner.
var viewsAtOnce = max(4, runtime.GOMAXPROCS(0))

// patience is how long a snapshot waits for its turn. Then it goes ahead: the open ones may
// belong to a goroutine that waits for this one.
const patience = 5 * time.Second

var _ workspace.Store = (*Store)(nil)

// Open opens the workspace at path and waits for other writers up to Wait.
func Open(path string, mode workspace.Mode) (*Store, error) {
	return OpenWithin(context.Background(), path, mode, Wait)
}

// OpenWithin is Open with a timeout, which holds for each Update as well.
func OpenWithin(ctx context.Context, path string, mode workspace.Mode, wait time.Duration) (*Store, error) {
	return openAs(ctx, path, mode, wait, released)
}

// openAs opens the workspace with the migrations of a schema.
func openAs(
	ctx context.Context, path string, mode workspace.Mode, wait time.Duration, schema migrationSet,
) (*Store, error) {
	path, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, mode: mode, lock: writeLock{path + lockSuffix, wait}, schema: schema,
		views: make(chan struct{}, viewsAtOnce)}
	s.source.of = s
	if s.file, err = inspect(path); err != nil {
		return nil, err
	}
	if s.file == nil {
		if mode != workspace.ToWrite {
			s.missing = true
			return s, nil
		}
		if s.file, err = s.create(ctx); err != nil {
			return nil, err
		}
	}
	if mode.Reads() {
		_ = s.file.Close()
		s.file = nil
	}
	c, err := s.open(ctx)
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	s.put(c)
	return s, nil
}

// Witnessed makes a witness keep the head of each commit from then on.
func (s *Store) Witnessed(by workspace.Witness) { s.witness = by }

// Mode is what the workspace was opened for.
func (s *Store) Mode() workspace.Mode { return s.mode }

// Missing reports whether there is no file: the snapshot is that of an empty workspace.
func (s *Store) Missing() bool { return s.missing }

// Path is the file, links resolved.
func (s *Store) Path() string { return s.path }

// open makes a connection and checks its settings.
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
	c, st, err := connectNamed(s.path, s.mode.Reads(), s.lock.wait)
	if err != nil {
		return nil, failed("open the database", s.path, err)
	}
	if err := s.settle(ctx, c, st); err != nil {
		_ = c.close()
		return nil, err
	}
	return c, nil
}

// connectNamed makes a connection to the file that has the path now. A process that
// restores a backup gives the path to another file while nobody has the old one open. A
// connection that is made at that moment would read the pages of one file and the log of
// the other.
func connectNamed(path string, reads bool, wait time.Duration) (c *conn, st state, err error) {
	for {
		before, err := os.Stat(path)
		if err != nil {
			return nil, state{}, err
		}
		if reads {
			c, st, err = connectToRead(path, true, wait)
		} else {
			c, st, err = withState(connect(path, "rw", false, wait))
		}
		if err != nil {
			return nil, state{}, err
		}
		if after, err := os.Stat(path); err == nil && os.SameFile(before, after) {
			return c, st, nil
		}
		_ = c.close()
	}
}

// connectToRead makes a connection for reading, which needs a writable directory if the
// file has a log. Without a log, the file alone is the whole workspace.
func connectToRead(path string, queryOnly bool, wait time.Duration) (*conn, state, error) {
	c, st, err := withState(connect(path, "rw", queryOnly, wait))
	if err != nil && unwritable(err) {
		if info, stat := os.Stat(path + walSuffix); stat != nil || info.Size() == 0 {
			return withState(connect(path, "ro&immutable=1", queryOnly, wait))
		}
	}
	return c, st, err
}

// withState reads the settings of a new connection.
func withState(c *conn, err error) (*conn, state, error) {
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
	if !errors.As(err, &e) {
		return false
	}
	return e.Code == sqlite3.ErrCantOpen || e.Code == sqlite3.ErrReadonly || e.Code == sqlite3.ErrPerm
}

// settle migrates an older schema and checks the settings.
func (s *Store) settle(ctx context.Context, c *conn, st state) error {
	if err := s.schema.knows(st.version, s.path); err != nil {
		return err
	}
	switch {
	case st.application != applicationID || st.version < 1:
		return refuse("database_foreign", "the database belongs to another program", hintPath, s.path)
	case st.version < s.schema.version && s.mode == workspace.ToInspect:
		message := fmt.Sprintf("the database has schema %d, this program has %d", st.version, s.schema.version)
		return refuse(workspace.DatabaseOld, message, "the next command that opens it migrates it", s.path)
	case st.version < s.schema.version:
		if err := s.upgrade(ctx); err != nil {
			return err
		}
	}
	if !s.mode.Reads() && st.journal != "wal" { // copies made by other tools lose it
		if err := c.exec("PRAGMA journal_mode = WAL"); err != nil {
			return failed("open the database", s.path, err)
		}
		var err error
		if st, err = c.state(); err != nil {
			return failed("open the database", s.path, err)
		}
	}
	durable := st.synchronous == syncFull && (s.mode.Reads() || st.journal == "wal")
	if !durable || st.foreignKeys != 1 || (st.queryOnly == 1) != s.mode.Reads() {
		return fmt.Errorf("open the database: it did not take the settings: %+v", st)
	}
	return nil
}

// syncFull is the value of PRAGMA synchronous for FULL.
const syncFull = 2

// upgrade runs the migrations on a separate connection, since the caller's may be
// query_only.
func (s *Store) upgrade(ctx context.Context) error {
	leave, err := s.lock.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	c, err := connect(s.path, "rw", false, s.lock.wait)
	if err != nil {
		return failed("migrate the database", s.path, err)
	}
	defer c.close()
	st, err := c.state() // another process may have migrated it meanwhile
	if err == nil && st.version < s.schema.version {
		err = c.quickCheck()
	}
	if err == nil {
		err = s.schema.migrate(c, st.version)
	}
	if err != nil {
		return failed("migrate the database", s.path, err)
	}
	return nil
}

// take returns an idle connection, or a new one.
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

// put returns a connection to the idle ones, unless its settings or transaction are
// not restored.
func (s *Store) put(c *conn) {
	if c.spoiled || !c.raw.AutoCommit() {
		_ = c.close()
		return
	}
	s.mu.Lock()
	keep := len(s.idle) < viewsAtOnce
	if keep {
		s.idle = append(s.idle, c)
	}
	s.mu.Unlock()
	if !keep {
		_ = c.close()
	}
}

// turn waits until few snapshots are open, or for its patience. The snapshot calls leave when
// it is closed.
func (s *Store) turn(ctx context.Context) (leave func(), err error) {
	leave = func() { <-s.views }
	select {
	case s.views <- struct{}{}:
		return leave, nil
	default:
	}
	wait := time.NewTimer(patience)
	defer wait.Stop()
	select {
	case s.views <- struct{}{}:
		return leave, nil
	case <-wait.C:
		return func() {}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// View lends a consistent snapshot: what is committed when fn first reads. The
// connection cannot write meanwhile, even in mode ToWrite: engines read this snapshot.
func (s *Store) View(ctx context.Context, fn func(workspace.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	leave, err := s.turn(ctx)
	if err != nil {
		return err
	}
	defer leave()
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
		if s.mode.Reads() {
			return
		}
		if err := c.exec("PRAGMA query_only = 0"); err != nil {
			panic("sqlite: query_only cannot be reset: " + err.Error())
		}
	}()
	return fn(s.newReader(ctx, c, new(relational.Cache)))
}

// smallLog is the size of the log up to which CloseOnExit keeps it. The next process
// reads it once, which takes some tenths of a millisecond.
const smallLog = 512 << 10

// CloseOnExit is Close for a process that is about to exit. The last process to close
// a database moves the log into the file and removes it, even one that only read, and
// the next writer starts a new one: five syncs in all, where a commit needs one. A
// small log can wait, since its content is as durable as that of the file. A copy of
// the file alone is then not the whole workspace, as with any database in use.
func (s *Store) CloseOnExit() error {
	if info, err := os.Stat(s.path + walSuffix); err == nil && (info.Size() <= smallLog || s.mode == workspace.ToInspect) {
		return nil
	}
	return s.Close()
}

// Close closes the connections. The last process to close a database moves the log
// into it.
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
	if s.file != nil { // after the connections, whose locks this drops
		_ = s.file.Close()
		s.file = nil
	}
	return first
}

// source is what copies ask of a store.
type source struct{ of *Store }

// Rows implements relational.Source.
func (s source) Rows(ctx context.Context, fn func(r relational.Reader) error) error {
	return s.of.View(ctx, func(r workspace.Reader) error { return fn(r.(reader).Reader) })
}
