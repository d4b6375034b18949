package fulltext

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		"Call ANNA: now!":        "call anna: now!",
		"Café":                   "cafe",
		"cafe\u0301 crème":       "cafe creme",
		"CAFÉ, Œuvre, Straße":    "cafe, oeuvre, strasse",
		"ΣΊΣΥΦΟΣ":                "σισυφοσ",
		"\u212aelvin a\u017f":    "kelvin as",
		"½ \u2126 – x²":          "½ ω – x²",
		"日本 Café":                "日本 cafe",
		"か\u3099":                "が",
		"❤\ufe0f Soft\u00adware": "❤ software",
		"=\u0338 \u0301":         "=\u0338 \u0301", // no letter for an accent
		"İstanbul, ısı, Đà Lạt":  "istanbul, isi, da lat",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A store searches an ASCII text without folding the stored text.
func TestALetterDoesNotHideItsASCIINeighbors(t *testing.T) {
	for r := rune(0x80); r < 0x20000; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, part := range [][2]string{{"ab", "cd"}, {"<", "="}, {"2", "3"}} {
			plain := Plain(part[0] + string(r) + part[1])
			if !strings.HasPrefix(plain, part[0]) || !strings.HasSuffix(plain, part[1]) {
				t.Errorf("%U makes %q", r, plain)
			}
		}
	}
}

// A match of an indexed word is certain, because normalization never makes a letter from
// a character that is not part of a word.
func TestNormalizationKeepsScripts(t *testing.T) {
	for r := rune(0); r < 0x20000; r++ {
		script := scriptOf(r)
		if !utf8.ValidRune(r) || script == spaced || joins(r) {
			continue
		}
		plain := Plain(string(r))
		if script == pictured && !slices.Equal(terms(string(r)), []string{plain}) {
			t.Errorf("the picture %U becomes %q", r, plain)
		}
		for i, letter := range plain {
			if scriptOf(letter) == spaced && (i == 0 || !unicode.IsMark(letter)) {
				t.Errorf("%U becomes %q, with the letter %U", r, plain, letter)
			}
		}
	}
}
