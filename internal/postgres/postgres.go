// Package postgres keeps a workspace in a schema of a PostgreSQL database: connections,
// migrations and transactions. Package relational says what is asked and written.
package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// Wait is how long Open, View and Update wait for other writers and for a server that
// takes writes, such as a standby that is about to be promoted.
const Wait = 10 * time.Second

// Store is a workspace in a database. Several goroutines may use it; each concurrent View
// or Update has its own connection.
type Store struct {
	address Address
	config  *pgconn.Config
	opening workspace.Opening
	schema  migrationSet
	state   settled
	witness workspace.Witness
	writing chan struct{} // holds a value while a goroutine updates and the witness gets its head
	ahead   atomic.Pointer[rounds]

	source

	trips *atomic.Int64

	mu   sync.Mutex
	idle []*conn
}

var _ workspace.Store = (*Store)(nil)

// settled says what is known of the schema.
type settled struct {
	fits    atomic.Bool // it has a workspace of this version
	missing atomic.Bool // the last transaction has found no workspace
}

// Open opens the workspace at an address. The first transaction checks what is there.
func Open(ctx context.Context, a Address, o workspace.Opening) (*Store, error) {
	return openAs(ctx, a, o, released)
}

// openAs opens the workspace with the migrations of a schema.
func openAs(ctx context.Context, a Address, o workspace.Opening, schema migrationSet) (*Store, error) {
	config, err := a.config()
	if err != nil {
		return nil, err
	}
	s := &Store{address: a, config: config, opening: o, schema: schema, writing: make(chan struct{}, 1),
		trips: o.Sent}
	if s.source.of = s; s.trips == nil {
		s.trips = new(atomic.Int64)
	}
	err = s.again(ctx, "open the workspace", func() error {
		c, err := connect(ctx, config, s.trips)
		if err != nil {
			return err
		}
		if encoding := c.raw.ParameterStatus("server_encoding"); encoding != "UTF8" {
			c.close()
			return refuse(problem.Failed, "database_foreign", "the texts of the database are in "+encoding+", not in UTF8",
				"create a database with the encoding UTF8", s.address, nil)
		}
		s.put(c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// settle finds out what the schema has, and migrates it.
func (s *Store) settle(ctx context.Context, c *conn) error {
	f, err := look(ctx, c, s.address)
	if err == nil {
		err = s.schema.suits(f, s.address)
	}
	switch {
	case err != nil || f.version == s.schema.version:
		return err
	case f.version == 0 && s.opening.Existing:
		return s.address.Absent()
	case f.version == 0 && (s.opening.Mode != workspace.ToWrite || s.opening.AsFound):
		s.state.missing.Store(true)
		return nil
	case s.opening.Mode == workspace.ToInspect:
		message := fmt.Sprintf("the workspace has schema %d, this program has %d", f.version, s.schema.version)
		return refuse(problem.Failed, workspace.DatabaseOld, message, "the next command that opens it migrates it",
			s.address, nil)
	}
	return s.schema.migrate(ctx, c, s.address)
}

// again calls fn until it succeeds, for as long as the store waits, while it fails because
// another transaction was faster, or because the server or the connection went away.
func (s *Store) again(ctx context.Context, doing string, fn func() error) error {
	within, cancel := context.WithTimeout(ctx, s.opening.Wait)
	defer cancel()
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		err := fn()
		if err == nil || errors.Is(err, workspace.ErrUnknownOutcome) {
			return err
		}
		if ctx.Err() != nil || !raced(err) && !gone(err) {
			return s.address.failed(doing, err)
		}
		select {
		case <-within.Done():
			return s.address.failed(doing, err)
		case <-time.After(pause/2 + rand.N(pause)): // so that those who collided do not do so again
		}
	}
}

// Witnessed makes a witness keep the head of each commit from then on.
func (s *Store) Witnessed(by workspace.Witness) { s.witness = by }

// Mode is what the workspace was opened for.
func (s *Store) Mode() workspace.Mode { return s.opening.Mode }

// Missing reports whether the last transaction has found that there is no workspace.
func (s *Store) Missing() bool { return s.state.missing.Load() }

// Path is the address, without the password.
func (s *Store) Path() string { return s.address.String() }

// Trips returns how many requests the store has waited for, without those that a new
// connection takes.
func (s *Store) Trips() int64 { return s.trips.Load() }

// take returns an idle connection, or a new one.
func (s *Store) take(ctx context.Context) (*conn, error) {
	for {
		s.mu.Lock()
		n := len(s.idle)
		if n == 0 {
			s.mu.Unlock()
			return connect(ctx, s.config, s.trips)
		}
		c := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.mu.Unlock()
		if c.left() {
			return c, nil
		}
		s.put(c) // it is closed
	}
}

// idleMost is how many connections are kept for those who come next.
const idleMost = 4

// put ends the transaction of a connection and returns it to the idle ones. If the server
// has closed it, the others lead to the same server and are closed as well.
func (s *Store) put(c *conn) {
	c.leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.raw.IsClosed() && len(s.idle) < idleMost {
		s.idle = append(s.idle, c)
		return
	}
	drop := []*conn{c}
	if c.raw.IsClosed() {
		drop, s.idle = append(drop, s.idle...), nil
	}
	for _, c := range drop {
		c.close()
	}
}

// Close closes the connections.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.idle {
		c.close()
	}
	s.idle = nil
	return nil
}

// CloseOnExit is Close for a process that is about to exit.
func (s *Store) CloseOnExit() error { return s.Close() }

// View lends a consistent snapshot: what is committed when fn first reads. fn is called
// again from the beginning if the connection is lost.
func (s *Store) View(ctx context.Context, fn func(workspace.Reader) error) error {
	err := s.again(ctx, "read the workspace", func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := s.within(ctx, reading, func(c *conn) error {
			return new(rounds).play(ctx, s, c, new(relational.Cache), func(r reader) error { return fn(r) })
		})
		if errors.Is(err, errUnrehearsed) {
			err = s.within(ctx, reading, func(c *conn) error { return fn(s.newReader(ctx, c, new(relational.Cache))) })
		}
		return err
	})
	if errors.Is(err, errMissing) {
		return fn(emptyReader(ctx, s))
	}
	return err
}

