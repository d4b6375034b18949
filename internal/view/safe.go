package view

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

const (
	zeroWidthJoiner = '\u200d'
	returnSign      = '↵' // stands for a line break in a text that is shown on one line
)

// Safe returns s without anything that a terminal would obey or hide: control
// characters, escape sequences, direction overrides and invisible letters are
// written by their number, as in <U+001B>, bytes that are not UTF-8 as <0xFF>, and
// a line break as ↵. What already looks like one of these is written by its number
// too, so two different strings never look the same because of Safe. Everything
// else, a backslash too, stays as it is.
//
// Titles, notes, messages, hints and file names all pass through it, since a title
// may come from an e-mail that anybody could have sent. The colours
// of this package are added afterwards.
func Safe(s string) string {
	for i, r := range s {
		if !printable(r) || r == utf8.RuneError || r == returnSign || looksEscaped(s[i:]) {
			return escape(s, i)
		}
	}
	return s
}

// printable excludes, in addition to what Unicode calls unprintable, the letters
// that are drawn as nothing.
func printable(r rune) bool {
	switch r {
	case 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800:
		return false
	}
	return unicode.IsPrint(r)
}

// looksEscaped reports whether s begins as an escaped character does.
func looksEscaped(s string) bool {
	return strings.HasPrefix(s, "<U+") || strings.HasPrefix(s, "<0x")
}

// escape is Safe of a text that is safe up to from.
func escape(s string, from int) string {
	joiners := joinersOf(s)
	var b strings.Builder
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<0x%02X>", s[i])
		case r == '\n':
			b.WriteRune(returnSign)
		case joiners[i]:
			b.WriteRune(r)
		case !printable(r), r == returnSign, looksEscaped(s[i:]):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// joinersOf finds the zero width joiners that hold an emoji together, such as those
// of a family. Anywhere else a joiner is invisible and has to be escaped.
func joinersOf(s string) map[int]bool {
	if !strings.ContainsRune(s, zeroWidthJoiner) {
		return nil
	}
	joiners := map[int]bool{}
	at := 0
	for clusters := displaywidth.StringGraphemes(s); clusters.Next(); {
		cluster := clusters.Value()
		for i, r := range cluster {
			if r != zeroWidthJoiner {
				continue
			}
			// Only a pictograph on both sides keeps a symbol after a joiner in the cluster.
			next, size := utf8.DecodeRuneInString(cluster[i+utf8.RuneLen(r):])
			joiners[at+i] = size > 0 && unicode.IsSymbol(next)
		}
		at += len(cluster)
	}
	return joiners
}
