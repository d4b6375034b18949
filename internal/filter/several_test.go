package filter_test

import (
	"errors"
	"testing"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

func TestPartsOfOneListShareItsLimit(t *testing.T) {
	parts := []filter.Query{{Kind: schema.Lookup("task")}, {Kind: schema.Lookup("event")}, {Kind: schema.Lookup("note")}}
	three := func(q filter.Query) (filter.Result, error) {
		found := filter.Result{Total: 3}
		for i := 0; i < 3 && !q.Count && (q.Limit == 0 || i < q.Limit); i++ {
			found.Records = append(found.Records, record.New(q.Kind, int64(i+1)))
		}
		return found, nil
	}
	for most, want := range map[int]int{-1: 9, 0: 0, 2: 2, 3: 3, 4: 4, 99: 9} {
		all, err := filter.Several(three, parts, most)
		if err != nil || len(all.Records) != want || all.Total != 9 {
			t.Errorf("at most %d: %d of %d, %v", most, len(all.Records), all.Total, err)
		}
	}
	gone := errors.New("gone")
	if all, err := filter.Several(func(filter.Query) (filter.Result, error) { return filter.Result{Total: 1}, gone }, parts, 1); !errors.Is(err, gone) || all.Total != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}
