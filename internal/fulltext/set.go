package fulltext

import (
	"math/bits"
	"slices"
)

// Set is a set of record ids of one kind, as a bitmap. The zero Set is empty.
type Set struct{ words []uint64 }

// maxID is the largest id in a Set, whose bitmap is then half a megabyte.
const maxID = 1 << 22

// SetOf returns a set of ids; false if one of them is too large.
func SetOf(ids []int64) (s *Set, ok bool) {
	s = &Set{}
	for _, id := range ids {
		if id > maxID {
			return nil, false
		}
		s.add(id)
	}
	return s, true
}

func (s *Set) add(id int64) {
	at := int(id / 64)
	if at >= len(s.words) {
		s.words = append(s.words, make([]uint64, at+1-len(s.words))...)
	}
	s.words[at] |= 1 << (id % 64)
}

// And is the intersection.
func (s *Set) And(with *Set) *Set {
	both := &Set{slices.Clone(s.words[:min(len(s.words), len(with.words))])}
	for i := range both.words {
		both.words[i] &= with.words[i]
	}
	return both
}

// Or is the union.
func (s *Set) Or(with *Set) *Set {
	if len(s.words) < len(with.words) {
		s, with = with, s
	}
	either := &Set{slices.Clone(s.words)}
	for i, w := range with.words {
		either.words[i] |= w
	}
	return either
}

// Without is the difference.
func (s *Set) Without(other *Set) *Set {
	rest := &Set{slices.Clone(s.words)}
	for i, w := range other.words[:min(len(other.words), len(rest.words))] {
		rest.words[i] &^= w
	}
	return rest
}

// Len is the number of ids.
func (s *Set) Len() (n int) {
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Page returns at most limit ids in ascending order, after skipping offset of them.
func (s *Set) Page(limit, offset int) (ids []int64) {
	ids = make([]int64, 0, max(0, min(limit, s.Len()-offset)))
	for i, w := range s.words {
		if here := bits.OnesCount64(w); here <= offset {
			offset -= here
			continue
		}
		for ; w != 0 && len(ids) < limit; w &= w - 1 {
			if offset--; offset < 0 {
				ids = append(ids, int64(i*64+bits.TrailingZeros64(w)))
			}
		}
	}
	return ids
}

// IDs returns all ids in ascending order.
func (s *Set) IDs() []int64 { return s.Page(s.Len(), 0) }

// Flags returns a byte for each id from 1 on, 1 if the set has it.
func (s *Set) Flags() []byte {
	flags := make([]byte, len(s.words)*64)
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			flags[i*64+bits.TrailingZeros64(w)] = 1
		}
	}
	return flags[min(1, len(flags)):]
}
