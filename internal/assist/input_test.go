package assist_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/problem"
)

// asked is the stream of a command that ended with a question.
const asked = `{"v":1,"type":"start","correlationId":"first","command":"ask"}
{"v":1,"type":"clarify","correlationId":"first","question":"Which one?","request":"complete it"}
{"v":1,"type":"done","correlationId":"first","status":"clarify","exitCode":3}
`

func TestAQuestionFromUpstreamIsPassedOnAndNothingApplied(t *testing.T) {
	d := newFixture(t)
	q := d.input(asked, assist.ApplyOptions{Approved: true})
	for _, use := range []func() (assist.Outcome, error){
		func() (assist.Outcome, error) { return assist.Apply(t.Context(), d.environment("first"), q) },
		func() (assist.Outcome, error) { return assist.DryRun(t.Context(), d.environment("first"), q) },
	} {
		out, err := use()
		if class(err) != problem.Unanswered || out.Committed != "" {
			t.Errorf("got %+v, %v", out, err)
		}
		if question, _ := find[event.Clarify](d); question.Question != "Which one?" {
			t.Errorf("got %+v", question)
		}
	}
}

func TestAnEditedPlanIsRefusedUnlessThatIsMeant(t *testing.T) {
	d := newFixture(t)
	if _, err := assist.DryRun(t.Context(), d.environment("a"), d.input(twoTasks, assist.ApplyOptions{})); err != nil {
		t.Fatal(err)
	}
	edited := strings.ReplaceAll(streamOf(t, append([]event.Body{event.Start{}}, append(d.heard.Bodies, event.Done{})...)...), "Buy milk", "Buy oats")
	for _, use := range []func(context.Context, assist.Environment, assist.ApplyRequest) (assist.Outcome, error){assist.DryRun, assist.Apply} {
		_, err := use(t.Context(), d.environment("a"), d.input(edited, assist.ApplyOptions{Approved: true}))
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Class != problem.Rejected || refusal.Problem.Code != "plan_edited" || d.titles() != "" {
			t.Errorf("%q: %v", d.titles(), err)
		}
	}
	if got := d.refusals(); got != "plan_edited" { // a dry run leaves no trace
		t.Errorf("the trail has refusals for %q", got)
	}
	out, err := assist.Apply(t.Context(), d.environment("a"), d.input(edited, assist.ApplyOptions{Approved: true, Edited: true}))
	if err != nil || out.Counts.Created != 2 || d.titles() != "Buy oats, Call the dentist" {
		t.Errorf("%q: %+v, %v", d.titles(), out, err)
	}
}

func TestInvalidLinesAreReportedAndTheOthersApplied(t *testing.T) {
	d := newFixture(t)
	q := d.input(twoTasks+"\n{\n", assist.ApplyOptions{Approved: true})
	if _, err := assist.Apply(t.Context(), d.environment("a"), q); err != nil {
		t.Fatal(err)
	}
	if e, is := d.heard.Bodies[0].(event.Error); !is || e.Line != 3 {
		t.Errorf("got %+v", d.heard.Bodies[0])
	}
	if got := d.titles(); got != "Buy milk, Call the dentist" {
		t.Errorf("got %s", got)
	}
}

func TestATranscriptMustContainAQuestion(t *testing.T) {
	read := func(text string) (assist.Conversation, string, error) {
		return assist.ReadTranscript(t.Context(), strings.NewReader(text), "before.ndjson", calendar.Clock{})
	}
	c, id, err := read(asked)
	if err != nil || id != "first" || len(c.Turns) != 2 || c.Turns[0].Text != "complete it" || c.Question == nil {
		t.Errorf("got %+v, %q, %v", c, id, err)
	}
	var refusal *problem.Refusal
	if _, _, err := read(twoTasks); !errors.As(err, &refusal) || refusal.Problem.Code != "no_question" ||
		refusal.Path != "before.ndjson" {
		t.Errorf("got %v", err)
	}
}

func TestAnEngineFailureReportsThatNothingWasChanged(t *testing.T) {
	e := assist.ErrorEvent(problem.Refuse(problem.Unavailable, "timeout", "the server did not answer", "try again"))
	if e.Message != "the server did not answer; nothing was changed" || e.Hint != "try again" {
		t.Errorf("got %+v", e)
	}
	if e := assist.ErrorEvent(errors.New("disk full")); e.Code != "failed" || e.Message != "disk full" {
		t.Errorf("got %+v", e)
	}
}

func TestAnIdempotencyKeyIsPrintableAndShort(t *testing.T) {
	for key, fits := range map[string]bool{"": true, "a-1": true, "a b": false, "é": false, strings.Repeat("x", 201): false} {
		if err := assist.CheckKey(key); (err == nil) != fits {
			t.Errorf("%.10q: %v", key, err)
		}
	}
}

func TestAnUnknownPreferenceIsRefused(t *testing.T) {
	d := newFixture(t)
	_, err := assist.Prefer(t.Context(), d.environment("p"), assist.PreferRequest{Name: "langauge", Value: "fr"})
	if class(err) != problem.Usage || !strings.Contains(err.(*problem.Refusal).Problem.Hint, "language") {
		t.Errorf("got %v", err)
	}
}
