package language

import (
	"strings"
	"testing"
)

func TestALongTextIsDividedBetweenSentences(t *testing.T) {
	sentence := strings.Repeat("word ", 50) + "at 3.30 end. "
	toks := Tokens(strings.Repeat(sentence, 20))
	n := 0
	for _, part := range Chunks(toks) {
		n += len(part)
		if last := part[len(part)-1].Word; !Readable(part) || last != "." {
			t.Errorf("a part of %d tokens ends with %q", len(part), last)
		}
	}
	if n != len(toks) {
		t.Errorf("%d tokens of %d", n, len(toks))
	}
	if parts := Chunks(Tokens(strings.Repeat("word ", 5000))); len(parts) != 1 || Readable(parts[0]) {
		t.Errorf("a text without an end of a sentence has %d parts", len(parts))
	}
	if parts := Chunks(nil); len(parts) != 0 {
		t.Errorf("no text has %d parts", len(parts))
	}
}
