package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The table matches the sources: each mutant changes one place, and its test exists.
func TestEveryMutantMatchesTheSources(t *testing.T) {
	const root = "../../.."
	tests := map[string][]byte{}
	suite := sources(t, filepath.Join(root, "internal/storetest", "*.go"))
	for _, m := range mutants {
		if _, err := m.changed(root); err != nil {
			t.Error(err)
		}
		dir := filepath.Join(root, "internal", m.pkg)
		if tests[dir] == nil {
			tests[dir] = sources(t, filepath.Join(dir, "*_test.go"))
		}
		test, part, _ := strings.Cut(m.test, "/") // the part is a test of the suite of stores
		exists := regexp.MustCompile(`(?m)^func ` + test + `\(`).Match(tests[dir])
		if !exists || part != "" && !bytes.Contains(suite, []byte(`{"`+part+`", `)) {
			t.Errorf("%s: there is no test %s in internal/%s", m.name, m.test, m.pkg)
		}
	}
}

// sources returns the texts of files.
func sources(t *testing.T, pattern string) (all []byte) {
	t.Helper()
	files, _ := filepath.Glob(pattern)
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return all
}
