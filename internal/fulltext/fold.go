package fulltext

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is the form in which texts are compared: composed (NFC), every letter in the lower
// case of its upper case. It removes differences in case and in the encoding of accents.
// Fold is idempotent.
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

// foldRune maps letters that differ only in case to one, including both lower-case
// sigmas, which unicode.ToLower alone would keep apart.
func foldRune(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }
