package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strconv"
	"time"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// reader answers from inside a transaction, which makes it one snapshot.
type reader struct {
	ctx  context.Context
	c    *conn
	path string
	seen *seen // nil while something is written
}

// Until ends what is asked of the snapshot with ctx, until done is called. What is
// asked after that is answered as ever.
func (r reader) Until(ctx context.Context) (done func()) {
	was := r.seen.until
	r.seen.until = ctx
	return func() { r.seen.until = was }
}

// context is what ends a question.
func (r reader) context() context.Context {
	if r.seen != nil && r.seen.until != nil {
		return r.seen.until
	}
	return r.ctx
}

// each calls fn for the rows of a question.
func (r reader) each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
	ctx := r.context()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.c.each(ctx, text, fn, args...); err != nil {
		return failed(doing, r.path, err)
	}
	return nil
}

// number is the single value that answers a question, 0 when there is no row.
func (r reader) number(doing, text string, args ...driver.Value) (n int64, err error) {
	err = r.each(doing, text, func(row []driver.Value) error {
		n, _ = row[0].(int64)
		return nil
	}, args...)
	return n, err
}

// Record is one record, false when there is none with that id.
func (r reader) Record(kind string, id int64) (found record.Record, ok bool, err error) {
	k := kindOf(kind)
	err = r.each("read a "+kind, selection(k)+"id = ?", func(row []driver.Value) error {
		rows := slab{kind: k, next: 1}
		found, err = rows.record(row)
		ok = err == nil
		return err
	}, id)
	return found, ok, err
}

// Records are those of the ids that exist, in no particular order.
func (r reader) Records(kind string, ids []int64) ([]record.Record, error) {
	return r.records(slab{kind: kindOf(kind), next: len(ids)}, ids)
}

func (r reader) records(rows slab, ids []int64) (records []record.Record, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = r.each("read "+rows.kind.Plural, "SELECT "+rows.members()+" FROM "+rows.kind.Name+" WHERE id IN (SELECT value FROM json_each(?))", func(row []driver.Value) error {
		one, err := rows.record(row)
		records = append(records, one)
		rows.keep()
		return err
	}, idList(ids))
	return records, err
}

// idList is ids as one argument, so that there is one statement for any number.
func idList(ids []int64) string {
	text := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, id, 10)
	}
	return string(append(text, ']'))
}

// Referring is up to limit records that point to this one.
func (r reader) Referring(to record.Key, limit int) (keys []record.Key, err error) {
	for _, k := range schema.Kinds {
		for i := range k.Fields {
			f := &k.Fields[i]
			if f.Type != schema.Ref || f.Of != to.Kind || len(keys) >= limit {
				continue
			}
			err := r.each("read what points to a "+to.Kind, "SELECT id FROM "+k.Name+" WHERE "+f.Column+" = ? ORDER BY id LIMIT ?", func(row []driver.Value) error {
				if err := shaped(row, "i"); err != nil {
					return err
				}
				keys = append(keys, record.Key{Kind: k.Name, ID: row[0].(int64)})
				return nil
			}, to.ID, int64(limit-len(keys)))
			if err != nil {
				return nil, err
			}
		}
	}
	return keys, nil
}

// NextID is the id that the next record of a kind will have.
func (r reader) NextID(kind string) (int64, error) { return r.next(kindOf(kind).Name) }

// NextBatch is the id that the next batch will have.
func (r reader) NextBatch() (int64, error) { return r.next("batch") }

// next asks what AUTOINCREMENT remembers, which outlives every row.
func (r reader) next(table string) (int64, error) {
	last, err := r.number("find the next id", "SELECT seq FROM sqlite_sequence WHERE name = ?", table)
	if err != nil {
		return 0, err
	}
	return last + 1, nil
}

const changeColumns = `kind, id, existed, "exists", rev_before, rev_after, cells`

