package checklist

import (
	"slices"
	"strings"

	"assister/internal/op"
	"assister/internal/problem"
)

const severalInOne = "Multiple items detected in a single-item call. " +
	"Provide items separately or use the appropriate multi-item tool if available."

// isList is the same for people, who know no calls.
const isList = "the title is a list of several items"

// CheckTitle returns a problem if the title of one item is a list of items.
func CheckTitle(title string) *problem.Problem {
	if !several(strings.TrimSpace(title)) {
		return nil
	}
	return &problem.Problem{Code: MultipleItems, Field: "title", Message: isList,
		Hint: "write one operation for each item"}
}

// CheckOperation applies CheckTitle to the title that an operation gives to items.
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

// several reports whether a title is a list: a text in square brackets with a comma, or
// at least three items. Two parts may be one item, as in "Buy milk, 2%".
func several(title string) bool {
	bracketed := strings.HasPrefix(title, "[") && strings.HasSuffix(title, "]") && strings.Contains(title, ",")
	return bracketed || len(Split(title)) >= 3
}
