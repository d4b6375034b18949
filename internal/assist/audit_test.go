package assist_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/session"
	"assister/internal/workspace"
)

// actions returns the actions of the emitted rows of the trail.
func (d *fixture) actions() (actions []string) {
	for _, b := range d.heard.Bodies {
		if row, is := b.(event.AuditRow); is {
			actions = append(actions, row.Entry.Action)
		}
	}
	return actions
}

// refusals returns the codes of the refusals in the trail.
func (d *fixture) refusals() string {
	d.t.Helper()
	d.tail(assist.AuditTailRequest{Filter: assist.AuditFilter{Action: "refusal"}, Last: -1})
	var codes []string
	for _, b := range d.heard.Bodies {
		if row, is := b.(event.AuditRow); is {
			_, code, _ := strings.Cut(row.Entry.Detail, `"code":"`)
			code, _, _ = strings.Cut(code, `"`)
			codes = append(codes, code)
		}
	}
	return strings.Join(codes, " ")
}

// Wherever apply refuses operations, the trail has one row of it; a dry run leaves none.
func TestEveryRefusalToApplyIsInTheTrailOnce(t *testing.T) {
	const invalid = `{"op":"task.create"}`
	many := strings.Repeat(`{"op":"task.create","title":"x"}`+"\n", 1001)
	readOnly := assist.Policy{Limits: []check.Limits{{ReadOnly: true}}}
	for _, tt := range []struct {
		name, lines string
		options     assist.ApplyOptions
		policy      assist.Policy
		want        string
	}{
		{"nobody to ask", twoTasks, assist.ApplyOptions{}, assist.Policy{}, "approval_needed"},
		{"nobody to ask of many", many, assist.ApplyOptions{}, assist.Policy{}, "approval_needed"},
		{"many deletions", strings.Repeat(`{"op":"task.delete","id":1}`+"\n", 1001), assist.ApplyOptions{Approved: true}, assist.Policy{}, "confirmation_needed"},
		{"nothing can be decoded", invalid, assist.ApplyOptions{Approved: true}, assist.Policy{}, "nothing_valid"},
		{"nothing is valid", `{"op":"task.delete","id":1}`, assist.ApplyOptions{Approved: true}, assist.Policy{}, "nothing_valid"},
		{"something cannot be decoded", twoTasks + "\n" + invalid, assist.ApplyOptions{Approved: true, AllOrNothing: true}, assist.Policy{}, "something_invalid"},
		{"a limit", twoTasks, assist.ApplyOptions{Approved: true}, readOnly, "operation_not_allowed"},
		{"a limit before the approval", twoTasks, assist.ApplyOptions{}, readOnly, "operation_not_allowed"},
		{"a limit on many", many, assist.ApplyOptions{Approved: true}, readOnly, "operation_not_allowed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newFixture(t)
			for i, use := range []func(context.Context, assist.Environment, assist.ApplyRequest) (assist.Outcome, error){assist.DryRun, assist.Apply} {
				env := d.environment("a")
				env.Policy = tt.policy
				_, err := use(t.Context(), env, d.input(tt.lines, tt.options))
				if want := []string{"", tt.want}[i]; d.refusals() != want {
					t.Errorf("the trail has %q, and not %q: %v", d.refusals(), want, err)
				}
			}
		})
	}
}

// What ask would apply is refused as apply refuses it. What the command before in a pipe
// refused has its row already.
func TestARefusalOfAnotherCommandIsInTheTrailOnce(t *testing.T) {
	d := newFixture(t)
	d.there, d.picks = true, []int{0}
	env := d.environment("ask")
	env.Policy = assist.Policy{Limits: []check.Limits{{ReadOnly: true}}}
	_, err := assist.Ask(t.Context(), env, assist.AskRequest{Request: assist.Request{Text: "add buy milk tomorrow"}})
	if got := d.refusals(); got != "operation_not_allowed" {
		t.Errorf("ask leaves %q: %v", got, err)
	}
	failed := `{"type":"start"}` + "\n" + `{"type":"error","code":"not_understood","message":"x"}` + "\n" + `{"type":"done","status":"rejected","exitCode":4}` + "\n"
	_, err = assist.Apply(t.Context(), d.environment("apply"), d.input(failed, assist.ApplyOptions{Approved: true}))
	if got := d.refusals(); got != "operation_not_allowed" || class(err) != problem.Rejected {
		t.Errorf("apply leaves %q: %v", got, err)
	}
}

