package planner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/problem"
)

// fake is a tool with a fixed result.
type fake struct {
	name    string
	takes   []planner.Param
	gives   []planner.Output
	mutates bool
	answer  func(ctx context.Context, args ijson.Value) planner.Envelope
	calls   *atomic.Int32
}

func (f fake) Name() string              { return f.name }
func (f fake) Help() string              { return "help" }
func (f fake) Params() []planner.Param   { return f.takes }
func (f fake) Outputs() []planner.Output { return f.gives }
func (f fake) Mutates() bool             { return f.mutates }
func (f fake) Call(ctx context.Context, args ijson.Value) planner.Envelope {
	f.calls.Add(1)
	if f.mutates {
		panic("a tool that changes something was called")
	}
	return f.answer(ctx, args)
}
func (f fake) Operations(args ijson.Value) ([]op.Op, *problem.Problem) {
	id, _ := args.Get("id")
	n, ok := id.Int()
	if !ok {
		return nil, &problem.Problem{Code: "invalid_id", Field: "id", Message: "no id"}
	}
	return []op.Op{{Kind: "task", Verb: "delete", ID: op.Target{ID: n}}}, nil
}

type box map[string]fake

func (b box) Find(name string) (planner.Tool, bool) { t, ok := b[name]; return t, ok }

// plans returns one plan after the other, and records the reasons.
type plans struct {
	texts    []string
	setbacks []planner.Setback
}

func (p *plans) Plan(_ context.Context, after *planner.Setback) (planner.Plan, error) {
	if after != nil {
		p.setbacks = append(p.setbacks, *after)
	}
	if len(p.texts) == 0 {
		return planner.Plan{}, nil
	}
	plan, fault := planner.Read(value(p.texts[0]))
	if fault != nil {
		return plan, fmt.Errorf("read the plan: %s", fault.Message)
	}
	p.texts = p.texts[1:]
	return plan, nil
}

func value(text string) ijson.Value {
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		panic(text + ": " + p.Message)
	}
	return v
}

func says(data string, total int) func(context.Context, ijson.Value) planner.Envelope {
	return func(context.Context, ijson.Value) planner.Envelope {
		return planner.Envelope{Data: value(data), Total: total}
	}
}

func fails(code string, passing bool) func(context.Context, ijson.Value) planner.Envelope {
	return func(context.Context, ijson.Value) planner.Envelope {
		return planner.Envelope{Error: &planner.Failure{Problem: problem.Problem{Code: code, Message: code}, Passing: passing}}
	}
}

// tools returns the tools that most tests need.
func tools() box {
	b := box{}
	for _, f := range []fake{
		{name: "projectByName", takes: []planner.Param{{Name: "name", Required: true}},
			gives:  []planner.Output{{From: "project", To: "entities.project"}, {From: "project.id", To: "ids.projectId"}},
			answer: says(`{"project":{"id":7,"name":"Data"}}`, 1)},
		{name: "tasksByProject", takes: []planner.Param{{Name: "projectId", Aliases: []string{"project"}, Required: true}},
			gives: []planner.Output{{From: "tasks", To: "lists.tasks"}}, answer: says(`{"tasks":[{"title":"A"},{"title":"B"}]}`, 2)},
		{name: "overdue", gives: []planner.Output{{From: "tasks", To: "lists.overdue"}}, answer: says(`{"tasks":[]}`, 0)},
		{name: "notes", takes: []planner.Param{{Name: "where"}},
			gives: []planner.Output{{From: "notes", To: "lists.notes"}}, answer: says(`{"notes":[{"title":"N"}]}`, 1)},
		{name: "anything", gives: []planner.Output{{From: "teams", To: "lists.teams"}, {From: "people", To: "lists.people"}}, answer: says(`{"people":[{"projectId":7}]}`, 1)},
		{name: "down", answer: fails("unavailable", true)},
		{name: "broken", answer: fails("broken", false)},
		{name: "deleteTask", mutates: true, takes: []planner.Param{{Name: "id", Required: true}}},
	} {
		f.calls = new(atomic.Int32)
		b[f.name] = f
	}
	return b
}

