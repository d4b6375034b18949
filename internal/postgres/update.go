package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"time"

	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/session"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// stalled is how long a transaction that writes may wait for its program, after which the
// server rolls it back: the others wait for it.
const stalled = time.Minute

// writing begins a transaction that writes. Writers wait for each other at its lock, which
// comes before the snapshot, so that no transaction fails because of another one of ours.
// Should another way to write exist, SERIALIZABLE makes one of the two fail. The last
// argument is for a server whose default loses acknowledged commits when it is killed.
const writing = "BEGIN ISOLATION LEVEL SERIALIZABLE"

func (s *Store) lock() []string {
	ms := func(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
	return []string{
		"SET LOCAL lock_timeout = " + ms(s.opening.Wait),
		"SET LOCAL idle_in_transaction_session_timeout = " + ms(stalled),
		"LOCK TABLE workspace IN EXCLUSIVE MODE",
	}
}

// write runs fn in a transaction that writes. The statement that checks the version divides
// by zero if a newer program has migrated the workspace since this one opened it, so that
// the check takes no request of its own.
func write(ctx context.Context, s *Store, fn func(c *conn) error) error {
	err := s.within(ctx, writing, fn, append(s.lock(), s.suited())...)
	if code(err) != codeDivision {
		return err
	}
	if c, err := s.take(ctx); err == nil {
		defer s.put(c)
		if f, err := look(ctx, c, s.address); err == nil && f.copying {
			return workspace.Unfinished(s.address.String())
		}
	}
	return refuse(problem.Failed, "database_too_new", "a newer assister has migrated the workspace",
		"install the newer version", s.address, nil)
}

// suited is a statement that fails if a newer program has migrated the workspace.
func (s *Store) suited() string {
	known := strconv.FormatInt(s.schema.stored(s.schema.version), 10)
	return "SELECT 1 / (version <= " + known + ")::INTEGER FROM workspace"
}

// Update calls fn with a snapshot that no other process can change, and commits the result
// of fn as one transaction: all of it or, with an error, nothing. fn is called again if
// the transaction was lost before its commit.
func (s *Store) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, err error) {
	return updateFrom(ctx, s, nil, fn)
}

// updateFrom is Update that begins with what was asked ahead, if it is not nil.
func updateFrom(
	ctx context.Context, s *Store, ahead *rounds, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, err error) {
	if s.opening.Mode.Reads() {
		panic("postgres: an update of a workspace that was opened to be read")
	}
	select {
	case <-ctx.Done():
		return receipt, ctx.Err()
	case s.writing <- struct{}{}:
	}
	defer func() { <-s.writing }()
	apart, unindexed := false, error(nil)
	attempt := func(play player) error {
		return write(ctx, s, func(c *conn) error {
			receipt, apart, err = s.update(ctx, c, play, fn, unindexed)
			return err
		})
	}
	rehearsed := func() error {
		err := attempt((&rounds{ahead: guesses(), also: ofUpdates()}).play)
		if errors.Is(err, errUnrehearsed) {
			err = attempt(unrehearsed)
		}
		return err
	}
	continued := func() (done bool, err error) {
		opening := append(s.lock(), s.suited(), ahead.mark.holds())
		err = s.within(ctx, writing, func(c *conn) error {
			receipt, apart, err = s.update(ctx, c, ahead.play, func(r workspace.Reader) (workspace.Commit, error) {
				commit, err := fn(r)
				done = err == nil && !commit.DryRun && !commit.Empty()
				return commit, err
			}, nil)
			return err
		}, opening...)
		ahead = nil
		return done && err == nil || errors.Is(err, workspace.ErrUnknownOutcome), err
	}
	err = s.again(ctx, "write the changes", func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if ahead != nil {
			if done, err := continued(); done {
				return err
			}
		}
		err := rehearsed()
		if bad := (*relational.IndexError)(nil); errors.As(err, &bad) && !raced(err) && !gone(err) {
			unindexed = bad
			err = rehearsed()
		}
		return err
	})
	switch {
	case errors.Is(err, errMissing):
		return commitNowhere(ctx, s, fn)
	case code(err) == codeForbidden && s.opening.Mode == workspace.ToDryRun:
		return dryly(ctx, s, fn)
	}
	if err != nil || !apart {
		return receipt, err
	}
	extend := func(r relational.Reader, w relational.Writer) error { return relational.ExtendIndex(r, w, nil) }
	if err := s.change(ctx, "write the text index", extend); ctx.Err() == nil {
		receipt.Unindexed = err // an interruption is no fault of the index
	}
	return receipt, nil
}

