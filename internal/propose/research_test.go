package propose_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assister/internal/brief"
	"assister/internal/diag"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// lookup is a tool that has its answer ready.
type lookup struct {
	name    string
	takes   []planner.Param
	gives   []planner.Artifact
	data    string
	total   int
	mutates bool
}

func (l lookup) Name() string              { return l.name }
func (l lookup) Help() string              { return "find " + l.name }
func (l lookup) Takes() []planner.Param    { return l.takes }
func (l lookup) Gives() []planner.Artifact { return l.gives }
func (l lookup) Mutates() bool             { return l.mutates }
func (l lookup) Call(context.Context, ijson.Value) planner.Envelope {
	if l.data == "" {
		return planner.Envelope{Error: &planner.Failure{Problem: diag.Problem{Code: "not_found", Message: "there is no project “dat”", Hint: "closest: Data"}}}
	}
	v, _ := ijson.Parse([]byte(l.data))
	return planner.Envelope{Data: v, Total: l.total}
}
func (l lookup) Operations(ijson.Value) ([]op.Op, *diag.Problem) {
	return []op.Op{{Kind: "task", Verb: schema.Delete, ID: op.Target{ID: 1}}}, nil
}

type lookups []lookup

func (s lookups) Reading([]*schema.Kind) (all []planner.Tool) {
	for _, l := range s {
		all = append(all, l)
	}
	return all
}

func (s lookups) Find(name string) (planner.Tool, bool) {
	for _, l := range s {
		if l.name == name {
			return l, true
		}
	}
	return nil, false
}

var library = lookups{
	{name: "projectByName", takes: []planner.Param{{Name: "name", Required: true}},
		gives: []planner.Artifact{{From: "project", To: "entities.project"}, {From: "project.id", To: "ids.projectId"}}, data: `{"project":{"id":7,"name":"Data"}}`, total: 1},
	{name: "tasksByProject", takes: []planner.Param{{Name: "projectId", Required: true}}, gives: []planner.Artifact{{From: "tasks", To: "lists.tasks"}},
		data: `{"tasks":[{"id":31,"title":"Rebuild the index","deadline":"2026-11-27","projectId":7},{"id":32,"title":"Ask Ann","deadline":null}]}`, total: 2},
	{name: "nothing", gives: []planner.Artifact{{From: "notes", To: "lists.notes"}}, data: `{"notes":[]}`},
	{name: "search", gives: []planner.Artifact{{From: "results", To: "lists.searchResults"}},
		data: `{"results":[{"id":1,"kind":"note","title":"Low","score":0.2},{"id":2,"kind":"link","title":"High","url":"https://x.example","score":0.9},{"id":1,"kind":"note","title":"Low","score":0.2}]}`, total: 3},
	{name: "lost"},
	{name: "deleteTask", mutates: true},
}

const twoSteps = `{"steps":[{"tool":"projectByName","args":{"name":"data"}},{"tool":"tasksByProject","args":{"projectId":{"var":"ids.projectId"}}}],"stopWhen":{"have":["lists.tasks"]}}`

func research(t *testing.T, question string, replies ...any) (f propose.Finding, s *script, err error) {
	t.Helper()
	s = &script{able: withSchema, replies: replies}
	in(t, func(snapshot workspace.Reader) error {
		f, err = model(s).Research(context.Background(), words(question), brief.Brief{Clock: saturday, Records: snapshot},
			propose.Desk{Tools: library, Now: func() time.Time { return saturday.Instant }, Wait: func(context.Context, time.Duration) error { return nil }})
		return nil
	})
	return f, s, err
}

const fromFindings = "2 tasks:\n- Rebuild the index · 2026-11-27\n- Ask Ann"

func TestAModelsAnswerIsTakenWhenTheFindingsBearItOut(t *testing.T) {
	for _, said := range []string{
		"Project Data has 2 open tasks:\n- Rebuild the index, due on 2026-11-27\n- Ask Ann",
		"There are two tasks in Data: Rebuild the index (Friday) and Ask Ann.",
	} {
		f, s, err := research(t, "what is open in project data?", twoSteps, said)
		if err != nil || f.Own || f.Total != 2 || f.Steps != 2 || f.Stopped != planner.Enough || s.purposes() != "plan answer" {
			t.Errorf("%v: %+v, asked for %s", err, f, s.purposes())
		}
	}
}

