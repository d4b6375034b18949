package question

// How many of the next, the last or the first are asked for, and what they go by.

import (
	"slices"
	"strconv"
	"strings"
)

// several notes how many of the next or the last are asked for, where a number stands
// beside the phrase of n words that asks for them, or that is in the plural.
func (r *reader) several(n int) {
	if r.wanted != Next && r.wanted != Last && r.wanted != First {
		return
	}
	if last := len(r.loose) - 1; last >= 0 && r.loose[last] == r.at-1 && number(r.words[r.at-1].text) > 0 {
		r.q.Most, r.loose = number(r.words[r.at-1].text), r.loose[:last]
	} else if end := r.at + n; end < len(r.words) && number(r.words[end].text) > 0 && r.words[end].plainly() {
		r.q.Most = number(r.words[end].text)
		r.at++
	} else if word := r.words[r.at+n-1].text; r.language == French && strings.HasSuffix(word, "s") && word != "depuis" {
		r.q.Most = few
	}
}

// plural reports whether a noun says that there are several.
func plural(noun string) bool { return strings.HasSuffix(noun, "s") && noun != "vous" }

// few is how many of "the next meetings" are meant.
const few = 5

// number is the number that a word says, up to 99; 0 where it says none.
func number(word string) int {
	if n, err := strconv.Atoi(word); err == nil && n > 0 && n < 100 {
		return n
	}
	return cardinals[word]
}

var cardinals = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10}

// order notes the field that first and last go by.
func (r *reader) order(e entry, n int) {
	if r.want(Asking(e.n)); r.wanted == Length {
		r.wanted = Asking(e.n) // "how long is my longest meeting": its line says it
	}
	r.q.Order = e.field
	r.several(n)
	if slices.ContainsFunc(r.words[r.at:r.at+n], func(w word) bool { return w.text == "overdue" || w.text == "retard" }) {
		r.q.State = Overdue
	}
	if e.kind != "" {
		r.kind(e.kind, n)
	}
	if r.q.Wants == e.kind+"Id" {
		r.q.Wants = "" // "which project is furthest along"
	}
}

// superlative reports whether a word looks as one that compares all there are, which
// nothing here knows the order of: "the cheapest offer" names none.
func superlative(word string) bool { return len(word) > 4 && strings.HasSuffix(word, "est") }
