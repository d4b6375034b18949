package tool

import (
	"assister/internal/ijson"
	"assister/internal/schema"
)

// Schema describes the arguments, as JSON Schema; no other ones are taken.
func (t *Tool) Schema() []byte {
	if t.schema != nil {
		return t.schema
	}
	var properties []ijson.Member
	var needs []ijson.Value
	for _, a := range t.Args {
		properties = append(properties, ijson.Member{Name: a.Name, Value: a.describe()})
		if a.Needed() {
			needs = append(needs, text(a.Name))
		}
	}
	members := []ijson.Member{{Name: "type", Value: text("object")}, {Name: "properties", Value: object(properties...)}}
	if len(needs) > 0 {
		members = append(members, ijson.Member{Name: "required", Value: ijson.Value{Kind: ijson.Array, Items: needs}})
	}
	members = append(members, ijson.Member{Name: "additionalProperties", Value: ijson.Value{Kind: ijson.Bool}})
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
	members := []ijson.Member{{Name: "type", Value: text(kind)}}
	switch {
	case a.Raw == "integer":
		members = append(members, ijson.Member{Name: "minimum", Value: number(a.Min)})
	case kind == "array":
		members = append(members, ijson.Member{Name: "items", Value: object(ijson.Member{Name: "type", Value: text("string")})})
	case a.Type == schema.Date && a.Raw == "":
		members = append(members, ijson.Member{Name: "format", Value: text("date")})
	case len(a.Values) > 0:
		var words []ijson.Value
		for _, w := range a.Values {
			words = append(words, text(w))
		}
		members = append(members, ijson.Member{Name: "enum", Value: ijson.Value{Kind: ijson.Array, Items: words}})
	}
	if a.Help != "" {
		members = append(members, ijson.Member{Name: "description", Value: text(a.Help)})
	}
	return object(members...)
}
