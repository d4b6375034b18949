package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// isLetter takes every byte of a character outside of ASCII for a letter.
func isLetter(c byte) bool { return isASCIILetter(c) || c >= utf8.RuneSelf }

// isNameByte reports whether a name without quotes can have the byte.
func isNameByte(c byte) bool {
	switch c {
	case '_', '$', '-', '.':
		return true
	}
	return isLetter(c) || isDigit(c)
}

// startsNumber reports whether a JSON number can begin with the byte.
func startsNumber(c byte) bool { return c == '-' || isDigit(c) }

func opensContainer(c byte) bool { return c == '{' || c == '[' }

func closesContainer(c byte) bool { return c == '}' || c == ']' }

// letters returns the run of ASCII letters at i.
func letters(s string, i, end int) string {
	from := i
	for i < end && isASCIILetter(s[i]) {
		i++
	}
	return s[from:i]
}

// skipBlank skips white space, also that of other scripts, and byte order marks.
func skipBlank(s string, i, end int) int {
	for i < end {
		if s[i] < utf8.RuneSelf {
			if !isASCIISpace(s[i]) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:end])
		if !isBlank(r) {
			return i
		}
		i += size
	}
	return i
}

func isASCIISpace(c byte) bool {
	switch c {
	case ' ', '\n', '\r', '\t', '\f', '\v':
		return true
	}
	return false
}

// isBlank reports whether a character outside of ASCII shows nothing.
func isBlank(r rune) bool {
	switch r {
	case 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff:
		return true
	}
	return unicode.IsSpace(r)
}

func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r <= ' ' || isBlank(r) })
}
