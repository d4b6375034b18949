package fulltext

import (
	"cmp"
	"slices"
)

// Range is the terms from one on and before another.
type Range struct{ From, To string }

// Within reports whether a range has all of the terms.
func (r Range) Within(wide Range) bool { return wide.From <= r.From && r.To <= wide.To }

// only is the range of one term.
func only(term string) Range { return Range{term, term + "\x00"} }

// beginning is the range of the terms with a prefix, of which no byte can be 0xFF.
func beginning(prefix string) Range {
	last := len(prefix) - 1
	return Range{prefix, prefix[:last] + string([]byte{prefix[last] + 1})}
}

// joined sorts ranges and joins those that overlap.
func joined(all []Range) (apart []Range) {
	slices.SortFunc(all, func(a, b Range) int { return cmp.Compare(a.From, b.From) })
	for _, r := range all {
		if n := len(apart); n > 0 && r.From <= apart[n-1].To {
			apart[n-1].To = max(apart[n-1].To, r.To)
			continue
		}
		apart = append(apart, r)
	}
	return apart
}
