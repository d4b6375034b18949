package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// testCase is one record.
type testCase struct {
	Area     string
	Name     string
	Use      string // as recorded, or strict
	Input    ijson.Value
	Expected ijson.Value
	Row      int // within its area, from 1, for all uses
}

// runner returns the answer of the program to a case, and the recorded answer in the
// program's terms. Both are compared as JSON.
type runner func(t *testing.T, c testCase) (got, want any)

// area makes the runner of an area. It makes values once that the cases share.
type area func(t *testing.T, named fixtures) runner

// fixtures are inputs that cases refer to by name.
type fixtures map[string]ijson.Value

// resolve returns the value itself, or the fixture it names. Words after the name are a
// comment.
func (f fixtures) resolve(t *testing.T, v ijson.Value) ijson.Value {
	t.Helper()
	if v.Kind != ijson.String {
		return v
	}
	name, _, _ := strings.Cut(v.Text, " ")
	found, ok := f[name]
	if !ok {
		t.Fatalf("there is no fixture %s", name)
	}
	return found
}

// place names a case without its text.
type place struct {
	area string
	row  int
}

// otherwise is an answer that differs from the recorded one.
type otherwise struct {
	answer  string // JSON
	because string
}

func TestConformance(t *testing.T) {
	file := os.Getenv("ASSISTER_CASES")
	if file == "" {
		t.Skip("ASSISTER_CASES names no file of recorded cases")
	}
	cases := read(t, file)
	named := fixtures{}
	for _, c := range cases["fixture"] {
		named[str(c.Input, "fixture")] = c.Expected
	}
	unlooked := map[string]int{}
	count := 0
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		if reason, ok := later[name]; ok {
			unlooked[name+": "+reason] = len(looked(cases[name]))
			continue
		}
		begin, ok := areas[name]
		if !ok {
			t.Errorf("area %s is neither tested nor listed as not there yet", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			run := begin(t, named)
			for _, c := range looked(cases[name]) {
				at := place{c.Area, c.Row}
				if reason, ok := unbuilt[at]; ok {
					unlooked[name+": "+reason]++
					continue
				}
				count++
				t.Run(fmt.Sprintf("%s#%d", c.Name, c.Row), func(t *testing.T) {
					got, want := run(t, c)
					use := c.Use
					if accepted[at] != "" {
						use = "conform"
					}
					if wrong := verdict(use, asJSON(t, got), asJSON(t, want), tableOf(use)[at]); wrong != "" {
						t.Error(wrong)
					}
				})
			}
		})
	}
	stale(t, cases)
	t.Logf("%d cases looked at", count)
	for _, what := range slices.Sorted(maps.Keys(unlooked)) {
		t.Logf("not there yet, %3d cases: %s", unlooked[what], what)
	}
}

// looked returns the cases whose use has a table.
func looked(cases []testCase) []testCase {
	return slices.DeleteFunc(slices.Clone(cases), func(c testCase) bool { return tableOf(c.Use) == nil })
}

// strict is the use of cases of a generation that required every operation to state its
// recurrence.
const strict = "strict"

// kept are areas of another generation that have a counterpart here. Their records apply
// like our own.
var kept = []string{"batch_v2", "habits", "mutation", "schedule", "search"}

func useOf(c testCase) string {
	if c.Use == "alt" && slices.Contains(kept, c.Area) {
		return "conform"
	}
	for _, e := range at(c.Expected, "errors").Items {
		if c.Use == "alt" && e.Text == problem.MissingRecurrence {
			return strict
		}
	}
	return c.Use
}

// tableOf returns the table for answers that differ from the recorded one.
func tableOf(use string) map[place]otherwise {
	switch use {
	case "conform", strict:
		return deliberate
	case "avoid":
		return mended
	case "llm":
		return missed
	}
	return nil
}

