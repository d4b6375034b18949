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
var tables = [...]func() map[string]entry{English: sync.OnceValue(func() map[string]entry { return index(english) }),
	French: sync.OnceValue(func() map[string]entry { return index(frenchWords) })}

// index has the phrases, and in every language the names of the kinds.
func index(groups []group) map[string]entry {
	all := map[string]entry{}
	for _, k := range schema.Kinds {
		for _, name := range [...]string{k.Name, k.Plural} {
			all[strings.ReplaceAll(name, "_", " ")] = entry{means: kind, kind: k.Name}
		}
	}
	for _, g := range groups {
		for words := range strings.SplitSeq(g.phrases, "|") {
			all[words] = entry{g.means, g.n, g.kind}
		}
	}
	return all
}

// articles are the small words that stand before a name.
var articles = [...][]string{English: {"the", "my", "our", "a", "an"}, French: {"le", "la", "les", "l", "mon", "ma", "mes", "notre", "un", "une"}}
