package rules

import (
	"fmt"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/schema"
)

// finished are the records of a kind that were completed in the time that is
// looked at. The history says when that was, where it was a change; what was
// completed when it was made, or occurrence by occurrence, counts on its day.
func (a *answerer) finished(k *schema.Kind) (items []item, err error) {
	then, err := a.completions(k, nil)
	if err != nil {
		return nil, err
	}
	c := a.condition(k)
	planned, err := a.find(filter.Query{Kind: k, Where: c})
	if err != nil {
		return nil, err
	}
	single := []int64{}
	for _, r := range planned.Records {
		if !r.Repeats() {
			single = append(single, r.ID)
		}
	}
	ever, err := a.completions(k, single)
	if err != nil {
		return nil, err
	}
	for _, r := range planned.Records {
		if _, known := ever[r.ID]; a.named(r) && (r.Repeats() || !known) {
			items = append(items, a.occurrences(r)...)
		}
	}
	c.Scheduled = filter.Range{}
	c = c.Without(filter.IDField).With(filter.IDs(ids(then)...))
	changed, err := a.find(filter.Query{Kind: k, Where: c})
	if err != nil {
		return nil, err
	}
	for _, r := range changed.Records {
		if a.named(r) && !r.Repeats() {
			items = append(items, itemOn(r, calendar.DateIn(then[r.ID].In(a.clock.Zone))))
		}
	}
	return items, nil
}

// completions asks the history: for the ids, or for all in the time that is
// looked at.
func (a *answerer) completions(k *schema.Kind, ids []int64) (map[int64]time.Time, error) {
	start, _ := calendar.StartOfDay(a.when.Days, a.clock.Zone)
	end := a.clock.Instant.Add(time.Millisecond)
	if a.when.Last.Valid() {
		end, _ = calendar.StartOfDay(a.when.Last.AddDays(1), a.clock.Zone)
	}
	if !a.when.Days.Valid() {
		start = time.UnixMilli(0)
	}
	at, err := a.from.CompletedAt(k.Name, ids, start, end)
	if err != nil {
		return nil, fmt.Errorf("find when %s were completed: %w", k.Plural, err)
	}
	return at, nil
}

func ids(of map[int64]time.Time) (list []int64) {
	for id := range of {
		list = append(list, id)
	}
	return list
}
