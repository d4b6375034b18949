package fulltext

import (
	"unicode/utf8"
)

// distance counts typos: insertions, deletions, substitutions and transpositions.
type distance struct {
	typed                  []rune
	most                   int
	term                   []rune
	before, earlier, those []int // rows of the table: previous, the one before it, current
}

// to is the number of typos between the typed word and a term, if it is at most d.most.
func (d *distance) to(term string) (int, bool) {
	n := utf8.RuneCountInString(term)
	if n > len(d.typed)+d.most || n < len(d.typed)-d.most {
		return 0, false
	}
	d.term = d.term[:0]
	for _, r := range term {
		d.term = append(d.term, r)
	}
	d.row(&d.before, n)
	d.row(&d.earlier, n)
	d.row(&d.those, n)
	for j := range d.before {
		d.before[j] = j
	}
	for i, r := range d.typed {
		d.those[0] = i + 1
		least := i + 1
		for j, t := range d.term {
			wrong := d.before[j]
			if r != t {
				wrong++
			}
			wrong = min(wrong, d.before[j+1]+1, d.those[j]+1)
			if i > 0 && j > 0 && r == d.term[j-1] && d.typed[i-1] == t {
				wrong = min(wrong, d.earlier[j-1]+1)
			}
			d.those[j+1] = wrong
			least = min(least, wrong)
		}
		if least > d.most {
			return 0, false
		}
		d.earlier, d.before, d.those = d.before, d.those, d.earlier
	}
	return d.before[n], d.before[n] <= d.most
}

func (d *distance) row(row *[]int, n int) {
	if cap(*row) < n+1 {
		*row = make([]int, n+1, 2*n+8)
	}
	*row = (*row)[:n+1]
}
