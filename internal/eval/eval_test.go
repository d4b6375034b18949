package eval_test

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/check"
	"assister/internal/eval"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/route"
	"assister/internal/sqlite"

	"assister/internal/workspace"
)

const records = `{"op":"project.create","name":"Garden"}
{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-21","tags":["shop","food"]}
{"op":"task.create","title":"Rake leaves","scheduledFor":"2026-11-21"}
{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-24","startTime":"15:00"}
`

func filled(t *testing.T) workspace.Store {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := eval.Fill(context.Background(), s, "records", strings.NewReader(records)); err != nil {
		t.Fatal(err)
	}
	return s
}

func cases(t *testing.T, lines string) []eval.Case {
	t.Helper()
	list, err := eval.Read("cases", strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// engine answers every case in the same way.
type engine struct {
	routing route.Routing
	propose func(event.Sink) error
	chat    func(event.Sink) error
}

func (e engine) Route(context.Context, eval.Case, workspace.Store) (route.Routing, error) {
	return e.routing, nil
}

func (e engine) Propose(_ context.Context, _ eval.Case, _ workspace.Store, sink event.Sink) error {
	return e.propose(sink)
}

func (e engine) Chat(_ context.Context, _ eval.Case, _ workspace.Store, sink event.Sink) error {
	return e.chat(sink)
}

func tried(t *testing.T, s workspace.Store, line string, e engine) eval.Result {
	t.Helper()
	var result eval.Result
	at := time.Unix(0, 0)
	now := func() time.Time { at = at.Add(time.Millisecond); return at }
	err := eval.Run(context.Background(), cases(t, line), e, func(eval.Case) (workspace.Store, error) { return s, nil }, now,
		func(r eval.Result) error { result = r; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// proposing returns an engine that proposes operations, one on each line.
func proposing(t *testing.T, lines string) engine {
	t.Helper()
	var ops event.Ops
	for _, c := range cases(t, `{"id":"x","skill":"propose","text":"x","expect":{"operations":[`+lines+`]}}`) {
		for _, o := range c.Expect.Operations {
			ops.Operations = append(ops.Operations, event.Entry{Finding: check.Finding{Op: o}})
		}
	}
	return engine{propose: func(sink event.Sink) error { return sink.Emit(ops) }}
}

func expecting(what string) string {
	return `{"id":"a","skill":"propose","text":"do it","expect":` + what + `}`
}

func TestProposalsAreComparedByTheirEffect(t *testing.T) {
	s := filled(t)
	moved := expecting(`{"operations":[{"op":"bulk_update","where":{"scheduled_range":{"from":"2026-11-21","to":"2026-11-21"}},"set":{"scheduledFor":"2026-11-23"}}]}`)
	for _, tt := range []struct {
		name, expect, ops string
		outcome           eval.Outcome
		fields            map[string]bool
	}{
		{"one by one instead of in bulk, in another order", moved,
			`{"op":"task.update","id":2,"scheduledFor":"2026-11-23"},{"kind":"task","action":"update","id":"1","date":"2026-11-23"}`,
			eval.Right, map[string]bool{"scheduledFor": true}},
		{"one of two", moved, `{"op":"task.update","id":2,"scheduledFor":"2026-11-23"}`,
			eval.Wrong, map[string]bool{"scheduledFor": false}},
		{"one too many", moved, `{"op":"bulk_update","where":{"scheduled_range":{"from":"2026-11-21","to":"2026-11-30"}},"set":{"scheduledFor":"2026-11-23"}}`,
			eval.Wrong, map[string]bool{"scheduledFor": false}},
		{"what was so already", moved, `{"op":"task.update","id":2,"scheduledFor":"2026-11-21"}`,
			eval.None, map[string]bool{"scheduledFor": false}},
		{"titles in another case, defaults that are said", expecting(`{"operations":[{"op":"task.create","title":"Call Ann"}]}`),
			`{"op":"task.create","title":"call  ann","priority":"medium","status":"pending"}`,
			eval.Right, map[string]bool{"title": true}},
		{"a field beside", expecting(`{"operations":[{"op":"task.create","title":"Call Ann","scheduledFor":"2026-11-22"}]}`),
			`{"op":"task.create","title":"Call Ann tomorrow","scheduledFor":"2026-11-22","priority":"high"}`,
			eval.Wrong, map[string]bool{"title": false, "scheduledFor": true, "priority": false}},
		{"new records in another order, one pointing to the other",
			expecting(`{"operations":[{"op":"project.create","name":"Attic","as":"p"},{"op":"project.create","name":"Cellar"},{"op":"task.create","title":"Sweep","projectId":{"ref":"p"}}]}`),
			`{"op":"project.create","name":"Cellar"},{"op":"project.create","name":"Attic","as":"x"},{"op":"task.create","title":"Sweep","projectId":{"ref":"x"}}`,
			eval.Right, map[string]bool{"name": true, "title": true, "projectId": true}},
		{"new records of one name in another order",
			expecting(`{"operations":[{"op":"task.create","title":"Swim","scheduledFor":"2026-11-23"},{"op":"task.create","title":"Swim","scheduledFor":"2026-11-25"}]}`),
			`{"op":"task.create","title":"Swim","scheduledFor":"2026-11-25"},{"op":"task.create","title":"Swim","scheduledFor":"2026-11-23"}`,
			eval.Right, map[string]bool{"title": true, "scheduledFor": true}},
		{"the other kind", expecting(`{"operations":[{"op":"task.create","title":"Lunch"}]}`), `{"op":"event.create","title":"Lunch"}`,
			eval.Wrong, map[string]bool{"title": false}},
		{"tags in another order", expecting(`{"operations":[{"op":"task.update","id":1,"tags":["new","shop"]}]}`), `{"op":"task.update","id":1,"tags":["shop","new"]}`,
			eval.Right, map[string]bool{"tags": true}},
		{"deleted instead of moved", expecting(`{"operations":[{"op":"event.update","id":1,"scheduledFor":"2026-11-25"}]}`), `{"op":"event.delete","id":1}`,
			eval.Wrong, map[string]bool{"deleted": false, "scheduledFor": false}},
		{"deleted", expecting(`{"operations":[{"op":"event.delete","id":1}]}`), `{"op":"event.delete","id":1}`,
			eval.Right, map[string]bool{"deleted": true}},
		{"a change where nothing was to be proposed", expecting(`{"none":true}`), `{"op":"event.delete","id":1}`,
			eval.Wrong, map[string]bool{"none": false}},
		{"a change where there was to be a question", expecting(`{"question":true}`), `{"op":"event.delete","id":1}`,
			eval.Wrong, map[string]bool{"question": false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := tried(t, s, tt.expect, proposing(t, tt.ops))
			if r.Outcome != tt.outcome || !maps.Equal(r.Fields, tt.fields) {
				t.Errorf("it is %s with %v, wanted %s with %v\n%v", r.Outcome, r.Fields, tt.outcome, tt.fields, r.Misses)
			}
			if (r.Outcome == eval.Right) != (len(r.Misses) == 0) {
				t.Errorf("%s, and the differences are %v", r.Outcome, r.Misses)
			}
		})
	}
}

func TestARefusalIsAnAnswer(t *testing.T) {
	s := filled(t)
	asking := engine{propose: func(sink event.Sink) error {
		if err := sink.Emit(event.Clarify{Question: "which?"}); err != nil {
			return err
		}
		return problem.Refuse(problem.Unanswered, "answer_needed", "which?", "")
	}}
	silent := engine{propose: func(event.Sink) error {
		return problem.Refuse(problem.Unavailable, problem.NotUnderstood, "not understood", "")
	}}
	for _, tt := range []struct {
		name, expect string
		of           engine
		outcome      eval.Outcome
	}{
		{"asked as expected", `{"question":true}`, asking, eval.Right},
		{"asked instead of done", `{"operations":[{"op":"event.delete","id":1}]}`, asking, eval.None},
		{"asked instead of refused", `{"none":true}`, asking, eval.None},
		{"refused as expected", `{"none":true}`, silent, eval.Right},
		{"refused for that reason", `{"none":"not_understood"}`, silent, eval.Right},
		{"refused for another reason", `{"none":"id_not_found"}`, silent, eval.None},
		{"refused instead of asked", `{"question":true}`, silent, eval.None},
		{"refused instead of done", `{"operations":[{"op":"event.delete","id":1}]}`, silent, eval.None},
	} {
		if r := tried(t, s, expecting(tt.expect), tt.of); r.Outcome != tt.outcome {
			t.Errorf("%s: it is %s, wanted %s", tt.name, r.Outcome, tt.outcome)
		}
	}
}

func TestAnEngineThatFailsEndsTheTrial(t *testing.T) {
	s := filled(t)
	broken := errors.New("the disk is gone")
	e := engine{propose: func(event.Sink) error { return broken }}
	err := eval.Run(context.Background(), cases(t, expecting(`{"none":true}`)), e, func(eval.Case) (workspace.Store, error) { return s, nil }, time.Now,
		func(eval.Result) error { t.Error("it has a result"); return nil })
	if !errors.Is(err, broken) {
		t.Errorf("it ends in %v", err)
	}
}

func TestRoutesAreJudgedByTheThresholds(t *testing.T) {
	s := filled(t)
	for _, tt := range []struct {
		expect  string
		got     route.Decision
		sure    float64
		outcome eval.Outcome
	}{
		{`{"decision":"plan"}`, route.Plan, 0.9, eval.Right},
		{`{"decision":"plan"}`, route.Plan, 0.6, eval.None}, // below 0.70 it is a chat
		{`{"decision":"plan"}`, route.Plan, 0.3, eval.None}, // below 0.45 it is a clarify
		{`{"decision":"chat"}`, route.Plan, 0.9, eval.Wrong},
		{`{"decision":"chat"}`, route.Clarify, 0.3, eval.None},
		{`{"decision":"clarify"}`, route.Clarify, 0.9, eval.Right},
		{`{"decision":["chat","plan"]}`, route.Plan, 0.9, eval.Right},
		{`{"decision":"clarify"}`, route.Plan, 0.9, eval.None},
	} {
		e := engine{routing: route.Routing{Decision: tt.got, Confidence: tt.sure}}
		if r := tried(t, s, `{"id":"a","skill":"route","text":"x","expect":`+tt.expect+`}`, e); r.Outcome != tt.outcome {
			t.Errorf("%s at %g for %s is %s, wanted %s", tt.got, tt.sure, tt.expect, r.Outcome, tt.outcome)
		}
	}
	e := engine{routing: route.Routing{Decision: route.Plan, Confidence: 0.9, Category: "event"}}
	r := tried(t, s, `{"id":"a","skill":"route","text":"x","expect":{"decision":"plan","category":"task"}}`, e)
	if r.Outcome != eval.Right || !slices.Equal(r.Missed(), []string{"category"}) {
		t.Errorf("a category that is not right makes it %s, and %v is missed", r.Outcome, r.Missed())
	}
}

// answering returns an engine that emits the records that a filter matches, and a text.
func answering(s workspace.Store, f filter.Condition, text string, total int) engine {
	return engine{chat: func(sink event.Sink) error {
		err := s.View(context.Background(), func(snapshot workspace.Reader) error {
			found, err := snapshot.Find(f, 0)
			for _, r := range found {
				if err := sink.Emit(event.Row{Record: r}); err != nil {
					return err
				}
			}
			return err
		})
		if err != nil {
			return err
		}
		summary := event.Summary{Text: text}
		if total >= 0 {
			summary.Total = &total
		}
		return sink.Emit(summary)
	}}
}

func TestAnswersAreJudgedByIDsCountsAndPhrases(t *testing.T) {
	s := filled(t)
	nothing := filter.Comparing(filter.IDs())
	tasks := filter.Condition{Kinds: []string{"task"}}
	for _, tt := range []struct {
		expect  string
		of      engine
		outcome eval.Outcome
		missed  string
	}{
		{`{"ids":["task:2","task:1"]}`, answering(s, tasks, "2 tasks.", 2), eval.Right, ""},
		{`{"ids":["task:1"]}`, answering(s, tasks, "2 tasks.", 2), eval.Wrong, "ids"},
		{`{"ids":[]}`, answering(s, tasks, "2 tasks.", 2), eval.Wrong, "ids"},
		{`{"ids":[],"count":0}`, answering(s, nothing, "No tasks.", 0), eval.Right, ""},
		{`{"count":2}`, answering(s, nothing, "Two.", 2), eval.Right, ""},
		{`{"count":3}`, answering(s, tasks, "Two.", 2), eval.Wrong, "count"},
		{`{"count":2,"text_contains":["TWO","tasks"]}`, answering(s, tasks, "Two tasks.", 2), eval.Right, ""},
		{`{"text_contains":"dentist"}`, answering(s, tasks, "Two tasks.", 2), eval.Wrong, "text"},
		// A model emits no rows: the names and numbers in its answer count.
		{`{"ids":["task:1","event:1"],"count":2}`, answering(s, nothing, "There are 2: buy milk and the Dentist.", -1), eval.Right, ""},
		{`{"ids":["task:1"]}`, answering(s, nothing, "There are 2: buy milk and the Dentist.", -1), eval.Wrong, "ids"},
		{`{"count":2}`, answering(s, nothing, "There are 12.", -1), eval.Wrong, "count"},
		{`{"none":true}`, answering(s, tasks, "2 tasks.", 2), eval.Wrong, "none"},
	} {
		r := tried(t, s, `{"id":"a","skill":"chat","text":"x","expect":`+tt.expect+`}`, tt.of)
		if got := strings.Join(r.Missed(), " "); r.Outcome != tt.outcome || got != tt.missed {
			t.Errorf("%s is %s without %q, wanted %s without %q: %v", tt.expect, r.Outcome, got, tt.outcome, tt.missed, r.Misses)
		}
	}
}

func TestAProblemOfACaseNamesLineAndMember(t *testing.T) {
	const good = `{"id":"a","skill":"route","text":"x","expect":{"decision":"plan"}}`
	for _, tt := range []struct{ line, field, message string }{
		{`{"id":"b","skil":"route"}`, "skil", "no member"},
		{`{"id":"b","skill":"plan","text":"x","expect":{"decision":"plan"}}`, "skill", "route, propose, chat"},
		{`{"id":"b","skill":"route","text":"x"}`, "expect", "no expect"},
		{`{"id":"b","skill":"route","text":"x","expect":{}}`, "expect", "not empty"},
		{`{"id":"b","skill":"route","text":"x","expect":{"category":"task"}}`, "expect.decision", "no decision"},
		{`{"id":"b","skill":"route","text":"x","expect":{"decision":"do"}}`, "expect.decision", "no decision"},
		{`{"id":"b","skill":"route","text":"x","expect":{"operations":[]}}`, "expect.operations", "no member"},
		{`{"id":"b","skill":"propose","text":"x","expect":{"operations":[]}}`, "expect.operations", "not empty"},
		{`{"id":"b","skill":"propose","text":"x","expect":{"operations":[{"op":"task.create"}]}}`, "expect.operations[0]", "operation 1"},
		{`{"id":"b","skill":"propose","text":"x","expect":{"question":true,"none":true}}`, "expect", "one of"},
		{`{"id":"b","skill":"propose","text":"x","expect":{"question":false}}`, "expect.question", "true or left out"},
		{`{"id":"b","skill":"propose","text":"x","expect":{"none":1}}`, "expect.none", "code"},
		{`{"id":"b","skill":"chat","text":"x","expect":{"ids":["milk"]}}`, "expect.ids", "no record"},
		{`{"id":"b","skill":"chat","text":"x","expect":{"count":-1}}`, "expect.count", "whole number"},
		{`{"id":"b","skill":"route","text":"x","now":"soon","expect":{"decision":"plan"}}`, "now", "not a moment"},
		{`{"id":"b","skill":"route","text":"x","tz":"Mars/Crater","expect":{"decision":"plan"}}`, "tz", "Mars"},
		{`{"id":"b","skill":"route","text":"x","workspace":"../../etc/passwd","expect":{"decision":"plan"}}`, "workspace", "small letters"},
		{`{"id":"b","skill":"route","text":"","expect":{"decision":"plan"}}`, "text", "not empty"},
		{good, "id", "line 1"},
		{`[]`, "", "object"},
		{`{"id":`, "", ""},
	} {
		_, err := eval.Read("cases", strings.NewReader(good+"\n\n"+tt.line+"\n"))
		var r *problem.Refusal
		if !errors.As(err, &r) {
			t.Errorf("%s is not refused: %v", tt.line, err)
			continue
		}
		if r.Line != 3 || r.Path != "cases" || r.Problem.Field != tt.field || !strings.Contains(r.Problem.Message, tt.message) {
			t.Errorf("%s is refused on line %d of %s at %q: %s", tt.line, r.Line, r.Path, r.Problem.Field, r.Problem.Message)
		}
	}
}

func TestAWorkspaceIsFilledOrRefusedWithItsLine(t *testing.T) {
	for _, tt := range []struct {
		text string
		line int
	}{
		{`{"op":"task.create"}`, 1},
		{records + "\n" + `{"op":"task.update","id":9,"title":"Nine"}`, 6},
	} {
		s, err := sqlite.Open(filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		err = eval.Fill(context.Background(), s, "records", strings.NewReader(tt.text))
		var r *problem.Refusal
		if !errors.As(err, &r) || r.Line != tt.line || r.Path != "records" {
			t.Errorf("%q is refused with %v", tt.text, err)
		}
	}
}

func TestCheckFindsImpossibleExpectations(t *testing.T) {
	s := filled(t)
	for _, line := range []string{
		expecting(`{"operations":[{"op":"task.update","id":9,"title":"x"}]}`),
		expecting(`{"operations":[{"op":"task.update","id":1,"title":"Buy milk"}]}`),
		`{"id":"a","skill":"chat","text":"x","expect":{"ids":["task:9"]}}`,
	} {
		err := eval.Check(context.Background(), cases(t, line), func(eval.Case) (workspace.Store, error) { return s, nil })
		var r *problem.Refusal
		if !errors.As(err, &r) || r.Line != 1 {
			t.Errorf("%s is passed: %v", line, err)
		}
	}
}

func TestARepairThatHelpedIsReported(t *testing.T) {
	s := filled(t)
	good := proposing(t, `{"op":"event.delete","id":1}`)
	bad := event.Ops{Version: 1, Operations: []event.Entry{{Finding: check.Finding{Op: op.Op{}, Errors: []problem.Problem{{Code: "x"}}}}}}
	mended := engine{propose: func(sink event.Sink) error {
		return errors.Join(sink.Emit(bad), sink.Emit(event.Stage{Stage: event.Repairing}), good.propose(sink))
	}}
	vain := engine{propose: func(sink event.Sink) error {
		return errors.Join(sink.Emit(bad), sink.Emit(event.Stage{Stage: event.Repairing}))
	}}
	line := expecting(`{"operations":[{"op":"event.delete","id":1}]}`)
	for _, tt := range []struct {
		of               engine
		repaired, helped bool
	}{{mended, true, true}, {vain, true, false}, {good, false, false}} {
		if r := tried(t, s, line, tt.of); r.Repaired != tt.repaired || r.Helped != tt.helped {
			t.Errorf("repaired %v and helped %v, wanted %v and %v", r.Repaired, r.Helped, tt.repaired, tt.helped)
		}
	}
}

func TestScoresAreSummedBySkillAndFile(t *testing.T) {
	result := func(skill eval.Skill, file string, o eval.Outcome, ms int, fields map[string]bool) eval.Result {
		verdict := eval.Verdict{Outcome: o, Took: time.Duration(ms) * time.Millisecond, Fields: fields}
		return eval.Result{Case: eval.Case{Skill: skill, File: file}, Verdict: verdict}
	}
	var results []eval.Result
	for i := range 20 {
		results = append(results, result(eval.Propose, "a", eval.Right, i+1, map[string]bool{"title": true}))
	}
	results = append(results, result(eval.Propose, "b", eval.Wrong, 100, map[string]bool{"title": false, "date": true}), result(eval.Route, "a", eval.None, 5, nil))
	scores := eval.Scores(results)
	var names []string
	for _, s := range scores {
		names = append(names, string(s.Skill)+" "+s.File)
	}
	if !slices.Equal(names, []string{"route ", "propose ", "propose a", "propose b"}) {
		t.Fatalf("the scores are of %q", names)
	}
	all := scores[1]
	if all.N() != 21 || all.Right != 20 || all.Wrong != 1 || all.Median != 11*time.Millisecond || all.P95 != 20*time.Millisecond || all.Longest != 100*time.Millisecond {
		t.Errorf("all of them come to %+v", all)
	}
	if want := []eval.Field{{Name: "title", Share: eval.Share{Of: 20, N: 21}}, {Name: "date", Share: eval.Share{Of: 1, N: 1}}}; !slices.Equal(all.Fields, want) {
		t.Errorf("the fields are %v", all.Fields)
	}
}

func routed(expected, got route.Decision, confidence float64, times int) (results []eval.Result) {
	for range times {
		results = append(results, eval.Result{
			Case:    eval.Case{Skill: eval.Route, Expect: eval.Expect{Decisions: []route.Decision{expected}}},
			Routing: route.Routing{Decision: got, Confidence: confidence},
		})
	}
	return results
}

func TestThresholdsFromAFewCasesAreDoubted(t *testing.T) {
	sound := slices.Concat(routed(route.Plan, route.Plan, 0.9, 30), routed(route.Chat, route.Chat, 0.95, 20), routed(route.Clarify, route.Clarify, 0.3, 10))
	one := eval.Calibrate(slices.Concat(sound, routed(route.Chat, route.Plan, 0.75, 1)))
	if one.Best.PlanFrom == route.PlanFrom || one.Tried < one.InUse.Cost || len(one.Doubts) != 1 || !strings.Contains(one.Doubts[0], "chance") {
		t.Errorf("one odd case suggests to plan from %g; tried it costs %d of %d, and the doubts are %q", one.Best.PlanFrom, one.Tried, one.InUse.Cost, one.Doubts)
	}
	many := eval.Calibrate(slices.Concat(sound, routed(route.Chat, route.Plan, 0.75, 10)))
	if many.Tried >= many.InUse.Cost || len(many.Doubts) != 0 {
		t.Errorf("ten cases suggest to plan from %g; tried it costs %d of %d, and the doubts are %q", many.Best.PlanFrom, many.Tried, many.InUse.Cost, many.Doubts)
	}
}

func TestThresholdsMinimizeTheCost(t *testing.T) {
	sure := slices.Concat(routed(route.Plan, route.Plan, 0.9, 30), routed(route.Chat, route.Chat, 0.95, 20))
	for _, tt := range []struct {
		name      string
		results   []eval.Result
		ask, plan float64
		doubts    int
	}{
		{"the contract's, where they cost nothing", slices.Concat(sure, routed(route.Clarify, route.Clarify, 0.3, 10)), 0.45, 0.70, 0},
		// Questions were routed as changes at 0.75, so planning must begin above it.
		{"questions planned", slices.Concat(sure, routed(route.Clarify, route.Clarify, 0.3, 10), routed(route.Chat, route.Plan, 0.75, 5)), 0.45, 0.825, 0},
		// Changes recognized at 0.6 are worth planning if no question is there.
		{"changes not planned", slices.Concat(sure, routed(route.Clarify, route.Clarify, 0.3, 10), routed(route.Plan, route.Plan, 0.6, 5)), 0.45, 0.45, 0},
		// A question at 0.6 costs more than three changes there, and less than four.
		{"three changes and a question", slices.Concat(sure, routed(route.Clarify, route.Clarify, 0.3, 10), routed(route.Plan, route.Plan, 0.6, 3), routed(route.Chat, route.Plan, 0.6, 1)), 0.45, 0.70, 0},
		{"four changes and a question", slices.Concat(sure, routed(route.Clarify, route.Clarify, 0.3, 10), routed(route.Plan, route.Plan, 0.6, 4), routed(route.Chat, route.Plan, 0.6, 1)), 0.45, 0.45, 1},
		{"few cases, of few kinds", routed(route.Plan, route.Plan, 0.9, 3), 0.45, 0.70, 5},
	} {
		c := eval.Calibrate(tt.results)
		if c.Best.AskBelow != tt.ask || c.Best.PlanFrom != tt.plan {
			t.Errorf("%s: ask below %g and plan from %g, wanted %g and %g; %+v", tt.name, c.Best.AskBelow, c.Best.PlanFrom, tt.ask, tt.plan, c.Planning)
		}
		if len(c.Doubts) != tt.doubts {
			t.Errorf("%s: the doubts are %q", tt.name, c.Doubts)
		}
		if c.Best.Cost > c.InUse.Cost {
			t.Errorf("%s: the best costs more than the contract's", tt.name)
		}
		for _, x := range slices.Concat(c.Asking, c.Planning) {
			if x.Cost < c.Best.Cost {
				t.Errorf("%s: %+v is better than the best", tt.name, x)
			}
			if n := 10*x.QuestionPlanned + 5*x.UnclearPlanned + 3*x.NotPlanned + 2*x.AskedBack; n != x.Cost {
				t.Errorf("%s: %+v adds up to %d", tt.name, x, n)
			}
		}
	}
}

// Any file is read, or refused with the number of a line.
func FuzzRead(f *testing.F) {
	f.Add(`{"id":"a","skill":"route","text":"x","expect":{"decision":["plan","chat"]}}`)
	f.Add(expecting(`{"operations":[{"op":"bulk_update","where":{"tag":"x"},"set":{"priority":"high"}}]}`))
	f.Add(`{"id":"a","skill":"chat","text":"x","tz":"UTC","expect":{"ids":["task:3"],"count":4,"text_contains":"y"}}` + "\n\n[]")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := eval.Read("cases", strings.NewReader(text))
		var r *problem.Refusal
		switch {
		case err == nil && len(list) > strings.Count(text, "\n")+1:
			t.Errorf("%q has %d cases", text, len(list))
		case err != nil && (!errors.As(err, &r) || r.Line < 1 || r.Line > strings.Count(text, "\n")+1):
			t.Errorf("%q is refused with %v", text, err)
		}
	})
}
