package check

import (
	"fmt"
	"slices"

	"assister/internal/calendar"
	"assister/internal/problem"
	"assister/internal/record"
)

// setStatus sets the status of a record or of one occurrence of a series. A series
// itself has no status: on must be one of its days.
func setStatus(r record.Record, status string, on calendar.Date) (record.Record, []problem.Problem) {
	if !r.Repeats() {
		if on.Valid() {
			return r, []problem.Problem{{Code: problem.NotRepeating, Field: "occurrenceDate",
				Message: fmt.Sprintf("%s does not repeat", named(r)), Hint: "leave occurrenceDate out"}}
		}
		return r.With("status", record.Text(status)), nil
	}
	if !on.Valid() {
		return r, []problem.Problem{useOccurrence(r)}
	}
	if !r.Recurrence().OccursOn(r.Day(), on) {
		return r, []problem.Problem{{Code: problem.OccurrenceNotInSeries, Field: "occurrenceDate",
			Message: fmt.Sprintf("%s does not occur on %s", named(r), on.Long()), Hint: nearest(r, on)}}
	}
	return mark(r, status, on)
}

// mark sets the status of one occurrence, by adding its day to completedDates or
// skippedDates and removing it from the other.
func mark(r record.Record, status string, on calendar.Date) (record.Record, []problem.Problem) {
	var completed, skipped bool
	switch status {
	case "completed":
		completed = true
	case "skipped":
		skipped = true
	case "pending":
	default:
		return r, []problem.Problem{{Code: problem.Invalid("status"), Field: "status",
			Message: "the status of one occurrence must be pending, completed or skipped",
			Hint:    "to set the status of the whole series, use task.update"}}
	}
	r = r.With("completedDates", listed(r.Get("completedDates"), on, completed))
	return r.With("skippedDates", listed(r.Get("skippedDates"), on, skipped)), nil
}

// listed returns a list of days with a day added or removed.
func listed(list record.Value, day calendar.Date, on bool) record.Value {
	if list.HasDate(day) == on {
		return list
	}
	days := list.Dates()
	if on {
		return record.Dates(append(days, day)...)
	}
	return record.Dates(slices.DeleteFunc(days, func(d calendar.Date) bool { return d == day })...)
}

// nearest names the occurrence next to a day that is not one.
func nearest(r record.Record, on calendar.Date) string {
	if next := r.Recurrence().Next(r.Day(), on); next.Valid() {
		return "its next occurrence is on " + next.Long()
	}
	if last := r.Recurrence().Last(r.Day(), on); last.Valid() {
		return "its last occurrence was on " + last.Long()
	}
	return "it never occurs"
}
