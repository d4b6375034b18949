package extract

import (
	"strings"
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
	switch {
	case r == 0x85, r == 0xa0, r == 0x1680, r == 0x180e, r >= 0x2000 && r <= 0x200d, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r == 0x2060, r == 0x3000, r == 0xfeff:
		return true
	}
	return false
}

func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r <= ' ' || isBlank(r) })
}
