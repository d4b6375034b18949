package storetest

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/schema"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// vectors are tests of the vectors of texts.
var vectors = []test{
	{"VectorsRoundTrip", testVectors},
	{"ConcurrentlyChangedVectorsAreKept", testVectorConflict},
	{"OnlyVectorsOfTheGivenKindsAreRead", testVectorKinds},
	{"ADamagedVectorIsRemovedByTheNextWrite", testDamagedVectors},
	{"AVectorReplacesTheOneWithItsKey", testVectorReplaced},
	{"LowerHalvesBelongToTheirPlaces", testLowerHalves},
}

// pointing returns a vector with a direction that no other key has.
func pointing(k vector.Key) vector.Vector {
	v, _ := vector.Of([]float32{float32(k.ID + 1), float32(k.Text) - 1, 1})
	return v
}

func entry(kind int, k vector.Key) vector.Entry {
	return vector.Entry{Kind: kind, Key: k, Vector: pointing(k)}
}

// ofThree is the state of vectors like those of pointing.
var ofThree = vector.State{Model: "m", Dimension: 3}

func keep(t testing.TB, s Store, was vector.State, change vector.Change) {
	t.Helper()
	if err := s.KeepVectors(ctx, was, change); err != nil {
		t.Fatal(err)
	}
}

// block is one of stored vectors.
type block struct {
	kind         int
	place        int64
	keys, uppers []byte
}

func blocks(t testing.TB, s Store, kinds []bool) []block {
	t.Helper()
	return read(t, s, func(r workspace.Reader) (all []block, err error) {
		err = r.VectorBlocks(kinds, func(kind int, place int64, keys, uppers []byte) error {
			all = append(all, block{kind, place, keys, uppers})
			return nil
		})
		return all, err
	})
}

func lowers(t testing.TB, s Store, places []int64) map[int64][]byte {
	t.Helper()
	return read(t, s, func(r workspace.Reader) (map[int64][]byte, error) {
		all := map[int64][]byte{}
		return all, r.VectorLowers(places, func(place int64, lower []byte) error {
			all[place] = slices.Clone(lower)
			return nil
		})
	})
}

// keptVectors returns the keys of the stored vectors, by kind. Each must be stored once,
// with its vector, and at most one block of a kind may be incomplete.
func keptVectors(t testing.TB, s Store) map[int]map[vector.Key]bool {
	t.Helper()
	all := map[int]map[vector.Key]bool{}
	roomy := map[int]bool{}
	for _, b := range blocks(t, s, nil) {
		of := vector.Keys(b.keys)
		if len(of) < vector.BlockSize {
			if roomy[b.kind] {
				t.Errorf("two blocks of %s have room", schema.Kinds[b.kind].Name)
			}
			roomy[b.kind] = true
		}
		if all[b.kind] == nil {
			all[b.kind] = map[vector.Key]bool{}
		}
		var places []int64
		for i := range of {
			places = append(places, b.place+int64(i))
		}
		lower := lowers(t, s, places)
		for i, k := range of {
			if all[b.kind][k] {
				t.Errorf("%v is there twice", k)
			}
			all[b.kind][k] = true
			if !slices.Equal(b.uppers[i*vector.UpperSize(3):][:vector.UpperSize(3)], vector.AppendUpper(nil, pointing(k))) {
				t.Errorf("%v has another upper half", k)
			}
			if !slices.Equal(lower[places[i]], vector.AppendLower(nil, pointing(k))) {
				t.Errorf("%v has another lower half", k)
			}
		}
	}
	return all
}

