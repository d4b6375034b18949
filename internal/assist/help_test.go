package assist_test

import (
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/route"
)

// The examples of help are in the language of the request, and each is understood.
func TestTheExamplesOfHelpAreUnderstood(t *testing.T) {
	d := newFixture(t)
	for text, first := range map[string]string{
		"help": "what is overdue?", "What can you do?": "what is overdue?", "/help": "what is overdue?",
		"aide": "qu’est-ce qui est en retard ?", "Que peux-tu faire ?": "qu’est-ce qui est en retard ?",
	} {
		if _, err := assist.Ask(t.Context(), d.environment("h"), assist.AskRequest{Request: assist.Request{Text: text}}); err != nil {
			t.Fatal(err)
		}
		if r, _ := find[event.Route](d); r.Decision != "chat" {
			t.Errorf("%q: got %+v, want chat", text, r)
		}
		var examples []string
		for line := range strings.Lines(d.summary()) {
			if example, is := strings.CutPrefix(strings.TrimSpace(line), "- "); is {
				examples = append(examples, example)
			}
		}
		if len(examples) != 5 || examples[0] != first {
			t.Fatalf("%q: examples are %q", text, examples)
		}
		for _, example := range examples {
			all := meaning.BuiltIn().Readings(example, d.environment("h").Clock, nil)
			r := route.Judge(route.Of(all))
			if r.Decision == route.Clarify || strings.HasSuffix(example, "?") != (r.Decision == route.Chat) {
				t.Errorf("the example %q is not understood: %+v", example, r)
			}
		}
	}
	q := assist.AskRequest{Request: assist.Request{Text: "help"}, Mode: assist.Plan}
	if out, err := assist.Ask(t.Context(), d.environment("h"), q); err == nil {
		t.Errorf("a plan of help is %+v", out)
	}
}
