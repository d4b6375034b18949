package draft_test

import (
	"os"
	"strings"
	"testing"

	"assister/internal/record"
)

// TestPhrasingsOfOneRequest drafts what people say in many ways. The phrasings were written down before it was tried
// whether they are read, by the frame that a request stands in and not by what it is about.
func TestPhrasingsOfOneRequest(t *testing.T) {
	raw, err := os.ReadFile("testdata/phrasings.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, tried := "", 0
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		if ops, ok := strings.CutPrefix(line, "=> "); ok {
			want = ops
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		tried++
		if got := drafted(drafts(t, line, shelf{}, record.Selection{})); got != want {
			t.Errorf("%q\n got %s\nwant %s", line, got, want)
		}
	}
	if tried < 400 {
		t.Errorf("%d phrasings were tried", tried)
	}
}
