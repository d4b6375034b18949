package fulltext

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// A segment is a sorted sequence of terms with a list of postings each, in blocks. A
// block is a checksum of four bytes followed by entries. An entry is the number of bytes
// that its term shares with the previous term of the block, the rest of the term with
// its length, and the postings with their length. A list that does not fit continues in
// the next block, under the same term.
//
// A posting is twice the difference to the previous id, a byte of weight, and a byte
// with a bit for each field. If the fields are those of the previous posting, the number
// is odd and the last byte is left out. A weight of 0 is no posting: the number before
// it is the kind of the following postings, whose ids start from 0 again. The first
// postings are of kind 0.
//
// Numbers are varints. The header is a checksum and its fields in order.

// blockSize is what fits on a page of SQLite with its own overhead.
const blockSize = 4000

// Header is the part of a segment that is read before its blocks.
type Header struct {
	Records  []int64  // change of the number of records, for each kind
	Postings int      // number of postings
	Replaced []Doc    // records whose older postings are out of date, ascending
	First    []string // the first term of each block
}

// Segment is a header and a function that reads its blocks. A block must not be changed,
// and is valid until the next one is read.
type Segment struct {
	Header
	Block func(n int) ([]byte, error)
}

// castagnoli builds its table on first use, so that a command that reads no index does
// not pay for it.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func seal(b []byte) { binary.LittleEndian.PutUint32(b, crc32.Checksum(b[4:], castagnoli())) }

func sealed(b []byte) bool {
	return len(b) >= 4 && binary.LittleEndian.Uint32(b) == crc32.Checksum(b[4:], castagnoli())
}

// Encode writes a header; DecodeHeader reads it.
func (h Header) Encode() []byte {
	b := make([]byte, 4, 64+2*len(h.Replaced)+8*len(h.First))
	b = binary.AppendUvarint(b, uint64(len(h.Records)))
	for _, n := range h.Records {
		b = binary.AppendVarint(b, n)
	}
	b = binary.AppendUvarint(b, uint64(h.Postings))
	b = binary.AppendUvarint(b, uint64(len(h.Replaced)))
	var before Doc
	for _, d := range h.Replaced {
		b = binary.AppendUvarint(b, uint64(d-before))
		before = d
	}
	b = binary.AppendUvarint(b, uint64(len(h.First)))
	for _, term := range h.First {
		b = appendText(b, term)
	}
	seal(b)
	return b
}

// DecodeHeader reads what Encode wrote.
func DecodeHeader(b []byte) (h Header, err error) {
	if !sealed(b) {
		return h, ErrDamaged
	}
	r := reading{b: b[4:]}
	h.Records = make([]int64, r.count())
	for i := range h.Records {
		h.Records[i] = r.signed()
	}
	h.Postings = int(r.number())
	h.Replaced = make([]Doc, r.count())
	var before Doc
	for i := range h.Replaced {
		before += Doc(r.number())
		h.Replaced[i] = before
	}
	h.First = make([]string, r.count())
	all := string(r.b) // the terms share its memory
	for i := range h.First {
		term := r.text()
		end := len(all) - len(r.b)
		h.First[i] = all[end-len(term) : end]
	}
	if r.bad {
		return Header{}, ErrDamaged
	}
	return h, nil
}

func appendText[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// reading decodes bytes; bad stays set once they end too early.
type reading struct {
	b   []byte
	bad bool
}

func (r *reading) number() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

// count reads the length of a list whose elements take a byte each at least.
func (r *reading) count() uint64 {
	n := r.number()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return 0
	}
	return n
}

func (r *reading) signed() int64 {
	n, size := binary.Varint(r.b)
	if size <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reading) text() []byte {
	n := r.number()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return nil
	}
	text := r.b[:n]
	r.b = r.b[n:]
	return text
}

// writer divides lists into blocks.
type writer struct {
	out     func(block []byte) error
	header  Header
	block   []byte
	last    string // previous term in this block
	scratch []byte
}

