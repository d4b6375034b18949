package message_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assister/internal/language"
	"assister/internal/language/message"
)

// wording are the functions that take the key of a message, by their names, and the place
// of the key among their arguments. The names and values of the message's arguments follow.
var wording = map[string]int{"Text": 0, "add": 0, "ask": 1, "unmatched": 1, "refuse": 2, "remark": 2}

// usage is how the program uses the messages of the catalogues.
type usage struct {
	t        *testing.T
	messages map[string][]string // all forms in all languages, by keys
	used     map[string]bool
	prefixes map[string]bool // that keys are made of, such as "noun."
}

func TestEveryMessageIsUsedWithItsArguments(t *testing.T) {
	u := usage{t: t, messages: map[string][]string{}, used: map[string]bool{}, prefixes: map[string]bool{}}
	for _, code := range language.WithMessages() {
		for key, forms := range message.Messages(code) {
			u.messages[key] = append(u.messages[key], forms...)
		}
	}
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err == nil {
			u.file(set, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(u.messages)) {
		made := slices.ContainsFunc(slices.Collect(maps.Keys(u.prefixes)), func(p string) bool { return strings.HasPrefix(key+".", p) })
		if !u.used[key] && !made {
			t.Errorf("no code uses the message %s", key)
		}
	}
}

// keys are the messages that a string in the code stands for: one, or what is refused and
// what to do next.
func (u usage) keys(s string) []string {
	if u.messages[s] != nil {
		return []string{s}
	}
	if u.messages[s+".what"] != nil {
		return []string{s + ".what", s + ".next"}
	}
	return nil
}

func (u usage) file(set *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			s := literal(n)
			for _, key := range u.keys(s) {
				u.used[key] = true
			}
			if strings.HasSuffix(s, ".") && strings.Count(s, " ") == 0 && len(s) > 1 {
				u.prefixes[s] = true
			}
		case *ast.CallExpr:
			if at, ok := wording[called(n)]; ok && at < len(n.Args) && literal(n.Args[at]) != "" {
				u.call(set.Position(n.Pos()).String(), literal(n.Args[at]), n.Args[at+1:], n.Ellipsis.IsValid())
			}
		}
		return true
	})
}

// call checks one use of a message.
func (u usage) call(at, key string, args []ast.Expr, more bool) {
	keys := u.keys(key)
	table, _, dotted := strings.Cut(key, ".")
	if len(keys) == 0 {
		known := slices.ContainsFunc(slices.Collect(maps.Keys(u.messages)), func(k string) bool {
			return dotted && strings.HasPrefix(k, table+".")
		})
		if known {
			u.t.Errorf("%s: there is no message %s", at, key)
		}
		return
	}
	given := map[string]bool{}
	for i := 0; i+1 < len(args); i += 2 {
		given[literal(args[i])] = true
	}
	var needed []string
	for _, key := range keys {
		needed = append(needed, arguments(u.messages[key]...)...)
	}
	for _, name := range needed {
		if !given[name] && !more {
			u.t.Errorf("%s: %s needs the argument %s", at, key, name)
		}
	}
	for name := range given {
		if !slices.Contains(needed, name) && name != "n" && name != "gender" {
			u.t.Errorf("%s: %s has no argument %q", at, key, name)
		}
	}
}

// called is the name of the function that is called.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literal is a string in the code; "" if the expression is none.
func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}
