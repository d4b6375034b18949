package timeexpr

import (
	"assister/internal/calendar"
	"assister/internal/language"
)

// Found is an expression of time in a text.
type Found struct {
	Value
	Start, End int // bytes
	words      int
}

// Find is the expressions of time in a text, in their order. One is left out if it is only a
// part of what the text says about time, such as "every day" of "every day except sunday", and with
// it those that are joined to it: they are read together, or not at all. Two that follow one
// another are such parts, unless one is a length.
func Find(g *language.Grammar, text string, c calendar.Clock) []Found {
	readings := g.Find("when", language.Tokens(text), nil)
	values := make([]Value, len(readings))
	left := make([]bool, len(readings))
	for i, r := range readings {
		v, ok := Eval(r.Node, c)
		values[i], left[i] = v, !ok || r.Part
		if i > 0 && clash(&readings[i-1], &r) {
			left[i-1], left[i] = true, true
		}
	}
	for i := 1; i < len(left); i++ {
		left[i] = left[i] || readings[i].Joined && left[i-1]
	}
	for i := len(left) - 1; i > 0; i-- {
		left[i-1] = left[i-1] || readings[i].Joined && left[i]
	}
	var found []Found
	for i, r := range readings {
		if !left[i] {
			found = append(found, Found{values[i], r.Start, r.End, r.To - r.From})
		}
	}
	return found
}

// clash reports whether two readings follow one another, with at most a mark between them, and
// are not a length and a day or time.
func clash(a, b *language.Reading) bool {
	length := func(n *language.Node) bool { return n.Is("dur") || n.Is("durs") }
	counted := func(n *language.Node) bool { return n.Is("shift") || n.Is("back") || n.Is("rule") }
	apart := length(a.Node) && !counted(b.Node) || length(b.Node) && !counted(a.Node)
	return b.Joined && b.From-a.To <= 1 && !apart
}

// Best is the expression of time in a text that says most, and whether there is any. Of
// equals it is the first.
func Best(g *language.Grammar, text string, c calendar.Clock) (best Found, ok bool) {
	score := 0
	for _, f := range Find(g, text, c) {
		if s := f.weight()*64 + min(f.words, 63); s > score {
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
