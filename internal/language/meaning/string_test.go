package meaning

import (
	"strconv"
	"strings"

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
		s += "=" + a.Time.String()
	}
	if a.Not {
		return "not(" + s + ")"
	}
	return s
}
