package op

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/schema"
)

// dayResolver replaces relative days in operations by dates, counted from a clock, and
// moments of other zones by what that clock shows.
type dayResolver struct{ clock calendar.Clock }

// value replaces what depends on the clock in the value of a field. Anything
// else stays as it is and is left to record.Parse.
func (d dayResolver) value(f *schema.Field, v ijson.Value) ijson.Value {
	switch f.Type {
	case schema.Date:
		return d.day(v)
	case schema.Range:
		return d.members(v, "from", "to")
	case schema.Recurrence:
		return d.members(v, "until")
	case schema.Moment:
		return d.moment(v)
	}
	return v
}

func (d dayResolver) moment(v ijson.Value) ijson.Value {
	at, ok := calendar.ParseZoned(v.Text)
	if v.Kind != ijson.String || !ok || d.clock.Zone == nil {
		return v
	}
	day, clock := d.clock.Shown(at)
	return stringOf(day.String() + "T" + clock.String())
}

func (d dayResolver) members(v ijson.Value, names ...string) ijson.Value {
	resolved := v
	for i, m := range v.Members {
		if !slices.Contains(names, m.Name) {
			continue
		}
		day := d.day(m.Value)
		if day.Text == m.Value.Text {
			continue
		}
		if &resolved.Members[0] == &v.Members[0] {
			resolved.Members = slices.Clone(v.Members) // the caller still has the value as it came
		}
		resolved.Members[i].Value = day
	}
	return resolved
}

// day returns a relative day as a date. Nearly every operation has a date
// already, which begins with a digit and does not need the clock.
func (d dayResolver) day(v ijson.Value) ijson.Value {
	text := strings.TrimSpace(v.Text)
	if v.Kind != ijson.String || text == "" || d.clock.Zone == nil {
		return v
	}
	if text[0] >= '0' && text[0] <= '9' {
		return v
	}
	day, ok := calendar.ParseDay(text, d.clock.Today())
	if !ok {
		return v
	}
	return stringOf(day.String())
}
