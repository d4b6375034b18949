package propose

import "fmt"

// Sentence is a message of the program in the languages of requests. Both forms have the
// same verbs of fmt in the same order.
type Sentence struct{ English, French string }

// In returns the sentence in a language, formatted with arguments. Without a language it
// is English.
func (s Sentence) In(t Locale, about ...any) string {
	words := s.English
	if t != nil && t.French() {
		words = s.French
	}
	if len(about) == 0 {
		return words
	}
	return fmt.Sprintf(words, about...)
}
