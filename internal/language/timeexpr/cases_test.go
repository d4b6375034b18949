package timeexpr

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// saturday is the clock of the cases: 2026-11-21 at nine.
func saturday() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

// whenRoot are the options of a grammar that reads expressions of time.
var whenRoot = language.Options{Roots: []string{"when"}}

func grammar(t testing.TB, lang string) *language.Grammar {
	t.Helper()
	g, err := language.Compile(lang, whenRoot, timeFiles{language.Files(lang)})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// timeFiles are the files of a language that are about time.
type timeFiles struct{ fs.FS }

// Glob leaves the files out that have other names.
func (f timeFiles) Glob(pattern string) ([]string, error) {
	all, err := fs.Glob(f.FS, pattern)
	var found []string
	for _, name := range all {
		if base := path.Base(name); strings.HasPrefix(base, "time.") || strings.HasPrefix(base, "feasts") {
			found = append(found, name)
		}
	}
	return found, err
}

// TestCases reads the cases of every language: ../LANGUAGE/time.cases has "TEXT => VALUE"
// on a line, with no value if the text says nothing about time that is certain.
func TestCases(t *testing.T) {
	files, err := fs.Glob(os.DirFS(".."), "*/time.cases")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(path.Dir(file), func(t *testing.T) {
			text, err := os.ReadFile(path.Join("..", file))
			if err != nil {
				t.Fatal(err)
			}
			g := grammar(t, path.Dir(file))
			for number, line := range strings.Split(string(text), "\n") {
				if line == "" || line[0] == '#' {
					continue
				}
				text, want, ok := strings.Cut(line, "=>")
				if !ok {
					t.Fatalf("%s:%d: a case is TEXT => VALUE", file, number+1)
				}
				text, want = strings.TrimSpace(text), strings.TrimSpace(want)
				got := ""
				if f, ok := Best(g, text, saturday()); ok {
					got = f.String()
				}
				if got != want {
					t.Errorf("%s:%d: %q is %q, want %q", file, number+1, text, got, want)
				}
			}
		})
	}
}
