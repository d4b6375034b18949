package propose_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/propose"
)

func TestASentenceIsEnglishWithoutALanguage(t *testing.T) {
	s := propose.Sentence{English: "Which “%s”?", French: "Quel “%s” ?"}
	if got := s.In(nil, "Wifi"); got != "Which “Wifi”?" {
		t.Errorf("got %q", got)
	}
	if got := s.In(french{}, "Wifi"); got != "Quel “Wifi” ?" {
		t.Errorf("got %q", got)
	}
}

type french struct{}

func (french) French() bool                       { return true }
func (french) Near(d, today calendar.Date) string { return d.Near(today) }
func (french) Noun(k string, _ int) string        { return k }
func (french) Value(w string) string              { return w }

func (french) Repeats(r calendar.Recurrence, anchor calendar.Date) string { return r.Words(anchor) }

// A sentence takes the same arguments in every language.
func TestBothLanguagesOfASentenceTakeTheSameArguments(t *testing.T) {
	verb := regexp.MustCompile(`%[a-z]`)
	for _, file := range filesWithSentences(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		ast.Inspect(parsed, func(n ast.Node) bool {
			parsed := map[string]string{}
			if lit, ok := n.(*ast.CompositeLit); ok {
				for _, e := range lit.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok {
						continue
					}
					name, ok := kv.Key.(*ast.Ident)
					if words, plain := kv.Value.(*ast.BasicLit); ok && plain {
						parsed[name.Name], _ = strconv.Unquote(words.Value)
					}
				}
			}
			if english, french := parsed["English"], parsed["French"]; english != "" {
				seen++
				if french == "" || !slices.Equal(verb.FindAllString(english, -1), verb.FindAllString(french, -1)) {
					t.Errorf("%s: %q and %q do not take the same", file, english, french)
				}
			}
			return true
		})
		if seen == 0 {
			t.Errorf("%s has no sentences", file)
		}
	}
}

// filesWithSentences returns the files that contain a Sentence.
func filesWithSentences(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte("Sentence{English:")) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 3 {
		t.Fatalf("%v: sentences only in %q", err, files)
	}
	return files
}
