package propose

import (
	"strconv"
	"sync"

	"assister/internal/language"
	"assister/internal/language/meaning"
)

// wordlists are the words by which people call values, in all languages, folded.
type wordlists struct {
	weekdays map[int][]string // 0 is Sunday
	months   map[int][]string // 1 is January
	days     map[int][]string // by their distance from today
	values   map[string][]string
	numbers  map[string]string // digits by words; without one, which is also an article
}

// vocabulary is taken from the lexicons of the languages.
var vocabulary = sync.OnceValue(func() wordlists {
	all := wordlists{
		weekdays: map[int][]string{}, months: map[int][]string{}, days: map[int][]string{},
		values: map[string][]string{}, numbers: map[string]string{},
	}
	for _, g := range meaning.BuiltIn() {
		addNumbered(g, all.weekdays, "weekday", "shortday")
		addNumbered(g, all.months, "month", "shortmonth")
		addNumbered(g, all.days, "relday")
		for _, class := range []string{"state", "level", "priority"} {
			for _, e := range g.OfClass(class) {
				if content := contentOf(g, e.Words); len(content) == 1 {
					all.values[e.Sym] = append(all.values[e.Sym], e.Words...)
				}
			}
		}
		for _, class := range []string{"small", "teen", "tens"} {
			for _, e := range g.OfClass(class) {
				if len(e.Words) == 1 && e.Num > 1 {
					all.numbers[e.Words[0]] = strconv.Itoa(e.Num)
				}
			}
		}
	}
	return all
})

// addNumbered adds the words of classes of a grammar, by their numbers.
func addNumbered(g *language.Grammar, to map[int][]string, classes ...string) {
	for _, class := range classes {
		for _, e := range g.OfClass(class) {
			to[e.Num] = append(to[e.Num], e.Words...)
		}
	}
}

// contentOf are the words of a phrase that carry meaning. A phrase with several of them may
// deny what one of them says: "not done".
func contentOf(g *language.Grammar, phrase []string) (content []string) {
	for _, w := range phrase {
		for _, t := range language.Tokens(w) {
			if !g.Light(t) {
				content = append(content, w)
			}
		}
	}
	return content
}
