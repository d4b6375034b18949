package view

import (
	"strings"
	"testing"
)

const topic = "# Exit codes\n\n- **0** done; see `done`\n\n    assister `as it is`\n"

func TestAManualWithoutColourIsItsSource(t *testing.T) {
	var b strings.Builder
	if err := Manual(&b, topic, false); err != nil || b.String() != topic {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestAManualWithColourHighlightsHeadingsAndCodeAndKeepsItsLines(t *testing.T) {
	var b strings.Builder
	if err := Manual(&b, topic, true); err != nil {
		t.Fatal(err)
	}
	want := "\x1b[1mExit codes\x1b[22m\n\n- \x1b[36m0\x1b[0m done; see \x1b[36mdone\x1b[0m\n\n    assister `as it is`\n"
	if got := b.String(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
