package reference

import (
	"testing"

	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

func TestANameIsOfTheFirstThatThereIs(t *testing.T) {
	all := append(house(),
		makeRecord("task", 6, "Weed", "tags", record.Tags("garden")),
		makeRecord("project", 2, "Attic"), makeRecord("project", 3, "Attic"))
	for _, tt := range []struct {
		name string
		as   meaning.Field
		text string
		of   string
		want meaning.Attribute // none if its field is ""
	}{
		{"in: a project before a tag", meaning.Part, "garden", "task", meaning.Attribute{Field: meaning.Project, Text: "Garden"}},
		{"before a noun: a tag first", meaning.Title, "garden", "task", meaning.Attribute{Field: meaning.Tag, Text: "garden"}},
		{"the plural of a tag", meaning.About, "autumns", "task", meaning.Attribute{Field: meaning.Tag, Text: "autumn"}},
		{"a context", meaning.About, "School", "task", meaning.Attribute{Field: meaning.Context, Text: "school"}},
		{"a list of items", meaning.Part, "camping", "checklist_item", meaning.Attribute{Field: meaning.List, Text: "Camping"}},
		{"a list that has no tasks", meaning.Part, "camping", "task", meaning.Attribute{}},
		{"one of two projects", meaning.Part, "attic", "task", meaning.Attribute{}},
		{"a part of a title", meaning.About, "mow", "task", meaning.Attribute{}},
	} {
		asked := 0
		r := Resolver{Records: In(records{all, &asked}, noon)}
		got, ok := r.Naming(meaning.Attribute{Field: tt.as, Text: tt.text}, []*schema.Kind{schema.Lookup(tt.of)})
		if !ok {
			got = meaning.Attribute{}
		}
		same := got.Field == tt.want.Field && got.Text == tt.want.Text
		if err := r.Records.Err(); err != nil || ok != (tt.want.Field != "") || !same {
			t.Errorf("%s: %q is %s %q, want %s %q", tt.name, tt.text, got.Field, got.Text, tt.want.Field, tt.want.Text)
		}
	}
}
