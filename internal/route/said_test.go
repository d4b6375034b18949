package route_test

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/route"
)

// A text asks for a change, for an answer, or for nothing: what is told, and chatter.
func TestWhatIsToldIsTalk(t *testing.T) {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC), Zone: time.UTC}
	tests := map[route.Decision][]string{
		route.Plan: {
			"the ladder is fixed", "finished the crossword", "gravel on friday",
			"the roofer is coming on friday", "i need to be reminded of the ferry", "marque la facture comme payée",
		},
		route.Chat: {
			"i phoned the roofer", "we watered the ferns", "j'ai appelé le couvreur", "my evening was lovely",
			"hello robot", "thanks for the hint", "oh sweet, thanks", "good", "sounds great", "what a day", "nice work",
			"génial", "quelle bonne idée", "merci pour tout", "bonjour robot", "qué bien", "hola robot",
			"turn the lights off", "change the language to Welsh",
		},
		route.Clarify: {"gravel", "zorble gravel", "rideaux"},
	}
	for want, texts := range tests {
		for _, text := range texts {
			if r := route.Judge(route.Of(meaning.BuiltIn().Readings(text, clock, nil))); r.Decision != want {
				t.Errorf("%q: %s (%s), want %s", text, r.Decision, r.Reason, want)
			}
		}
	}
}
