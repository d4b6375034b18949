package route

import (
	"slices"
	"strings"
)

// helpWanted are the ways to ask what the program can do, by languages.
var helpWanted = map[string][]string{
	"en": {"help", "help me", "show help", "show me help", "what can you do", "what can you do for me",
		"what do you do", "what do you understand", "what are you able to do", "what can i do", "what can i do here",
		"what can i ask", "what can i ask you", "what can i say", "how does this work", "how do you work",
		"how do i use this", "how do i use you"},
	"fr": {"aide", "aide moi", "aidez moi", "a l aide", "que peux tu faire", "que sais tu faire",
		"que pouvez vous faire", "que savez vous faire", "qu est ce que tu peux faire", "qu est ce que tu sais faire",
		"tu peux faire quoi", "tu sais faire quoi", "que puis je faire", "que puis je demander", "que puis je te demander",
		"que puis je vous demander", "comment ca marche", "comment tu marches"},
}

// AsksForHelp reports whether a text asks what the program can do, and nothing else, and
// in which language.
func AsksForHelp(text string) (language string, ok bool) {
	var words []string
	for _, w := range split(text) {
		if w.text != "please" && w.text != "svp" {
			words = append(words, w.text)
		}
	}
	if len(words) > 7 {
		return "", false
	}
	said := strings.Join(words, " ")
	for language, wanted := range helpWanted {
		if slices.Contains(wanted, said) {
			return language, true
		}
	}
	return "", false
}
