package message

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"assister/internal/language"
)

// Form is the text of a form by its key, as the program reads it.
func (l *Language) Form(key string) (string, bool) { return l.form(key) }

// Forms are the forms of all messages of a language by their keys, as a library for TOML reads them.
func Forms(code string) map[string]string {
	var tables map[string]any
	if err := toml.Unmarshal([]byte(language.Messages(code)), &tables); err != nil {
		panic(code + ": " + err.Error())
	}
	forms := map[string]string{}
	var add func(key string, v any)
	add = func(key string, v any) {
		switch v := v.(type) {
		case string:
			forms[key] = v
		case map[string]any:
			for name, below := range v {
				add(strings.TrimPrefix(key+"."+name, "."), below)
			}
		default:
			panic(fmt.Sprintf("%s: %s is a %T", code, key, v))
		}
	}
	add("", tables)
	return forms
}

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
