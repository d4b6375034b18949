package propose_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/tool"
	"assister/internal/workspace"
)

func TestNoPromptHasAnIDThatIsANumber(t *testing.T) {
	const wrong = `{"op":"task.set_status","id":"task:3","status":"completed"},{"op":"task.update","id":"task:1","recurrence":{"type":"daily"},"scheduledFor":null},` +
		`{"op":"event.update","id":"event:1","projectId":"project:1"}`
	for name, o := range map[string]outcome{
		"written": propose1(t, words("carp, yard, choir"), withSchema, proposed(wrong), "{}", "Three changes."),
		"called": propose1(t, words("carp, yard, choir"), withTools, calls("set_task_status", `{"id":"task:3","status":"completed"}`,
			"update_event", `{"id":"event:1","projectId":"project:1"}`), says("Done."), "{}", "Two changes."),
	} {
		for _, p := range o.script.asked {
			for _, m := range p.Messages {
				text := m.Text + fmt.Sprint(m.Calls)
				for _, id := range []string{`"id":1`, `"id":3`, `Id":1`, "#1", "#3", "=1", "=3"} {
					if strings.Contains(text, id) {
						t.Errorf("%s, %s: %s is in\n%s", name, p.Purpose, id, text)
					}
				}
			}
		}
	}
	o := propose1(t, words("carp"), withTools, calls("set_task_status", `{"id":"task:3","status":"completed"}`), says("Done."), "{}")
	if result := o.script.asked[1].Messages[3].Text; !strings.Contains(result, "task t1 “Feed the carp” repeats") {
		t.Errorf("the call is answered with %s", result)
	}
}

func TestPeopleReadIDsAndNoAliases(t *testing.T) {
	o := propose1(t, words("sweep the yard"), withSchema, proposed(`{"op":"task.update","id":"task:1","priority":"burning","projectId":"project:1"}`), "{}")
	if raw := string(ijson.AppendValue(nil, *o.ops.Operations[0].Raw)); raw != `{"op":"task.update","id":1,"priority":"burning","projectId":1}` {
		t.Errorf("a person reads %s", raw)
	}
	o = propose1(t, words("move the hinges or the carp"), withTools, says("It is not about T1 or t10. Should I move t1, or task t2?"))
	c := o.said[1].(event.Clarify)
	if c.Question != "It is not about T1 or t10. Should I move task #3, or task #2?" {
		t.Errorf("a person is asked %q", c.Question)
	}
}

// The model has to read what it can call, and a person has seen none of it.
func TestProblemsForPeopleNameNoToolsAndNoAliases(t *testing.T) {
	for _, call := range []propose.Reply{
		calls("frobnicate", `{"id":"t1"}`), calls("update_task", `{"id":"t99","priority":"high"}`),
		calls("update_task", `{"id":"p1","priority":"high"}`), calls("update_task", `{"id":"yard","priority":"high"}`),
	} {
		o := propose1(t, words("sweep the yard"), withTools, call, says("Done."), "{}")
		for _, p := range o.ops.Operations[0].Errors {
			text := p.Message + " " + p.Hint
			for _, word := range []string{"frobnicate", "update", "t99", "p1", "t1"} {
				if strings.Contains(text, word) {
					t.Errorf("%v: a person reads %q", call.Calls, text)
				}
			}
		}
		if len(o.script.asked) < 3 {
			t.Fatalf("%v: no repair is asked for", call.Calls)
		}
		answer, repair := o.script.asked[1].Messages[3].Text, o.script.asked[2].Messages[1].Text
		for _, text := range []string{answer, repair} {
			if !strings.Contains(text, "that was shown, such as t1") && !strings.Contains(text, "the operations are") {
				t.Errorf("%v: the model reads\n%s", call.Calls, text)
			}
		}
	}
}

func TestAModelIsToldWhichRecordsAPersonNamesByTheirIDs(t *testing.T) {
	r := words("finish #2, task 3 and #77")
	o := propose1(t, r, withSchema, proposed(`{"op":"task.set_status","id":"t1","status":"completed"}`), "One task.")
	prompt := o.script.asked[0].Messages[1].Text
	if want := "Numbers that the person writes: #2 is t1, task #3 is t2.\n"; !strings.Contains(prompt, want) {
		t.Errorf("%q is not in\n%s", want, prompt)
	}
	same(t, o.operations(), `{"op":"task.set_status","id":2,"status":"completed"}`)
}

