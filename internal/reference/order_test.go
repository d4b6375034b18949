package reference_test

import (
	"slices"
	"testing"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

func TestARankPicksInItsOrderAndWhatIsEqualTogether(t *testing.T) {
	at := func(id int64, day int, from, to int) reference.Item {
		x := record.New(schema.Lookup("event"), id).With("startTime", record.Time(calendar.TimeOf(from, 0)))
		if to > 0 {
			x = x.With("endTime", record.Time(calendar.TimeOf(to, 0)))
		}
		return reference.ItemOn(x, calendar.Date(day))
	}
	items := []reference.Item{at(1, 10, 9, 11), at(2, 11, 9, 12), at(3, 11, 9, 10), at(4, 12, 8, 0)}
	tests := []struct {
		rank meaning.Rank
		want []int64
	}{
		{meaning.Rank{Order: meaning.First}, []int64{1}},
		{meaning.Rank{Order: meaning.Final}, []int64{4}},
		{meaning.Rank{Order: meaning.First, Nth: 2}, []int64{2}},
		{meaning.Rank{Order: meaning.First, Nth: -1}, []int64{4}},
		{meaning.Rank{Order: meaning.Final, Nth: 4}, []int64{1}}, // counted from the end
		{meaning.Rank{Order: meaning.First, Nth: 9}, nil},
		{meaning.Rank{Order: meaning.Longest}, []int64{2}},
		{meaning.Rank{Order: meaning.Shortest, Count: 5}, []int64{3, 1, 2}}, // what has no end is not in it
		{meaning.Rank{}, nil},
	}
	for _, tt := range tests {
		var got []int64
		for _, i := range reference.Ranked(items, tt.rank, calendar.Date(1), false) {
			got = append(got, i.Record.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.rank, got, tt.want)
		}
	}
	together := reference.Ranked(items[1:3], meaning.Rank{Order: meaning.Next}, calendar.Date(1), false)
	if len(together) != 2 {
		t.Errorf("of two at the same time, one is next: %v", together)
	}
}
