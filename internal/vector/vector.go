// Package vector is an index of directions: which of many vectors point where one
// does. A vector is kept in steps of 8 bits. Their upper halves are looked at with
// all others, in blocks of bytes; the lower halves lie apart and are asked for where
// the upper ones leave it open. Where both lie is a store's to say, and what a vector
// stands for is its asker's. What is found depends on the vectors alone, and not on
// how the blocks came to be.
//
// A flat scan has no parameter that somebody would have to set, and is made anew by
// nothing: 100,000 vectors of 384 dimensions take 40 MB, of which half is read in some
// tens of milliseconds, where asking a model for the one that is looked for takes
// longer.
package vector

import (
	"cmp"
	"encoding/binary"
	"math"
)

// Vector is a direction: numbers from -119 to 119, by Scale of the unit length.
type Vector struct {
	Steps []int8
	Scale float32
}

// Dimension is how many numbers the vector has.
func (v Vector) Dimension() int { return len(v.Steps) }

// Of is the direction of some numbers; false where they have none: where they are
// all zero, or one is no number.
func Of(numbers []float32) (v Vector, ok bool) {
	var square, most float64
	for _, x := range numbers {
		square += float64(x) * float64(x)
		most = max(most, math.Abs(float64(x)))
	}
	length := math.Sqrt(square)
	if !(length > 0) || math.IsInf(length, 0) {
		return Vector{}, false
	}
	v = Vector{Steps: make([]int8, len(numbers)), Scale: float32(most / length / maxStep)}
	for i, x := range numbers {
		v.Steps[i] = int8(math.Round(float64(x) / most * maxStep))
	}
	return v, true
}

// maxStep leaves room for a step's upper half to be rounded, see zero.
const maxStep = 119

// Mean is the direction between some of the same dimension; false where there is
// none.
func Mean(all []Vector) (Vector, bool) {
	if len(all) == 0 {
		return Vector{}, false
	}
	sum := make([]float32, all[0].Dimension())
	for _, v := range all {
		if v.Dimension() != len(sum) {
			return Vector{}, false
		}
		for i, step := range v.Steps {
			sum[i] += float32(step) * v.Scale
		}
	}
	return Of(sum)
}

// Key says what a vector stands for: a text of a record, by its digest, so that a
// vector of what the record no longer says can be told.
type Key struct {
	ID   int64
	Text uint64
}

func (k Key) compare(other Key) int {
	return cmp.Or(cmp.Compare(k.ID, other.ID), cmp.Compare(k.Text, other.Text))
}

// BlockSize is how many vectors a block has. A store reads a block at once, and
// writes it anew when one of its vectors goes.
const BlockSize = 256

// KeySize is how many bytes a key takes in a block.
const KeySize = 16

// AppendKey writes a key behind those of a block.
func AppendKey(keys []byte, k Key) []byte {
	keys = binary.LittleEndian.AppendUint64(keys, uint64(k.ID))
	return binary.LittleEndian.AppendUint64(keys, k.Text)
}

// Keys are those of a block; nil where the bytes are not those of keys.
func Keys(b []byte) (keys []Key) {
	if len(b)%KeySize != 0 {
		return nil
	}
	keys = make([]Key, len(b)/KeySize)
	for i := range keys {
		keys[i] = keyAt(b, i)
	}
	return keys
}

func keyAt(b []byte, i int) Key {
	b = b[i*KeySize:]
	return Key{ID: int64(binary.LittleEndian.Uint64(b)), Text: binary.LittleEndian.Uint64(b[8:])}
}
