package view

import (
	"strings"
	"testing"

	"assister/internal/event"
)

// The thinking before a text is known only after the text has begun to grow.
func TestThinkingIsPrintedAfterTheTextThatGrows(t *testing.T) {
	for quiet, want := range map[bool]string{
		false: "route, thinking: a question?\nYes, it is.\nchat, thinking: hm\n                so\n",
		true:  "Yes, it is.\n",
	} {
		var out strings.Builder
		v := NewText(&out, Options{Quiet: quiet})
		if err := v.Emit(event.Start{Command: "ask"}); err != nil {
			t.Fatal(err)
		}
		_ = v.Emit(event.Stage{Stage: event.Routing, Call: "route", Thinking: "a question?"})
		_ = v.Stream("Yes,")
		_ = v.Emit(event.Stage{Stage: event.Summarizing, Call: "chat", Thinking: "hm\nso"})
		if err := v.Emit(event.Summary{Text: "Yes, it is.", Thinking: "hm\nso"}); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("got\n%s\nwant\n%s", &out, want)
		}
	}
}

func TestAStreamedSummaryIsPrintedOnce(t *testing.T) {
	const text = "The yard moves to Monday, and the chimney is swept on Sunday after lunch."
	for _, tt := range []struct {
		name   string
		pieces []string
		then   event.Body
		width  int
		want   string
	}{
		{"nothing grew", nil, event.Summary{Text: "Done."}, 0, "Done.\n"},
		{"in pieces", []string{"The yard", " moves to", " Monday,"}, event.Summary{Text: text}, 0, text + "\n"},
		{"within the width", []string{"The yard", " moves to", " Monday,"}, event.Summary{Text: text}, 30,
			"The yard moves to Monday, and\nthe chimney is swept on Sunday\nafter lunch.\n"},
		{"another text than grew", []string{"I have done"}, event.Summary{Text: "Nothing was changed."}, 0, "I have done\nNothing was changed.\n"},
		{"an error in the middle", []string{"The yard"}, event.Error{Code: "cut", Message: "the line is dead"}, 0, "The yard\nerror: the line is dead\n"},
		{"waiting is not said", []string{"The yard"}, event.Heartbeat{WaitingFor: "tiny", ElapsedMs: 10_000}, 0, "The yard"},
		{"hostile pieces", []string{"a\x1b[2Jb"}, event.Summary{Text: "a\x1b[2Jb c"}, 0, Safe("a\x1b[2Jb") + " c\n"},
		{"with thinking", []string{"Yes,"}, event.Summary{Text: "Yes, it is.", Thinking: "hm"}, 0, "Yes, it is.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			v := NewText(&out, Options{Width: tt.width})
			for _, p := range tt.pieces {
				if err := v.Stream(p); err != nil {
					t.Fatal(err)
				}
			}
			if err := v.Emit(tt.then); err != nil {
				t.Fatal(err)
			}
			if out.String() != tt.want {
				t.Errorf("got\n%q\nwant\n%q", out.String(), tt.want)
			}
		})
	}
}
