package view

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe is s as a terminal can show it and nothing else: what is not a printable
// character is written \n, \x1b, \u202e or \U000e0041, and a backslash doubled, so
// that no two strings look the same. Titles, notes, messages, hints and file
// names all go through it; a title is written by whoever sent the e-mail that it
// was made from. Our own colours are added after it.
func Safe(s string) string {
	for i, r := range s {
		if !printable(r) || r == '\\' || r == utf8.RuneError {
			return escape(s, i)
		}
	}
	return s
}

// printable excludes, beside what Unicode calls unprintable, the letters that are
// drawn as nothing.
func printable(r rune) bool {
	switch r {
	case 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800:
		return false
	}
	return unicode.IsPrint(r)
}

func escape(s string, from int) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	b.WriteString(s[:from])
	digits := func(n uint32, places int) {
		for ; places > 0; places-- {
			b.WriteByte(hex[n>>(4*(places-1))&15])
		}
	}
	for i := from; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x`)
			digits(uint32(s[i]), 2)
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case printable(r):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			b.WriteString(`\x`)
			digits(uint32(r), 2)
		case r <= 0xffff:
			b.WriteString(`\u`)
			digits(uint32(r), 4)
		default:
			b.WriteString(`\U`)
			digits(uint32(r), 8)
		}
		i += size
	}
	return b.String()
}

// columns is how many columns of a terminal s takes, near enough.
func columns(s string) (n int) {
	for _, r := range s {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf,
		r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f,
		r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff,
		r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}

// cut makes s fit into a number of columns, ending in … where something is
// missing. No limit is 0.
func cut(s string, width int) string {
	if width <= 0 || columns(s) <= width {
		return s
	}
	n := 0
	for i, r := range s {
		if n += columnsOf(r); n > width-1 {
			return s[:i] + "…"
		}
	}
	return s
}
