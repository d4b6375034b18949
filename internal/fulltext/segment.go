package fulltext

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
)

// A segment is a list of postings for each of its terms, in the order of the
// terms, cut into blocks. A block is a checksum of four bytes and then, for each
// term, how many bytes it shares with the one before it in the block, the rest
// of it, and its postings behind their length. A list that a block has no room
// for goes on in the next one, under the same term.
//
// A posting is twice how far its id is from that of the one before it, a byte of
// weight, and a byte with a bit for each field; where these are the fields of the one
// before it, one is added to the number and the byte left out. A weight of 0 stands for
// no posting, and nothing follows it: the number before it is the kind of those that
// come, and ids begin at 0 again. The first are of kind 0, behind one in no field.
//
// Numbers are varints. The header is a checksum and what its fields say.

// blockSize is what fits on a page of SQLite beside what SQLite adds.
const blockSize = 4000

// Header is what has to be known of a segment before its blocks are read.
type Header struct {
	Records  []int64  // how many records there are more, or less, by it, for each kind
	Postings int      // in its blocks
	Replaced []Doc    // of which older segments no longer hold, ascending
	First    []string // the first term of each block
}

// Segment is a header and a way to its blocks. A block is not changed, and kept
// only until the next one is asked for.
type Segment struct {
	Header
	Block func(n int) ([]byte, error)
}

// castagnoli makes its table the first time: a command that reads no index starts
// without it.
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
	all := string(r.b) // of which each is a part
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

// reading takes bytes apart; bad stays once they end too early.
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

// count is a number of things that take a byte each at least.
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

// writer cuts lists into blocks.
type writer struct {
	out     func(block []byte) error
	header  Header
	block   []byte
	last    string // the term before, in this block
	scratch []byte
}

// list writes the postings of a term, which is after those before it.
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

// close ends the block at hand.
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

// appendPostings writes as many postings as there is room for, and at least one,
// and says how many.
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

// eachPosting calls fn for the postings of an entry, of some kinds by their place
// in schema.Kinds, nil of all; false is damage.
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

// cursor goes through the entries of a segment. Entries of one term that goes
// on in the next block follow each other.
type cursor struct {
	segment  *Segment
	block    int // the next to be read
	rest     reading
	term     []byte
	postings []byte
	err      error
}

// at is a cursor whose next entry may be that of the term, and is not after it.
func (s *Segment) at(term string) cursor {
	n, _ := slices.BinarySearch(s.First, term)
	return cursor{segment: s, block: max(n-1, 0)}
}

// next moves to the next entry, if there is one.
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
	if c.err != nil || c.block >= len(c.segment.First) {
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

// nextTerm is next for who looks at terms alone: blocks that only go on with the
// same one are not read.
func (c *cursor) nextTerm() bool {
	for len(c.rest.b) == 0 && c.block+1 < len(c.segment.First) && len(c.term) > 0 &&
		c.segment.First[c.block] == string(c.term) && c.segment.First[c.block+1] == string(c.term) {
		c.block++
	}
	return c.next()
}

// eachOf calls fn for the entry at hand and for those after it of the same term.
func (c *cursor) eachOf(fn func(c *cursor) error) error {
	for term := string(c.term); ; {
		if err := fn(c); err != nil {
			return err
		}
		if c.block >= len(c.segment.First) || len(c.rest.b) > 0 || c.segment.First[c.block] != term || !c.next() {
			return nil
		}
	}
}

// entries calls fn for those of the terms that begin with a prefix.
func (s *Segment) entries(prefix string, fn func(c *cursor) error) error {
	c := s.at(prefix)
	for c.next() {
		if string(c.term) < prefix {
			continue
		}
		if !strings.HasPrefix(string(c.term), prefix) {
			return nil
		}
		if err := fn(&c); err != nil {
			return err
		}
	}
	return c.err
}
