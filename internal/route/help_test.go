package route

import "testing"

func TestRequestsForHelpAreRecognized(t *testing.T) {
	tests := []struct {
		text       string
		french, ok bool
	}{
		{"help", false, true}, {"Help!", false, true}, {"/help", false, true}, {"help, please", false, true},
		{"What can you do?", false, true}, {"how does this work?", false, true},
		{"aide", true, true}, {"À l’aide !", true, true}, {"Que peux-tu faire ?", true, true}, {"comment ça marche ?", true, true},
		{"help Ann with the boxes", false, false}, {"add help", false, false}, {"what can you do about the noise", false, false},
		{"aide Paul demain", false, false}, {"", false, false},
	}
	for _, tt := range tests {
		french, ok := AsksForHelp(tt.text)
		if french != tt.french || ok != tt.ok {
			t.Errorf("%q: French %v, help %v; want %v, %v", tt.text, french, ok, tt.french, tt.ok)
		}
		if d := Judge(Rules(tt.text)).Decision; tt.ok && d != Chat {
			t.Errorf("%q is %s, want chat", tt.text, d)
		}
	}
}
