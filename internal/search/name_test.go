package search

import (
	"testing"

	"assister/internal/record"
	"assister/internal/schema"
)

func TestARecordIsFoundByAnyOfItsNames(t *testing.T) {
	zoe := record.New(schema.Lookup("person"), 1).With("name", record.Text("Zoë")).With("lastName", record.Text("Müller-Lüdenscheidt")).With("aliases", record.Tags("Zo", "die Chefin"))
	for name, want := range map[string]bool{
		"zoe": true, "ZOË": true, "zoe muller ludenscheidt": true, "Müller-Lüdenscheidt": true, "zo": true, "Die Chefin": true,
		"zoe muller": false, "chefin": false, "": false, "?!": false, "zoey": false,
	} {
		if got := HasName(zoe, name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
	garden := record.New(schema.Lookup("project"), 1).With("name", record.Text("🌱 Garden"))
	for name, want := range map[string]bool{"garden": true, "🌱 garden": true, "🌱": false} {
		if got := HasName(garden, name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
	if cafe := record.New(schema.Lookup("project"), 1).With("name", record.Text("Café Ügür")); !HasName(cafe, "cafe ugur") {
		t.Error("a project is not called by its name")
	}
}
