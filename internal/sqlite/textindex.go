package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/schema"
)

// The text index covers the batches up to one. Which records later batches
// changed the ledger says, so that a commit has nothing to write for the index,
// and whoever searches reads those few records themselves. Once they are not so
// few, the index catches up, in a transaction of its own after a commit: it can
// fail without anything being lost but time.

// How much may lie behind the index: so many changes, and so many bytes of their
// cells. To read as much as that costs a search some tenths of a millisecond.
const (
	tailMax   = 128
	tailBytes = 32 << 10
)

// gathered is how many postings are held in memory before they are written.
const gathered = 1 << 18

// blockBits is how many bits of the number of a block tell the blocks of one
// segment apart.
const blockBits = 20

// covered is the batch up to which the index holds; false where there is no
// index that this program can use.
func (r reader) covered() (batch int64, ok bool, err error) {
	err = r.each("read the text index", "SELECT batch FROM text_index WHERE made_by = ?", func(row []driver.Value) error {
		ok = true
		batch = row[0].(int64)
		return shaped(row, "i")
	}, fulltext.Fingerprint())
	return batch, ok, err
}

// index is what is written of the index.
func (r reader) index() (x fulltext.Index, err error) {
	err = r.each("read the text index", "SELECT id, header FROM text_segment ORDER BY age", func(row []driver.Value) error {
		if err := shaped(row, "ib"); err != nil {
			return err
		}
		header, err := fulltext.DecodeHeader(row[1].([]byte))
		x = append(x, r.segment(row[0].(int64), header))
		return err
	})
	return x, err
}

func (r reader) segment(id int64, header fulltext.Header) *fulltext.Segment {
	return &fulltext.Segment{Header: header, Block: func(n int) ([]byte, error) { return r.block(id<<blockBits | int64(n)) }}
}

// block is a block by its number.
func (r reader) block(id int64) (block []byte, err error) {
	if block = r.seen.block(id); block != nil {
		return block, nil
	}
	err = r.each("read the text index", "SELECT data FROM text_block WHERE id = ?", func(row []driver.Value) error {
		if err := shaped(row, "b"); err != nil {
			return err
		}
		block = row[0].([]byte)
		return nil
	}, id)
	r.seen.keep(id, block)
	return block, err
}

// seen is what a snapshot has read of the text index and need not read again: one
// request is searched for more than once. It knows for how long it is asked. A
// transaction that writes has none.
type seen struct {
	whole  fulltext.Index
	blocks map[int64][]byte
	until  context.Context // that ends a question; nil for that of the snapshot
}

// blocksKept is how many blocks of 4 kB a snapshot keeps: those of a few words.
const blocksKept = 64

func (s *seen) block(id int64) []byte {
	if s == nil {
		return nil
	}
	return s.blocks[id]
}

func (s *seen) keep(id int64, block []byte) {
	if s == nil || len(s.blocks) == blocksKept {
		return
	}
	if s.blocks == nil {
		s.blocks = map[int64][]byte{}
	}
	s.blocks[id] = block
}

// Search is the records that have words in their texts, best first.
func (r reader) Search(q fulltext.Query) (fulltext.Found, error) {
	found, err := r.searchIndex(q)
	if errors.Is(err, fulltext.ErrDamaged) {
		return r.searchRecords(q)
	}
	return found, err
}

func (r reader) searchIndex(q fulltext.Query) (found fulltext.Found, err error) {
	x, ok, err := r.whole()
	if err != nil {
		return found, err
	}
	if !ok {
		return r.searchRecords(q)
	}
	return x.Search(q)
}

// whole is the index with what later batches changed as its newest segment; false
// where there is none.
func (r reader) whole() (x fulltext.Index, ok bool, err error) {
	if r.seen != nil && r.seen.whole != nil {
		return r.seen.whole, true, nil
	}
	batch, ok, err := r.covered()
	if !ok || err != nil {
		return nil, false, err
	}
	if x, err = r.index(); err != nil {
		return nil, false, err
	}
	var b fulltext.Builder
	if err := r.tail(batch, nil, &b, func() error { return nil }); err != nil {
		return nil, false, err
	}
	if !b.Empty() {
		x = append(x, b.Segment())
	}
	if r.seen != nil {
		r.seen.whole = x
	}
	return x, true, nil
}