// tail returns rows of the trail.
func (d *fixture) tail(q assist.AuditTailRequest) assist.AuditTailRequest {
	d.t.Helper()
	next, _, err := assist.AuditTail(d.t.Context(), d.environment("tail"), q)
	if err != nil {
		d.t.Fatal(err)
	}
	return next
}

func TestAuditTailContinuesWhereItEnded(t *testing.T) {
	d := newFixture(t)
	next := d.tail(assist.AuditTailRequest{Last: 5})
	if got := d.actions(); got != nil {
		t.Errorf("an empty trail has %v", got)
	}
	d.apply(twoTasks)
	d.apply(`{"op":"task.create","title":"Rake leaves"}`)
	next = d.tail(next)
	all := d.actions()
	if !slices.Contains(all, "apply") || len(all) < 2 {
		t.Fatalf("got %v", all)
	}
	if d.tail(next); d.actions() != nil {
		t.Errorf("the same rows again: %v", d.actions())
	}
	if d.tail(assist.AuditTailRequest{Last: 1}); !slices.Equal(d.actions(), all[len(all)-1:]) {
		t.Errorf("the newest is %v of %v", d.actions(), all)
	}
	if next = d.tail(assist.AuditTailRequest{}); d.actions() != nil || next.After == 0 {
		t.Errorf("none of the rows are %v, then %+v", d.actions(), next)
	}
}

func TestAuditTailFilters(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	d.apply(`{"op":"task.create","title":"Rake leaves"}`)
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		filter assist.AuditFilter
		want   int
	}{
		{assist.AuditFilter{Action: "apply"}, 2},
		{assist.AuditFilter{Action: "apply", Batch: 2}, 1},
		{assist.AuditFilter{Action: "apply", Request: "setup"}, 2},
		{assist.AuditFilter{Action: "apply", Request: "other"}, 0},
		{assist.AuditFilter{Action: "apply", From: day, To: day.AddDate(0, 0, 1)}, 2},
		{assist.AuditFilter{To: day}, 0},
	} {
		if d.tail(assist.AuditTailRequest{Filter: tt.filter, Last: -1}); len(d.actions()) != tt.want {
			t.Errorf("%+v: got %v, want %d", tt.filter, d.actions(), tt.want)
		}
	}
	q := assist.AuditTailRequest{Filter: assist.AuditFilter{Action: "aply"}, Last: 1}
	_, _, err := assist.AuditTail(t.Context(), d.environment("tail"), q)
	if class(err) != problem.Usage || !strings.Contains(err.(*problem.Refusal).Problem.Hint, "apply") {
		t.Errorf("got %v", err)
	}
}

func TestAuditVerifyReturnsTheHeadAndRefusesAnother(t *testing.T) {
	d := newFixture(t)
	head := d.apply(twoTasks).AuditHead
	out, err := assist.AuditVerify(t.Context(), d.environment("v"), assist.AuditVerifyRequest{Expect: head})
	if err != nil || out.AuditHead != head || !strings.Contains(d.summary(), head) {
		t.Errorf("got %+v, %q, %v", out, d.summary(), err)
	}
	q := assist.AuditVerifyRequest{Expect: strings.Repeat("0", 64)}
	if _, err := assist.AuditVerify(t.Context(), d.environment("v"), q); err == nil {
		t.Error("a head that is not in the trail is found in it")
	}
}

