package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// shelf has vectors as a store does: a block, with keys and places from 1.
type shelf struct {
	keys, uppers []byte
	lowers       [][]byte
}

func shelved(vectors ...Vector) (s shelf) {
	for i, v := range vectors {
		s.keys = AppendKey(s.keys, Key{ID: int64(i + 1), Text: uint64(i)})
		s.uppers = AppendUpper(s.uppers, v)
		s.lowers = append(s.lowers, AppendLower(nil, v))
	}
	return s
}

// part scans some of the vectors.
func (s shelf) part(scan *Scan, from, to int) error {
	size := UpperSize(scan.query.Dimension())
	return scan.Block(3, int64(from+1), s.keys[from*KeySize:to*KeySize], s.uppers[from*size:to*size])
}

// settle gives a scan the lower halves that it needs.
func (s shelf) settle(scan *Scan) error {
	for _, place := range scan.Candidates() {
		if err := scan.Refine(place, s.lowers[place-1]); err != nil {
			return err
		}
	}
	return nil
}

// nearest scans all vectors, beginning at the cut.
func (s shelf) nearest(t rapid.TB, to Vector, most, cut int) []Hit {
	t.Helper()
	scan := NewScan(to, most)
	for _, err := range []error{s.part(scan, cut, len(s.lowers)), s.part(scan, 0, cut), s.settle(scan)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if scan.n != len(s.lowers) {
		t.Fatalf("%d of %d vectors were looked at", scan.n, len(s.lowers))
	}
	hits, err := scan.Nearest()
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// byAll returns the nearest vectors by comparing all numbers of each.
func byAll(to Vector, vectors []Vector, most int) (hits []Hit) {
	for i, v := range vectors {
		dot := int64(0)
		for d := range v.Steps {
			dot += int64(v.Steps[d]) * int64(to.Steps[d])
		}
		hits = append(hits, Hit{3, Key{int64(i + 1), uint64(i)}, float64(dot) * (float64(v.Scale) * float64(to.Scale))})
	}
	slices.SortFunc(hits, nearer)
	return hits[:min(most, len(hits))]
}

func of(t interface{ Fatalf(string, ...any) }, numbers []float32) Vector {
	v, ok := Of(numbers)
	if !ok {
		t.Fatalf("%v has no direction", numbers)
	}
	return v
}

// exact returns the cosine of the angle between two vectors.
func exact(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}

func TestCosine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dimension := rapid.IntRange(1, 40).Draw(t, "dimension")
		numbers := rapid.SliceOfN(rapid.Float32Range(-10, 10).Filter(func(x float32) bool { return x == 0 || math.Abs(float64(x)) > 1e-3 }), dimension, dimension).
			Filter(func(v []float32) bool { return slices.ContainsFunc(v, func(x float32) bool { return x != 0 }) })
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		got := shelved(of(t, b)).nearest(t, of(t, a), 1, 0)
		// The rounding error is half a step in each number of both vectors.
		tolerance := math.Sqrt(float64(dimension)) / maxStep
		if len(got) != 1 || math.Abs(got[0].Cosine-exact(a, b)) > tolerance || got[0].Kind != 3 || got[0].Key != (Key{1, 0}) {
			t.Fatalf("%+v, want %v within %v", got, exact(a, b), tolerance)
		}
	})
}

func TestTheLargestVectorsDoNotOverflow(t *testing.T) {
	const dimension = 1 << 16
	ends := make([]float32, dimension)
	for i := range ends {
		ends[i] = 1
	}
	other := slices.Clone(ends)
	for i := range other {
		other[i] = -1
	}
	got := shelved(of(t, ends), of(t, other)).nearest(t, of(t, ends), 2, 0)
	if math.Abs(got[0].Cosine-1) > 1e-3 || math.Abs(got[1].Cosine+1) > 1e-3 {
		t.Errorf("%+v", got)
	}
}

