package rules_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/engine/rules"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/propose"

	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/tool"
)

var saturday = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// shop has a few records, and records the queries.
type shop struct {
	records []record.Record
	asked   []string // the kinds
}

func (s *shop) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	s.asked = append(s.asked, q.Kind.Name)
	return q.In(s.records, today), nil
}

func (s *shop) CompletedAt(string, []int64, time.Time, time.Time) (map[int64]time.Time, error) {
	return nil, nil
}

func newShop() *shop {
	of := func(kind string, id int64, label string, project int64) record.Record {
		k := schema.Lookup(kind)
		r := record.New(k, id)
		for i := range k.Fields {
			r.Values[i] = record.Default(&k.Fields[i])
		}
		r = r.With(k.Label, record.Text(label))
		if project > 0 {
			r = r.With("projectId", record.ID(project))
		}
		return r
	}
	yesterday := record.Date(saturday.Today().AddDays(-1))
	return &shop{records: []record.Record{
		of("project", 1, "Data", 0), of("project", 2, "Garden", 0), of("project", 3, "garden", 0),
		of("task", 1, "Rebuild the index", 1).With("scheduledFor", yesterday), of("task", 2, "Ask Ann", 1), of("task", 3, "Mow", 2).With("priority", record.Text("high")),
		of("task", 4, "Rake", 3), of("note", 1, "Cache index", 1), of("team", 1, "Kitchen", 0), of("person", 1, "Ann", 0).With("teamId", record.ID(1)),
		of("event", 1, "Review in Kitchen", 1).With("scheduledFor", record.Date(saturday.Today().AddDays(1))),
	}}
}

// consulted answers a question with the plan of the rules.
func consulted(t *testing.T, s *shop, text string) (propose.Answer, planner.Outcome, []string) {
	t.Helper()
	known := propose.CacheLibrary(s)
	var steps []string
	d := propose.PlanRunner{Tools: tool.NewToolbox(known, saturday), Now: func() time.Time { return saturday.Instant }, OnStep: func(x planner.StepResult) error {
		if x.Envelope.Error != nil {
			t.Errorf("%s: %s", text, x.Envelope.Error.Problem.Message)
		}
		steps = append(steps, string(ijson.AppendValue(nil, x.Args)))
		return nil
	}}
	answer, out, err := propose.AnswerByPlan(context.Background(), rules.Engine{}, propose.Inquiry{Text: text, Clock: saturday}, known, d)
	if err != nil {
		t.Fatal(err)
	}
	return answer, out, steps
}

func TestACommonQuestionHasAPlan(t *testing.T) {
	for text, want := range map[string][]string{
		"what is overdue in project data?": {
			`{"collection":"projects","where":{"name":{"in":["data"]}},"select":["name","id"]}`,
			`{"collection":"tasks","where":{"overdue":true,"completed":false,"projectId":{"in":[1]},"status":{"ne":"skipped"}}}`},
		"donne-moi les tâches du projet data": {
			`{"collection":"projects","where":{"name":{"in":["data"]}},"select":["name","id"]}`,
			`{"collection":"tasks","where":{"completed":false,"projectId":{"in":[1]},"status":{"ne":"skipped"}}}`},
		"how many open tasks in project garden?": {
			`{"collection":"projects","where":{"name":{"in":["garden"]}},"select":["name","id"]}`,
			`{"collection":"tasks","where":{"completed":false,"projectId":{"in":[2,3]},"status":{"ne":"skipped"}},"count":true}`},
		"what's on tomorrow?": {
			`{"collection":"tasks","where":{"scheduled_range":{"from":"2026-11-22","to":"2026-11-22"},"completed":false,"status":{"ne":"skipped"}}}`,
			`{"collection":"events","where":{"scheduled_range":{"from":"2026-11-22","to":"2026-11-22"}}}`},
		"what is open in project shed?": {`{"collection":"projects","where":{"name":{"in":["shed"]}},"select":["name","id"]}`},
		"who is in team kitchen?": {
			`{"collection":"teams","where":{"name":{"in":["kitchen"]}},"select":["name","id"]}`,
			`{"collection":"people","where":{"teamId":{"in":[1]}}}`},
		"how are you feeling": nil,
	} {
		_, out, steps := consulted(t, newShop(), text)
		if strings.Join(steps, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s", text, strings.Join(steps, "\n"))
		}
		if out.Stopped != planner.Done && out.Stopped != planner.NoPlan || out.Replanned != "" {
			t.Errorf("%s: stopped by %s, another plan by %q", text, out.Stopped, out.Replanned)
		}
	}
}

func TestTwoQuestionsInOneSentenceAreOnePlan(t *testing.T) {
	answer, out, steps := consulted(t, newShop(), "which notes mention the cache index, and what is still open there?")
	if len(steps) != 5 || out.Stopped != planner.Done {
		t.Fatalf("stopped by %s\n%s", out.Stopped, strings.Join(steps, "\n"))
	}
	if !strings.HasPrefix(steps[0], `{"collection":"notes"`) || !strings.HasSuffix(steps[0], `"select":["title","projectId"]}`) ||
		steps[3] != `{"collection":"tasks","where":{"completed":false,"projectId":{"in":[1]},"status":{"ne":"skipped"}}}` {
		t.Errorf("the steps are\n%s", strings.Join(steps, "\n"))
	}
	for _, title := range []string{"Cache index", "Rebuild the index", "Ask Ann", "Review in Kitchen"} {
		if !strings.Contains(answer.Text, title) {
			t.Errorf("%s is not in %q", title, answer.Text)
		}
	}
}

// The results of a plan are not looked up again. An answer only queries the names of the
// owners.
func TestAnAnswerUsesTheResultsOfThePlan(t *testing.T) {
	for _, text := range []string{"what is overdue in project data?", "how many open tasks in project data?", "what's on tomorrow?", "montre-moi les tâches de haute priorité",
		"am I free tomorrow?", "what is the most urgent?", "is there anything tomorrow?", "show me all projects", "how many tasks in project garden", "who is in team kitchen?", "which notes mention the cache index, and what is still open there?"} {
		s := newShop()
		answer, _, steps := consulted(t, s, text)
		if len(answer.NotUnderstood) > 0 {
			t.Errorf("%s: not understood", text)
		}
		if more := strings.NewReplacer("project", "", "note_session", "").Replace(strings.Join(s.asked[len(steps):], " ")); strings.TrimSpace(more) != "" {
			t.Errorf("%s: %d steps, and asked beside them for%s", text, len(steps), more)
		}
	}
}

func TestTheSecondPlanSearchesTitlesForAnUnknownProject(t *testing.T) {
	answer, out, steps := consulted(t, newShop(), "what is on in kitchen?")
	if out.Replanned != planner.EmptyAnswer || len(steps) != 3 || !strings.Contains(answer.Text, "Review in Kitchen") {
		t.Errorf("another plan by %q, %q\n%s", out.Replanned, answer.Text, strings.Join(steps, "\n"))
	}
}
