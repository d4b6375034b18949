package view

import (
	"io"
	"strings"
	"time"

	"github.com/fatih/color"
)

// style is what a piece of text means; the colours are chosen in one place.
type style uint8

const (
	plain style = iota
	faint
	bold
	added
	changed
	removed
	failure
	warning
	styles
)

// span is a piece of a line. Only styled makes one, so all of them are safe.
type span struct {
	text  string
	style style
}

func styled(s style, text string) span { return span{Safe(text), s} }

// printer writes lines within a width, in colour or not. A line is one Write.
// After an output error nothing more is written.
type printer struct {
	out     io.Writer
	width   int            // 0 is no limit
	whole   bool           // nothing is cut or left out
	zone    *time.Location // of instants; nil is UTC
	colours *[styles]*color.Color
	err     error
}

func newPrinter(out io.Writer, width int, coloured bool, zone *time.Location) *printer {
	p := &printer{out: out, width: width, zone: zone}
	if !coloured {
		return p
	}
	p.colours = &[styles]*color.Color{
		faint: color.New(color.Faint), bold: color.New(color.Bold),
		added: color.New(color.FgGreen), changed: color.New(color.FgCyan), removed: color.New(color.FgRed),
		failure: color.New(color.FgRed), warning: color.New(color.FgYellow),
	}
	for _, c := range p.colours {
		if c != nil {
			c.EnableColor() // the caller has decided that there is colour
		}
	}
	return p
}

// uncut is the same printer, which prints everything.
func (p *printer) uncut() *printer {
	q := *p
	q.whole = true
	return &q
}

// line writes the spans as one line, cut to the width.
func (p *printer) line(spans ...span) {
	width := p.width
	if p.whole {
		width = 0
	}
	p.write(p.render(spans, width) + "\n")
}

// render cuts the spans to the width, trims blanks at the end, and adds colours.
func (p *printer) render(spans []span, width int) string {
	var kept []span
	used := 0
	for _, s := range spans {
		if width > 0 {
			s.text = cut(s.text, width-used)
			used += columns(s.text)
		}
		kept = append(kept, s)
		if width > 0 && used >= width {
			break
		}
	}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].text = strings.TrimRight(kept[i].text, " ")
		if kept[i].text != "" {
			break
		}
	}
	var b strings.Builder
	for _, s := range kept {
		b.WriteString(p.coloured(s.style, s.text))
	}
	return b.String()
}

func (p *printer) coloured(s style, text string) string {
	if p.colours == nil || p.colours[s] == nil || text == "" {
		return text
	}
	return p.colours[s].Sprint(text)
}

// fits reports whether spans fit on one line.
func (p *printer) fits(spans []span) bool { return p.width == 0 || p.whole || width(spans) <= p.width }

func width(spans []span) (n int) {
	for _, s := range spans {
		n += columns(s.text)
	}
	return n
}

// prose prints a text of any length over as many lines as it needs, the first
// after head and the others below where it began. Its own line breaks stay.
func (p *printer) prose(head span, s style, text string) { p.flow([]span{head}, s, text) }

// flow is prose after several spans.
func (p *printer) flow(head []span, s style, text string) {
	for _, paragraph := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		p.wrapped(head, styled(s, paragraph))
		head = []span{{strings.Repeat(" ", width(head)), plain}}
	}
}

// folded prints spans below each other where they do not fit on one line.
func (p *printer) folded(indent string, spans []span) {
	line := []span{{indent, plain}}
	for _, s := range spans {
		if len(line) > 1 && !p.fits(append(line[:len(line):len(line)], s)) {
			p.line(line...)
			line = []span{{indent + "  ", plain}}
		}
		line = append(line, s)
	}
	p.line(line...)
}

// wrapped prints one span over as many lines as it needs.
func (p *printer) wrapped(head []span, text span) {
	indent := span{strings.Repeat(" ", width(head)), plain}
	for _, line := range wrap(text.text, p.width-width(head)) {
		p.line(append(head[:len(head):len(head)], span{line, text.style})...)
		head = []span{indent}
	}
}

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, text)
	}
}
