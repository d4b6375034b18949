package tool

import (
	"assister/internal/ijson"
	"assister/internal/schema"
)

// Schema returns the JSON Schema of the arguments.
func (t *Tool) Schema() []byte {
	if t.schema != nil {
		return t.schema
	}
	var properties []ijson.Member
	var needs []ijson.Value
	for _, a := range t.Args {
		properties = append(properties, member(a.Name, a.describe()))
		if a.Required() {
			needs = append(needs, text(a.Name))
		}
	}
	members := []ijson.Member{member("type", text("object")), member("properties", object(properties...))}
	if len(needs) > 0 {
		members = append(members, member("required", ijson.Value{Kind: ijson.Array, Items: needs}))
	}
	members = append(members, member("additionalProperties", ijson.Value{Kind: ijson.Bool}))
	return ijson.AppendValue(nil, object(members...))
}

func (a Arg) describe() ijson.Value {
	kind := "string"
	switch {
	case a.Raw != "":
		kind = a.Raw
	case a.Type == schema.Ref, a.Type == schema.Integer:
		kind = "integer"
	case a.Type == schema.Bool:
		kind = "boolean"
	}
	members := []ijson.Member{member("type", text(kind))}
	switch {
	case a.Raw == "integer":
		members = append(members, member("minimum", number(a.Min)))
	case kind == "array":
		members = append(members, member("items", described("string", "")))
	case a.Type == schema.Date && a.Raw == "":
		members = append(members, member("format", text("date")))
	case len(a.Values) > 0:
		var words []ijson.Value
		for _, w := range a.Values {
			words = append(words, text(w))
			for _, s := range schema.StatusSpellings {
				if s.Status == w {
					words = append(words, text(s.Word))
				}
			}
		}
		members = append(members, member("enum", ijson.Value{Kind: ijson.Array, Items: words}))
	}
	if a.Help != "" {
		members = append(members, member("description", text(a.Help)))
	}
	return object(members...)
}
