package checklist

import (
	"strconv"
	"strings"

	"assister/internal/schema"
)

// Names of the tools.
const (
	Suggest    = "suggest_checklist_completion"
	Add        = "add_checklist_item"
	AddSeveral = "add_multiple_checklist_items"
)

// Limits of one call.
const (
	ItemsMax = 20
	TitleMax = 400 // characters of an item
)

// Tools returns the tools that a model is offered: one to suggest that an item is done
// and one to add an item. Only models that cannot call twice in one answer get the tool
// that adds several items; the others do better with one call for each item.
func Tools(provider, model string) []schema.Tool {
	tools := []schema.Tool{
		{Name: Suggest, Help: "Suggest that an item of the checklist is done.", Schema: suggestSchema()},
		{Name: Add, Help: "Add one item to the checklist. Call it once for each item.", Schema: addSchema()},
	}
	if takesSeveral(provider, model) {
		tools = append(tools, schema.Tool{
			Name: AddSeveral, Help: "Add several items to the checklist in one call.", Schema: addSeveralSchema()})
	}
	return tools
}

func takesSeveral(provider, model string) bool {
	return provider == "ollama" && strings.HasPrefix(model, "gpt-oss:")
}

func suggestSchema() []byte {
	return []byte(`{"type":"object","properties":{` +
		`"checklistItemId":{"type":"string","description":"the id of the item, such as i1"},` +
		`"reason":{"type":"string","minLength":1,"description":"what shows that it is done"},` +
		`"confidence":{"enum":["` + strings.Join(schema.Confidences, `","`) + `"]}},` +
		`"required":["checklistItemId","reason","confidence"],"additionalProperties":false}`)
}

func addSchema() []byte {
	return []byte(`{"type":"object","properties":{` +
		`"actionItemDescription":{"type":"string","minLength":1,"maxLength":` + strconv.Itoa(TitleMax) + `,` +
		`"description":"one item and never a list: no square brackets around several"}},` +
		`"required":["actionItemDescription"],"additionalProperties":false}`)
}

// addSeveralSchema prefers an array and accepts a text, because some models can only
// write flat arguments.
func addSeveralSchema() []byte {
	item := `{"type":"string","minLength":1,"maxLength":` + strconv.Itoa(TitleMax) + `}`
	return []byte(`{"type":"object","properties":{"items":{"oneOf":[` +
		`{"type":"array","minItems":1,"maxItems":` + strconv.Itoa(ItemsMax) + `,"items":` + item + `,` +
		`"description":"preferred: each item as it is, commas included"},` +
		`{"type":"string","description":"the items, separated by commas; ` +
		`escape a comma inside an item with a backslash, or put it in quotes or brackets"}]}},` +
		`"required":["items"],"additionalProperties":false}`)
}
