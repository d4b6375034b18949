package rqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// dialect is that of SQLite without the functions of our own connections.
var dialect = &relational.SQLite

// Store is a workspace on a cluster. Several goroutines may use it.
type Store struct {
	client  *Client
	address Address
	opened
	schema  migrationSet
	witness workspace.Witness
	writing chan struct{} // holds a value while a goroutine writes
	queue   queue         // for the goroutine that writes
	ahead   atomic.Pointer[snapshot]

	source
	unrecorded
	inspection
}

// opened says how a workspace was opened, and whether it is there.
type opened struct {
	opening workspace.Opening
	path    string
	name    string      // that the workspace of the cluster has to have
	missing atomic.Bool // the last request has found no workspace
}

// Mode is what the workspace was opened for.
func (o *opened) Mode() workspace.Mode { return o.opening.Mode }

// Missing reports whether the last request has found that there is no workspace.
func (o *opened) Missing() bool { return o.missing.Load() }

// Path is the address, without the password.
func (o *opened) Path() string { return o.path }

var _ workspace.Store = (*Store)(nil)

// Open returns the workspace at an address. The first snapshot checks what is there.
func Open(_ context.Context, a Address, o workspace.Opening) (*Store, error) {
	client, err := NewClient(a)
	if err != nil {
		return nil, err
	}
	if o.Sent != nil {
		client.trips = o.Sent
	}
	s := &Store{client: client, address: a, opened: opened{opening: o, path: a.String(), name: a.Name}, schema: released,
		queue: queue{turn: usualTurn}, writing: make(chan struct{}, 1)}
	s.source.of, s.unrecorded.of, s.inspection.of = s, s, s
	return s, nil
}

// Witnessed makes a witness keep the head of each commit from then on.
func (s *Store) Witnessed(by workspace.Witness) { s.witness = by }

// Trips returns how many requests were sent.
func (s *Store) Trips() int64 { return s.client.Trips() }

// Close closes the connections.
func (s *Store) Close() error {
	s.client.Close()
	return nil
}

// CloseOnExit is Close for a process that is about to exit.
func (s *Store) CloseOnExit() error { return s.Close() }

// state is what every request of a snapshot reads first.
type state struct {
	version int64
	first   int64 // ticket in the queue of writers; 0 if there is none
	schema  int64
	name    string
}

var stateQuery = Statement{Text: `SELECT (SELECT max(version) FROM write_log),
	(SELECT coalesce(min(number), 0) FROM queue), schema, name FROM assister`}

func readState(rows Rows) (state, error) {
	if len(rows.Values) != 1 {
		return state{}, relational.Damaged("the table assister has %d rows", len(rows.Values))
	}
	row := rows.Values[0]
	if err := relational.Shaped(row, "iiit"); err != nil {
		return state{}, err
	}
	return state{row[0].(int64), row[1].(int64), row[2].(int64), row[3].(string)}, nil
}

// Reasons to migrate before a snapshot.
var (
	errAbsent = errors.New("there is no workspace on the cluster")
	errOld    = errors.New("the workspace has an older schema")
)

// fits refuses a state that this program cannot use.
func (s *Store) fits(is state) error {
	switch {
	case is.schema > s.schema.version:
		message := fmt.Sprintf("the database was written by a newer assister: its schema is %d, this program knows %d",
			is.schema, s.schema.version)
		return s.refuse("database_too_new", message, "install the newer version")
	case is.name == copyTo(s.name):
		return workspace.Unfinished(s.path)
	case copyTo(is.name) == s.name:
		return workspace.Occupied(s.path)
	case is.name != s.name:
		message := fmt.Sprintf("the cluster has the workspace “%s”, not “%s”", is.name, s.address.Name)
		return s.refuse("database_foreign", message, "a cluster has one workspace: check the name in the address")
	case is.schema < s.schema.version && s.opening.Mode == workspace.ToInspect:
		message := fmt.Sprintf("the database has schema %d, this program has %d", is.schema, s.schema.version)
		return s.refuse(workspace.DatabaseOld, message, "the next command that opens it migrates it")
	case is.schema < s.schema.version:
		return errOld
	}
	return nil
}

