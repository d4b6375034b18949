package view

import (
	"strconv"
	"strings"

	"assister/internal/ledger"
	"assister/internal/schema"
)

const (
	linesShown = 6  // of a text, of those that go and of those that come each
	leadShown  = 12 // characters before the first that differs, in a line that is cut
)

// textDiff is the difference of two texts that are too long to be shown whole: the
// lines that are removed and added, without those that both begin or end with.
type textDiff struct {
	field      string
	gone, come []string
}

// diffOf reports false for a text that is short enough to be shown whole on both
// sides of an arrow.
func diffOf(kind *schema.Kind, cell ledger.Cell) (p textDiff, ok bool) {
	f, _ := kind.Field(cell.Field)
	if f == nil || f.Type != schema.Text || cell.Before.IsNull() || cell.After.IsNull() {
		return p, false
	}
	before, after := cell.Before.Text(), cell.After.Text()
	if !strings.Contains(before+after, "\n") && min(columns(before), columns(after)) <= valueShown {
		return p, false
	}
	gone, come := strings.Split(before, "\n"), strings.Split(after, "\n")
	for len(gone) > 0 && len(come) > 0 && gone[0] == come[0] {
		gone, come = gone[1:], come[1:]
	}
	for len(gone) > 0 && len(come) > 0 && gone[len(gone)-1] == come[len(come)-1] {
		gone, come = gone[:len(gone)-1], come[:len(come)-1]
	}
	return textDiff{cell.Field, gone, come}, true
}

// print writes the field on a line and the difference below it.
func (c textDiff) print(p plan, indent string) {
	p.line(styled(plain, indent+c.field))
	from := 0
	if len(c.gone) == 1 && len(c.come) == 1 {
		from = common(c.gone[0], c.come[0])
	}
	c.lines(p, c.gone, from, styled(removed, indent+"  - "))
	c.lines(p, c.come, from, styled(added, indent+"  + "))
}

func (c textDiff) lines(p plan, lines []string, from int, head span) {
	for i, line := range lines {
		if i == linesShown && len(lines) > linesShown+1 && !p.whole {
			p.line(head, styled(faint, "… and "+strconv.Itoa(len(lines)-linesShown)+" more lines"))
			return
		}
		if room := p.most + p.most; room > 0 && columns(line) > room && from > leadShown {
			line = "…" + without(line, from-leadShown)
		}
		p.line(head, styled(head.style, cut(line, p.most+p.most)))
	}
}
