package relational

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"

	"assister/internal/ledger"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// WriteCommit writes everything that a commit has, and returns the head of the audit trail
// after it, which is the present one if the commit has no audit rows.
func WriteCommit(r Reader, w Writer, commit workspace.Commit) (head ledger.Entry, err error) {
	to := writer{r.source, w}
	if commit.Batch != nil {
		if err := to.batch(commit.Batch); err != nil {
			return head, fmt.Errorf("write the batch: %w", err)
		}
	}
	if err := to.marks(commit.Mark); err != nil {
		return head, fmt.Errorf("mark a batch: %w", err)
	}
	if err := to.turns(commit.Said); err != nil {
		return head, fmt.Errorf("write the session: %w", err)
	}
	if head, err = r.Head(); err != nil {
		return head, err
	}
	if head, err = to.audit(head, commit.Audit); err != nil {
		return head, fmt.Errorf("write the audit trail: %w", err)
	}
	return head, nil
}

func (w writer) batch(b *ledger.Batch) error {
	counts := touchedOrNull(b.Unattended)
	const statement = `INSERT INTO batch
		(id, at, action, undoes, root, undone_by, correlation_id, key, fingerprint, results,
			source, actor, words, unattended_ops, unattended_created, unattended_changed, unattended_deleted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	err := w.change(statement, b.ID, b.At.UnixMilli(), string(b.Action), orNull(b.Undoes), orNull(b.Root),
		orNull(b.UndoneBy), b.CorrelationID, textOrNull(b.Key), b.Fingerprint, b.Results,
		b.Source, b.Actor, b.Words, counts[0], counts[1], counts[2], counts[3])
	if err != nil {
		return err
	}
	columns := []string{"batch", "seq", "kind", "id", "existed", `"exists"`, "rev_before", "rev_after", "cells"}
	row := make([]driver.Value, len(columns))
	var cells []byte
	err = w.w.Insert("change", columns, func(yield func([]driver.Value) bool) {
		for i := range b.Changes {
			c := &b.Changes[i]
			cells = c.AppendCells(cells[:0])
			row = append(row[:0], b.ID, int64(i), c.Kind.Name, c.ID, flag(c.Was), flag(c.Is),
				c.RevBefore, c.RevAfter, string(cells))
			if !yield(row) {
				return
			}
		}
	})
	if err != nil {
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
			panic("relational: a change of a record that exists on neither side")
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
		if err := w.run(w.dialect.DeferReferences); err != nil {
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
		if err := w.update(c, batch); err != nil {
			return fmt.Errorf("change %s %d: %w", c.Kind.Name, c.ID, err)
		}
	}
	return nil
}

func (w writer) deleteAll(deleted []*ledger.Change) error {
	for _, c := range deleted {
		if err := w.change("DELETE FROM "+c.Kind.Name+" WHERE id = ?", c.ID); err != nil {
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
	for len(made) > 0 {
		k := made[0].Kind
		n := 1
		for n < len(made) && made[n].Kind == k {
			n++
		}
		if err := w.makeAll(k, made[:n], batch); err != nil {
			return err
		}
		made = made[n:]
	}
	return nil
}

// makeAll inserts records of one kind.
func (w writer) makeAll(k *schema.Kind, made []*ledger.Change, batch int64) error {
	row := make([]driver.Value, ownColumns+len(k.Fields))
	return w.w.Insert(k.Name, columns(k), func(yield func([]driver.Value) bool) {
		for _, c := range made {
			clear(row)
			label, _ := c.Cell(k.Label)
			row[0], row[1], row[2] = c.ID, revision(c, batch), folded(k, label.After)
			for _, cell := range c.Cells {
				f, n := field(c, cell)
				row[ownColumns+n] = written(f.Type, cell.After)
			}
			if !yield(row) {
				return
			}
		}
	})
}

func (w writer) update(c *ledger.Change, batch int64) error {
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
	return w.change(set+" WHERE id = ?", append(args, c.ID)...)
}

func field(c *ledger.Change, cell ledger.Cell) (*schema.Field, int) {
	f, i := c.Kind.Field(cell.Field)
	if f == nil {
		panic("relational: a change of " + c.Kind.Name + "." + cell.Field + ", which is no field")
	}
	return f, i
}

func revision(c *ledger.Change, batch int64) int64 { return cmp.Or(c.RevAfter, batch) }

// marks sets by which batch others were undone; 0 for none.
func (w writer) marks(marks map[int64]int64) error {
	for _, id := range slices.Sorted(maps.Keys(marks)) {
		by := marks[id]
		if err := w.change("UPDATE batch SET undone_by = ? WHERE id = ?", orNull(by), id); err != nil {
			return fmt.Errorf("batch %d: %w", id, err)
		}
	}
	return nil
}

// audit links the rows to the head of the trail and returns the new head.
func (w writer) audit(head ledger.Entry, rows []ledger.Entry) (ledger.Entry, error) {
	columns := []string{"seq", "at", "correlation_id", "action", "batch", "detail", "actor", "words", "hash"}
	row := make([]driver.Value, len(columns))
	err := w.w.Insert("audit", columns, func(yield func([]driver.Value) bool) {
		for _, e := range rows {
			e.Seq = head.Seq + 1
			e.At = instant(e.At.UnixMilli()) // as it is read back
			e.Hash = e.Link(head.Hash)
			head = e
			row = append(row[:0], e.Seq, e.At.UnixMilli(), e.CorrelationID, e.Action, orNull(e.Batch), e.Detail,
				e.Actor, e.Words, slices.Clone(e.Hash[:]))
			if !yield(row) {
				return
			}
		}
	})
	return head, err
}

// touchedOrNull returns the values that touchedOf reads: NULL if nothing was touched.
func touchedOrNull(t ledger.Touched) (values [4]driver.Value) {
	if t.Ops == 0 {
		return values
	}
	return [...]driver.Value{int64(t.Ops), int64(t.Created), int64(t.Changed), int64(t.Deleted)}
}
