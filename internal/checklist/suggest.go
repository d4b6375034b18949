package checklist

import (
	"strings"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

// suggest handles the tool that suggests that an item is done. Models sometimes call it
// to add items; the answer then names the right tool.
func (c *toolCall) suggest(arguments string) {
	v, ok := c.read(arguments)
	if !ok {
		return
	}
	id, given := v.Get("checklistItemId")
	if !given {
		c.redirect(v)
		return
	}
	members := []any{"op", text("checklist_item.suggest_completion"), "id", id}
	for _, name := range []string{"reason", "confidence"} {
		if value, ok := v.Get(name); ok {
			members = append(members, name, value)
		}
	}
	o, problems := op.Notation{Aliases: c.Known.Aliases}.Decode(object(members...))
	if len(problems) > 0 {
		c.Problems = problems
		c.Response = c.failed(messages(problems))
		return
	}
	title, known := c.Known.title(o.ID.ID)
	if !known {
		c.problem(problem.IDNotInContext, "checklistItemId", "no item "+problem.Quote(id.Text)+" was shown",
			"use one of the ids that were shown")
		c.Response = c.failed(messages(c.Problems))
		return
	}
	c.Ops = []op.Op{o}
	c.Response = "Ready to suggest that this item is done: " + title
}

// redirect answers a suggestion without an id, and repeats up to five of its items.
func (c *toolCall) redirect(v ijson.Value) {
	const enough = 5
	var names []string
	for _, m := range v.Members {
		for _, item := range m.Value.Items {
			if title := strings.TrimSpace(item.Text); item.Kind == ijson.String && title != "" && len(names) < enough {
				names = append(names, attempted(title))
			}
		}
	}
	c.problem(problem.MissingOrInvalidID, "checklistItemId", "the suggestion has no id of an item",
		"use "+Add+" for a new item")
	c.Response = "To create checklist items, please use " + Add + " instead of " + Suggest + "."
	if len(names) > 0 {
		c.Response += " Items you suggested: " + strings.Join(names, ", ")
	}
}

func messages(problems []problem.Problem) string {
	words := make([]string, len(problems))
	for i, p := range problems {
		words[i] = p.Message
	}
	return strings.Join(words, "; ")
}