// commitNowhere is Update where there is no workspace and none is made.
func commitNowhere(
	ctx context.Context, s *Store, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	receipt, written, err := onPaper(emptyReader(ctx, s), fn)
	if err == nil && written {
		err = s.address.Absent()
	}
	return receipt, err
}

// dryly is Update of a dry run by a role that may only read.
func dryly(
	ctx context.Context, s *Store, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, err error) {
	err = s.View(ctx, func(r workspace.Reader) error {
		receipt, _, err = onPaper(r.(reader), fn)
		return err
	})
	return receipt, err
}

// onPaper makes the statements of a commit and sends none. It reports whether one was to be written.
func onPaper(
	r reader, fn func(workspace.Reader) (workspace.Commit, error),
) (receipt workspace.Receipt, written bool, err error) {
	commit, err := fn(r)
	if err == nil {
		receipt.Head, err = relational.WriteCommit(r.Reader, &writer{}, commit)
	}
	return receipt, !commit.DryRun && !commit.Empty(), err
}

// player calls a function with a reader until it has all that it asks.
type player func(ctx context.Context, s *Store, c *conn, cache *relational.Cache, fn func(r reader) error) error

// unrehearsed is a player whose reader asks each query when fn does.
func unrehearsed(ctx context.Context, s *Store, c *conn, cache *relational.Cache, fn func(r reader) error) error {
	return fn(s.newReader(ctx, c, cache))
}

// update commits what fn returns, with the text index unless that has failed before, which is
// the reason unindexed. It reports whether the index has to be extended apart from the commit.
func (s *Store) update(
	ctx context.Context, c *conn, play player, fn func(workspace.Reader) (workspace.Commit, error), unindexed error,
) (receipt workspace.Receipt, apart bool, err error) {
	var r reader
	var commit workspace.Commit
	index, failed := &writer{}, unindexed
	err = play(ctx, s, c, nil, func(with reader) (err error) {
		r = with
		if commit, err = fn(r); err == nil && unindexed == nil {
			index = &writer{}
			failed = relational.IndexWithCommit(r.Reader, index, commit)
		}
		return err
	})
	if err != nil {
		return receipt, false, err
	}
	if apart = errors.Is(failed, relational.ErrIndexApart); failed != nil && !apart && unindexed == nil {
		return receipt, false, &relational.IndexError{Cause: failed} // a query that fails takes the transaction with it
	}
	if r.rounds != nil { // all is known that fn has asked; what is asked from here on is not
		known := r.rounds.known
		r = s.newReader(ctx, c, nil)
		r.known = known
	}
	if s.opening.Mode != workspace.ToWrite && !commit.DryRun {
		panic("postgres: a commit to a workspace that was opened for dry runs")
	}
	if err := ctx.Err(); err != nil {
		return receipt, false, err
	}
	w := &writer{}
	receipt.Head, err = relational.WriteCommit(r.Reader, w, commit)
	if err != nil {
		return workspace.Receipt{}, false, err
	}
	if commit.DryRun || commit.Empty() {
		return receipt, false, w.send(never, c)
	}
	if failed == nil {
		w.index = index.list
	} else if !apart {
		receipt.Unindexed = failed
	}
	if err := s.commit(ctx, c, w, commit, receipt.Head); err != nil {
		return workspace.Receipt{}, false, err
	}
	if s.witness != nil && commit.Changes() {
		receipt.Unwitnessed = s.witness.Keep(ctx, receipt.Head)
	}
	return receipt, apart, nil
}

