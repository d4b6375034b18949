package reference

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

// Urgency is how urgent something is: what is late comes first, then what is for today, then
// what has a high priority, then what has a day.
type Urgency struct {
	level    int           // the lower, the more urgent
	soonest  calendar.Date // the day or the deadline, whichever comes first
	priority int
}

// UrgencyOf is the urgency of a record, or of its occurrence on a day.
func UrgencyOf(x record.Record, day, today calendar.Date) Urgency {
	u := Urgency{soonest: calendar.MaxDate + 1}
	u.priority = slices.Index(schema.Priorities, x.Get("priority").Text())
	for _, d := range [...]calendar.Date{day, x.Get("deadline").Date()} {
		if d.Valid() {
			u.soonest = min(u.soonest, d)
		}
	}
	switch {
	case u.soonest < today:
	case u.soonest == today:
		u.level = 1
	case u.priority == len(schema.Priorities)-1:
		u.level = 2
	case u.soonest <= calendar.MaxDate:
		u.level = 3
	default:
		u.level = 4
	}
	return u
}

// Compare compares two urgencies, the more urgent first: of the same level the sooner, and
// then the one of higher priority.
func (u Urgency) Compare(v Urgency) int {
	return cmp.Or(cmp.Compare(u.level, v.level), cmp.Compare(u.soonest, v.soonest), cmp.Compare(v.priority, u.priority))
}
