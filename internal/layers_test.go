package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the packages that each package may import. A lower package never imports a
// higher one.
var layers = map[string]string{
	"problem":  "",
	"ijson":    "problem",
	"calendar": "",
	"schema":   "problem calendar ijson",
	"record":   "problem calendar schema ijson",
	"fulltext": "problem schema",
	"filter":   "problem calendar schema record fulltext ijson",
	"op":       "problem calendar schema record filter ijson",
	"ledger":   "problem schema record ijson",
	"check":    "language/message problem calendar schema record filter op ledger ijson",

	"vector": "",

	"checklist": "calendar problem ijson op record schema fulltext",

	"search":  "calendar problem fulltext record schema vector filter",
	"session": "problem ijson record",
	"heads":   "ijson ledger",

	"workspace":  "problem calendar schema record filter op ledger check ijson search session",
	"relational": "calendar check filter fulltext ijson ledger problem record schema session vector workspace",
	"sqlite":     "fulltext ledger problem relational session sqlite/migrations vector workspace",

	"sqlite/migrations": "",

	"rqlite":   "ijson ledger problem relational schema session sqlite sqlite/migrations vector workspace",
	"postgres": "ledger problem relational session vector workspace",

	"store": "ledger postgres problem relational rqlite session sqlite vector workspace",

	"brief":               "calendar fulltext record schema search session filter",
	"extract":             "calendar problem ijson op",
	"event":               "problem calendar schema record filter op ledger check ijson",
	"route":               "calendar ijson language language/meaning language/message language/timeexpr record reference schema filter",
	"language":            "fulltext",
	"language/message":    "calendar language",
	"language/timeexpr":   "calendar language",
	"language/meaning":    "calendar language language/timeexpr",
	"reference":           "calendar filter fulltext language language/meaning language/timeexpr record schema",
	"phrases":             "language",
	"propose":             "brief calendar check checklist language language/meaning language/message problem event extract ijson op planner filter record route schema session fulltext",
	"planner":             "problem ijson op",
	"engine/rules/answer": "calendar filter fulltext ijson language language/meaning language/message language/timeexpr planner problem propose record reference schema session",

	"engine/rules":      "brief engine/rules/answer engine/rules/draft propose",
	"engine/wire":       "problem ijson",
	"engine/capability": "engine/wire propose",
	"engine/ollama":     "ijson problem engine/capability engine/wire propose schema",
	"engine/openai":     "problem engine/capability engine/wire ijson propose schema",
	"engine/replay":     "problem ijson propose",
	"view":              "calendar check language/message problem event ijson ledger op record schema filter",

	"engine/rules/draft": "brief calendar fulltext filter ijson language language/meaning language/message language/timeexpr op problem propose record reference schema session",

	"tool":      "calendar problem fulltext ijson op planner filter record schema search",
	"stats":     "calendar event ijson ledger planner route",
	"eval":      "calendar check filter event ijson ledger op problem propose record route schema stats workspace",
	"eval/sets": "brief calendar engine/rules/draft eval filter ijson language language/meaning language/timeexpr op propose record route schema",

	"eval/assistant": "assist engine/wire eval event language/meaning problem propose route sqlite workspace",

	"conformance": "", // only its tests import packages
	"faults":      "", // has only tests
	"storetest":   "", // only tests import it, and what it imports is not checked

	"assist": "brief calendar check engine/rules engine/rules/answer event extract filter fulltext ijson language language/meaning language/message language/timeexpr ledger op phrases planner problem propose record reference route schema search session stats tool vector workspace",

	"rows":     "event ijson problem schema",
	"terminal": "view",

	"config":  "calendar check filter ijson ledger problem",
	"door":    "assist check event problem",
	"mcp":     "assist calendar check door event filter fulltext ijson problem record schema search tool view",
	"httpapi": "assist calendar door event ijson problem record schema search session tool",

	"engine": "assist config engine/capability engine/ollama engine/openai engine/replay engine/wire problem propose search",

	"doctor": "assist calendar config engine engine/capability engine/ollama engine/openai engine/wire event problem propose search sqlite store workspace",

	"cli": "assist calendar check config doctor door engine eval eval/assistant event extract filter heads httpapi ijson language/meaning ledger mcp problem propose record relational route rows schema search session store terminal tool view workspace",
}

