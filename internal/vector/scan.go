package vector

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// Hit is a vector found by a Scan.
type Hit struct {
	Kind   int // as passed to Block
	Key    Key
	Cosine float64 // of the angle to the query: 1 is the same direction
}

// Scan finds the nearest vectors to a query. Block estimates the cosines from the upper
// halves. Candidates then lists the vectors whose lower halves decide, Refine takes
// these, and Nearest returns the result.
type Scan struct {
	query Vector
	lanes [][4]uint64 // of the query, for each word of a vector
	shift float64     // added to a product of upper halves for lower halves of average size
	limit int

	candidates []candidate
	floor      float64 // vectors with a lower cosine are not among the nearest
	pruneAt    int     // how many may be open before they are gone through
	n          int
	sum        float64 // of all cosines, estimated from the upper halves
}

// candidate is a vector that may be among the nearest.
type candidate struct {
	Hit
	place     int64
	upper     int64 // product of its upper halves with the steps of the query
	scale     float64
	low, high float64 // bounds of the cosine
	refined   bool
}

// NewScan starts a search for the vectors nearest to a query, at most limit of them.
func NewScan(to Vector, most int) *Scan {
	s := &Scan{query: to, lanes: make([][4]uint64, words(to.Dimension())), limit: most, floor: math.Inf(-1),
		pruneAt: minPrune + 2*most}
	for i, step := range to.Steps {
		lane, half := i%16%4, i%16/4
		s.lanes[i/16][lane] |= uint64(stepByte(step)) << (16 * (3 - half))
		s.shift += (between - zero) * float64(step)
	}
	return s
}

// minPrune keeps a scan with a small limit from pruning all the time.
const minPrune = 256

// ErrDamaged reports bytes that AppendKey, AppendUpper or AppendLower did not write.
var ErrDamaged = errors.New("the vectors are damaged")

// Block scans the upper halves of a block of vectors of one kind. The first of them has
// the given place, and the others follow it.
func (s *Scan) Block(kind int, place int64, keys, uppers []byte) error {
	size := UpperSize(s.query.Dimension())
	n := len(uppers) / size
	if len(uppers)%size != 0 || len(keys) != n*KeySize {
		return ErrDamaged
	}
	for i := range n {
		v := uppers[i*size : (i+1)*size]
		upper := s.dot(v[headBytes:]) - zero*int64(binary.LittleEndian.Uint32(v[12:]))
		cosine := (float64(upper<<halfBits) + s.shift) * number(v[4:]) * float64(s.query.Scale)
		low, high := cosine-number(v[8:]), cosine+number(v[8:])
		if !finite(low) || !finite(high) {
			return ErrDamaged
		}
		s.n++
		s.sum += cosine
		if high < s.floor {
			continue
		}
		s.candidates = append(s.candidates, candidate{
			Hit: Hit{Kind: kind, Key: keyAt(keys, i)}, place: place + int64(i),
			upper: upper, scale: number(v), low: low, high: high,
		})
		if len(s.candidates) >= s.pruneAt {
			s.dropFar()
			s.pruneAt = max(s.pruneAt, 2*len(s.candidates))
		}
	}
	return nil
}

// number reads a number of a head.
func number(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }

func finite(x float64) bool { return x-x == 0 }

// dot is the product of upper halves with the bytes of the query.
//
// One multiplication does four products: the halves are the digits of a number to the
// base 2^16, the bytes of the query are the digits of another in reverse order, and the
// fourth digit of the product of both is the sum of the four products. Higher digits
// overflow. The sum of sixteen products is less than 2^16, so there is no carry.
func (s *Scan) dot(halves []byte) int64 {
	var sum uint64
	const digits = 0x000f_000f_000f_000f
	halves = halves[:8*len(s.lanes)]
	for i := range s.lanes {
		lanes := &s.lanes[i]
		word := binary.LittleEndian.Uint64(halves[8*i : 8*i+8])
		sum += (word&digits*lanes[0] + word>>4&digits*lanes[1] + word>>8&digits*lanes[2] + word>>12&digits*lanes[3]) >> 48
	}
	return int64(sum)
}

// dropFar drops the candidates that cannot be among the nearest: those whose upper bound
// is less than the lower bound of the last of the nearest.
func (s *Scan) dropFar() {
	if len(s.candidates) > s.limit {
		slices.SortFunc(s.candidates, func(a, b candidate) int { return cmp.Compare(b.low, a.low) })
		s.floor = math.Inf(1)
		if s.limit > 0 {
			s.floor = s.candidates[s.limit-1].low
		}
		s.candidates = slices.DeleteFunc(s.candidates, func(c candidate) bool { return c.high < s.floor })
	}
}

// Candidates returns the places of the vectors whose lower halves decide, in ascending
// order.
func (s *Scan) Candidates() (places []int64) {
	s.dropFar()
	slices.SortFunc(s.candidates, func(a, b candidate) int { return cmp.Compare(a.place, b.place) })
	for _, c := range s.candidates {
		places = append(places, c.place)
	}
	return places
}

// Refine computes the exact cosine of a candidate from its lower half.
func (s *Scan) Refine(place int64, lower []byte) error {
	byPlace := func(c candidate, place int64) int { return cmp.Compare(c.place, place) }
	i, found := slices.BinarySearchFunc(s.candidates, place, byPlace)
	if !found || len(lower) != LowerSize(s.query.Dimension()) {
		return ErrDamaged
	}
	c := &s.candidates[i]
	product := c.upper << halfBits
	for d, step := range s.query.Steps {
		product += int64(step) * (int64(lower[d/2]>>(d%2*halfBits)&halfMask) - zero)
	}
	if c.Cosine = float64(product) * (c.scale * float64(s.query.Scale)); !finite(c.Cosine) {
		return ErrDamaged
	}
	c.refined = true
	return nil
}

// nearer orders hits by cosine, and hits of the same cosine by kind and key.
func nearer(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Kind, b.Kind), a.Key.compare(b.Key))
}

// Nearest returns the hits, nearest first. The error is ErrDamaged if a candidate was
// not refined.
func (s *Scan) Nearest() (near []Hit, err error) {
	for _, c := range s.candidates {
		if !c.refined {
			return nil, ErrDamaged
		}
		near = append(near, c.Hit)
	}
	slices.SortFunc(near, nearer)
	return near[:min(s.limit, len(near))], nil
}

// Mean is the mean cosine of all scanned vectors, estimated from their upper halves.
func (s *Scan) Mean() float64 {
	if s.n == 0 {
		return 0
	}
	return s.sum / float64(s.n)
}
