package language

import (
	"encoding/binary"
	"math/bits"
)

// Lists of a table are read in place, from the bytes that they are written in.

// list16 is a list of numbers of 16 bits.
type list16 string

func (l list16) len() int { return len(l) / 2 }

func (l list16) at(i int) int {
	b := l[2*i : 2*i+2] // one check of bounds, and one load
	return int(int16(uint16(b[0]) | uint16(b[1])<<8))
}

// list32 is a list of numbers of 32 bits.
type list32 string

func (l list32) len() int { return len(l) / 4 }

func (l list32) at(i int) int32 {
	b := l[4*i : 4*i+4]
	return int32(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

// texts is a list of texts.
type texts struct {
	ends list32
	all  string
}

func (t texts) len() int { return t.ends.len() }

func (t texts) at(i int) string {
	from := int32(0)
	if i > 0 {
		from = t.ends.at(i - 1)
	}
	return t.all[from:t.ends.at(i)]
}

// dictionary is a list of different texts, which are found by their hashes.
type dictionary struct {
	texts
	slots list16 // at a hash or the next free place behind it: 1 and the place of a text; 0 for none
}

// find is the place of a text; -1 if it is not there.
func (d dictionary) find(text string) int {
	last := d.slots.len() - 1
	for i := int(mixText(fnvOffset, text)) & last; ; i = (i + 1) & last {
		if k := d.slots.at(i) - 1; k < 0 || d.texts.at(k) == text {
			return k
		}
	}
}

// maxTexts is how many texts a dictionary has at most, and the largest number of a list16.
const maxTexts = 1<<15 - 2

func makeDictionary(list []string) dictionary {
	slots := make([]int, 1<<bits.Len(uint(2*len(list))))
	last := len(slots) - 1
	for k, text := range list {
		i := int(mixText(fnvOffset, text)) & last
		for slots[i] != 0 {
			i = (i + 1) & last
		}
		slots[i] = k + 1
	}
	return dictionary{makeTexts(list), makeList16(slots)}
}

// bitset is a set of numbers.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

// next is the first number of the set from i on; the end if there is none before it.
func (b bitset) next(i, end int) int {
	for i < end {
		if rest := b[i/64] >> (i % 64); rest != 0 {
			return min(end, i+bits.TrailingZeros64(rest))
		}
		i = (i/64 + 1) * 64
	}
	return end
}

// sparse is a set of numbers: the words of its bits that are not zero, each behind its number.
type sparse string

const (
	sparseStep  = 1 + 8  // bytes of a word and its number
	sparseWords = 1 << 8 // that a set has at most
)

func makeSparse(words []uint64) sparse {
	var out []byte
	for i, word := range words {
		if word != 0 {
			out = binary.LittleEndian.AppendUint64(append(out, byte(i)), word)
		}
	}
	return sparse(out)
}

// word is the first word of a set, with its number.
func (s sparse) word() (i uint8, bits uint64) {
	b := s[1:sparseStep] // one check of bounds, and one load
	return s[0], uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// addTo adds the numbers to a set.
func (s sparse) addTo(words []uint64) {
	for ; s != ""; s = s[sparseStep:] {
		i, bits := s.word()
		words[i] |= bits
	}
}

func makeList16(list []int) list16 {
	out := make([]byte, 0, 2*len(list))
	for _, n := range list {
		out = binary.LittleEndian.AppendUint16(out, uint16(n))
	}
	return list16(out)
}

func makeTexts(list []string) texts {
	var all, ends []byte
	for _, s := range list {
		all = append(all, s...)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(all)))
	}
	return texts{list32(ends), string(all)}
}
