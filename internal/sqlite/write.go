package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"

	"assister/internal/ledger"
	"assister/internal/relational"
	"assister/internal/session"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// Update calls fn with a snapshot that no other process can change, and commits the result
// of fn as one transaction: all of it or, with an error, nothing.
func (s *Store) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	if s.mode.Reads() {
		panic("sqlite: an update of a workspace that was opened to be read")
	}
	if err := ctx.Err(); err != nil {
		return workspace.Receipt{}, err
	}
	c, end, err := s.writing(ctx)
	if err != nil {
		return workspace.Receipt{}, err
	}
	defer end()
	if err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return workspace.Receipt{}, failed("begin to write", s.path, err)
	}
	r := s.newReader(ctx, c, nil)
	commit, err := fn(r)
	if err != nil {
		return workspace.Receipt{}, err
	}
	if s.mode != workspace.ToWrite && !commit.DryRun {
		panic("sqlite: a commit to a workspace that was opened for dry runs")
	}
	if err := ctx.Err(); err != nil {
		return workspace.Receipt{}, err
	}
	return s.write(ctx, c, r, commit)
}

func (s *Store) write(
	ctx context.Context, c *conn, r reader, commit workspace.Commit,
) (workspace.Receipt, error) {
	note := !commit.Changes()
	if note && !commit.Empty() && !commit.DryRun {
		// A commit without changes need not survive a power loss, and
		// synchronous can only be set between transactions. The lock is held, so
		// nothing happens between these two.
		c.rollback()
		if err := c.exec("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"); err != nil {
			return workspace.Receipt{}, failed("write the audit trail", s.path, err)
		}
		defer func() {
			c.rollback()
			c.spoiled = c.exec("PRAGMA synchronous = FULL") != nil
		}()
	}
	head, err := relational.WriteCommit(r.Reader, c, commit)
	if err != nil {
		return workspace.Receipt{}, failed("write the changes", s.path, err)
	}
	if commit.DryRun || commit.Empty() {
		return workspace.Receipt{Head: head}, nil
	}
	if err := c.exec("COMMIT"); err != nil {
		c.rollback()
		if err := s.settleCommit(commit, head, err); err != nil {
			return workspace.Receipt{}, err
		}
		return s.receipt(ctx, head, note), nil
	}
	receipt := s.receipt(ctx, head, note)
	if err := s.extendIndex(c, r.Reader, commit.Batch); ctx.Err() == nil {
		receipt.Unindexed = err // an interruption is no fault of the index
	}
	return receipt, nil
}

// receipt returns the receipt of a commit, after the witness got its head. A commit
// without changes has none: a power loss may remove it, and a kept head must be in the
// trail.
func (s *Store) receipt(ctx context.Context, head ledger.Entry, note bool) workspace.Receipt {
	r := workspace.Receipt{Head: head}
	if s.witness != nil && !note {
		r.Unwitnessed = s.witness.Keep(ctx, head)
	}
	return r
}

// settleCommit finds out the outcome of a commit that reported an error: nil if it is
// durably there. If SQLite itself rejected it, it is not. Otherwise the transaction may be
// complete in the log although its last sync failed: this process does not see it, and the
// next one would. Overwriting that place settles it; if that fails too, the outcome is
// unknown.
func (s *Store) settleCommit(commit workspace.Commit, head ledger.Entry, cause error) error {
	if s.missing || !unsettled(cause) {
		return failed("commit", s.path, cause)
	}
	unknown := fmt.Errorf("commit: %w: %w", workspace.ErrUnknownOutcome, cause)
	if commit.Batch == nil && len(commit.Audit) == 0 {
		return unknown // it has nothing to be found by
	}
	c, err := connect(s.path, "rw", false, s.lock.wait)
	if err != nil {
		return unknown
	}
	defer c.close()
	there, err := c.has(commit, head)
	if err != nil {
		return unknown
	}
	if there {
		// Visible data may not be on the disk yet; a checkpoint writes and syncs it.
		busy := int64(1)
		err := c.each(never, "PRAGMA wal_checkpoint(FULL)", func(row []driver.Value) error {
			busy, _ = row[0].(int64)
			return nil
		})
		if err != nil || busy != 0 {
			return unknown
		}
		return nil
	}
	if err := c.exec(fmt.Sprintf("BEGIN IMMEDIATE; PRAGMA user_version = %d; COMMIT", s.schema.version)); err != nil {
		return unknown
	}
	return failed("commit", s.path, cause)
}

