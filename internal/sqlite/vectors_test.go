package sqlite

import (
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/fulltext"
	"assister/internal/schema"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// pointing returns a vector with a direction that no other key has.
func pointing(k vector.Key) vector.Vector {
	v, _ := vector.Of([]float32{float32(k.ID + 1), float32(k.Text) - 1, 1})
	return v
}

// keptVectors returns the keys of the stored vectors, by kind. Each must be there once,
// with its vector, and at most one block of a kind may be incomplete.
func keptVectors(t testing.TB, s *Store) (all map[int]map[vector.Key]bool) {
	t.Helper()
	all = map[int]map[vector.Key]bool{}
	roomy := map[int]bool{}
	lowers := allLowers(t, s)
	defer func() {
		if len(lowers) > 0 {
			t.Errorf("%d lower halves are of no vector", len(lowers))
		}
	}()
	view(t, s, func(r workspace.Reader) error {
		return r.VectorBlocks(nil, func(kind int, place int64, keys, uppers []byte) error {
			of := vector.Keys(keys)
			if len(of) < vector.BlockSize {
				if roomy[kind] {
					t.Errorf("two blocks of %s have room", schema.Kinds[kind].Name)
				}
				roomy[kind] = true
			}
			if all[kind] == nil {
				all[kind] = map[vector.Key]bool{}
			}
			for i, k := range of {
				if all[kind][k] {
					t.Errorf("%v is there twice", k)
				}
				all[kind][k] = true
				if !slices.Equal(uppers[i*vector.UpperSize(3):][:vector.UpperSize(3)], vector.AppendUpper(nil, pointing(k))) {
					t.Errorf("%v has another upper half", k)
				}
				if !slices.Equal(lowers[place+int64(i)], vector.AppendLower(nil, pointing(k))) {
					t.Errorf("%v has another lower half", k)
				}
				delete(lowers, place+int64(i))
			}
			return nil
		})
	})
	return all
}

// allLowers returns the stored lower halves, by their places.
func allLowers(t testing.TB, s *Store) map[int64][]byte {
	t.Helper()
	lowers := map[int64][]byte{}
	view(t, s, func(v workspace.Reader) error {
		r := v.(reader)
		return r.Each("read", "SELECT place, lower FROM vector_lower", func(row []driver.Value) error {
			lowers[row[0].(int64)] = row[1].([]byte)
			return nil
		})
	})
	return lowers
}

func TestVectorsRoundTrip(t *testing.T) {
	s := fresh(t)
	rapid.Check(t, func(rt *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		want := map[int]map[vector.Key]bool{}
		var was vector.State
		view(t, s, func(r workspace.Reader) (err error) {
			was, err = r.Vectors()
			return err
		})
		for step := range rapid.IntRange(1, 4).Draw(rt, "steps") {
			change := vector.Change{State: vector.State{Model: "m", Dimension: 3, From: "f", Batch: int64(step)}, Reset: step == 0, Drop: map[int][]vector.Key{}}
			for _, kind := range []int{0, 3} {
				if want[kind] == nil {
					want[kind] = map[vector.Key]bool{}
				}
				for k := range want[kind] {
					if random.IntN(9) == 0 {
						change.Drop[kind] = append(change.Drop[kind], k)
						delete(want[kind], k)
					}
				}
				for range random.IntN(500) {
					k := vector.Key{ID: random.Int64N(1000), Text: random.Uint64N(3)}
					if !slices.Contains(change.Drop[kind], k) {
						change.Add = append(change.Add, vector.Entry{Kind: kind, Key: k, Vector: pointing(k)})
						want[kind][k] = true
					}
				}
			}
			if err := s.KeepVectors(ctx, was, change); err != nil {
				rt.Fatal(err)
			}
			was = change.State
		}
		kept := keptVectors(t, s)
		for kind, keys := range want {
			if len(keys) != len(kept[kind]) {
				rt.Fatalf("%d are kept of %d", len(kept[kind]), len(keys))
			}
			for k := range keys {
				if !kept[kind][k] {
					rt.Fatalf("%v is lost", k)
				}
			}
		}
	})
}

func TestConcurrentlyChangedVectorsAreKept(t *testing.T) {
	s := fresh(t)
	mine := vector.Change{State: vector.State{Model: "mine", Dimension: 3}, Reset: true, Add: []vector.Entry{{Key: vector.Key{ID: 1}, Vector: pointing(vector.Key{ID: 1})}}}
	if err := s.KeepVectors(ctx, vector.State{}, mine); err != nil {
		t.Fatal(err)
	}
	theirs := vector.Change{State: vector.State{Model: "theirs", Dimension: 9}, Reset: true}
	if err := s.KeepVectors(ctx, vector.State{}, theirs); !errors.Is(err, vector.ErrConflict) {
		t.Errorf("%v", err)
	}
	if kept := keptVectors(t, s); len(kept[0]) != 1 {
		t.Errorf("%v", kept)
	}
}

func TestOnlyVectorsOfTheGivenKindsAreRead(t *testing.T) {
	s := fresh(t)
	var add []vector.Entry
	for kind := range 3 {
		k := vector.Key{ID: int64(kind + 1)}
		add = append(add, vector.Entry{Kind: kind, Key: k, Vector: pointing(k)})
	}
	if err := s.KeepVectors(ctx, vector.State{}, vector.Change{State: vector.State{Model: "m", Dimension: 3}, Reset: true, Add: add}); err != nil {
		t.Fatal(err)
	}
	for want, kinds := range map[int][]bool{3: nil, 1: append([]bool{false, true}, make([]bool, len(schema.Kinds)-2)...), 0: make([]bool, len(schema.Kinds))} {
		n := 0
		view(t, s, func(r workspace.Reader) error {
			return r.VectorBlocks(kinds, func(kind int, _ int64, _, _ []byte) error {
				if n++; kinds != nil && !kinds[kind] {
					t.Errorf("a block of %s", schema.Kinds[kind].Name)
				}
				return nil
			})
		})
		if n != want {
			t.Errorf("%d blocks, want %d", n, want)
		}
	}
}

func TestDamagedVectorsAreRemovedByTheNextWrite(t *testing.T) {
	s := fresh(t)
	is := vector.State{Model: "m", Dimension: 3}
	entry := func(id int64) vector.Entry {
		k := vector.Key{ID: id}
		return vector.Entry{Key: k, Vector: pointing(k)}
	}
	if err := s.KeepVectors(ctx, vector.State{}, vector.Change{State: is, Reset: true, Add: []vector.Entry{entry(1), entry(2)}}); err != nil {
		t.Fatal(err)
	}
	by(t, s, "UPDATE vector_block SET uppers = substr(uppers, 1, 20)")
	view(t, s, func(r workspace.Reader) error {
		return r.VectorKeys(false, func(_ int, keys []vector.Key) error {
			t.Errorf("%v have vectors", keys)
			return nil
		})
	})
	if err := s.KeepVectors(ctx, is, vector.Change{State: is, Add: []vector.Entry{entry(2)}}); err != nil {
		t.Fatal(err)
	}
	if kept := keptVectors(t, s); len(kept[0]) != 1 || !kept[0][vector.Key{ID: 2}] {
		t.Errorf("%v", kept)
	}
}

func TestAVectorWithoutItsLowerHalfIsRemovedByTheNextWrite(t *testing.T) {
	s := fresh(t)
	is := vector.State{Model: "m", Dimension: 3}
	keep := func(was vector.State, ids ...int64) {
		change := vector.Change{State: is}
		for _, id := range ids {
			change.Add = append(change.Add, vector.Entry{Key: vector.Key{ID: id}, Vector: pointing(vector.Key{ID: id})})
		}
		if err := s.KeepVectors(ctx, was, change); err != nil {
			t.Fatal(err)
		}
	}
	keep(vector.State{}, 1, 2)
	by(t, s, "DELETE FROM vector_lower WHERE place = (SELECT min(place) FROM vector_lower)")
	for whole, want := range map[bool]int{true: 1, false: 2} {
		view(t, s, func(r workspace.Reader) error {
			return r.VectorKeys(whole, func(_ int, keys []vector.Key) error {
				if len(keys) != want {
					t.Errorf("%v have vectors, want %d", keys, want)
				}
				return nil
			})
		})
	}
	keep(is, 3)
	if kept := keptVectors(t, s); len(kept[0]) != 2 || kept[0][vector.Key{ID: 1}] {
		t.Errorf("%v", kept)
	}
}

func TestAVectorReplacesTheOneWithItsKey(t *testing.T) {
	s := fresh(t)
	is := vector.State{Model: "m", Dimension: 3}
	key := vector.Key{ID: 1}
	other, _ := vector.Of([]float32{-1, 5, 2})
	for i, v := range []vector.Vector{other, pointing(key)} {
		was := is
		if i == 0 {
			was = vector.State{}
		}
		if err := s.KeepVectors(ctx, was, vector.Change{State: is, Add: []vector.Entry{{Key: key, Vector: v}}}); err != nil {
			t.Fatal(err)
		}
	}
	if kept := keptVectors(t, s); len(kept[0]) != 1 {
		t.Errorf("%v", kept)
	}
}

func TestLowerHalvesBelongToTheirPlaces(t *testing.T) {
	s := fresh(t)
	var add []vector.Entry
	for id := range int64(3) {
		add = append(add, vector.Entry{Key: vector.Key{ID: id}, Vector: pointing(vector.Key{ID: id})})
	}
	if err := s.KeepVectors(ctx, vector.State{}, vector.Change{State: vector.State{Model: "m", Dimension: 3}, Add: add}); err != nil {
		t.Fatal(err)
	}
	view(t, s, func(r workspace.Reader) error {
		first := int64(0)
		if err := r.VectorBlocks(nil, func(_ int, place int64, _, _ []byte) error {
			first = place
			return nil
		}); err != nil {
			return err
		}
		var places []int64
		err := r.VectorLowers([]int64{first + 2, first, 999_999}, func(place int64, lower []byte) error {
			places = append(places, place)
			if want := vector.AppendLower(nil, pointing(vector.Key{ID: place - first})); !slices.Equal(lower, want) {
				t.Errorf("%d: %v, want %v", place, lower, want)
			}
			return nil
		})
		if !slices.Equal(places, []int64{first, first + 2}) {
			t.Errorf("%v", places)
		}
		return err
	})
}

func TestMovedIsBounded(t *testing.T) {
	s := fresh(t)
	singly(t, s, 1, 5, "Wax")
	moved := func(after int64, most int) (docs []fulltext.Doc, newest int64, ok bool) {
		view(t, s, func(r workspace.Reader) (err error) {
			docs, newest, ok, err = r.Moved(after, most)
			return err
		})
		return docs, newest, ok
	}
	if docs, newest, ok := moved(3, 2); !ok || newest != 5 || !slices.Equal(docs, []fulltext.Doc{fulltext.DocOf(0, 4), fulltext.DocOf(0, 5)}) {
		t.Errorf("%v, %d, %v", docs, newest, ok)
	}
	if docs, newest, ok := moved(3, 1); ok || newest != 5 || docs != nil {
		t.Errorf("%v, %d, %v", docs, newest, ok)
	}
}

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
			if read(b, scan.Block); scan.Seen() != n {
				b.Fatal(scan.Seen())
			}
			view(b, s, func(r workspace.Reader) error { return r.VectorLowers(scan.Candidates(), scan.Refine) })
			if _, err := scan.Nearest(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
