package brief

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
)

// Counts are the numbers of records of a workspace. A series counts as one record,
// however often it occurs.
type Counts struct {
	Overdue   int `json:"overdue"`   // by the key "overdue" of filters
	Next7Days int `json:"next7Days"` // still ahead, from today to a week from today, both inclusive
	Backlog   int `json:"backlog"`   // without a day
	Scheduled int `json:"scheduled"` // with a day, whether settled or not
}

// Aggregates counts the records that are of a kind planned on days.
func Aggregates(records []record.Record, today calendar.Date) (c Counts) {
	late := filter.Condition{Overdue: filter.Yes}
	for _, r := range records {
		if !r.Kind.Planned {
			continue
		}
		if late.Selects(r, today) {
			c.Overdue++
		}
		if isUpcoming(r, today, today.AddDays(7)) {
			c.Next7Days++
		}
		if r.Day().Valid() {
			c.Scheduled++
		} else {
			c.Backlog++
		}
	}
	return c
}

// isUpcoming reports whether the record, or one of its occurrences, is on a day within a
// range and neither completed nor skipped.
func isUpcoming(r record.Record, from, to calendar.Date) bool {
	if settled := r.Get("status").Text(); settled == "completed" || settled == "skipped" {
		return false
	}
	if !r.Repeats() {
		return filter.Range{Set: true, From: from, To: to}.Has(r.Day())
	}
	done := slices.Concat(r.Get("completedDates").Dates(), r.Get("skippedDates").Dates())
	for day := range r.Recurrence().Between(r.Day(), from, to) {
		if !slices.Contains(done, day) {
			return true
		}
	}
	return false
}