// changeOf reads changeColumns.
func changeOf(row []driver.Value) (ledger.Change, error) {
	if err := shaped(row, "tiiiiit"); err != nil {
		return ledger.Change{}, err
	}
	k := schema.Lookup(row[0].(string))
	if k == nil {
		return ledger.Change{}, damaged("the ledger speaks of a %q, which is no kind", row[0])
	}
	c := ledger.Change{Kind: k, ID: row[1].(int64), Was: row[2].(int64) == 1, Is: row[3].(int64) == 1,
		RevBefore: row[4].(int64), RevAfter: row[5].(int64)}
	var err error
	if c.Cells, err = ledger.DecodeCells(k, c.Was, c.Is, []byte(row[6].(string))); err != nil {
		return c, &damage{err}
	}
	return c, nil
}

// Since are the changes to a record in batches after one, oldest first.
func (r reader) Since(key record.Key, batch int64) (moved []check.Moved, err error) {
	err = r.each("read the history of a "+key.Kind,
		"SELECT "+changeColumns+", batch FROM change WHERE kind = ? AND id = ? AND batch > ? ORDER BY batch",
		func(row []driver.Value) error {
			c, err := changeOf(row)
			if err == nil {
				err = shaped(row[7:], "i")
			}
			if err != nil {
				return err
			}
			moved = append(moved, check.Moved{Batch: row[7].(int64), Change: c})
			return nil
		}, key.Kind, key.ID, batch)
	return moved, err
}

const batchColumns = "SELECT id, at, action, undoes, undone_by, correlation_id, key, fingerprint, results FROM batch WHERE "

