package meaning

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"assister/fixtures"
	"assister/internal/language"
)

// backwards are files with the forms of each rule in the opposite order.
type backwards struct{ fs.FS }

func (b backwards) Glob(pattern string) ([]string, error) {
	found, err := fs.Glob(b.FS, pattern)
	if path.Ext(pattern) == ".forms" {
		slices.Reverse(found)
	}
	return found, err
}

func (b backwards) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(b.FS, name)
	if path.Ext(name) != ".forms" {
		return text, err
	}
	var out, forms []string
	for line := range strings.Lines(string(text) + "\n") {
		switch {
		case strings.HasPrefix(line, " "):
			forms = append(forms, line)
		case !strings.HasPrefix(line, "#"):
			slices.Reverse(forms)
			out, forms = append(append(out, forms...), line), nil
		}
	}
	slices.Reverse(forms)
	return []byte(strings.Join(append(out, forms...), "")), err
}

// caseTexts are the different texts of the fixtures, each behind the code of its language.
func caseTexts(t *testing.T) (texts [][2]string) {
	t.Helper()
	names, err := fs.Glob(fixtures.Files, "*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range names {
		file, err := fixtures.Files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct{ Lang, Text string }
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(name, err)
			}
			if c.Text != "" && !seen[c.Text] {
				seen[c.Text] = true
				texts = append(texts, [2]string{c.Lang, c.Text})
			}
		}
	}
	return texts
}

// tiedMost is how many texts may have readings that cost the same and mean something else. In three of the
// cases, most words are free text in every reading, and each of them is wrong.
const tiedMost = 6

// TestTheOrderOfFormsDecidesNothing reads the texts of all cases with the forms of each rule in their order,
// and in the opposite one. What differs should cost differently: go test -v -run OrderOfForms lists it.
func TestTheOrderOfFormsDecidesNothing(t *testing.T) {
	forward, back := map[string]*language.Grammar{}, map[string]*language.Grammar{}
	for _, code := range language.Codes() {
		g, err := language.Compile(code, Options(), backwards{language.Files(code)})
		if err != nil {
			t.Fatal(err)
		}
		forward[code], back[code] = BuiltIn().Called(code), g
	}
	tied := 0
	for _, c := range caseTexts(t) {
		if forward[c[0]] == nil {
			continue
		}
		one, _ := Read(forward[c[0]], c[1], saturday(), nil)
		two, _ := Read(back[c[0]], c[1], saturday(), nil)
		if one.String() != two.String() {
			tied++
			t.Logf("%s %q is, in the other order, something else:\n%d %s\n%d %s", c[0], c[1], one.Cost, one, two.Cost, two)
		}
	}
	if tied > tiedMost {
		t.Errorf("the order of forms decides about %d texts", tied)
	}
}