// errMissing is the error of a transaction where there is no workspace, which is an empty one
// for those who do not need one.
var errMissing = errors.New("there is no workspace")

// reading begins a transaction that sees one snapshot and cannot write.
const reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// within runs fn in a transaction, which is rolled back if fn does not commit it. It
// begins with the first query.
func (s *Store) within(ctx context.Context, begin string, fn func(c *conn) error, more ...string) error {
	c, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer s.put(c)
	begins := append([]string{begin, onPath(s.address.Schema)}, more...)
	if s.state.fits.Load() {
		c.opening = begins
		return fn(c)
	}
	// This fails if the schema has no workspace, or one of another version.
	c.opening = append(slices.Clip(begins), s.schema.exact())
	err = fn(c)
	if !unfit(err) {
		s.state.fits.Store(s.state.fits.Load() || err == nil)
		s.state.missing.Store(false)
		return err
	}
	c.rollback()
	s.state.missing.Store(false)
	if err := s.settle(ctx, c); err != nil {
		return err
	}
	if s.Missing() {
		return errMissing
	}
	s.state.fits.Store(true)
	return s.within(ctx, begin, fn, more...)
}

// exact is a statement that fails unless the schema has a workspace of this version.
func (m migrationSet) exact() string {
	return "SELECT 1 / count(*) FROM workspace WHERE application::TEXT = '" + m.application() + "' AND version::TEXT = '" +
		strconv.FormatInt(m.stored(m.version), 10) + "'"
}

// unfit reports whether a transaction could not begin since the schema has no workspace, or one
// of another version.
func unfit(err error) bool {
	var begin *beginError
	none := []string{codeDivision, codeNoTable, codeNoSchema, codeNoColumn}
	return errors.As(err, &begin) && slices.Contains(none, code(err))
}

// tx is a transaction. All its queries see the same snapshot.
type tx struct {
	ctx     context.Context
	c       *conn
	address Address
	until   context.Context // ends queries; nil for ctx
	saved   bool            // there is a savepoint
	known   answers         // of queries that were asked before
	rounds  *rounds         // of a function that learns what it asks; nil for one that asks
	empty   bool            // no query has rows: there is no workspace
}

// Until makes ctx end queries until done is called.
func (t *tx) Until(ctx context.Context) (done func()) {
	was := t.until
	t.until = ctx
	return func() { t.until = was }
}

// savepoint is where a transaction goes back to after a canceled query, which PostgreSQL
// lets fail the transaction.
const savepoint = "before_query"

// Each implements relational.Snapshot.
func (t *tx) Each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
	ctx := t.ctx
	if t.until != nil {
		ctx = t.until
	}
	if t.empty {
		return ctx.Err()
	}
	if t.rounds != nil {
		return t.address.failed(doing, t.rounds.each(ctx, text, fn, args))
	}
	if t.until != nil {
		if err := t.save(); err != nil {
			return t.address.failed(doing, err)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err := t.ask(ctx, text, fn, args)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		if t.saved && t.c.inTransaction() {
			t.c.opening = []string{"ROLLBACK TO SAVEPOINT " + savepoint}
		}
		return fmt.Errorf("%s: %w", doing, ctx.Err())
	}
	return t.address.failed(doing, err)
}

// ask calls fn for the rows of a query, which may have been asked ahead.
func (t *tx) ask(
	ctx context.Context, text string, fn func(row []driver.Value) error, args []driver.Value,
) error {
	if t.known == nil {
		return t.c.each(ctx, text, fn, args...)
	}
	rows, ok := t.known[keyOf(text, args)]
	if !ok {
		return t.c.each(ctx, text, fn, args...)
	}
	for _, row := range rows {
		if err := fn(row); err != nil {
			return err
		}
	}
	return nil
}

// save sets the savepoint.
func (t *tx) save() error {
	if t.saved {
		return nil
	}
	t.saved = true
	return t.c.exec(t.ctx, "SAVEPOINT "+savepoint)
}

// reader is the workspace.Reader of a transaction.
type reader struct {
	*tx
	relational.Reader
	schema migrationSet
}

// newReader reads in a transaction. There is no cache while the transaction writes.
func (s *Store) newReader(ctx context.Context, c *conn, cache *relational.Cache) reader {
	t := &tx{ctx: ctx, c: c, address: s.address}
	return reader{t, relational.NewReader(t, dialect, cache), s.schema}
}

// emptyReader reads where there is no workspace.
func emptyReader(ctx context.Context, s *Store) reader {
	t := &tx{ctx: ctx, address: s.address, empty: true}
	return reader{t, relational.NewReader(t, dialect, new(relational.Cache)), s.schema}
}

// CheckSchema implements workspace.Reader.
func (r reader) CheckSchema() error { return r.schema.check(r) }
