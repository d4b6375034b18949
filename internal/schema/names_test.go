package schema_test

import (
	"testing"

	"assister/internal/schema"
)

func TestAKindHasANounInText(t *testing.T) {
	for name, want := range map[string][3]string{
		"task":           {"task", "tasks", "a task"},
		"event":          {"event", "events", "an event"},
		"person":         {"person", "people", "a person"},
		"checklist_item": {"checklist item", "checklist items", "a checklist item"},
	} {
		k := schema.Lookup(name)
		if got := [3]string{k.Noun(1), k.Noun(2), k.One()}; got != want || k.Noun(0) != want[1] {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
