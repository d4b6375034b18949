package meaning

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/timeexpr"
)

// String writes what a text means in one line, for people who write forms.
func (t Text) String() string {
	var out []string
	for _, x := range t.Do {
		out = append(out, x.String())
	}
	for _, x := range t.Ask {
		out = append(out, x.String())
	}
	for _, x := range t.Talk {
		out = append(out, string(x))
	}
	for _, x := range t.Reply {
		words := []string{"reply", string(x.Says)}
		if x.On != nil {
			words = append(words, "<"+x.On.String()+">")
		}
		out = append(out, strings.Join(append(words, formatAttributes(x.Set)...), " "))
	}
	return strings.Join(out, "; ")
}

// String writes a change in one line: its act, what it is about, and what is set.
func (d Do) String() string {
	words := []string{string(d.Act)}
	if d.Manner != Asked {
		words[0] += ":" + string(d.Manner)
	}
	if d.On != nil {
		words = append(words, "<"+d.On.String()+">")
	}
	if d.With != nil {
		words = append(words, "<"+d.With.String()+">")
	}
	if d.Kind != "" {
		words = append(words, d.Kind)
	}
	for _, text := range []string{d.Title, d.Old, d.New} {
		if text != "" {
			words = append(words, strconv.Quote(text))
		}
	}
	return strings.Join(append(words, formatAttributes(d.Set)...), " ")
}

// String writes a question in one line.
func (a Ask) String() string {
	words := []string{string(a.What)}
	if a.Follows {
		words = append(words, "also")
	}
	if a.Past {
		words = append(words, "past")
	}
	if of := a.Of.String(); of != "" {
		words = append(words, of)
	}
	if a.Field != "" {
		words = append(words, "of="+string(a.Field))
	}
	if a.By != "" {
		by := "by="
		if a.Most {
			by = "mostby="
		}
		if a.Least {
			by = "leastby="
		}
		words = append(words, by+string(a.By))
	}
	return strings.Join(words, " ")
}

// String writes a description in one line.
func (r *Record) String() string {
	var words []string
	add := func(set bool, word string) {
		if set {
			words = append(words, word)
		}
	}
	add(r.Every, "every")
	add(r.It, "it")
	add(r.Rank != Rank{}, r.Rank.String())
	add(r.Kind != "", r.Kind)
	add(r.Name != "", strconv.Quote(r.Name))
	for _, id := range r.IDs {
		words = append(words, "#"+strconv.Itoa(id))
	}
	words = append(words, formatAttributes(r.Where)...)
	for _, x := range r.Except {
		words = append(words, "except("+x.String()+")")
	}
	return strings.Join(words, " ")
}

// String writes a rank in one word.
func (r Rank) String() string {
	s := string(r.Order)
	if r.Count > 0 {
		s += ":" + strconv.Itoa(r.Count)
	}
	if r.Nth != 0 {
		s += "@" + strconv.Itoa(r.Nth)
	}
	if r.By != "" {
		s += "/" + string(r.By)
	}
	return s
}

func formatAttributes(list []Attribute) (out []string) {
	for _, a := range list {
		out = append(out, a.String())
	}
	return out
}

// String writes an attribute in one word: field=value.
func (a Attribute) String() string {
	s := string(a.Field)
	switch {
	case len(a.Any) > 0:
		s += "(" + strings.Join(formatAttributes(a.Any), " | ") + ")"
	case a.Text != "":
		s += "=" + a.Text
	}
	if a.Time.Kind != timeexpr.None {
		s += "=" + formatTime(a.Time)
	}
	if a.Not {
		return "not(" + s + ")"
	}
	return s
}

// formatTime writes days as "weekly mo,th" and a length as in ISO 8601; what else a rule says stands behind.
func formatTime(v timeexpr.Value) string {
	switch v.Kind {
	case timeexpr.Range:
		return v.From.String() + ".." + v.To.String()
	case timeexpr.Duration:
		a, text := v.Amount, "P"
		for i, n := range []int{a.Months, a.Days, a.Seconds / 3600, a.Seconds / 60 % 60, a.Seconds % 60} {
			if i >= 2 && n != 0 && !strings.Contains(text, "T") {
				text += "T"
			}
			if n != 0 {
				text += fmt.Sprint(n) + "MDHMS"[i:i+1]
			}
		}
		return text
	case timeexpr.Recurrence:
		rest := v.Rule
		rest.Freq, rest.Days, rest.Interval, rest.Twelve = 0, 0, rest.Interval-1, false
		text, sep := v.Rule.Freq.String(), " "
		for i := range 7 {
			if day := time.Weekday((i + 1) % 7); v.Rule.Days.Has(day) {
				text, sep = text+sep+strings.ToLower(calendar.DayNames[day]), ","
			}
		}
		if rest != (timeexpr.Rule{}) {
			text += fmt.Sprintf(" %+v", rest)
		}
		return text
	}
	return v.From.String()
}
