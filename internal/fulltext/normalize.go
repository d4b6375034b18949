package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Plain is the form that a text has when another is looked for in it: every word
// as it is indexed, but whole, and what stands between words as it is. So what
// somebody types without accents is found with them, wherever it is looked for;
// and what has a text in its plain form has the words of it in the index.
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

// visible is a text without what is nothing to look for.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if joins(r) {
			return -1
		}
		return r
	}, text)
}

// foreign reports whether a text has letters that are not ASCII.
func foreign(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// lower brings the letters together that differ only in case, such as the two small
// sigmas.
func lower(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// script is what a run of a text is made of.
type script uint8

const (
	between  script = iota // no letters
	spaced                 // a word
	unspaced               // words with no space between them
	pictured               // a picture by itself
)

// run is where the run ends that begins at a place of a text.
func run(text string, from int) (to int, of script) {
	r, size := runeAt(text, from)
	of = scriptOf(r)
	for to = from + size; to < len(text) && of != pictured; to += size {
		if r, size = runeAt(text, to); joins(r) {
			continue
		}
		next := scriptOf(r)
		if next != of && (of == between || next == between || next == pictured || !unicode.IsMark(r)) {
			break
		}
	}
	return to, of
}

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
