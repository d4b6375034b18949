package wire

import (
	"slices"
	"strconv"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// The largest bounds that are kept. Servers unroll a bound on a length into as many
// grammar rules wherever it occurs, so a large one takes minutes or crashes the server.
const (
	lengthMax = 32
	numberMax = 1e9
)

// SimplifySchema removes from a JSON Schema what makes model servers crash or reject
// it: patterns, large bounds, negations and conditions. Servers enforce the rest more
// or less, so an answer must still be validated against the original schema. The
// properties keep their order, because a model has to write them in that order.
func SimplifySchema(schema []byte) ([]byte, *problem.Problem) {
	v, fault := ijson.Parse(schema)
	if fault != nil {
		return nil, fault
	}
	return ijson.AppendValue(nil, simplify(v)), nil
}

func simplify(v ijson.Value) ijson.Value {
	if v.Kind != ijson.Object {
		return v
	}
	out := ijson.Value{Kind: ijson.Object}
	constrains := false // has more than a title and a description
	for _, m := range v.Members {
		if !servable(m) {
			continue
		}
		switch m.Name {
		case "properties", "$defs", "definitions":
			members := slices.Clone(m.Value.Members)
			for i := range members {
				members[i].Value = simplify(members[i].Value)
			}
			m.Value.Members = members
		case "anyOf", "oneOf", "allOf", "prefixItems":
			items := slices.Clone(m.Value.Items)
			for i := range items {
				items[i] = simplify(items[i])
			}
			m.Value.Items = items
		case "items", "additionalProperties":
			m.Value = simplify(m.Value)
		}
		constrains = constrains || m.Name != "title" && m.Name != "description"
		out.Members = append(out.Members, m)
	}
	// Servers refuse a schema with only a description. An empty one allows everything.
	if !constrains {
		out.Members = nil
	}
	return out
}

// servable reports whether servers can enforce a keyword, or ignore it without harm.
func servable(m ijson.Member) bool {
	switch m.Name {
	case "pattern", "patternProperties", "propertyNames", "not", "if", "then", "else",
		"$schema", "$id", "$comment", "examples", "default", "multipleOf", "uniqueItems",
		"minProperties", "maxProperties", "dependentRequired", "dependentSchemas",
		"contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems":
		return false
	case "format":
		// Servers ignore unknown formats at best, and "time" requires an offset.
		return m.Value.Text == "date"
	case "minLength", "maxLength", "minItems", "maxItems":
		return within(m.Value, lengthMax)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return within(m.Value, numberMax)
	}
	return true
}

func within(v ijson.Value, limit float64) bool {
	n, err := strconv.ParseFloat(v.Text, 64)
	return v.Kind == ijson.Number && err == nil && n >= -limit && n <= limit
}
