package fulltext

import (
	"hash/fnv"
	"slices"
)

// Index is a list of segments, oldest first.
type Index []*Segment

// Records is the number of records of the kind with an index in schema.Kinds.
func (x Index) Records(kind int) (n int64) {
	for _, s := range x {
		if kind < len(s.Header.Records) {
			n += s.Header.Records[kind]
		}
	}
	return n
}

// size is the number of records of all kinds.
func (x Index) size() (n int64) {
	for _, s := range x {
		for _, of := range s.Header.Records {
			n += of
		}
	}
	return n
}

// dead returns, for each segment, the records whose postings newer segments replace.
func (x Index) dead() [][]Doc {
	dead := make([][]Doc, len(x))
	var newer []Doc
	for i := len(x) - 1; i >= 0; i-- {
		dead[i] = newer
		newer = union(newer, x[i].Replaced)
	}
	return dead
}

func union(a, b []Doc) []Doc {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// liveFilter skips replaced records. Records must be asked for in ascending order.
type liveFilter struct{ dead []Doc }

func (l *liveFilter) has(d Doc) bool {
	if len(l.dead) == 0 || d < l.dead[0] {
		return true
	}
	// The record may be far ahead: search with doubling steps.
	far := 1
	for far < len(l.dead) && l.dead[far] < d {
		far *= 2
	}
	n, dead := slices.BinarySearch(l.dead[far/2:min(far+1, len(l.dead))], d)
	l.dead = l.dead[far/2+n:]
	return !dead
}

// each calls fn for every term and its live postings.
func (x Index) each(fn func(term string, postings []Posting) error) error {
	cursors, dead := make([]cursor, 0, len(x)), x.dead()
	open := make([]bool, len(x))
	for i, s := range x {
		cursors = append(cursors, s.all())
		open[i] = cursors[i].next()
	}
	var postings []Posting
	for {
		term, more := least(cursors, open)
		if !more {
			break
		}
		postings = postings[:0]
		for i := range cursors {
			c, alive := &cursors[i], liveFilter{dead[i]}
			for open[i] && string(c.term) == term {
				if !eachPosting(c.postings, nil, func(p Posting) {
					if alive.has(p.Doc) {
						postings = append(postings, p)
					}
				}) {
					return ErrDamaged
				}
				open[i] = c.next()
			}
		}
		sortPostings(postings)
		if len(postings) > 0 {
			if err := fn(term, postings); err != nil {
				return err
			}
		}
	}
	for i := range cursors {
		if cursors[i].err != nil {
			return cursors[i].err
		}
	}
	return nil
}

func least(cursors []cursor, open []bool) (term string, more bool) {
	at := -1
	for i := range cursors {
		if open[i] && (at < 0 || string(cursors[i].term) < string(cursors[at].term)) {
			at = i
		}
	}
	if at < 0 {
		return "", false
	}
	return string(cursors[at].term), true
}

// Merge writes one segment with the content of these, which are consecutive in the index.
// If the first of them is the oldest of all, no segment is left whose records could be
// replaced.
func (x Index) Merge(oldest bool, out func(block []byte) error) (Header, error) {
	w := writer{out: out}
	if err := x.each(w.list); err != nil {
		return Header{}, err
	}
	for _, s := range x {
		for kind := len(w.header.Records); kind < len(s.Header.Records); kind++ {
			w.header.Records = append(w.header.Records, x.Records(kind))
		}
	}
	if !oldest {
		for _, s := range x {
			w.header.Replaced = union(w.header.Replaced, s.Replaced)
		}
	}
	return w.header, w.close()
}

// tierSize is the number of segments of one level that triggers a merge.
const tierSize = 4

// Due returns the start of the newest segments that should be merged: as soon as there
// are four that are at most four times as large as the newest, and with those that would then
// be four together with the merged one. A record is so rewritten only each time the index has
// grown fourfold. Due returns len(x) if there is nothing to merge.
func (x Index) Due() int {
	sizes := make([]int, len(x))
	for i, s := range x {
		sizes[i] = s.Postings + len(s.Replaced)
	}
	start := len(x)
	for {
		from := due(sizes)
		if from == len(sizes) {
			return start
		}
		merged := 0
		for _, size := range sizes[from:] {
			merged += size
		}
		sizes, start = append(sizes[:from], merged), from
	}
}

// due is Due for one merge of segments of some sizes.
func due(sizes []int) int {
	from := len(sizes)
	for from > 0 && level(sizes[from-1]) <= level(sizes[len(sizes)-1]) {
		from--
	}
	if len(sizes)-from < tierSize {
		return len(sizes)
	}
	return from
}

// level is the logarithm of the size of a segment, to the base 4.
func level(size int) (n int) {
	for ; size >= 4096; size /= 4 {
		n++
	}
	return n
}

// Sum is a checksum of the content: equal for indexes with the same content, however it
// is divided into segments, and almost certainly different otherwise.
func (x Index) Sum() (sum uint64, err error) {
	err = x.each(func(term string, postings []Posting) error {
		sum += sumOf(term, postings)
		return nil
	})
	return sum, err
}

// sumOf does not depend on the division or order of the postings.
func sumOf(term string, postings []Posting) (sum uint64) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(term))
	seed := h.Sum64()
	for _, p := range postings {
		x := seed ^ (uint64(p.Doc)<<8|uint64(p.Weight))*0x9E3779B97F4A7C15 ^ uint64(p.Places)*0xD6E8FEB86659FD93
		x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
		x = (x ^ x>>27) * 0x94D049BB133111EB
		sum += x ^ x>>31
	}
	return sum
}
