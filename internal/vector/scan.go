package vector

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// Hit is a vector that was found.
type Hit struct {
	Kind   int // as Block was told
	Key    Key
	Cosine float64 // of the angle to what is looked for: 1 is the same direction
}

// Scan looks at vectors block by block, and keeps the nearest to one.
type Scan struct {
	dimension int
	scale     float64
	lanes     [][4]uint64 // of what is looked for, for each word of a vector
	raised    int64       // the sum of its bytes
	most      int

	near []Hit // a heap, the farthest first
	n    int
	sum  float64 // of all cosines
}

// NewScan looks for the nearest to a vector, at most so many.
func NewScan(to Vector, most int) *Scan {
	s := &Scan{dimension: to.Dimension(), scale: float64(to.Scale), lanes: make([][4]uint64, words(to.Dimension())), most: most}
	bytes := AppendVector(nil, to)
	s.raised = int64(binary.LittleEndian.Uint32(bytes[4:]))
	for w := range s.lanes {
		b := bytes[headBytes+8*w:]
		for i := range s.lanes[w] {
			s.lanes[w][i] = uint64(b[i])<<32 | uint64(b[i+4])
		}
	}
	return s
}

// ErrDamaged is of bytes that are not those that were written.
var ErrDamaged = errors.New("the vectors are damaged")

// Block looks at the vectors of a block, with their keys; kind is what all of them
// are of.
func (s *Scan) Block(kind int, keys, vectors []byte) error {
	size := Size(s.dimension)
	n := len(vectors) / size
	if len(vectors)%size != 0 || len(keys) != n*KeySize {
		return ErrDamaged
	}
	for i := range n {
		v := vectors[i*size : (i+1)*size]
		scale := float64(math.Float32frombits(binary.LittleEndian.Uint32(v)))
		cosine := float64(s.dot(v)) * scale * s.scale
		if math.IsNaN(cosine) || math.IsInf(cosine, 0) {
			return ErrDamaged
		}
		s.n++
		s.sum += cosine
		if len(s.near) < s.most || s.most > 0 && cosine >= s.near[0].Cosine {
			s.offer(Hit{kind, keyAt(keys, i), cosine})
		}
	}
	return nil
}

// dot is the product of the steps of both vectors.
//
// Two bytes are multiplied by one multiplication of words: with the bytes a and b
// in the halves of one word, and d and c in those of another, the upper half of the
// product is ac + bd. Sums stay within a half for any dimension that there is
// (65,536), so that nothing runs over from the lower one. It takes two thirds of
// the time of one byte after the other.
func (s *Scan) dot(vector []byte) int64 {
	const halves = 0x000000ff_000000ff
	var a, b, c, d uint64
	steps := vector[headBytes:][:8*len(s.lanes)]
	for i := range s.lanes {
		lanes := &s.lanes[i]
		word := binary.LittleEndian.Uint64(steps[8*i : 8*i+8])
		a += (word & halves) * lanes[0]
		b += (word >> 8 & halves) * lanes[1]
		c += (word >> 16 & halves) * lanes[2]
		d += (word >> 24 & halves) * lanes[3]
	}
	return int64(a>>32+b>>32+c>>32+d>>32) - zero*(s.raised+int64(binary.LittleEndian.Uint32(vector[4:]))) + zero*zero*int64(8*len(s.lanes))
}

// nearer orders hits, those of the same angle by what they are.
func nearer(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Kind, b.Kind), a.Key.compare(b.Key))
}

func (s *Scan) offer(h Hit) {
	if len(s.near) < s.most {
		s.near = append(s.near, h)
		for i := len(s.near) - 1; i > 0 && nearer(s.near[(i-1)/2], s.near[i]) < 0; i = (i - 1) / 2 {
			s.near[i], s.near[(i-1)/2] = s.near[(i-1)/2], s.near[i]
		}
		return
	}
	if nearer(h, s.near[0]) > 0 {
		return
	}
	s.near[0] = h
	for i := 0; ; {
		far := i
		for _, below := range [...]int{2*i + 1, 2*i + 2} {
			if below < len(s.near) && nearer(s.near[below], s.near[far]) > 0 {
				far = below
			}
		}
		if far == i {
			return
		}
		s.near[i], s.near[far] = s.near[far], s.near[i]
		i = far
	}
}

// Nearest are the hits, the nearest first.
func (s *Scan) Nearest() []Hit {
	sorted := slices.Clone(s.near)
	slices.SortFunc(sorted, nearer)
	return sorted
}

// Seen is how many vectors were looked at.
func (s *Scan) Seen() int { return s.n }

// Mean is the mean of the cosines of all that was looked at.
func (s *Scan) Mean() float64 {
	if s.n == 0 {
		return 0
	}
	return s.sum / float64(s.n)
}
