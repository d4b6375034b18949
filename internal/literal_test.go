package internal_test

import (
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"assister/internal/fulltext"
	"assister/internal/language"
)

// wordsOf are the words of the lexicons of a language, without accents.
func wordsOf(t *testing.T, code string) map[string]bool {
	t.Helper()
	words := map[string]bool{}
	files := language.Files(code)
	paths, err := fs.Glob(files, "*.lexicon")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := fs.ReadFile(files, path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if len(fields) < 3 || strings.HasPrefix(line, "#") {
				continue
			}
			for form := range strings.SplitSeq(strings.Join(fields[2:], " "), "|") {
				words[fulltext.Fold(strings.TrimSpace(form))] = true
			}
		}
	}
	return words
}

// alike are words of English in the code that are spelled like words of another language.
var alike = []string{"actor", "assister", "changes", "comment", "era", "final", "part", "planning", "range", "stage"}

// little are words of English that code has no use for, unless it reads or writes English. Two
// of them in one list show it.
var little = []string{"the", "a", "an", "my", "is", "please", "it", "for", "what", "which", "that", "i", "you", "have", "been", "will", "me", "we"}

// The words that texts are read by are in the files of the languages.
func TestNoCodeHasWordsOfALanguage(t *testing.T) {
	foreign := wordsOf(t, "fr")
	maps.Copy(foreign, wordsOf(t, "es"))
	maps.DeleteFunc(foreign, func(w string, _ bool) bool { return len(w) < 3 || slices.Contains(alike, w) })
	for w := range wordsOf(t, "en") {
		delete(foreign, w)
	}
	eachSource(t, func(s *source) {
		if strings.HasPrefix(s.room, "bench") || strings.HasSuffix(s.room, "test") {
			return // developers' programs, and what tests share
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				text, _ := strconv.Unquote(n.Value)
				word := fulltext.Fold(text)
				accented := strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Latin, r) })
				if n.Kind == token.STRING && (foreign[word] || accented) {
					t.Errorf("%s:%d: %s is a word of a language", s.path, s.line(n.Pos()), n.Value)
				}
			case *ast.CompositeLit:
				littleWords(t, s, n, n.Elts)
			case *ast.CaseClause:
				littleWords(t, s, n, n.List)
			case *ast.CallExpr:
				littleWords(t, s, n, n.Args)
			}
			return true
		})
	})
}

// littleWords reports a list with several little words.
func littleWords(t *testing.T, s *source, n ast.Node, list []ast.Expr) {
	t.Helper()
	count := 0
	for _, e := range list {
		if entry, is := e.(*ast.KeyValueExpr); is {
			e = entry.Key
		}
		if lit, is := e.(*ast.BasicLit); is {
			text, _ := strconv.Unquote(lit.Value)
			if slices.Contains(little, strings.ToLower(strings.TrimSpace(text))) {
				count++
			}
		}
	}
	if count > 1 {
		t.Errorf("%s:%d: a list of words of English", s.path, s.line(n.Pos()))
	}
}
