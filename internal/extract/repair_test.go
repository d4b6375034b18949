package extract_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assister/internal/extract"
	"assister/internal/ijson"
)

// TestRepairsMatchTheReferenceLibraries compares repairs of broken JSON with those of two
// well-known libraries. Only cases in which both libraries agree count.
func TestRepairsMatchTheReferenceLibraries(t *testing.T) {
	dir := os.Getenv("ASSISTER_EVAL")
	if dir == "" {
		t.Skip("ASSISTER_EVAL names no folder of development data")
	}
	f, err := os.Open(filepath.Join(dir, "json_repair.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var agreed, right, all, allRight int
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			ID, Input, Expected, Category string
			Agree                         []string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		v, _, p := extract.Value(row.Input)
		got := ""
		if p == nil {
			written := ijson.AppendValue(nil, v)
			if !json.Valid(written) {
				t.Errorf("%s: what was read is no JSON", row.ID)
			}
			got = canonically(t, written)
		}
		same := got == canonically(t, []byte(row.Expected))
		both := slices.Equal(row.Agree, []string{"js", "py"})
		all++
		if same {
			allRight++
		} else {
			t.Logf("%s %s %v: %q became %s, not %s", row.ID, row.Category, row.Agree, row.Input, got, row.Expected)
		}
		if both {
			agreed++
			if same {
				right++
			}
		}
		if both && !same && row.Category == "markdown_fence" {
			t.Errorf("%s: a fence was not seen", row.ID)
		}
	}
	t.Logf("%d of %d where both agree, %d of %d of all", right, agreed, allRight, all)
	if agreed == 0 || right*100 < agreed*99 {
		t.Errorf("%d of %d are right", right, agreed)
	}
}

func canonically(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
