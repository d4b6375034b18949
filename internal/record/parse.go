package record

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Parse reads the value of a field as people, models and other programs write it: an
// empty string is null, an enumeration may be in capitals, an id may be a numeric
// string, a time may have a one-digit hour. The problem's code is problem.Invalid of
// the field.
func Parse(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if empty(f, v) {
		if f.Required {
			return Null, absent(f)
		}
		return Null, nil
	}
	return parsers[f.Type](f, v)
}

// empty reports whether v means null in the field. In an exact text, white space is
// a value.
func empty(f *schema.Field, v ijson.Value) bool {
	switch {
	case v.Kind == ijson.Null:
		return true
	case v.Kind != ijson.String:
		return false
	case f.Exact:
		return v.Text == ""
	}
	return strings.TrimSpace(v.Text) == ""
}

// parsers read values that are not empty, by the type of the field.
var parsers = [...]func(*schema.Field, ijson.Value) (Value, *problem.Problem){
	schema.Text:       parseText,
	schema.Date:       parseDate,
	schema.Time:       parseTime,
	schema.Enum:       parseEnum,
	schema.Tags:       parseTags,
	schema.Ref:        parseRef,
	schema.Recurrence: parseRecurrence,
	schema.Dates:      parseDates,
	schema.Instant:    parseInstant,
	schema.Range:      parseRange,
	schema.Bool:       parseBool,
	schema.Integer:    parseInteger,
	schema.Moment:     parseMoment,
	schema.URL:        parseURL,
}

func parseDate(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if d, ok := calendar.ParseDate(strings.TrimSpace(v.Text)); ok && v.Kind == ijson.String {
		return Date(d), nil
	}
	return Null, invalid(f, f.Name+" must be a valid date in YYYY-MM-DD format",
		"such as 2026-11-27, and a day that exists")
}

func parseTime(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if t, ok := calendar.ParseTime(strings.TrimSpace(v.Text)); ok && v.Kind == ijson.String {
		return Time(t), nil
	}
	return Null, invalid(f, f.Name+" must be a valid time in HH:MM format", "24 hours, such as 15:00")
}

func parseEnum(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	word := strings.ToLower(strings.TrimSpace(v.Text))
	if !contains(f.Values, word) {
		word = schema.StatusWord(word)
	}
	if v.Kind == ijson.String && contains(f.Values, word) {
		return Text(word), nil
	}
	return Null, invalid(f, f.Name+" must be one of "+strings.Join(f.Values, ", "), "")
}

func parseRef(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if id, ok := ParseID(v); ok {
		return ID(id), nil
	}
	return Null, invalid(f, f.Name+" must be the id of a "+f.Of, "ids are whole numbers from 1")
}

func parseRecurrence(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	r, p := ParseRecurrence(v)
	if p != nil {
		p.Code = problem.Invalid(f.Name)
		return Null, p
	}
	return Recurrence(r), nil
}

func parseInstant(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if t, err := time.Parse(time.RFC3339Nano, v.Text); err == nil && v.Kind == ijson.String {
		return Instant(t), nil
	}
	return Null, invalid(f, f.Name+" must be an RFC 3339 instant", "")
}

func parseBool(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if truth, ok := Truth(v); ok {
		return Bool(truth), nil
	}
	return Null, invalid(f, f.Name+" must be true or false", "")
}

func parseMoment(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if d, t, ok := calendar.ParseMoment(v.Text); ok && v.Kind == ijson.String {
		return Moment(d, t), nil
	}
	return Null, invalid(f, f.Name+" must be a valid day and time in YYYY-MM-DDTHH:MM format",
		"local, such as 2026-11-22T15:00, or with a zone, such as 2026-11-22T15:00+01:00")
}

func invalid(f *schema.Field, message, hint string) *problem.Problem {
	return &problem.Problem{Code: problem.Invalid(f.Name), Field: f.Name, Message: message, Hint: hint}
}

// absent is the problem of a required field that is null.
func absent(f *schema.Field) *problem.Problem {
	if f.Type.Textual() {
		return invalid(f, f.Name+" must be a non-empty string", "")
	}
	_, p := parsers[f.Type](f, ijson.Value{})
	return p
}

// ParseID reads an id: a whole number from 1.
func ParseID(v ijson.Value) (int64, bool) {
	n, ok := Whole(v)
	return n, ok && n > 0
}

