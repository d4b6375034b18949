package propose_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/session"
	"assister/internal/workspace"
)

// busy is a workspace with more than a model is shown.
func busy() (lines []string) {
	for i := range 60 {
		lines = append(lines, fmt.Sprintf(
			`{"op":"task.create","title":"Call the plumber about item %d","scheduledFor":"2026-11-%02d","priority":"high"}`, i, 21+i%7))
	}
	for i := range 4 {
		lines = append(lines, fmt.Sprintf(`{"op":"checklist.create","title":"Errands %d"}`, i),
			fmt.Sprintf(`{"op":"project.create","name":"Building site %d"}`, i))
	}
	for i := range 12 {
		lines = append(lines, fmt.Sprintf(`{"op":"checklist_item.create","checklistId":1,"title":"Thing %d"}`, i))
	}
	return lines
}

// fit proposes in a busy workspace with a model of some context, and returns the first
// prompt and what was left out.
func fit(t *testing.T, r propose.Request, caps propose.Capabilities, replies ...any) (propose.Prompt, []string, *script) {
	t.Helper()
	s := &script{able: caps, replies: replies}
	var left []string
	holding(t, busy(), func(snapshot workspace.Reader) error {
		m := model(s)
		s.snapshot = snapshot
		m.OnLeftOut = func(call propose.Purpose, l propose.LeftOut) error {
			left = append(left, string(call)+": "+l.String())
			return nil
		}
		_, err := propose.RunModel(context.Background(), m, r, propose.Lend(snapshot), saturday, check.Rules{}, &event.Recorder{})
		if err != nil && len(s.asked) == 0 {
			t.Fatal(err)
		}
		return nil
	})
	return s.asked[0], left, s
}

// What is named is what a test of the real prompts asks for: forty records and lists.
func TestAPromptWithFortyRecordsAndListsTakesLessThanFourThousandTokens(t *testing.T) {
	for _, text := range []string{"put bread on the errands list and whatnot", "shuffle the plumber stuff a bit"} {
		for name, caps := range map[string]propose.Capabilities{
			"tools": withTools, "JSON": withSchema, "more tools": {Tools: true, Server: "ollama 1", Model: "gpt-oss:20b"},
		} {
			p, _, _ := fit(t, words(text), caps, propose.Reply{Text: "Which?"})
			if n := p.Tokens(); n >= 4000 || n+p.MaxTokens > 8192 {
				t.Errorf("%s: %d tokens, and %d of the answer", name, n, p.MaxTokens)
			}
			if records := strings.Count(p.Messages[1].Text, `{"kind":`); records < 20 || name == "JSON" && records < 40 {
				t.Errorf("%q, %s: %d records", text, name, records)
			}
			if caps.Tools != (len(p.Tools) > 0) {
				t.Errorf("%s: %d tools", name, len(p.Tools))
			}
		}
	}
}

func TestAPromptFitsInTheContextOfItsModel(t *testing.T) {
	turns := slices.Repeat([]session.Turn{{Role: "user", Text: strings.Repeat("well ", 60)}}, 3)
	for _, tt := range []struct {
		context int
		left    string // out
	}{
		{32768, ""}, // the default is 8,192 and no more
		{4096, "any tools"},
		{3000, "records"},
		{2048, "turns of the conversation"},
	} {
		r := words("shuffle the plumber stuff a bit")
		r.Turns = turns
		p, left, s := fit(t, r, propose.Capabilities{Tools: true, Context: tt.context}, `{"operations":[{"op":"task.create","title":"Wax"}]}`, "A task.")
		for _, p := range s.asked {
			if n := p.Tokens(); n+p.MaxTokens > tt.context || p.MaxTokens < 128 {
				t.Errorf("%d: %s has %d tokens and %d of the answer", tt.context, p.Purpose, n, p.MaxTokens)
			}
		}
		said := strings.Join(left, "\n")
		if tt.left != "" && !strings.Contains(said, tt.left) {
			t.Errorf("%d: %q is left out", tt.context, said)
		}
		if beyond := strings.Contains(p.Messages[1].Text, "more match and are not shown"); beyond != strings.Contains(said, " records") {
			t.Errorf("%d: %q is left out, and the model reads\n%s", tt.context, said, p.Messages[1].Text)
		}
	}
}

// What a model was not shown, it cannot change.
func TestWhatIsLeftOutIsNotInScope(t *testing.T) {
	everything := `{"operations":[{"op":"bulk_delete","where":{"title_contains":"plumber"}}]}`
	p, _, s := fit(t, words("shuffle the plumber stuff a bit"), propose.Capabilities{Schema: true, Context: 2600}, everything, everything, "Gone.")
	shown := strings.Count(p.Messages[1].Text, `{"kind":"task"`)
	if shown == 0 || shown > 10 || len(s.asked) < 2 {
		t.Fatalf("%d records are shown, %d prompts", shown, len(s.asked))
	}
	last := s.asked[len(s.asked)-1].Messages[1].Text
	if strings.Count(last, "- delete task") != shown {
		t.Errorf("%d records were shown, and the summary is asked of\n%s", shown, last)
	}
}

func TestTheCountOfTheServerCorrectsFurtherPrompts(t *testing.T) {
	long := propose.Prompt{Messages: []propose.Message{{Text: strings.Repeat("carp ", 1000)}}}
	for _, tt := range []struct {
		counted int
		p       propose.Prompt
		thought string
		want    float64
	}{
		{0, long, "", 0}, {2 * long.Tokens(), long, "", 2}, {9 * long.Tokens(), long, "", 2}, {1, long, "", 0.5},
		{99, propose.Prompt{}, "", 0},
		{2 * long.Tokens(), propose.Prompt{Messages: long.Messages, Schema: []byte("{}")}, "hm", 0},
	} {
		if got := propose.Correction(tt.p, propose.Reply{PromptTokens: tt.counted, Thinking: tt.thought}); got != tt.want {
			t.Errorf("%d: %v, want %v", tt.counted, got, tt.want)
		}
	}
	plain, _, _ := fit(t, words("shuffle the plumber stuff a bit"), withTools, propose.Reply{Text: "Which?"})
	taught := withTools
	taught.Correction = 1.4
	fewer, _, _ := fit(t, words("shuffle the plumber stuff a bit"), taught, propose.Reply{Text: "Which?"})
	if fewer.Tokens() > 3000 || fewer.Tokens() > plain.Tokens() {
		t.Errorf("%d tokens are estimated, and %d were without a correction", fewer.Tokens(), plain.Tokens())
	}
	// A reply that has cost more than was estimated makes the repair shorter.
	invalid := propose.Reply{Text: `{"operations":[{"op":"task.update","id":"t1","priority":"hot"}]}`}
	costly := invalid
	costly.PromptTokens = 5400
	_, _, s := fit(t, words("shuffle the plumber stuff a bit"), withSchema, invalid, "{}")
	_, _, c := fit(t, words("shuffle the plumber stuff a bit"), withSchema, costly, "{}")
	if a, b := s.asked[1].Tokens(), c.asked[1].Tokens(); b >= a {
		t.Errorf("the repair has %d tokens, and %d after a correction", a, b)
	}
}
