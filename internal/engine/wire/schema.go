package wire

import (
	"slices"
	"strconv"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// The largest bounds that are sent. Servers unroll a bound on a length into as
// many rules, in every place that has it, so that large ones take minutes or the
// server's life.
const (
	repeatMax = 32
	numberMax = 1e9
)

// SimplifySchema is a JSON Schema without what takes model servers down or makes them
// refuse it whole: patterns, large bounds, negations and conditions. What is left
// is what servers hold a model to, more or less; answers have to be validated
// against the whole schema as if none had been sent. The order of properties stays,
// for it is the order in which a model has to write them.
func SimplifySchema(schema []byte) ([]byte, *problem.Problem) {
	v, fault := ijson.Parse(schema)
	if fault != nil {
		return nil, fault
	}
	return ijson.AppendValue(nil, grammar(v)), nil
}

func grammar(v ijson.Value) ijson.Value {
	if v.Kind != ijson.Object {
		return v
	}
	kept := ijson.Value{Kind: ijson.Object}
	says := false // more than words about itself
	for _, m := range v.Members {
		switch m.Name {
		case "pattern", "patternProperties", "propertyNames", "not", "if", "then", "else", "$schema", "$id", "$comment",
			"multipleOf", "uniqueItems", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas",
			"contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems", "examples", "default":
			continue
		case "format":
			// Unknown formats are ignored at best, and "time" means one with an offset.
			if m.Value.Text != "date" {
				continue
			}
		case "minLength", "maxLength", "minItems", "maxItems":
			if !within(m.Value, repeatMax) {
				continue
			}
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
			if !within(m.Value, numberMax) {
				continue
			}
		case "properties", "$defs", "definitions":
			members := slices.Clone(m.Value.Members)
			for i := range members {
				members[i].Value = grammar(members[i].Value)
			}
			m.Value.Members = members
		case "anyOf", "oneOf", "allOf", "prefixItems":
			items := slices.Clone(m.Value.Items)
			for i := range items {
				items[i] = grammar(items[i])
			}
			m.Value.Items = items
		case "items", "additionalProperties":
			m.Value = grammar(m.Value)
		}
		says = says || m.Name != "title" && m.Name != "description"
		kept.Members = append(kept.Members, m)
	}
	// A schema that is only described is refused; an empty one lets anything pass.
	if !says {
		kept.Members = nil
	}
	return kept
}

func within(v ijson.Value, limit float64) bool {
	n, err := strconv.ParseFloat(v.Text, 64)
	return v.Kind == ijson.Number && err == nil && n >= -limit && n <= limit
}
