package ijson_test

import (
	"testing"
	"unicode"

	"assister/internal/ijson"
)

// ignorable is how Unicode derives Default_Ignorable_Code_Point from other properties.
func ignorable(r rune) bool {
	derived := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector)
	annotation := r >= 0xfff9 && r <= 0xfffb
	hieroglyphs := r >= 0x13430 && r <= 0x13440
	return derived && !annotation && !hieroglyphs &&
		!unicode.In(r, unicode.White_Space, unicode.Prepended_Concatenation_Mark)
}

func TestInvisibleIsDefaultIgnorableCodePoint(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if ijson.Invisible(r) != ignorable(r) {
			t.Errorf("%U is %v", r, !ignorable(r))
		}
	}
}
