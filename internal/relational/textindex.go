package relational

import (
	"database/sql/driver"
	"errors"
	"math"
	"slices"

	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// The text index covers all batches up to a certain one. A commit does not update it: a
// search gets the records of later batches from the ledger and reads them itself. When
// there are many of them, the index is extended in a separate transaction after a
// commit, which may fail without loss of data.

// textReader reads the text index, and the texts of records that it does not cover yet.
type textReader struct {
	source
	cache *Cache
}

// blockBits is the number of bits of a block number that count the blocks of one segment.
const blockBits = 20

// covered is the batch up to which the index is complete; false if there is no index of
// this version.
func (r textReader) covered() (batch int64, ok bool, err error) {
	err = r.each("read the text index", "SELECT batch FROM text_index WHERE made_by = ?", func(row []driver.Value) error {
		if err := Shaped(row, "i"); err != nil {
			return err
		}
		batch, ok = row[0].(int64), true
		return nil
	}, fulltext.Fingerprint())
	return batch, ok, err
}

// segment is one of the index; a new one has its blocks in memory, and no id yet.
type segment struct {
	*fulltext.Segment
	id, age int64
	blocks  [][]byte
}

// segments returns the segments of the stored index, oldest first.
func (r textReader) segments() (stored []segment, err error) {
	const query = "SELECT id, age, header FROM text_segment ORDER BY age"
	err = r.each("read the text index", query, func(row []driver.Value) error {
		if err := Shaped(row, "iib"); err != nil {
			return err
		}
		header, err := fulltext.DecodeHeader(row[2].([]byte))
		s := segment{Segment: &fulltext.Segment{Header: header}, id: row[0].(int64), age: row[1].(int64)}
		stored = append(stored, r.reading(s))
		return err
	})
	return stored, err
}

// reading returns a stored segment whose blocks are read from the snapshot. A snapshot that
// collects its queries gives an empty block for one that it has not read yet: the search then goes
// on, and one request reads all blocks that it needs.
func (r textReader) reading(s segment) segment {
	header := s.Header
	read := func(n int) ([]byte, error) {
		block, err := r.block(s.id<<blockBits | int64(n))
		if errors.Is(err, errLearning) {
			return fulltext.Unread(header.First[n]), nil
		}
		return block, err
	}
	s.Segment = &fulltext.Segment{Header: s.Header, Block: read}
	return s
}

func blocksOf(segments []segment) (n int) {
	for _, s := range segments {
		n += len(s.First)
	}
	return n
}

// load reads the blocks of stored segments from a server, in one request. In a file they are
// read one by one, which takes less memory.
func (r textReader) load(segments []segment) error {
	if !r.remote() {
		return nil
	}
	for i, s := range segments {
		first := s.id << blockBits
		if s.id == 0 || len(s.First) == 0 || r.cache.block(first) != nil { // a small index is read whole
			continue
		}
		blocks, err := r.blocks(first, len(s.First))
		if err != nil {
			return err
		}
		read := func(n int) ([]byte, error) { return blocks[n], nil }
		segments[i].Segment = &fulltext.Segment{Header: s.Header, Block: read}
	}
	if r.learning() {
		return errLearning
	}
	return nil
}

// blocks reads some blocks from one on; nil for one that there is not.
func (r textReader) blocks(first int64, n int) ([][]byte, error) {
	blocks := make([][]byte, n)
	const query = "SELECT id, data FROM text_block WHERE id BETWEEN ? AND ?"
	err := r.each("read the text index", query, func(row []driver.Value) error {
		if err := Shaped(row, "ib"); err != nil {
			return err
		}
		blocks[row[0].(int64)-first] = row[1].([]byte)
		return nil
	}, first, first+int64(n)-1)
	return blocks, err
}

// blocksAhead is how many blocks of a segment are read at once by those who read all of it.
const blocksAhead = 64

// inOrder returns the stored index for those who read all of it in its order: over a network, to
// read one block takes about as long as to read many.
func (r textReader) inOrder() (x fulltext.Index, err error) {
	stored, err := r.segments()
	for _, s := range stored {
		var ahead [][]byte
		from := 0
		read := func(n int) (_ []byte, err error) {
			if n < from || n >= from+len(ahead) {
				from = n
				ahead, err = r.blocks(s.id<<blockBits+int64(n), min(blocksAhead, len(s.First)-n))
			}
			if err != nil {
				return nil, err
			}
			return ahead[n-from], nil
		}
		x = append(x, &fulltext.Segment{Header: s.Header, Block: read})
	}
	return x, err
}

func indexOf(segments []segment) (x fulltext.Index) {
	for _, s := range segments {
		x = append(x, s.Segment)
	}
	return x
}

// block returns a block by its number.
func (r textReader) block(id int64) (block []byte, err error) {
	if block = r.cache.block(id); block != nil {
		return block, nil
	}
	err = r.each("read the text index", "SELECT data FROM text_block WHERE id = ?", func(row []driver.Value) error {
		if err := Shaped(row, "b"); err != nil {
			return err
		}
		block = row[0].([]byte)
		return nil
	}, id)
	if err == nil && block == nil && r.learning() {
		err = errLearning
	}
	if block != nil && r.cache != nil && (r.remote() || len(r.cache.blocks) < cachedBlocksMax) {
		r.cache.keep(id, block)
	}
	return block, err
}

// Cache is what has been read of one state: the text index, since one request may search
// several times, and on servers small tables. The zero Cache is empty.
type Cache struct {
	tables  *wholeTables
	partial *partial
	tail    fulltext.Index // what the stored index does not cover; nil if it is not known
	blocks  map[int64][]byte
	sought  []*sought                      // in the text index, by terms
	records map[fulltext.Doc]record.Record // that were read by their ids; of no kind if there is none
}

// cachedBlocksMax is how many blocks of 4 kB a snapshot of a file caches: enough for a few words.
// That of a server has their rows in memory already.
const cachedBlocksMax = 64

func (s *Cache) block(id int64) []byte {
	if s == nil {
		return nil
	}
	return s.blocks[id]
}

func (s *Cache) keep(id int64, block []byte) {
	if s.blocks == nil {
		s.blocks = map[int64][]byte{}
	}
	s.blocks[id] = block
}

// Search returns the records that have the words of a query, best first.
func (r textReader) Search(q fulltext.Query) (fulltext.Found, error) {
	tables, unread := r.readWhole()
	if unread != nil && !errors.Is(unread, errLearning) {
		return fulltext.Found{}, unread
	}
	if x := tables.searchable(); x != nil {
		return x.Search(q)
	}
	found, err := r.searchIndex(q)
	switch {
	case errors.Is(err, errLearning):
		return fulltext.Found{}, nil // and not all records, which a search seldom has to read
	case errors.Is(err, fulltext.ErrDamaged):
		return r.searchRecords(q)
	}
	return found, err
}

func (r textReader) searchIndex(q fulltext.Query) (found fulltext.Found, err error) {
	if err := readRanges(r, q.Ranges()); err != nil {
		return found, err
	}
	x, ok, err := r.wholeIndex()
	if err != nil {
		return found, err
	}
	if !ok {
		return r.searchRecords(q)
	}
	return x.Search(q)
}

// partial is the stored index, and what it does not cover.
type partial struct {
	stored []segment
	moves  []move
	texts  map[fulltext.Doc][]driver.Value // of the moved records; nil if they are not read yet
}

// most is a bound of how many records of a kind there are.
func (p partial) most(kind int) int {
	n := int(indexOf(p.stored).Records(kind))
	for _, m := range p.moves {
		if m.doc.Kind() == kind && m.is {
			n++
		}
	}
	return n
}

// partial returns the stored index; false if there is none. The error is errLearning if
// that is not known yet.
func (r textReader) partial() (p partial, ok bool, err error) {
	if r.cache != nil && r.cache.partial != nil {
		p = *r.cache.partial
		p.stored = slices.Clone(p.stored)
		for i, s := range p.stored {
			p.stored[i] = r.reading(s) // from this snapshot
		}
		return p, true, nil
	}
	_, ok, err = r.covered()
	if err != nil || !ok && !r.learning() {
		return p, false, err
	}
	// What follows does not need the batch, so that a store can ask for all of it at once.
	if p.stored, err = r.segments(); err != nil {
		return p, false, err
	}
	if err := readFewBlocks(r); err != nil {
		return p, false, err
	}
	t := trail{at: map[fulltext.Doc]int{}}
	if err := r.movesOf(&t, uncovered); err != nil {
		return p, false, err
	}
	if p.texts, err = r.uncoveredTexts(); err != nil {
		return p, false, err
	}
	if p.moves = t.moves; !ok {
		return p, false, errLearning
	}
	if r.cache != nil && !r.learning() {
		r.cache.partial = &p
	}
	return p, true, nil
}

// wholeIndex returns the index, with the changes of later batches as its newest segment; false
// if there is none. The error is errLearning if that is not known yet.
func (r textReader) wholeIndex() (x fulltext.Index, ok bool, err error) {
	p, ok, err := r.partial()
	if !ok || err != nil {
		return nil, false, err
	}
	x, err = r.complete(p)
	return x, err == nil, err
}

// complete adds to the stored index what it does not cover.
func (r textReader) complete(p partial) (fulltext.Index, error) {
	x := indexOf(p.stored)
	if r.cache != nil && r.cache.tail != nil {
		return append(x, r.cache.tail...), nil
	}
	var b fulltext.Builder
	if p.texts != nil {
		p.addTo(&b)
	} else if err := r.gather(p.moves, &b, func() error { return nil }); err != nil {
		return nil, err
	}
	if r.learning() {
		return nil, errLearning
	}
	tail := fulltext.Index{}
	if !b.Empty() {
		tail = append(tail, b.Segment())
	}
	if r.cache != nil {
		r.cache.tail = tail
	}
	return append(x, tail...), nil
}

// size is how many records of these kinds there are: the index knows, where
// a database may go through each page of a table. False where there is no index.
func (r textReader) size(kinds []*schema.Kind) (n int, ok bool, err error) {
	x, ok, err := r.wholeIndex()
	switch {
	case errors.Is(err, errLearning):
		return 0, true, nil
	case errors.Is(err, fulltext.ErrDamaged):
		return 0, false, nil
	}
	for kind, k := range schema.Kinds {
		if slices.Contains(kinds, k) {
			n += int(x.Records(kind))
		}
	}
	return n, ok, err
}

// searchRecords searches without the index, by reading all records.
func (r textReader) searchRecords(q fulltext.Query) (fulltext.Found, error) {
	var b fulltext.Builder
	if err := r.everything(&b, func() error { return nil }); err != nil {
		return fulltext.Found{}, err
	}
	return fulltext.Index{b.Segment()}.Search(q)
}

// agrees reports whether the index matches the records.
func (r textReader) agrees() (bool, error) {
	batch, ok, err := r.covered()
	if err != nil || !ok {
		return err == nil, err // a missing index is not wrong; the next writer builds it
	}
	x, err := r.inOrder()
	if err != nil {
		return false, err
	}
	var b fulltext.Builder
	moved := func(t *trail) error { return r.moved(t, batch, math.MaxInt64) }
	if err := r.tail(moved, nil, &b, func() error { return nil }); err != nil {
		return false, err
	}
	x = append(x, b.Segment())
	says, err := x.Sum()
	if err != nil {
		return false, err
	}
	var is uint64
	if err := r.everything(&b, func() error {
		if b.Postings() >= flushPostings {
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
	numbers, err := r.numbers()
	for kind, n := range numbers {
		if n != x.Records(kind) {
			return false, err
		}
	}
	return err == nil, err
}

// flushPostings is how many postings are collected before they become a segment.
const flushPostings = 1 << 18
