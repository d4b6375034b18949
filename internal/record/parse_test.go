package record_test

import (
	"strings"
	"testing"

	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// Repeated words are found by looking at all that were kept, so that a line full
// of tags would keep the reader busy for a quarter of a minute.
func TestTagsAreNotWithoutEnd(t *testing.T) {
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
