package fulltext

import (
	"fmt"
	"slices"
	"testing"
)

func TestASearchAmongUnreadBlocksComesByAllThatItNeeds(t *testing.T) {
	var b Builder
	for i := range 4000 {
		doc := DocOf(0, int64(i+1))
		b.Add(doc, []Field{{Text: fmt.Sprintf("garden w%d x%d", i*7919%10007, i), Label: true, Place: 1}})
		b.Count(doc, 1)
	}
	real := b.Segment()
	if len(real.First) < 10 {
		t.Fatalf("only %d blocks", len(real.First))
	}
	for _, q := range []Query{
		{Words: Words("garden x3999"), Limit: 5},
		{Words: Words("w79 gardne"), Limit: 5},
	} {
		asked := map[bool][]int{} // by whether the blocks are unread
		for _, unread := range []bool{true, false} {
			s := &Segment{Header: real.Header, Block: func(n int) ([]byte, error) {
				asked[unread] = append(asked[unread], n)
				if unread {
					return Unread(real.First[n]), nil
				}
				return real.Block(n)
			}}
			found, err := Index{s}.Search(q)
			if err != nil || unread != (len(found.Hits) == 0) {
				t.Fatalf("unread %v: found %v, %v", unread, found, err)
			}
		}
		for _, n := range asked[false] {
			if !slices.Contains(asked[true], n) {
				t.Errorf("%v: the search needs block %d and did not come by it: %v", q.Words, n, asked[true])
			}
		}
		for _, n := range asked[false] {
			last := n+1 == len(real.First)
			if !slices.ContainsFunc(q.Ranges(), func(r Range) bool {
				return real.First[n] < r.To && (last || r.From <= real.First[n+1])
			}) {
				t.Errorf("%v: block %d is read, and has no term of the ranges %q", q.Words, n, q.Ranges())
			}
		}
		if len(asked[true]) > len(real.First)/2+8 {
			t.Errorf("%v: %d of %d blocks", q.Words, len(asked[true]), len(real.First))
		}
	}
}
