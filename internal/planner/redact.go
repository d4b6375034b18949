package planner

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assister/internal/ijson"
)

// Redacted returns arguments without private texts: each text is replaced by its length,
// unless it is a day, or the tool's schema shows that it is a number or one of a few
// words. A model may write anything anywhere, even a name in place of an id, so a text
// that the schema does not cover counts as private.
func Redacted(t Tool, args ijson.Value) ijson.Value {
	takes := t.Params()
	out := ijson.Value{Kind: ijson.Object}
	for _, m := range args.Members {
		i := slices.IndexFunc(takes, func(p Param) bool { return p.Name == m.Name })
		v, name := m.Value, m.Name
		if i < 0 {
			name = redactName(name)
		}
		if i < 0 || !isPublic(takes[i].Schema, v) {
			v = lengths(v)
		}
		out.Members = append(out.Members, ijson.Member{Name: name, Value: v})
	}
	return out
}

// isPublic reports whether a schema shows that a value is nothing private.
func isPublic(schema, v ijson.Value) bool {
	if v.Kind != ijson.String {
		return false
	}
	if of, _ := schema.Get("type"); of.Text == "integer" {
		return len(v.Text) < len("2026-11-21") && strings.Trim(v.Text, "0123456789") == ""
	}
	words, _ := schema.Get("enum")
	return slices.ContainsFunc(words.Items, func(w ijson.Value) bool { return w.Text == v.Text })
}

// day reports whether a text is a day.
func day(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// nameMax is the maximum length of names of fields and operators.
const nameMax = 32

// redactName returns the name of a member, or its length if it cannot be a field's.
func redactName(name string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$."
	if len(name) > nameMax || strings.Trim(name, letters) != "" {
		return length(name)
	}
	return name
}

// lengths returns a value with every text replaced by its length.
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
			members[i] = ijson.Member{Name: redactName(x.Name), Value: lengths(x.Value)}
		}
		v.Members = members
	}
	return v
}

func length(s string) string {
	return "‹" + strconv.Itoa(utf8.RuneCountInString(s)) + " characters›"
}
