package checklist

import (
	"slices"
	"strings"

	"assister/internal/op"
	"assister/internal/problem"
)

const severalInOne = "Multiple items detected in a single-item call. Provide items separately or use the appropriate multi-item tool if available."

// CheckTitle refuses a list as the title of one item, whichever way a model has
// written it; nil is none.
func CheckTitle(title string) *problem.Problem {
	if !several(strings.TrimSpace(title)) {
		return nil
	}
	return &problem.Problem{Code: MultipleItems, Field: "title", Message: plain(severalInOne), Hint: "one operation for each item"}
}

// CheckOperation is Guard for whatever an operation makes the title of items.
func CheckOperation(o op.Op) *problem.Problem {
	if o.Kind != "checklist_item" && !slices.Contains(o.Where.Kinds, "checklist_item") {
		return nil
	}
	return CheckTitle(titleOf(o))
}

func titleOf(o op.Op) string {
	for _, a := range slices.Concat(o.Args, o.Set) {
		if a.Name == "title" {
			return a.Value.Text()
		}
	}
	return ""
}

// several reports whether the text for one item is a list: something in square
// brackets with a comma, or three items and more. Two with a comma between may
// be one thing, as in "Buy milk, 2%".
func several(title string) bool {
	bracketed := strings.HasPrefix(title, "[") && strings.HasSuffix(title, "]") && strings.Contains(title, ",")
	return bracketed || len(Split(title)) >= 3
}
