package filter

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// Empty reports whether no key is set at all.
func (f Filter) Empty() bool {
	return len(f.Kinds) == 0 && !f.ByIDs && f.TitleContains == "" && f.Overdue == Any &&
		!f.Scheduled.Set && !f.Deadline.Set && f.Priority == "" && f.Status == "" && f.Completed == Any &&
		f.Repeating == Any && f.Tag == "" && f.ProjectID == 0 && f.Context == ""
}

// Applies is the kinds the filter speaks of: those it names, or every kind that
// is planned on days.
func (f Filter) Applies() []*schema.Kind {
	var kinds []*schema.Kind
	for _, k := range schema.Kinds {
		if len(f.Kinds) == 0 && k.Planned || slices.Contains(f.Kinds, k.Name) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Match reports whether every key that is set holds of the record, today being
// what overdue is told by. A key that asks for something the record's kind does
// not have does not hold; one that asks for it not to be there does.
//
// A repeating record matches by its occurrences (contract section 4): when the
// filter has a range or asks for overdue, one and the same occurrence has to
// satisfy range, overdue, status and completed. Otherwise those two look at the
// status of the series.
func (f Filter) Match(r record.Record, today calendar.Date) bool {
	return f.speaksOf(r.Kind) &&
		(!f.ByIDs || slices.Contains(f.IDs, r.ID)) &&
		(f.Priority == "" || r.Get("priority").Text() == f.Priority) &&
		(f.Context == "" || r.Get("context").Text() == f.Context) &&
		(f.ProjectID == 0 || r.Get("projectId").ID() == f.ProjectID) &&
		(f.Tag == "" || r.Get("tags").HasTag(f.Tag)) &&
		(!f.Deadline.Set || f.Deadline.Has(r.Get("deadline").Date())) &&
		(f.Repeating == Any || f.Repeating == FlagOf(r.Repeats())) &&
		(f.TitleContains == "" || strings.Contains(fulltext.Plain(r.Label()), fulltext.Plain(f.TitleContains))) &&
		f.matchDays(r, today)
}

func (f Filter) speaksOf(k *schema.Kind) bool {
	if len(f.Kinds) == 0 {
		return k.Planned
	}
	return slices.Contains(f.Kinds, k.Name)
}

func (f Filter) matchDays(r record.Record, today calendar.Date) bool {
	status := statusOf(r)
	if r.Repeats() && (f.Scheduled.Set || f.Overdue != Any) {
		return f.matchSeries(r, status, today)
	}
	late := status.open() && r.Day().Valid() && r.Day() < today
	return (!f.Scheduled.Set || f.Scheduled.Has(r.Day())) &&
		(f.Overdue == Any || f.Overdue == FlagOf(late)) &&
		f.accepts(status)
}

// status of a record or of one occurrence: the word, and whether its kind is
// one that can be completed at all.
type status struct {
	word    string
	settles bool
}

func statusOf(r record.Record) status {
	f, i := r.Kind.Field("status")
	switch {
	case f == nil && r.Kind.Done == "":
		return status{}
	case f == nil && r.Get(r.Kind.Done).Bool():
		return status{"completed", true}
	case f == nil:
		return status{"pending", true}
	}
	return status{r.Values[i].Text(), f.Type == schema.Enum}
}

// open is neither completed nor skipped. What cannot be completed is not open,
// and so never overdue.
func (s status) open() bool { return s.settles && s.word != "completed" && s.word != "skipped" }

// accepts is the part of the filter that looks at a status.
func (f Filter) accepts(s status) bool {
	return (f.Status == "" || s.word == f.Status || !s.settles && fulltext.Fold(s.word) == fulltext.Fold(f.Status)) &&
		(f.Completed == Any || f.Completed == FlagOf(s.settles && s.word == "completed"))
}

func (f Filter) matchSeries(r record.Record, series status, today calendar.Date) bool {
	o := occurrencesOf(r)
	if !f.Scheduled.Set && f.Overdue == No {
		late := series.open() && o.any(0, today.AddDays(-1), neither)
		return !late && f.accepts(series)
	}
	from, to := f.Scheduled.From, f.Scheduled.To
	if !to.Valid() {
		to = calendar.MaxDate
	}
	last := today.AddDays(-1) // the last day that can be overdue
	switch f.Overdue {
	case Yes:
		return series.open() && f.accepts(series) && o.any(from, min(to, last), neither)
	case No:
		return f.some(o, series, max(from, today), to) || f.someSettled(o, series, from, min(to, last))
	}
	return f.some(o, series, from, to)
}

// some reports whether an occurrence from one day to another has a status that
// the filter accepts.
func (f Filter) some(o occurrences, series status, from, to calendar.Date) bool {
	if !series.open() { // all of them are what the series is
		return f.accepts(series) && o.any(from, to, every)
	}
	return f.accepts(series) && o.any(from, to, neither) || f.someSettled(o, series, from, to)
}

// someSettled is some among those that are completed or skipped, or that belong
// to what cannot be overdue.
func (f Filter) someSettled(o occurrences, series status, from, to calendar.Date) bool {
	if !series.open() {
		return f.accepts(series) && o.any(from, to, every)
	}
	return f.accepts(status{"completed", true}) && o.any(from, to, completed) ||
		f.accepts(status{"skipped", true}) && o.any(from, to, skipped)
}

// occurrences of a series, and what has become of them.
type occurrences struct {
	rule               calendar.Recurrence
	anchor             calendar.Date
	completed, skipped []calendar.Date
}

func occurrencesOf(r record.Record) occurrences {
	return occurrences{r.Recurrence(), r.Day(), r.Get("completedDates").Dates(), r.Get("skippedDates").Dates()}
}

// which occurrences are meant.
type which uint8

const (
	every which = iota
	neither
	completed
	skipped
)

// any reports whether there is such an occurrence from one day to another. It
// never walks further than the lists are long: what is on a list is looked up
// there, and of one occurrence more than the lists hold, one is on neither.
func (o occurrences) any(from, to calendar.Date, w which) bool {
	if from = max(from, o.anchor); !o.anchor.Valid() || !to.Valid() || to < from {
		return false
	}
	switch w {
	case completed:
		return o.listed(o.completed, from, to)
	case skipped:
		return o.listed(o.skipped, from, to)
	}
	for day := range o.rule.Between(o.anchor, from, to) {
		if w == every || !has(o.completed, day) && !has(o.skipped, day) {
			return true
		}
	}
	return false
}

func (o occurrences) listed(days []calendar.Date, from, to calendar.Date) bool {
	i, _ := slices.BinarySearch(days, from)
	for _, day := range days[i:] {
		if day > to {
			return false
		}
		if o.rule.OccursOn(o.anchor, day) {
			return true
		}
	}
	return false
}

func has(days []calendar.Date, day calendar.Date) bool {
	_, found := slices.BinarySearch(days, day)
	return found
}
