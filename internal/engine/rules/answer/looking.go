package answer

import (
	"maps"
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// looking finds the items that a question is about.
type looking struct{ *question }

// items are all that the question is about, by day and time.
func (l *looking) items() []reference.Item {
	all := l.own()
	if len(l.others) == 0 {
		return all
	}
	for _, other := range l.others {
		all = append(all, (&looking{other}).own()...)
	}
	type occurrence struct {
		record.Key
		day calendar.Date
	}
	return reference.Arranged(once(all, func(i reference.Item) occurrence { return occurrence{i.Record.Key(), i.Day} }))
}

// own are the items that the question is about, without those that another condition brings.
func (l *looking) own() (all []reference.Item) {
	for _, k := range l.kinds() {
		some := l.inTime
		if l.stateOf(k) == finished && l.when.Set() {
			some = l.finished
		}
		all = append(all, slices.DeleteFunc(some(k), l.excluded)...)
	}
	return reference.Arranged(all)
}

// inTime are the items of the records of a kind in the time that is looked at.
func (l *looking) inTime(k *schema.Kind) (items []reference.Item) {
	for _, x := range l.all(k, l.condition(k)) {
		if !l.Holds(x) {
			continue
		}
		for _, i := range l.occurrences(x) {
			if l.within(i) {
				items = append(items, i)
			}
		}
	}
	return items
}

// finished are the records of a kind that were completed in the time that is looked at. The
// history says when that was, if it was a change; what was completed when it was made, or
// occurrence by occurrence, counts on its day.
func (l *looking) finished(k *schema.Kind) (items []reference.Item) {
	then, c := l.completions(k, nil), l.condition(k)
	planned := l.all(k, c)
	single := []int64{}
	for _, x := range planned {
		if !x.Repeats() {
			single = append(single, x.ID)
		}
	}
	ever := l.completions(k, single)
	for _, x := range planned {
		if _, known := ever[x.ID]; l.Holds(x) && (x.Repeats() || !known) {
			items = append(items, l.occurrences(x)...)
		}
	}
	c.Scheduled = filter.Range{}
	c = c.With(filter.IDs(slices.Sorted(maps.Keys(then))...))
	for _, x := range l.all(k, c) {
		if l.Holds(x) && !x.Repeats() {
			items = append(items, reference.ItemOn(x, calendar.DateIn(then[x.ID].In(l.clock.Zone))))
		}
	}
	return items
}

// completions asks the history for the ids, or for all in the time that is looked at.
func (l *looking) completions(k *schema.Kind, ids []int64) map[int64]time.Time {
	start, _ := calendar.StartOfDay(l.when.First, l.clock.Zone)
	end := l.clock.Instant.Add(time.Millisecond)
	if l.when.Last.Valid() {
		end, _ = calendar.StartOfDay(l.when.Last.AddDays(1), l.clock.Zone)
	}
	if !l.when.First.Valid() {
		start = time.UnixMilli(0)
	}
	at, err := l.library.CompletedAt(k.Name, ids, start, end)
	l.records.Keep(err)
	return at
}

// inHours are the items that a question for whatever there is in some hours of a day is about: if any has a time, what
// is to be done at no time is not among them. It belongs to all of its day, but who asks about the evening means none.
func (l *looking) inHours(items []reference.Item) []reference.Item {
	ofAll := len(l.Named)+len(l.Names)+len(l.Terms) == 0 && l.state == usual && l.rank == (meaning.Rank{})
	isTimed := func(i reference.Item) bool { return i.Begins.Valid() }
	other := !ofAll || !slices.Contains(ofDays, l.what)
	if other || !l.said.Timed() || !slices.ContainsFunc(items, isTimed) {
		return items
	}
	return reference.Those(items, func(i reference.Item) bool { return isTimed(i) || !i.Record.Kind.Settles() })
}
