package language

import (
	"fmt"
	"strings"
	"testing"
)

// outline writes a derivation, a line for each step.
func outline(s Step, depth int) string {
	text := fmt.Sprintf("%s%s %d-%d ~%d\n", strings.Repeat("  ", depth), s.Rule, s.From, s.To, s.Cost)
	for _, below := range s.Steps {
		text += outline(below, depth+1)
	}
	return text
}

func TestAReadingIsExplainedByItsForms(t *testing.T) {
	g := compile(t, testLexicon, testForms)
	all := g.Explain("request", Tokens("put down milk and eggs on tuesday tue"), nil)
	if len(all) == 0 {
		t.Fatal("no reading")
	}
	got := outline(*all[0].Step, 0)
	want := `request 0-8 ~30
   2-5 ~30
  set 5-7 ~0
    day 6-7 ~0
  set 7-8 ~0
    day 7-8 ~0
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if all[0].Step.Where == "" || !strings.Contains(all[0].Step.Pattern, "verb:add") {
		t.Errorf("the form is %q at %q", all[0].Step.Pattern, all[0].Step.Where)
	}
}
