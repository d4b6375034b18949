package propose

import (
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/language/message"
	"assister/internal/problem"
)

// pastDayWarnings warns of operations that plan something for a past day: "friday of this
// week" on a Saturday is one, and models prefer the years of their training data. It may
// be intended, so it is no error. Records that the same operation completes are exempt.
func pastDayWarnings(l *message.Language, f check.Finding, today calendar.Date) (warnings []problem.Problem) {
	parsed := map[calendar.Date]bool{}
	for _, target := range f.Targets {
		c := target.Change
		if status, set := c.Cell("status"); set && status.After.Text() == "completed" {
			continue
		}
		for _, name := range [...]string{c.Kind.Day, "deadline"} {
			cell, _ := c.Cell(name)
			if day := cell.After.Date(); day.Valid() && day < today && !parsed[day] {
				parsed[day] = true
				warnings = append(warnings, problem.Problem{
					Code: problem.DayIsOver, Field: name,
					Message: l.Text("remark.past-day.what", "day", day.String()), Hint: l.Text("remark.past-day.next"),
				})
			}
		}
	}
	return warnings
}
