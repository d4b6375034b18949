package rules

import (
	"fmt"
	"strconv"
	"strings"

	"assister/internal/phrase/question"
	"assister/internal/record"
	"assister/internal/schema"
)

// line is one item: its label, when, and what else is worth saying.
func (a *answerer) line(i item) string {
	l, r := a.in(), i.record
	words := []string{nameOf(r)}
	add := func(w string) {
		if w != "" && w != words[0] {
			words = append(words, w)
		}
	}
	if i.day.Valid() {
		add(spaced(l.Date(i.day), hours(r)))
	}
	if n, ok := lasts(i); ok && (a.q.Asks == question.Length && a.several || a.q.Order == "endTime") {
		add(l.Span(n))
	}
	add(a.placed(r))
	for at := range r.Kind.Fields {
		f := &r.Kind.Fields[at]
		if !a.told(f, r.Kind) && !r.Values[at].IsNull() {
			add(a.detail(f, r.Values[at], i))
		}
	}
	return strings.Join(words, " · ")
}

// told reports whether a field is in the line already, or in none.
func (a *answerer) told(f *schema.Field, k *schema.Kind) bool {
	switch f.Name {
	case k.Label, k.Day, "location", "lastName":
		return true
	case "notes":
		return a.q.Wants != f.Name
	}
	return f.Kept
}

// nameOf is what an item is called: a person by both names.
func nameOf(r record.Record) string {
	if last := r.Get("lastName"); !last.IsNull() {
		return short(r.Label() + " " + last.Text())
	}
	return short(r.Label())
}

// placed is the place of what takes place, or of a file.
func (a *answerer) placed(r record.Record) string {
	place := r.Get("location")
	switch f, _ := r.Kind.Field("location"); {
	case f == nil:
		return ""
	case place.IsNull() && a.q.Asks == question.Where:
		return a.in().Text("answer.no-place")
	case place.IsNull():
		return ""
	case r.Kind.Day == "":
		return short(place.Text())
	}
	return a.in().Text("answer.at", "place", short(place.Text()))
}

// detail is the value of a field where it says something that the question has
// not said.
func (a *answerer) detail(f *schema.Field, v record.Value, i item) string {
	l := a.in()
	switch f.Type {
	case schema.Enum:
		if f.Name == "priority" && a.q.Priority != "" || f.Name == "context" || v.Text() == f.Default || f.Name == "status" && a.saysState() {
			return ""
		}
	case schema.Bool:
		if f.Name == i.record.Kind.Done && v.Bool() {
			return l.Text("value.checked")
		}
		if key := "value." + f.Name + "." + strconv.FormatBool(v.Bool()); l.Has(key) {
			return l.Text(key)
		}
		return ""
	case schema.Date:
		if key := "date." + f.Name; l.Has(key) {
			return l.Text(key, "day", v.Date())
		}
	}
	return a.plain(f, v)
}

// plain is a value in words; "" where it has none.
func (a *answerer) plain(f *schema.Field, v record.Value) string {
	l := a.in()
	switch f.Type {
	case schema.Enum:
		return l.Value(f.Name, v.Text())
	case schema.Date:
		return l.Date(v.Date())
	case schema.Tags:
		return "#" + strings.Join(v.Tags(), " #")
	case schema.Ref:
		return short(a.names[record.Key{Kind: f.Of, ID: v.ID()}])
	case schema.Moment:
		return strings.Replace(v.MomentText(), "T", " ", 1)
	case schema.Text, schema.URL:
		return short(v.Text())
	case schema.Integer:
		return a.number(f, v.Integer())
	}
	return ""
}

// number is a number with its unit, where people read it.
func (a *answerer) number(f *schema.Field, n int64) string {
	switch f.Name {
	case "progressPercent":
		return a.in().Text("value.percent", "number", int(n))
	case "size":
		return bytes(n)
	}
	return ""
}

// bytes is the size of a file as people say it.
func bytes(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	size, name := float64(n)/unit, "kB"
	for _, larger := range [...]string{"MB", "GB", "TB"} {
		if size < unit {
			break
		}
		size, name = size/unit, larger
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", size), ".0") + " " + name
}