// explain turns an error of the first queries of a snapshot into what is behind it: there is
// no workspace, or one with another schema, on which the queries fail.
func (s *Store) explain(ctx context.Context, err error) error {
	var said *StatementError
	if !errors.As(err, &said) {
		return err
	}
	const ours = `SELECT count(*), count(CASE name WHEN 'assister' THEN 1 END) FROM sqlite_schema
		WHERE name NOT GLOB 'sqlite_*'`
	rows, lost := s.client.Query(ctx, Linearizable, Statement{Text: ours})
	if lost != nil {
		return lost
	}
	switch row := rows[0].Values[0]; {
	case row[0] == int64(0):
		return errAbsent
	case row[1] == int64(0):
		return s.refuse("database_foreign", "the database of the cluster belongs to another program", "check the address")
	}
	if rows, lost = s.client.Query(ctx, Linearizable, stateQuery); lost != nil {
		return lost
	}
	is, bad := readState(rows[0])
	if bad == nil {
		bad = s.fits(is)
	}
	if bad == nil && said.Statement == 0 {
		bad = errOld // another program has just made it
	}
	if bad == nil && strings.Contains(said.Error(), "no such column") {
		bad = errBehind // another program has migrated it since
	}
	if bad != nil {
		return bad
	}
	return err
}

// reader is the workspace.Reader of a snapshot.
type reader struct {
	*snapshot
	relational.Reader
}

func (n *snapshot) reader(cache *relational.Cache) reader {
	return reader{n, relational.NewReader(n, dialect, cache)}
}

// CheckSchema implements workspace.Reader.
func (r reader) CheckSchema() error { return r.s.schema.check(r.s, r.snapshot) }

// attempts bounds how often a snapshot is repeated because others write. Each asks in its
// first request for everything that the last one has asked for.
const attempts = 20

// turnsMost bounds how long a writer waits for its turn, in time-outs of a request.
const turnsMost = 12

// View lends a consistent snapshot. fn is called again from its beginning with a newer one
// if another program has written between two of its requests.
func (s *Store) View(ctx context.Context, fn func(workspace.Reader) error) error {
	return s.view(ctx, s.address.Read, func(r reader) error { return fn(r) })
}

func (s *Store) view(ctx context.Context, level Level, fn func(r reader) error) error {
	return s.attempt(ctx, beginning{level: level}, func(n *snapshot) error {
		return n.play(func() error { return fn(n.reader(n.cache)) })
	}, nil)
}

// beginning says what the first snapshot of an attempt begins with.
type beginning struct {
	level    Level
	expected expectation
	last     *snapshot // of the same state; nil for the newest
}

// attempt calls fn with snapshots until one has not moved, and again after a migration.
// again waits before each further snapshot.
func (s *Store) attempt(
	ctx context.Context, from beginning,
	fn func(n *snapshot) error, again func(ctx context.Context, n *snapshot) error,
) error {
	level, expected := from.level, from.expected
	for left := attempts; left > 0; {
		n := s.snapshot(ctx, level, expected)
		if from.last != nil {
			n.continues(from.last)
			from.last = nil
		}
		err := fn(n)
		absent := errors.Is(err, errAbsent)
		s.missing.Store(absent || n.absent)
		switch {
		case absent && s.opening.Existing:
			return s.address.Absent()
		case errors.Is(err, errOld) || absent && s.opening.Mode == workspace.ToWrite && !s.opening.AsFound:
			if err := s.migrate(ctx); err != nil {
				return err
			}
			level = Linearizable // a follower may not have it yet
			continue
		case absent:
			n.absent = true
			return fn(n)
		case !n.moved && !errors.Is(err, errBehind):
			return err
		}
		expected.statements = n.asked
		if again == nil {
			left--
		} else if err := again(ctx, n); err != nil {
			return err
		}
	}
	return s.busy()
}

// attemptWrite is attempt for snapshots that a write follows: one goroutine at a time, and
// in the queue of all programs if another one was faster.
func (s *Store) attemptWrite(ctx context.Context, from beginning, fn func(n *snapshot, t *ticket) error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case s.writing <- struct{}{}:
	}
	defer func() { <-s.writing }()
	return s.attemptInTurn(ctx, from, fn)
}

func (s *Store) attemptInTurn(ctx context.Context, from beginning, fn func(n *snapshot, t *ticket) error) error {
	t := &ticket{s: s}
	within, cancel := context.WithTimeout(ctx, turnsMost*s.address.Timeout)
	defer cancel()
	var err error
	if s.queue.crowded {
		err = t.wait(within)
	}
	if err == nil {
		from.level = Linearizable
		err = s.attempt(ctx, from, func(n *snapshot) error {
			n.ticket = t
			return fn(n, t)
		}, func(_ context.Context, n *snapshot) error { return t.again(within, n) })
	}
	t.leave(ctx)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil && within.Err() != nil {
		return s.busy()
	}
	return err
}

// commit sends what was written from a snapshot. Nothing is sent if it would fail.
func (s *Store) commit(ctx context.Context, n *snapshot, t *ticket, b batch) error {
	if n.absent {
		return s.address.Absent()
	}
	if n.version == unread {
		if err := n.request(ctx); err != nil {
			return err
		}
	}
	if n.moved || n.first != t.number {
		return errBehind
	}
	err := s.send(ctx, write{version: n.version, ticket: t.number, batch: b})
	if err == nil {
		*t = ticket{s: s} // the commit has deleted it
	}
	return err
}

