//go:build linux

package ollama

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assister/internal/bench/tinygguf"
	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/engine/ollama"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/workspace"
	"assister/prompts"
)

// The model first writes two items as one, and then separately when it is told to. Its
// reply depends on the prompt: the first one, the one after its refused call, or any
// later one.
var (
	listReplies = []tinygguf.Reply{
		{Trigger: "<|list|>", Pieces: []string{`{"name": "add_checklist_item", `, `"arguments": {"actionItemDescription": `, `"[tea, salt]"}}`}},
		{Trigger: "<|items|>", Pieces: []string{`{"name": "add_checklist_item", "arguments": `, "{\"actionItemDescription\": \"tea\"}}\n",
			`{"name": "add_checklist_item", "arguments": {`, `"actionItemDescription": "salt"}}`}},
		{Trigger: "<|done|>", Pieces: []string{"That ", "is ", "all."}},
	}
	listTurns = "{{ range $i, $m := .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}" +
		"{{ range .ToolCalls }}{\"name\": \"{{ .Function.Name }}\", \"arguments\": {{ .Function.Arguments }}}{{ end }}<|im_end|>\n" +
		"{{ if eq (len (slice $.Messages $i)) 1 }}<|im_start|>assistant\n" +
		"{{ if not $.Tools }}<|done|>{{ else if eq $i 1 }}<|list|>{{ else if eq $i 4 }}<|items|>{{ else }}<|done|>{{ end }}{{ end }}{{ end }}"
)

// watched records the prompts of a completer.
type watched struct {
	propose.Completer
	asked []propose.Prompt
}

// Complete records the prompt and passes it on.
func (w *watched) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	w.asked = append(w.asked, p)
	return w.Completer.Complete(ctx, p, each)
}

func TestARefusedListIsRepeatedItemByItem(t *testing.T) {
	s := running(t)
	for name, several := range map[string]bool{"gpt-oss:tiny": true, "lists:tiny": false} {
		t.Run(name, func(t *testing.T) {
			if err := s.create(name, model{tinygguf.Script(1, listReplies), listTurns}); err != nil {
				t.Fatal(err)
			}
			w := &watched{Completer: &ollama.Engine{Server: s.wire("ollama", ""), Model: name}}
			var ops event.Ops
			err := stocked(t).View(t.Context(), func(snapshot workspace.Reader) (err error) {
				m := &propose.Model{Completer: w, Prompts: propose.Prompts{Files: prompts.Files}, Name: "real", Nonce: "data-0123456789"}
				ops, err = propose.RunModel(t.Context(), m, propose.Request{Text: "put tea and salt on the list", Lists: true}, propose.Lend(snapshot), saturday, check.Rules{}, &event.Recorder{})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range ops.Operations {
				got = append(got, string(e.Op.Canonical()))
				if !e.Valid() {
					t.Errorf("%s: %v", e.Op.Canonical(), e.Errors)
				}
			}
			want := []string{
				`{"op":"checklist.create","as":"new_checklist","title":"TODOs"}`,
				`{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"tea"}`,
				`{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"salt"}`,
			}
			if !slices.Equal(got, want) {
				t.Errorf("got\n%s", strings.Join(got, "\n"))
			}
			// A refused call, the items, no more calls, and the summary.
			if len(w.asked) != 4 {
				t.Errorf("asked %d times", len(w.asked))
			}
			if offered := slices.ContainsFunc(w.asked[0].Tools, func(tool schema.Tool) bool { return tool.Name == checklist.AddSeveral }); offered != several {
				t.Errorf("the tool for several items is offered: %v", offered)
			}
		})
	}
}
