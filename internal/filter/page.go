package filter

import (
	"slices"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Sorting reads what to sort by: fields with a "-" before those that go down, in
// one text with commas or in an array, or an object {field: "asc" or "desc"}.
func Sorting(k *schema.Kind, v ijson.Value) (order []Order, p *problem.Problem) {
	for _, by := range directions(v) {
		if by.name == "" {
			return nil, &problem.Problem{Code: InvalidQuery, Field: "sort", Message: "sort must be a list of fields",
				Hint: `such as "deadline,-priority"; "-" sorts downwards`}
		}
		at, ok := Place(k, by.name)
		if !ok {
			return nil, noField(k, "sort", by.name)
		}
		if !Sortable(k, at) {
			return nil, &problem.Problem{Code: InvalidQuery, Field: "sort", Message: by.name + " cannot be sorted by"}
		}
		order = append(order, Order{At: at, Descending: by.down})
	}
	return order, nil
}

type direction struct {
	name string // "" if it is no field
	down bool
}

func directions(v ijson.Value) (list []direction) {
	switch v.Kind {
	case ijson.Null:
	case ijson.String:
		for word := range strings.SplitSeq(v.Text, ",") {
			word = strings.TrimSpace(word)
			name, down := strings.CutPrefix(word, "-")
			list = append(list, direction{strings.TrimPrefix(name, "+"), down})
		}
	case ijson.Array:
		for _, item := range v.Items {
			list = append(list, directions(item)...)
		}
	case ijson.Object:
		for _, m := range v.Members {
			switch strings.ToLower(m.Value.Text) {
			case "asc", "1":
				list = append(list, direction{m.Name, false})
			case "desc", "-1":
				list = append(list, direction{m.Name, true})
			default:
				list = append(list, direction{})
			}
		}
	default:
		list = append(list, direction{})
	}
	return list
}

// Selecting reads which members are wanted: names in one text with commas, or in
// an array.
func Selecting(k *schema.Kind, v ijson.Value) (list []string, p *problem.Problem) {
	words := v.Items
	switch v.Kind {
	case ijson.Null, ijson.Array:
	case ijson.String:
		for word := range strings.SplitSeq(v.Text, ",") {
			words = append(words, ijson.Value{Kind: ijson.String, Text: word})
		}
	default:
		words = []ijson.Value{v}
	}
	for _, w := range words {
		name := strings.TrimSpace(w.Text)
		if w.Kind != ijson.String || name == "" {
			return nil, &problem.Problem{
				Code:    InvalidQuery,
				Field:   "select",
				Message: "select must be a list of fields",
				Hint:    `such as "title,deadline"`,
			}
		}
		if name != "kind" && name != "rev" {
			at, ok := Place(k, name)
			if !ok {
				return nil, noField(k, "select", name)
			}
			name = Field(k, at).Name
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list, nil
}

// Members are the names of all that can be selected of a record of a kind.
func Members(k *schema.Kind) []string { return append([]string{"kind", "rev"}, Fields(k)...) }

func noField(k *schema.Kind, in, name string) *problem.Problem {
	hint := problem.DidYouMean(name, Fields(k), "the fields are "+strings.Join(Fields(k), ", "))
	return &problem.Problem{
		Code:    problem.UnknownField,
		Field:   in,
		Message: k.One() + " has no field " + problem.Quote(name),
		Hint:    hint,
	}
}
