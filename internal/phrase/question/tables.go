package question

import (
	"slices"
	"strings"
	"sync"

	"assister/internal/schema"
)

// group is phrases that mean the same. They are in lower case, without accents,
// apostrophes or hyphens, and stand with "|" between them.
type group struct {
	means   meaning
	n       int
	kind    string
	phrases string
	nouns   string // that the "%" of phrases stands for, with "|" between them
	field   string // of a record, for what is said of one
}

// tables are the phrases of each language, put into one index when the first
// question is read.
var tables = [...]func() table{English: sync.OnceValue(func() table { return index(limits, english) }), French: sync.OnceValue(func() table { return index(limits, frenchWords) })}

// table is an index of phrases, and how many words the longest has that begins
// with a word.
type table struct {
	phrases map[string]entry
	longest map[string]int
}

// index has the phrases, of which later ones outweigh earlier ones, and in every
// language the names of the kinds.
func index(lists ...[]group) table {
	t := table{map[string]entry{}, map[string]int{}}
	add := func(words string, e entry) {
		t.phrases[words] = e
		first, _, _ := strings.Cut(words, " ")
		t.longest[first] = max(t.longest[first], strings.Count(words, " ")+1)
	}
	for _, k := range schema.Kinds {
		for _, name := range [...]string{k.Name, k.Plural} {
			add(strings.ReplaceAll(name, "_", " "), entry{means: kind, kind: k.Name})
		}
	}
	for _, g := range slices.Concat(lists...) {
		for words := range g.all {
			add(words, entry{g.means, g.n, g.kind, g.field})
		}
	}
	return t
}

// all are the phrases of a group: one with a "%" stands for as many as there are nouns
// to take its place. They are put together when a language is first read in, for most
// commands read no question.
func (g group) all(yield func(phrase string) bool) {
	for phrase := range strings.SplitSeq(g.phrases, "|") {
		if !strings.Contains(phrase, "%") {
			if !yield(phrase) {
				return
			}
			continue
		}
		for noun := range strings.SplitSeq(g.nouns, "|") {
			if !yield(strings.Replace(phrase, "%", noun, 1)) {
				return
			}
		}
	}
}

// limits are words that negate, compare or restrict, in any language, for a
// question that is read in the wrong one is not to lose them. What they say is more
// than one condition; they are part of no name unless it is quoted.
var limits = []group{
	{means: limit, phrases: "no|never|wasn t|weren t|haven t|hasn t|didn t|won t|can t|shouldn t|wouldn t|couldn t|none|nobody|noone|same|the same|compare|compared|comparing|versus|vs|although|though not|nearly|almost|exactly one|only one|twice|including|y compris|meme|la meme|le meme|compare a|contrairement|presque"},
	{means: limit, phrases: "instead|instead of|rather than|else than|than|nothing but|more|most|less|least|fewer|fewest|at least|at most|half|longer|shorter|bigger|" +
		"smaller|larger|older|newer|between|during|until|till|unless"},
	{means: limit, phrases: "i can|can i|can we|we can|second|third|fourth|fifth|2nd|3rd|4th|deuxieme|troisieme|quatrieme|anyone from|anybody from|someone from|somebody from|quelqu un de|quelqu un du|since|by|via|often|ago|later|sooner|beyond|along|through|throughout|towards|against|despite|because|while|whereas|whenever|times"},
	{means: relation, n: later, phrases: "after|right after|straight after|just after|after the|after my|comes after|come after|apres le|apres la|apres les|apres l|apres mon|apres ma|apres mes|juste apres"},
	{means: relation, n: earlier, phrases: "before|right before|just before|comes before|come before|avant|avant le|avant la|avant l|avant mon|avant ma|juste avant"},
	{means: relation, n: thatDay, phrases: "on the day of|the day of|on the day of the|le jour de|le jour du|le jour de la|le jour de l|le meme jour que|le meme jour que le|le meme jour que la"},
	{means: exception, phrases: "neither|nor|not|but not|non|ni|don t|doesn t|isn t|aren t|pas|mais pas"},
	{means: exception, n: leaving, phrases: "except|except for|without|besides|other than|apart from|anything but|everything but|all but|excluding|aside from|leaving out|sauf|excepte|hormis|a part|en dehors de|a l exception de|autre que|autres que|d autre que"},
	{means: limit, phrases: "in the morning|in the mornings|in the evening|in the evenings|in the afternoon|in the afternoons|mornings|evenings|afternoons|weekday|weekdays|weekends|at weekends|at night"},
	{means: limit, phrases: "jamais|sans|aucun|aucune|plutot que|autre chose que|rien que|rien d autre que|plus|plus de|plus que|moins|moins de|moins que|au moins|au plus|" +
		"entre|pendant|depuis|jusqu a|jusqu au|le soir|le matin|l apres midi|en semaine|week ends|les week ends|le lendemain de|le lendemain du|la veille de|la veille du"},
}

// articles are the small words that stand before a name.
var articles = [...][]string{English: {"the", "my", "our", "a", "an"}, French: {"le", "la", "les", "l", "mon", "ma", "mes", "notre", "un", "une"}}