func parseText(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if v.Kind != ijson.String {
		return Null, invalid(f, f.Name+" must be a "+nonEmpty(f)+"string", "")
	}
	s := v.Text
	if !f.Raw {
		s = strings.TrimSpace(s)
	}
	if f.Lower {
		s = strings.ToLower(s)
	}
	if bad := control(s); bad >= 0 {
		return Null, invalid(f, fmt.Sprintf("%s contains the control character U+%04X", f.Name, bad), "remove that character")
	}
	if f.Max > 0 && len(s) > f.Max && utf8.RuneCountInString(s) > f.Max {
		return Null, invalid(f, fmt.Sprintf("%s must be %d characters or less", f.Name, f.Max), "shorten it")
	}
	return Text(s), nil
}

func parseInteger(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	n, ok := Whole(v)
	if !ok || n < int64(f.Min) || n > int64(f.Max) {
		return Null, invalid(f, fmt.Sprintf("%s must be a whole number from %d to %d", f.Name, f.Min, f.Max), "")
	}
	return Integer(n), nil
}

func nonEmpty(f *schema.Field) string {
	if f.Required {
		return "non-empty "
	}
	return ""
}

// control returns the first control character in s that no text may contain; -1 if
// there is none. Programs that read the database cut a text at U+0000, and terminals
// obey the others. Line breaks and tabs are common in notes.
func control(s string) rune {
	for _, r := range s {
		switch {
		case r == '\n', r == '\t', r == '\r':
		case r < 0x20, r >= 0x7f && r <= 0x9f:
			return r
		}
	}
	return -1
}

// tagsMax bounds the tags of one record. A line of the protocol has room for a
// hundred thousand, and nobody uses as many as this.
const tagsMax = 256

func parseTags(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if len(v.Items) > tagsMax {
		return Null, invalid(f, fmt.Sprintf("%s has %d entries; at most %d are allowed", f.Name, len(v.Items), tagsMax),
			"remove some")
	}
	words := []string{v.Text}
	if v.Kind == ijson.Array {
		words = words[:0]
		for _, item := range v.Items {
			if item.Kind != ijson.String {
				return Null, invalid(f, f.Name+" must be an array of strings", "")
			}
			words = append(words, item.Text)
		}
	} else if v.Kind != ijson.String {
		return Null, invalid(f, f.Name+" must be an array of strings", "")
	}
	for i, w := range words {
		w = strings.TrimSpace(w)
		if utf8.RuneCountInString(w) > f.Max || control(w) >= 0 || strings.ContainsAny(w, "\n\r\t") {
			return Null, invalid(f, fmt.Sprintf("a tag must be one line of at most %d characters", f.Max), "")
		}
		words[i] = w
	}
	return Tags(words...), nil
}

func parseDates(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	if v.Kind != ijson.Array {
		return Null, invalid(f, f.Name+" must be an array of dates", "")
	}
	days := make([]calendar.Date, 0, len(v.Items))
	for _, item := range v.Items {
		d, ok := calendar.ParseDate(item.Text)
		if !ok || item.Kind != ijson.String {
			return Null, invalid(f, f.Name+" must be an array of dates", "")
		}
		days = append(days, d)
	}
	return Dates(days...), nil
}

func parseRange(f *schema.Field, v ijson.Value) (Value, *problem.Problem) {
	bad := func(end string) (Value, *problem.Problem) {
		p := invalid(f, f.Name+" must be {from, to}, both days", `such as {"from":"2026-11-23","to":"2026-11-29"}`)
		if end != "" {
			p.Code, p.Field = p.Code+"_"+end, p.Field+"."+end
		}
		return Null, p
	}
	if v.Kind != ijson.Object {
		return bad("")
	}
	var from, to calendar.Date
	for _, m := range v.Members {
		if m.Name != "from" && m.Name != "to" {
			return bad("")
		}
		d, ok := calendar.ParseDate(m.Value.Text)
		if m.Value.Kind != ijson.Null && (!ok || m.Value.Kind != ijson.String) {
			return bad(m.Name)
		}
		switch m.Name {
		case "from":
			from = d
		case "to":
			to = d
		}
	}
	missing := !from.Valid() && !to.Valid()
	backwards := from.Valid() && to.Valid() && to < from
	if missing || backwards {
		return bad("")
	}
	return Range(from, to), nil
}
