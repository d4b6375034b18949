package phrases

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assister/internal/language"
)

func load(t *testing.T, files map[string]string) (*Set, []Problem) {
	t.Helper()
	dir := fstest.MapFS{}
	for name, text := range files {
		dir[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, problems, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, problems
}

const team = `# of our team
ticket {title} for {person}  = add task {title} tagged ticket, note: for {person}   -- ticket fix the door for Ann
standup [notes]              = what did I complete yesterday?                       -- standup; Standup notes
(park | shelve) {what}       = move {what} to the backlog                           -- park the report
`

func TestPhrasesStandForWhatTheyMean(t *testing.T) {
	s, problems := load(t, map[string]string{"team.phrases": team})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, tt := range []struct{ text, want string }{
		{"ticket fix the door for Ann", "add task fix the door tagged ticket, note: for Ann"},
		{"Ticket “fix {person}” for Bo!", "add task “fix {person}” tagged ticket, note: for Bo"},
		{"standup", "what did I complete yesterday?"},
		{"STANDUP notes.", "what did I complete yesterday?"},
		{"shelve the  quarterly report", "move the quarterly report to the backlog"},
		{"park", ""},
		{"ticket the door", ""},
		{"please standup", ""},
	} {
		got, _ := s.Expand(tt.text)
		if got.Text != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got.Text, tt.want)
		}
	}
	if s, wrong := load(t, nil); len(wrong)+len(s.Phrases)+len(s.Words) > 0 {
		t.Error("an empty directory has phrases")
	}
	if _, ok := (*Set)(nil).Expand("standup"); ok {
		t.Error("no set has a phrase")
	}
}

func TestWordsMeanTheSameAsOthers(t *testing.T) {
	s, problems := load(t, map[string]string{"own.words": "nudge | kick back = move\nwhopping = very large\nblub = mvoe\n"})
	if len(problems) > 0 || len(s.Words) != 4 {
		t.Fatal(s.Words, problems)
	}
	g, err := language.Compile("en", language.Options{}, fstest.MapFS{"a.lexicon": {Data: []byte(
		"verb move  shift | move\nnoun move  move  ~2\nsize 3  very large | huge\n")}})
	if err != nil {
		t.Fatal(err)
	}
	toks := language.Tokens("please kick back the whopping report, blub kick")
	names := s.In(g, toks)
	for i, want := range [][]language.Name{
		1: {{Class: "verb", Sym: "move", Size: 2}, {Class: "noun", Sym: "move", Size: 2, Cost: 2}},
		4: {{Class: "size", Num: 3, Size: 1}}, 8: nil,
	} {
		if found := names[i]; !slices.Equal(found, want) {
			t.Errorf("at %q: %v, want %v", toks[i].Word, found, want)
		}
	}
	if (*Set)(nil).In(g, toks)[0] != nil {
		t.Error("no set has a word")
	}
}

func TestProblemsAreFound(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"a.phrases", "hello", `a.phrases:1:1: a phrase is followed by "=" and what it means`},
		{"a.phrases", "\nhello =", `a.phrases:2:8: a phrase and its meaning have words on both sides of "="`},
		{"a.phrases", "buy {what} = add {thing}", "a.phrases:1:18: the phrase has no part {thing}"},
		{"a.phrases", "buy {what = add it", "a.phrases:1:1: a { without its }"},
		{"a.phrases", "buy {a} {a} = add {a}", "a.phrases:1:1: {a} is there twice"},
		{"a.phrases", "buy {WHAT} = add it", "a.phrases:1:1: {WHAT}: the name of a part has letters from a to z and digits"},
		{"a.phrases", "buy (a = add it", "a.phrases:1:1: a ( without its )"},
		{"a.phrases", "say \"hi\" = add it", "a.phrases:1:5: a phrase has no quotation marks"},
		{"a.words", "nudge move", `a.words:1:1: words are followed by "=" and a word that is known`},
		{"a.words", "nudge =", `a.words:1:1: words are followed by "=" and a word that is known`},
		{"a.words", "nudge | = move", `a.words:1:9: words are missing before "|" or "="`},
	} {
		_, problems := load(t, map[string]string{tt.file: tt.text, "good.phrases": "hello there = what is on today"})
		if len(problems) != 1 || problems[0].String() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, problems, tt.want)
		}
	}
}

func TestAPhraseWithAProblemLeavesTheOthers(t *testing.T) {
	s, _ := load(t, map[string]string{"a.phrases": "hello\nhi there = what is on today"})
	if x, ok := s.Expand("hi there"); !ok || x.Phrase.Line != 2 || x.Phrase.File != "a.phrases" {
		t.Errorf("%+v, %t", x, ok)
	}
}

type scripted struct{}

func (scripted) Understood(text string) bool {
	return strings.HasPrefix(text, "move") || strings.HasPrefix(text, "add")
}

func (scripted) Known(words []language.Token) bool { return words[0].Word == "move" }

func TestCheckReadsTheExamples(t *testing.T) {
	s, _ := load(t, map[string]string{"a.phrases": `park {what} = shelve {what}   -- park the car
park my {what} = move {what} to the backlog   -- park my report; hold the line
note {text} = add a note {text}
hi = gibberish`, "a.words": "shunt = move\nzap = mvoe"})
	var got []string
	for _, p := range s.Check(scripted{}) {
		got = append(got, p.String())
	}
	want := `a.words:2:1: no language has the word "mvoe"
a.phrases:1:1: the example means "shelve the car", which is not understood
a.phrases:2:1: the example "hold the line" is not read by this phrase
a.phrases:3:1: a phrase with parts has an example: -- some words as they are said
a.phrases:4:1: what it means is not understood: "gibberish"`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
