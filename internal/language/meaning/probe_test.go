package meaning

import (
	"flag"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

var (
	probe = flag.String("probe", "", "texts to read, with a semicolon between them")
	lang  = flag.String("lang", "en", "the language")
	trees = flag.Bool("trees", false, "show the trees of the readings, too")
)

var english = sync.OnceValue(func() *language.Grammar { return compile("en") })

func compile(lang string) *language.Grammar {
	g, err := language.Compile(lang, Options(), language.Files(lang))
	if err != nil {
		panic(err)
	}
	return g
}

// saturday is the time of the tests: Saturday, 21 November 2026, at nine.
func saturday() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

// read is the format of what a text means; "?" if it is not understood.
func read(text string) string {
	said, ok := Read(english(), text, saturday(), nil)
	if !ok {
		return "?"
	}
	return said.String()
}

// TestProbe shows what the forms read: go test -run Probe -v -args -probe="TEXT; TEXT".
func TestProbe(t *testing.T) {
	g := compile(*lang)
	for text := range strings.SplitSeq(*probe, ";") {
		all := Readings(g, Root, text, saturday(), nil)
		for _, m := range all {
			t.Logf("%4d %s", m.Cost, m.String())
		}
		if !*trees && len(all) > 0 {
			continue
		}
		toks := language.Tokens(text)
		for _, r := range g.Whole("text", toks, nil) {
			t.Logf("  %4d %s", r.Cost, r.Node.Format(text, toks))
		}
	}
}
