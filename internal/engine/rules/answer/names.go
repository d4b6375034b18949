package answer

import (
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/schema"
)

// closestMost is how many names are offered instead of one that nothing has.
const closestMost = 5

// noSuch says that nothing of a kind has a name, and what the nearest are called.
func (q resolving) noSuch(kind, name string) {
	k, w := schema.Lookup(kind), q.words
	_, label := k.Field(k.Label)
	args := []any{"kind", w.Text("noun." + kind + ".no"), "name", short(name), "gender", w.Gender(kind)}
	var names []string
	for _, x := range q.query(filter.Query{Kind: k, Sort: []filter.Order{{At: label}}}).Records {
		names = append(names, oneLine(x.Label()))
	}
	names = fulltext.Closest(name, names, closestMost)
	if len(names) == 0 {
		q.stop(unresolved{answer: w.Text("answer.none-other", args...)})
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = w.Text("list.quoted", "name", short(n))
	}
	q.stop(unresolved{answer: w.Text("answer.none-closest", append(args, "names", strings.Join(quoted, ", "))...)})
}