// Update calls fn with a snapshot and commits the result as one request, which fails as a
// whole if another program has written since: then fn is called again with a newer one.
func (s *Store) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	return updateFrom(ctx, s, nil, fn)
}

// updateFrom is Update that begins with the state that a snapshot has read, if it is not nil.
func updateFrom(
	ctx context.Context, s *Store, last *snapshot, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, err error) {
	if s.opening.Mode != workspace.ToWrite && s.opening.Mode != workspace.ToDryRun {
		panic("rqlite: an update of a workspace that was opened to be read")
	}
	apart := false
	from := beginning{expected: ofUpdates(), last: last}
	err = s.attemptWrite(ctx, from, func(n *snapshot, t *ticket) error {
		receipt, apart, err = s.update(ctx, n, t, fn)
		return err
	})
	if err != nil || !apart {
		return receipt, err
	}
	extend := func(r reader, w relational.Writer) error { return relational.ExtendIndex(r.Reader, w, nil) }
	if err := s.writeAside(ctx, "write the text index", extend); ctx.Err() == nil {
		receipt.Unindexed = err // an interruption is no fault of the index
	}
	return receipt, nil
}

// update commits what fn returns. It reports whether the text index has to be extended apart
// from the commit.
func (s *Store) update(
	ctx context.Context, n *snapshot, t *ticket, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, apart bool, err error) {
	r := n.reader(nil)
	var commit workspace.Commit
	var index batch
	var unindexed error
	if err := n.play(func() (err error) {
		if commit, err = fn(r); err == nil {
			index = batch{}
			unindexed = relational.IndexWithCommit(r.Reader, &index, commit)
		}
		return err
	}); n.ahead && (err != nil || commit.DryRun || commit.Empty()) {
		return receipt, false, errBehind // what does not commit follows from the newest state
	} else if err != nil {
		return receipt, false, err
	}
	if s.opening.Mode != workspace.ToWrite && !commit.DryRun {
		panic("rqlite: a commit to a workspace that was opened for dry runs")
	}
	var b batch
	head, err := relational.WriteCommit(r.Reader, &b, commit)
	if err != nil {
		return receipt, false, s.failed("write the changes", err)
	}
	receipt.Head = head
	if commit.DryRun || commit.Empty() {
		return receipt, false, nil
	}
	if apart = errors.Is(unindexed, relational.ErrIndexApart); unindexed == nil {
		b.index = index.statements
	} else if !apart {
		receipt.Unindexed = unindexed
	}
	err = s.commit(ctx, n, t, b)
	if bad := (*relational.IndexError)(nil); errors.As(err, &bad) {
		receipt.Unindexed, b.index = bad, nil
		err = s.commit(ctx, n, t, b)
	}
	if err != nil {
		return workspace.Receipt{}, false, s.failed("write the changes", err)
	}
	if s.witness != nil && commit.Changes() {
		receipt.Unwitnessed = s.witness.Keep(ctx, head)
	}
	return receipt, apart, nil
}

// writeAside writes what is in no batch and follows from a snapshot.
func (s *Store) writeAside(
	ctx context.Context, doing string, fn func(r reader, w relational.Writer) error,
) error {
	if s.opening.Mode != workspace.ToWrite {
		panic("rqlite: cannot " + doing + " of a workspace that was opened to be read")
	}
	return s.attemptWrite(ctx, beginning{}, s.aside(ctx, doing, fn))
}

func (s *Store) aside(
	ctx context.Context, doing string, fn func(r reader, w relational.Writer) error,
) func(n *snapshot, t *ticket) error {
	return func(n *snapshot, t *ticket) error {
		var b batch
		err := n.play(func() error {
			b = batch{}
			return fn(n.reader(nil), &b)
		})
		if err != nil || len(b.statements) == 0 {
			return err
		}
		return s.failed(doing, s.commit(ctx, n, t, b))
	}
}

// Absent is the refusal of a command that needs a workspace where there is none.
func (a Address) Absent() *problem.Refusal {
	return problem.Refuse(problem.Usage, workspace.NoWorkspace, "there is no workspace at "+a.String(),
		"check --db, or create the workspace by applying a change to it")
}

func (s *Store) refuse(code, message, hint string) *problem.Refusal {
	r := problem.Refuse(problem.Failed, code, message, hint)
	r.Path = s.address.String()
	return r
}

// failed says what was done when an error came up. A refusal says so itself.
func (s *Store) failed(doing string, err error) error {
	var refusal *problem.Refusal
	if err == nil || errors.As(err, &refusal) || errors.Is(err, errMoved) || errors.Is(err, errBehind) {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}
