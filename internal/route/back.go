package route

import "strings"

// back are the ways to ask for what was done last to be taken back. Undo was
// asked for by name there, and is no operation that an engine could propose.
var back = func() map[string]bool {
	all := map[string]bool{}
	for _, verb := range []string{"undo", "revert", "reverse", "roll back", "defais", "annule", "annuler", "annulez"} {
		for _, what := range []string{"that", "it", "this", "last", "the last", "the last one", "the last thing", "the last change", "my last change", "last change",
			"the last batch", "what you did", "what you just did", "what i just did", "ca", "cela", "la derniere modification", "le dernier changement", "la derniere action"} {
			all[verb+" "+what] = true
		}
	}
	for _, whole := range []string{"undo", "revert", "take that back", "take it back", "put it back", "reviens en arriere"} {
		all[whole] = true
	}
	return all
}()

// TakesBack reports whether a text asks for what was done last to be undone, and
// for nothing else, in English or French.
func TakesBack(text string) bool {
	var words []string
	for _, w := range split(text) {
		if !courteous(w.text) {
			words = append(words, w.text)
		}
	}
	return len(words) < 6 && back[strings.Join(words, " ")]
}
