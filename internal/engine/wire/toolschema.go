package wire

import (
	"slices"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// Place is where a part of the schema of a tool's arguments stands.
type Place int

const (
	AtTop      Place = iota // the arguments themselves
	AtProperty              // a property, and what is nested in one
	AtItems                 // the items of a list, and what is nested in them
)

// ToolSchema rewrites the JSON Schema of a tool's arguments with the keywords that a server
// passes on to its model. What the other keywords say becomes a part of the description
// beside them, so that the model still reads it:
//
//	{"type":"string","format":"date","description":"planned day"}
//	{"type":"string","description":"planned day; YYYY-MM-DD"}
//
// oneOf becomes anyOf, and const an enum. An alternative to null becomes a list of types.
func ToolSchema(schema []byte, keeps func(keyword ijson.Member, at Place) bool) ([]byte, *problem.Problem) {
	v, fault := ijson.Parse(schema)
	if fault != nil {
		return nil, fault
	}
	return ijson.AppendValue(nil, toolSchema{keeps}.rewrite(v, AtTop)), nil
}

// Servable reports whether no server crashes from a keyword: see SimplifySchema.
func Servable(keyword ijson.Member, _ Place) bool { return servable(keyword) }

type toolSchema struct {
	keeps func(ijson.Member, Place) bool
}

func (s toolSchema) rewrite(v ijson.Value, at Place) ijson.Value {
	if v.Kind != ijson.Object {
		return v
	}
	out := ijson.Value{Kind: ijson.Object}
	var words []string
	members := plainer(v).Members
	for _, m := range members {
		if m.Name == "description" {
			words = append([]string{m.Value.Text}, words...)
			continue
		}
		if m.Value = s.nested(m, at); s.keeps(m, at) {
			out.Members = append(out.Members, m)
		} else if told := inWords(m, members); told != "" {
			words = append(words, told)
		}
	}
	if len(words) > 0 {
		text := ijson.Value{Kind: ijson.String, Text: strings.Join(words, "; ")}
		out.Members = append(out.Members, ijson.Member{Name: "description", Value: text})
	}
	return out
}

// nested is the value of a keyword with the schemas in it rewritten.
func (s toolSchema) nested(m ijson.Member, at Place) ijson.Value {
	v := m.Value
	inside := max(at, AtProperty)
	switch m.Name {
	case "properties", "$defs", "definitions":
		v.Members = slices.Clone(v.Members)
		for i := range v.Members {
			v.Members[i].Value = s.rewrite(v.Members[i].Value, inside)
		}
	case "anyOf", "allOf", "prefixItems":
		v.Items = slices.Clone(v.Items)
		for i := range v.Items {
			v.Items[i] = s.rewrite(v.Items[i], inside)
		}
	case "items":
		v = s.rewrite(v, AtItems)
	case "additionalProperties":
		v = s.rewrite(v, inside)
	}
	return v
}

// plainer returns a schema in the keywords that most servers know.
func plainer(v ijson.Value) ijson.Value {
	v.Members = slices.Clone(v.Members)
	for i := range v.Members {
		switch m := &v.Members[i]; m.Name {
		case "oneOf":
			m.Name = "anyOf"
		case "const":
			m.Name, m.Value = "enum", ijson.Value{Kind: ijson.Array, Items: []ijson.Value{m.Value}}
		}
	}
	return typed(withoutNull(v))
}

// withoutNull replaces an alternative to null by a list of types.
func withoutNull(v ijson.Value) ijson.Value {
	at := slices.IndexFunc(v.Members, func(m ijson.Member) bool { return m.Name == "anyOf" })
	if at < 0 || len(v.Members[at].Value.Items) != 2 {
		return v
	}
	one, null := plainer(v.Members[at].Value.Items[0]), v.Members[at].Value.Items[1]
	name, _ := one.Get("type")
	if is, _ := null.Get("type"); is.Text != "null" || name.Kind != ijson.String {
		return v
	}
	out := ijson.Value{Kind: ijson.Object}
	for _, m := range one.Members {
		switch m.Name {
		case "type":
			m.Value = ijson.Value{Kind: ijson.Array, Items: []ijson.Value{m.Value, {Kind: ijson.String, Text: "null"}}}
		case "enum":
			m.Value.Items = append(slices.Clone(m.Value.Items), ijson.Value{})
		}
		out.Members = append(out.Members, m)
	}
	for i, m := range v.Members {
		if i != at {
			out.Members = append(out.Members, m)
		}
	}
	return out
}

// typed adds the type of an enumeration of texts, which templates of models print.
func typed(v ijson.Value) ijson.Value {
	values, listed := v.Get("enum")
	if _, known := v.Get("type"); !listed || known {
		return v
	}
	name := ijson.Value{Kind: ijson.String, Text: "string"}
	for _, x := range values.Items {
		switch x.Kind {
		case ijson.String:
		case ijson.Null:
			name = ijson.Value{Kind: ijson.Array, Items: []ijson.Value{
				{Kind: ijson.String, Text: "string"}, {Kind: ijson.String, Text: "null"}}}
		default:
			return v
		}
	}
	v.Members = append([]ijson.Member{{Name: "type", Value: name}}, v.Members...)
	return v
}

// inWords says what a keyword means; "" if it means nothing to a model.
func inWords(m ijson.Member, beside []ijson.Member) string {
	has := func(name string) bool {
		return slices.ContainsFunc(beside, func(x ijson.Member) bool { return x.Name == name })
	}
	switch value := m.Value; m.Name {
	case "$schema", "$id", "$comment", "title", "additionalProperties":
		text, _ := value.Get("description")
		return text.Text
	case "format":
		if value.Text == "date" {
			return "YYYY-MM-DD"
		}
		return "a " + value.Text
	case "examples":
		return "such as " + listed(value.Items)
	case "pattern":
		if has("format") || has("examples") {
			return ""
		}
		return "matches " + value.Text
	case "default":
		return "default " + listed([]ijson.Value{value})
	case "required":
		return "needs " + listed(value.Items)
	case "minLength", "minItems", "minProperties":
		if value.Text == "1" {
			return "not empty"
		}
		return "at least " + value.Text + unit[m.Name]
	case "maxLength", "maxItems", "maxProperties":
		return "at most " + value.Text + unit[m.Name]
	case "minimum":
		return "from " + value.Text
	case "maximum":
		return "up to " + value.Text
	}
	return m.Name + " " + string(ijson.AppendValue(nil, m.Value))
}

// unit is what the keywords of limits count.
var unit = map[string]string{
	"minLength": " characters", "maxLength": " characters", "minItems": " items", "maxItems": " items",
	"minProperties": " members", "maxProperties": " members",
}

// listed joins values: texts as they are, others as JSON.
func listed(values []ijson.Value) string {
	words := make([]string, len(values))
	for i, v := range values {
		if words[i] = v.Text; v.Kind != ijson.String {
			words[i] = string(ijson.AppendValue(nil, v))
		}
	}
	return strings.Join(words, ", ")
}
