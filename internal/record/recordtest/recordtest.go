// Package recordtest draws random records for property tests, of all kinds of package
// schema.
package recordtest

import (
	"time"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

// Today is the day around which dates are drawn.
var Today = calendar.DateOf(2026, time.November, 21)

// Day draws a day within some weeks of Today.
func Day() *rapid.Generator[calendar.Date] {
	return rapid.Custom(func(t *rapid.T) calendar.Date { return Today.AddDays(rapid.IntRange(-40, 40).Draw(t, "day")) })
}

// Title draws a short title, sometimes with letters of other scripts, quotes and control
// characters.
func Title() *rapid.Generator[string] {
	words := []string{
		"buy", "milk", "Bread", "ÉCLAIR", "dentist", "call", "straße", "İzmir", "日本",
		"“quoted”", `back\slash`, "a'b", "100%", "x_y", "\u202eevil",
	}
	return rapid.Custom(func(t *rapid.T) string {
		title := ""
		for i, w := range rapid.SliceOfN(rapid.SampledFrom(words), 1, 4).Draw(t, "words") {
			if i > 0 {
				title += " "
			}
			title += w
		}
		return title
	})
}

// Recurrence draws a recurrence that repeats.
func Recurrence() *rapid.Generator[calendar.Recurrence] {
	return rapid.Custom(func(t *rapid.T) calendar.Recurrence {
		r := calendar.Recurrence{Freq: calendar.Frequency(rapid.IntRange(1, len(calendar.Frequencies)-1).Draw(t, "freq"))}
		switch r.Freq {
		case calendar.EveryNDays:
			r.Interval = int32(rapid.IntRange(1, 20).Draw(t, "interval"))
		case calendar.Weekly:
			r.ByDay = calendar.Days(rapid.IntRange(0, 127).Draw(t, "byDay"))
		}
		switch rapid.IntRange(0, 3).Draw(t, "end") {
		case 1:
			r.Until = Day().Draw(t, "until")
		case 2:
			r.Count = int32(rapid.IntRange(1, 30).Draw(t, "count"))
		}
		return r
	})
}

// URL draws a normalized URL.
func URL() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"https://example.org/a?b=c", "mailto:ann@example.org", "http://localhost:8080/"})
}

// Value draws a value of a field, sometimes Null unless the field is required.
func Value(f *schema.Field) *rapid.Generator[record.Value] {
	return rapid.Custom(func(t *rapid.T) record.Value {
		if !f.Required && rapid.IntRange(0, 3).Draw(t, "null") == 0 {
			return record.Null
		}
		switch f.Type {
		case schema.Text:
			return record.Text(Title().Draw(t, f.Name))
		case schema.Date:
			return record.Date(Day().Draw(t, f.Name))
		case schema.Time:
			return record.Time(calendar.Time(rapid.IntRange(1, 24*60).Draw(t, f.Name)))
		case schema.Enum:
			return record.Text(rapid.SampledFrom(f.Values).Draw(t, f.Name))
		case schema.Tags:
			tag := rapid.SampledFrom([]string{"home", "work", "Ünïcode", "a,b"})
			return record.Tags(rapid.SliceOfN(tag, 1, 3).Draw(t, f.Name)...)
		case schema.Ref:
			return record.ID(rapid.Int64Range(1, 9).Draw(t, f.Name))
		case schema.Recurrence:
			return record.Recurrence(Recurrence().Draw(t, f.Name))
		case schema.Dates:
			return record.Dates(rapid.SliceOfN(Day(), 1, 4).Draw(t, f.Name)...)
		case schema.Instant:
			return record.Instant(time.UnixMilli(rapid.Int64Range(1, 2e12).Draw(t, f.Name)))
		case schema.Bool:
			return record.Bool(rapid.Bool().Draw(t, f.Name))
		case schema.Integer:
			return record.Integer(rapid.Int64Range(int64(f.Min), int64(f.Max)).Draw(t, f.Name))
		case schema.Moment:
			return record.Moment(Day().Draw(t, f.Name), calendar.Time(rapid.IntRange(1, 24*60).Draw(t, f.Name+" time")))
		case schema.URL:
			return record.Text(URL().Draw(t, f.Name))
		case schema.Range:
			return record.Range(Day().Draw(t, "from"), 0)
		}
		panic("recordtest: no way to draw a " + f.Name)
	})
}

// Record draws a valid record of a kind, with its defaults. References are to ids 1
// to 9.
func Record(kind *schema.Kind, id int64) *rapid.Generator[record.Record] {
	return rapid.Custom(func(t *rapid.T) record.Record {
		r := record.New(kind, id)
		for i := range kind.Fields {
			f := &kind.Fields[i]
			if r.Values[i] = Value(f).Draw(t, f.Name); r.Values[i].IsNull() && f.Default != "" {
				r.Values[i] = record.Default(f)
			}
		}
		if r.Repeats() && !r.Day().Valid() {
			r = r.With("recurrence", record.Null)
		}
		if _, i := kind.Field("endTime"); i >= 0 && (r.Get("startTime").IsNull() || r.Get("startTime") == r.Get("endTime")) {
			r.Values[i] = record.Null
		}
		return r
	})
}