func TestAuditStatsCoverAWeek(t *testing.T) {
	d := newFixture(t)
	if _, err := assist.Propose(t.Context(), d.environment("p"), assist.Request{Text: "add buy milk tomorrow"}); err != nil {
		t.Fatal(err)
	}
	if _, err := assist.AuditStats(t.Context(), d.environment("s"), assist.AuditFilter{}); err != nil {
		t.Fatal(err)
	}
	if row, is := find[event.Facts](d); !is || row[0].Name != "report" || row[0].Value != "week" || d.summary() == "" {
		t.Errorf("got %v, %q", row, d.summary())
	}
}

func TestSessionsAreListedShownAndCleared(t *testing.T) {
	d := newFixture(t)
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	said := session.Added{Session: "home", Turns: []session.Turn{{At: at, Role: session.User, Text: "hello"}}}
	if err := workspace.Note(t.Context(), d.store, nil, said); err != nil {
		t.Fatal(err)
	}
	if _, err := assist.Sessions(t.Context(), d.environment("l")); err != nil || d.summary() != "1 session." {
		t.Errorf("got %q, %v", d.summary(), err)
	}
	if _, err := assist.ShowSession(t.Context(), d.environment("s"), "home", 5); err != nil {
		t.Fatal(err)
	}
	if turn, _ := find[event.TurnRow](d); turn.Text != "hello" || d.summary() != "1 turn." {
		t.Errorf("got %+v, %q", turn, d.summary())
	}
	_, err := assist.ClearSession(t.Context(), d.environment("c"), "hom")
	if class(err) != problem.Usage || !strings.Contains(err.(*problem.Refusal).Problem.Hint, "home") {
		t.Errorf("got %v", err)
	}
	if _, err := assist.ClearSession(t.Context(), d.environment("c"), "home"); err != nil {
		t.Fatal(err)
	}
	if _, err := assist.ShowSession(t.Context(), d.environment("s"), "home", 5); class(err) != problem.Usage {
		t.Errorf("a cleared session is shown: %v", err)
	}
	if d.tail(assist.AuditTailRequest{Last: -1}); !slices.Contains(d.actions(), "session") {
		t.Errorf("the trail has %v", d.actions())
	}
}

func TestIndexRebuildsAndReportsThatNoModelIsSet(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	if _, err := assist.Index(t.Context(), d.environment("i"), assist.IndexRequest{}); err != nil {
		t.Fatal(err)
	}
	if got := d.summary(); !strings.HasPrefix(got, "Rebuilt the search index. No embedding model") {
		t.Errorf("got %q", got)
	}
}

func TestWhenReportsWhetherItUnderstands(t *testing.T) {
	d := newFixture(t)
	for text, want := range map[string]bool{"tomorrow at noon": true, "xyzzy": false} {
		understood, err := assist.When(d.environment("w"), text)
		row, _ := find[event.Facts](d)
		if err != nil || understood != want || row[0].Value != text {
			t.Errorf("%q: got %v, %v, %v", text, understood, row, err)
		}
	}
}

func TestExtractRefusesAReplyWithoutAValidOperation(t *testing.T) {
	d := newFixture(t)
	if _, err := assist.Extract(t.Context(), d.environment("x"), `[{"op":"task.create","title":"Buy milk"}]`); err != nil {
		t.Fatal(err)
	}
	if ops, _ := find[event.Ops](d); len(ops.Operations) != 1 || d.summary() != "1 operation." {
		t.Errorf("got %+v, %q", ops, d.summary())
	}
	_, err := assist.Extract(t.Context(), d.environment("x"), `[{"op":"task.creat","title":"Buy milk"}]`)
	if ops, _ := find[event.Ops](d); class(err) != problem.Rejected || ops.Operations[0].Raw == nil {
		t.Errorf("got %+v, %v", ops, err)
	}
}
