package meaning

import (
	"flag"
	"strings"
	"testing"

	"assister/internal/language"
)

var (
	probe = flag.String("probe", "", "texts to read, with a semicolon between them")
	lang  = flag.String("lang", "en", "the language")
)

// TestProbe shows what the forms read: go test -run Probe -v -args -probe="TEXT; TEXT".
func TestProbe(t *testing.T) {
	g, err := language.Compile(*lang, Options(), language.Files(*lang))
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(*probe, ";") {
		toks := language.Tokens(text)
		for _, r := range g.Whole("text", toks, nil) {
			t.Logf("%d %s", r.Cost, r.Node.Format(text, toks))
		}
	}
}
