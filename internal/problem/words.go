package problem

import (
	"slices"
	"strings"
)

// wordMax bounds how much of a word from the input a message quotes.
const wordMax = 40

// Cut shortens a text to a number of characters, with an ellipsis as the last of them.
func Cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// Shorten cuts a word from the input to the length that a message can quote.
func Shorten(word string) string { return Cut(word, wordMax) }

// Quote is Shorten in quotation marks.
func Quote(word string) string { return "“" + Shorten(word) + "”" }

// OneLine shortens a message from elsewhere, such as the text of a server or of the
// system, to what a line can hold.
func OneLine(message string) string {
	const longest = 200
	return Cut(strings.Join(strings.Fields(message), " "), longest)
}

// Either lists words to choose from: "auto, ndjson or text".
func Either(words []string) string {
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Nearest returns the known word that is most similar to a misspelt one; "" if none
// is similar. At most a third of the letters may differ; case and signs such as "_"
// and "-" are ignored. Of equally similar words it returns the first. A name that discards
// something may differ by one slip only: who asks to complete and follows a hint must not
// delete.
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
		if d := edits(given, other); d < distance && (d <= 1 || !discards(other)) {
			best, distance = k, d
		}
	}
	return best
}

// discards reports whether a plain name is that of an operation, a tool or a command that
// deletes, takes something off a record, or replaces the workspace.
func discards(name string) bool {
	for _, verb := range [...]string{"delete", "remove", "restore"} {
		if strings.Contains(name, verb) {
			return true
		}
	}
	return false
}

// DidYouMean returns the hint about a misspelt word: Suggest of the nearest known word,
// or the other hint if none is similar.
func DidYouMean(word string, known []string, otherwise string) string {
	if near := Nearest(word, known); near != "" {
		return Suggest(near)
	}
	return otherwise
}

// Suggest returns the hint that names what was probably meant: "did you mean “title”?".
func Suggest(name string) string { return "did you mean " + Quote(name) + "?" }

// Closest returns up to most known words that are similar to a misspelt one, the most
// similar first.
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

// edits returns the optimal string alignment distance: the number of letters to
// insert, remove, replace or swap with their neighbour.
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

// ShellWord returns a name as a word of a shell.
func ShellWord(name string) string {
	plain := strings.IndexFunc(name, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("/._-+,:@%", r)
	}) < 0
	if plain && name != "" && name[0] != '-' {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