// list writes the postings of a term. Terms must come in ascending order.
func (w *writer) list(term string, postings []Posting) error {
	for len(postings) > 0 {
		if len(w.block)+2*binary.MaxVarintLen16+len(term)+64 > blockSize {
			if err := w.close(); err != nil {
				return err
			}
		}
		if len(w.block) == 0 {
			w.block, w.last = append(w.block, 0, 0, 0, 0), ""
			w.header.First = append(w.header.First, term)
		}
		shared := common(w.last, term)
		w.block = binary.AppendUvarint(w.block, uint64(shared))
		w.block = appendText(w.block, term[shared:])
		var n int
		w.scratch, n = appendPostings(w.scratch[:0], postings, blockSize-len(w.block))
		w.block = appendText(w.block, w.scratch)
		w.last = term
		w.header.Postings += n
		if postings = postings[n:]; len(postings) > 0 {
			if err := w.close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// close finishes the current block.
func (w *writer) close() error {
	if len(w.block) == 0 {
		return nil
	}
	seal(w.block)
	err := w.out(w.block)
	w.block = w.block[:0]
	return err
}

func common(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// appendPostings writes as many postings as there is room for, but at least one, and
// returns their number.
func appendPostings(dst []byte, postings []Posting, room int) ([]byte, int) {
	kind, id, places := 0, int64(0), Places(0)
	for i, p := range postings {
		if i > 0 && len(dst)+2*binary.MaxVarintLen64+3 > room {
			return dst, i
		}
		if k := p.Doc.Kind(); k != kind {
			dst = append(binary.AppendUvarint(dst, uint64(k)), 0)
			kind, id = k, 0
		}
		far := uint64(p.Doc.ID()-id) << 1
		if p.Places == places {
			dst = append(binary.AppendUvarint(dst, far|1), p.Weight)
		} else {
			dst = append(binary.AppendUvarint(dst, far), p.Weight, byte(p.Places))
		}
		id, places = p.Doc.ID(), p.Places
	}
	return dst, len(postings)
}

// eachPosting calls fn for the postings of an entry that are of some kinds, by index in
// schema.Kinds; nil is all kinds. It returns false if the bytes are damaged.
func eachPosting(b []byte, kinds []bool, fn func(p Posting)) bool {
	wanted := func(kind int) bool { return kinds == nil || kind < len(kinds) && kinds[kind] }
	var at Posting
	takes := wanted(0)
	for len(b) > 0 {
		n, size := uint64(b[0]), 1
		if n >= 0x80 {
			if n, size = binary.Uvarint(b); size <= 0 {
				return false
			}
		}
		if size >= len(b) {
			return false
		}
		w := b[size]
		b = b[size+1:]
		if w == 0 {
			at.Doc = DocOf(int(n), 0)
			takes = wanted(at.Doc.Kind())
			continue
		}
		if n&1 == 0 {
			if len(b) == 0 {
				return false
			}
			at.Places, b = Places(b[0]), b[1:]
		}
		at.Doc, at.Weight = at.Doc+Doc(n>>1), w
		if takes {
			fn(at)
		}
	}
	return true
}

// FirstTerm is where a block has its first term, by bytes: after the checksum and a shared part
// of no bytes there is the length of the term, which takes one byte, and then the term. So a
// database can compare the first terms of blocks, as they are in a header.
const FirstTerm = 4 + 1 + 1

// Unread returns a block that stands for one that is not read yet: it has the term that begins
// the block, and no records. A search among such blocks comes by all that it needs.
func Unread(first string) []byte {
	b := append(make([]byte, 4), 0)
	b = append(binary.AppendUvarint(b, uint64(len(first))), first...)
	b = append(b, 0)
	seal(b)
	return b
}

// cursor iterates over the entries of a segment. The entries of a term that continues in
// the next block are consecutive.
type cursor struct {
	segment  *Segment
	block    int // next block to read
	end      int // the block to stop at
	rest     reading
	term     []byte
	postings []byte
	err      error
}

// all returns a cursor in front of the first term.
func (s *Segment) all() cursor { return cursor{segment: s, end: len(s.First)} }

// in returns a cursor in front of the first term of a range, or in front of a term before it. It
// ends at a term behind the range, at the latest in the last block that may have one of the range.
func (s *Segment) in(terms Range) cursor {
	from, _ := slices.BinarySearch(s.First, terms.From)
	end, _ := slices.BinarySearch(s.First, terms.To)
	return cursor{segment: s, block: max(from-1, 0), end: end}
}

// next moves to the next entry and reports whether there is one.
func (c *cursor) next() bool {
	if len(c.rest.b) == 0 && !c.load() {
		return false
	}
	shared := c.rest.number()
	suffix := c.rest.text()
	c.postings = c.rest.text()
	if c.rest.bad || shared > uint64(len(c.term)) {
		c.err = ErrDamaged
		return false
	}
	c.term = append(c.term[:shared], suffix...)
	return true
}

func (c *cursor) load() bool {
	if c.err != nil || c.block >= c.end {
		return false
	}
	b, err := c.segment.Block(c.block)
	if err == nil && (!sealed(b) || len(b) == 4) {
		err = ErrDamaged
	}
	if err != nil {
		c.err = err
		return false
	}
	c.block++
	c.rest.b, c.term = b[4:], c.term[:0]
	return true
}

// nextTerm is next for callers that need only terms: it skips blocks that only continue
// the current term.
func (c *cursor) nextTerm() bool {
	for len(c.rest.b) == 0 && len(c.term) > 0 && c.begins(c.block) && c.begins(c.block+1) {
		c.block++
	}
	return c.next()
}

// begins reports whether a block begins with the current term.
func (c *cursor) begins(block int) bool {
	return block < len(c.segment.First) && c.segment.First[block] == string(c.term)
}

// eachOf calls fn for the current entry and the following entries of the same term.
func (c *cursor) eachOf(fn func(c *cursor) error) error {
	for {
		if err := fn(c); err != nil {
			return err
		}
		if len(c.rest.b) > 0 || !c.begins(c.block) || !c.next() {
			return nil
		}
	}
}

// entries calls fn for the entries whose terms are in a range.
func (s *Segment) entries(terms Range, fn func(c *cursor) error) error {
	c := s.in(terms)
	for c.next() {
		if string(c.term) < terms.From {
			continue
		}
		if string(c.term) >= terms.To {
			return nil
		}
		if err := fn(&c); err != nil {
			return err
		}
	}
	return c.err
}