// verdict returns what is wrong with an answer; "" if nothing is.
func verdict(use string, got, want any, other otherwise) string {
	holds := cmp.Equal(want, got)
	switch {
	case other == (otherwise{}):
		if use == "avoid" {
			return fmt.Sprintf("a defect without an answer of our own; ours is now %s", text(got))
		}
		return cmp.Diff(want, got)
	case holds:
		return fmt.Sprintf("the answer is the recorded one (%s) and is listed as another", text(got))
	}
	var answer any
	if err := json.Unmarshal([]byte(other.answer), &answer); err != nil {
		return fmt.Sprintf("the listed answer is no JSON: %v", err)
	}
	if diff := cmp.Diff(answer, got); diff != "" {
		return fmt.Sprintf("not the answer that is listed (%s):\n%s", other.because, diff)
	}
	return ""
}

// stale finds entries of the tables for missing records.
func stale(t *testing.T, cases map[string][]testCase) {
	t.Helper()
	check := func(table string, at place, uses ...string) {
		if rows := cases[at.area]; at.row < 1 || at.row > len(rows) || !slices.Contains(uses, rows[at.row-1].Use) {
			t.Errorf("%s lists %s %d, and there is no such case", table, at.area, at.row)
		}
	}
	for at := range deliberate {
		check("deliberate", at, "conform", strict)
	}
	for at := range mended {
		check("mended", at, "avoid")
	}
	for at := range accepted {
		check("accepted", at, "avoid")
	}
	for at := range missed {
		check("missed", at, "llm")
	}
	for at := range unbuilt {
		check("unbuilt", at, "conform", strict, "avoid")
	}
	for name := range areas {
		if later[name] != "" {
			t.Errorf("area %s is tested and listed as not there yet", name)
		}
		if len(cases[name]) == 0 {
			t.Errorf("area %s is tested, and there is no such case", name)
		}
	}
	for name := range later {
		if len(cases[name]) == 0 {
			t.Errorf("area %s is listed as not there yet, and there is no such case", name)
		}
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// asJSON converts a value to the types of decoded JSON.
func asJSON(t *testing.T, v any) (plain any) {
	t.Helper()
	var b []byte
	var err error
	if value, ok := v.(ijson.Value); ok {
		b = ijson.AppendValue(nil, value)
	} else if b, err = json.Marshal(v); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

func read(t *testing.T, file string) map[string][]testCase {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases := map[string][]testCase{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		v, p := ijson.Parse(lines.Bytes())
		if p != nil {
			t.Fatalf("line %d: %v", n, p)
		}
		c := testCase{Area: str(v, "area"), Name: str(v, "name"), Use: str(v, "use"), Input: at(v, "input"), Expected: at(v, "expected")}
		c.Use = useOf(c)
		c.Row = len(cases[c.Area]) + 1
		cases[c.Area] = append(cases[c.Area], c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("the file holds no case")
	}
	return cases
}

// at returns a nested member of an object; null if it is missing.
func at(v ijson.Value, path ...string) ijson.Value {
	for _, name := range path {
		v, _ = v.Get(name)
	}
	return v
}

func str(v ijson.Value, path ...string) string { return at(v, path...).Text }

func has(v ijson.Value, name string) bool {
	_, ok := v.Get(name)
	return ok
}

func TestAVerdictAppliesTheRuleOfItsUse(t *testing.T) {
	seven := otherwise{`7`, "because"}
	for _, tt := range []struct {
		name      string
		use       string
		got, want any
		other     otherwise
		wrong     bool
	}{
		{"the recorded answer", "conform", 3.0, 3.0, otherwise{}, false},
		{"another answer", "conform", 4.0, 3.0, otherwise{}, true},
		{"another answer, and it is listed", "conform", 7.0, 3.0, seven, false},
		{"another answer than the listed one", "conform", 4.0, 3.0, seven, true},
		{"listed, and yet the recorded answer", "conform", 3.0, 3.0, seven, true},
		{"a defect mended", "avoid", 7.0, 3.0, seven, false},
		{"a defect that is still there", "avoid", 3.0, 3.0, seven, true},
		{"a defect mended otherwise than listed", "avoid", 4.0, 3.0, seven, true},
		{"a defect nobody has an answer for", "avoid", 4.0, 3.0, otherwise{}, true},
		{"a listed answer that cannot be read", "avoid", 4.0, 3.0, otherwise{`{`, ""}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if wrong := verdict(tt.use, tt.got, tt.want, tt.other); (wrong != "") != tt.wrong {
				t.Errorf("got %q", wrong)
			}
		})
	}
}
