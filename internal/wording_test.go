package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// worded are the packages whose texts for people come from the catalogues of
// language/message.
var worded = []string{"engine/rules", "language", "language/message", "language/meaning", "language/timeexpr", "check/summary.go",
	"propose/findings.go", "propose/messages.go", "propose/past.go", "propose/run.go", "route/clarify.go", "assist/answer.go",
	"assist/ask.go", "assist/help.go", "assist/reply.go"}

var twoWords = regexp.MustCompile(`\p{Ll}{2,} \p{Ll}{2,}`)

// A string that begins with the name of the program is a command. An error that is no fault of the person's, a panic and a line of the log are in English.
var unread = map[string]bool{"Errorf": true, "New": true, "panic": true, "note": true, "trace": true}

func TestNoCodeWordsAnAnswer(t *testing.T) {
	for _, place := range worded {
		paths, err := filepath.Glob(filepath.Join(place, "*.go"))
		if strings.HasSuffix(place, ".go") {
			paths = []string{place}
		}
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: no files: %v", place, err)
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				for _, line := range wordsIn(t, path) {
					t.Errorf("%s: a text for people belongs in the catalogues of internal/language", line)
				}
			}
		}
	}
}

// wordsIn are the strings in a file with two words of a language side by side.
func wordsIn(t *testing.T, path string) (found []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.Ident:
				return !unread[f.Name]
			case *ast.SelectorExpr:
				return !unread[f.Sel.Name]
			}
		case *ast.BasicLit:
			if s, _ := strconv.Unquote(n.Value); n.Kind == token.STRING && twoWords.MatchString(s) && !strings.HasPrefix(s, "assister ") {
				found = append(found, set.Position(n.Pos()).String()+": "+n.Value)
			}
		}
		return true
	})
	return found
}
