// Command mutants builds the program with one deliberate fault after the other, and runs
// the test that has to notice it. It prints a table and fails if a fault goes unnoticed.
//
//	go run ./internal/bench/mutants            all of them
//	go run ./internal/bench/mutants -quick     those whose test takes seconds
//	go run ./internal/bench/mutants -run key   those whose name matches
//
// The sources stay as they are: the compiler reads the changed file in place of the
// original (go help build, -overlay), also when a test builds the program.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// mutant is one deliberate fault, and the test that has to notice it.
type mutant struct {
	name  string // what the program does wrong
	edits []edit
	pkg   string // of the test, under internal/
	test  string
	long  bool // the test takes more than seconds
}

// edit replaces a text that occurs exactly once in a file under internal/.
type edit struct{ file, old, new string }

// verdict is what became of a mutant.
type verdict string

const (
	caught   verdict = "caught"
	survived verdict = "SURVIVED" // the test passed
	broken   verdict = "BROKEN"   // it does not compile, or another test failed
)

func main() {
	quick := flag.Bool("quick", false, "leave out those whose test takes more than seconds")
	pattern := flag.String("run", "", "only those whose name matches this `regexp`")
	flag.Parse()
	only, err := regexp.Compile(*pattern)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	failed := 0
	for _, m := range mutants {
		if *quick && m.long || !only.MatchString(m.name) {
			continue
		}
		begun := time.Now()
		v, output := m.try()
		fmt.Printf("%-9s %-62s %s (%s)\n", v, m.name, m.test, time.Since(begun).Round(100*time.Millisecond))
		if v != caught {
			failed++
			fmt.Println(indent(output))
		}
	}
	if failed > 0 {
		fmt.Printf("%d mutants were not caught\n", failed)
		os.Exit(1)
	}
}

// try runs the test of a mutant.
func (m mutant) try() (verdict, string) {
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return broken, err.Error()
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(dir)
	if err != nil {
		return broken, err.Error()
	}
	c := exec.Command("go", "test", "-count=1", "-run", "^"+m.test+"$", "./internal/"+m.pkg)
	// Some tests build the program, with the same fault.
	c.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+overlay)
	output, err := c.CombinedOutput()
	switch {
	case err == nil:
		return survived, string(output)
	case strings.Contains(string(output), "--- FAIL: "+m.test):
		return caught, ""
	}
	return broken, string(output)
}

// overlay writes the changed files and the overlay that names them to a directory.
func (m mutant) overlay(dir string) (path string, err error) {
	files, err := m.changed(".")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for file, text := range files {
		to := filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[file] = to
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o600)
}

// changed returns the files with the fault, by their absolute paths.
func (m mutant) changed(root string) (map[string]string, error) {
	files := map[string]string{}
	for _, e := range m.edits {
		path, err := filepath.Abs(filepath.Join(root, "internal", e.file))
		if err != nil {
			return nil, err
		}
		text, edited := files[path]
		if !edited {
			original, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			text = string(original)
		}
		if n := strings.Count(text, e.old); n != 1 {
			return nil, fmt.Errorf("%s: %q occurs %d times in %s and not once", m.name, e.old, n, e.file)
		}
		files[path] = strings.Replace(text, e.old, e.new, 1)
	}
	return files, nil
}

func indent(s string) string {
	const most = 2000
	if len(s) > most {
		s = s[:most] + "…"
	}
	return "    " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ")
}