// size is how many records of these kinds there are: the index knows, where
// SQLite would go through each page of a table. False where there is no index.
func (r reader) size(kinds []*schema.Kind) (n int, ok bool, err error) {
	x, ok, err := r.whole()
	if errors.Is(err, fulltext.ErrDamaged) {
		return 0, false, nil
	}
	for kind, k := range schema.Kinds {
		if slices.Contains(kinds, k) {
			n += int(x.Records(kind))
		}
	}
	return n, ok, err
}

// searchRecords answers without the index, by reading everything.
func (r reader) searchRecords(q fulltext.Query) (fulltext.Found, error) {
	var b fulltext.Builder
	if err := r.everything(&b, func() error { return nil }); err != nil {
		return fulltext.Found{}, err
	}
	return fulltext.Index{b.Segment()}.Search(q)
}

// tail gathers what batches after one changed, and calls grown after each
// record. newest is the last of them where the caller has it at hand.
func (r reader) tail(after int64, newest *ledger.Batch, b *fulltext.Builder, grown func() error) error {
	t := trail{at: map[fulltext.Doc]int{}}
	before := int64(math.MaxInt64)
	if newest != nil {
		before = newest.ID
	}
	if err := r.moved(&t, after, before); err != nil {
		return err
	}
	if newest != nil {
		t.batch(newest)
	}
	return r.gather(t.moves, b, grown)
}

// trail is which records have moved, each once.
type trail struct {
	moves []move
	at    map[fulltext.Doc]int
}

// move is a record whose words may have changed: whether it existed before, and
// exists now, and what made it, where that says all there is to say.
type move struct {
	doc     fulltext.Doc
	was, is bool
	made    *ledger.Change
}

func (t *trail) add(doc fulltext.Doc, was, is bool, made *ledger.Change) {
	i, known := t.at[doc]
	if !known {
		i = len(t.moves)
		t.at[doc] = i
		t.moves = append(t.moves, move{doc: doc, was: was})
	}
	t.moves[i].is, t.moves[i].made = is, made
}

// batch adds what a batch changes.
func (t *trail) batch(b *ledger.Batch) {
	for i := range b.Changes {
		c := &b.Changes[i]
		kind, k := numbered(c.Kind.Name)
		var made *ledger.Change
		if !c.Was {
			made = c
		}
		if c.Was && c.Is && !slices.ContainsFunc(fulltext.Texts(k), func(f *schema.Field) bool { _, ok := c.Cell(f.Name); return ok }) {
			continue
		}
		t.add(fulltext.DocOf(kind, c.ID), c.Was, c.Is, made)
	}
}

// moved adds what the ledger says of the batches between two.
func (r reader) moved(t *trail, after, before int64) error {
	var k *schema.Kind
	var kind int
	return r.each("read the ledger", `SELECT kind, id, existed, "exists", cells FROM change WHERE batch > ? AND batch < ?`, func(row []driver.Value) error {
		if err := shaped(row, "tiiit"); err != nil {
			return err
		}
		if name := row[0].(string); k == nil || k.Name != name {
			if kind, k = numbered(name); k == nil {
				return damaged("the ledger speaks of a %q, which is no kind", name)
			}
		}
		was, is := row[2].(int64) == 1, row[3].(int64) == 1
		if !was || !is || speaks(k, row[4].(string)) {
			t.add(fulltext.DocOf(kind, row[1].(int64)), was, is, nil)
		}
		return nil
	}, after, before)
}

