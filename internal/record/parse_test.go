package record_test

import (
	"strings"
	"testing"

	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// Duplicates are found by comparing each tag with all others, so a line full of tags would
// take a quarter of a minute.
func TestTheNumberOfTagsIsBounded(t *testing.T) {
	f, _ := schema.Lookup("task").Field("tags")
	many := func(n int) ijson.Value {
		v, p := ijson.Parse([]byte("[" + strings.TrimSuffix(strings.Repeat(`"a",`, n), ",") + "]"))
		if p != nil {
			t.Fatal(p)
		}
		return v
	}
	if v, p := record.Parse(f, many(256)); p != nil || v.Text() != "a" {
		t.Error("256 tags:", v, p)
	}
	if _, p := record.Parse(f, many(257)); p == nil {
		t.Error("257 tags are taken")
	}
}

// TestTheMessageForAMissingValueNamesItsType checks the message of every field and
// argument in package schema.
func TestTheMessageForAMissingValueNamesItsType(t *testing.T) {
	refused := func(f schema.Field) {
		f.Required = true
		for _, v := range []ijson.Value{{}, {Kind: ijson.String, Text: " "}} {
			if f.Exact && v.Text != "" {
				continue
			}
			_, p := record.Parse(&f, v)
			if p == nil || p.Field != f.Name || strings.Contains(p.Message, "string") != (f.Type.Textual() || f.Type == schema.Tags) {
				t.Errorf("%s: %+v", f.Name, p)
			}
		}
	}
	for _, k := range schema.Kinds {
		for _, f := range k.Fields {
			if f.Type != schema.Recurrence && f.Type != schema.Dates { // these are never required, and their messages name their parts
				refused(f)
			}
		}
		for _, o := range k.Operations {
			for _, f := range o.Args {
				refused(f)
			}
		}
	}
}