// TestNearestEqualsAFullScan has few dimensions, in which the upper halves have their
// largest errors.
func TestNearestEqualsAFullScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, most := rapid.IntRange(0, 60).Draw(t, "n"), rapid.IntRange(0, 12).Draw(t, "most")
		number := rapid.OneOf(rapid.Float32Range(-1, 1), rapid.SampledFrom([]float32{-3, 0, 1, 3}))
		vectors := make([]Vector, n)
		for i := range vectors {
			vectors[i] = of(t, []float32{1, number.Draw(t, "x"), number.Draw(t, "y")})
		}
		to := of(t, []float32{1, number.Draw(t, "x"), 0})
		cut := rapid.IntRange(0, n).Draw(t, "cut")
		if got, want := shelved(vectors...).nearest(t, to, most, cut), byAll(to, vectors, most); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// TestUpperHalvesMissNoNeighbor has as many dimensions as models have, in which the errors
// are random: with random numbers, with texts of few subjects, with some numbers much
// larger than the rest, and with mostly zeros.
func TestUpperHalvesMissNoNeighbor(t *testing.T) {
	const n, dimension, most, tries = 3000, 384, 50, 20
	for name, shape := range map[string]func(r *rand.Rand, v []float32){
		"any": func(*rand.Rand, []float32) {},
		"subjects": func(r *rand.Rand, v []float32) {
			about := rand.New(rand.NewPCG(uint64(r.IntN(12)), 1))
			for i := range v {
				v[i] = 0.4*v[i] + float32(about.NormFloat64())
			}
		},
		"large numbers": func(_ *rand.Rand, v []float32) {
			v[7] = v[7]*2 + 5
			v[300] = v[300]*2 - 7
		},
		"zeros": func(r *rand.Rand, v []float32) {
			for i := range v {
				if r.IntN(8) > 0 {
					v[i] = 0
				}
			}
		},
		"all above zero": func(_ *rand.Rand, v []float32) {
			for i := range v {
				v[i] = float32(math.Abs(float64(v[i])))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			vectors := make([]Vector, n)
			for i := range vectors {
				v := normal(r, dimension)
				shape(r, v)
				vectors[i] = of(t, v)
			}
			all := shelved(vectors...)
			asked := 0
			for i := range tries {
				v := normal(r, dimension)
				shape(r, v)
				to := of(t, v)
				if i%2 == 0 {
					to = vectors[i]
				}
				if got, want := all.nearest(t, to, most, i*100), byAll(to, vectors, most); !slices.Equal(got, want) {
					t.Errorf("try %d: %v, want %v", i, got, want)
				}
				scan := NewScan(to, most)
				if err := all.part(scan, 0, n); err != nil {
					t.Fatal(err)
				}
				asked += len(scan.Candidates())
			}
			t.Logf("%d of %d lower halves are asked for", asked/tries, n)
			if asked/tries > n/3 {
				t.Errorf("%d of %d lower halves are asked for", asked/tries, n)
			}
		})
	}
}

func TestInvalidVectorsHaveNoDirection(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, numbers := range [][]float32{nil, {}, {0, 0}, {1, nan}, {nan, 1}, {inf, 1}, {1, -inf}} {
		if _, ok := Of(numbers); ok {
			t.Errorf("%v has a direction", numbers)
		}
	}
	if _, ok := Of([]float32{math.MaxFloat32, math.SmallestNonzeroFloat32}); !ok {
		t.Error("a long vector has none")
	}
	right, left, short := of(t, []float32{5, 0}), of(t, []float32{-1, 0}), of(t, []float32{1})
	for _, all := range [][]Vector{nil, {right, left}, {right, short}} {
		if v, ok := Mean(all); ok {
			t.Errorf("%v has the mean %v", all, v)
		}
	}
	if v, ok := Mean([]Vector{right, of(t, []float32{0, 1})}); !ok || v.Steps[0] != v.Steps[1] {
		t.Errorf("a mean of directions depends on lengths: %v", v)
	}
}

