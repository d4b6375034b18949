package relational

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"math"
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Limits of what the index does not cover yet: changes, and bytes of their cells. Reading
// that much costs a search some tenths of a millisecond.
const (
	maxTail      = 128
	maxTailBytes = 32 << 10
)

// IndexDue reports whether the text index should be extended with a batch, since it does not
// cover too many changes. r is a snapshot before or after the commit of the batch.
func IndexDue(r Reader, newest *ledger.Batch) (bool, error) {
	if newest == nil || len(newest.Changes) == 0 {
		return false, nil
	}
	_, ok, err := r.covered()
	if err != nil || !ok && !r.source.learning() {
		return err == nil, err
	}
	due, err := r.due(newest)
	return due || !ok, err
}

// due reports whether too many changes are not covered, after the newest batch.
func (r textReader) due(newest *ledger.Batch) (due bool, err error) {
	changes, bytes := int64(len(newest.Changes)), int64(0)
	for i := range newest.Changes {
		for _, cell := range newest.Changes[i].Cells {
			bytes += int64(len(cell.After.Text()))
		}
	}
	if changes >= maxTail || bytes >= maxTailBytes {
		return true, nil
	}
	const query = `SELECT count(*), CAST(coalesce(sum(octet_length(cells)), 0) AS bigint)
		FROM (
			SELECT cells FROM change WHERE batch > (SELECT batch FROM text_index) AND batch < ? LIMIT ?
		) AS uncovered`
	err = r.each("read the ledger", query, func(row []driver.Value) error {
		if err := Shaped(row, "ii"); err != nil {
			return err
		}
		due = row[0].(int64)+changes >= maxTail || row[1].(int64)+bytes >= maxTailBytes
		return nil
	}, newest.ID, int64(maxTail))
	return due, err
}

// ExtendIndex makes the text index cover all batches of a snapshot, of which the caller has
// the newest in memory. An index that is damaged or of another version is rebuilt.
func ExtendIndex(r Reader, w Writer, newest *ledger.Batch) error {
	after, ok, err := r.covered()
	if err != nil {
		return err
	}
	if !ok && r.source.learning() {
		return errLearning
	}
	if !ok {
		return RebuildIndex(r, w)
	}
	in := indexer{r: r.textReader, w: writer{r.source, w}, b: &fulltext.Builder{}}
	before := int64(math.MaxInt64)
	if newest != nil {
		before = newest.ID
	}
	moved := func(t *trail) error { return in.r.moved(t, after, before) }
	if err = in.extend(moved, newest); err == nil {
		err = in.writeNewest(newest)
	}
	if errors.Is(err, fulltext.ErrDamaged) {
		return RebuildIndex(r, w)
	}
	return err
}

// IndexError is the error of a statement of the text index, without which a commit may succeed.
type IndexError struct{ Cause error }

func (e *IndexError) Error() string { return "write the text index: " + e.Cause.Error() }
func (e *IndexError) Unwrap() error { return e.Cause }

// ErrIndexApart is the error of IndexWithCommit if the index needs a transaction of its own.
var ErrIndexApart = errors.New("the text index has to be written apart from the commit")

// apartFrom is how many blocks of 4 kB have to be merged for a merge to be no part of a commit:
// one that is so large may fail for that alone, and others wait for it.
const apartFrom = 256

// indexEvery is how many batches there are on a server from one look at what the text index
// does not cover to the next, which takes a request. For a large batch it is asked with the rest.
const (
	indexEvery = 16
	largeBatch = maxTail
)

// IndexWithCommit writes the text index in the transaction of a commit, from a snapshot before
// it, if it does not cover too many changes. It is for stores on servers, which ask what it
// reads together with what the commit follows from.
func IndexWithCommit(r Reader, w Writer, commit workspace.Commit) error {
	b := commit.Batch
	looks := b != nil && !commit.DryRun && (b.ID%indexEvery == 0 || len(b.Changes) >= largeBatch)
	if !looks {
		return nil
	}
	if due, err := IndexDue(r, b); err != nil || !due {
		return err
	}
	_, ok, err := r.covered()
	switch {
	case err != nil:
		return err
	case !ok && !r.source.learning():
		return ErrIndexApart
	}
	r.textReader.cache = new(Cache)
	in := indexer{r: r.textReader, w: writer{r.source, w}, b: &fulltext.Builder{}, apart: true}
	err = in.ask()
	if err == nil {
		err = in.extend(func(t *trail) error { return in.r.movesOf(t, uncovered) }, b)
	}
	if err == nil {
		err = in.write(b.ID)
	}
	if errors.Is(err, fulltext.ErrDamaged) {
		return ErrIndexApart
	}
	return err
}

// AskAhead asks what large batches ask, whatever is in them: the preferences, which say the
// language of the summary, the next ids, and what the text index needs.
func AskAhead(r Reader) error {
	r.textReader.cache = new(Cache)
	var errs [4]error
	_, errs[0] = r.Find(filter.Condition{Kinds: []string{"preference"}}, 0)
	for _, k := range schema.Kinds {
		_, err := r.NextID(k.Name)
		errs[1] = cmp.Or(errs[1], err)
	}
	_, _, errs[2] = r.covered()
	errs[3] = (&indexer{r: r.textReader}).ask()
	return errors.Join(errs[:]...)
}