// commit sends what is left of the changes and commits the transaction. If the connection is
// lost meanwhile, it finds out what has happened.
func (s *Store) commit(
	ctx context.Context, c *conn, w *writer, commit workspace.Commit, head ledger.Entry,
) error {
	within, cancel := context.WithTimeout(never, s.opening.Wait)
	defer cancel()
	err := w.commit(within, c)
	if !gone(err) {
		return err
	}
	there, unsettled := s.settleCommit(ctx, commit, head)
	switch {
	case unsettled != nil:
		return fmt.Errorf("commit: %w: %w, and then %w", workspace.ErrUnknownOutcome, err, unsettled)
	case !there:
		return err // gone, so the transaction is tried again
	}
	return nil
}

// settleCommit reports whether a commit is in the workspace. It waits for the lock of the
// transaction, which has it until the server has ended it either way: nothing that is not
// there then can come later.
func (s *Store) settleCommit(ctx context.Context, commit workspace.Commit, head ledger.Entry) (there bool, err error) {
	query, args := "SELECT count(*) FROM audit WHERE seq = ? AND hash = ?", []driver.Value{head.Seq, head.Hash[:]}
	if len(commit.Audit) == 0 { // it has no row of the audit trail
		b := commit.Batch
		if b == nil {
			return false, fmt.Errorf("the commit has nothing to be found by")
		}
		query, args = "SELECT count(*) FROM batch WHERE id = ? AND correlation_id = ? AND at = ? AND fingerprint = ?",
			[]driver.Value{b.ID, b.CorrelationID, b.At.UnixMilli(), b.Fingerprint}
	}
	err = s.again(context.WithoutCancel(ctx), "find the commit", func() error {
		return s.within(never, writing, func(c *conn) error {
			return c.each(never, query, func(row []driver.Value) error {
				there = row[0] == int64(1)
				return nil
			}, args...)
		}, s.lock()...)
	})
	return there, err
}

// change runs a transaction on what is not part of the workspace's history.
func (s *Store) change(
	ctx context.Context, doing string, fn func(r relational.Reader, w relational.Writer) error,
) error {
	if s.opening.Mode != workspace.ToWrite {
		panic("postgres: cannot " + doing + " of a workspace that was opened to be read")
	}
	err := s.again(ctx, doing, func() error {
		return write(ctx, s, func(c *conn) error {
			w := &writer{}
			if err := fn(s.newReader(ctx, c, nil).Reader, w); err != nil {
				return err
			}
			if err := w.send(ctx, c); err != nil {
				return err
			}
			err := c.exec(never, "COMMIT")
			if gone(err) {
				return fmt.Errorf("%s: %w: %w", doing, workspace.ErrUnknownOutcome, err)
			}
			return err
		})
	})
	if errors.Is(err, errMissing) {
		return s.address.Absent()
	}
	return err
}

// Reindex rebuilds the text index from the records.
func (s *Store) Reindex(ctx context.Context) error {
	return s.change(ctx, "write the text index", relational.RebuildIndex)
}

// KeepVectors updates the stored vectors. The error is vector.ErrConflict if their state
// is no longer was.
func (s *Store) KeepVectors(ctx context.Context, was vector.State, change vector.Change) error {
	return s.change(ctx, "write the vectors", func(r relational.Reader, w relational.Writer) error {
		return relational.KeepVectors(r, w, was, change)
	})
}

var _ session.Store = (*Store)(nil)

// Clear implements session.Store.
func (s *Store) Clear(ctx context.Context, name string) (turns int, err error) {
	err = s.change(ctx, "write the session", func(r relational.Reader, w relational.Writer) error {
		turns, err = relational.ClearTurns(r, w, name)
		return err
	})
	return turns, err
}
