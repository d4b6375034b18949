package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// block writes vectors into one, with keys from 1 on.
func block(vectors ...Vector) (keys, bytes []byte) {
	for i, v := range vectors {
		keys = AppendKey(keys, Key{ID: int64(i + 1), Text: uint64(i)})
		bytes = AppendVector(bytes, v)
	}
	return keys, bytes
}

func of(t interface{ Fatalf(string, ...any) }, numbers []float32) Vector {
	v, ok := Of(numbers)
	if !ok {
		t.Fatalf("%v has no direction", numbers)
	}
	return v
}

// exact is the cosine of the angle between two vectors.
func exact(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}

func TestTheCosineIsThatOfTheVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dimension := rapid.IntRange(1, 40).Draw(t, "dimension")
		numbers := rapid.SliceOfN(rapid.Float32Range(-10, 10).Filter(func(x float32) bool { return x == 0 || math.Abs(float64(x)) > 1e-3 }), dimension, dimension).
			Filter(func(v []float32) bool { return slices.ContainsFunc(v, func(x float32) bool { return x != 0 }) })
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		s := NewScan(of(t, a), 1)
		keys, bytes := block(of(t, b))
		if err := s.Block(3, keys, bytes); err != nil {
			t.Fatal(err)
		}
		got := s.Nearest()
		// Half a step in each of the numbers of both.
		tolerance := math.Sqrt(float64(dimension)) / stepsMost
		if len(got) != 1 || math.Abs(got[0].Cosine-exact(a, b)) > tolerance || got[0].Kind != 3 || got[0].Key != (Key{1, 0}) {
			t.Fatalf("%+v, want %v within %v", got, exact(a, b), tolerance)
		}
	})
}

func TestTheLargestVectorsRunOverNothing(t *testing.T) {
	const dimension = 1 << 16
	ends := make([]float32, dimension)
	for i := range ends {
		ends[i] = 1
	}
	other := slices.Clone(ends)
	for i := range other {
		other[i] = -1
	}
	s := NewScan(of(t, ends), 2)
	keys, bytes := block(of(t, ends), of(t, other))
	if err := s.Block(0, keys, bytes); err != nil {
		t.Fatal(err)
	}
	if got := s.Nearest(); math.Abs(got[0].Cosine-1) > 1e-3 || math.Abs(got[1].Cosine+1) > 1e-3 {
		t.Errorf("%+v", got)
	}
}

func TestTheNearestAreThoseThatALookAtAllFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, most := rapid.IntRange(0, 60).Draw(t, "n"), rapid.IntRange(0, 12).Draw(t, "most")
		vectors := make([]Vector, n)
		for i := range vectors {
			vectors[i] = of(t, []float32{1, float32(rapid.IntRange(-3, 3).Draw(t, "x")), float32(rapid.IntRange(-3, 3).Draw(t, "y"))})
		}
		to := of(t, []float32{1, 1, 0})
		all, some := NewScan(to, n), NewScan(to, most)
		keys, bytes := block(vectors...)
		cut := rapid.IntRange(0, n).Draw(t, "cut")
		size := Size(3)
		for _, s := range []*Scan{all, some} {
			for _, part := range [][2]int{{cut, n}, {0, cut}} { // in any order
				if err := s.Block(0, keys[part[0]*KeySize:part[1]*KeySize], bytes[part[0]*size:part[1]*size]); err != nil {
					t.Fatal(err)
				}
			}
		}
		want := all.Nearest()
		want = want[:min(most, len(want))]
		if got := some.Nearest(); !slices.Equal(got, want) || some.Seen() != n {
			t.Fatalf("%v, want %v of %d", got, want, some.Seen())
		}
		if !slices.IsSortedFunc(want, nearer) {
			t.Fatal("not the nearest first")
		}
	})
}

func TestWhatHasNoDirectionIsNone(t *testing.T) {
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

func TestBytesThatWereNotWrittenSoAreDamage(t *testing.T) {
	v := of(t, []float32{1, 2, 3})
	keys, bytes := block(v, v)
	for name, b := range map[string][2][]byte{
		"a vector is cut":   {keys, bytes[:len(bytes)-1]},
		"a key is missing":  {keys[:KeySize], bytes},
		"another dimension": {keys, AppendVector(AppendVector(nil, of(t, make1(9))), of(t, make1(9)))},
		"a scale is none":   {keys, append([]byte{0xff, 0xff, 0xff, 0xff}, bytes[4:]...)},
	} {
		if err := NewScan(v, 1).Block(0, b[0], b[1]); err != ErrDamaged {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Keys(keys[1:]) != nil {
		t.Error("keys that are cut are keys")
	}
	if got := Keys(keys); !slices.Equal(got, []Key{{1, 0}, {2, 1}}) {
		t.Errorf("%v", got)
	}
}

func make1(n int) []float32 {
	v := make([]float32, n)
	v[0] = 1
	return v
}

func TestTheMeanIsThatOfAllThatWasLookedAt(t *testing.T) {
	s := NewScan(of(t, []float32{1, 0}), 1)
	if s.Mean() != 0 {
		t.Error("nothing has a mean")
	}
	keys, bytes := block(of(t, []float32{1, 0}), of(t, []float32{0, 1}), of(t, []float32{0, 1}), of(t, []float32{-1, 1}))
	if err := s.Block(0, keys, bytes); err != nil {
		t.Fatal(err)
	}
	if got, want := s.Mean(), (1-math.Sqrt(0.5))/4; math.Abs(got-want) > 0.01 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestStepsFindWhatNumbersFind compares with the cosines of the numbers that the
// steps were made of, where it is hardest: nothing is near to anything.
func TestStepsFindWhatNumbersFind(t *testing.T) {
	const n, dimension, most, tries = 2000, 384, 10, 20
	numbers, keys, bytes := random(n, dimension)
	found := 0
	for q := range tries {
		to := numbers[q]
		s := NewScan(of(t, to), most)
		if err := s.Block(0, keys, bytes); err != nil {
			t.Fatal(err)
		}
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
		for _, h := range s.Nearest() {
			if slices.Contains(order[:most], int(h.Key.ID)-1) {
				found++
			}
		}
	}
	if share := float64(found) / (tries * most); share < 0.97 {
		t.Errorf("%.3f of the nearest are found", share)
	}
}

func random(n, dimension int) (numbers [][]float32, keys, bytes []byte) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		v := make([]float32, dimension)
		for j := range v {
			v[j] = float32(r.NormFloat64())
		}
		w, _ := Of(v)
		numbers, keys, bytes = append(numbers, v), AppendKey(keys, Key{ID: int64(i + 1)}), AppendVector(bytes, w)
	}
	return numbers, keys, bytes
}

// BenchmarkScan is the work on 100,000 vectors in memory, of which reading them
// takes as much again (see sqlite).
func BenchmarkScan(b *testing.B) {
	const dimension = 384
	numbers, keys, bytes := random(1000, dimension)
	to, _ := Of(numbers[0])
	b.ReportAllocs()
	for b.Loop() {
		s := NewScan(to, 50)
		for range 100 {
			if err := s.Block(0, keys, bytes); err != nil {
				b.Fatal(err)
			}
		}
	}
}
