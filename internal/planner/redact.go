package planner

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"assister/internal/ijson"
)

// Redacted are arguments without what somebody wrote: of a free text only its
// length is left. Ids, words of a list, days and numbers stay.
func Redacted(t Tool, args ijson.Value) ijson.Value {
	takes := t.Takes()
	out := ijson.Value{Kind: ijson.Object}
	for _, m := range args.Members {
		free := true
		if i := slices.IndexFunc(takes, func(p Param) bool { return p.Name == m.Name }); i >= 0 {
			free = takes[i].Free
		}
		v := m.Value
		if free {
			v = lengths(v)
		}
		out.Members = append(out.Members, ijson.Member{Name: m.Name, Value: v})
	}
	return out
}

// lengths is a value with the length of every text in its place.
func lengths(v ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String:
		return text("‹" + strconv.Itoa(utf8.RuneCountInString(v.Text)) + " characters›")
	case ijson.Array:
		items := make([]ijson.Value, len(v.Items))
		for i, x := range v.Items {
			items[i] = lengths(x)
		}
		v.Items = items
	case ijson.Object:
		members := make([]ijson.Member, len(v.Members))
		for i, x := range v.Members {
			members[i] = ijson.Member{Name: x.Name, Value: lengths(x.Value)}
		}
		v.Members = members
	}
	return v
}
