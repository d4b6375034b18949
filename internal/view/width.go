package view

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// columns is the number of terminal columns that s takes.
func columns(s string) int { return displaywidth.String(s) }

// cut makes s fit into a number of columns, and ends it in … where something is
// missing. It never cuts through a character that is made of several code points.
// 0 is no limit.
func cut(s string, width int) string {
	if width <= 0 {
		return s
	}
	return displaywidth.TruncateString(s, width, "…")
}

// wrap breaks a text into lines at spaces. A word that is longer than a line is
// broken where the line ends, since a message must be shown whole.
func wrap(text string, width int) []string {
	const least = 20 // below this, lines would be single words
	if width < least {
		return []string{text}
	}
	var lines []string
	begin, gap := 0, -1 // of the line, and the last space in it
	used, at := 0, 0
	for clusters := displaywidth.StringGraphemes(text); clusters.Next(); {
		cluster := clusters.Value()
		blank := cluster == " "
		if used+clusters.Width() > width {
			end := at
			if gap > begin && !blank {
				end = gap
			}
			lines = append(lines, text[begin:end])
			for begin = end; begin < at && text[begin] == ' '; {
				begin++
			}
			used, gap = columns(text[begin:at]), -1
		}
		switch {
		case blank && begin == at && len(lines) > 0:
			begin++ // the space at the break
		default:
			used += clusters.Width()
			if blank {
				gap = at
			}
		}
		at += len(cluster)
	}
	return append(lines, text[begin:])
}

// common is how many characters two texts have in common before they differ.
func common(a, b string) (n int) {
	x, y := displaywidth.StringGraphemes(a), displaywidth.StringGraphemes(b)
	for x.Next() && y.Next() && x.Value() == y.Value() {
		n++
	}
	return n
}

// without is s without its first n characters.
func without(s string, n int) string {
	clusters := displaywidth.StringGraphemes(s)
	for ; n > 0 && clusters.Next(); n-- {
		s = strings.TrimPrefix(s, clusters.Value())
	}
	return s
}
