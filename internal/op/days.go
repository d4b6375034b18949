package op

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/schema"
)

// resolveDays replaces relative days in the value of a field by dates. Anything
// else stays as it is and is left to record.Parse.
func (d *decoder) resolveDays(f *schema.Field, v ijson.Value) ijson.Value {
	switch f.Type {
	case schema.Date:
		return d.resolveDay(v)
	case schema.Range:
		return d.resolveMembers(v, "from", "to")
	case schema.Recurrence:
		return d.resolveMembers(v, "until")
	}
	return v
}

func (d *decoder) resolveMembers(v ijson.Value, names ...string) ijson.Value {
	resolved := v
	for i, m := range v.Members {
		if !slices.Contains(names, m.Name) {
			continue
		}
		day := d.resolveDay(m.Value)
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

// resolveDay returns a relative day as a date. Nearly every operation has a date
// already, which begins with a digit and does not need the clock.
func (d *decoder) resolveDay(v ijson.Value) ijson.Value {
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