func run(t testing.TB, b box, p *plans, params ...ijson.Member) planner.Outcome {
	t.Helper()
	r := planner.Run{Tools: b, Planner: p, Now: func() time.Time { return time.Unix(0, 0) },
		Wait: func(context.Context, time.Duration) error { return nil }}
	out, err := r.Answer(context.Background(), planner.NewMemory(ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "params", Value: ijson.Value{Kind: ijson.Object, Members: params}}}}))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func path(out planner.Outcome) string {
	var words []string
	for _, s := range out.Steps {
		word := s.Tool + string(ijson.AppendValue(nil, s.Args))
		if s.Envelope.Error != nil {
			word += "!" + s.Envelope.Error.Problem.Code
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestAStepUsesTheResultsOfEarlierSteps(t *testing.T) {
	for _, plan := range []string{
		`{"steps":[{"tool":"projectByName","args":{"name":"data"}},{"tool":"tasksByProject","args":{"projectId":{"var":"ids.projectId"}}}],"stopWhen":{"have":["lists.tasks"]}}`,
		`{"steps":[{"tool":"projectByName","args":{"name":"data"}},{"tool":"tasksByProject","args":{}}],"stopWhen":{"have":["tasks[]"]}}`,
		`{"steps":[{"tool":"anything","args":{},"saveAs":"them"},{"tool":"tasksByProject","args":{"projectId":{"var":"lists.them.0.projectId"}}}]}`,
		`{"steps":[{"tool":"projectByName","args":{"name":"data"},"saveAs":"found","expect":{"ids.projectId":"project.id"}},{"tool":"tasksByProject","args":{"projectId":{"var":"entities.found.id"}}}]}`,
	} {
		out := run(t, tools(), &plans{texts: []string{plan}})
		if got := path(out); !strings.HasSuffix(got, `} tasksByProject{"projectId":7}`) {
			t.Errorf("%s\ntakes %s", plan, got)
		}
		if out.Replanned != "" || out.Stopped != planner.Enough && out.Stopped != planner.Done {
			t.Errorf("%s\nstops by %s, another plan by %q", plan, out.Stopped, out.Replanned)
		}
	}
}

func TestVariablesAreBoundAtAnyDepth(t *testing.T) {
	out := run(t, tools(), &plans{texts: []string{
		`{"steps":[{"tool":"notes","args":{"where":{"and":[{"projectId":{"eq":{"var":"params.p"}}},{"tag":{"in":[{"var":"params.tags.1"},"x"]}}]}}}]}`}},
		ijson.Member{Name: "p", Value: value("0")}, ijson.Member{Name: "tags", Value: value(`["a","b"]`)})
	if got, want := path(out), `notes{"where":{"and":[{"projectId":{"eq":0}},{"tag":{"in":["b","x"]}}]}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAStarMeansEveryItemOfAList(t *testing.T) {
	b := tools()
	b["sessions"] = fake{name: "sessions", calls: new(atomic.Int32), gives: []planner.Output{{From: "sessions", To: "lists.sessions"}},
		answer: says(`{"sessions":[{"projectId":3},{"projectId":null},{"title":"x"},{"projectId":7},{"projectId":3}]}`, 5)}
	out := run(t, b, &plans{texts: []string{`{"steps":[{"tool":"sessions"},{"tool":"notes","args":{"where":{"projectId":{"in":{"var":"lists.sessions.*.projectId"}}}}}]}`}})
	if got, want := path(out), `sessions{} notes{"where":{"projectId":{"in":[3,7]}}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A condition without its value would match everything, so the step does not run,
// wherever in its arguments the variable is.
func TestAnUnboundVariableIsAMissingArgument(t *testing.T) {
	b := tools()
	p := &plans{texts: []string{`{"steps":[{"tool":"notes","args":{"where":{"projectId":{"var":"lists.none.*.projectId"}}}}]}`}}
	out := run(t, b, p)
	if len(p.setbacks) != 1 || p.setbacks[0].Reason != planner.MissingArgument || b["notes"].calls.Load() != 0 {
		t.Errorf("told %v: %s", p.setbacks, path(out))
	}
}

func TestAStepThatNeedsAFailedOneIsSkipped(t *testing.T) {
	b := tools()
	gone := b["projectByName"]
	gone.answer = fails("not_found", false)
	b["projectByName"] = gone
	out := run(t, b, &plans{texts: []string{`{"steps":[{"tool":"projectByName","args":{"name":"x"}},{"tool":"tasksByProject","args":{"projectId":{"var":"ids.projectId"}}},{"tool":"overdue","args":{}}]}`}})
	if got := path(out); got != `projectByName{"name":"x"}!not_found overdue{}` || out.Left != 1 || out.Replanned != "" {
		t.Errorf("%d left, another plan by %q: %s", out.Left, out.Replanned, got)
	}
}

func TestThePlanIsDoneWhenEverythingWasFound(t *testing.T) {
	b := tools()
	out := run(t, b, &plans{texts: []string{`{"steps":[{"tool":"notes","args":{}},{"tool":"overdue","args":{}}],"stopWhen":{"have":["lists.notes"]}}`}})
	if out.Stopped != planner.Enough || out.Left != 1 || b["overdue"].calls.Load() != 0 {
		t.Errorf("stopped by %s with %d left: %s", out.Stopped, out.Left, path(out))
	}
	out = run(t, b, &plans{texts: []string{`{"steps":[{"tool":"overdue","args":{}},{"tool":"notes","args":{}}],"stopWhen":{"have":["lists.overdue"]}}`}})
	if out.Stopped != planner.Done {
		t.Errorf("an empty list is enough: %s", path(out))
	}
}

func TestTheSecondPlanIsToldWhyTheFirstFailed(t *testing.T) {
	for why, first := range map[planner.Reason]string{
		planner.MissingArgument:  `{"steps":[{"tool":"notes","args":{}},{"tool":"tasksByProject","args":{"projectId":{"var":"ids.nope"}}}]}`,
		planner.EmptyAnswer:      `{"steps":[{"tool":"notes","args":{}},{"tool":"overdue","args":{}}]}`,
		planner.FailedStep:       `{"steps":[{"tool":"notes","args":{}},{"tool":"broken","args":{}}]}`,
		planner.UnknownTool:      `{"steps":[{"tool":"notes","args":{}},{"tool":"nope","args":{}}]}`,
		planner.UnmetExpectation: `{"steps":[{"tool":"notes","args":{}},{"tool":"projectByName","args":{"name":"x"},"expect":{"ids.x":"project.nope"}}]}`,
	} {
		p := &plans{texts: []string{first, first, first}}
		out := run(t, tools(), p)
		if out.Replanned != why || len(p.setbacks) != 1 || p.setbacks[0].Reason != why || p.setbacks[0].Steps != 3 {
			t.Errorf("%s: another plan by %q, told %v", why, out.Replanned, p.setbacks)
			continue
		}
		if notes, _ := p.setbacks[0].Memory.Get("lists"); len(notes.Members) == 0 {
			t.Errorf("%s: what was found is not told", why)
		}
		if len(out.Steps) != 4 {
			t.Errorf("%s: %s", why, path(out))
		}
	}
}

func TestWithoutASecondPlanTheRestIsRun(t *testing.T) {
	out := run(t, tools(), &plans{texts: []string{`{"steps":[{"tool":"overdue","args":{}},{"tool":"projectByName","args":{"name":"x"},"expect":{"ids.z":"z"}},{"tool":"notes","args":{}}]}`}})
	if len(out.Steps) != 3 || out.Stopped != planner.Done {
		t.Errorf("stopped by %s: %s", out.Stopped, path(out))
	}
}

func TestOnlyTransientFailuresAreRetried(t *testing.T) {
	b := tools()
	var waits []time.Duration
	r := planner.Run{Tools: b, Planner: &plans{texts: []string{`{"steps":[{"tool":"down","args":{}},{"tool":"broken","args":{}}]}`}},
		Now: func() time.Time { return time.Unix(0, 0) },
		Wait: func(_ context.Context, d time.Duration) error {
			waits = append(waits, d)
			return nil
		}}
	out, err := r.Answer(context.Background(), planner.Memory{})
	if err != nil {
		t.Fatal(err)
	}
	if b["down"].calls.Load() != 3 || b["broken"].calls.Load() != 1 || len(waits) != 2 || waits[0] >= waits[1] {
		t.Errorf("%d and %d calls, waited %v: %s", b["down"].calls.Load(), b["broken"].calls.Load(), waits, path(out))
	}
}

func TestAResultIsReused(t *testing.T) {
	b := tools()
	out := run(t, b, &plans{texts: []string{
		`{"steps":[{"tool":"notes","args":{}},{"tool":"notes","args":{}},{"tool":"overdue","args":{}}]}`,
		`{"steps":[{"tool":"notes","args":{}}]}`}})
	if n := b["notes"].calls.Load(); n != 1 || len(out.Steps) != 4 || !out.Steps[3].Cached || out.Steps[3].Envelope.Total != 1 {
		t.Errorf("%d calls: %s", n, path(out))
	}
}

func TestEqualStepsRunOnceWhateverTheOrderOfArguments(t *testing.T) {
	b := tools()
	run(t, b, &plans{texts: []string{
		`{"steps":[{"tool":"notes","args":{"where":{"a":[{"x":1,"y":2}],"b":2}}},{"tool":"notes","args":{"where":{"b":2,"a":[{"y":2,"x":1}]}}},{"tool":"notes","args":{"where":{"b":2,"a":[{"y":1,"x":2}]}}}]}`}})
	if n := b["notes"].calls.Load(); n != 2 {
		t.Errorf("%d calls", n)
	}
}

func TestAFailedStepIsNotRepeated(t *testing.T) {
	b := tools()
	out := run(t, b, &plans{texts: []string{`{"steps":[{"tool":"broken"},{"tool":"broken"}]}`, `{"steps":[{"tool":"broken"}]}`}})
	if n := b["broken"].calls.Load(); n != 1 || path(out) != "broken{}!broken broken{}!broken broken{}!broken" {
		t.Errorf("%d calls: %s", n, path(out))
	}
	// A transient failure is repeated.
	run(t, b, &plans{texts: []string{`{"steps":[{"tool":"down"}]}`, `{"steps":[{"tool":"down"}]}`}})
	if n := b["down"].calls.Load(); n != 6 {
		t.Errorf("%d calls", n)
	}
}

func TestAnArgumentMayHaveAnotherName(t *testing.T) {
	for plan, want := range map[string]string{
		`[{"tool":"tasksByProject","args":{"project":7}}]`:                                                                       `tasksByProject{"projectId":7}`,
		`[{"tool":"projectByName","args":{"name":"data"}},{"tool":"tasksByProject","args":{"project":{"var":"ids.projectId"}}}]`: `projectByName{"name":"data"} tasksByProject{"projectId":7}`,
		`[{"tool":"tasksByProject","args":{"project":7,"projectId":8}}]`:                                                         `tasksByProject{"project":7,"projectId":8}`,
	} {
		p := &plans{texts: []string{plan}}
		if out := run(t, tools(), p); path(out) != want || len(p.setbacks) > 0 {
			t.Errorf("%s: %s, %+v", plan, path(out), p.setbacks)
		}
	}
}

func TestAPlanMayBeAnArrayOfSteps(t *testing.T) {
	b := tools()
	out := run(t, b, &plans{texts: []string{`[{"tool":"projectByName","args":"{\"name\":\"data\"}"},{"tool":"overdue","args":null}]`}})
	if path(out) != `projectByName{"name":"data"} overdue{}` {
		t.Error(path(out))
	}
	for _, text := range []string{`{"steps":[{"tool":"notes","args":"all"}]}`, `{"steps":[{"tool":"notes","args":"[1]"}]}`, `{"steps":[{}]}`, `{"steps":{}}`, `"notes"`} {
		if plan, fault := planner.Read(value(text)); fault == nil {
			t.Errorf("%s is read as %+v", text, plan)
		}
	}
}

// Three independent steps have all begun before the first one ends.
func TestIndependentStepsRunConcurrently(t *testing.T) {
	b := box{}
	var all sync.WaitGroup
	all.Add(3)
	for i := range 3 {
		name := fmt.Sprint("t", i)
		b[name] = fake{name: name, calls: new(atomic.Int32), answer: func(context.Context, ijson.Value) planner.Envelope {
			all.Done()
			all.Wait()
			return planner.Envelope{Total: 1}
		}}
	}
	out := run(t, b, &plans{texts: []string{`{"steps":[{"tool":"t0"},{"tool":"t1"},{"tool":"t2"}]}`}})
	if path(out) != "t0{} t1{} t2{}" {
		t.Error(path(out))
	}
}

func TestAMutatingStepBecomesAnOperation(t *testing.T) {
	b := tools()
	out := run(t, b, &plans{texts: []string{`{"steps":[{"tool":"notes","args":{}},{"tool":"deleteTask","args":{"id":3}},{"tool":"deleteTask","args":{"id":4}},{"tool":"overdue","args":{}}]}`}})
	if out.Stopped != planner.NeedsApproval || len(out.Proposed) != 2 || out.Proposed[1].ID.ID != 4 || out.Left != 1 || b["deleteTask"].calls.Load() != 0 {
		t.Errorf("stopped by %s, %d proposed, %d left: %s", out.Stopped, len(out.Proposed), out.Left, path(out))
	}
}

func TestATimeLimitIsObserved(t *testing.T) {
	b := box{"slow": {name: "slow", calls: new(atomic.Int32), answer: func(ctx context.Context, _ ijson.Value) planner.Envelope {
		<-ctx.Done()
		return planner.Envelope{Error: &planner.Failure{Problem: problem.Problem{Code: "timeout", Message: "timeout"}}}
	}}}
	r := planner.Run{Tools: b, Planner: &plans{texts: []string{`{"steps":[{"tool":"slow"}]}`}}, Now: time.Now, Limit: time.Millisecond}
	out, err := r.Answer(context.Background(), planner.Memory{})
	if err != nil || len(out.Steps) != 1 || out.Steps[0].Envelope.Error == nil {
		t.Errorf("%v: %s", err, path(out))
	}
}

func TestFreeTextIsNotShown(t *testing.T) {
	out := run(t, tools(), &plans{texts: []string{`{"steps":[{"tool":"projectByName","args":{"name":"my secret","other":{"a":["xy"]}}},{"tool":"tasksByProject","args":{"projectId":3}}]}`}})
	got := string(ijson.AppendValue(ijson.AppendValue(nil, out.Steps[0].Redacted), out.Steps[1].Redacted))
	if want := `{"name":"‹9 characters›","other":{"a":["‹2 characters›"]}}{"projectId":3}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Whatever the plans contain, at most five steps and one second plan run, no mutating
// tool is called, and each step is reported.
func TestNoPlanGoesBeyondTheLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := tools()
		names := []string{"nope"}
		for name := range b {
			names = append(names, name)
		}
		slices.Sort(names)
		step := rapid.Custom(func(t *rapid.T) string {
			args := rapid.SampledFrom([]string{`{}`, `{"name":"x"}`, `{"projectId":{"var":"ids.projectId"}}`, `{"id":1}`, `{"where":{"a":{"var":"lists.tasks.0.title"}}}`}).Draw(t, "args")
			saveAs := rapid.SampledFrom([]string{"", "x", "lists.x", "nowhere.x", "ids.", "lists.*", "errors"}).Draw(t, "saveAs")
			return fmt.Sprintf(`{"tool":%q,"args":%s,"saveAs":%q}`, rapid.SampledFrom(names).Draw(t, "tool"), args, saveAs)
		})
		plan := rapid.Custom(func(t *rapid.T) string {
			have := rapid.SliceOfN(rapid.SampledFrom([]string{`"lists.*"`, `"lists.x"`, `"ids.projectId"`, `"errors.*"`, `""`, `"*"`}), 0, 2).Draw(t, "have")
			return `{"steps":[` + strings.Join(rapid.SliceOfN(step, 0, 9).Draw(t, "steps"), ",") + `],"stopWhen":{"have":[` + strings.Join(have, ",") + `]}}`
		})
		p := &plans{texts: rapid.SliceOfN(plan, 1, 3).Draw(t, "plans")}
		told := 0
		r := planner.Run{Tools: b, Planner: p, Now: func() time.Time { return time.Unix(0, 0) },
			Wait: func(context.Context, time.Duration) error { return nil },
			Each: func(planner.StepResult) error { told++; return nil }}
		out, err := r.Answer(context.Background(), planner.Memory{})
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Steps) > planner.MaxSteps || len(p.setbacks) > 1 || told != len(out.Steps) || out.Stopped == "" {
			t.Fatalf("%d steps, %d told, %d other plans, stopped by %q: %s", len(out.Steps), told, len(p.setbacks), out.Stopped, path(out))
		}
	})
}

func BenchmarkStep(b *testing.B) {
	box := tools()
	text := `{"steps":[{"tool":"projectByName","args":{"name":"data"}},{"tool":"tasksByProject","args":{"projectId":{"var":"ids.projectId"}}},{"tool":"notes","args":{"where":{"and":[{"projectId":{"var":"ids.projectId"}}]}}},{"tool":"overdue"},{"tool":"notes","args":{"where":1}}]}`
	steps := 0
	b.ReportAllocs()
	for b.Loop() {
		steps += len(run(b, box, &plans{texts: []string{text}}).Steps)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
}
