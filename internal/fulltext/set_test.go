package fulltext

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSetOperationsMatchSlices(t *testing.T) {
	ids := func(t *rapid.T, label string) []int64 {
		some := rapid.SliceOfDistinct(rapid.Int64Range(1, 200), rapid.ID[int64]).Draw(t, label)
		slices.Sort(some)
		return some
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := ids(t, "a"), ids(t, "b")
		x, _ := SetOf(a)
		y, _ := SetOf(b)
		keep := func(list []int64, fn func(id int64) bool) []int64 {
			return slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return !fn(id) })
		}
		in := func(list []int64) func(int64) bool {
			return func(id int64) bool { return slices.Contains(list, id) }
		}
		out := func(id int64) bool { return !slices.Contains(b, id) }
		all := slices.Concat(a, b)
		slices.Sort(all)
		for name, tt := range map[string]struct {
			got  *Set
			want []int64
		}{"a": {x, a}, "and": {x.And(y), keep(a, in(b))}, "or": {x.Or(y), slices.Compact(all)}, "without": {x.Without(y), keep(a, out)}} {
			if !slices.Equal(tt.got.IDs(), tt.want) || tt.got.Len() != len(tt.want) {
				t.Fatalf("%s: %v, %d, want %v", name, tt.got.IDs(), tt.got.Len(), tt.want)
			}
		}
		offset, most := rapid.IntRange(0, 90).Draw(t, "offset"), rapid.IntRange(0, 90).Draw(t, "most")
		want := a[min(offset, len(a)):]
		if got := x.Page(most, offset); !slices.Equal(got, want[:min(most, len(want))]) {
			t.Fatalf("%d after %d of %v: %v", most, offset, a, got)
		}
		flags := x.Flags()
		for id := int64(1); id < 300; id++ {
			if flagged := int(id) <= len(flags) && flags[id-1] == 1; flagged != slices.Contains(a, id) {
				t.Fatalf("%d of %v is flagged: %v", id, a, flagged)
			}
		}
	})
}
