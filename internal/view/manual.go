package view

import (
	"io"
	"strings"

	"github.com/fatih/color"
)

// Manual writes a help topic for people to read in a terminal. The source is
// Markdown that is readable as it stands: headings, paragraphs, lists, code spans
// and indented code. Lines are never wrapped or joined, so that the output has the
// lines of the file. With colour, headings and code spans are highlighted instead
// of showing their Markdown delimiters.
func Manual(out io.Writer, text string, colour bool) error {
	if colour {
		text = highlightMarkdown(text)
	}
	_, err := io.WriteString(out, text)
	return err
}

func highlightMarkdown(markdown string) string {
	heading, code := color.New(color.Bold), color.New(color.FgCyan)
	heading.EnableColor() // the caller has decided whether there is colour
	code.EnableColor()
	var b strings.Builder
	for line := range strings.Lines(markdown) {
		switch content := strings.TrimLeft(line, "#"); {
		case content != line:
			b.WriteString(heading.Sprint(strings.TrimSpace(content)) + "\n")
		case strings.HasPrefix(line, "    "):
			b.WriteString(line)
		default:
			b.WriteString(highlightSpans(line, code))
		}
	}
	return b.String()
}

// highlightSpans colours what stands between backquotes, and text between double
// asterisks. A delimiter without its counterpart on the same line stays.
func highlightSpans(line string, style *color.Color) string {
	for _, delimiter := range []string{"`", "**"} {
		parts := strings.Split(line, delimiter)
		if len(parts)%2 == 0 {
			continue
		}
		var b strings.Builder
		for i, part := range parts {
			if i%2 == 1 {
				part = style.Sprint(part)
			}
			b.WriteString(part)
		}
		line = b.String()
	}
	return line
}
