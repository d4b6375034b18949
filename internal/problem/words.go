package problem

import (
	"slices"
	"strings"
)

// wordMax is as much of somebody else's word as a message repeats.
const wordMax = 40

// Shorten cuts a word that a problem repeats. It may be anything, and long.
func Shorten(word string) string {
	if r := []rune(word); len(r) > wordMax {
		return string(r[:wordMax-1]) + "…"
	}
	return word
}

// Quote is Shorten in quotation marks.
func Quote(word string) string { return "“" + Shorten(word) + "”" }

// Nearest is the known word that the given one is most likely a slip of, or
// nothing when none is near: at most a third of its letters may differ, not
// counting case, "_", "-" and other signs. The first of equals wins.
func Nearest(word string, known []string) string {
	const longest = 64
	if len(word) > longest {
		return ""
	}
	given := plain(word)
	best, distance := "", len(given)/3+1
	for _, k := range known {
		other := plain(k)
		if max(len(given)-len(other), len(other)-len(given)) >= distance {
			continue // it takes as many letters more or less
		}
		if d := edits(given, other); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// Closest are up to so many of the words that one is like, the most like first.
func Closest(word string, known []string, most int) (like []string) {
	for rest := slices.Clone(known); len(like) < most; {
		near := Nearest(word, rest)
		if near == "" {
			break
		}
		like = append(like, near)
		rest = slices.DeleteFunc(rest, func(k string) bool { return k == near })
	}
	return like
}

func plain(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-.? ", r) {
			return -1
		}
		return r
	}, strings.ToLower(word))
}

// edits counts the letters to insert, remove, replace or exchange with their
// neighbour (optimal string alignment).
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
