package wiretest

import (
	"slices"
	"strings"
	"testing"

	"assister/internal/checklist"
	"assister/internal/ijson"
	"assister/internal/schema"
)

// Tools are all tools that a model may be offered.
func Tools() []schema.Tool {
	return append(schema.ModelTools(schema.Kinds), checklist.Tools("ollama", "gpt-oss:20b")...)
}

// Arrived compares the schema of a tool's arguments with the one that a server received:
// whatever the first says of a property, the second says too, by a keyword or in words.
func Arrived(t *testing.T, tool schema.Tool, received []byte) {
	t.Helper()
	sent, _ := ijson.Parse(tool.Schema)
	got, fault := ijson.Parse(received)
	if fault != nil {
		t.Fatalf("%s: %v", tool.Name, fault)
	}
	sentRequired, _ := sent.Get("required")
	gotRequired, _ := got.Get("required")
	if len(sentRequired.Items) != len(gotRequired.Items) {
		t.Errorf("%s: of %d required arguments %d arrived", tool.Name, len(sentRequired.Items), len(gotRequired.Items))
	}
	properties, _ := sent.Get("properties")
	arrived, _ := got.Get("properties")
	for _, p := range properties.Members {
		to, _ := arrived.Get(p.Name)
		_, typed := to.Get("type")
		if _, either := to.Get("anyOf"); !typed && !either {
			t.Errorf("%s: %s has no type: %s", tool.Name, p.Name, ijson.AppendValue(nil, to))
		}
		words := strings.Join(texts(to), "\n")
		for _, fact := range facts(p.Value) {
			says := func(spelling string) bool { return strings.Contains(words, spelling) }
			if !slices.ContainsFunc(fact, says) {
				t.Errorf("%s: nothing says %q of %s: %s", tool.Name, fact, p.Name, ijson.AppendValue(nil, to))
			}
		}
	}
}

// facts are what a schema says, each in its possible spellings.
func facts(v ijson.Value) (all [][]string) {
	say := func(spellings ...string) { all = append(all, spellings) }
	for _, m := range v.Members {
		switch m.Name {
		case "enum", "required", "examples":
			for _, x := range m.Value.Items {
				if say(x.Text); m.Name == "required" {
					say("needs", "required")
				}
			}
		case "properties":
			for _, p := range m.Value.Members {
				say(p.Name)
				all = append(all, facts(p.Value)...)
			}
		case "anyOf", "oneOf":
			for _, x := range m.Value.Items {
				all = append(all, facts(x)...)
			}
		case "items":
			all = append(all, facts(m.Value)...)
		case "format":
			say("YYYY-MM-DD", m.Value.Text)
		case "description", "pattern", "default", "const":
			say(m.Value.Text)
		case "minLength", "minItems", "minProperties":
			say("not empty", "at least "+m.Value.Text, m.Name)
		case "type", "additionalProperties":
		default:
			say(m.Value.Text) // a limit
		}
	}
	return all
}

// texts are all names, words and numbers in a value.
func texts(v ijson.Value) (all []string) {
	all = append(all, v.Text)
	for _, x := range v.Items {
		all = append(all, texts(x)...)
	}
	for _, m := range v.Members {
		all = append(append(all, m.Name), texts(m.Value)...)
	}
	return all
}
