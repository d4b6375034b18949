package fulltext

import (
	"slices"
	"testing"
)

func TestTheClosestNamesAreAlikeOrContainTheNameOrAreTheFirst(t *testing.T) {
	names := []string{"Attic", "Données", "Data", "Big data", "House"}
	for name, want := range map[string][]string{
		"dat":     {"Data", "Big data"},
		"DONNEES": {"Données"},
		"xyzzy":   {"Attic", "Données", "Data"},
		"":        {"Attic", "Données", "Data"},
	} {
		if got := Closest(name, names, 3); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if got := Closest("x", nil, 3); len(got) > 0 {
		t.Errorf("of none: %q", got)
	}
}
