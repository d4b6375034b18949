package language

import (
	"embed"
	"slices"
	"strings"
)

//go:embed */messages.toml */*.words
var messages embed.FS

// Messages is the message catalogue of a language, in TOML; "" if the language has none.
func Messages(code string) string {
	text, err := messages.ReadFile(code + "/messages.toml")
	if err != nil {
		return ""
	}
	return string(text)
}

// WithMessages are the codes of the languages that have a message catalogue, in order.
func WithMessages() []string { return codesOf(messages, "messages.toml") }

// CommonWords are the common words of answers in a language.
func CommonWords(code string) []string { return slices.Concat(wordLines(code, "common")...) }

// Claims are the words by which a text says that something was done, by their part in it:
//
//	by      who has done it, such as "we"
//	been    the auxiliary of the passive
//	done    participles of verbs of change
//	unless  what makes it no claim: a denial, a condition, the future
func Claims(code string) map[string][]string {
	words := map[string][]string{}
	for _, line := range wordLines(code, "claims") {
		words[line[0]] = append(words[line[0]], line[1:]...)
	}
	return words
}

// wordLines are the lines of a file of words, without comments.
func wordLines(code, name string) (lines [][]string) {
	text, err := messages.ReadFile(code + "/" + name + ".words")
	if err != nil {
		panic("language: " + err.Error())
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(line, "#") {
			lines = append(lines, words)
		}
	}
	return lines
}
