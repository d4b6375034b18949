package rules

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase/question"

	"assister/internal/record"
	"assister/internal/schema"
)

// item is one thing of an answer: a record, or one occurrence of one that repeats.
type item struct {
	record record.Record
	day    calendar.Date // none where it has none
	due    calendar.Date // the deadline, where that is the time that is asked about
	begins calendar.Time // none when it takes the whole day
	label  string        // folded
}

func itemOn(r record.Record, day calendar.Date) item {
	begins := r.Get("startTime").Time()
	if !begins.Valid() {
		begins = r.Get("time").Time() // of an alarm
	}
	return item{record: r, day: day, begins: begins, label: fulltext.Fold(r.Label())}
}

// ends is the time that it ends at, on its day; without one it is over at once.
func (i item) ends() calendar.Time {
	from, to := i.begins, i.record.Get("endTime").Time()
	switch {
	case !to.Valid():
		return from
	case to < from:
		return 24 * 60 // it goes on on the next day
	}
	return to
}

// items are all that the question is about, by day and time.
func (a *answerer) items() (all []item, err error) {
	if all, err = a.own(); len(a.others) == 0 || err != nil {
		return all, err
	}
	for _, other := range a.others {
		more, err := other.own()
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return distinct(all), nil
}

// distinct are the items in their order, each once.
func distinct(all []item) []item {
	type occurrence struct {
		record.Key
		day calendar.Date
	}
	seen := map[occurrence]bool{}
	return arranged(slices.DeleteFunc(all, func(i item) bool {
		o := occurrence{keyOf(i.record), i.day}
		again := seen[o]
		seen[o] = true
		return again
	}))
}

// own are the items that the question is about as it stands, without those that
// another condition brings.
func (a *answerer) own() (all []item, err error) {
	for _, k := range a.kinds() {
		if a.state(k) == question.Finished && a.when.Set() {
			done, err := a.finished(k)
			if err != nil {
				return nil, err
			}
			all = append(all, done...)
			continue
		}
		found, err := a.find(filter.Query{Kind: k, Where: a.condition(k)})
		if err != nil {
			return nil, err
		}
		for _, r := range found.Records {
			if !a.named(r) {
				continue
			}
			for _, i := range a.occurrences(r) {
				if a.within(i) && !a.excluded(i) {
					all = append(all, i)
				}
			}
		}
	}
	return arranged(all), nil
}

// arranged is items by day and time, of equals the first before the next. An item is
// large, so that their places are sorted.
func arranged(items []item) []item {
	places := make([]int, len(items))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(x, y int) int { return cmp.Or(byDay(&items[x], &items[y]), cmp.Compare(x, y)) })
	sorted := make([]item, len(items))
	for i, place := range places {
		sorted[i] = items[place]
	}
	return sorted
}

func byDay(x, y *item) int {
	last := func(i *item) calendar.Date {
		switch {
		case i.due.Valid():
			return i.due
		case !i.day.Valid():
			return calendar.MaxDate + 1
		}
		return i.day
	}
	return cmp.Or(cmp.Compare(last(x), last(y)), cmp.Compare(x.begins, y.begins),
		strings.Compare(x.label, y.label), cmp.Compare(x.record.ID, y.record.ID))
}

// occurrencesMax is how many occurrences of one series an answer has; a span of
// years has more than anybody wants to read.
const occurrencesMax = 1000

// occurrences are the items that a record comes to. One that does not repeat is
// one; of one that does, those in the time that is looked at and in the state
// that is asked for. Where that time has no end, or there is none, it is the
// first of them that is still ahead; where it has no beginning, the last.
func (a *answerer) occurrences(r record.Record) []item {
	if a.q.Due || !r.Repeats() {
		return a.single(r)
	}
	rule, anchor := r.Recurrence(), r.Day()
	from, to := a.when.Days, a.when.Last
	if a.q.Asks == question.Urgent && !a.when.Set() {
		if late := a.last(r, a.today.AddDays(-1)); late.Valid() {
			return []item{itemOn(r, late)}
		}
	}
	switch {
	case a.q.State == question.Overdue:
		to = a.before(to)
	case a.state(r.Kind) == question.Finished && !to.Valid():
		to = a.today
	case a.q.Most > 1 && from.Valid() && !to.Valid() && a.q.Order == "":
		to = from.AddMonths(12) // the next of a series are some of its days
	case !a.when.Set(), !to.Valid():
		if day := a.first(r, max(from, a.today)); day.Valid() {
			return []item{itemOn(r, day)}
		}
		if last := rule.Last(anchor, a.today); !a.when.Set() && !a.over(r, last) {
			return []item{itemOn(r, last)}
		}
		return nil
	}
	if !from.Valid() && a.open() && !r.Kind.Settles() {
		from = a.today // what has taken place is no more to come
	}
	if !from.Valid() {
		if day := a.last(r, to); day.Valid() {
			return []item{itemOn(r, day)}
		}
		return nil
	}
	var list []item
	for day := range rule.Between(anchor, from, to) {
		if len(list) == occurrencesMax || a.q.Most > 0 && a.q.Asks != question.Last && len(list) == a.q.Most {
			break
		}
		if a.wants(r, day) && !a.over(r, day) {
			list = append(list, itemOn(r, day))
		}
	}
	return list
}

