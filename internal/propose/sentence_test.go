package propose_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"

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

func (french) French() bool                { return true }
func (french) Noun(k string, _ int) string { return k }
func (french) Value(w string) string       { return w }

// A sentence is given the same things whatever language it is in.
func TestBothLanguagesOfASentenceTakeTheSame(t *testing.T) {
	verb := regexp.MustCompile(`%[a-z]`)
	for _, file := range []string{"said.go", "../engine/rules/said.go", "../cli/chat.go"} {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		ast.Inspect(parsed, func(n ast.Node) bool {
			said := map[string]string{}
			if lit, ok := n.(*ast.CompositeLit); ok {
				for _, e := range lit.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok {
						continue
					}
					name, ok := kv.Key.(*ast.Ident)
					if words, plain := kv.Value.(*ast.BasicLit); ok && plain {
						said[name.Name], _ = strconv.Unquote(words.Value)
					}
				}
			}
			if english, french := said["English"], said["French"]; english != "" {
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
