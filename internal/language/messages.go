package language

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed */messages.toml */common.words
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
func WithMessages() (codes []string) {
	files, err := fs.Glob(messages, "*/messages.toml")
	if err != nil {
		panic("language: " + err.Error())
	}
	for _, f := range files {
		codes = append(codes, path.Dir(f))
	}
	return codes
}

// CommonWords are the common words of answers in a language.
func CommonWords(code string) (words []string) {
	text, err := messages.ReadFile(code + "/common.words")
	if err != nil {
		panic("language: " + err.Error())
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			words = append(words, strings.Fields(line)...)
		}
	}
	return words
}
