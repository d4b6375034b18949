package planner

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assister/internal/ijson"
)

// Redacted are arguments without what somebody wrote: of a text only its length is
// left, unless it is a day, or the tool's own schema says that it is one of a few
// words or a number and it is. A model may put anything in any place, a name where an id
// belongs too; what the schema does not vouch for is taken for private.
func Redacted(t Tool, args ijson.Value) ijson.Value {
	takes := t.Params()
	out := ijson.Value{Kind: ijson.Object}
	for _, m := range args.Members {
		i := slices.IndexFunc(takes, func(p Param) bool { return p.Name == m.Name })
		v, name := m.Value, m.Name
		if i < 0 {
			name = bare(name)
		}
		if i < 0 || !vouched(takes[i].Schema, v) {
			v = lengths(v)
		}
		out.Members = append(out.Members, ijson.Member{Name: name, Value: v})
	}
	return out
}

// vouched reports whether a schema says that a text can be nothing private.
func vouched(schema, v ijson.Value) bool {
	if v.Kind != ijson.String {
		return false
	}
	if of, _ := schema.Get("type"); of.Text == "integer" {
		return len(v.Text) < len("2026-11-21") && strings.Trim(v.Text, "0123456789") == ""
	}
	words, _ := schema.Get("enum")
	return slices.ContainsFunc(words.Items, func(w ijson.Value) bool { return w.Text == v.Text })
}

// day reports whether a text is a day and nothing else.
func day(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// nameMax is as long as the names of fields and operators are.
const nameMax = 32

// bare is the name of a member, or the length of what is no name of a field.
func bare(name string) string {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '$' && r != '.'
	}
	if len(name) > nameMax || strings.ContainsFunc(name, odd) {
		return length(name)
	}
	return name
}

// lengths is a value with the length of every text in its place.
func lengths(v ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String:
		if day(v.Text) {
			return v
		}
		return text(length(v.Text))
	case ijson.Array:
		items := make([]ijson.Value, len(v.Items))
		for i, x := range v.Items {
			items[i] = lengths(x)
		}
		v.Items = items
	case ijson.Object:
		members := make([]ijson.Member, len(v.Members))
		for i, x := range v.Members {
			members[i] = ijson.Member{Name: bare(x.Name), Value: lengths(x.Value)}
		}
		v.Members = members
	}
	return v
}

func length(s string) string {
	return "‹" + strconv.Itoa(utf8.RuneCountInString(s)) + " characters›"
}
