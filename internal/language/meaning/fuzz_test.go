package meaning

import (
	"testing"

	"assister/internal/language"
)

// FuzzReadings reads arbitrary texts in all languages. What is said is said by the text: no
// reading has a title, a name or another piece of free text with a word that the text does
// not have.
func FuzzReadings(f *testing.F) {
	for _, seed := range []string{
		"move all overdue work tasks to monday, except the dentist", "add milk, eggs and bread to shopping", "9pm to 7am",
		"qu'est-ce que j'ai demain ?", "déplace-le à mardi 15h", "¿qué tengo mañana?", "recuérdame llamar a Ana el viernes",
		"\"a\" 'b", "#12 ->", "every 2nd friday of the month until 2027", "é\u0301 \u200b\xff", "the the the", "1.2.3/4-5:6",
	} {
		f.Add(seed)
	}
	all, clock := BuiltIn(), saturday()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 400 { // longer texts are read in parts
			return
		}
		for _, read := range all.Readings(text, clock, nil) {
			for _, do := range read.Do {
				for _, piece := range []string{do.Title, do.Old, do.New} {
					if !written(text, piece) {
						t.Fatalf("%q has %q, which the text does not: %s", text, piece, read)
					}
				}
			}
		}
	})
}

// written reports whether a text has all words and numbers of a piece of it.
func written(text, piece string) bool {
	has := map[string]bool{}
	for _, t := range language.Tokens(text) {
		has[t.Word] = true
	}
	for _, t := range language.Tokens(piece) {
		if !has[t.Word] {
			return false
		}
	}
	return true
}
