package sqlite

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"slices"

	"assister/internal/ledger"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Update calls fn with a snapshot that no other process can change, and commits the result
// of fn as one transaction: all of it or, with an error, nothing.
func (s *Store) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	if s.mode.reads() {
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
	commit, err := fn(newReader(&tx{ctx: ctx, c: c, path: s.path}, s.schema, nil))
	if err != nil {
		return workspace.Receipt{}, err
	}
	if s.mode != Write && !commit.DryRun {
		panic("sqlite: a commit to a workspace that was opened for dry runs")
	}
	if err := ctx.Err(); err != nil {
		return workspace.Receipt{}, err
	}
	return s.write(ctx, c, commit)
}

func (s *Store) write(ctx context.Context, c *conn, commit workspace.Commit) (workspace.Receipt, error) {
	note := commit.Batch == nil && len(commit.Mark) == 0
	if note && len(commit.Audit) > 0 && !commit.DryRun {
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
	w := writer{c}
	if commit.Batch != nil {
		if err := w.batch(commit.Batch); err != nil {
			return workspace.Receipt{}, failed("write the batch", s.path, err)
		}
	}
	if err := w.marks(commit.Mark); err != nil {
		return workspace.Receipt{}, failed("mark a batch", s.path, err)
	}
	head, err := auditReader{&tx{ctx: ctx, c: c, path: s.path}}.Head()
	if err != nil {
		return workspace.Receipt{}, err
	}
	if head, err = w.audit(head, commit.Audit); err != nil {
		return workspace.Receipt{}, failed("write the audit trail", s.path, err)
	}
	if commit.DryRun || note && len(commit.Audit) == 0 {
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
	if err := s.extendIndex(ctx, c, commit.Batch); ctx.Err() == nil {
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

// writer writes into an open transaction.
type writer struct{ c *conn }

func (w writer) batch(b *ledger.Batch) error {
	counts := touchedOrNull(b.Unattended)
	const statement = `INSERT INTO batch
		(id, at, action, undoes, root, undone_by, correlation_id, key, fingerprint, results,
			source, actor, words, unattended_ops, unattended_created, unattended_changed, unattended_deleted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	err := w.c.change(statement, b.ID, b.At.UnixMilli(), string(b.Action), orNull(b.Undoes), orNull(b.Root),
		orNull(b.UndoneBy), b.CorrelationID, textOrNull(b.Key), b.Fingerprint, b.Results,
		b.Source, b.Actor, b.Words, counts[0], counts[1], counts[2], counts[3])
	if err != nil {
		return err
	}
	rows := w.c.insert("change", "batch", "seq", "kind", "id", "existed", `"exists"`, "rev_before", "rev_after", "cells")
	for i := range b.Changes {
		ch := &b.Changes[i]
		err := rows.add(b.ID, int64(i), ch.Kind.Name, ch.ID, ch.Was, ch.Is,
			ch.RevBefore, ch.RevAfter, string(ch.EncodeCells()))
		if err != nil {
			return err
		}
	}
	if err := rows.flush(); err != nil {
		return err
	}
	return w.records(b)
}

// records writes the changes, in an order in which every reference is always valid: a
// record is created before those that refer to it, and deleted after them.
func (w writer) records(b *ledger.Batch) error {
	var made, changed, deleted []*ledger.Change
	for i := range b.Changes {
		switch c := &b.Changes[i]; {
		case !c.Was && c.Is:
			made = append(made, c)
		case c.Was && c.Is:
			changed = append(changed, c)
		case c.Was:
			deleted = append(deleted, c)
		default:
			panic("sqlite: a change of a record that exists on neither side")
		}
	}
	byKind := func(a, b *ledger.Change) int {
		return cmp.Or(cmp.Compare(depth(a.Kind), depth(b.Kind)), cmp.Compare(a.Kind.Name, b.Kind.Name))
	}
	slices.SortStableFunc(made, byKind)
	slices.SortStableFunc(deleted, func(a, b *ledger.Change) int { return byKind(b, a) })
	steps := []func() error{
		func() error { return w.make(made, b.ID) },
		func() error { return w.changeAll(changed, b.ID) },
		func() error { return w.deleteAll(deleted) },
	}
	if slices.ContainsFunc(deleted, unique) || slices.ContainsFunc(changed, unique) {
		// A record may take over the unique values of another. The references are
		// then checked at the end of the transaction.
		if err := w.c.exec("PRAGMA defer_foreign_keys = ON"); err != nil {
			return err
		}
		slices.Reverse(steps)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return w.touch(b)
}

func unique(c *ledger.Change) bool { return len(c.Kind.Unique) > 0 }

func (w writer) changeAll(changed []*ledger.Change, batch int64) error {
	for _, c := range changed {
		if err := w.change(c, batch); err != nil {
			return fmt.Errorf("change %s %d: %w", c.Kind.Name, c.ID, err)
		}
	}
	return nil
}

func (w writer) deleteAll(deleted []*ledger.Change) error {
	for _, c := range deleted {
		if err := w.c.change("DELETE FROM "+c.Kind.Name+" WHERE id = ?", c.ID); err != nil {
			return fmt.Errorf("delete %s %d: %w", c.Kind.Name, c.ID, err)
		}
	}
	return nil
}

// depth returns the length of the longest chain of references from a kind, ignoring
// references to the kind itself.
func depth(k *schema.Kind) (deepest int) {
	for i := range k.Fields {
		if f := &k.Fields[i]; f.Type == schema.Ref && f.Of != k.Name {
			deepest = max(deepest, 1+depth(kindOf(f.Of)))
		}
	}
	return deepest
}

// make inserts records, which are sorted by kind.
func (w writer) make(made []*ledger.Change, batch int64) error {
	for i := 0; i < len(made); {
		k := made[i].Kind
		rows := w.c.insert(k.Name, columns(k)...)
		row := make([]driver.Value, ownColumns+len(k.Fields))
		for ; i < len(made) && made[i].Kind == k; i++ {
			c := made[i]
			clear(row)
			label, _ := c.Cell(k.Label)
			row[0], row[1], row[2] = c.ID, revision(c, batch), folded(k, label.After)
			for _, cell := range c.Cells {
				f, n := field(c, cell)
				row[ownColumns+n] = written(f.Type, cell.After)
			}
			if err := rows.add(row...); err != nil {
				return err
			}
		}
		if err := rows.flush(); err != nil {
			return err
		}
	}
	return nil
}

func (w writer) change(c *ledger.Change, batch int64) error {
	set := "UPDATE " + c.Kind.Name + " SET rev = ?"
	args := append(make([]driver.Value, 0, len(c.Cells)+3), revision(c, batch))
	for _, cell := range c.Cells {
		f, _ := field(c, cell)
		set += ", " + f.Column + " = ?"
		args = append(args, written(f.Type, cell.After))
		if f.Name == c.Kind.Label {
			set += ", folded = ?"
			args = append(args, folded(c.Kind, cell.After))
		}
	}
	return w.c.change(set+" WHERE id = ?", append(args, c.ID)...)
}

func field(c *ledger.Change, cell ledger.Cell) (*schema.Field, int) {
	f, i := c.Kind.Field(cell.Field)
	if f == nil {
		panic("sqlite: a change of " + c.Kind.Name + "." + cell.Field + ", which is no field")
	}
	return f, i
}

func revision(c *ledger.Change, batch int64) int64 { return cmp.Or(c.RevAfter, batch) }

// marks sets by which batch others were undone; 0 for none.
func (w writer) marks(marks map[int64]int64) error {
	for id, by := range marks {
		if err := w.c.change("UPDATE batch SET undone_by = ? WHERE id = ?", orNull(by), id); err != nil {
			return fmt.Errorf("batch %d: %w", id, err)
		}
	}
	return nil
}

// audit links the rows to the head of the trail and returns the new head.
func (w writer) audit(head ledger.Entry, rows []ledger.Entry) (ledger.Entry, error) {
	for _, e := range rows {
		e.Seq = head.Seq + 1
		e.At = instant(e.At.UnixMilli()) // as it is read back
		e.Hash = e.Link(head.Hash)
		const statement = `INSERT INTO audit (seq, at, correlation_id, action, batch, detail, actor, words, hash)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
		if err := w.c.change(statement,
			e.Seq, e.At.UnixMilli(), e.CorrelationID, e.Action, orNull(e.Batch), e.Detail,
			e.Actor, e.Words, e.Hash[:]); err != nil {
			return head, fmt.Errorf("row %d: %w", e.Seq, err)
		}
		head = e
	}
	return head, nil
}

func orNull(id int64) driver.Value {
	if id == 0 {
		return nil
	}
	return id
}

// touchedOrNull returns the values that touchedOf reads: NULL if nothing was touched.
func touchedOrNull(t ledger.Touched) (values [4]driver.Value) {
	if t.Ops == 0 {
		return values
	}
	return [...]driver.Value{int64(t.Ops), int64(t.Created), int64(t.Changed), int64(t.Deleted)}
}

func textOrNull(s string) driver.Value {
	if s == "" {
		return nil
	}
	return s
}

// writeUnlogged writes data that is not part of the workspace's history, with the lock of
// other writes. It need not survive a power loss, so it costs no sync; synchronous can
// only be set between transactions.
func (s *Store) writeUnlogged(ctx context.Context, doing string, fn func(c *conn) error) error {
	if s.mode != Write {
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
	if err := fn(c); err != nil {
		return failed(doing, s.path, err)
	}
	if err := c.exec("COMMIT"); err != nil {
		return failed(doing, s.path, err)
	}
	return nil
}