func testVectors(t *testing.T, p Place) {
	s := fresh(t, p)
	rapid.Check(t, func(rt *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		want := map[int]map[vector.Key]bool{0: {}, 3: {}}
		was := read(t, s, func(r workspace.Reader) (vector.State, error) { return r.Vectors() })
		for step := range rapid.IntRange(1, 4).Draw(rt, "steps") {
			state := vector.State{Model: "m", Dimension: 3, From: "f", Batch: int64(step)}
			change := vector.Change{State: state, Reset: step == 0, Drop: map[int][]vector.Key{}}
			for _, kind := range []int{0, 3} {
				for k := range want[kind] {
					if random.IntN(9) == 0 {
						change.Drop[kind] = append(change.Drop[kind], k)
						delete(want[kind], k)
					}
				}
				for range random.IntN(500) {
					k := vector.Key{ID: random.Int64N(1000), Text: random.Uint64N(3)}
					if !slices.Contains(change.Drop[kind], k) {
						change.Add = append(change.Add, entry(kind, k))
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
			if !maps.Equal(kept[kind], keys) && len(keys) > 0 {
				rt.Fatalf("%d are kept of %d, or others", len(kept[kind]), len(keys))
			}
		}
	})
}

func testVectorConflict(t *testing.T, p Place) {
	s := fresh(t, p)
	mine := vector.State{Model: "mine", Dimension: 3}
	add := []vector.Entry{entry(0, vector.Key{ID: 1})}
	keep(t, s, vector.State{}, vector.Change{State: mine, Reset: true, Add: add})
	theirs := vector.Change{State: vector.State{Model: "theirs", Dimension: 9}, Reset: true}
	if err := s.KeepVectors(ctx, vector.State{}, theirs); !errors.Is(err, vector.ErrConflict) {
		t.Errorf("%v", err)
	}
	if kept := keptVectors(t, s); len(kept[0]) != 1 {
		t.Errorf("%v", kept)
	}
}

func testVectorKinds(t *testing.T, p Place) {
	s := fresh(t, p)
	var add []vector.Entry
	for kind := range 3 {
		add = append(add, entry(kind, vector.Key{ID: int64(kind + 1)}))
	}
	keep(t, s, vector.State{}, vector.Change{State: ofThree, Reset: true, Add: add})
	second := make([]bool, len(schema.Kinds))
	second[1] = true
	for want, kinds := range map[int][]bool{3: nil, 1: second, 0: make([]bool, len(schema.Kinds))} {
		found := blocks(t, s, kinds)
		if len(found) != want || want == 1 && found[0].kind != 1 {
			t.Errorf("%d blocks, want %d", len(found), want)
		}
	}
}

func testDamagedVectors(t *testing.T, p Place) {
	const first = " WHERE place = (SELECT min(place) FROM vector_lower)"
	for edit, left := range map[string]map[bool]int{ // by whether damage is looked for
		"UPDATE vector_block SET uppers = substr(uppers, 1, 20)":      {true: 0, false: 0},
		"DELETE FROM vector_lower" + first:                            {true: 1, false: 2},
		"UPDATE vector_lower SET lower = substr(lower, 1, 1)" + first: {true: 1, false: 2},
	} {
		p := p.another(t)
		s := fresh(t, p)
		add := []vector.Entry{entry(0, vector.Key{ID: 1}), entry(0, vector.Key{ID: 2})}
		keep(t, s, vector.State{}, vector.Change{State: ofThree, Reset: true, Add: add})
		if err := p.Exec(edit); err != nil {
			t.Fatal(err)
		}
		for whole, want := range left {
			n := read(t, s, func(r workspace.Reader) (n int, err error) {
				err = r.VectorKeys(whole, func(_ int, keys []vector.Key) error {
					n += len(keys)
					return nil
				})
				return n, err
			})
			if n != want {
				t.Errorf("%s: whole %v: %d vectors, want %d", edit, whole, n, want)
			}
		}
		keep(t, s, ofThree, vector.Change{State: ofThree, Add: []vector.Entry{entry(0, vector.Key{ID: 3})}})
		if kept := keptVectors(t, s); len(kept[0]) != left[true]+1 || kept[0][vector.Key{ID: 1}] {
			t.Errorf("%s: kept are %v", edit, kept)
		}
	}
}

func testVectorReplaced(t *testing.T, p Place) {
	s := fresh(t, p)
	key := vector.Key{ID: 1}
	other, _ := vector.Of([]float32{-1, 5, 2})
	was := vector.State{}
	for _, v := range []vector.Vector{other, pointing(key)} {
		keep(t, s, was, vector.Change{State: ofThree, Add: []vector.Entry{{Key: key, Vector: v}}})
		was = ofThree
	}
	if kept := keptVectors(t, s); len(kept[0]) != 1 {
		t.Errorf("%v", kept)
	}
}

func testLowerHalves(t *testing.T, p Place) {
	s := fresh(t, p)
	var add []vector.Entry
	for id := range int64(3) {
		add = append(add, entry(0, vector.Key{ID: id}))
	}
	keep(t, s, vector.State{}, vector.Change{State: ofThree, Add: add})
	first := blocks(t, s, nil)[0].place
	var places []int64
	judge(t, s, func(r workspace.Reader, wrong report) error {
		places = nil
		return r.VectorLowers([]int64{first + 2, first, 999_999}, func(place int64, lower []byte) error {
			places = append(places, place)
			if want := vector.AppendLower(nil, pointing(vector.Key{ID: place - first})); !slices.Equal(lower, want) {
				wrong("%d: %v, want %v", place, lower, want)
			}
			return nil
		})
	})
	if !slices.Equal(places, []int64{first, first + 2}) {
		t.Errorf("%v", places)
	}
}
