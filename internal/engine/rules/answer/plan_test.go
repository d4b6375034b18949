package answer

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/tool"
)

// counted is a library that records the kinds that are asked for.
type counted struct {
	library
	asked []string
}

func (c *counted) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	c.asked = append(c.asked, q.Kind.Name)
	return c.library.Query(q, today)
}

var garage = library{
	of("project", 1, "Data"), of("project", 2, "Garden"), of("project", 3, "garden"),
	of("task", 1, "Rebuild the index", "projectId", record.ID(1), "scheduledFor", dayFrom(-1)),
	of("task", 2, "Ask Ann", "projectId", record.ID(1)), of("task", 3, "Mow", "projectId", record.ID(2)),
	of("task", 4, "Rake", "projectId", record.ID(3)), of("note", 1, "Cache index", "projectId", record.ID(1)),
	of("team", 1, "Kitchen"), of("person", 1, "Ann", "teamId", record.ID(1)),
}

// consulted answers a question and takes its steps.
func consulted(t *testing.T, s *counted, text string) (propose.Answer, planner.Outcome, []string) {
	t.Helper()
	q := inquiry(t, s.library, text)
	known := propose.CacheLibrary(s)
	var steps []string
	d := propose.PlanRunner{
		Tools: tool.NewToolbox(known, saturday()), Now: func() time.Time { return saturday().Instant },
		OnStep: func(x planner.StepResult) error {
			if x.Envelope.Error != nil {
				t.Errorf("%s: %s", text, x.Envelope.Error.Problem.Message)
			}
			steps = append(steps, string(ijson.AppendValue(nil, x.Args)))
			return nil
		},
	}
	answer, out, err := propose.AnswerBySteps(context.Background(), Answerer{}, q, known, d)
	if err != nil {
		t.Fatal(err)
	}
	return answer, out, steps
}

func TestACommonQuestionHasAPlan(t *testing.T) {
	for text, want := range map[string][]string{
		"what is overdue in project data?": {
			`{"collection":"projects","where":{"name":{"in":["Data"]}},"select":["name","id"]}`,
			`{"collection":"tasks","where":{"completed":false,"projectId":{"in":[1]},"status":{"ne":"skipped"},` +
				`"or":[{"overdue":true},{"deadline_range":{"to":"2026-11-20"}}]}}`},
		"how many open tasks in project garden?": {
			`{"collection":"projects","where":{"name":{"in":["Garden"]}},"select":["name","id"]}`,
			`{"collection":"tasks","where":{"completed":false,"projectId":{"in":[2,3]},"status":{"ne":"skipped"}},"count":true}`},
		"what's on tomorrow?": {
			`{"collection":"tasks","where":{"completed":false,"status":{"ne":"skipped"},"or":[` +
				`{"scheduled_range":{"from":"2026-11-22","to":"2026-11-22"}},` +
				`{"deadline_range":{"from":"2026-11-22","to":"2026-11-22"},"scheduledFor":{"eq":null}}]}}`,
			`{"collection":"events","where":{"scheduled_range":{"from":"2026-11-22","to":"2026-11-22"}}}`},
		"who is in team kitchen?": {
			`{"collection":"teams","where":{"name":{"in":["Kitchen"]}},"select":["name","id"]}`,
			`{"collection":"people","where":{"teamId":{"in":[1]}}}`},
		"how are you feeling": nil,
	} {
		_, out, steps := consulted(t, &counted{library: garage}, text)
		if !strings.EqualFold(strings.Join(steps, "\n"), strings.Join(want, "\n")) {
			t.Errorf("%s:\n%s", text, strings.Join(steps, "\n"))
		}
		if out.Stopped != planner.Done && out.Stopped != planner.NoPlan || out.Replanned != "" {
			t.Errorf("%s: stopped by %s, another plan by %q", text, out.Stopped, out.Replanned)
		}
	}
}

func TestTwoQuestionsInOneTextAreOnePlan(t *testing.T) {
	answer, out, steps := consulted(t, &counted{library: garage}, "which notes mention the cache index, and what is still open there?")
	if out.Stopped != planner.Done || len(steps) == 0 || !strings.HasPrefix(steps[0], `{"collection":"notes"`) {
		t.Fatalf("stopped by %s\n%s", out.Stopped, strings.Join(steps, "\n"))
	}
	for _, title := range []string{"Cache index", "Rebuild the index", "Ask Ann"} {
		if !strings.Contains(answer.Text, title) {
			t.Errorf("%s is not in %q", title, answer.Text)
		}
	}
}

// What an answer has looked up is not looked up again for its steps. These say names as the
// records do.
func TestTheStepsUseTheResultsOfTheAnswer(t *testing.T) {
	for _, text := range []string{
		"what is overdue in project data?", "how many open tasks in project data?", "what's on tomorrow?",
		"am I free tomorrow?", "is there anything tomorrow?", "show me all projects", "who is in team Kitchen?",
	} {
		alone, withSteps := &counted{library: garage}, &counted{library: garage}
		known := propose.CacheLibrary(alone)
		answer, err := Answerer{}.Answer(context.Background(), inquiry(t, garage, text), known)
		if err != nil || len(answer.NotUnderstood) > 0 || len(answer.Steps) == 0 {
			t.Errorf("%s: %v, not understood, or without steps", text, err)
		}
		if consulted(t, withSteps, text); !slices.Equal(alone.asked, withSteps.asked) {
			t.Errorf("%s: asked for %v, and with the steps for %v", text, alone.asked, withSteps.asked)
		}
	}
}
