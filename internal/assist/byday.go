package assist

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/workspace"
)

// listed is a record in a list by day.
type listed struct {
	record record.Record
	day    calendar.Date // of a record that repeats, that of the occurrence
	late   bool          // it is listed as overdue
	missed bool          // it is planned for no day, and the day is its deadline, which has passed
}

// inDayOrder sorts by day, and on a day by time: what is overdue first, what has no
// day last, and what takes all of a day first. Among equals the order stays.
func inDayOrder(rows []listed) {
	slices.SortStableFunc(rows, func(a, b listed) int {
		return cmp.Or(rank(a.late, b.late), rank(a.day.Valid(), b.day.Valid()), cmp.Compare(a.day, b.day),
			compareTimes(a.record.Get("startTime"), b.record.Get("startTime")))
	})
}

// rank compares so that true comes first.
func rank(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func compareTimes(a, b record.Value) int {
	if a.IsNull() || b.IsNull() {
		return rank(a.IsNull(), b.IsNull())
	}
	return cmp.Compare(a.Time(), b.Time())
}

// group is the part of the list that a record belongs to.
func (l listed) group(today calendar.Date) event.Group {
	switch {
	case l.late:
		return event.Group{Name: "overdue"}
	case l.missed:
		return event.Group{Name: "past the deadline"}
	case !l.day.Valid():
		return event.Group{Name: "no day"}
	case l.day == today:
		return event.Group{Name: "today", Day: l.day}
	case l.day == today.AddDays(1):
		return event.Group{Name: "tomorrow", Day: l.day}
	}
	return event.Group{Day: l.day}
}

// findByDay finds the records of a list, each once: one that repeats on the first of
// its days that the filter matches.
func (q ListRequest) findByDay(r workspace.Reader, today calendar.Date) (rows []listed, total int, err error) {
	for _, k := range q.Filter.Applies() {
		for _, one := range q.parts(k) {
			found, err := r.Query(one, today)
			if err != nil {
				return nil, 0, err
			}
			for _, x := range found.Records {
				rows = append(rows, q.listed(x, today))
			}
			total += found.Total
		}
	}
	inDayOrder(rows)
	if q.Limit > 0 {
		rows = rows[:min(len(rows), q.Limit)]
	}
	return rows, total, nil
}

func (q ListRequest) listed(x record.Record, today calendar.Date) listed {
	day := q.dayOf(x, today)
	overdue := q.Open && x.Kind.Settles() && day.Valid() && day < today
	return listed{record: x, day: day, late: overdue || q.Filter.Overdue == filter.Yes}
}

// dayOf is the first day of a record that the filter matches.
func (q ListRequest) dayOf(x record.Record, today calendar.Date) calendar.Date {
	days := q.Filter.Scheduled
	if !x.Repeats() || !days.Set || q.Filter.Overdue == filter.Yes {
		return x.Day()
	}
	to := days.To
	if !to.Valid() {
		to = calendar.MaxDate
	}
	for day := range x.Recurrence().Between(x.Day(), max(days.From, x.Day()), to) {
		q.Filter.Scheduled = filter.Day(day)
		if q.of(x.Kind).Where.Match(x, today) {
			return day
		}
	}
	return x.Day()
}
