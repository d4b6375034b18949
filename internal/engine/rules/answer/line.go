package answer

import (
	"strconv"
	"strings"

	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// line is one item: its label, when, and what else is worth saying.
func (p phrasing) line(i reference.Item) string {
	x := i.Record
	words := []string{nameOf(x)}
	add := func(w string) {
		if w != "" && w != words[0] {
			words = append(words, w)
		}
	}
	if i.Day.Valid() {
		add(spaced(p.words.Date(i.Day), hours(x)))
	}
	byLength := p.rank.Order == meaning.Longest || p.rank.Order == meaning.Shortest
	if n, ok := reference.Lasts(i.Record); ok && (byLength || p.several && p.measures()) {
		add(p.words.Span(n))
	}
	add(p.placed(x))
	for at := range x.Kind.Fields {
		f := &x.Kind.Fields[at]
		if !p.told(f, x.Kind) && !x.Values[at].IsNull() {
			add(p.detail(f, x.Values[at]))
		}
	}
	return strings.Join(words, " · ")
}

// measures reports whether lengths are asked for.
func (q *question) measures() bool {
	length := q.what == meaning.Get && q.field == meaning.Length
	return length || q.what == meaning.Total || q.what == meaning.Average
}

// told reports whether a field is in the line already, or in none.
func (p phrasing) told(f *schema.Field, k *schema.Kind) bool {
	switch f.Name {
	case k.Label, k.Day, "location", "lastName":
		return true
	case "notes":
		return p.field != meaning.Notes
	}
	return f.Kept
}

// nameOf is what an item is called: a person by both names.
func nameOf(x record.Record) string {
	if last := x.Get("lastName"); !last.IsNull() {
		return short(x.Label() + " " + last.Text())
	}
	return short(x.Label())
}

// hours are the times of day of a record.
func hours(x record.Record) string {
	from, to := x.Get("startTime").Time().String(), x.Get("endTime").Time().String()
	if at := x.Get("time").Time(); at.Valid() {
		return at.String()
	}
	if from != "" && to != "" {
		from += "–" + to
	}
	return from
}

// placed is the place of something that takes place, or of a file.
func (p phrasing) placed(x record.Record) string {
	f, _ := x.Kind.Field("location")
	switch place := x.Get("location"); {
	case f == nil, place.IsNull() && p.field != meaning.Place:
		return ""
	case place.IsNull():
		return p.words.Text("answer.no-place")
	case x.Kind.Day == "":
		return short(place.Text())
	default:
		return p.words.Text("answer.at", "place", short(place.Text()))
	}
}

// detail is the value of a field if it says something that the question has not said.
func (p phrasing) detail(f *schema.Field, v record.Value) string {
	w := p.words
	switch f.Type {
	case schema.Enum:
		if v.Text() == f.Default || p.saysValue(f) {
			return ""
		}
	case schema.Bool:
		if key := "value." + f.Name + "." + strconv.FormatBool(v.Bool()); w.Has(key) {
			return w.Text(key)
		}
		return ""
	case schema.Date:
		if key := "date." + f.Name; w.Has(key) {
			return w.Text(key, "day", v.Date())
		}
	}
	return p.plain(f, v)
}

// saysValue reports whether the headline says the value of a field of all items.
func (p phrasing) saysValue(f *schema.Field) bool {
	switch f.Name {
	case "context":
		return true
	case "status":
		return p.state == doing || p.state == finished || p.state == skipped
	case "priority":
		return p.Has(meaning.Priority) && len(p.others) == 0
	}
	return false
}

// plain is a value in words; "" if it has none.
func (p phrasing) plain(f *schema.Field, v record.Value) string {
	w := p.words
	switch f.Type {
	case schema.Enum:
		return w.Value(f.Name, v.Text())
	case schema.Date:
		return w.Date(v.Date())
	case schema.Tags:
		return "#" + strings.Join(v.Tags(), " #")
	case schema.Ref:
		return short(p.owners[record.Key{Kind: f.Of, ID: v.ID()}])
	case schema.Moment:
		return strings.Replace(v.MomentText(), "T", " ", 1)
	case schema.Text, schema.URL:
		return short(v.Text())
	case schema.Integer:
		switch f.Name { // that people read
		case "progressPercent":
			return w.Text("value.percent", "number", int(v.Integer()))
		case "size":
			return strings.Replace(problem.Size(v.Integer()), ".0 ", " ", 1)
		}
	}
	return ""
}
