package rqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"

	"assister/internal/relational"
)

// errMoved ends the requests of a snapshot when another program has written since its first
// request: the rest would be of another state.
var errMoved = errors.New("the workspace has changed since the first request of the snapshot")

// snapshot runs the queries of one state of the workspace. The cluster has no transaction
// that lasts longer than a request, so every request also reads the version, and the
// snapshot ends when it is another one. The first request asks for everything that is
// expected to be asked, so that there is seldom a second one.
type snapshot struct {
	s        *Store
	ctx      context.Context
	until    context.Context // ends queries; nil for ctx
	level    Level           // of the first request
	expected expectation
	ticket   *ticket // of the write that follows; nil for none

	version int64 // of the state; unread before the first request
	first   int64 // ticket in the queue of writers; 0 if there is none
	moved   bool
	absent  bool // there is no workspace: every query is empty
	ahead   bool // it was read by Ahead
	asked   []Statement
	known   map[string]Rows // results by statement
	rows    int             // of them all
	cache   *relational.Cache

	rehearsing bool        // a query whose result is not known has no rows, and is noted
	noted      []Statement // while rehearsing
	within     time.Time   // when the first context of a noted query ends; zero for never
}

const unread = -1

func (s *Store) snapshot(ctx context.Context, level Level, expected expectation) *snapshot {
	return &snapshot{s: s, ctx: ctx, level: level, expected: expected, version: unread, known: map[string]Rows{},
		cache: new(relational.Cache)}
}

// Until implements workspace.Reader.
func (n *snapshot) Until(ctx context.Context) (done func()) {
	was := n.until
	n.until = ctx
	return func() { n.until = was }
}

// Each implements relational.Snapshot.
func (n *snapshot) Each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
	rows, err := n.result(Statement{Text: text, Args: args})
	if err != nil {
		return n.s.failed(doing, err)
	}
	for _, row := range rows.Values {
		if err := fn(row); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	return nil
}

func (n *snapshot) result(statement Statement) (Rows, error) {
	ctx := n.ctx
	if n.until != nil {
		ctx = n.until
	}
	if err := ctx.Err(); err != nil {
		return Rows{}, err
	}
	switch {
	case n.absent:
		return Rows{}, nil
	case n.moved:
		n.asked = append(n.asked, statement)
		return Rows{}, errMoved
	}
	key, err := encode([]Statement{statement})
	if err != nil {
		return Rows{}, err
	}
	if rows, ok := n.known[string(key)]; ok {
		return rows, nil
	}
	if n.rehearsing {
		n.note(statement)
		return Rows{}, nil
	}
	if err := n.request(ctx, statement); err != nil {
		return Rows{}, err
	}
	return n.known[string(key)], nil
}

// request asks for statements and, in the first request, for all that is expected.
func (n *snapshot) request(ctx context.Context, statements ...Statement) error {
	first := n.version == unread
	level := n.level
	if first {
		statements = once(append(statements, n.expected.statements...))
	} else if level == Linearizable {
		level = Weak // the version says whether the state is the same
	}
	n.asked = append(n.asked, statements...)
	all := append([]Statement{stateQuery}, statements...)
	if first {
		all = append(all, n.expected.guessed()...)
	}
	results, err := n.s.client.Query(ctx, level, all...)
	if err != nil {
		return n.s.explain(ctx, err)
	}
	is, err := readState(results[0])
	if err == nil {
		err = n.s.fits(is)
	}
	if err != nil {
		return err
	}
	// A writer whose turn it is not would do its work in vain.
	n.moved = !first && is.version != n.version || n.ticket != nil && is.first != n.ticket.number
	if n.moved {
		return errMoved
	}
	n.version, n.first = is.version, is.first
	for i, s := range statements {
		if err := n.know(s, results[i+1]); err != nil {
			return err
		}
	}
	if first {
		return n.expected.learn(results[1+len(statements):], n.know)
	}
	return nil
}

// once leaves out what is there twice.
func once(statements []Statement) []Statement {
	seen := map[string]bool{}
	return slices.DeleteFunc(statements, func(s Statement) bool {
		key, err := encode([]Statement{s})
		twice := err == nil && seen[string(key)]
		seen[string(key)] = true
		return twice
	})
}

// know remembers the result of a statement.
func (n *snapshot) know(s Statement, result Rows) error {
	key, err := encode([]Statement{s})
	if err == nil {
		n.known[string(key)] = result
		n.rows += len(result.Values)
	}
	return err
}
