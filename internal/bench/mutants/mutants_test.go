package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// The table matches the sources: each mutant changes one place, and its test exists.
func TestEveryMutantMatchesTheSources(t *testing.T) {
	const root = "../../.."
	tests := map[string][]byte{}
	for _, m := range mutants {
		if _, err := m.changed(root); err != nil {
			t.Error(err)
		}
		dir := filepath.Join(root, "internal", m.pkg)
		if tests[dir] == nil {
			files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
			for _, f := range files {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				tests[dir] = append(tests[dir], text...)
			}
		}
		if !regexp.MustCompile(`(?m)^func ` + m.test + `\(`).Match(tests[dir]) {
			t.Errorf("%s: there is no test %s in internal/%s", m.name, m.test, m.pkg)
		}
	}
}