// single is the one item of a record that does not repeat. A deadline is that of
// the whole series.
func (a *answerer) single(r record.Record) []item {
	i := itemOn(r, r.Day())
	switch {
	case a.q.Due:
		i.due = r.Get(deadline(r.Kind)).Date()
	case a.over(r, r.Day()):
		return nil
	}
	return []item{i}
}

// over reports whether what takes place on a day and is never completed is past,
// where it is asked for what is still to come.
func (a *answerer) over(r record.Record, day calendar.Date) bool {
	left := a.q.State == question.Open && a.when.Last >= a.today // what is left this year
	return a.open() && (left || !a.when.Days.Valid()) && !r.Kind.Settles() && day.Valid() && day < a.today
}

// before is the last day that can be overdue, of a span that may end sooner.
func (a *answerer) before(to calendar.Date) calendar.Date {
	if yesterday := a.today.AddDays(-1); !to.Valid() || yesterday < to {
		return yesterday
	}
	return to
}

// first is the first occurrence from a day on that is asked for.
func (a *answerer) first(r record.Record, from calendar.Date) calendar.Date {
	for n := 0; n < occurrencesMax; n++ {
		day := r.Recurrence().Next(r.Day(), from)
		if !day.Valid() || a.wants(r, day) {
			return day
		}
		from = day.AddDays(1)
	}
	return 0
}

// last is the last occurrence up to a day that is asked for.
func (a *answerer) last(r record.Record, to calendar.Date) calendar.Date {
	for n := 0; n < occurrencesMax; n++ {
		day := r.Recurrence().Last(r.Day(), to)
		if !day.Valid() || a.wants(r, day) {
			return day
		}
		to = day.AddDays(-1)
	}
	return 0
}

// wants reports whether an occurrence is in the state that is asked for.
func (a *answerer) wants(r record.Record, day calendar.Date) bool {
	done, skipped := r.Get("completedDates").HasDate(day), r.Get("skippedDates").HasDate(day)
	series := r.Get("status").Text()
	switch state := a.state(r.Kind); state {
	case question.Finished:
		return done || series == "completed"
	case question.Skipped:
		return skipped || series == "skipped"
	case question.Pending, question.Doing:
		return !done && !skipped && series == statusWord(state)
	}
	return !a.open() || !done && !skipped && series != "completed" && series != "skipped"
}

// within reports whether an item lies in the hours that are looked at. What has
// no time belongs to all of its day, and what is over is no more ahead.
func (a *answerer) within(i item) bool {
	switch a.q.Asks {
	case question.Next, question.When, question.Where, question.Length, question.Until:
		if i.day == a.today && i.begins.Valid() && !a.q.When.Set() && !a.q.Average && i.ends() < a.now() {
			return false
		}
	}
	if (a.q.Asks == question.Last && a.q.Order == "" || a.q.Asks == question.LastTime) && !a.q.When.Set() && !a.finishes(i) && i.day == a.today && (!i.begins.Valid() || i.begins > a.now()) {
		return false
	}
	if n, ok := lasts(i); a.q.Over > 0 && (!ok || n <= a.q.Over) || a.q.Under > 0 && (!ok || n >= a.q.Under) {
		return false
	}
	if _, timed := i.record.Kind.Field("startTime"); a.anchor.ID > 0 && timed >= 0 && !i.begins.Valid() {
		return false // what takes all day is on no side of anything
	}
	if !i.begins.Valid() || a.q.Due {
		return true
	}
	from, to := a.when.From, a.when.To
	if i.day == a.when.Days && from.Valid() && i.ends() <= from && i.begins < from {
		return false
	}
	if i.day == a.when.Last && to.Valid() {
		return i.begins < to || from == to && i.begins == to
	}
	return true
}

// finishes reports whether an item is one that was done, at whatever time of its
// day.
func (a *answerer) finishes(i item) bool { return a.state(i.record.Kind) == question.Finished }

func (a *answerer) now() calendar.Time {
	t := a.clock.Instant.In(a.clock.Zone)
	return calendar.TimeOf(t.Hour(), t.Minute())
}

