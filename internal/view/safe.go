package view

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"assister/internal/ijson"
)

const (
	zeroWidthJoiner = '\u200d'
	asText          = '\ufe0e' // the character before is drawn as text
	asEmoji         = '\ufe0f' // the character before is drawn as an emoji
	keycap          = '\u20e3' // the character before is drawn as a key
	returnSign      = '↵'      // stands for a line break in a text that is shown on one line
)

// Safe returns s without anything that a terminal would obey or hide: control
// characters, escape sequences, direction overrides and invisible characters are
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

// SafeLines is Safe of a text that is shown on lines of its own.
func SafeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Safe(lines[i])
	}
	return strings.Join(lines, "\n")
}

// printable reports whether a character is drawn. Some that are drawn as nothing count
// as letters, marks or symbols.
func printable(r rune) bool {
	const brailleBlank = 0x2800
	return unicode.IsPrint(r) && !ijson.Invisible(r) && r != brailleBlank
}

// looksEscaped reports whether s begins as an escaped character does.
func looksEscaped(s string) bool {
	return strings.HasPrefix(s, "<U+") || strings.HasPrefix(s, "<0x")
}

// escape is Safe of a text that is safe up to from.
func escape(s string, from int) string {
	emoji := emojiParts(s)
	var b strings.Builder
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<0x%02X>", s[i])
		case r == '\n':
			b.WriteRune(returnSign)
		case emoji[i]:
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

// emojiParts finds the invisible characters that emojis are made with, such as the
// joiners of a family. Anywhere else they could hide something and have to be escaped.
func emojiParts(s string) map[int]bool {
	if !strings.ContainsAny(s, string([]rune{zeroWidthJoiner, asText, asEmoji})) {
		return nil
	}
	parts := map[int]bool{}
	at := 0
	for clusters := displaywidth.StringGraphemes(s); clusters.Next(); {
		cluster := clusters.Value()
		for i, r := range cluster {
			if r != zeroWidthJoiner && r != asText && r != asEmoji {
				continue
			}
			before, _ := utf8.DecodeLastRuneInString(cluster[:i])
			after, _ := utf8.DecodeRuneInString(cluster[i+utf8.RuneLen(r):])
			if r == zeroWidthJoiner {
				// Only a pictograph on both sides keeps a symbol after a joiner in the cluster.
				parts[at+i] = unicode.IsSymbol(after) && after != utf8.RuneError
			} else {
				parts[at+i] = pictograph(before) || isKey(before) && after == keycap
			}
		}
		at += len(cluster)
	}
	return parts
}

// pictograph reports whether a character can be drawn as an emoji: a symbol, or one of
// four that are punctuation or a letter.
func pictograph(r rune) bool {
	return r > unicode.MaxASCII && unicode.IsSymbol(r) && r != utf8.RuneError || strings.ContainsRune("‼⁉ℹ〰", r)
}

// isKey reports whether there is an emoji of a key with this character.
func isKey(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }
