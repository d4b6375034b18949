package vector

import (
	"encoding/binary"
	"math"
)

// A step plus the constant zero is a byte, which is stored in halves of 4 bits. The
// constant lies in the middle of the values with the same upper half, so that rounding
// many small steps is not biased. The upper halves of a vector follow its head and fill
// words of 8 bytes, 16 halves in each; two lower halves share a byte.
//
// The head has four numbers of 4 bytes: the length of a step, the factor that estimates
// a cosine from the upper halves, the error bound of that estimate, and the sum of the
// upper halves.
const (
	headBytes = 16
	halfBits  = 4
	halfMask  = 1<<halfBits - 1
	zero      = 120
	// between is the expected value of an unknown lower half.
	between = float64(halfMask) / 2
)

// words is the number of 8-byte words that the upper halves of a vector fill.
func words(dimension int) int { return (dimension + 15) / 16 }

// UpperSize is the size in bytes of the upper half of a vector, with its head.
func UpperSize(dimension int) int { return headBytes + 8*words(dimension) }

// LowerSize is the size in bytes of the lower half of a vector.
func LowerSize(dimension int) int { return (dimension + 1) / 2 }

// AppendUpper appends the upper half of a vector to a block.
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

// AppendLower appends the lower half of a vector.
func AppendLower(b []byte, v Vector) []byte {
	begins := len(b)
	b = append(b, make([]byte, LowerSize(v.Dimension()))...)
	for i, step := range v.Steps {
		b[begins+i/2] |= stepByte(step) & halfMask << (i % 2 * halfBits)
	}
	return b
}

func stepByte(step int8) byte { return byte(int(step) + zero) }

// upperEstimate returns the factor that turns the product of the upper halves with a
// direction into an estimate of the cosine, and the error bound of the estimate.
//
// The upper halves are a vector at a small angle to the original. Their product with a
// direction has two parts: the product with the original, shortened by the cosine of
// this angle, and the product with the part orthogonal to the original. The second is as
// good as random: its size is the tangent of the angle divided by the square root of the
// dimension (Gao and Long, RaBitQ, 2024).
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

// maxDeviations is the error bound in multiples of the usual error. A vector among the
// nearest is lost only when its estimate and that of the last of them are wrong by more,
// in opposite directions. In few dimensions the error is never larger.
const maxDeviations = 2

// upperStep is the value of a step as its upper half alone gives it.
func upperStep(step int8) float64 {
	return float64(stepByte(step)>>halfBits<<halfBits) + between - zero
}
