package answer

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/reference"
	"assister/internal/schema"
)

// looking finds the items that a question is about.
type looking struct{ *question }

// items are all that the question is about, by day and time.
func (l *looking) items() (all []reference.Item, err error) {
	if all, err = l.own(); len(l.others) == 0 || err != nil {
		return all, err
	}
	for _, other := range l.others {
		more, err := (&looking{other}).own()
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return distinct(all), nil
}

// own are the items that the question is about, without those that another condition brings.
func (l *looking) own() (all []reference.Item, err error) {
	for _, k := range l.kinds() {
		var some []reference.Item
		if l.stateOf(k) == finished && l.when.Set() {
			some, err = l.finished(k)
		} else {
			some, err = l.inTime(k)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, slices.DeleteFunc(some, l.excluded)...)
	}
	return reference.Arranged(all), nil
}

// inTime are the items of the records of a kind in the time that is looked at.
func (l *looking) inTime(k *schema.Kind) (items []reference.Item, err error) {
	found, err := l.all(k, l.condition(k))
	if err != nil {
		return nil, err
	}
	for _, x := range found {
		if !l.Holds(x) {
			continue
		}
		for _, i := range (series{l.question}).occurrences(x) {
			if (series{l.question}).within(i) {
				items = append(items, i)
			}
		}
	}
	return items, nil
}

// finished are the records of a kind that were completed in the time that is looked at. The
// history says when that was, if it was a change; what was completed when it was made, or
// occurrence by occurrence, counts on its day.
func (l *looking) finished(k *schema.Kind) (items []reference.Item, err error) {
	then, err := l.completions(k, nil)
	if err != nil {
		return nil, err
	}
	c := l.condition(k)
	planned, err := l.all(k, c)
	if err != nil {
		return nil, err
	}
	single := []int64{}
	for _, x := range planned {
		if !x.Repeats() {
			single = append(single, x.ID)
		}
	}
	ever, err := l.completions(k, single)
	if err != nil {
		return nil, err
	}
	for _, x := range planned {
		if _, known := ever[x.ID]; l.Holds(x) && (x.Repeats() || !known) {
			items = append(items, series{l.question}.occurrences(x)...)
		}
	}
	c.Scheduled = filter.Range{}
	c = c.With(filter.IDs(slices.Sorted(maps.Keys(then))...))
	changed, err := l.all(k, c)
	if err != nil {
		return nil, err
	}
	for _, x := range changed {
		if l.Holds(x) && !x.Repeats() {
			items = append(items, reference.ItemOn(x, calendar.DateIn(then[x.ID].In(l.clock.Zone))))
		}
	}
	return items, nil
}

// completions asks the history for the ids, or for all in the time that is looked at.
func (l *looking) completions(k *schema.Kind, ids []int64) (map[int64]time.Time, error) {
	start, _ := calendar.StartOfDay(l.when.First, l.clock.Zone)
	end := l.clock.Instant.Add(time.Millisecond)
	if l.when.Last.Valid() {
		end, _ = calendar.StartOfDay(l.when.Last.AddDays(1), l.clock.Zone)
	}
	if !l.when.First.Valid() {
		start = time.UnixMilli(0)
	}
	at, err := l.library.CompletedAt(k.Name, ids, start, end)
	if err != nil {
		return nil, fmt.Errorf("find when %s were completed: %w", k.Plural, err)
	}
	return at, nil
}
