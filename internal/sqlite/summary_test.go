package sqlite

import (
	"testing"

	"assister/internal/fulltext"

	"assister/internal/workspace"
)

func TestASnapshotReadsABlockOfTheIndexOnce(t *testing.T) {
	s := fresh(t)
	fill(t, s, 1000)
	view(t, s, func(r workspace.Reader) error {
		asked := 0
		r.(reader).c.watch = func(string, int) { asked++ }
		defer func() { r.(reader).c.watch = nil }()
		q := fulltext.Query{Words: fulltext.Words("carp"), Limit: 5}
		if _, err := r.Search(q); err != nil || asked < 3 {
			t.Errorf("the first search asked %d times, %v", asked, err)
		}
		asked = 0
		if _, err := r.Search(q); err != nil || asked != 0 {
			t.Errorf("the second search asked %d times, %v", asked, err)
		}
		return nil
	})
}