// reserved are external packages that only some packages may import.
var reserved = map[string][]string{
	"database/sql":                {},
	"database/sql/driver":         {"postgres", "relational", "rqlite", "sqlite"},
	"github.com/mattn/go-sqlite3": {"sqlite"},
	"github.com/fatih/color":      {"view"},

	"github.com/clipperhouse/displaywidth": {"view"},

	"github.com/spf13/cobra":           {"cli"},
	"github.com/itchyny/gojq":          {"rows"},
	"github.com/spf13/viper":           {"config"},
	"github.com/spf13/pflag":           {"cli", "config"},
	"net/http":                         {"engine/capability", "engine/wire", "engine/ollama", "engine/openai", "httpapi", "mcp", "rqlite"},
	"encoding/json":                    {"engine/capability", "engine/ollama", "engine/openai", "mcp"},
	"github.com/ollama/ollama/api":     {"engine/ollama"},
	"regexp":                           {},
	"text/template":                    {}, // propose/template.go says why
	"golang.org/x/text/feature/plural": {"language/message"},
	"golang.org/x/text/language":       {"language/message"},
	"log":                              {},
	"os/signal":                        {"cli"},
	"golang.org/x/term":                {"terminal"},

	"github.com/modelcontextprotocol/go-sdk/mcp":     {"mcp"},
	"github.com/modelcontextprotocol/go-sdk/jsonrpc": {"mcp"},

	"github.com/gofrs/flock":         {"sqlite"},
	"github.com/jackc/pgx/v5/pgconn": {"postgres"},
	"github.com/teambition/rrule-go": {},
}

// osNames has the names of package os that only cli may use, since only it reads the
// environment and the arguments. No package below internal may exit.
var osNames = map[string][]string{
	"Args": {"cli"}, "Getenv": {"cli"}, "LookupEnv": {"cli"}, "Environ": {"cli"},
	"Stdin": {"cli"}, "Stdout": {"cli"}, "Stderr": {"cli"}, "Exit": {},
}

func TestPackagesImportOnlyLowerPackages(t *testing.T) {
	eachFile(t, func(pkg, path string, file *ast.File) {
		allowed, known := layers[pkg]
		if !known {
			t.Errorf("%s: package %q is not in layers", path, pkg)
			return
		}
		for _, imported := range file.Imports {
			name, _ := strconv.Unquote(imported.Path.Value)
			if below, ours := strings.CutPrefix(name, "assister/internal/"); ours && !slices.Contains(strings.Fields(allowed), below) {
				t.Errorf("%s: %s may not import %s", path, pkg, below)
			}
			if packages, limited := reserved[name]; limited && !slices.Contains(packages, pkg) {
				t.Errorf("%s: %s may not import %s", path, pkg, name)
			}
		}
	})
}

func TestEveryAllowedImportIsUsed(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, func(pkg, _ string, file *ast.File) {
		for _, imported := range file.Imports {
			name, _ := strconv.Unquote(imported.Path.Value)
			used[pkg+" "+strings.TrimPrefix(name, "assister/internal/")] = true
		}
	})
	for pkg, allowed := range layers {
		for _, below := range strings.Fields(allowed) {
			if !used[pkg+" "+below] {
				t.Errorf("%s does not import %s: remove it from layers", pkg, below)
			}
		}
	}
	for name, packages := range reserved {
		for _, pkg := range packages {
			if !used[pkg+" "+name] {
				t.Errorf("%s does not import %s: remove it from layers", pkg, name)
			}
		}
	}
}

func TestOnlyCLIReadsEnvironmentArgumentsAndClock(t *testing.T) {
	eachFile(t, func(pkg, path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			from, ok := s.X.(*ast.Ident)
			if !ok {
				return true
			}
			if packages, limited := osNames[s.Sel.Name]; from.Name == "os" && limited && !slices.Contains(packages, pkg) {
				t.Errorf("%s: %s may not use os.%s", path, pkg, s.Sel.Name)
			}
			if from.Name == "time" && s.Sel.Name == "Now" && pkg != "cli" {
				t.Errorf("%s: %s may not read the clock", path, pkg)
			}
			return true
		})
	})
}

func TestNoPackageHasAnInitFunction(t *testing.T) {
	eachFile(t, func(_, path string, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: has an init function", path)
			}
		}
	})
}

func TestOnlyViewHasEscapeSequences(t *testing.T) {
	eachFile(t, func(pkg, path string, _ *ast.File) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, sequence := range []string{`\x1b[`, `\033[`, `\u001b[`} {
			if pkg != "view" && strings.Contains(string(text), sequence) {
				t.Errorf("%s: writes escape sequences", path)
			}
		}
	})
}

func TestTheMapShowsEveryPackage(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range layers {
		if !strings.Contains(string(text), "//\t"+pkg+" ") {
			t.Errorf("doc.go does not show %s", pkg)
		}
	}
}

func TestNoPackageHasAMeaninglessName(t *testing.T) {
	for pkg := range layers {
		for _, name := range []string{"util", "utils", "common", "shared", "helpers", "types", "models"} {
			if filepath.Base(pkg) == name {
				t.Errorf("%s does not say what the package is for", pkg)
			}
		}
	}
}

// eachFile calls fn for the Go files of every package below internal, without tests and
// packages for tests, which are those in a directory like storetest.
// The programs below bench, and man, are developers' tools: each is a main package with
// its own clock, arguments and exit code, and no package may import them.
func eachFile(t *testing.T, fn func(pkg, path string, file *ast.File)) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		testing := strings.HasSuffix(path, "_test.go") || strings.Contains(pkg+"/", "test/")
		if d.IsDir() && (path == "bench" || path == "man") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || testing || pkg == "." {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		fn(pkg, path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
