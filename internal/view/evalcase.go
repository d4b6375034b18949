package view

import (
	"assister/internal/event"
)

// differences shows a case that failed: its text, and for each field what was
// expected and what the engine gave. Other cases are only counted in the table.
func differences(p *printer, c event.CaseRow) {
	if !c.Detailed {
		return
	}
	outcome := warning
	if c.Outcome == "wrong" {
		outcome = failure
	}
	p.line(styled(outcome, pad(c.Outcome, 5)+"  "), styled(bold, c.ID))
	p.prose(styled(plain, "       "), plain, c.Text)
	last := ""
	for _, m := range c.Misses {
		if m.Of != last && m.Of != "" {
			p.line(styled(plain, "       "), styled(changed, m.Of))
		}
		last = m.Of
		p.line(styled(plain, "         "+m.Field+" "),
			styled(faint, "expected "), styled(added, orNothing(m.Expected)),
			styled(faint, ", got "), styled(removed, orNothing(m.Got)))
	}
	if c.Note != "" {
		p.prose(styled(faint, "       note: "), faint, c.Note)
	}
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
