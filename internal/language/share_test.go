package language

import (
	"strings"
	"testing"
)

// TestFormsShareTheRuleOfARepetition repeats a rule in two forms and a class in one: the rule is
// read once at a place, and only the class needs a rule for its items.
func TestFormsShareTheRuleOfARepetition(t *testing.T) {
	g := compile(t, "color 1 red", "request\n    name* \"is\" => is()\n    name* \"was\" color* => was()\nname\n    word\n")
	g.rule("request")
	hidden := 0
	for r := range g.names.len() {
		if strings.HasPrefix(g.names.at(r), "(") {
			hidden++
		}
	}
	if hidden != 3 {
		t.Errorf("%d rules that no file names", hidden)
	}
}
