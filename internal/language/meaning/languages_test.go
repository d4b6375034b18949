package meaning

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// tiny is a language of one kind of request.
func tiny(t *testing.T, name, verb, article string) *language.Grammar {
	t.Helper()
	g, err := language.Compile(name, Options(), fstest.MapFS{
		"a.lexicon": {Data: []byte("weight verb 30\nverb create " + verb + "\nweight article 2\narticle the " + article)},
		"a.forms": {Data: []byte(`text
    sentence                      => said(sentence)
    sentence "." text             => said(sentence, text)
    sentence "."                  => said(sentence)
sentence
    verb:create [article] {title} => create(_, body(title, _))
`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestATextIsReadInItsLanguage(t *testing.T) {
	saturday := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	all := Languages{tiny(t, "en", "add", "the"), tiny(t, "fr", "ajoute", "le | du")}
	for text, want := range map[string]string{
		"add the milk": "en milk", "Ajoute du lait.": "fr lait", "ajoute x. ajoute y": "fr x y", "milk": "", "": "",
		"add milk. ajoute du pain": "",
	} {
		got, ok := all.Read(text, saturday, nil)
		said := got.Language
		for _, d := range got.Do {
			said += " " + d.Title
		}
		if said != want || ok != (want != "") {
			t.Errorf("%q is %q", text, said)
		}
	}
	long := strings.Repeat("ajoute du pain bien frais. ", 200)
	if got, ok := all.Read(long, saturday, nil); !ok || len(got.Do) != 200 {
		t.Errorf("%d requests of 200", len(got.Do))
	}
	if _, ok := all.Read(strings.Repeat("ajoute du pain ", 200), saturday, nil); ok {
		t.Error("a sentence of 600 words is read")
	}
}

// In a long text, the names of a part are those that stand in it.
func TestNamesOfAPartStandInIt(t *testing.T) {
	second := language.Names{1: {{Class: "project-name", Sym: "the project", Size: 1}}}
	if part := second.Between(1, 2); len(part[0]) != 1 || len(part[1]) != 0 {
		t.Errorf("the names of a part are %v", part)
	}
}

func TestALanguageThatKnowsNothingMoreGuessesAtNoText(t *testing.T) {
	for text, want := range map[string]string{
		"brunch costs 20 euros": "", "qué va con retraso": "es",
	} {
		if got, _ := BuiltIn().Read(text, saturday(), nil); got.Language != want {
			t.Errorf("%q is read in %q", text, got.Language)
		}
	}
}

// A reply is kept in a text that is read part by part.
func TestBuiltInLanguagesReadReplies(t *testing.T) {
	if got, ok := BuiltIn().Read("yes", saturday(), nil); !ok || got.Language != "en" || len(got.Reply) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestNoRuleIsContinuedByChance holds the rules of each file apart from those of files of other names:
// a rule of the same name would get the forms of both. Feasts, what is named after them, and the conditions of
// questions are continued on purpose.
func TestNoRuleIsContinuedByChance(t *testing.T) {
	head := regexp.MustCompile(`(?m)^[a-z][a-z0-9-]*$`)
	for _, lang := range language.Codes() {
		in := map[string]string{"feast": "", "longer": "", "where": ""}
		names, err := fs.Glob(language.Files(lang), "*.forms")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(language.Files(lang), name)
			if err != nil {
				t.Fatal(err)
			}
			for _, rule := range head.FindAllString(string(text), -1) {
				if other, ok := in[rule]; ok && other != "" && other != path.Base(name) {
					t.Errorf("%s: the rule %s of %s is also in %s", lang, rule, name, other)
				} else if !ok {
					in[rule] = path.Base(name)
				}
			}
		}
	}
}
