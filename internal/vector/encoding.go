package vector

import (
	"encoding/binary"
	"math"
)

// A step is written as a byte, moved up by zero, and the byte in halves of 4 bits. Zero
// lies in the middle of what has the same upper half, so that a vector of many small
// numbers does not look like one of many that lean to one side. The upper halves of a
// vector follow its head and fill whole words of 8 bytes, 16 halves in each; the lower
// halves are two in a byte.
//
// The head says how long a step is, what the upper halves alone are to be taken by to
// come as near to a cosine as they can, how far off that usually is, and the sum of
// the upper halves.
const (
	headBytes = 16
	halfBits  = 4
	halfMask  = 1<<halfBits - 1
	zero      = 120
	// between is what a lower half is taken for while it is not known.
	between = float64(halfMask) / 2
)

// words is how many words of 8 bytes the upper halves of a vector fill.
func words(dimension int) int { return (dimension + 15) / 16 }

// UpperSize is how many bytes the upper half of a vector of a dimension takes in a
// block.
func UpperSize(dimension int) int { return headBytes + 8*words(dimension) }

// LowerSize is how many bytes the lower half of a vector of a dimension takes.
func LowerSize(dimension int) int { return (dimension + 1) / 2 }

// AppendUpper writes the upper half of a vector behind those of a block.
func AppendUpper(block []byte, v Vector) []byte {
	begins := len(block)
	block = append(block, make([]byte, UpperSize(v.Dimension()))...)
	head, halves := block[begins:begins+headBytes], block[begins+headBytes:]
	sum := uint32(0)
	for i, step := range v.Steps {
		half := stepByte(step) >> halfBits
		halves[i/2] |= half << (i % 2 * halfBits)
		sum += uint32(half)
	}
	factor, off := v.upperEstimate()
	binary.LittleEndian.PutUint32(head, math.Float32bits(v.Scale))
	binary.LittleEndian.PutUint32(head[4:], math.Float32bits(factor))
	binary.LittleEndian.PutUint32(head[8:], math.Float32bits(off))
	binary.LittleEndian.PutUint32(head[12:], sum)
	return block
}

// AppendLower writes the lower half of a vector.
func AppendLower(b []byte, v Vector) []byte {
	begins := len(b)
	b = append(b, make([]byte, LowerSize(v.Dimension()))...)
	for i, step := range v.Steps {
		b[begins+i/2] |= stepByte(step) & halfMask << (i % 2 * halfBits)
	}
	return b
}

func stepByte(step int8) byte { return byte(int(step) + zero) }

// upperEstimate is by what the product of the upper halves with a direction is to be
// multiplied to be as near to the cosine as it can be, and how far off it usually is.
//
// The upper halves are a direction of their own, that stands at an angle to the
// vector. Their product is that with the vector, shortened by the cosine of this
// angle, and that with what stands upright on the vector, which is as good as drawn by
// lot: of the size of the angle's tangent, and in so many dimensions as small as their
// square root (Gao and Long, RaBitQ, 2024).
func (v Vector) upperEstimate() (factor, off float32) {
	var own, both, upper float64
	for _, step := range v.Steps {
		s, u := float64(step), upperStep(step)
		own += s * s
		both += s * u
		upper += u * u
	}
	tangent := math.Sqrt(max(0, own*upper/(both*both)-1))
	dimensions := float64(max(1, len(v.Steps)-1))
	return float32(float64(v.Scale) * own / both), float32(min(1, maxDeviations/math.Sqrt(dimensions)) * tangent)
}

// maxDeviations is how many times as far off as usual a product of upper halves may be, while
// it is still thought of. One that is among the nearest is lost only where it and the last
// of them are off by more together, away from each other. In few dimensions they are
// never off by more.
const maxDeviations = 2

// upperStep is a step as its upper half tells it.
func upperStep(step int8) float64 {
	return float64(stepByte(step)>>halfBits<<halfBits) + between - zero
}
