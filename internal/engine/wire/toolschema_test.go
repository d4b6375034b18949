package wire_test

import (
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/ijson"
)

func TestWhatAServerDropsFromASchemaIsSaidInWords(t *testing.T) {
	few := func(m ijson.Member, at wire.Place) bool {
		known := m.Name == "type" || m.Name == "properties" || m.Name == "items"
		return at == wire.AtItems || known || m.Name == "anyOf" || m.Name == "enum" || m.Name == "required" && at == wire.AtTop
	}
	for name, tt := range map[string]struct{ property, want string }{
		"a day":             {`{"type":"string","format":"date","pattern":"^[0-9]+$","description":"the day"}`, `{"type":"string","description":"the day; YYYY-MM-DD"}`},
		"a pattern":         {`{"type":"string","pattern":"^a$"}`, `{"type":"string","description":"matches ^a$"}`},
		"an example":        {`{"type":"string","examples":["t1"],"pattern":"^t[0-9]$"}`, `{"type":"string","description":"such as t1"}`},
		"limits":            {`{"type":"integer","minimum":1,"maximum":9}`, `{"type":"integer","description":"from 1; up to 9"}`},
		"lengths":           {`{"type":"string","minLength":1,"maxLength":255}`, `{"type":"string","description":"not empty; at most 255 characters"}`},
		"a default":         {`{"enum":["low","high"],"default":"low"}`, `{"type":"string","enum":["low","high"],"description":"default low"}`},
		"a constant":        {`{"const":3}`, `{"enum":[3]}`},
		"oneOf":             {`{"oneOf":[{"type":"array","items":{"type":"string","maxLength":5}},{"type":"string"}]}`, `{"anyOf":[{"type":"array","items":{"type":"string","maxLength":5}},{"type":"string"}]}`},
		"a nullable object": {`{"anyOf":[{"type":"object","properties":{"a":{"type":"null"}},"required":["a"]},{"type":"null"}],"description":"x"}`, `{"type":["object","null"],"properties":{"a":{"type":"null"}},"description":"x; needs a"}`},
		"a nullable enum":   {`{"anyOf":[{"enum":["a"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["a",null]}`},
		"an open object":    {`{"type":"object","additionalProperties":{"description":"any field"}}`, `{"type":"object","description":"any field"}`},
		"anything else":     {`{"type":"array","uniqueItems":true}`, `{"type":"array","description":"uniqueItems true"}`},
	} {
		got, fault := wire.ToolSchema([]byte(`{"type":"object","properties":{"x":`+tt.property+`},"required":["x"],"additionalProperties":false}`), few)
		if want := `{"type":"object","properties":{"x":` + tt.want + `},"required":["x"]}`; fault != nil || string(got) != want {
			t.Errorf("%s: %s, %v", name, got, fault)
		}
	}
	if _, fault := wire.ToolSchema([]byte(`{"type":`), few); fault == nil {
		t.Error("half a schema is taken")
	}
}
