package view

import (
	"assister/internal/event"
)

// differences shows a case that is not right: its text, and field by field what
// was expected and what came. Cases that are right, or that nobody asked to see,
// are in the table alone.
func differences(p *paper, c event.Case) {
	if !c.Told {
		return
	}
	outcome := careful
	if c.Outcome == "wrong" {
		outcome = wrong
	}
	p.line(say(outcome, pad(c.Outcome, 5)+"  "), say(strong, c.ID))
	p.prose(say(plain, "       "), plain, c.Text)
	last := ""
	for _, m := range c.Misses {
		if m.Of != last && m.Of != "" {
			p.line(say(plain, "       "), say(changed, m.Of))
		}
		last = m.Of
		p.line(say(plain, "         "+m.Field+" "), say(faint, "expected "), say(added, orNothing(m.Expected)), say(faint, ", got "), say(removed, orNothing(m.Got)))
	}
	if c.Note != "" {
		p.prose(say(faint, "       note: "), faint, c.Note)
	}
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
