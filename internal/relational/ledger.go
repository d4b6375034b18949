package relational

import (
	"database/sql/driver"
	"math"
	"time"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// ledgerReader reads batches and their changes.
type ledgerReader struct{ source }

// NextBatch returns the id of the next batch. The table is asked as well: a batch that was
// inserted behind the back of what notes the ids is counted, so that it is found.
func (r ledgerReader) NextBatch() (int64, error) {
	text := "SELECT max(seq) FROM (" + r.dialect.LastID + " UNION ALL SELECT max(id) FROM batch) AS last"
	last, err := r.number("find the next batch", text, "batch")
	return last + 1, err
}

const changeColumns = `kind, id, existed, "exists", rev_before, rev_after, cells`

// changeOf reads changeColumns.
func changeOf(row []driver.Value) (ledger.Change, error) {
	if err := Shaped(row, "tiiiiit"); err != nil {
		return ledger.Change{}, err
	}
	k := schema.Lookup(row[0].(string))
	if k == nil {
		return ledger.Change{}, Damaged("the ledger speaks of a %q, which is no kind", row[0])
	}
	c := ledger.Change{Kind: k, ID: row[1].(int64), Was: row[2].(int64) == 1, Is: row[3].(int64) == 1,
		RevBefore: row[4].(int64), RevAfter: row[5].(int64)}
	var err error
	if c.Cells, err = ledger.DecodeCells(k, c.Was, c.Is, []byte(row[6].(string))); err != nil {
		return c, &Damage{err}
	}
	return c, nil
}

// changesSince are the changes of a record in batches after one.
const changesSince = "SELECT " + changeColumns + `, batch,
	(SELECT at FROM batch WHERE batch.id = change.batch), (SELECT actor FROM batch WHERE batch.id = change.batch)
	FROM change WHERE kind = ? AND id = ? AND batch > ? ORDER BY batch`

// Since returns the changes of a record in batches after one, oldest first.
func (r ledgerReader) Since(key record.Key, batch int64) (moved []check.Moved, err error) {
	err = r.each("read the history of a "+key.Kind, changesSince, func(row []driver.Value) error {
		c, err := changeOf(row)
		if err == nil {
			err = Shaped(row[7:], "iit")
		}
		if err != nil {
			return err
		}
		m := check.Moved{Batch: row[7].(int64), At: instant(row[8].(int64)), Actor: row[9].(string), Change: c}
		moved = append(moved, m)
		return nil
	}, key.Kind, key.ID, batch)
	return moved, err
}

const batchColumns = `SELECT id, at, action, undoes, root, undone_by, correlation_id, key, fingerprint, results,
	source, actor, words, unattended_ops, unattended_created, unattended_changed, unattended_deleted FROM batch WHERE `

// Conditions that find one batch by an index, however long the ledger is.
const (
	lastBatch     = "action = ? AND undone_by IS NULL ORDER BY id DESC LIMIT 1"
	lastBatchOf   = "action = ? AND actor = ? AND undone_by IS NULL ORDER BY id DESC LIMIT 1"
	keyedBatch    = "key = ? ORDER BY id DESC LIMIT 1"
	olderReversal = "root = ? AND id < ? ORDER BY id DESC LIMIT 1"
)

// ChangesOfBatch is the query of the changes of a batch. A store may ask it together with the
// query of the batch.
const ChangesOfBatch = "SELECT " + changeColumns + " FROM change WHERE batch = ? ORDER BY seq"

// NewestFew is an expression of the id of the newest batch if it has few changes: only those are
// compared with the trail before a commit. It is NULL for any other, whose rows would be in vain.
const NewestFew = `(SELECT CASE WHEN (SELECT count(*) FROM (
		SELECT 1 FROM change WHERE batch = newest.id LIMIT 65
	) AS few) <= 64 THEN newest.id END FROM (SELECT max(id) AS id FROM batch) AS newest)`

// batches reads the batches that match a condition, without their changes.
func (r ledgerReader) batches(condition string, args ...driver.Value) (found []ledger.Batch, err error) {
	err = r.each("read the ledger", batchColumns+condition, func(row []driver.Value) error {
		if err := Shaped(row, "iitNNNtTtttttNNNN"); err != nil {
			return err
		}
		b := ledger.Batch{ID: row[0].(int64), At: instant(row[1].(int64)), Action: ledger.Action(row[2].(string)),
			CorrelationID: row[6].(string), Fingerprint: row[8].(string), Results: row[9].(string),
			Source: row[10].(string), Asked: ledger.Asked{Actor: row[11].(string), Words: row[12].(string)},
			Unattended: touchedOf(row[13:])}
		b.Undoes, _ = row[3].(int64)
		b.Root, _ = row[4].(int64)
		b.UndoneBy, _ = row[5].(int64)
		b.Key, _ = row[7].(string)
		found = append(found, b)
		return nil
	}, args...)
	if err != nil {
		return nil, err
	}
	return found, nil
}

// withChanges are the batches that match a condition, with their changes.
func (r ledgerReader) withChanges(condition string, args ...driver.Value) ([]ledger.Batch, error) {
	found, err := r.batches(condition, args...)
	for i := 0; i < len(found) && err == nil; i++ {
		found[i].Changes, err = r.changes(ChangesOfBatch, found[i].ID)
	}
	return found, err
}

// changes are the changes that a query returns.
func (r ledgerReader) changes(query string, args ...driver.Value) (all []ledger.Change, err error) {
	err = r.each("read the ledger", query, func(row []driver.Value) error {
		c, err := changeOf(row)
		all = append(all, c)
		return err
	}, args...)
	return all, err
}

// touchedOf reads counts of operations and of created, changed and deleted records, which
// may be NULL.
func touchedOf(row []driver.Value) (t ledger.Touched) {
	for i, to := range [...]*int{&t.Ops, &t.Created, &t.Changed, &t.Deleted} {
		n, _ := row[i].(int64)
		*to = int(n)
	}
	return t
}

// Unattended adds up what models touched without an approval in the batches from one
// instant until before another, and in those of them with a correlation id.
func (r ledgerReader) Unattended(from, to time.Time, correlationID string) (all, run ledger.Touched, err error) {
	err = r.each("read the ledger", `SELECT
			CAST(sum(unattended_ops) AS bigint), CAST(sum(unattended_created) AS bigint),
			CAST(sum(unattended_changed) AS bigint), CAST(sum(unattended_deleted) AS bigint),
			CAST(sum(unattended_ops) FILTER (WHERE own) AS bigint),
			CAST(sum(unattended_created) FILTER (WHERE own) AS bigint),
			CAST(sum(unattended_changed) FILTER (WHERE own) AS bigint),
			CAST(sum(unattended_deleted) FILTER (WHERE own) AS bigint)
		FROM (
			SELECT *, correlation_id = ? AS own FROM batch
			WHERE unattended_ops IS NOT NULL AND at >= ? AND at < ?
		) AS counted`,
		func(row []driver.Value) error {
			all, run = touchedOf(row), touchedOf(row[4:])
			return nil
		}, correlationID, from.UnixMilli(), to.UnixMilli())
	return all, run, err
}

func (r ledgerReader) batch(condition string, args ...driver.Value) (b ledger.Batch, ok bool, err error) {
	found, err := r.withChanges(condition, args...)
	if err != nil || len(found) == 0 {
		return b, false, err
	}
	return found[0], true, nil
}

// Batch returns a batch with its changes.
func (r ledgerReader) Batch(id int64) (b ledger.Batch, ok bool, err error) {
	found, err := r.batches("id = ?", id)
	if err != nil || len(found) == 0 && !r.learning() {
		return b, false, err
	}
	changes, err := r.changes(ChangesOfBatch, id)
	if err != nil || len(found) == 0 {
		return b, false, err
	}
	found[0].Changes = changes
	return found[0], true, nil
}

// Batches returns those of some batches that are there, with their changes, by their ids.
func (r ledgerReader) Batches(ids []int64) (map[int64]ledger.Batch, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	condition, list := r.dialect.Among("id", ids)
	found, err := r.batches(condition, list)
	if err != nil {
		return nil, err
	}
	all := make(map[int64]ledger.Batch, len(found))
	for _, b := range found {
		all[b.ID] = b
	}
	condition, list = r.dialect.Among("batch", ids)
	of := "SELECT " + changeColumns + ", batch FROM change WHERE " + condition + " ORDER BY batch, seq"
	err = r.each("read the ledger", of, func(row []driver.Value) error {
		c, err := changeOf(row)
		if err == nil {
			err = Shaped(row[7:], "i")
		}
		if err != nil {
			return err
		}
		if b, ok := all[row[7].(int64)]; ok {
			b.Changes = append(b.Changes, c)
			all[b.ID] = b
		}
		return nil
	}, list)
	return all, err
}

// found is batch for one that is expected to exist. While the snapshot learns what is asked,
// it asks for the changes together with the batch.
func (r ledgerReader) found(condition string, args ...driver.Value) (b ledger.Batch, ok bool, err error) {
	if !r.remote() {
		return r.batch(condition, args...)
	}
	rows, err := r.batches(condition, args...)
	if err != nil {
		return b, false, err
	}
	if ok = len(rows) > 0; ok {
		b = rows[0]
	}
	of := "SELECT " + changeColumns + " FROM change WHERE batch = (SELECT id FROM batch WHERE " + condition + ")"
	b.Changes, err = r.changes(of+" ORDER BY seq", args...)
	return b, ok, err
}

// Last returns the newest batch of an action that is not marked as undone, with its
// changes: that of an actor, or "" for any.
func (r ledgerReader) Last(action ledger.Action, actor string) (ledger.Batch, bool, error) {
	if actor == "" {
		return r.found(lastBatch, string(action))
	}
	return r.found(lastBatchOf, string(action), actor)
}

// ByKey returns the newest batch with an idempotency key, with its changes.
func (r ledgerReader) ByKey(key string) (ledger.Batch, bool, error) {
	return r.batch(keyedBatch, key)
}

// Reversal returns the newest undo or redo of an applied batch, with its changes; before
// another batch if one is given.
func (r ledgerReader) Reversal(root, before int64) (ledger.Batch, bool, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return r.found(olderReversal, root, before)
}

// carriedOut are the batches of which CarriedOut tells.
const carriedOut = `id > (SELECT max(id) FROM batch) - ? AND
	correlation_id IN (SELECT correlation_id FROM turn WHERE session = ?) ORDER BY id DESC`

// CarriedOut returns those of the newest batches that have the correlation id of a turn of a
// session, the newest first.
func (r ledgerReader) CarriedOut(session string, newest int) ([]ledger.Batch, error) {
	found, err := r.batches(carriedOut, int64(newest), session)
	if err != nil {
		return nil, err
	}
	const changes = "SELECT " + changeColumns + ", batch FROM change WHERE batch IN (SELECT id FROM batch WHERE " +
		carriedOut + ") ORDER BY batch, seq"
	err = r.each("read the ledger", changes, func(row []driver.Value) error {
		c, err := changeOf(row)
		for i := range found {
			if found[i].ID == row[7] {
				found[i].Changes = append(found[i].Changes, c)
			}
		}
		return err
	}, int64(newest), session)
	return found, err
}
