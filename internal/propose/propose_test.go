package propose

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
)

// A kind that the request names in its language is one that a model is given.
func TestKindsAreNamedInTheLanguageOfTheRequest(t *testing.T) {
	saturday := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	for text, want := range map[string]string{
		"supprime les contacts": "person", "delete all bookmarks": "link", "what is due tomorrow": "",
	} {
		said, _ := meaning.BuiltIn().Read(text, saturday, nil)
		r := Request{Text: text, Said: &said}
		got := ""
		for _, k := range kindsFor(r) {
			if !k.Planned && k.Name != "project" {
				got += k.Name
			}
		}
		if got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
		if change := want != ""; r.asksForChange() != change {
			t.Errorf("%q asks for a change: %v", text, !change)
		}
	}
}
