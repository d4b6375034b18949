package route

import (
	"slices"
	"strings"
)

// The ways to ask for what was done last to be taken back: a verb and what it is
// about, or all of it at once. Undo was asked for by name there, and is no operation
// that an engine could propose.
var (
	backing = []string{"undo", "revert", "reverse", "roll back", "defais", "annule", "annuler", "annulez"}
	latest  = []string{"that", "it", "this", "last", "the last", "the last one", "the last thing", "the last change", "my last change", "last change",
		"the last batch", "what you did", "what you just did", "what i just did", "ca", "cela", "la derniere modification", "le dernier changement", "la derniere action"}
	back = []string{"undo", "revert", "take that back", "take it back", "put it back", "reviens en arriere"}
)

// TakesBack reports whether a text asks for what was done last to be undone, and
// for nothing else, in English or French.
func TakesBack(text string) bool {
	var words []string
	for _, w := range split(text) {
		if !courteous(w.text) {
			words = append(words, w.text)
		}
	}
	if len(words) >= 6 {
		return false
	}
	said := strings.Join(words, " ")
	return slices.Contains(back, said) || slices.ContainsFunc(backing, func(verb string) bool {
		what, ok := strings.CutPrefix(said, verb+" ")
		return ok && slices.Contains(latest, what)
	})
}
