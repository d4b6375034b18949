package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assister/internal/fulltext"
)

// Token is a word, a number or a mark of a text.
type Token struct {
	Start, End int    // bytes of the text
	Word       string // in lower case and without accents; of a mark, the mark
	Written    string // a word with accents in lower case, as it is written; "" for others
	Num        int    // of a number in digits; -1 for other tokens
	Glued      bool   // no space stands before it
	Capital    bool   // begins with an upper-case letter
	Letters    bool   // is a word
}

// IsMark reports whether a token is neither a word nor a number.
func (t *Token) IsMark() bool { return !t.Letters && t.Num < 0 }

// markOf is a mark as lexicons have it, for a character that is one way to write it; "" for others.
func markOf(r rune) string {
	switch r {
	case '’', '‘', '`', '´', 'ʼ':
		return "'"
	case '“', '”', '„', '«', '»':
		return `"`
	case '–', '—', '−', '‐', '‑':
		return "-"
	case '…':
		return "..."
	}
	return ""
}

// maxDigits is the longest number that has a value.
const maxDigits = 9

// Tokens divides a text. Letters and digits are divided from one another: "3pm" has two
// tokens. A line break is a mark.
func Tokens(text string) []Token {
	toks := make([]Token, 0, len(text)/4+2)
	spaced := true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			toks = append(toks, Token{Start: i, End: i + 1, Word: "\n", Num: -1})
			i, spaced = i+1, true
		case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r):
			i, spaced = i+size, spaced || unicode.IsSpace(r)
		default:
			t := Token{Start: i, Num: -1, Glued: !spaced}
			t.read(text, r, size)
			toks = append(toks, t)
			i, spaced = t.End, false
		}
	}
	return toks
}

// read reads the token that begins with r, which has a size in bytes.
func (t *Token) read(text string, r rune, size int) {
	t.End = t.Start + size
	switch {
	case r >= '0' && r <= '9':
		t.End = t.Start + run(text[t.Start:], func(r rune) bool { return r >= '0' && r <= '9' })
		t.Word = text[t.Start:t.End]
		if len(t.Word) <= maxDigits {
			t.Num = 0
			for _, d := range []byte(t.Word) {
				t.Num = t.Num*10 + int(d-'0')
			}
		}
	case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r):
		t.End = t.Start + run(text[t.Start:], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) })
		t.End = max(t.End, t.Start+size)
		written := text[t.Start:t.End]
		t.Word, t.Capital, t.Letters = fulltext.Plain(written), unicode.IsUpper(r), true
		t.Written = accented(written, t.Word)
	default:
		t.Word = text[t.Start:t.End]
		t.End += run(text[t.End:], variesEmoji)
		if m := markOf(r); m != "" {
			t.Word = m
		}
	}
}

// variesEmoji reports whether a character only varies the emoji before it: how it is drawn, its skin, its gender.
func variesEmoji(r rune) bool {
	const lightest, darkest = 0x1F3FB, 0x1F3FF
	skin := lightest <= r && r <= darkest
	gender := r == '\u200d' || r == '♀' || r == '♂'
	return skin || gender || unicode.Is(unicode.Variation_Selector, r)
}

// accented is a word in lower case, as it is written, if that is more than its plain form; "" if not.
func accented(word, plain string) string {
	if len(word) == len(plain) {
		return ""
	}
	return strings.ToLower(norm.NFC.String(word))
}

// run is how many bytes at the beginning of the text are of a kind.
func run(text string, kind func(rune) bool) int {
	for i, r := range text {
		if !kind(r) {
			return i
		}
	}
	return len(text)
}
