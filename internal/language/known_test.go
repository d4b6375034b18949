package language

import "testing"

func TestTheLanguageOfATextIsTheOneThatKnowsMostOfIt(t *testing.T) {
	a := compile(t, "verb add  add | remember to\nday x today", "r\n    verb => none()")
	b := compile(t, "verb add  ajoute\nday x today", "r\n    verb => none()")
	for text, want := range map[string]*Grammar{
		"add milk": a, "ajoute du lait": b, "remember": a, "today": a, "": a, "rien": a, "AJOUTE today": b,
	} {
		if got := ByLanguage([]*Grammar{a, b}, Tokens(text)); got[0] != want || len(got) != 2 {
			t.Errorf("%q: the wrong language is first", text)
		}
	}
	accented := compile(t, "verb at à\nthing piano piano\nthing end été", "r\n    verb => none()")
	plain := compile(t, "verb at a\nthing piano piano\nthing cafe cafe\nthing was ete", "r\n    verb => none()")
	for text, want := range map[string]*Grammar{"piano à": accented, "piano": plain, "piano a": plain, "ÉTÉ": accented, "ete": plain} {
		if got := ByLanguage([]*Grammar{plain, accented}, Tokens(text)); got[0] != want {
			t.Errorf("%q: the wrong language is first", text)
		}
	}
	if got := ByLanguage([]*Grammar{b, a}, Tokens("today")); got[0] != b {
		t.Error("of equals the first is not first")
	}
	shared := compile(t, "day x today", "r\n    (\"ajoute\" | day) => none()")
	named := compile(t, "verb add ajoute", "r\n    (\"ajoute\" | verb) => none()")
	if got := ByLanguage([]*Grammar{shared, named}, Tokens("ajoute")); got[0] != named {
		t.Error("a language with a word of a shared form alone is before the one of that word")
	}
}
