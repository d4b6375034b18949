package view

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Progress is a progress bar on one line of a terminal.
type Progress struct {
	Out   io.Writer
	Width int    // columns of the terminal
	What  string // is done: "embedding"
	shown string
}

// Name shows only what is done, which is not counted.
func (p *Progress) Name() { p.line(p.What[:min(len(p.What), max(p.Width-1, 0))]) }

// Show shows how much is done. It writes nothing when the line would be the same.
func (p *Progress) Show(done, all int) {
	if all <= 0 {
		return
	}
	done = min(done, all)
	count := fmt.Sprintf("%s %*d of %d ", p.What, len(strconv.Itoa(all)), done, all)
	share := fmt.Sprintf(" %3d %%", 100*done/all)
	line := count
	if cells := min(40, p.Width-len(count)-len(share)-3); cells >= 5 {
		full := cells * done / all
		line += "[" + strings.Repeat("#", full) + strings.Repeat(".", cells-full) + "]"
	}
	p.line(line + share)
}

// line replaces the line.
func (p *Progress) line(text string) {
	if text != p.shown {
		p.write("\r" + text + "\x1b[K")
		p.shown = text
	}
}

// End clears the bar; the result is printed elsewhere.
func (p *Progress) End() {
	if p.shown != "" {
		p.write("\r\x1b[K")
		p.shown = ""
	}
}

// write ignores errors: nobody misses a bar that cannot be written.
func (p *Progress) write(s string) { _, _ = io.WriteString(p.Out, s) }