// ask asks together for what an index needs whatever it covers.
func (in *indexer) ask() error {
	if _, err := in.r.segments(); err != nil {
		return err
	}
	if err := readFewBlocks(in.r); err != nil {
		return err
	}
	if _, err := in.r.next("text_segment"); err != nil {
		return err
	}
	if err := in.r.movesOf(&trail{at: map[fulltext.Doc]int{}}, uncovered); err != nil {
		return err
	}
	if in.r.learning() {
		return errLearning
	}
	return nil
}

// BuildMissingIndex builds the text index if there is none of this version.
func BuildMissingIndex(r Reader, w Writer) error {
	_, ok, err := r.covered()
	if ok || err != nil {
		return err
	}
	return RebuildIndex(r, w)
}

// RebuildIndex replaces the text index by one of the records of a snapshot.
func RebuildIndex(r Reader, w Writer) error {
	in := indexer{r: r.textReader, w: writer{r.source, w}, b: &fulltext.Builder{}}
	if err := in.r.everything(in.b, in.flushLarge); err != nil {
		return err
	}
	if err := in.flush(); err != nil {
		return err
	}
	for _, table := range [...]string{"text_index", "text_segment", "text_block"} {
		if err := in.w.run("DELETE FROM " + table); err != nil {
			return err
		}
	}
	return in.writeNewest(nil)
}

// indexer collects new segments in memory, and merges them with those that are stored,
// before it writes anything.
type indexer struct {
	r        textReader
	w        writer
	b        *fulltext.Builder
	segments []segment // oldest first
	gone     []int64   // stored segments that were merged into others
	apart    bool      // a large merge is ErrIndexApart
}

// extend adds changes of batches that are stored, and of a newest one if it is not nil.
func (in *indexer) extend(moved func(*trail) error, newest *ledger.Batch) (err error) {
	if in.segments, err = in.r.segments(); err != nil {
		return err
	}
	if err := in.r.tail(moved, newest, in.b, in.flushLarge); err != nil {
		return err
	}
	if in.r.learning() {
		return errLearning
	}
	return in.flush()
}

func (in *indexer) flushLarge() error {
	if in.b.Postings() < flushPostings {
		return nil
	}
	return in.flush()
}

// flush makes the collected postings the newest segment, and merges segments.
func (in *indexer) flush() error {
	if in.b.Empty() {
		return nil
	}
	if err := in.add(in.b.Write); err != nil {
		return err
	}
	for {
		from := indexOf(in.segments).Due()
		if from == len(in.segments) {
			return nil
		}
		if err := in.merge(from); err != nil {
			return err
		}
	}
}

// add adds a segment, whose blocks are passed to out.
func (in *indexer) add(write func(out func(block []byte) error) (fulltext.Header, error)) error {
	var blocks [][]byte
	header, err := write(func(block []byte) error {
		blocks = append(blocks, slices.Clone(block))
		return nil
	})
	if err != nil {
		return err
	}
	read := func(n int) ([]byte, error) { return blocks[n], nil }
	in.segments = append(in.segments, segment{Segment: &fulltext.Segment{Header: header, Block: read}, blocks: blocks})
	return nil
}

// merge makes one segment of those from a certain one on.
func (in *indexer) merge(from int) error {
	some := slices.Clone(in.segments[from:])
	if in.apart && blocksOf(some) >= apartFrom {
		return ErrIndexApart
	}
	if err := in.r.load(some); err != nil {
		return err
	}
	in.segments = in.segments[:from]
	for _, s := range some {
		if s.id != 0 {
			in.gone = append(in.gone, s.id)
		}
	}
	return in.add(func(out func([]byte) error) (fulltext.Header, error) {
		return indexOf(some).Merge(from == 0, out)
	})
}

// writeNewest is write for an index that covers all batches of the snapshot, of which the caller
// may have the newest in memory.
func (in *indexer) writeNewest(newest *ledger.Batch) error {
	if newest != nil {
		return in.write(newest.ID)
	}
	last, err := in.r.number("read the ledger", "SELECT max(id) FROM batch")
	if err != nil {
		return err
	}
	return in.write(last)
}

// write writes what has changed, with the newest batch that the index covers.
func (in *indexer) write(newest int64) error {
	for _, id := range in.gone {
		if err := in.w.change("DELETE FROM text_segment WHERE id = ?", id); err != nil {
			return err
		}
		const blocks = "DELETE FROM text_block WHERE id BETWEEN ? AND ?"
		if err := in.w.run(blocks, id<<blockBits, (id+1)<<blockBits-1); err != nil {
			return err
		}
	}
	next, err := in.r.next("text_segment")
	if err != nil {
		return err
	}
	age, last := int64(0), next-1
	for _, s := range in.segments {
		if s.id != 0 {
			age = s.age
			continue
		}
		age++
		last++
		if err := in.w.segment(last, age, s); err != nil {
			return err
		}
	}
	const statement = `INSERT INTO text_index (one, made_by, batch) VALUES (1, ?, ?)
		ON CONFLICT (one) DO UPDATE SET made_by = excluded.made_by, batch = excluded.batch`
	return in.w.change(statement, fulltext.Fingerprint(), newest)
}

// segment writes a segment and its blocks.
func (w writer) segment(id, age int64, s segment) error {
	err := w.w.Insert("text_block", []string{"id", "data"}, func(yield func([]driver.Value) bool) {
		for n, block := range s.blocks {
			if !yield([]driver.Value{id<<blockBits | int64(n), block}) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return w.change("INSERT INTO text_segment (id, age, header) VALUES (?, ?, ?)", id, age, s.Header.Encode())
}
