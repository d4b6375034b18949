package filter

import (
	"iter"
	"slices"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

// matchDays matches the parts of a condition that a record answers by its day and
// its status.
//
// A repeating record matches by its occurrences: when the condition has a range or
// asks for overdue records, one and the same occurrence has to satisfy range,
// overdue, status and completed. Otherwise status and completed look at the status
// of the series.
func (c Condition) matchDays(r record.Record, today calendar.Date) bool {
	if !c.onOccurrences() && !c.asksStatus() {
		return true
	}
	status := statusOf(r)
	if c.onOccurrences() && r.Repeats() {
		return c.matchSeries(r, status, today)
	}
	late := status.open() && r.Day().Valid() && r.Day() < today
	return (!c.Scheduled.Set || c.Scheduled.Has(r.Day())) &&
		(c.Overdue == Any || c.Overdue == FlagOf(late)) &&
		c.accepts(status)
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

// open reports whether the status is neither completed nor skipped. A record that cannot
// be completed is not open, and so never overdue.
func (s status) open() bool { return s.settles && s.word != "completed" && s.word != "skipped" }

// accepts reports whether the condition matches a status.
func (c Condition) accepts(s status) bool {
	// A status that is free text is compared as a text.
	sameWord := s.word == c.Status || !s.settles && fulltext.Fold(s.word) == fulltext.Fold(c.Status)
	return (c.Status == "" || sameWord) &&
		(c.Completed == Any || c.Completed == FlagOf(s.settles && s.word == "completed"))
}

func (c Condition) matchSeries(r record.Record, series status, today calendar.Date) bool {
	o := occurrencesOf(r)
	if !c.Scheduled.Set && c.Overdue == No {
		late := series.open() && o.any(0, today.AddDays(-1), neither)
		return !late && c.accepts(series)
	}
	from, to := c.Scheduled.From, c.Scheduled.To
	if !to.Valid() {
		to = calendar.MaxDate
	}
	last := today.AddDays(-1) // the last day that can be overdue
	switch c.Overdue {
	case Yes:
		return series.open() && c.accepts(series) && o.any(from, min(to, last), neither)
	case No:
		return c.some(o, series, max(from, today), to) || c.someSettled(o, series, from, min(to, last))
	}
	return c.some(o, series, from, to)
}

// some reports whether an occurrence from one day to another has a status that
// the filter accepts.
func (c Condition) some(o occurrences, series status, from, to calendar.Date) bool {
	if !series.open() { // all have the status of the series
		return c.accepts(series) && o.any(from, to, every)
	}
	return c.accepts(series) && o.any(from, to, neither) || c.someSettled(o, series, from, to)
}

// someSettled is some among those that are completed or skipped, or that belong
// to what cannot be overdue.
func (c Condition) someSettled(o occurrences, series status, from, to calendar.Date) bool {
	if !series.open() {
		return c.accepts(series) && o.any(from, to, every)
	}
	return c.accepts(status{"completed", true}) && o.any(from, to, completed) ||
		c.accepts(status{"skipped", true}) && o.any(from, to, skipped)
}

// OpenDays are the days from one to another on which a repeating record has an
// occurrence that is neither completed nor skipped.
func OpenDays(r record.Record, from, to calendar.Date) iter.Seq[calendar.Date] {
	o := occurrencesOf(r)
	return func(yield func(calendar.Date) bool) {
		if !o.anchor.Valid() {
			return
		}
		for day := range o.rule.Between(o.anchor, max(from, o.anchor), to) {
			if !has(o.completed, day) && !has(o.skipped, day) && !yield(day) {
				return
			}
		}
	}
}

// occurrences are the days of a series, with those completed and skipped.
type occurrences struct {
	rule               calendar.Recurrence
	anchor             calendar.Date
	completed, skipped []calendar.Date
}

func occurrencesOf(r record.Record) occurrences {
	return occurrences{r.Recurrence(), r.Day(), r.Get("completedDates").Dates(), r.Get("skippedDates").Dates()}
}

// which selects occurrences.
type which uint8

const (
	every which = iota
	neither
	completed
	skipped
)

// any reports whether there is such an occurrence in a range. It never looks at more
// occurrences than the lists have entries and one: of these, at least one is on neither
// list.
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
