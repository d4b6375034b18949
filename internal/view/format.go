package view

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/language/message"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// english is the language of the fields of records, whose names are English.
var english *message.Language

// format turns the values of records into text.
type format struct {
	labels event.Labels // of the records that fields refer to
	most   int          // columns of a text among other values; 0 is no limit
	zone   *time.Location
}

// reference is a record that a field refers to: its label where it is known.
func (f format) reference(kind string, id int64) string {
	if label := f.labels[record.Key{Kind: kind, ID: id}]; label != "" {
		return cut(label, f.most)
	}
	return kind + ":" + strconv.FormatInt(id, 10)
}

// value is one value; – stands for none.
func (f format) value(field *schema.Field, v record.Value) string {
	if v.IsNull() {
		return "–"
	}
	switch field.Type {
	case schema.Text, schema.URL:
		return quoted(cut(v.Text(), f.most))
	case schema.Integer:
		return strconv.FormatInt(v.Integer(), 10)
	case schema.Moment:
		on, at := v.Moment()
		return on.Long() + " " + at.String()
	case schema.Enum:
		return v.Text()
	case schema.Date:
		return v.Date().Long()
	case schema.Time:
		return v.Time().String()
	case schema.Bool:
		if v.Bool() {
			return "yes"
		}
		return "no"
	case schema.Ref:
		return f.reference(field.Of, v.ID())
	case schema.Instant:
		return instant(v.Instant(), f.zone)
	case schema.Recurrence:
		return english.Repeats(v.Recurrence(), 0)
	case schema.Tags, schema.Dates:
		return strings.Join(members(field, v), ", ")
	}
	return strings.Trim(string(record.AppendJSON(nil, field.Type, v)), `"`)
}

// instant is a time in a zone, with the zone's offset: "2026-11-21 09:30 +01:00".
func instant(at time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	return at.In(zone).Format("2006-01-02 15:04 -07:00")
}

func members(field *schema.Field, v record.Value) []string {
	if field.Type == schema.Tags {
		return v.Tags()
	}
	var days []string
	for _, d := range v.Dates() {
		days = append(days, d.Long())
	}
	return days
}

// cell is a value in a column of its own, whose heading says what it is.
func (f format) cell(field *schema.Field, v record.Value) string {
	switch {
	case v.IsNull():
		return ""
	case field.Type == schema.Text || field.Type == schema.Enum:
		return cut(v.Text(), f.most)
	}
	return f.value(field, v)
}

// when is the day and the times of a record, as far as it has them.
func when(r record.Record) string { return joined(" ", r.Day().Long(), times(r)) }

// times are the times of day of a record: "15:00–16:00".
func times(r record.Record) string {
	begins := "startTime"
	if s := r.Kind.Start; s != nil {
		begins = s.Time
	}
	from, to := r.Get(begins).Time().String(), r.Get("endTime").Time().String()
	if from != "" && to != "" {
		return from + "–" + to
	}
	return from
}

// details are the other values of a record that say something, its tags first.
func (f format) details(r record.Record) string {
	var tags, words []string
	for i := range r.Kind.Fields {
		field, v := &r.Kind.Fields[i], r.Values[i]
		switch {
		case v.IsNull() || field.Kept || field.Name == r.Kind.Label || field.Name == r.Kind.Day:
		case field.Type.Textual() && v.Text() == r.Label(): // the label was taken from it
		case field.Type == schema.Tags:
			for _, tag := range v.Tags() {
				tags = append(tags, "#"+tag)
			}
		case field.Type == schema.Recurrence:
			words = append(words, english.Repeats(v.Recurrence(), r.Day()))
		default:
			words = append(words, f.detail(field, v))
		}
	}
	return joined("  ", append(tags, words...)...)
}

// detail is a value in a list of values; "" where it is the default.
func (f format) detail(field *schema.Field, v record.Value) string {
	switch field.Type {
	case schema.Time:
		return "" // stands next to the day
	case schema.Bool:
		usually := field.Default == "true"
		switch {
		case v.Bool() == usually:
			return ""
		case usually:
			return "not " + field.Name
		}
		return field.Name
	case schema.Enum:
		if v.Text() == field.Default {
			return ""
		}
		return v.Text()
	case schema.Ref:
		return f.value(field, v)
	}
	return field.Name + " " + f.value(field, v)
}

// difference is "scheduledFor Sat 2026-11-21 → Fri 2026-11-27"; of a set, what is
// added and what is removed.
func (f format) difference(kind *schema.Kind, cell ledger.Cell) []span {
	field, _ := kind.Field(cell.Field)
	spans := []span{styled(plain, cell.Field+" ")}
	if field == nil {
		return spans
	}
	if field.Type != schema.Tags && field.Type != schema.Dates {
		before, after := f.value(field, cell.Before), f.value(field, cell.After)
		return append(spans, styled(removed, before), styled(plain, " → "), styled(added, after))
	}
	before, after := members(field, cell.Before), members(field, cell.After)
	for _, w := range before {
		if !slices.Contains(after, w) {
			spans = append(spans, styled(removed, "-"+w+" "))
		}
	}
	for _, w := range after {
		if !slices.Contains(before, w) {
			spans = append(spans, styled(added, "+"+w+" "))
		}
	}
	return spans
}

// fieldOf finds a field by name in the kinds that a filter is about: what a bulk
// operation sets has the same type in all of them.
func fieldOf(about filter.Condition, name string) *schema.Field {
	for _, kind := range about.Applies() {
		if f, _ := kind.Field(name); f != nil {
			return f
		}
	}
	return nil
}

func quoted(s string) string { return "“" + s + "”" }
