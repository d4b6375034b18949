package answer

import (
	"fmt"
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
func (l *looking) items() (all []item, err error) {
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
func (l *looking) own() (all []item, err error) {
	for _, k := range l.kinds() {
		var some []item
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
	return arranged(all), nil
}

// inTime are the items of the records of a kind in the time that is looked at.
func (l *looking) inTime(k *schema.Kind) (items []item, err error) {
	found, err := l.all(k, l.condition(k))
	if err != nil {
		return nil, err
	}
	for _, x := range found {
		if !l.fits(x) {
			continue
		}
		for _, i := range l.occurrences(x) {
			if l.within(i) {
				items = append(items, i)
			}
		}
	}
	return items, nil
}

// finished are the records of a kind that were completed in the time that is looked at. The
// history says when that was, if it was a change; what was completed when it was made, or
// occurrence by occurrence, counts on its day.
func (l *looking) finished(k *schema.Kind) (items []item, err error) {
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
		if _, known := ever[x.ID]; l.fits(x) && (x.Repeats() || !known) {
			items = append(items, l.occurrences(x)...)
		}
	}
	c.Scheduled = filter.Range{}
	c = c.With(filter.IDs(idsOf(then)...))
	changed, err := l.all(k, c)
	if err != nil {
		return nil, err
	}
	for _, x := range changed {
		if l.fits(x) && !x.Repeats() {
			items = append(items, itemOn(x, calendar.DateIn(then[x.ID].In(l.clock.Zone))))
		}
	}
	return items, nil
}

func idsOf(completed map[int64]time.Time) (list []int64) {
	for id := range completed {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
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

// within reports whether an item lies in the hours that are looked at. Something without a
// time belongs to all of its day, and what is over is no more ahead.
func (l *looking) within(i item) bool {
	over := i.day == l.today && i.begins.Valid() && !l.said.Set() && i.ends() < l.now()
	if over && l.ahead() {
		return false
	}
	later := i.day == l.today && (!i.begins.Valid() || i.begins > l.now())
	if later && l.behind() && !l.said.Set() && l.stateOf(i.record.Kind) != finished {
		return false
	}
	_, timed := i.record.Kind.Field("startTime")
	if l.anchor.ID > 0 && timed >= 0 && !i.begins.Valid() {
		return false // what takes all day is on no side of anything
	}
	return l.due || l.when.Has(i.day, i.begins, i.ends())
}

// ahead reports whether only what is still to come is asked for.
func (l *looking) ahead() bool {
	switch l.what {
	case meaning.Get:
		return l.field == meaning.When || l.field == meaning.Place || l.field == meaning.Length
	case meaning.Until, meaning.Total:
		return true
	}
	return l.rank.Order == meaning.Next
}

// behind reports whether only what has been is asked for.
func (l *looking) behind() bool {
	return l.what == meaning.LastTime || l.rank.Order == meaning.Previous || l.rank.Order == meaning.Final
}

// occurrencesMax is how many occurrences of one series an answer has; a span of years has
// more than anybody wants to read.
const occurrencesMax = 1000

// occurrences are the items that a record comes to. One that does not repeat is one; of one
// that does, those in the time that is looked at and in the state that is asked for. If that
// time has no end, or there is none, it is the first of them that is still ahead; if it has
// no beginning, the last.
func (l *looking) occurrences(x record.Record) []item {
	if l.due || !x.Repeats() {
		return l.single(x)
	}
	from, to := l.when.First, l.when.Last
	if l.rank.Order == meaning.Urgent && !l.when.Set() {
		if late := l.last(x, l.today.AddDays(-1)); late.Valid() {
			return []item{itemOn(x, late)}
		}
	}
	switch {
	case l.state == overdue:
		to = l.beforeToday(to)
	case l.stateOf(x.Kind) == finished && !to.Valid():
		to = l.today
	case l.rank.Count > 1 && from.Valid() && !to.Valid():
		to = from.AddMonths(12) // the next of a series are some of its days
	case !l.when.Set(), !to.Valid():
		return l.nearest(x, max(from, l.today))
	}
	if !from.Valid() && l.open() && !x.Kind.Settles() {
		from = l.today // what has taken place is no more to come
	}
	if !from.Valid() {
		if day := l.last(x, to); day.Valid() {
			return []item{itemOn(x, day)}
		}
		return nil
	}
	var list []item
	for day := range x.Recurrence().Between(x.Day(), from, to) {
		enough := l.rank.Count > 0 && !l.behind() && len(list) == l.rank.Count
		if len(list) == occurrencesMax || enough {
			break
		}
		if l.wants(x, day) && !l.over(x, day) {
			list = append(list, itemOn(x, day))
		}
	}
	return list
}

// nearest is the first occurrence from a day on, or the last if no time is looked at.
func (l *looking) nearest(x record.Record, from calendar.Date) []item {
	if day := l.first(x, from); day.Valid() {
		return []item{itemOn(x, day)}
	}
	last := x.Recurrence().Last(x.Day(), l.today)
	if !l.when.Set() && !l.over(x, last) {
		return []item{itemOn(x, last)}
	}
	return nil
}

// single is the one item of a record that does not repeat. A deadline is that of the whole
// series.
func (l *looking) single(x record.Record) []item {
	i := itemOn(x, x.Day())
	switch {
	case l.due:
		i.due = x.Get(reference.Column(meaning.Due, x.Kind).Name).Date()
	case l.over(x, x.Day()):
		return nil
	}
	return []item{i}
}

// over reports whether what takes place on a day and is never completed is past, if it is
// asked for what is still to come.
func (l *looking) over(x record.Record, day calendar.Date) bool {
	left := l.state == open && l.when.Last >= l.today // what is left this year
	past := !x.Kind.Settles() && day.Valid() && day < l.today
	return l.open() && past && (left || !l.when.First.Valid())
}

// beforeToday is the last day that can be overdue, of a span that may end sooner.
func (l *looking) beforeToday(to calendar.Date) calendar.Date {
	if yesterday := l.today.AddDays(-1); !to.Valid() || yesterday < to {
		return yesterday
	}
	return to
}

// first is the first occurrence from a day on that is asked for.
func (l *looking) first(x record.Record, from calendar.Date) calendar.Date {
	for range occurrencesMax {
		day := x.Recurrence().Next(x.Day(), from)
		if !day.Valid() || l.wants(x, day) {
			return day
		}
		from = day.AddDays(1)
	}
	return 0
}

// last is the last occurrence up to a day that is asked for.
func (l *looking) last(x record.Record, to calendar.Date) calendar.Date {
	for range occurrencesMax {
		day := x.Recurrence().Last(x.Day(), to)
		if !day.Valid() || l.wants(x, day) {
			return day
		}
		to = day.AddDays(-1)
	}
	return 0
}

// wants reports whether an occurrence is in the state that is asked for.
func (l *looking) wants(x record.Record, day calendar.Date) bool {
	done, left := x.Get("completedDates").HasDate(day), x.Get("skippedDates").HasDate(day)
	series := state(x.Get("status").Text())
	switch s := l.stateOf(x.Kind); s {
	case finished:
		return done || series == finished
	case skipped:
		return left || series == skipped
	case doing:
		return !done && !left && series == doing
	}
	ended := done || left || series == finished || series == skipped
	return !l.open() || !ended
}
