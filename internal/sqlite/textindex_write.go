package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"assister/internal/fulltext"
	"assister/internal/ledger"
)

// Limits of what the index does not cover yet: changes, and bytes of their cells. Reading
// that much costs a search some tenths of a millisecond.
const (
	maxTail      = 128
	maxTailBytes = 32 << 10
)

// flushPostings is how many postings are held in memory before they are written.
const flushPostings = 1 << 18

// extendIndex updates the index after a commit, if too many changes are not covered. A
// failure does not affect the commit; the next one tries again.
func (s *Store) extendIndex(ctx context.Context, c *conn, b *ledger.Batch) error {
	if b == nil || len(b.Changes) == 0 || s.missing {
		return nil
	}
	r := textReader{tx: &tx{ctx: ctx, c: c, path: s.path}}
	after, ok, err := r.covered()
	if err != nil {
		return err
	}
	if ok {
		if due, err := r.due(after, b); err != nil || !due {
			return err
		}
	}
	// The index can be rebuilt after a power failure, so do not wait for the disk.
	// synchronous can only be set between transactions.
	if err := c.exec("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"); err != nil {
		c.spoiled = true
		return fmt.Errorf("write the text index: %w", err)
	}
	err = errStale
	if ok {
		err = indexer{textReader: r}.extend(after, b)
	}
	if errors.Is(err, errStale) || errors.Is(err, fulltext.ErrDamaged) {
		err = indexer{textReader: r}.rebuild()
	}
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

// due reports whether too many changes are not covered, after the newest batch.
func (r textReader) due(after int64, newest *ledger.Batch) (due bool, err error) {
	changes, bytes := int64(len(newest.Changes)), int64(0)
	for i := range newest.Changes {
		for _, cell := range newest.Changes[i].Cells {
			bytes += int64(len(cell.After.Text()))
		}
	}
	if changes >= maxTail || bytes >= maxTailBytes {
		return true, nil
	}
	const query = `SELECT count(*), total(octet_length(cells))
		FROM (SELECT cells FROM change WHERE batch > ? AND batch < ? LIMIT ?)`
	err = r.each("read the ledger", query, func(row []driver.Value) error {
		n, _ := row[0].(int64)
		size, _ := row[1].(float64)
		due = n+changes >= maxTail || int64(size)+bytes >= maxTailBytes
		return nil
	}, after, newest.ID, int64(maxTail))
	return due, err
}

// errStale reports an index of another version.
var errStale = errors.New("the text index is of another version")

// Reindex rebuilds the text index from the records.
func (s *Store) Reindex(ctx context.Context) error {
	if s.mode != Write {
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
	if err := (indexer{textReader: textReader{tx: &tx{ctx: ctx, c: c, path: s.path}}}).rebuild(); err != nil {
		return failed("write the text index", s.path, err)
	}
	if err := c.exec("COMMIT"); err != nil {
		return failed("commit", s.path, err)
	}
	return nil
}

// indexer writes segments in an open transaction.
type indexer struct {
	textReader
	b *fulltext.Builder
}

// extend adds the changes of batches after one.
func (in indexer) extend(after int64, newest *ledger.Batch) error {
	in.b = &fulltext.Builder{}
	if err := in.tail(after, newest, in.b, in.flushLarge); err != nil {
		return err
	}
	return in.finish()
}

// rebuild replaces the index.
func (in indexer) rebuild() error {
	if err := in.c.exec("DELETE FROM text_index; DELETE FROM text_segment; DELETE FROM text_block"); err != nil {
		return err
	}
	in.b = &fulltext.Builder{}
	if err := in.everything(in.b, in.flushLarge); err != nil {
		return err
	}
	return in.finish()
}

// finish writes the remaining postings, and marks all batches as covered.
func (in indexer) finish() error {
	if err := in.flush(); err != nil {
		return err
	}
	const statement = `INSERT OR REPLACE INTO text_index (one, made_by, batch)
		VALUES (1, ?, coalesce((SELECT max(id) FROM batch), 0))`
	return in.c.change(statement, fulltext.Fingerprint())
}

func (in indexer) flushLarge() error {
	if in.b.Postings() < flushPostings {
		return nil
	}
	return in.flush()
}

// flush writes the collected postings as the newest segment, and merges segments.
func (in indexer) flush() error {
	if in.b.Empty() {
		return nil
	}
	last, err := in.c.number(never, "SELECT max(age) FROM text_segment")
	if err != nil {
		return err
	}
	if err := in.write(last+1, in.b.Write); err != nil {
		return err
	}
	for {
		done, err := in.merge()
		if done || err != nil {
			return err
		}
	}
}

// merge merges the segments that are due; done reports that there were none.
func (in indexer) merge() (done bool, err error) {
	var ids, ages []int64
	if err := in.c.each(never, "SELECT id, age FROM text_segment ORDER BY age", func(row []driver.Value) error {
		if err := shaped(row, "ii"); err != nil {
			return err
		}
		ids, ages = append(ids, row[0].(int64)), append(ages, row[1].(int64))
		return nil
	}); err != nil {
		return false, err
	}
	x, err := in.index()
	if err != nil {
		return false, err
	}
	from := x.Due()
	if from == len(x) {
		return true, nil
	}
	// Delete the old segments first, since ages are unique; their blocks are read until
	// the new segment is complete.
	for _, id := range ids[from:] {
		if err := in.c.change("DELETE FROM text_segment WHERE id = ?", id); err != nil {
			return false, err
		}
	}
	merged := func(out func([]byte) error) (fulltext.Header, error) { return x[from:].Merge(from == 0, out) }
	if err := in.write(ages[from], merged); err != nil {
		return false, err
	}
	for _, id := range ids[from:] {
		first, last := id<<blockBits, (id+1)<<blockBits-1
		if err := in.c.exec(fmt.Sprintf("DELETE FROM text_block WHERE id BETWEEN %d AND %d", first, last)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// write stores a segment and its blocks.
func (in indexer) write(age int64, segment func(out func(block []byte) error) (fulltext.Header, error)) error {
	id, err := in.next("text_segment")
	if err != nil {
		return err
	}
	n := int64(0)
	header, err := segment(func(block []byte) error {
		n++
		return in.c.change("INSERT INTO text_block (id, data) VALUES (?, ?)", id<<blockBits|(n-1), block)
	})
	if err != nil {
		return err
	}
	return in.c.change("INSERT INTO text_segment (id, age, header) VALUES (?, ?, ?)", id, age, header.Encode())
}
