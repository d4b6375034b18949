package question

import (
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
}

// tables are the phrases of each language, put into one index when the first
// question is read.
var tables = [...]func() table{English: sync.OnceValue(func() table { return index(english) }), French: sync.OnceValue(func() table { return index(frenchWords) })}

// table is an index of phrases, and how many words the longest has that begins
// with a word.
type table struct {
	phrases map[string]entry
	longest map[string]int
}

// index has the phrases, and in every language the names of the kinds.
func index(groups []group) table {
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
	for _, g := range groups {
		for words := range strings.SplitSeq(g.phrases, "|") {
			add(words, entry{g.means, g.n, g.kind})
		}
	}
	return t
}

// articles are the small words that stand before a name.
var articles = [...][]string{English: {"the", "my", "our", "a", "an"}, French: {"le", "la", "les", "l", "mon", "ma", "mes", "notre", "un", "une"}}