// choose leaves of all items those that the answer is made of.
func (a *answerer) choose(items []item) []item {
	if len(items) == 0 {
		return nil
	}
	if a.q.Order != "" {
		return a.ordered(items)
	}
	switch a.q.Asks {
	case question.Next, question.First, question.Last:
		if !a.when.Set() && !a.q.Due { // without days, the last is the newest
			slices.SortStableFunc(items, func(x, y item) int { return cmp.Compare(x.record.ID, y.record.ID) })
		}
	}
	switch a.q.Asks {
	case question.Next, question.First, question.Last:
		if n := min(a.q.Most, len(items)); n > 0 && a.q.Asks == question.Last {
			return items[len(items)-n:]
		} else if n > 0 {
			return items[:n]
		}
	}
	switch a.q.Asks {
	case question.First:
		if n := slices.IndexFunc(items, func(i item) bool { return i.begins.Valid() && i.day == items[0].day }); n >= 0 && a.q.When.Set() {
			return together(items, items[n]) // what takes all day is not the first of it
		}
		return together(items, items[0])
	case question.Next, question.Until:
		return together(items, items[0])
	case question.Length:
		switch {
		case a.q.Average:
			return slices.DeleteFunc(items, func(i item) bool { _, ok := lasts(i); return !ok })
		case a.q.By != "":
		case !a.when.Days.Valid():
			return together(items, items[len(items)-1])
		case len(a.q.About) == 0 && !a.q.When.Set():
			return together(items, items[0])
		}
	case question.Last, question.LastTime:
		return together(items, items[len(items)-1])
	case question.Urgent:
		a.byUrgency(items)
	}
	return items
}

// together are the items at the same day and time as one of them.
func together(items []item, one item) (list []item) {
	if !one.day.Valid() && !one.due.Valid() {
		return []item{one}
	}
	for _, i := range items {
		if i.due == one.due && (i.due.Valid() || i.day == one.day && i.begins == one.begins) {
			list = append(list, i)
		}
	}
	return list
}

// urgent is how pressing an item is: the lower, the more, and of the same the
// sooner, and then the one of higher priority.
type urgent struct {
	item
	level, rank int
	soonest     calendar.Date // the day or the deadline, whichever comes first
}

// byUrgency puts first what is late, then what is for today, then what has a high
// priority, then what has a day.
func (a *answerer) byUrgency(items []item) {
	list := make([]urgent, len(items))
	for n, i := range items {
		u := urgent{item: i, rank: slices.Index(schema.Priorities, i.record.Get("priority").Text()), soonest: calendar.MaxDate + 1}
		for _, d := range [...]calendar.Date{i.day, i.record.Get("deadline").Date()} {
			if d.Valid() {
				u.soonest = min(u.soonest, d)
			}
		}
		switch {
		case u.soonest < a.today:
		case u.soonest == a.today:
			u.level = 1
		case u.rank == len(schema.Priorities)-1:
			u.level = 2
		case u.soonest <= calendar.MaxDate:
			u.level = 3
		default:
			u.level = 4
		}
		list[n] = u
	}
	slices.SortFunc(list, func(x, y urgent) int {
		return cmp.Or(cmp.Compare(x.level, y.level), cmp.Compare(x.soonest, y.soonest), cmp.Compare(y.rank, x.rank), byDay(&x.item, &y.item))
	})
	for n := range list {
		items[n] = list[n].item
	}
}

// records are those of the items, each once, in their order.
func records(items []item) (list []record.Record) {
	seen := map[record.Key]bool{}
	for _, i := range items {
		if key := (record.Key{Kind: i.record.Kind.Name, ID: i.record.ID}); !seen[key] {
			seen[key] = true
			list = append(list, i.record)
		}
	}
	return list
}

// belongings learns what the records are called that the items belong to.
func (a *answerer) belongings(items []item) error {
	wanted := map[string][]int64{}
	shown := items[:min(len(items), linesMax)]
	if a.q.By != "" {
		shown = items // each is named by what it belongs to
	}
	for _, i := range shown {
		for at := range i.record.Kind.Fields {
			f, v := &i.record.Kind.Fields[at], i.record.Values[at]
			if f.Type == schema.Ref && !v.IsNull() && !a.says(f.Of) && !slices.Contains(wanted[f.Of], v.ID()) {
				wanted[f.Of] = append(wanted[f.Of], v.ID())
			}
		}
	}
	a.names = map[record.Key]string{}
	for kind, ids := range wanted {
		found, err := a.find(filter.Query{Kind: schema.Lookup(kind), Where: filter.Comparing(filter.IDs(ids...))})
		if err != nil {
			return err
		}
		for _, r := range found.Records {
			a.names[keyOf(r)] = r.Label()
		}
	}
	return nil
}

// says reports whether the question names the one record of a kind that all of
// the answer belongs to.
func (a *answerer) says(kind string) bool {
	return len(a.others) == 0 && kind == "project" && len(a.projects) == 1 || kind == a.q.Of.Kind && len(a.whole) == 1
}
