package language

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestFilesThatAreWrong(t *testing.T) {
	for _, tt := range []struct{ name, lexicon, forms, want string }{
		{"a rule hides a class", "day 1 monday", "day\n    \"today\" => today()\n", "xx: the rule day has the name of a class"},
		{"no such part", "day 1 monday", "when\n    day => at(weekday)\n", `a.forms:2: the pattern has no part "weekday"`},
		{"words in brackets that are looked at", "day 1 monday", "when\n    day &(\"at\" | \"on\") => at()\n",
			"a.forms:2: only a class or a rule can be looked at"},
		{"a rule that begins twice", "day 1 monday", "when\n    \"now\" => at()\nwhen\n    \"then\" => at()\n",
			`a.forms:3: the rule "when" begins twice in this file`},
		{"no such class", "day 1 monday", "when\n    (weekday | \"now\") => at()\n", `a.forms:2: there is no class or rule "weekday"`},
		{"no forms of a word", "day 1", "", "a.lexicon:1: an entry has a class, a value and forms"},
		{"a large value", "day 99999 monday", "", "a.lexicon:1: the value 99999 is over 32766"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile("xx", Options{}, fstest.MapFS{
				"a.lexicon": {Data: []byte(tt.lexicon)}, "a.forms": {Data: []byte(tt.forms)},
			})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestATextThatTakesTooManyStepsIsNotRead(t *testing.T) {
	many := strings.Repeat(`["a"] `, 20)
	g := compile(t, "", "text\n    part+ \"b\" => all(part)\npart\n    "+many+" \"a\" => one()\n")
	if got := g.Whole("text", Tokens("a a a a b"), nil); len(got) == 0 {
		t.Error("a short text is not read")
	}
	if got := g.Whole("text", Tokens(strings.Repeat("a ", 150)+"b"), nil); got != nil {
		t.Errorf("a text that takes too many steps is read as %s", got[0].Node)
	}
	got := g.Find("part", Tokens(strings.Repeat("a ", 150)+"c a"), nil)
	if len(got) == 0 || got[0].From == 0 || got[len(got)-1].From != 151 {
		t.Errorf("found %v, want the last and not the first", got)
	}
}