func TestARecordThatIsOnlyReferredToIsNotChanged(t *testing.T) {
	lines := []string{`{"op":"task.create","title":"Far away","scheduledFor":"2027-09-01","as":"far"}`,
		`{"op":"checklist.create","title":"Groceries","taskId":{"ref":"far"}}`}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"Close by %d","scheduledFor":"2026-11-22"}`, i))
	}
	s := written(t, lines)
	o := replied(t, s, words("empty the groceries list"),
		proposed(`{"op":"task.update","id":"t41","priority":"high"},{"op":"checklist.create","title":"Another","taskId":"t41"}`), "{}")
	prompt := o.script.asked[0].Messages[1].Text
	if !strings.Contains(prompt, `"taskId":"t41"`) || strings.Contains(prompt, "Far away") {
		t.Fatalf("the list has another alias of its task, or the task is shown:\n%s", prompt)
	}
	if got := o.operations(); len(got) != 2 || !strings.HasPrefix(got[0], "!"+problem.OutsideContext) || strings.HasPrefix(got[1], "!") {
		t.Errorf("got %s", got)
	}
}

func TestANameThatABatchGivesIsNoAlias(t *testing.T) {
	o := propose1(t, words("oil the hinges"), withSchema, proposed(`{"op":"project.create","name":"Doors","as":"p1"},`+
		`{"op":"task.update","id":"t1","projectId":{"ref":"p1"}},{"op":"task.create","title":"Paint","projectId":"p1"}`), "Three changes.")
	same(t, o.operations(), `{"op":"project.create","as":"p1","name":"Doors"}`,
		`{"op":"task.update","id":2,"projectId":{"ref":"p1"}}`, `{"op":"task.create","title":"Paint","projectId":1}`)
}

// planned is what a plan with the real tools comes to: the operations as they are
// proposed.
func planned(t *testing.T, lines []string, question, plan string) []string {
	t.Helper()
	var out outcome
	err := written(t, lines).View(context.Background(), func(snapshot workspace.Reader) error {
		s := &script{able: withSchema, replies: []any{plan, `{"steps":[]}`, "x"}}
		f, err := model(s).Research(context.Background(), words(question), propose.Source{Clock: saturday, View: propose.Lend(snapshot)},
			propose.PlanRunner{Tools: tool.NewToolbox(snapshot, saturday), Now: func() time.Time { return saturday.Instant },
				Wait: func(context.Context, time.Duration) error { return nil }})
		if err != nil || len(f.Proposed.Ops) == 0 {
			return err
		}
		out.ops, err = propose.Run(context.Background(), f.Proposed, words(question), snapshot, saturday, check.Rules{}, &event.Recorder{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.operations()
}

func TestAPlanChangesOnlyWhatItHasFoundOrWhatAPersonNames(t *testing.T) {
	lines := []string{`{"op":"task.create","title":"2"}`, `{"op":"task.create","title":"Keep"}`, `{"op":"task.create","title":"Oil the hinges"}`}
	for _, tt := range []struct {
		name, question, plan string
		want                 []string
	}{
		{"what it has found", "is there oil?", `{"steps":[{"tool":"taskByName","args":{"name":"oil the hinges"}},{"tool":"deleteTask","args":{"id":{"var":"ids.taskId"}}}]}`,
			[]string{`{"op":"task.delete","id":3}`}},
		{"what it has listed", "is there oil?", `{"steps":[{"tool":"collectionQuery","args":{"collection":"tasks","select":["id"],"sort":["-id"]}},{"tool":"deleteTask","args":{"id":{"var":"lists.tasks.0.id"}}}]}`,
			[]string{`{"op":"task.delete","id":3}`}},
		{"a number that it guesses", "is there oil?", `{"steps":[{"tool":"deleteTask","args":{"id":2}}]}`, nil},
		{"a number in quotes", "is there oil?", `{"steps":[{"tool":"deleteTask","args":{"id":"2"}}]}`, nil},
		{"a number under another name", "is there oil?", `{"steps":[{"tool":"deleteTask","args":{"taskId":2}}]}`, nil},
		{"what a person names", "what of #2?", `{"steps":[{"tool":"deleteTask","args":{"id":"t1"}}]}`, []string{`{"op":"task.delete","id":2}`}},
		{"a number in a title", "is there oil?", `{"steps":[{"tool":"taskByName","args":{"name":"2"}},{"tool":"deleteTask","args":{"id":{"var":"entities.task.title"}}}]}`,
			[]string{`!outside_context {"op":"task.delete","id":2}`}},
		{"a number in the question", "2", `{"steps":[{"tool":"deleteTask","args":{"id":{"var":"params.question"}}}]}`,
			[]string{`!outside_context {"op":"task.delete","id":2}`}},
	} {
		t.Run(tt.name, func(t *testing.T) { same(t, planned(t, lines, tt.question, tt.plan), tt.want...) })
	}
}

func TestASearchIsNotLedByAGuessedNumber(t *testing.T) {
	s := &script{able: withSchema, replies: []any{`{"steps":[{"tool":"tasksByProject","args":{"projectId":1}},{"tool":"collectionQuery","args":{"collection":"tasks","where":{"id":{"in":[1,2]}}}}]}`, `{"steps":[]}`}}
	in(t, func(snapshot workspace.Reader) error {
		f, err := model(s).Research(context.Background(), words("what is in it?"), propose.Source{Clock: saturday, View: propose.Lend(snapshot)},
			propose.PlanRunner{Tools: tool.NewToolbox(snapshot, saturday), Now: func() time.Time { return saturday.Instant },
				Wait: func(context.Context, time.Duration) error { return nil }})
		if err != nil || f.Total != 0 || !strings.Contains(f.Text, "is not the id of a record that was shown") {
			t.Errorf("%+v, %v", f, err)
		}
		return nil
	})
	if memory := s.asked[1].Messages[1].Text; strings.Contains(memory, `"projectId":1`) {
		t.Error(memory)
	}
}

func TestWhatIsKnownOfAPlanIsShownWithAliases(t *testing.T) {
	s := &script{able: withSchema, replies: []any{`{"steps":[{"tool":"projectByName","args":{"name":"garden"}},{"tool":"notesList","args":{}}]}`,
		`{"steps":[{"tool":"tasksByProject","args":{"projectId":"p1"}}]}`}}
	in(t, func(snapshot workspace.Reader) error {
		_, err := model(s).Research(context.Background(), words("what is in the garden?"), propose.Source{Clock: saturday, View: propose.Lend(snapshot)},
			propose.PlanRunner{Tools: tool.NewToolbox(snapshot, saturday), Now: func() time.Time { return saturday.Instant },
				Wait: func(context.Context, time.Duration) error { return nil }})
		return err
	})
	if memory := s.asked[1].Messages[1].Text; !strings.Contains(memory, `"ids":{"projectId":"p1"`) {
		t.Error(memory)
	}
}
