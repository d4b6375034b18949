//go:build linux

package ollama

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"assister/internal/bench/tinygguf"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/tool"
	"assister/internal/workspace"
	"assister/prompts"
)

// researched answers a question by the plans of a model, with the tools of the program
// and a workspace, and returns the emitted steps.
func researched(t *testing.T, c propose.Completer) (f propose.ResearchAnswer, told []planner.StepResult, err error) {
	t.Helper()
	err = stocked(t).View(t.Context(), func(snapshot workspace.Reader) (err error) {
		m := &propose.Model{Completer: c, Prompts: propose.Prompts{Files: prompts.Files}, Name: "real", Nonce: "data-0123456789"}
		f, err = m.Research(t.Context(), propose.Request{Text: "which tasks are there?"}, propose.Source{Clock: saturday, View: propose.Lend(snapshot)}, propose.PlanRunner{
			Tools: tool.NewToolbox(snapshot, saturday), Now: time.Now,
			OnStep: func(x planner.StepResult) error {
				told = append(told, x)
				return nil
			},
		})
		return err
	})
	return f, told, err
}

func TestAPlanThatFollowsTheSchemaIsRun(t *testing.T) {
	s := running(t)
	const name = "plans:tiny"
	script := tinygguf.Script(1, []tinygguf.Reply{{Trigger: "<|look|>", Pieces: []string{`{"steps": [{"tool": "tasksList", `, `"args": {"priority": "high"}}]}`}}})
	if err := s.create(name, model{script, plainTurns + "<|look|>"}); err != nil {
		t.Fatal(err)
	}
	f, told, err := researched(t, engines["ollama"](s, name))
	if err != nil {
		t.Fatal(err)
	}
	// Asked for the answer, the model repeats the plan, which no finding supports.
	if len(told) != 1 || told[0].Tool != "tasksList" || f.Total != 1 || !f.OurWords || f.Text != "1 task:\n- Oil the hinges · high" {
		t.Errorf("%d steps, %d found: %q", len(told), f.Total, f.Text)
	}
}

// With the schema of a plan, random weights write a plan that means nothing. Its steps
// run within the limits, or it is refused.
func TestPlansOfRandomWeightsStayWithinTheLimits(t *testing.T) {
	s := running(t)
	tools := 0
	for _, seed := range seeds[1:3] { // the plans of the others have no steps
		name := fmt.Sprintf("random-%d", seed)
		if err := s.create(name, model{tinygguf.Random(seed), plainTurns}); err != nil {
			t.Fatal(err)
		}
		f, told, err := researched(t, engines["ollama"](s, name))
		var r *problem.Refusal
		if err != nil && (!errors.As(err, &r) || r.Class != problem.Unavailable || r.Problem.Message == "" || r.Problem.Hint == "") {
			t.Errorf("%s: no honest refusal: %v", name, err)
		}
		if len(told) > planner.MaxSteps || len(told) != f.Steps && err == nil {
			t.Errorf("%s: %d steps, and %d were told", name, f.Steps, len(told))
		}
		if err == nil && f.Text == "" {
			t.Errorf("%s: neither an answer nor a refusal", name)
		}
		for _, x := range told {
			if slices.ContainsFunc(tool.Reading(), func(known *tool.Tool) bool { return known.Name == x.Tool }) {
				tools++ // the schema allows no other name
			} else {
				t.Errorf("%s: a step with %q", name, x.Tool)
			}
			t.Logf("%s: %s%s: %d, %v", name, x.Tool, ijson.AppendValue(nil, x.Args), x.Envelope.Total, x.Envelope.Error)
		}
		t.Logf("%s: %v %q", name, err, f.Text)
	}
	if tools == 0 {
		t.Error("no plan had a step: the models say less than they did when they were chosen")
	}
}
