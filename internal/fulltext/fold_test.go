package fulltext

import (
	"testing"

	"pgregory.net/rapid"
)

func TestFoldIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Fold(rapid.String().Draw(t, "text"))
		if again := Fold(s); again != s {
			t.Fatalf("%q folds on to %q", s, again)
		}
	})
}
