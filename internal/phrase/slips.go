package phrase

import "strings"

// Keywords are misspelt as other words are: a letter is missing, doubled, or
// exchanged with its neighbour.

// realWords are no slips, though they are near to verbs.
var realWords = []string{"crate", "crates", "cancer", "remand", "rebook", "finis"}

// verbMeant is the verb that a misspelt word at i was meant for. Only verbs that
// begin no ordinary titles are looked for.
func (r *reader) verbMeant(i int) (*verb, int) {
	w := r.word(i)
	if len(w) < 4 || len(r.toks[i].senses) > 0 || isOneOf(w, realWords) {
		return nil, i
	}
	for k := range verbs {
		v := &verbs[k]
		first, rest, more := strings.Cut(v.words, " ")
		if v.weak || len(first) < 4 || len(first) < 6 && !(len(w) == len(first) && swapped(w, first)) || len(first) >= 6 && !misspelt(w, first) {
			continue
		}
		if n := r.match(i+1, rest); !more || n > i+1 {
			return v, n
		}
	}
	return nil, i
}

// Slip reports whether a word is another one misspelt, both in lower case and
// without accents.
func Slip(written, meant string) bool { return misspelt(written, meant) }

// misspelt reports whether a word is another with a letter left out or doubled,
// or two exchanged. A letter that was changed often makes another word: "cancer"
// is no slip for "cancel".
func misspelt(written, meant string) bool {
	switch len(written) - len(meant) {
	case -1:
		return written[0] == meant[0] && slip(written, meant)
	case 0:
		return written != meant && swapped(written, meant)
	case 1:
		for i := 1; i < len(written); i++ {
			if written[i] == written[i-1] && written[:i]+written[i+1:] == meant {
				return true
			}
		}
	}
	return false
}

// swapped reports whether two neighbouring letters are exchanged.
func swapped(a, b string) bool {
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// slip reports whether two words differ by no more than one letter that was
// added, left out, changed, or exchanged with its neighbour.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return i == len(a) || a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
