package phrase

// initials are the entries of a table by the first letter of their words. Every
// clause is tried against all verbs and courtesies, and few begin as it does.
type initials struct {
	from  [1<<8 + 1]uint16 // where in the order each letter begins
	order []uint16         // of the entries, those of one letter as they stand in the table
}

// byInitial sorts a table of n entries, none of which is empty.
func byInitial(n int, words func(k int) string) initials {
	x := initials{order: make([]uint16, n)}
	for k := range n {
		x.from[int(words(k)[0])+1]++
	}
	for b := range x.from[1:] {
		x.from[b+1] += x.from[b]
	}
	next := x.from
	for k := range n {
		b := words(k)[0]
		x.order[next[b]] = uint16(k)
		next[b]++
	}
	return x
}

// of are the entries that begin as a word does.
func (x *initials) of(word string) []uint16 {
	if word == "" {
		return nil
	}
	return x.order[x.from[word[0]]:x.from[int(word[0])+1]]
}
