package wire_test

import (
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/schema"
)

func TestAGrammarHasNothingThatCrashesServers(t *testing.T) {
	for name, tt := range map[string]struct{ schema, want string }{
		"a pattern goes":                  {`{"type":"string","pattern":"^(?:a)$"}`, `{"type":"string"}`},
		"a property may be called so":     {`{"properties":{"pattern":{"type":"string"},"not":{"const":1}}}`, `{"properties":{"pattern":{"type":"string"},"not":{"const":1}}}`},
		"small bounds stay":               {`{"type":"array","maxItems":8,"items":{"type":"integer","minimum":-1,"maximum":9}}`, `{"type":"array","maxItems":8,"items":{"type":"integer","minimum":-1,"maximum":9}}`},
		"large bounds go":                 {`{"type":"string","minLength":1,"maxLength":33}`, `{"type":"string","minLength":1}`},
		"huge numbers go":                 {`{"type":"integer","minimum":1,"maximum":9007199254740991}`, `{"type":"integer","minimum":1}`},
		"a bound that is no number goes":  {`{"type":"string","maxLength":"5"}`, `{"type":"string"}`},
		"order stays":                     {`{"properties":{"z":{"type":"null"},"a":{"type":"null"}},"required":["z"]}`, `{"properties":{"z":{"type":"null"},"a":{"type":"null"}},"required":["z"]}`},
		"what is nested is cleaned":       {`{"anyOf":[{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","pattern":"\\d"}}}},{"$ref":"#/$defs/x"}],"$defs":{"x":{"not":{},"type":"null"}}}`, `{"anyOf":[{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}},{"$ref":"#/$defs/x"}],"$defs":{"x":{"type":"null"}}}`},
		"values are left alone":           {`{"enum":[{"pattern":"a"},"pattern"],"const":{"not":1}}`, `{"enum":[{"pattern":"a"},"pattern"],"const":{"not":1}}`},
		"what is only described is empty": {`{"properties":{"a":{"description":"anything","pattern":"x"}}}`, `{"properties":{"a":{}}}`},
		"the format of days stays":        {`{"type":"string","format":"date"}`, `{"type":"string","format":"date"}`},
		"other formats go":                {`{"type":"string","format":"email"}`, `{"type":"string"}`},
		"closed objects stay closed":      {`{"type":"object","additionalProperties":false}`, `{"type":"object","additionalProperties":false}`},
	} {
		got, problem := wire.SimplifySchema([]byte(tt.schema))
		if problem != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v", name, got, problem)
		}
	}
	if _, problem := wire.SimplifySchema([]byte(`{"type":`)); problem == nil {
		t.Error("half a schema is taken")
	}
}

func TestGrammarIsIdempotent(t *testing.T) {
	schemas := [][]byte{schema.ProposalJSONSchema(schema.Kinds, 8)}
	for _, tool := range append(schema.Tools(schema.Kinds), schema.ModelTools(schema.Kinds)...) {
		schemas = append(schemas, tool.Schema)
	}
	for _, s := range schemas {
		once, problem := wire.SimplifySchema(s)
		if problem != nil {
			t.Fatal(problem)
		}
		if twice, _ := wire.SimplifySchema(once); string(twice) != string(once) {
			t.Errorf("%s\nbecomes %s", once, twice)
		}
	}
}
