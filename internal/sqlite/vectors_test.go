package sqlite

import (
	"math/rand/v2"
	"testing"

	"assister/internal/vector"
	"assister/internal/workspace"
)

// BenchmarkVectors100k reads 100,000 vectors of 384 dimensions and compares each, as a
// search does. Read measures only the store.
func BenchmarkVectors100k(b *testing.B) {
	const n, dimension = 100_000, 384
	s := fresh(b)
	random := rand.New(rand.NewPCG(1, 2))
	numbers := make([]float32, dimension)
	to := vector.Vector{}
	was, next := vector.State{}, vector.State{Model: "m", Dimension: dimension}
	for from := 0; from < n; from += 100 * vector.BlockSize {
		var add []vector.Entry
		for i := range min(100*vector.BlockSize, n-from) {
			for j := range numbers {
				numbers[j] = random.Float32() - 0.5
			}
			to, _ = vector.Of(numbers)
			add = append(add, vector.Entry{Key: vector.Key{ID: int64(from + i + 1)}, Vector: to})
		}
		if err := s.KeepVectors(ctx, was, vector.Change{State: next, Add: add}); err != nil {
			b.Fatal(err)
		}
		was = next
	}
	read := func(b *testing.B, fn func(int, int64, []byte, []byte) error) {
		view(b, s, func(r workspace.Reader) error { return r.VectorBlocks(nil, fn) })
	}
	b.Run("Read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			read(b, func(int, int64, []byte, []byte) error { return nil })
		}
	})
	b.Run("Search", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			scan := vector.NewScan(to, 200)
			read(b, scan.Block)
			view(b, s, func(r workspace.Reader) error { return r.VectorLowers(scan.Candidates(), scan.Refine) })
			if _, err := scan.Nearest(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
