package timeexpr

import (
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
)

// Found is an expression of time in a text.
type Found struct {
	Value
	Start, End int // bytes
	words      int
}

// Find is the expressions of time in a text, in their order. One that is only a part of what
// the text says about time is left out, such as "every day" of "every day except sunday",
// and so are two that follow one another with nothing between them but a mark, unless one is a
// length.
func Find(g *language.Grammar, text string, c calendar.Clock) []Found {
	toks := language.Tokens(text)
	readings := g.Find("when", toks, nil)
	var found []Found
	for i, r := range readings {
		v, ok := Eval(r.Node, c)
		if !ok || r.Part {
			continue
		}
		if i > 0 && clash(toks, readings[i-1], r) || i+1 < len(readings) && clash(toks, r, readings[i+1]) {
			continue
		}
		found = append(found, Found{v, r.Start, r.End, r.To - r.From})
	}
	return found
}

// clash reports whether two readings follow one another, with at most a comma or a slash
// between them, and are not a length and a day or time.
func clash(toks []language.Token, a, b language.Reading) bool {
	between := toks[a.To:b.From]
	mark := len(between) == 1 && strings.Contains(",/", between[0].Word)
	length := func(n *language.Node) bool { return n.Is("dur") || n.Is("durs") }
	counted := func(n *language.Node) bool { return n.Is("shift") || n.Is("back") || n.Is("rule") }
	apart := length(a.Node) && !counted(b.Node) || length(b.Node) && !counted(a.Node)
	return (mark || a.To == b.From) && !apart
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
