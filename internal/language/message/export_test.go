package message

import (
	"slices"
	"strings"

	"assister/internal/language"
)

// Load reads all of a catalogue.
func Load(text string) map[string]string {
	forms := map[string]string{}
	for name, t := range tablesOf(text) {
		for key, text := range parse(t.source) {
			forms[name+"."+key] = text
		}
	}
	return forms
}

// Forms are the forms of all messages of a language by their keys.
func Forms(code string) map[string]string { return Load(language.Messages(code)) }

// Messages are the messages of a language by their keys: their forms.
func Messages(code string) map[string][]string {
	messages := map[string][]string{}
	for key, text := range Forms(code) {
		for {
			base, last, _ := cutLast(key)
			if !slices.Contains([]string{"none", "m", "f"}, last) && !slices.Contains(categories[:], last) {
				break
			}
			key = base
		}
		if base, gender := strings.CutSuffix(key, ".gender"); !gender {
			messages[key] = append(messages[key], text)
		} else if messages[base] == nil {
			messages[base] = nil
		}
	}
	return messages
}

func cutLast(key string) (before, after string, found bool) {
	at := strings.LastIndexByte(key, '.')
	if at < 0 {
		return "", key, false
	}
	return key[:at], key[at+1:], true
}

// New is a language whose catalogue is not parsed yet.
func New(code string) *Language { return load(code, language.Messages(code)) }
