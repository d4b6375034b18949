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

// Limits of one call (facts section 5, 50).
const (
	ItemsMax = 20
	TitleMax = 400 // characters of an item
)

// Tools are what a model is offered: how to check an item off and how to add
// one. Several in one call are for those models alone that cannot call twice
// (facts 3.3); the others do better with one call an item.
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
		`"checklistItemId":{"type":"integer","minimum":1,"description":"the id of the item"},` +
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

// addSeveralSchema prefers an array and takes a text (facts 3.4).
func addSeveralSchema() []byte {
	return []byte(`{"type":"object","properties":{"items":{"oneOf":[` +
		`{"type":"array","minItems":1,"maxItems":` + strconv.Itoa(ItemsMax) + `,"items":{"type":"string","minLength":1,"maxLength":` + strconv.Itoa(TitleMax) + `},` +
		`"description":"preferred: each item as it is, commas included"},` +
		`{"type":"string","description":"the items with commas between; a comma inside an item has a backslash before it, or the item stands in quotes or the comma in brackets"}]}},` +
		`"required":["items"],"additionalProperties":false}`)
}
