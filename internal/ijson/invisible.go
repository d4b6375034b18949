package ijson

import (
	"strings"
	"unicode"
)

// Invisible reports whether a character is drawn as nothing, or only changes how others
// are drawn: joiners, directions, variation selectors, tags, fillers. With them a text
// can say what nobody sees. It is Unicode's Default_Ignorable_Code_Point.
func Invisible(r rune) bool { return unicode.Is(ignorable, r) }

// Visible is a text without space around it and without control characters and invisible
// ones, which could hide words from a person but show them to a program. Beyond most
// characters it is cut, and ends in “…”.
func Visible(text string, most int) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.TrimSpace(text) {
		if r != '\n' && unseen(r) {
			continue
		}
		if n == most-1 {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == unicode.ReplacementChar || Invisible(r)
}

// ignorable is Default_Ignorable_Code_Point of Unicode 15, with what is reserved for
// later characters. It is written out and not derived from the tables of package unicode:
// AppendString depends on it, and hashes of stored data on AppendString, so another
// version of Go must not change it.
var ignorable = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00ad, Hi: 0x00ad, Stride: 1},
		{Lo: 0x034f, Hi: 0x034f, Stride: 1},
		{Lo: 0x061c, Hi: 0x061c, Stride: 1},
		{Lo: 0x115f, Hi: 0x1160, Stride: 1},
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
		{Lo: 0x180b, Hi: 0x180f, Stride: 1},
		{Lo: 0x200b, Hi: 0x200f, Stride: 1},
		{Lo: 0x202a, Hi: 0x202e, Stride: 1},
		{Lo: 0x2060, Hi: 0x206f, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xfe00, Hi: 0xfe0f, Stride: 1},
		{Lo: 0xfeff, Hi: 0xfeff, Stride: 1},
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
		{Lo: 0xfff0, Hi: 0xfff8, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1bca0, Hi: 0x1bca3, Stride: 1},
		{Lo: 0x1d173, Hi: 0x1d17a, Stride: 1},
		{Lo: 0xe0000, Hi: 0xe0fff, Stride: 1},
	},
}
