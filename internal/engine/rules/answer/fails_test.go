package answer

import (
	"context"
	"errors"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
)

var errStore = errors.New("the store is gone")

// failing is a library whose look-ups fail once some of them were made.
type failing struct {
	library
	left *int
}

func (f failing) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	if *f.left--; *f.left < 0 {
		return filter.Result{}, errStore
	}
	return f.library.Query(q, today)
}

func (f failing) CompletedAt(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error) {
	if *f.left--; *f.left < 0 {
		return nil, errStore
	}
	return f.library.CompletedAt(kind, ids, from, to)
}

// Whichever look-up of a question fails, the question fails: “nothing” is no answer to it.
func TestALookUpThatFailsIsNeverTakenForNothingFound(t *testing.T) {
	all := library{
		of("event", 1, "Dentist", "scheduledFor", dayFrom(3), "startTime", hour(10, 0)), of("task", 1, "Buy milk"),
		of("project", 1, "Garden"), of("note", 1, "Wifi"),
	}
	for _, text := range []string{
		"when is the dentist", "what is overdue", "how many tasks do I have", "what did I finish this week", "when am I free",
		"what is in the garden project", "do I have anything with zebras", "what is on my plate today", "is the milk bought",
		"what clashes on tuesday", "how long is it from today to the dentist", "what comes after the dentist",
	} {
		q := inquiry(t, all, text)
		for n := 0; ; n++ {
			left := n
			a, err := Answerer{}.Answer(context.Background(), q, failing{all, &left})
			if left >= 0 {
				break
			}
			if !errors.Is(err, errStore) {
				t.Fatalf("%q: look-up %d fails, and the answer is %q (%v)", text, n+1, a.Text, err)
			}
		}
	}
}
