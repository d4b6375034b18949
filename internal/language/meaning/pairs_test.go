package meaning

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assister/internal/language"
)

// inBraces is a name in a line of testdata/pairs.txt.
var inBraces = regexp.MustCompile(`\{([^}]*)\}`)

// verbs are the verbs of reports, which are words of the language.
var verbs = regexp.MustCompile(`did=\pL+`)

// neutral is what a line means, with $1 and so on in the places of its names.
func neutral(g *language.Grammar, line string) string {
	said, ok := Read(g, inBraces.ReplaceAllString(line, "$1"), saturday(), nil)
	if !ok {
		return "?"
	}
	out := verbs.ReplaceAllString(said.String(), "did")
	names := inBraces.FindAllStringSubmatch(line, -1)
	order := make([]int, len(names)) // a name may be a part of another
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return len(names[b][1]) - len(names[a][1]) })
	for _, i := range order {
		for _, mark := range []string{`"`, "="} {
			out = strings.ReplaceAll(out, mark+names[i][1], fmt.Sprint(mark, "$", i+1))
		}
	}
	return out
}

func TestTextsOfAllLanguagesMeanTheSame(t *testing.T) {
	text, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	languages := []*language.Grammar{english(), compile("fr"), compile("es")}
	var lines []string
	triples := 0
	for line := range strings.Lines(string(text) + "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case line != "":
			lines = append(lines, line)
		case len(lines) == len(languages):
			triples++
			want := neutral(languages[0], lines[0])
			if want == "?" {
				t.Errorf("%q is not understood", lines[0])
			}
			for i, g := range languages[1:] {
				if got := neutral(g, lines[i+1]); got != want {
					t.Errorf("%q: %s\n%q: %s", lines[i+1], got, lines[0], want)
				}
			}
			lines = nil
		case len(lines) > 0:
			t.Fatalf("%d lines: %q", len(lines), lines)
		}
	}
	if triples < 100 {
		t.Errorf("only %d texts", triples)
	}
}
