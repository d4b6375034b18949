package route

import (
	"strconv"
	"strings"
)

// Places among the options of a question, as they are said: "2", "the first two", "1 to 3",
// "les deux derniers".

// places reads numbers and ordinals as places among so many, from 0. It reports
// whether the words are numbers at all; then none found means that one of them
// is none of the places.
func places(words []word, among int) (found []int, numbers bool) {
	var at []int // places as they are said, from 1; 0 is the last
	spans := false
	for i := 0; i < len(words); i++ {
		w := words[i].text
		n, counts := cardinal(w)
		o, orders := ordinal(w)
		var next string
		if i+1 < len(words) {
			next = words[i+1].text
		}
		switch {
		case orders && among > 0 && follows(next) > 0: // "the first two"
			at = append(at, run(o, follows(next), among)...)
			i++
		case counts && plural(next): // "les deux premiers"
			o, _ := ordinal(strings.TrimSuffix(next, "s"))
			at = append(at, run(o, n, among)...)
			i++
		case orders:
			at = append(at, o)
		case (w == "one" || w == "ones") && i > 0:
		case counts:
			if spans && len(at) > 0 && at[len(at)-1] > 0 {
				for k := at[len(at)-1] + 1; k < n && len(at) < named; k++ {
					at = append(at, k)
				}
			}
			at, spans = append(at, n), false
		case (w == "to" || w == "through" || w == "a") && len(at) > 0:
			spans = true
		case !pointing(w):
			return nil, false
		}
	}
	if len(at) == 0 {
		return nil, false
	}
	for _, n := range at {
		if n == 0 {
			n = among
		}
		if n < 1 || n > among {
			return nil, true
		}
		found = appendNew(found, n-1)
	}
	return found, true
}

// run is the first or the last n of the places.
func run(from, n, among int) (at []int) {
	if from != 0 && from != 1 {
		return []int{-1}
	}
	for k := range min(n, named) {
		if from == 1 {
			at = append(at, k+1)
		} else {
			at = append(at, among-n+k+1)
		}
	}
	return at
}

// follows is the number after "the first"; "the first one" is one of them.
func follows(w string) int {
	if n, ok := cardinal(w); ok && w != "one" && n > 1 && n < 10 {
		return n
	}
	return 0
}

func plural(w string) bool {
	return w == "premiers" || w == "premieres" || w == "derniers" || w == "dernieres"
}

// pointing are words around a number that choose nothing.
func pointing(w string) bool {
	switch w {
	case "the", "number", "option", "options", "item", "items", "and", "just", "only", "of", "them", "one", "ones", "nr", "no", "with",
		"le", "la", "les", "l", "numero", "n", "et", "celui", "celle", "ceux", "celles", "de", "d", "juste", "seulement":
		return true
	}
	return false
}

func cardinal(w string) (int, bool) {
	if n, err := strconv.Atoi(w); err == nil && n >= 0 && len(w) < 10 {
		return n, true
	}
	for i, names := range [...][2]string{{"one", "un"}, {"two", "deux"}, {"three", "trois"}, {"four", "quatre"}, {"five", "cinq"}, {"six", "six"}, {"seven", "sept"}} {
		if w == names[0] || w == names[1] {
			return i + 1, true
		}
	}
	if w == "une" {
		return 1, true
	}
	return 0, false
}

// ordinal is a place; 0 is the last.
func ordinal(w string) (int, bool) {
	switch w {
	case "first", "1st", "premier", "premiere", "1er", "1ere":
		return 1, true
	case "second", "2nd", "deuxieme", "seconde", "2e", "2eme":
		return 2, true
	case "third", "3rd", "troisieme", "3e", "3eme":
		return 3, true
	case "fourth", "4th", "quatrieme", "4e", "4eme":
		return 4, true
	case "fifth", "5th", "cinquieme", "5e", "5eme":
		return 5, true
	case "sixth", "6th", "sixieme", "6e", "6eme":
		return 6, true
	case "seventh", "7th", "septieme", "7e", "7eme":
		return 7, true
	case "last", "dernier", "derniere":
		return 0, true
	}
	return 0, false
}
