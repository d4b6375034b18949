package timeexpr

import (
	"assister/internal/calendar"
	"assister/internal/language"
)

// Found is an expression of time in a text.
type Found struct {
	Value
	Start, End int // bytes
}

// Find is the expressions of time in a text, in their order.
func Find(g *language.Grammar, text string, c calendar.Clock) []Found {
	var found []Found
	for _, r := range g.Find("when", language.Tokens(text), nil) {
		if v, ok := Eval(r.Node, c); ok {
			found = append(found, Found{v, r.Start, r.End})
		}
	}
	return found
}

// Best is the expression of time in a text that says most, and whether there is any. Of
// equals it is the first.
func Best(g *language.Grammar, text string, c calendar.Clock) (best Found, ok bool) {
	score := 0
	for _, f := range Find(g, text, c) {
		if s := f.weight()*64 + min(f.End-f.Start, 63); s > score {
			best, score = f, s
		}
	}
	return best, score > 0
}

// weight orders values by how much they say.
func (v Value) weight() int {
	switch v.Kind {
	case Recurrence, DayAndTime:
		return 4
	case Day, Range:
		return 3
	case TimeOfDay:
		return 2
	case Duration:
		return 1
	}
	return 0
}