// batches reads what a condition on table batch says, with the changes.
func (r reader) batches(condition string, args ...driver.Value) (found []ledger.Batch, err error) {
	err = r.each("read the ledger", batchColumns+condition, func(row []driver.Value) error {
		if err := shaped(row, "iitNNtTtt"); err != nil {
			return err
		}
		b := ledger.Batch{ID: row[0].(int64), At: instant(row[1].(int64)), Action: ledger.Action(row[2].(string)),
			CorrelationID: row[5].(string), Fingerprint: row[7].(string), Results: row[8].(string)}
		b.Undoes, _ = row[3].(int64)
		b.UndoneBy, _ = row[4].(int64)
		b.Key, _ = row[6].(string)
		found = append(found, b)
		return nil
	}, args...)
	if err != nil {
		return nil, err
	}
	for i := range found {
		b := &found[i]
		err := r.each("read the ledger", "SELECT "+changeColumns+" FROM change WHERE batch = ? ORDER BY seq", func(row []driver.Value) error {
			c, err := changeOf(row)
			b.Changes = append(b.Changes, c)
			return err
		}, b.ID)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (r reader) batch(condition string, args ...driver.Value) (ledger.Batch, bool, error) {
	found, err := r.batches(condition, args...)
	if err != nil || len(found) == 0 {
		return ledger.Batch{}, false, err
	}
	return found[0], true, nil
}

// Batch is one batch with its changes.
func (r reader) Batch(id int64) (ledger.Batch, bool, error) { return r.batch("id = ?", id) }

// Last is the newest batch of an action that is not undone, with its changes.
func (r reader) Last(action ledger.Action) (ledger.Batch, bool, error) {
	return r.batch("action = ? AND undone_by IS NULL ORDER BY id DESC LIMIT 1", string(action))
}

// ByKey is the newest batch with an idempotency key, with its changes.
func (r reader) ByKey(key string) (ledger.Batch, bool, error) {
	return r.batch("key = ? ORDER BY id DESC LIMIT 1", key)
}

// Undoing are the batches that take back part of a batch and are not undone
// themselves, oldest first, with their changes.
func (r reader) Undoing(id int64) ([]ledger.Batch, error) {
	return r.batches("undoes = ? AND undone_by IS NULL ORDER BY id", id)
}

const auditColumns = "SELECT seq, at, correlation_id, action, batch, detail, hash FROM audit "

func entryOf(row []driver.Value) (ledger.Entry, error) {
	if err := shaped(row, "iittNtb"); err != nil {
		return ledger.Entry{}, err
	}
	e := ledger.Entry{Seq: row[0].(int64), At: instant(row[1].(int64)), CorrelationID: row[2].(string),
		Action: row[3].(string), Detail: row[5].(string)}
	e.Batch, _ = row[4].(int64)
	if copy(e.Hash[:], row[6].([]byte)) != len(e.Hash) {
		return e, damaged("the hash of audit row %d is cut", e.Seq)
	}
	return e, nil
}

// Audit calls fn for the rows after seq, oldest first.
func (r reader) Audit(after int64, fn func(ledger.Entry) error) error {
	var refused error
	err := r.each("read the audit trail", auditColumns+"WHERE seq > ? ORDER BY seq", func(row []driver.Value) error {
		e, err := entryOf(row)
		if err != nil {
			return err
		}
		refused = fn(e)
		return refused
	}, after)
	if refused != nil {
		return refused // as fn said it
	}
	return err
}

// Head is the newest audit row; the zero Entry in an empty trail.
func (r reader) Head() (head ledger.Entry, err error) {
	err = r.each("read the audit trail", auditColumns+"ORDER BY seq DESC LIMIT 1", func(row []driver.Value) error {
		head, err = entryOf(row)
		return err
	})
	return head, err
}

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// kindOf finds a kind that the caller has already found.
func kindOf(name string) *schema.Kind {
	k := schema.Lookup(name)
	if k == nil {
		panic("sqlite: asked for a kind that does not exist: " + name)
	}
	return k
}

// slab gives records their values out of larger pieces. A record that turns out
// not to be wanted leaves its place to the next.
type slab struct {
	kind  *schema.Kind
	dated bool // with changedAt
	free  []record.Value
	next  int // records in the next piece

	// Recurrences that have been read: there are few different ones, and
	// reading one costs more than the rest of its record.
	recurrences map[string]record.Value
}

// members are the columns that a record of the slab is read from.
func (s *slab) members() string {
	if s.dated {
		return members(s.kind) + ", " + changedAt(s.kind)
	}
	return members(s.kind)
}

// record reads the members; its values are lent until keep.
func (s *slab) record(row []driver.Value) (record.Record, error) {
	n := len(s.kind.Fields)
	if len(s.free) < n {
		s.free = make([]record.Value, n*max(s.next, 1))
		s.next = min(2*s.next+8, 1024)
	}
	if err := shaped(row, "ii"); err != nil {
		return record.Record{}, err
	}
	r := record.Record{Kind: s.kind, ID: row[0].(int64), Rev: row[1].(int64), Values: s.free[:n:n]}
	if s.dated {
		if err := shaped(row[n+2:], "i"); err != nil {
			return r, err
		}
		r.Changed = record.Instant(instant(row[n+2].(int64)))
	}
	for i := range s.kind.Fields {
		v, err := s.value(&s.kind.Fields[i], row[i+2])
		if err != nil {
			return r, fmt.Errorf("%s %d: %w", s.kind.Name, r.ID, err)
		}
		r.Values[i] = v
	}
	return r, nil
}

func (s *slab) value(f *schema.Field, v driver.Value) (record.Value, error) {
	text, ok := v.(string)
	if !ok || f.Type != schema.Recurrence {
		return read(f, v)
	}
	if known, ok := s.recurrences[text]; ok {
		return known, nil
	}
	value, err := read(f, v)
	if err == nil {
		if s.recurrences == nil {
			s.recurrences = map[string]record.Value{}
		}
		s.recurrences[text] = value
	}
	return value, err
}

// keep is for the record that was read last.
func (s *slab) keep() { s.free = s.free[len(s.kind.Fields):] }
