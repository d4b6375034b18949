package timeexpr

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
)

// Found is an expression of time in a text. Its kind is None if it has no certain value.
type Found struct {
	Value
	Start, End int            // bytes; of a date that is misdated with its weekday, and nothing else
	Misdated   calendar.Date  // that the text names beside another weekday; 0 for none
	NoDay      bool           // no such day exists: "april 31"
	at         *language.Node // what is misdated
	words      int
}

// Find is the expressions of time in a text, in their order.
func Find(g *language.Grammar, text string, c calendar.Clock) []Found {
	return slices.DeleteFunc(find(g, text, c, Eval), func(f Found) bool { return f.Kind == None })
}

// FindPast is the expressions of time in a text about the past: see EvalPast.
func FindPast(g *language.Grammar, text string, c calendar.Clock) []Found {
	return slices.DeleteFunc(find(g, text, c, EvalPast), func(f Found) bool { return f.Kind == None })
}

// find is the expressions of time in a text, with those that have no certain value. One has none if
// it is only a part of what the text says about time, such as "every day" of "every day except
// sunday", nor have those that are joined to it: they are read together, or not at all. Two that
// follow one another are such parts, unless one is a length.
func find(
	g *language.Grammar, text string, c calendar.Clock, eval func(*language.Node, calendar.Clock) (Value, bool),
) []Found {
	toks := language.Tokens(text)
	readings := g.Find("when", toks, nil)
	values := make([]Value, len(readings))
	left := make([]bool, len(readings))
	for i, r := range readings {
		v, ok := eval(r.Node, c)
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
	found := make([]Found, len(readings))
	for i, r := range readings {
		found[i] = Found{Start: r.Start, End: r.End, words: r.To - r.From}
		if !left[i] {
			found[i].Value = values[i]
		} else if at, date := misdated(newEvaluator(c), r.Node); at != nil {
			found[i].Start, found[i].End, found[i].Misdated = toks[at.From].Start, toks[at.To-1].End, date
			found[i].NoDay, found[i].at = !date.Valid(), at
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

// Best is the expression of time in a text that says most, and whether it has a value. Of
// equals it is the first, and without any that has a value the longest.
func Best(g *language.Grammar, text string, c calendar.Clock) (best Found, ok bool) {
	for _, f := range find(g, text, c, Eval) {
		if f.score() > best.score() {
			best = f
		}
	}
	return best, best.Kind != None
}

// Misdated is the first date in a text that is beside another weekday, or does not exist. It reports
// false if there is none.
func Misdated(g *language.Grammar, text string, c calendar.Clock) (f Found, ok bool) {
	if !language.Readable(language.Tokens(text)) {
		return f, false
	}
	all := find(g, text, c, Eval)
	i := slices.IndexFunc(all, func(f Found) bool { return f.Misdated.Valid() || f.NoDay })
	if i < 0 {
		return f, false
	}
	return all[i], true
}

// Instead is the one day that a text names instead of the misdated one of another text: of a weekday,
// the closest to that date; of a day of the month, that of its month.
func Instead(g *language.Grammar, misdated, text string, c calendar.Clock) (day calendar.Date, ok bool) {
	toks := language.Tokens(text)
	f, ok := Misdated(g, misdated, c)
	if !ok || !language.Readable(toks) {
		return 0, false
	}
	said := g.Find("when", toks, nil)
	if len(said) != 1 {
		return 0, false
	}
	n, date := said[0].Node, f.at
	far := date.Is("dated") && date.Arg(0).Is("weekday") // and not "this friday"
	if date.Is("dated") {
		date = date.Arg(1)
	}
	switch {
	case n.Is("mday"):
		n = date.Replaced(func(x *language.Node) bool { return x.Is("mday") }, n)
	case n.Is("weekday") && far:
		n = &language.Node{Name: "nearest", Args: []*language.Node{n, date}}
	}
	v, ok := Eval(n, c)
	return v.From.Day, ok && v.Kind == Day
}

// Impossible reports whether an expression names a date beside another weekday, or one that does not
// exist, so that no other reading of it can be wanted.
func Impossible(n *language.Node, c calendar.Clock) bool {
	at, _ := misdated(newEvaluator(c), n)
	return at != nil
}

// weights order the kinds of values by how much they say.
var weights = [...]int{Duration: 1, TimeOfDay: 2, Day: 3, Range: 3, Recurrence: 4, DayAndTime: 4}

// score orders expressions by how much they say.
func (f Found) score() int { return weights[f.Kind]*64 + min(f.words, 63) }
