package op

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/schema"
)

// resolveDays replaces the relative days in a field's value by dates. Whatever
// is no relative day stays as it is, for record.Parse to judge.
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

// resolveDay leaves dates alone, which is what nearly every operation has:
// the clock is not asked for them.
func (d *decoder) resolveDay(v ijson.Value) ijson.Value {
	text := strings.TrimSpace(v.Text)
	if v.Kind != ijson.String || text == "" || text[0] >= '0' && text[0] <= '9' || d.clock.Zone == nil {
		return v
	}
	day, ok := calendar.ParseDay(text, d.clock.Today())
	if !ok {
		return v
	}
	return stringOf(day.String())
}
