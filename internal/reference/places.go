package reference

import (
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/record"
)

// OfKind are those of a list that a word for a kind may mean; all of them if there is no word.
func OfKind(list []record.Key, kind string) []record.Key {
	return Those(list, func(k record.Key) bool { return kind == "" || k.Kind == KindOf(kind) })
}

// IsAgain reports whether a list has a record more than once: on several days.
func IsAgain(list []record.Key, k record.Key) bool {
	return slices.Contains(list[slices.Index(list, k)+1:], k)
}

// WholeOf is the first of some keys that all of several records belong to, if they are not that
// themselves: several items are no "it", but the list that they are on is.
func WholeOf(all []record.Record, among []record.Key) []record.Key {
	for _, key := range among {
		apart := func(x record.Record) bool {
			f := x.Kind.Belongs(key.Kind)
			return x.Key() != key && (f == nil || x.Get(f.Name).ID() != key.ID)
		}
		if len(all) > 1 && !slices.ContainsFunc(all, apart) {
			return []record.Key{key}
		}
	}
	return nil
}

// WholesOf are those of some records that are of a kind, and what of these kinds the others are in.
func WholesOf(all []record.Record, kinds ...string) (wholes []record.Key) {
	for _, x := range all {
		if slices.Contains(kinds, x.Kind.Name) {
			wholes = append(wholes, x.Key())
			continue
		}
		for _, kind := range kinds {
			if f := x.Kind.Belongs(kind); f != nil && !x.Get(f.Name).IsNull() {
				wholes = append(wholes, record.Key{Kind: kind, ID: x.Get(f.Name).ID()})
			}
		}
	}
	return wholes
}

// IsPlace reports whether a description says no more than the place in a list, and perhaps the
// kind: "the second one", "the first two tasks".
func IsPlace(m *meaning.Record) bool {
	bare := m.Name == "" && m.Where.Only(meaning.Did) && len(m.IDs)+len(m.Except)+len(m.Each) == 0 && m.Rank.By == ""
	return bare && m.Rank != meaning.Rank{} && places[m.Rank.Order]
}

// places are the orders that count along a list.
var places = map[meaning.Order]bool{"": true, meaning.First: true, meaning.Final: true, meaning.Previous: true}

// AtPlaces are those at the places of a list that a rank names: the second, the first two,
// the last. The list has to be in the order in which a person has seen it. There are none if
// the list is too short, or the rank is about another order.
func AtPlaces[T any](list []T, r meaning.Rank) []T {
	n, count, nth := len(list), max(r.Count, 1), max(r.Nth, -r.Nth)
	if nth > 0 {
		count = 1
	}
	from := max(nth-1, 0)
	if r.Order == meaning.Final || r.Order == meaning.Previous || r.Nth < 0 {
		from = n - max(nth, count)
	}
	if max(nth, count) > n || !places[r.Order] {
		return nil
	}
	return list[from : from+count]
}
