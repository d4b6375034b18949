package fulltext

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is the form that texts are compared in, so that neither case nor the way
// an accent is encoded matters: composed (NFC), every letter in the lower case
// of its upper case. Fold of a folded text is that text.
func Fold(s string) string {
	ascii, lower := true, true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
		lower = lower && (s[i] < 'A' || s[i] > 'Z')
	}
	switch {
	case ascii && lower:
		return s
	case ascii:
		return strings.ToLower(s)
	}
	return norm.NFC.String(strings.Map(foldRune, norm.NFC.String(s)))
}

// foldRune brings the letters together that differ only in case, such as the
// two small sigmas; lower case alone would leave them apart.
func foldRune(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }
