package op

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/schema"
)

func TestWrittenOperationsFitTheSchema(t *testing.T) {
	published, p := ijson.Parse(schema.OperationsJSONSchema())
	if p != nil {
		t.Fatal(p.Message)
	}
	for _, tt := range spellings {
		if tt.canonical == `{"op":"bulk_delete","where":{}}` {
			continue // decoded, and refused later without --all
		}
		document, p := ijson.Parse([]byte(`{"operations":[` + tt.canonical + `]}`))
		if p != nil {
			t.Fatal(p.Message)
		}
		if !fits(published, document) {
			t.Errorf("%s does not fit", tt.canonical)
		}
	}
}

func TestInvalidOperationsDoNotFitTheSchema(t *testing.T) {
	published, _ := ijson.Parse(schema.OperationsJSONSchema())
	for _, text := range []string{
		`{"op":"task.create"}`, `{"op":"task.create","title":""}`, `{"op":"task.paint","id":1}`, `{"op":"task.delete","id":0}`,
		`{"op":"task.delete","id":1,"title":"A"}`, `{"op":"bulk_delete","where":{}}`, `{"op":"task.update","id":1,"priority":"urgent"}`,
	} {
		document, _ := ijson.Parse([]byte(`{"operations":[` + text + `]}`))
		if fits(published, document) {
			t.Errorf("%s fits", text)
		}
	}
}

// TestTheSchemaOfADateTimeAllowsWhatIsDecoded sends an alarm's `when` in every form.
func TestTheSchemaOfADateTimeAllowsWhatIsDecoded(t *testing.T) {
	published, _ := ijson.Parse(schema.Lookup("alarm").JSONSchema(schema.Create))
	properties, _ := published.Get("properties")
	when, _ := properties.Get("when")
	pattern, _ := when.Get("pattern")
	form := regexp.MustCompile(pattern.Text)
	for text, want := range map[string]bool{
		"2026-11-22T15:00": true, "2026-11-22T15:00:00": true, "2026-11-22T15:00Z": true, "2026-11-22T15:00:00.000Z": true,
		"2026-11-22T15:00+01:00": true, "2026-11-22T15:00-0500": true, "2026-11-22T15:00[Asia/Tokyo]": true,
		"2026-11-22T15:00[Etc/GMT+5]": true, "2026-11-22T15:00+01:00[Europe/Paris]": true,
		"2026-11-22": false, "15:00": false, "2026-11-22T15:00:30": false, "2026-11-22T15:00 Europe/Paris": false,
	} {
		v, _ := ijson.Parse([]byte(`{"op":"alarm.create","when":"` + text + `"}`))
		_, problems := Decode(v, saturday)
		if fits, decoded := form.MatchString(text), len(problems) == 0; fits != want || decoded != want {
			t.Errorf("%s: fits %t, decoded %t", text, fits, decoded)
		}
		args, _ := ijson.Parse([]byte(`{"when":"` + text + `"}`))
		if !fits(published, args) {
			t.Errorf("an alarm with only when does not fit")
		}
	}
	if help, _ := when.Get("description"); !strings.Contains(help.Text, calendar.MomentForms) {
		t.Errorf("the schema says of its zone %q", help.Text)
	}
}

// fits implements the part of JSON Schema that our schemas use, without patterns and
// formats.
func fits(s, v ijson.Value) bool {
	if c, ok := s.Get("const"); ok && c.Text != v.Text {
		return false
	}
	same := func(e ijson.Value) bool { return e.Kind == v.Kind && e.Text == v.Text }
	if e, ok := s.Get("enum"); ok && !slices.ContainsFunc(e.Items, same) {
		return false
	}
	if any, ok := s.Get("anyOf"); ok && !slices.ContainsFunc(any.Items, func(s ijson.Value) bool { return fits(s, v) }) {
		return false
	}
	if of, ok := s.Get("type"); ok {
		types := append([]ijson.Value{of}, of.Items...)
		if !slices.ContainsFunc(types, func(of ijson.Value) bool { return isOf(v, of.Text) }) {
			return false
		}
	}
	limit := func(name string, n int, sign int) bool {
		l, ok := s.Get(name)
		bound, _ := strconv.Atoi(l.Text)
		return !ok || sign*(n-bound) >= 0
	}
	switch v.Kind {
	case ijson.Number:
		n, _ := v.Int()
		return limit("minimum", int(n), 1)
	case ijson.String:
		n := utf8.RuneCountInString(v.Text)
		return limit("minLength", n, 1) && limit("maxLength", n, -1)
	case ijson.Array:
		items, ok := s.Get("items")
		return limit("minItems", len(v.Items), 1) && limit("maxItems", len(v.Items), -1) &&
			(!ok || !slices.ContainsFunc(v.Items, func(item ijson.Value) bool { return !fits(items, item) }))
	case ijson.Object:
		return limit("minProperties", len(v.Members), 1) && fitsMembers(s, v)
	}
	return true
}

func fitsMembers(s, v ijson.Value) bool {
	required, _ := s.Get("required")
	for _, r := range required.Items {
		if _, ok := v.Get(r.Text); !ok {
			return false
		}
	}
	properties, _ := s.Get("properties")
	others, closed := s.Get("additionalProperties")
	for _, m := range v.Members {
		p, ok := properties.Get(m.Name)
		switch {
		case ok && !fits(p, m.Value):
			return false
		case !ok && closed && others.Kind == ijson.Bool && !others.Bool:
			return false
		case !ok && closed && others.Kind == ijson.Object && !fits(others, m.Value):
			return false
		}
	}
	return true
}

func isOf(v ijson.Value, name string) bool {
	switch name {
	case "object":
		return v.Kind == ijson.Object
	case "array":
		return v.Kind == ijson.Array
	case "string":
		return v.Kind == ijson.String
	case "boolean":
		return v.Kind == ijson.Bool
	case "null":
		return v.Kind == ijson.Null
	case "integer":
		_, ok := v.Int()
		return ok
	}
	return false
}
