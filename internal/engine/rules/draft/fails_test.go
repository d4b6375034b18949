package draft_test

import (
	"context"
	"errors"
	"testing"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/engine/rules/draft"
	"assister/internal/filter"
	"assister/internal/record"
)

var errStore = errors.New("the store is gone")

// failing is a shelf whose look-ups fail once some of them were made.
type failing struct {
	shelf
	left *int
}

func (f failing) Find(c filter.Condition, today calendar.Date) ([]record.Record, error) {
	if *f.left--; *f.left < 0 {
		return nil, errStore
	}
	return f.shelf.Find(c, today)
}

func (f failing) Record(kind string, id int64) (record.Record, bool, error) {
	if *f.left--; *f.left < 0 {
		return record.Record{}, false, errStore
	}
	return f.shelf.Record(kind, id)
}

// Whichever look-up of a request fails, the request fails: nothing is proposed or asked since nothing was found.
func TestALookUpThatFailsIsNeverTakenForNothingFound(t *testing.T) {
	for _, text := range []string{
		"move the dentist to friday", "buy bread", "cancel everything tomorrow", "complete the report and buy soap",
		"add oat milk to the shopping list", "move everything except the dentist to monday", "delete task 5",
		"add a task for the data project", "schedule the dentist for friday", "delete all tasks that are not important",
		"zorble move the dentist to friday", "add a call the day before the dentist", "finish the garden project",
	} {
		q := requestAt(t, text, home(), record.Selection{}, saturday())
		for n := 0; ; n++ {
			left := n
			d, err := draft.Make(context.Background(), q, brief.Brief{Clock: saturday(), Records: failing{home(), &left}})
			if left >= 0 {
				break
			}
			if !errors.Is(err, errStore) {
				t.Fatalf("%q: look-up %d fails, and the draft is %+v (%v)", text, n+1, d, err)
			}
		}
	}
}
