package propose_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// backyard is a workspace with more overdue tasks than a model is shown, and with a task
// and an event today.
func backyard(overdue int) (lines []string) {
	lines = append(lines, `{"op":"task.create","title":"Sweep the yard","scheduledFor":"2026-11-21","tags":["yard"]}`,
		`{"op":"event.create","title":"Yard sale","scheduledFor":"2026-11-21","startTime":"10:00"}`)
	for i := range overdue {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"Leftover %d","scheduledFor":"2026-10-01","tags":["late"]}`, i+1))
	}
	return lines
}

// written returns a workspace with the records of operations.
func written(t *testing.T, lines []string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "assister.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for part := range slices.Chunk(lines, 500) {
		var ops []op.Op
		for _, line := range part {
			ops = append(ops, operation(t, line))
		}
		if _, err := workspace.Apply(context.Background(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "c"}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// replied returns the outcome of a model's reply, with the rules parsing the request.
func replied(t *testing.T, s *sqlite.Store, r propose.Request, replies ...any) outcome {
	t.Helper()
	out := outcome{script: &script{able: withSchema, replies: replies}}
	err := s.View(context.Background(), func(snapshot workspace.Reader) error {
		out.script.snapshot = snapshot
		m := model(out.script)
		m.NoSummary, m.Words = true, rules.Engine{}
		var recorder event.Recorder
		out.ops, out.err = propose.RunModel(context.Background(), m, r, propose.Lend(snapshot), saturday, check.Rules{}, &recorder)
		out.said = recorder.Bodies
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func proposed(op string) string { return `{"operations":[` + op + `]}` }

func TestABulkOperationChangesOnlyShownRecords(t *testing.T) {
	s := written(t, backyard(60))
	const everything = `{"op":"bulk_delete","where":{"kind":["task","event"],"scheduled_range":{"from":"2000-01-01","to":"2099-12-31"}}}`
	o := replied(t, s, words("call the yard people"), proposed(everything), "{}")
	e := o.ops.Operations[0]
	if !e.Valid() || len(e.Targets) != 2 {
		t.Fatalf("%d targets, %+v", len(e.Targets), e.Errors)
	}
	if len(e.Warnings) != 1 || e.Warnings[0].Code != problem.MatchesMore || !strings.HasPrefix(e.Warnings[0].Message, "60 more records match") {
		t.Errorf("the warnings are %+v", e.Warnings)
	}
	// The applied proposal changes no other records, not even later ones without a base.
	const later = `{"op":"task.create","title":"Later","scheduledFor":"2026-11-21"}`
	o2 := e.Op
	o2.Base = nil
	if _, err := workspace.Apply(context.Background(), s, workspace.Request{Ops: []op.Op{operation(t, later)}, Clock: saturday, CorrelationID: "d"}); err != nil {
		t.Fatal(err)
	}
	again := operation(t, string(o2.Canonical()))
	out, err := workspace.Apply(context.Background(), s, workspace.Request{Ops: []op.Op{again}, Clock: saturday, CorrelationID: "e", Confirmed: true})
	if err != nil || len(out.Findings) != 1 || len(out.Findings[0].Targets) != 2 {
		t.Errorf("%+v, %v", out.Findings, err)
	}
}

// TestAFilterReachesNoRecordThatIsOnlyATitle has a prompt with an index of titles: a model
// cannot know what a filter on contents asks for in those.
func TestAFilterReachesNoRecordThatIsOnlyATitle(t *testing.T) {
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"Errand %d"}`, i+1))
	}
	s := written(t, lines)
	const complete = `{"op":"bulk_set_status","where":{"kind":"task","status":"pending"},"status":"completed"}`
	o := replied(t, s, words("tidy up a little"), proposed(complete), proposed(complete))
	prompt := o.script.asked[0].Messages[1].Text
	_, index, listed := strings.Cut(prompt, "Others, by id and title:\n")
	if !listed || strings.Count(index, "\n") < 10 {
		t.Fatalf("the prompt has no index of titles:\n%s", prompt)
	}
	e := o.ops.Operations[0]
	if !e.Valid() || len(e.Targets) == 0 {
		t.Fatalf("%+v", e.Errors)
	}
	for _, target := range e.Targets {
		if !strings.Contains(prompt, `"`+target.Label+`"`) {
			t.Errorf("%q is changed, of which no more than the title was shown", target.Label)
		}
	}
}