func TestWhatTheFindingsDoNotBearOutIsNotSaid(t *testing.T) {
	for why, said := range map[string]any{
		"an item is left out":        "There are 2 tasks, among them Ask Ann.",
		"an item nobody has found":   "2 tasks: Rebuild the index, Ask Ann, and \"Call the bank\".",
		"a name nobody has said":     "2 tasks: Rebuild the index, and Ask Ann or Bob.",
		"another number":             "3 tasks: Rebuild the index, Ask Ann.",
		"another number in words":    "There are three tasks: Rebuild the index, Ask Ann.",
		"an id":                      "2 tasks: Rebuild the index (31), Ask Ann (32).",
		"a deed":                     "I have completed 2 tasks: Rebuild the index, Ask Ann.",
		"nothing":                    "",
		"a model that has gone away": errors.New("gone"),
	} {
		f, _, err := research(t, "what is open in project data?", twoSteps, said)
		if err != nil || !f.Own || f.Text != fromFindings {
			t.Errorf("%s: %v: %q", why, err, f.Text)
		}
	}
}

func TestNothingFoundIsSaidWithoutAModel(t *testing.T) {
	f, s, err := research(t, "what notes are there?", `{"steps":[{"tool":"nothing","args":{}}]}`, `{"steps":[]}`)
	if err != nil || f.Text != "Nothing was found." || f.Replanned != "" || f.Stopped != planner.Done || s.purposes() != "plan plan" {
		t.Errorf("%v: %+v, asked for %s", err, f, s.purposes())
	}
	again := s.asked[1].Messages[1].Text
	if !strings.Contains(again, "nothing found nothing") || !strings.Contains(again, "An earlier plan") {
		t.Errorf("the other plan is asked for by\n%s", again)
	}
	f, _, err = research(t, "what is open?", `{"steps":[{"tool":"nope","args":{}}]}`, `{"steps":[]}`)
	if err != nil || f.Text != "There is no tool “nope”." {
		t.Errorf("%v: %q", err, f.Text)
	}
	f, _, err = research(t, "what is open in dat?", `{"steps":[{"tool":"lost","args":{}}]}`, "no plan")
	if err != nil || f.Text != "There is no project “dat”; closest: Data." {
		t.Errorf("%v: %q", err, f.Text)
	}
}

func TestAPlanThatCannotBeReadIsRefused(t *testing.T) {
	_, _, err := research(t, "what is open?", "I do not plan.")
	var refusal *diag.Refusal
	if !errors.As(err, &refusal) || refusal.Class != diag.Unavailable || !strings.Contains(refusal.Problem.Message, "nothing was changed") {
		t.Errorf("got %v", err)
	}
}

func TestACitationStandsOnceAndTheBestFirst(t *testing.T) {
	f, _, err := research(t, "what mentions x?", `{"steps":[{"tool":"search","args":{}}]}`, "3 results: High, Low.")
	if err != nil || len(f.Citations) != 2 || f.Citations[0].ID != "link:2" || f.Citations[1].ID != "note:1" {
		t.Errorf("%v: %+v", err, f.Citations)
	}
}

func TestAChangeInAPlanWaitsForApproval(t *testing.T) {
	f, _, err := research(t, "delete it", `{"steps":[{"tool":"tasksByProject","args":{"projectId":7}},{"tool":"deleteTask","args":{}}]}`, "2 tasks: Rebuild the index, Ask Ann")
	if err != nil || len(f.Proposed) != 1 || f.Stopped != planner.Halted {
		t.Errorf("%v: %+v", err, f)
	}
}

func TestThePromptsOfAQuestionReadAsTheyAreMeantTo(t *testing.T) {
	_, s, err := research(t, "what is open in project data?", `{"steps":[{"tool":"tasksByProject","args":{"projectId":{"var":"ids.projectId"}}}]}`, twoSteps, "x")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "plan.golden", written(s.asked[0]))
	golden(t, "plan_again.golden", written(s.asked[1]))
	golden(t, "answer.golden", written(s.asked[2]))
}