// gather takes the records that moved, as they are now.
func (r reader) gather(moves []move, b *fulltext.Builder, grown func() error) error {
	unread := make([][]int64, len(schema.Kinds))
	for _, m := range moves {
		if m.was {
			b.Replace(m.doc)
			b.Count(m.doc, -1)
		}
		switch kind := m.doc.Kind(); {
		case !m.is:
		case m.made == nil:
			unread[kind] = append(unread[kind], m.doc.ID())
		default:
			b.Add(m.doc, fulltext.Fields(m.made.Kind, func(f *schema.Field) string {
				cell, _ := m.made.Cell(f.Name)
				return cell.After.Text()
			}))
			b.Count(m.doc, 1)
			if err := grown(); err != nil {
				return err
			}
		}
	}
	for kind, ids := range unread {
		if len(ids) == 0 {
			continue
		}
		if err := r.words(kind, "id IN (SELECT value FROM json_each(?))", b, grown, idList(ids)); err != nil {
			return err
		}
	}
	return nil
}

func numbered(name string) (int, *schema.Kind) {
	for n, k := range schema.Kinds {
		if k.Name == name {
			return n, k
		}
	}
	return 0, nil
}

// speaks reports whether the cells of a change may be about a text.
func speaks(k *schema.Kind, cells string) bool {
	for _, f := range fulltext.Texts(k) {
		if strings.Contains(cells, `"`+f.Name+`":`) {
			return true
		}
	}
	return false
}

// everything gathers every record there is.
func (r reader) everything(b *fulltext.Builder, grown func() error) error {
	for n := range schema.Kinds {
		if err := r.words(n, "1", b, grown); err != nil {
			return err
		}
	}
	return nil
}

// words gathers records of a kind.
func (r reader) words(number int, condition string, b *fulltext.Builder, grown func() error, args ...driver.Value) error {
	k := schema.Kinds[number]
	return r.texts(k, condition, func(id int64, text func(f *schema.Field) string) error {
		doc := fulltext.DocOf(number, id)
		b.Add(doc, fulltext.Fields(k, text))
		b.Count(doc, 1)
		return grown()
	}, args...)
}

// texts calls fn for records of a kind, with the texts of each.
func (r reader) texts(k *schema.Kind, condition string, fn func(id int64, text func(f *schema.Field) string) error, args ...driver.Value) error {
	columns, at := "id", map[string]int{}
	for i, f := range fulltext.Texts(k) {
		columns += ", " + f.Column
		at[f.Name] = i + 1
	}
	return r.each("read the texts of "+k.Plural, "SELECT "+columns+" FROM "+k.Name+" WHERE "+condition, func(row []driver.Value) error {
		if err := shaped(row, "i"+strings.Repeat("T", len(at))); err != nil {
			return err
		}
		return fn(row[0].(int64), func(f *schema.Field) string {
			text, _ := row[at[f.Name]].(string)
			return text
		})
	}, args...)
}

// catchUp brings the index up to date once a batch has been committed, when too
// much lies behind it. What becomes of that does not touch the commit: the next
// one tries again.
func (s *Store) catchUp(ctx context.Context, c *conn, b *ledger.Batch) {
	if b == nil || len(b.Changes) == 0 || s.missing {
		return
	}
	r := reader{ctx: ctx, c: c, path: s.path}
	after, ok, err := r.covered()
	if err != nil || ok && !r.due(after, b) {
		return
	}
	// What is lost in a power cut is made again, so that nothing waits for the
	// disk. synchronous can only be set between transactions.
	if err := c.exec("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"); err != nil {
		c.spoiled = true
		return
	}
	err = errStale
	if ok {
		err = indexer{reader: r}.extend(after, b)
	}
	if errors.Is(err, errStale) || errors.Is(err, fulltext.ErrDamaged) {
		err = indexer{reader: r}.rebuild()
	}
	if err == nil {
		err = c.exec("COMMIT")
	}
	c.rollback()
	c.spoiled = c.exec("PRAGMA synchronous = FULL") != nil
}

