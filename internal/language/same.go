package language

import (
	"slices"
	"strconv"
	"strings"
)

// The classes of words that name one thing, or one act that a title begins with, as the other words of the same
// value do. No text is read by them.
const (
	Same     = "same"
	SameDeed = "same-deed"
	DeedNoun = "deed-noun" // what names an act behind what it is done to: "the bill payment", "the leaf raking"
)

func isSame(class string) bool { return class == Same || class == SameDeed || class == DeedNoun }

// samePhrase is how many tokens a name of a thing has at most.
const samePhrase = 4

// Things are what the longest word or phrase at a token names, and how many tokens it has; at least one. An act is
// one only as the first of a text, or of a name as its noun, and what in a title rather names something else costs.
// A number is the same in words and in digits.
func (g *Grammar) Things(toks []Token, i int, title bool) (things []string, size int) {
	if toks[i].Num >= 0 {
		return []string{"number " + strconv.Itoa(toks[i].Num)}, 1
	}
	for size = min(samePhrase, len(toks)-i); size > 0 && len(things) == 0; size-- {
		var deeds []string
		for _, n := range g.Entries(toks[i : i+size]) {
			switch thing := n.Class + " " + n.Sym; {
			case title && n.Cost > 0:
			case n.Class == SameDeed && (i == 0 || !title && g.Has(toks, i, DeedNoun)):
				deeds = append(deeds, thing)
			case n.Class == "small" || n.Class == "teen":
				things = append(things, "number "+strconv.Itoa(n.Num))
			case n.Class == Same:
				things = append(things, thing)
			}
		}
		if title && len(deeds) > 0 { // "phone Ann" is about no phone
			things = nil
		}
		things = append(things, deeds...)
	}
	return things, size + 1
}

// NamesOf are the words that the names of a thing begin with, but those that begin with another of them.
func (g *Grammar) NamesOf(thing string) []string {
	g.named.Do(func() {
		g.same = map[string][]string{}
		for _, class := range []string{Same, SameDeed} {
			for _, e := range g.OfClass(class) {
				g.same[class+" "+e.Sym] = append(g.same[class+" "+e.Sym], e.Words[0])
			}
		}
		begins := func(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }
		for thing, words := range g.same {
			slices.Sort(words)
			g.same[thing] = slices.CompactFunc(words, begins)
		}
	})
	return g.same[thing]
}
