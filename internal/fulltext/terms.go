package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxTerm = 64  // bytes of a term; longer words are truncated
	maxRun  = 256 // bytes of a word that are read
)

// Span is a term and its position in the text.
type Span struct {
	Term     string
	From, To int
}

// Spans returns the terms of a text in order.
func Spans(text string) (spans []Span) {
	var s splitter
	s.each(text, func(term []byte, from, to int) { spans = append(spans, Span{string(term), from, to}) })
	return spans
}

// splitter divides texts into terms: folded runs of letters and digits of any script.
// Scripts without spaces between words give overlapping pairs of letters and the last
// letter alone, so that every letter begins a term. A pictograph is a term.
type splitter struct{ buf []byte }

// each calls fn for every term with its position. The term is valid only during the call.
func (s *splitter) each(text string, fn func(term []byte, from, to int)) {
	for from := 0; from < len(text); {
		to, script := run(text, from)
		switch script {
		case spaced:
			if term := s.fold(text[from:to]); len(term) > 0 {
				fn(term, from, to)
			}
		case unspaced:
			pairs(text, from, to, fn)
		case pictured:
			fn(norm.NFC.AppendString(s.buf[:0], text[from:to]), from, to)
		}
		from = to
	}
}

// pairs calls fn for overlapping pairs of letters of a run. A letter may be half-width,
// and may be more than one rune.
func pairs(text string, from, to int, fn func(term []byte, from, to int)) {
	for i := from; i < to; {
		first := norm.NFKC.NextBoundaryInString(text[i:to], true)
		second := norm.NFKC.NextBoundaryInString(text[i+first:to], true)
		end := i + first + second
		fn(norm.NFKC.AppendString(nil, text[i:end]), i, end)
		i += first
	}
}

func runeAt(text string, i int) (rune, int) {
	if c := text[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(text[i:])
}

// inWord reports whether the rune is part of a word. A combining mark belongs to the
// letter before it; many scripts write their vowels as marks.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' // 0x20 makes a letter lower case
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && !joins(r)
}

// joins reports whether the rune is invisible and ignored in comparisons, such as a soft
// hyphen or a variation selector.
func joins(r rune) bool {
	if r < 0xAD {
		return false
	}
	variation := r >= 0xFE00 && r <= 0xFE0F || r == '\u20E3'
	return variation || unicode.Is(unicode.Cf, r) && r != '\u200B'
}

// picture reports whether the rune is a pictograph.
func picture(r rune) bool { return r >= 0x2300 && r != utf8.RuneError && unicode.Is(unicode.So, r) }

// dense reports whether the script of the rune has no spaces between words.
func dense(r rune) bool {
	switch r {
	case 'ー', 'ｰ', 'ﾞ', 'ﾟ': // common to Hiragana and Katakana
		return true
	}
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

// fold returns the indexed form of a word, in a buffer that the next call reuses.
func (s *splitter) fold(word string) []byte {
	whole := len(word) <= maxRun
	word = shortened(word, maxRun)
	s.buf = s.buf[:0]
	ascii := true
	for i := range len(word) {
		c := word[i]
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		s.buf = append(s.buf, c)
	}
	if !ascii {
		s.buf = foldRunes(s.buf[:0], word)
	}
	if len(s.buf) > maxTerm {
		s.buf = s.buf[:len(shortened(string(s.buf), maxTerm))]
	}
	for !whole && !isCut(s.buf) {
		s.buf = append(s.buf, filler)
	}
	return s.buf
}

// isCut reports whether a term may be a truncated word. Truncated words that fold to a
// short term are padded with filler.
func isCut(term []byte) bool { return len(term) > maxTerm-utf8.UTFMax }

const filler = 0x7f

// memberTerm is the term of a whole member of a set, unfolded. It begins with a character
// that no word has.
func memberTerm(member string) []byte {
	return []byte(shortened(string(rune(memberMark))+member, maxTerm))
}

const memberMark = 0x01

// foldRunes removes accents, lowers letters by way of their upper case, and spells out
// ligatures.
func foldRunes(dst []byte, word string) []byte {
	for _, r := range norm.NFKD.String(word) {
		if accent(r) || joins(r) || r == tatweel {
			continue
		}
		r = lower(r)
		if letters, ok := spelled(r); ok {
			dst = append(dst, letters...)
			continue
		}
		dst = utf8.AppendRune(dst, r)
	}
	return norm.NFC.Append(nil, dst...)
}

// tatweel only stretches an Arabic word.
const tatweel = '\u0640'

// accent reports whether people leave out the mark when they type. The marks of other
// scripts are letters.
func accent(r rune) bool {
	switch {
	case r < 0x0300:
		return false
	case r <= 0x036F: // Latin, Greek, Cyrillic
		return true
	}
	hebrewPoint := r >= 0x0591 && r <= 0x05C7
	arabicVowel := r >= 0x064B && r <= 0x065F || r == 0x0670
	return (hebrewPoint || arabicVowel) && unicode.IsMark(r)
}

// spelled returns how people type a letter that has no accent to remove.
func spelled(r rune) (string, bool) {
	switch r {
	case 'ß':
		return "ss", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'ø':
		return "o", true
	case 'ł':
		return "l", true
	case 'đ', 'ð':
		return "d", true
	case 'þ':
		return "th", true
	case 'ħ':
		return "h", true
	case 'ı':
		return "i", true
	}
	return "", false
}

// shortened truncates a text to a number of bytes, between runes.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return strings.Clone(s[:most])
}
