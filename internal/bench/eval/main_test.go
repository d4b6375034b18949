package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWithoutDataNothingIsScored(t *testing.T) {
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "none")} {
		var out bytes.Buffer
		if err := run(options{data: dir}, &out); err != nil || !strings.Contains(out.String(), "no data, nothing scored") {
			t.Errorf("%q: %v\n%s", dir, err, out.String())
		}
	}
}

func TestFailuresAndPredictionsAreWrittenToFiles(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	row := `{"text":"what is overdue?","expected_decision":"plan","accept":["plan"],"tier":"core"}`
	if err := os.WriteFile(filepath.Join(data, "route.jsonl"), []byte(row), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := options{data: data, failures: filepath.Join(dir, "failures"), predictions: dir, verbose: true}
	if err := run(o, &out); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{o.failures: `"outcome":"none"`, filepath.Join(dir, "route.jsonl"): `"decision":"chat"`} {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v\n%s", path, err, text)
		}
	}
	if !strings.Contains(out.String(), "expected [\"plan\"]") {
		t.Error(out.String())
	}
}
