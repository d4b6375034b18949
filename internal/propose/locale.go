package propose

import "fmt"

// Sentence is what the program itself says, side by side in the languages that
// people ask in. Both have the same verbs of fmt in the same order.
type Sentence struct{ English, French string }

// In is the sentence in a language, with what it speaks of. Without a language it is
// English.
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
