package message

import (
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	languages "assister/internal/language"
)

// Default is the language without a catalogue of its own to choose: English.
const Default = "en"

// Language is a language that people are answered in. A nil *Language is English.
type Language struct {
	code   string
	tables map[string]string // of the catalogue, by their names; each line begins with "\n"
	tag    language.Tag      // for the rules of numbers
}

// read are the languages that were used, by their codes: most commands need one at most.
var read sync.Map

// For returns a language by its code; English if there is no catalogue for it.
func For(code string) *Language {
	if l, ok := read.Load(code); ok {
		return l.(*Language)
	}
	if text := languages.Messages(code); text != "" {
		l, _ := read.LoadOrStore(code, load(code, text))
		return l.(*Language)
	}
	return For(Default)
}

// load splits a catalogue into its tables. Their lines are searched when a message is needed, since an
// answer takes a few of some hundred.
func load(code, catalogue string) *Language {
	l := &Language{code: code, tables: map[string]string{}, tag: language.Make(code)}
	for part := range strings.SplitSeq("\n"+catalogue, "\n[") {
		name, lines, _ := strings.Cut(part, "]")
		l.tables[name] = lines
	}
	return l
}

// Known reports whether there is a catalogue for a language.
func Known(code string) bool { return languages.Messages(code) != "" }

// orDefault makes English of no language.
func (l *Language) orDefault() *Language {
	if l == nil {
		return For(Default)
	}
	return l
}

// Code is the code of ISO 639 of the language: "fr".
func (l *Language) Code() string { return l.orDefault().code }

// form is the text of one form of a message, by its whole key. A basic string of TOML has the escapes of Go.
func (l *Language) form(key string) (text string, ok bool) {
	const multiline = `"""`
	table, name, _ := strings.Cut(key, ".")
	if _, text, ok = strings.Cut(l.tables[table], "\n"+name+" = "); !ok {
		return "", false
	}
	if lines, ok := strings.CutPrefix(text, multiline+"\n"); ok {
		text, _, _ = strings.Cut(lines, multiline)
		return text, true
	}
	line, _, _ := strings.Cut(text, "\n")
	text, err := strconv.Unquote(line)
	return text, err == nil
}

// categories are the names of the plural categories of CLDR, in catalogues.
var categories = [...]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two",
	plural.Few: "few", plural.Many: "many",
}

// pattern is the message of a key in the form for a number and a gender. Without a number
// the form is that of a single thing.
func (l *Language) pattern(key string, n int, numbered bool, gender string) (string, bool) {
	if text, ok := l.form(key); ok {
		return text, true
	}
	category := "one"
	if numbered {
		category = categories[plural.Cardinal.MatchPlural(l.tag, max(n, -n), 0, 0, 0, 0)]
	}
	of := func(forms string) (text string, ok bool) {
		if numbered && n == 0 {
			text, ok = l.form(forms + ".none")
		}
		for _, name := range [...]string{"." + category, ".other", ""} {
			if !ok {
				text, ok = l.form(forms + name)
			}
		}
		return text, ok
	}
	if gender != "" {
		if text, ok := of(key + "." + gender); ok {
			return text, true
		}
	}
	if text, ok := of(key); ok {
		return text, true
	}
	return of(key + ".m")
}

// Has reports whether there is a message of this key.
func (l *Language) Has(key string) bool {
	_, ok := l.orDefault().pattern(key, 1, false, "")
	return ok
}

// Text is a message with its arguments, given as a name before each value. A value is a
// string, a number, a day, which is written with its weekday, or a time of day.
//
// A missing message or argument is a mistake in the program, which a test finds. People
// then see the key or the name of the argument, rather than a program that stops.
func (l *Language) Text(key string, args ...any) string {
	l = l.orDefault()
	n, numbered, gender := 0, false, ""
	for i := 0; i+1 < len(args); i += 2 {
		switch args[i] {
		case "n":
			n, numbered = args[i+1].(int)
		case "gender":
			gender, _ = args[i+1].(string)
		}
	}
	pattern, ok := l.pattern(key, n, numbered, gender)
	if !ok {
		return key
	}
	return l.fill(pattern, args)
}

// fill puts arguments into a message. A blank beside one without text goes with it.
func (l *Language) fill(pattern string, args []any) (text string) {
	before, rest, more := strings.Cut(pattern, "{")
	for ; more; before, rest, more = strings.Cut(rest, "{") {
		name, after, _ := strings.Cut(rest, "}")
		text, rest = text+before, after
		value := l.value(name, args)
		if blank := text == "" || strings.HasSuffix(text, " "); blank && value == "" {
			switch {
			case strings.HasPrefix(rest, " "):
				rest = rest[1:]
			case rest == "" || strings.ContainsAny(rest[:1], ".,:;)"):
				text = strings.TrimSuffix(text, " ")
			}
		}
		text += value
	}
	return text + before
}