func TestInvalidBytesAreDamage(t *testing.T) {
	v := of(t, []float32{1, 2, 3})
	s := shelved(v, v)
	long := shelved(of(t, make1(17)), of(t, make1(17)))
	none := []byte{0xff, 0xff, 0xff, 0xff}
	for name, b := range map[string][2][]byte{
		"a vector is cut":   {s.keys, s.uppers[:len(s.uppers)-1]},
		"a key is missing":  {s.keys[:KeySize], s.uppers},
		"another dimension": {s.keys, long.uppers},
		"a factor is none":  {s.keys, slices.Concat(s.uppers[:4], none, s.uppers[8:])},
		"nothing is near":   {s.keys, slices.Concat(s.uppers[:8], none, s.uppers[12:])},
	} {
		if err := NewScan(v, 1).Block(0, 1, b[0], b[1]); err != ErrDamaged {
			t.Errorf("%s: %v", name, err)
		}
	}
	scan := NewScan(v, 1)
	if err := s.part(scan, 0, 2); err != nil {
		t.Fatal(err)
	}
	if _, err := scan.Nearest(); err != ErrDamaged {
		t.Errorf("a lower half is missing: %v", err)
	}
	if err := scan.Refine(scan.Candidates()[0], long.lowers[0]); err != ErrDamaged {
		t.Errorf("a lower half of another dimension: %v", err)
	}
	if err := scan.Refine(99, s.lowers[0]); err != ErrDamaged {
		t.Errorf("a lower half of nothing: %v", err)
	}
	for at := range s.lowers {
		copy(s.uppers[at*UpperSize(3):], none)
	}
	if scan = NewScan(v, 1); s.part(scan, 0, 2) != nil || s.settle(scan) != ErrDamaged {
		t.Error("a scale that is none is not seen")
	}
	if Keys(s.keys[1:]) != nil {
		t.Error("keys that are cut are keys")
	}
	if got := Keys(s.keys); !slices.Equal(got, []Key{{1, 0}, {2, 1}}) {
		t.Errorf("%v", got)
	}
}

func make1(n int) []float32 {
	v := make([]float32, n)
	v[0] = 1
	return v
}

func TestTheMeanCoversAllScannedVectors(t *testing.T) {
	if NewScan(of(t, []float32{1, 0}), 1).Mean() != 0 {
		t.Error("nothing has a mean")
	}
	r := rand.New(rand.NewPCG(3, 4))
	to := normal(r, 384)
	var vectors []Vector
	want := 0.0
	for range 100 {
		v := normal(r, 384)
		for i := range v {
			v[i] += to[i]
		}
		vectors = append(vectors, of(t, v))
		want += exact(v, to) / 100
	}
	scan := NewScan(of(t, to), 1)
	if err := shelved(vectors...).part(scan, 0, 100); err != nil {
		t.Fatal(err)
	}
	if got := scan.Mean(); math.Abs(got-want) > 0.005 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestQuantizedVectorsFindTheSameNeighbors compares with the cosines of the original
// numbers, in the hardest case: no vector is near another.
func TestQuantizedVectorsFindTheSameNeighbors(t *testing.T) {
	const n, dimension, most, tries = 2000, 384, 10, 20
	numbers, all := random(n, dimension)
	found := 0
	for q := range tries {
		to := numbers[q]
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			if exact(to, numbers[a]) > exact(to, numbers[b]) {
				return -1
			}
			return 1
		})
		for _, h := range all.nearest(t, of(t, to), most, 0) {
			if slices.Contains(order[:most], int(h.Key.ID)-1) {
				found++
			}
		}
	}
	if share := float64(found) / (tries * most); share < 0.97 {
		t.Errorf("%.3f of the nearest are found", share)
	}
}

func normal(r *rand.Rand, dimension int) []float32 {
	v := make([]float32, dimension)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

func random(n, dimension int) (numbers [][]float32, all shelf) {
	r := rand.New(rand.NewPCG(1, 2))
	vectors := make([]Vector, n)
	for i := range n {
		numbers = append(numbers, normal(r, dimension))
		vectors[i], _ = Of(numbers[i])
	}
	return numbers, shelved(vectors...)
}

// BenchmarkScan measures the scan of the upper halves of 100,000 vectors in memory.
// Reading them takes four times as long (see sqlite).
func BenchmarkScan(b *testing.B) {
	numbers, all := random(1000, 384)
	to, _ := Of(numbers[0])
	b.ReportAllocs()
	for b.Loop() {
		s := NewScan(to, 200)
		for range 100 {
			if err := all.part(s, 0, 1000); err != nil {
				b.Fatal(err)
			}
		}
		if len(s.Candidates()) == 0 {
			b.Fatal("nothing is near")
		}
	}
}
