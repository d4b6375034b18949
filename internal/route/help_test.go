package route

import "testing"

func TestRequestsForHelpAreRecognized(t *testing.T) {
	tests := []struct {
		text, language string
		ok             bool
	}{
		{"help", "en", true}, {"Help!", "en", true}, {"/help", "en", true}, {"help, please", "en", true},
		{"What can you do?", "en", true}, {"how does this work?", "en", true},
		{"aide", "fr", true}, {"À l’aide !", "fr", true}, {"Que peux-tu faire ?", "fr", true}, {"comment ça marche ?", "fr", true},
		{"help Ann with the boxes", "", false}, {"add help", "", false}, {"what can you do about the noise", "", false},
		{"aide Paul demain", "", false}, {"", "", false},
	}
	for _, tt := range tests {
		language, ok := AsksForHelp(tt.text)
		if language != tt.language || ok != tt.ok {
			t.Errorf("%q: language %q, help %v; want %q, %v", tt.text, language, ok, tt.language, tt.ok)
		}
		if d := Judge(Rules(tt.text)).Decision; tt.ok && d != Chat {
			t.Errorf("%q is %s, want chat", tt.text, d)
		}
	}
}
