package assist_test

import (
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
)

// The example of the specification, github.com/ulid/spec.
func TestANewCorrelationIDIsAULIDOfItsTime(t *testing.T) {
	at := time.UnixMilli(1469918176385)
	one, other := assist.NewCorrelationID(at), assist.NewCorrelationID(at)
	if !strings.HasPrefix(one, "01ARYZ6S41") || len(one) != 26 {
		t.Errorf("%s is no ULID of %v", one, at)
	}
	if one[:10] != other[:10] || one[10:] == other[10:] {
		t.Errorf("%s and %s of one time differ where they must not, or nowhere", one, other)
	}
	if last := assist.NewCorrelationID(time.UnixMilli(1<<48 - 1)); !strings.HasPrefix(last, "7ZZZZZZZZZ") {
		t.Errorf("the last of all times gives %s", last)
	}
}

// Neither the letters nor the bits where the two halves meet are constant.
func TestEveryCharacterOfACorrelationIDVaries(t *testing.T) {
	var seen [26]map[byte]bool
	for range 2000 {
		for i, c := range []byte(assist.NewCorrelationID(time.UnixMilli(0))) {
			if seen[i] == nil {
				seen[i] = map[byte]bool{}
			}
			seen[i][c] = true
		}
	}
	for i, letters := range seen {
		if i < 10 && len(letters) != 1 || i >= 10 && len(letters) != 32 {
			t.Errorf("place %d has had %d letters", i, len(letters))
		}
	}
}
