package message_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"assister/internal/language"
	"assister/internal/language/message"
	"assister/internal/schema"
)

func TestCataloguesAreTOML(t *testing.T) {
	for _, code := range language.WithMessages() {
		l := message.For(code)
		for key, want := range message.Forms(code) {
			if got, ok := l.Form(key); got != want || !ok {
				t.Errorf("%s: a TOML library reads %s as %q, we as %q", code, key, want, got)
			}
		}
	}
}

// arguments are the names of the arguments of a message.
func arguments(texts ...string) (names []string) {
	for _, text := range texts {
		for _, part := range strings.Split(text, "{")[1:] {
			name, _, _ := strings.Cut(part, "}")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A form for one may leave its number out.
func messageArguments(forms []string) []string {
	return slices.DeleteFunc(arguments(forms...), func(name string) bool { return name == "n" })
}

func TestEveryLanguageHasTheSameMessagesWithTheSameArguments(t *testing.T) {
	english := message.Messages(message.Default)
	if len(english) < 300 {
		t.Fatalf("only %d messages", len(english))
	}
	for _, code := range language.WithMessages() {
		other := message.Messages(code)
		for key, forms := range english {
			theirs, ok := other[key]
			if !ok {
				t.Errorf("%s has no message %s", code, key)
				continue
			}
			if key == "repeat.year-day" {
				continue // the day is an ordinal number in some languages
			}
			if want, got := messageArguments(forms), messageArguments(theirs); !slices.Equal(got, want) {
				t.Errorf("%s: the arguments of %s are %q, in English %q", code, key, got, want)
			}
		}
		for key := range other {
			if english[key] == nil {
				t.Errorf("%s: %s is no message of English", code, key)
			}
		}
	}
}

func TestAMessageHasTheFormsOfItsLanguage(t *testing.T) {
	for _, code := range language.WithMessages() {
		forms := message.Forms(code)
		for key := range forms {
			if base, one := strings.CutSuffix(key, ".one"); one && forms[base+".other"] == "" {
				t.Errorf("%s: %s has no form for other numbers", code, base)
			}
			if base, feminine := strings.CutSuffix(key, ".f.other"); feminine && forms[base+".other"] == "" {
				t.Errorf("%s: %s has a feminine form only", code, base)
			}
		}
	}
}

func TestEveryKindAndEveryValueHasWords(t *testing.T) {
	for _, code := range language.WithMessages() {
		l := message.For(code)
		for _, k := range schema.Kinds {
			for _, key := range []string{"kind." + k.Name, "noun." + k.Name, "noun." + k.Name + ".a", "noun." + k.Name + ".no"} {
				if !l.Has(key) {
					t.Errorf("%s: no message %s", code, key)
				}
			}
		}
		for _, p := range schema.Priorities {
			if !l.Has("value."+p) || !l.Has("priority."+p) {
				t.Errorf("%s: no words for the priority %s", code, p)
			}
		}
	}
}

func TestThePreferenceTakesTheLanguagesWithMessages(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(schema.Languages)), language.WithMessages(); !slices.Equal(got, want) {
		t.Errorf("the preference takes %q, and there are messages in %q", got, want)
	}
}

func TestTheFormFollowsNumberAndGender(t *testing.T) {
	for _, tt := range []struct {
		code, key string
		args      []any
		want      string
	}{
		{"en", "noun.task", []any{"n", 0}, "tasks"},
		{"en", "noun.task", []any{"n", 1}, "task"},
		{"fr", "noun.task", []any{"n", 0}, "tâche"},
		{"fr", "noun.task", []any{"n", 2}, "tâches"},
		{"es", "noun.task", []any{"n", 0}, "tareas"},
		{"en", "count.number", []any{"n", 0, "gender", "f"}, "no"},
		{"en", "count.number", []any{"n", 4000}, "4,000"},
		{"fr", "count.number", []any{"n", 0, "gender", "m"}, "aucun"},
		{"fr", "count.number", []any{"n", 0, "gender", "f"}, "aucune"},
		{"fr", "count.number", []any{"n", 4000, "gender", "f"}, "4\u202f000"},
		{"fr", "state.open", []any{"n", 3, "gender", "f"}, "ouvertes"},
		{"fr", "state.open", []any{"n", 3, "gender", "m"}, "ouverts"},
		{"fr", "state.open", []any{"n", 3}, "ouverts"},
		{"fr", "state.overdue", []any{"n", 3, "gender", "f"}, "en retard"},
		{"es", "state.finished", []any{"n", 1, "gender", "f"}, "terminada"},
		{"fr", "answer.none-other", []any{"kind", "de tâche", "name", "x", "gender", "f"}, "Il n’y a pas de tâche « x », ni aucune autre."},
		{"xx", "noun.task", []any{"n", 2}, "tasks"},
	} {
		if got := message.For(tt.code).Text(tt.key, tt.args...); got != tt.want {
			t.Errorf("%s %s %v: %q, want %q", tt.code, tt.key, tt.args, got, tt.want)
		}
	}
}

func TestAnArgumentIsData(t *testing.T) {
	got := message.For("en").Text("ask.which", "name", "{name} {n} %s <b>")
	if want := "Which “{name} {n} %s <b>” do you mean?"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestABlankGoesWithAnArgumentWithoutText(t *testing.T) {
	l := message.For("en")
	for _, tt := range []struct{ number, states, noun, stamp, tail, want string }{
		{"2", "open", "tasks", "", "", "2 open tasks"},
		{"2", "", "tasks", "", "today", "2 tasks today"},
		{"2", "", "tasks", "added today", "in project Data", "2 tasks added today in project Data"},
		{"", "", "tasks", "", "", "tasks"},
	} {
		got := l.Text("count.some", "number", tt.number, "states", tt.states, "noun", tt.noun, "stamp", tt.stamp, "tail", tt.tail)
		if got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if got := message.For("fr").Text("free.no-time", "time", "", "frame", ""); got != "Vous n’avez pas de temps libre." {
		t.Errorf("got %q", got)
	}
}

func TestNoLanguageIsEnglish(t *testing.T) {
	var l *message.Language
	if got := l.Text("list.and", "before", "a", "item", "b") + l.Number(1000); got != "a and b1,000" {
		t.Errorf("got %q", got)
	}
}

// An answer needs the tables of a few kinds of message.
func BenchmarkFirstAnswer(b *testing.B) {
	for b.Loop() {
		l := message.New("fr")
		_ = l.Text("count.number", "n", 3) + l.Text("state.open", "n", 3) + l.Noun("task", 3) + l.Date(1)
	}
}

func BenchmarkText(b *testing.B) {
	l := message.For("fr")
	for b.Loop() {
		_ = l.Text("state.open", "n", 3, "gender", "f")
	}
}

func ExampleLanguage_Text() {
	l := message.For("es")
	fmt.Println(l.Text("repeat.days", "n", 3))
	fmt.Println(l.And([]string{"leche", "pan", "té"}))
	// Output:
	// cada 3 días
	// leche, pan y té
}
