package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"strconv"
	"strings"

	"assister/internal/ledger"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// held is the store for one request of a user. It keeps no transaction open while the request
// does something else, but all that its snapshots have read, with a mark of their state: the next
// one asks only for more, and begins again if the mark is another one.
type held struct {
	s      *Store
	known  answers // nil: the next snapshot is of the newest state
	mark   mark
	cache  *relational.Cache
	ahead  *rounds // what was asked ahead, for a write that is the first use; nil for none
	absent bool    // there is no workspace
}

// mark tells a state from those before it: the newest rows of the tables that only grow, how
// far the text index reaches, and its newest part. Whatever replaces a workspace as a whole adds to
// the audit trail.
type mark [5]driver.Value

const markQuery = "SELECT " + markRow
const markRow = `(SELECT encode(hash, 'hex') FROM audit ORDER BY seq DESC LIMIT 1),
	(SELECT max(id) FROM batch), (SELECT max(id) FROM turn), (SELECT batch FROM text_index),
	(SELECT seq FROM last_id WHERE name = 'text_segment')`

// holds is a statement that fails in another state than that of a mark.
func (m mark) holds() string {
	values := make([]string, len(m))
	for i, v := range m {
		values[i] = "NULL"
		switch v := v.(type) {
		case int64:
			values[i] = strconv.FormatInt(v, 10)
		case string:
			if _, ok := ledger.ParseHash(v); ok {
				values[i] = "'" + v + "'"
			}
		}
	}
	return "SELECT 1 / (ROW(" + markRow + ") IS NOT DISTINCT FROM ROW(" + strings.Join(values, ", ") + "))::INTEGER"
}

// errMoved is the error of queries in another state than that of the snapshots before.
var errMoved = errors.New("the workspace has changed since the snapshot before")

var _ workspace.Holder = (*Store)(nil)

// Hold implements workspace.Holder.
func (s *Store) Hold() workspace.Held { return &held{s: s, ahead: s.ahead.Swap(nil)} }

// Ahead asks what a large batch will ask, before it is known. The next held store begins its first
// write with that: the write fails if the state is another one by then, and only what it commits
// counts.
func (s *Store) Ahead(ctx context.Context) {
	c, err := s.take(ctx)
	if err != nil {
		return
	}
	defer s.put(c)
	c.opening = []string{reading, onPath(s.address.Schema), s.schema.exact()}
	p := &rounds{known: answers{}, marks: true, ahead: guesses(), also: ofUpdates()}
	if err := p.play(ctx, s, c, nil, func(r reader) error { return relational.AskAhead(r.Reader) }); err == nil {
		s.state.fits.Store(true)
		s.ahead.Store(p)
	}
}

// LetGo implements workspace.Held.
func (h *held) LetGo() { h.known, h.ahead, h.absent = nil, nil, false }

// View implements workspace.Store. If a commit may follow, the first request also asks for
// everything that a commit needs.
func (h *held) View(ctx context.Context, fn func(workspace.Reader) error) error {
	if h.absent {
		return fn(emptyReader(ctx, h.s))
	}
	p := &rounds{known: h.known, marks: true, mark: h.mark}
	if h.known == nil {
		h.cache = new(relational.Cache)
	}
	if h.known == nil && h.s.opening.Mode == workspace.ToWrite {
		p.ahead, p.also = guesses(), ofUpdates()
	}
	h.LetGo()
	err := h.s.within(ctx, reading, func(c *conn) error {
		return p.play(ctx, h.s, c, h.cache, func(r reader) error { return fn(r) })
	})
	switch {
	case errors.Is(err, errMissing):
		h.absent = true
		return fn(emptyReader(ctx, h.s))
	case errors.Is(err, errMoved), errors.Is(err, errUnrehearsed), raced(err), gone(err):
		return h.s.View(ctx, fn)
	}
	h.known, h.mark = p.known, p.mark
	return h.s.address.failed("read the workspace", err)
}

// Update implements workspace.Store.
func (h *held) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, err error) {
	known, ahead, absent := h.known, h.ahead, h.absent
	h.LetGo()
	if absent {
		return commitNowhere(ctx, h.s, fn)
	}
	if ahead != nil {
		return updateFrom(ctx, h.s, ahead, fn)
	}
	if known != nil && h.s.opening.Mode == workspace.ToWrite {
		done := false
		if receipt, done, err = h.s.note(ctx, known, h.mark, fn); done {
			return receipt, err
		}
	}
	return h.s.Update(ctx, fn)
}

// note commits what changes no record, in one request that fails in another state than the one
// that was read. It reports false if fn asks for more than was read, or returns another commit, or if
// nothing was written for a reason that may pass.
func (s *Store) note(
	ctx context.Context, known answers, is mark, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, done bool, err error) {
	var commit workspace.Commit
	w := &writer{}
	p := &rounds{known: known}
	r := s.newReader(ctx, nil, nil)
	r.rounds = p
	err = relational.Learn(r.tx, func() error {
		if commit, err = fn(r); err == nil {
			receipt.Head, err = relational.WriteCommit(r.Reader, w, commit)
		}
		return err
	})
	note := !commit.Changes() && !commit.Empty() && !commit.DryRun
	if err != nil || len(p.noted) > 0 || !note {
		return receipt, false, nil
	}
	select {
	case <-ctx.Done():
		return receipt, true, ctx.Err()
	case s.writing <- struct{}{}:
	}
	defer func() { <-s.writing }()
	err = s.within(ctx, writing, func(c *conn) error {
		return s.commit(ctx, c, w, commit, receipt.Head)
	}, append(s.lock(), s.suited(), is.holds())...)
	switch {
	case err == nil:
		return receipt, true, nil
	case errors.Is(err, workspace.ErrUnknownOutcome):
		return workspace.Receipt{}, true, err
	}
	return workspace.Receipt{}, false, nil // the longer way tells what is wrong
}
