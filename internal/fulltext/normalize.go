package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Plain is the form in which substrings are compared: every word folded as in the index,
// but not truncated, and the text between words unchanged. Text typed without accents
// therefore matches text with accents, and a text that contains another in plain form has
// the words of it in the index.
func Plain(text string) string {
	if !foreign(text) {
		return strings.ToLower(text)
	}
	plain := make([]byte, 0, len(text))
	for from := 0; from < len(text); {
		to, script := run(text, from)
		part := text[from:to]
		from = to
		switch {
		case !foreign(part):
			plain = append(plain, strings.ToLower(part)...)
		case script == spaced:
			if word := foldRunes(nil, part); len(word) > 0 {
				plain = append(plain, word...)
				continue
			}
			plain = append(plain, part...) // an accent alone
		case script == unspaced:
			plain = append(plain, norm.NFC.String(strings.Map(lower, visible(part)))...)
		default:
			plain = append(plain, norm.NFC.String(visible(part))...)
		}
	}
	return string(plain)
}

// visible removes the runes that joins reports.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if joins(r) {
			return -1
		}
		return r
	}, text)
}

// foreign reports whether a text has characters beyond ASCII.
func foreign(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// lower maps letters that differ only in case to one, including both lower-case sigmas.
func lower(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// script is the class of a run of text.
type script uint8

const (
	between  script = iota // no letters
	spaced                 // a word
	unspaced               // words with no space between them
	pictured               // a single pictograph
)

// run returns the end and the class of the run that begins at from.
func run(text string, from int) (to int, of script) {
	r, size := runeAt(text, from)
	of = scriptOf(r)
	for to = from + size; to < len(text) && of != pictured; to += size {
		if r, size = runeAt(text, to); joins(r) {
			continue
		}
		if next := scriptOf(r); next != of && !(continues(of, next) && unicode.IsMark(r)) {
			break
		}
	}
	return to, of
}

// continues reports whether a mark of one script can belong to a run of another.
func continues(of, next script) bool { return of != between && next != between && next != pictured }

func scriptOf(r rune) script {
	switch {
	case picture(r):
		return pictured
	case !inWord(r):
		return between
	case dense(r):
		return unspaced
	}
	return spaced
}
