package eval_test

import (
	"errors"
	"strings"
	"testing"

	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/problem"
)

func TestASelectorCountsWhatTheEngineCannotRun(t *testing.T) {
	all := []eval.Case{
		{ID: "bulk-1", Skill: eval.Propose}, {ID: "bulk-2", Skill: eval.Propose, Replies: []string{"{}"}},
		{ID: "other", Skill: eval.Propose}, {ID: "bulk-3", Skill: eval.Chat},
	}
	s := eval.Selector{Skills: []string{"propose"}, Only: []string{"bulk-*"}, Unscripted: true}
	if selected, skipped := s.Select(all); len(selected) != 1 || selected[0].ID != "bulk-1" || skipped != 1 {
		t.Errorf("selected %v, skipped %d", selected, skipped)
	}
	s.Scripted, s.Unscripted = true, false
	if selected, skipped := s.Select(all); len(selected) != 1 || selected[0].ID != "bulk-2" || skipped != 1 {
		t.Errorf("selected %v, skipped %d", selected, skipped)
	}
}

func TestAReportEndsWithASentence(t *testing.T) {
	var heard event.Recorder
	r := eval.Report{Engine: "rules", Skipped: 1, Results: []eval.Result{
		{Case: eval.Case{Skill: eval.Propose}, Verdict: eval.Verdict{Outcome: eval.Right}},
		{Case: eval.Case{Skill: eval.Propose}, Verdict: eval.Verdict{Outcome: eval.None}},
	}}
	if err := r.Emit(&heard, eval.Scores(r.Results), false); err != nil {
		t.Fatal(err)
	}
	last := heard.Bodies[len(heard.Bodies)-1].(event.Summary)
	want := "2 cases with rules: 50.0 % right, 0.0 % wrong, 50.0 % without an answer. Skipped 1 case for another engine."
	if last.Text != want || *last.Total != 2 {
		t.Errorf("got %q", last.Text)
	}
}

func TestThresholdsNeedACaseOfRoute(t *testing.T) {
	var heard event.Recorder
	err := eval.Report{}.Emit(&heard, nil, true)
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Class != problem.Usage || !strings.Contains(err.Error(), "no route case") {
		t.Errorf("got %v", err)
	}
}