// due reports whether more lies behind the index than should, now that a batch
// has been committed.
func (r reader) due(after int64, newest *ledger.Batch) (due bool) {
	changes, bytes := int64(len(newest.Changes)), int64(0)
	for i := range newest.Changes {
		for _, cell := range newest.Changes[i].Cells {
			bytes += int64(len(cell.After.Text()))
		}
	}
	if changes >= tailMax || bytes >= tailBytes {
		return true
	}
	err := r.each("read the ledger", "SELECT count(*), total(octet_length(cells)) FROM (SELECT cells FROM change WHERE batch > ? AND batch < ? LIMIT ?)", func(row []driver.Value) error {
		n, _ := row[0].(int64)
		size, _ := row[1].(float64)
		due = n+changes >= tailMax || int64(size)+bytes >= tailBytes
		return nil
	}, after, newest.ID, int64(tailMax))
	return err == nil && due
}

// errStale is of an index that another version of the program has made.
var errStale = errors.New("the text index is of another version")

// Reindex makes the text index anew, from the records.
func (s *Store) Reindex(ctx context.Context) error {
	if s.mode != Write {
		panic("sqlite: an index for a workspace that was not opened to be written")
	}
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	c, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer s.put(c)
	defer c.rollback()
	if err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return failed("begin to write", s.path, err)
	}
	if err := (indexer{reader: reader{ctx: ctx, c: c, path: s.path}}).rebuild(); err != nil {
		return failed("write the text index", s.path, err)
	}
	if err := c.exec("COMMIT"); err != nil {
		return failed("commit", s.path, err)
	}
	return nil
}

// indexer writes segments into an open transaction.
type indexer struct {
	reader
	b *fulltext.Builder
}

// extend adds what batches after one changed.
func (in indexer) extend(after int64, newest *ledger.Batch) error {
	in.b = &fulltext.Builder{}
	if err := in.tail(after, newest, in.b, in.flushLarge); err != nil {
		return err
	}
	return in.finish()
}

// rebuild writes the index anew.
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

// finish writes what is left, and that the index holds for everything now.
func (in indexer) finish() error {
	if err := in.flush(); err != nil {
		return err
	}
	return in.c.change("INSERT OR REPLACE INTO text_index (one, made_by, batch) VALUES (1, ?, coalesce((SELECT max(id) FROM batch), 0))", fulltext.Fingerprint())
}

func (in indexer) flushLarge() error {
	if in.b.Postings() < gathered {
		return nil
	}
	return in.flush()
}

// flush writes what was gathered as the newest segment, and merges what is due.
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

// merge makes one segment of those that are due.
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
	// Old segments go first, for no two have the same age; their blocks are read
	// until the new one is whole.
	for _, id := range ids[from:] {
		if err := in.c.change("DELETE FROM text_segment WHERE id = ?", id); err != nil {
			return false, err
		}
	}
	if err := in.write(ages[from], func(out func([]byte) error) (fulltext.Header, error) { return x[from:].Merge(from == 0, out) }); err != nil {
		return false, err
	}
	for _, id := range ids[from:] {
		if err := in.c.exec(fmt.Sprintf("DELETE FROM text_block WHERE id BETWEEN %d AND %d", id<<blockBits, (id+1)<<blockBits-1)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// write gives a segment its place.
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

// agrees reports whether the index says of every record what the record does.
func (r reader) agrees() (bool, error) {
	batch, ok, err := r.covered()
	if err != nil || !ok {
		return err == nil, err // what is not there cannot be wrong, and is made by the next to write
	}
	x, err := r.index()
	if err != nil {
		return false, err
	}
	var b fulltext.Builder
	if err := r.tail(batch, nil, &b, func() error { return nil }); err != nil {
		return false, err
	}
	x = append(x, b.Segment())
	says, err := x.Sum()
	if err != nil {
		return false, err
	}
	var is uint64
	if err := r.everything(&b, func() error {
		if b.Postings() >= gathered {
			is += b.Sum()
			b = fulltext.Builder{}
		}
		return nil
	}); err != nil {
		return false, err
	}
	if says != is+b.Sum() {
		return false, nil
	}
	for kind, k := range schema.Kinds {
		n, err := r.number("count the "+k.Plural, "SELECT count(*) FROM "+k.Name)
		if err != nil || n != x.Records(kind) {
			return false, err
		}
	}
	return true, nil
}