// has reports whether a commit is in the database: by its batch, whose id no other process
// can have taken while the lock is held, or else by its audit rows.
func (c *conn) has(commit workspace.Commit, head ledger.Entry) (bool, error) {
	if commit.Batch != nil {
		n, err := c.number(never, "SELECT count(*) FROM batch WHERE id = ?", commit.Batch.ID)
		return n == 1, err
	}
	n, err := c.number(never, "SELECT count(*) FROM audit WHERE seq = ? AND hash = ?", head.Seq, head.Hash[:])
	return n == 1, err
}

// extendIndex updates the text index after a commit, if it does not cover too many changes.
// A failure does not affect the commit; the next one tries again.
func (s *Store) extendIndex(c *conn, r relational.Reader, b *ledger.Batch) error {
	if s.missing {
		return nil
	}
	if due, err := relational.IndexDue(r, b); err != nil || !due {
		return err
	}
	// The index can be rebuilt after a power failure, so do not wait for the disk.
	// synchronous can only be set between transactions.
	if err := c.exec("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"); err != nil {
		c.spoiled = true
		return fmt.Errorf("write the text index: %w", err)
	}
	err := relational.ExtendIndex(r, c, b)
	if err == nil {
		err = c.exec("COMMIT")
	}
	c.rollback()
	c.spoiled = c.exec("PRAGMA synchronous = FULL") != nil
	if err != nil {
		return fmt.Errorf("write the text index: %w", err)
	}
	return nil
}

// Reindex rebuilds the text index from the records.
func (s *Store) Reindex(ctx context.Context) error {
	if s.mode != workspace.ToWrite {
		panic("sqlite: an index for a workspace that was not opened to be written")
	}
	c, end, err := s.writing(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return failed("begin to write", s.path, err)
	}
	if err := relational.RebuildIndex(s.newReader(ctx, c, nil).Reader, c); err != nil {
		return failed("write the text index", s.path, err)
	}
	if err := c.exec("COMMIT"); err != nil {
		return failed("commit", s.path, err)
	}
	return nil
}

// writeUnlogged writes data that is not part of the workspace's history, with the lock of
// other writes. It need not survive a power loss, so it costs no sync; synchronous can
// only be set between transactions.
func (s *Store) writeUnlogged(
	ctx context.Context, doing string, fn func(r relational.Reader, w relational.Writer) error,
) error {
	if s.mode != workspace.ToWrite {
		panic("sqlite: cannot " + doing + " of a workspace that was opened to be read")
	}
	c, end, err := s.writing(ctx)
	if err != nil {
		return err
	}
	defer end()
	defer func() {
		c.rollback()
		c.spoiled = c.exec("PRAGMA synchronous = FULL") != nil
	}()
	if err := c.exec("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"); err != nil {
		return failed(doing, s.path, err)
	}
	if err := fn(s.newReader(never, c, nil).Reader, c); err != nil {
		return failed(doing, s.path, err)
	}
	if err := c.exec("COMMIT"); err != nil {
		return failed(doing, s.path, err)
	}
	return nil
}

// KeepVectors updates the stored vectors. The error is vector.ErrConflict if their state
// is no longer was.
func (s *Store) KeepVectors(ctx context.Context, was vector.State, change vector.Change) error {
	return s.writeUnlogged(ctx, "write the vectors", func(r relational.Reader, w relational.Writer) error {
		return relational.KeepVectors(r, w, was, change)
	})
}

var _ session.Store = (*Store)(nil)

// Clear implements session.Store.
func (s *Store) Clear(ctx context.Context, name string) (turns int, err error) {
	err = s.writeUnlogged(ctx, "write the session", func(r relational.Reader, w relational.Writer) error {
		turns, err = relational.ClearTurns(r, w, name)
		return err
	})
	return turns, err
}
