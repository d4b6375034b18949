package timeexpr

import (
	"flag"
	"strings"
	"testing"

	"assister/internal/language"
)

var (
	probe     = flag.String("probe", "", "texts to read, with a semicolon between them")
	probeLang = flag.String("lang", "en", "language of the texts to read")
)

// TestProbe shows what the forms read: go test -run Probe -v -args -lang=fr -probe="TEXT; TEXT".
func TestProbe(t *testing.T) {
	g, c := grammar(t, *probeLang), saturday()
	for text := range strings.SplitSeq(*probe, ";") {
		toks := language.Tokens(text)
		for _, r := range g.Find("when", toks, nil) {
			v, ok := Eval(r.Node, c)
			t.Logf("%q %s costs %d: %t %v %v %v %v %v %v %+v, or %v", text[r.Start:r.End], r.Node.Format(text, toks), r.Cost,
				ok, v.Kind, v.Grain, v.From, v.To, v.Part, v.Amount, v.Rule, v.Other)
		}
	}
}
