package internal_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	lineMax     = 120 // bytes
	operatorMax = 3   // && and || in one condition
	methodMax   = 30  // on one type
	fieldMax    = 10  // in one struct of the command line and the use cases
)

// source is one Go file that is no test.
type source struct {
	path, room string
	text       []byte
	set        *token.FileSet
	file       *ast.File
}

func (s *source) line(at token.Pos) int { return s.set.Position(at).Line }

func eachSource(t *testing.T, fn func(s *source)) {
	t.Helper()
	for _, dir := range []string{".", "../cmd", "../fixtures", "../prompts", "../completions"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			room := filepath.ToSlash(filepath.Dir(path))
			skip := d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go")
			if err != nil || skip {
				return err
			}
			s := &source{path: path, room: room, set: token.NewFileSet()}
			if s.text, err = os.ReadFile(path); err != nil {
				return err
			}
			if s.file, err = parser.ParseFile(s.set, path, s.text, parser.ParseComments); err != nil {
				return err
			}
			fn(s)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestLinesAreShortExceptInTablesOfStrings(t *testing.T) {
	eachSource(t, func(s *source) {
		tables := tableLines(s)
		for i, line := range bytes.Split(s.text, []byte("\n")) {
			if len(line) > lineMax && !tables[i+1] {
				t.Errorf("%s:%d: %d bytes", s.path, i+1, len(line))
			}
		}
	})
}

// tableLines are the lines that end in a string which is an element of a composite
// literal, so that what is too wide is data.
func tableLines(s *source) map[int]bool {
	lines := map[int]bool{}
	element := func(e ast.Expr) {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		text, ok := e.(*ast.BasicLit)
		if !ok || text.Kind != token.STRING {
			return
		}
		for n := s.line(text.Pos()); n <= s.line(text.End()); n++ {
			lines[n] = true
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.CompositeLit); ok {
			for _, e := range literal.Elts {
				element(e)
			}
		}
		return true
	})
	return lines
}

// A condition that is assigned to a variable or returned by a function has the name
// of that variable or function.
func TestALongConditionHasAName(t *testing.T) {
	eachSource(t, func(s *source) {
		check := func(conditions ...ast.Expr) {
			for _, e := range conditions {
				if n := operators(e); n > operatorMax {
					t.Errorf("%s:%d: %d operators in one condition", s.path, s.line(e.Pos()), n)
				}
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				check(n.Cond)
			case *ast.ForStmt:
				check(n.Cond)
			case *ast.CaseClause:
				check(n.List...)
			case *ast.CallExpr:
				check(n.Args...)
			}
			return true
		})
	})
}

func logical(op token.Token) bool { return op == token.LAND || op == token.LOR }

// operators counts && and || in a condition, but not those inside a function or the
// arguments of a call.
func operators(e ast.Expr) (n int) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		n = operators(e.X) + operators(e.Y)
		if logical(e.Op) {
			n++
		}
	case *ast.ParenExpr:
		n = operators(e.X)
	case *ast.UnaryExpr:
		n = operators(e.X)
	}
	return n
}

func TestNoTypeHasTooManyMethods(t *testing.T) {
	methods := map[string]int{}
	eachSource(t, func(s *source) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[s.room+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	})
	for name, n := range methods {
		if n > methodMax {
			t.Errorf("%s has %d methods", name, n)
		}
	}
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

func TestStructsOfCLIAndAssistAreSmall(t *testing.T) {
	eachSource(t, func(s *source) {
		if s.room != "cli" && s.room != "assist" {
			return
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if fields := fieldsOf(spec.Type); fields > fieldMax {
				t.Errorf("%s:%d: %s has %d fields", s.path, s.line(spec.Pos()), spec.Name.Name, fields)
			}
			return true
		})
	})
}

func fieldsOf(e ast.Expr) (n int) {
	structure, ok := e.(*ast.StructType)
	if !ok {
		return 0
	}
	for _, f := range structure.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// dialect are turns that a reader of Go documentation would stumble over.
var dialect = regexp.MustCompile(`anew\b|\bthe like\b|\bbe it\b|be there\b|\bwhoever\b|\bto be had\b|\bhad again\b|` +
	`\b(gone|goes) on with\b|\bgoes by\b|\bspoken (of|about|around)\b|` +
	`\b(is|are|was) (told|said|meant|spoken)\b|\b(is|are) borne\b|` +
	`\b(of|by|for|to|in) what (is|was|are|has|stands|goes|comes)\b|` +
	`^//\s*(What|Whether) [a-z ]+ (is|was|are)\b|\bat most so\b|\bso many\b|\bborne out\b|` +
	`\bby itself alone\b|\bnot otherwise\b|\bthings? once\b`)

// citation is a place in a document that is not in this repository.
var citation = regexp.MustCompile(`(contract|protocol|facts|product),? (section|row) ?[0-9]|facts [0-9]|(facts|protocol)\.md`)

func TestCommentsArePlainAndCiteNothingElsewhere(t *testing.T) {
	eachSource(t, func(s *source) {
		for _, group := range s.file.Comments {
			for _, c := range group.List {
				for i, line := range strings.Split(c.Text, "\n") {
					at := s.line(c.Pos()) + i
					if turn := dialect.FindString(line); turn != "" {
						t.Errorf("%s:%d: say “%s” in plainer words", s.path, at, turn)
					}
					if place := citation.FindString(line); place != "" {
						t.Errorf("%s:%d: give the reason itself, and not %s", s.path, at, place)
					}
				}
			}
		}
	})
}