func TestABulkOperationWithoutShownRecordsIsRefused(t *testing.T) {
	s := written(t, backyard(60))
	for _, op := range []string{
		`{"op":"bulk_delete","where":{"tag":"late"}}`,
		`{"op":"bulk_update","where":{"overdue":true},"set":{"priority":"high"}}`,
		`{"op":"bulk_set_status","where":{"not":{"tag":"yard"}},"status":"completed"}`,
		`{"op":"bulk_set_status","where":{"or":[{"title_contains":"leftover"},{"title_contains":"7"}]},"status":"completed"}`,
	} {
		o := replied(t, s, words("call the yard people"), proposed(op), proposed(op))
		if e := o.ops.Operations[0]; e.Valid() || e.Errors[0].Code != problem.OutsideContext || e.Errors[0].Field != "where" {
			t.Errorf("%s: %+v", op, e.Errors)
		}
	}
	// A filter that matches nothing has no effect.
	o := replied(t, s, words("call the yard people"), proposed(`{"op":"bulk_delete","where":{"tag":"nothing"}}`))
	if e := o.ops.Operations[0]; !e.Valid() || !strings.Contains(string(e.Op.Canonical()), `"ids":[]`) {
		t.Errorf("%+v: %s", e.Errors, e.Op.Canonical())
	}
}

func TestARequestMaySelectRecordsThatWereNotShown(t *testing.T) {
	s := written(t, backyard(60))
	const complete = `{"op":"bulk_set_status","where":{"overdue":true},"status":"completed"}`
	for text, want := range map[string]int{
		"complete everything overdue":                        60,
		"complete leftover 7":                                1, // only that one
		"complete everything overdue, nudge nudge blorg wow": 0, // not understood
		"add buy milk":                                       0,
	} {
		o := replied(t, s, words(text), proposed(complete), proposed(complete))
		e := o.ops.Operations[0]
		shown := 0
		for _, t := range e.Targets {
			if strings.Contains(o.script.asked[0].Messages[1].Text, `"`+t.Label+`"`) {
				shown++
			}
		}
		if got := len(e.Targets); got < want || got-shown > want || want == 0 && got > shown {
			t.Errorf("%q reaches %d records, of which %d were shown, want %d: %+v", text, got, shown, want, e.Errors)
		}
	}
	chosen := words("tidy these")
	chosen.Selection = record.Selection{Day: day("2026-10-01")}
	o := replied(t, s, chosen, proposed(complete))
	if n := len(o.ops.Operations[0].Targets); n != 60 {
		t.Errorf("of 60 records that a person selects, %d are reached", n)
	}
}

func day(text string) calendar.Date {
	d, _ := calendar.ParseDate(text)
	return d
}

// crew is a team with more members than a model is shown.
func crew(members int) []string {
	lines := []string{`{"op":"team.create","name":"Night shift","as":"night"}`, `{"op":"team.create","name":"Day shift"}`}
	for i := range members {
		lines = append(lines, fmt.Sprintf(`{"op":"person.create","name":"Worker %d","teamId":{"ref":"night"}}`, i+1))
	}
	return lines
}

func TestOnlyAnOperationOnUnshownRecordsIsRefused(t *testing.T) {
	s := written(t, crew(30))
	r := words("dissolve the team Night shift")
	r.Recent = []record.Key{{Kind: "team", ID: 1}, {Kind: "team", ID: 2}}
	o := replied(t, s, r,
		proposed(`{"op":"team.delete","id":"team:1","reassignTo":"team:2"},{"op":"task.create","title":"Say goodbye"},{"op":"team.update","id":"team:1","name":"Gone"}`), "{}")
	if len(o.ops.Operations) != 3 {
		t.Fatalf("%v, %s", o.err, o.operations())
	}
	first, second, third := o.ops.Operations[0], o.ops.Operations[1], o.ops.Operations[2]
	if first.Valid() || first.Errors[0].Code != problem.OutsideContext || !strings.Contains(first.Errors[0].Message, "person #") {
		t.Errorf("the members were not shown: %+v", first)
	}
	if !second.Valid() || !third.Valid() {
		t.Errorf("the others: %+v, %+v", second.Errors, third.Errors)
	}
}
