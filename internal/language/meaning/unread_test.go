package meaning_test

import (
	"slices"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
)

func TestThePartsThatAreNotUnderstoodAreNamed(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	for text, want := range map[string][]string{
		"complete call Ann, and make milk fluffy":                             {"make milk fluffy"},
		"delete the invoice, frobnicate the rest and move the rent to friday": {"frobnicate the rest"},
		"make milk fluffy":                  {"make milk fluffy"},
		"make milk fluffy and the tea sour": {"make milk fluffy and the tea sour"},
	} {
		if got := meaning.BuiltIn().Unread(text, clock, nil); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNamesMayGoOnBehindAPart(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	names := language.Names{0: {{Class: "project-name", Sym: "Mr. Lind", Size: 3}}} // "Mr. Lind"
	const text = "Mr. Lind, make milk fluffy. Delete the invoice"
	want := []string{"Mr. Lind, make milk fluffy"}
	if got := meaning.BuiltIn().Unread(text, clock, names); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
