package answer

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// closestMost is how many names are offered instead of one that nothing has.
const closestMost = 5

// noSuch says that nothing of a kind has a name, and what the nearest are called.
func (q resolving) noSuch(kind, name string) error {
	k, w := schema.Lookup(kind), q.words
	_, label := k.Field(k.Label)
	found, err := q.query(filter.Query{Kind: k, Sort: []filter.Order{{At: label}}})
	if err != nil {
		return err
	}
	args := []any{"kind", w.Text("noun." + kind + ".no"), "name", quotable(name), "gender", w.Gender(kind)}
	names := closest(name, found.Records)
	if len(names) == 0 {
		return &unresolved{answer: w.Text("answer.none-other", args...)}
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = w.Text("list.quoted", "name", quotable(n))
	}
	return &unresolved{answer: w.Text("answer.none-closest", append(args, "names", strings.Join(quoted, ", "))...)}
}

// closest are the names that are most like one that does not exist; the first ones if none
// is like it.
func closest(name string, records []record.Record) (names []string) {
	for _, x := range records {
		names = append(names, oneLine(x.Label()))
	}
	like := problem.Closest(name, names, closestMost)
	for _, n := range names {
		contains := strings.Contains(fulltext.Fold(n), fulltext.Fold(name))
		if len(like) < closestMost && contains && !slices.Contains(like, n) {
			like = append(like, n)
		}
	}
	if len(like) > 0 {
		return like
	}
	return names[:min(len(names), closestMost)]
}
