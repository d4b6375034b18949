package assist_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/sqlite"
	"assister/internal/storetest/repeat"
	"assister/internal/tool"
	"assister/internal/workspace"
)

// fixture runs the use cases with a workspace in a file, the rules, and a recorder.
type fixture struct {
	t     *testing.T
	store *sqlite.Store
	empty *sqlite.Store
	heard event.Recorder
	notes []string
	person
}

// person gives the answers of a test. Without answers there is no approver.
type person struct {
	answer  string
	instead string // of an approval
	picks   []int  // of the operations that are offered; the first ones if there are fewer
	there   bool
	put     []event.Clarify
	offered []event.Ops
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	open := func(name string, mode workspace.Mode) *sqlite.Store {
		store, err := sqlite.Open(filepath.Join(t.TempDir(), name), mode)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		return store
	}
	return &fixture{t: t, store: open("workspace.db", workspace.ToWrite), empty: open("empty.db", workspace.ToRead)}
}

// Open opens a store that calls the function of each View several times.
func (d *fixture) Open(context.Context, assist.Access) (assist.Store, error) {
	return repeat.Store{Store: d.store, Empty: d.empty}, nil
}

func (d *fixture) Choice() string { return assist.ByRules }

func (d *fixture) Model(string) (*propose.Model, error) {
	d.t.Error("the model was asked, and the rules decide")
	return nil, errors.New("no model")
}

func (d *fixture) Embedder(time.Duration) (search.Model, bool, error) {
	return search.Model{}, false, nil
}

func (p *person) Attended() bool { return p.there }
func (p *person) Shows() bool    { return p.there }
func (p *person) Place() string  { return "terminal" }

func (p *person) Answer(_ context.Context, q event.Clarify) (string, error) {
	p.put = append(p.put, q)
	return p.answer, nil
}

func (p *person) Approve(_ context.Context, ops event.Ops, _ assist.Recheck) (assist.Choice, error) {
	p.offered = append(p.offered, ops)
	return assist.Choice{Ops: ops, Words: p.instead, Picked: p.picks[:min(len(p.picks), len(ops.Operations))]}, nil
}

func (p *person) Confirm(context.Context, string) (bool, error) { return false, nil }

// environment returns the environment of a request on Saturday, 21 November 2026. It
// clears the recorded events.
func (d *fixture) environment(id string) assist.Environment {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	d.heard = event.Recorder{}
	env := assist.Environment{
		Workspace: d, Engines: d, Sink: &d.heard, Reading: assist.Reading{Languages: meaning.BuiltIn}, Origin: assist.Origin{CorrelationID: id},
		Times: assist.Times{Clock: calendar.Clock{Instant: at, Zone: time.UTC}, Now: func() time.Time { return at }},
		Log:   assist.Log{Note: func(format string, _ ...any) { d.notes = append(d.notes, format) }},
	}
	if d.there {
		env.Approver = &d.person
	}
	return env
}

// apply applies operations, one on each line, that are already approved.
func (d *fixture) apply(lines string) assist.Outcome {
	d.t.Helper()
	out, err := assist.Apply(d.t.Context(), d.environment("setup"), d.input(lines, assist.ApplyOptions{Approved: true}))
	if err != nil {
		d.t.Fatal(err)
	}
	return out
}

func (d *fixture) input(lines string, o assist.ApplyOptions) assist.ApplyRequest {
	d.t.Helper()
	in, err := event.Read(d.t.Context(), strings.NewReader(lines), "", calendar.Clock{})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { in.Close() })
	return assist.ApplyRequest{Input: in, Options: o}
}

// streamOf is the stream of events that a command has emitted.
func streamOf(t *testing.T, bodies ...event.Body) string {
	t.Helper()
	var out strings.Builder
	w := event.NewWriter(&out, "c", time.Now)
	for _, b := range bodies {
		if err := w.Emit(b); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// titles returns the titles of the tasks, in the order of their ids.
func (d *fixture) titles() string {
	d.t.Helper()
	q := filter.Query{Kind: schema.Lookup("task")}
	if _, err := assist.Query(d.t.Context(), d.environment("titles"), assist.QueryRequest{Query: q}); err != nil {
		d.t.Fatal(err)
	}
	return strings.Join(d.rows(), ", ")
}

func (d *fixture) rows() (titles []string) {
	for _, b := range d.heard.Bodies {
		if row, is := b.(event.Row); is {
			titles = append(titles, row.Record.Label())
		}
	}
	return titles
}

// summary returns the text of the last summary.
func (d *fixture) summary() (text string) {
	for _, b := range d.heard.Bodies {
		if s, is := b.(event.Summary); is {
			text = s.Text
		}
	}
	return text
}

// find returns the first event of a type.
func find[T event.Body](d *fixture) (found T, ok bool) {
	for _, b := range d.heard.Bodies {
		if body, is := b.(T); is {
			return body, true
		}
	}
	return found, false
}

func class(err error) problem.Class {
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		return refusal.Class
	}
	return problem.Failed
}

const twoTasks = `{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Call the dentist","scheduledFor":"2026-11-23"}`

func TestRouteEmitsTheDecision(t *testing.T) {
	d := newFixture(t)
	for text, want := range map[string]string{"what is overdue?": "chat", "add buy milk tomorrow": "plan"} {
		if _, err := assist.Route(t.Context(), d.environment("r"), assist.Request{Text: text}); err != nil {
			t.Fatal(err)
		}
		if r, _ := find[event.Route](d); r.Decision != want || r.Engine != assist.ByRules {
			t.Errorf("%q: got %+v, want %s", text, r, want)
		}
	}
}

func TestProposeChecksAndChangesNothing(t *testing.T) {
	d := newFixture(t)
	out, err := assist.Propose(t.Context(), d.environment("p"), assist.Request{Text: "add buy milk tomorrow"})
	if err != nil {
		t.Fatal(err)
	}
	ops, _ := find[event.Ops](d)
	if len(ops.Operations) != 1 || ops.Operations[0].Result != nil || out.Batch != 0 || out.Committed != "" {
		t.Errorf("got %+v and %+v", ops, out)
	}
	if got := d.titles(); got != "" {
		t.Errorf("there are tasks: %s", got)
	}
}

func TestApplyCommitsBeforeItAnnounces(t *testing.T) {
	d := newFixture(t)
	out := d.apply(twoTasks)
	if out.Batch != 1 || out.AuditHead == "" || out.Committed == "" || out.Partial || !out.Refresh {
		t.Errorf("got %+v", out)
	}
	if ops, _ := find[event.Ops](d); len(ops.Operations) != 2 || ops.Operations[0].Result == nil {
		t.Errorf("got %+v", ops)
	}
	if got := d.titles(); got != "Buy milk, Call the dentist" {
		t.Errorf("got %s", got)
	}
}

func TestTheSameKeyAppliesOnce(t *testing.T) {
	d := newFixture(t)
	for n := range 2 {
		o := assist.ApplyOptions{Approved: true, Key: "k"}
		out, err := assist.Apply(t.Context(), d.environment("k"), d.input(twoTasks, o))
		if err != nil || out.Replayed != (n == 1) || out.Batch != 1 || out.Key != "k" {
			t.Errorf("time %d: got %+v, %v", n+1, out, err)
		}
	}
}

// unindexed is a workspace whose text index cannot be written.
type unindexed struct{ assist.Workspace }

type unindexedStore struct{ assist.Store }

func (w unindexed) Open(ctx context.Context, access assist.Access) (assist.Store, error) {
	s, err := w.Workspace.Open(ctx, access)
	return unindexedStore{s}, err
}

func (s unindexedStore) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	receipt, err := s.Store.Update(ctx, fn)
	receipt.Unindexed = errors.New("the disk is full")
	return receipt, err
}

func TestAnIndexThatIsNotUpToDateIsARemarkAndNoFailure(t *testing.T) {
	d := newFixture(t)
	env := d.environment("a")
	env.Workspace = unindexed{env.Workspace}
	out, err := assist.Apply(t.Context(), env, d.input(twoTasks, assist.ApplyOptions{Approved: true}))
	if err != nil || out.Counts.Created != 2 || len(d.notes) != 1 || !strings.Contains(d.notes[0], "search index") {
		t.Errorf("%+v, %v, and the notes are %q", out, err, d.notes)
	}
}

func TestWithoutAnApproverOperationsNeedApproval(t *testing.T) {
	d := newFixture(t)
	out, err := assist.Apply(t.Context(), d.environment("a"), d.input(twoTasks, assist.ApplyOptions{}))
	if class(err) != problem.Unapproved || out.Batch != 0 {
		t.Errorf("got %+v, %v", out, err)
	}
	if ops, found := find[event.Ops](d); !found || len(ops.Operations) != 2 {
		t.Error("the operations are not shown")
	}
	if got := d.titles(); got != "" {
		t.Errorf("there are tasks: %s", got)
	}
}

func TestOnlyPickedOperationsAreApplied(t *testing.T) {
	d := newFixture(t)
	d.there, d.picks = true, []int{1}
	if _, err := assist.Apply(t.Context(), d.environment("a"), d.input(twoTasks, assist.ApplyOptions{})); err != nil {
		t.Fatal(err)
	}
	d.there = false
	if got := d.titles(); got != "Call the dentist" {
		t.Errorf("got %s", got)
	}
}

func TestDecliningSaysThatNothingWasChanged(t *testing.T) {
	d := newFixture(t)
	d.there = true
	_, err := assist.Apply(t.Context(), d.environment("a"), d.input(twoTasks, assist.ApplyOptions{}))
	if class(err) != problem.Unapproved || d.summary() != "Nothing was changed." {
		t.Errorf("got %v and %q", err, d.summary())
	}
}

func TestAnEmptyPlanHasNothingToApply(t *testing.T) {
	d := newFixture(t)
	d.apply(streamOf(t, event.Start{}, event.Ops{Version: 1}, event.Done{}))
	if d.summary() != "Nothing to apply." {
		t.Errorf("got %q", d.summary())
	}
}

func TestAllOrNothingRefusesForOneInvalidOperation(t *testing.T) {
	d := newFixture(t)
	lines := twoTasks + "\n" + `{"op":"task.delete","id":77}`
	o := assist.ApplyOptions{Approved: true, AllOrNothing: true}
	if _, err := assist.Apply(t.Context(), d.environment("a"), d.input(lines, o)); class(err) != problem.Rejected {
		t.Errorf("got %v", err)
	}
	if out := d.apply(lines); !out.Partial {
		t.Errorf("got %+v", out)
	}
}

func TestDryRunCountsAndRollsBack(t *testing.T) {
	d := newFixture(t)
	out, err := assist.DryRun(t.Context(), d.environment("d"), d.input(twoTasks, assist.ApplyOptions{}))
	if err != nil || out.Counts.Created != 2 || out.Batch != 0 {
		t.Errorf("got %+v, %v", out, err)
	}
	if got := d.titles(); got != "" {
		t.Errorf("there are tasks: %s", got)
	}
}

func TestUndoAndRedoReverseABatch(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	if out, err := assist.Undo(t.Context(), d.environment("u"), assist.UndoRequest{}); err != nil || out.Batch != 2 {
		t.Fatalf("got %+v, %v", out, err)
	}
	if got := d.titles(); got != "" {
		t.Errorf("after undo there are %s", got)
	}
	if out, err := assist.Redo(t.Context(), d.environment("u"), assist.UndoRequest{}); err != nil || out.Batch != 3 {
		t.Fatalf("got %+v, %v", out, err)
	}
	if got := d.titles(); got != "Buy milk, Call the dentist" {
		t.Errorf("after redo there are %q", got)
	}
}

func TestListFollowsThePreferredFilterOnlyWithoutAnother(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Report","scheduledFor":"2026-11-21","context":"work"}
{"op":"task.create","title":"Laundry","scheduledFor":"2026-11-21","context":"personal"}`)
	set := assist.PreferRequest{Name: "filter", Value: `{"context":"work"}`}
	if _, err := assist.Prefer(t.Context(), d.environment("f"), set); err != nil {
		t.Fatal(err)
	}
	q := assist.ListRequest{Filter: filter.Condition{Kinds: []string{"task"}}}
	for unfiltered, want := range map[bool]string{true: "Report", false: "Report, Laundry"} {
		q.Unfiltered = unfiltered
		if _, err := assist.List(t.Context(), d.environment("l"), q); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.rows(), ", "); got != want {
			t.Errorf("unfiltered %v: got %q, want %q", unfiltered, got, want)
		}
	}
}

func TestSettingAPreferenceAgainChangesNothing(t *testing.T) {
	d := newFixture(t)
	q := assist.PreferRequest{Name: "language", Value: "fr"}
	for n, batch := range []int64{1, 0} {
		if out, err := assist.Prefer(t.Context(), d.environment("f"), q); err != nil || out.Batch != batch {
			t.Errorf("time %d: got %+v, %v", n+1, out, err)
		}
	}
}

func TestSearchIsByWordsWithoutAnEmbeddingModel(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	q := assist.SearchRequest{Search: search.Request{Text: "dentist"}}
	out, err := assist.Search(t.Context(), d.environment("s"), q)
	if err != nil || out.Refresh {
		t.Fatalf("got %+v, %v", out, err)
	}
	s, _ := find[event.Summary](d)
	if got := strings.Join(d.rows(), ", "); got != "Call the dentist" || s.Semantic == nil || !s.Semantic.Disabled {
		t.Errorf("got %q, %+v", got, s)
	}
}

func TestAskAnswersAQuestionFromTheData(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	q := assist.AskRequest{Request: assist.Request{Text: "what is planned for today?"}}
	if _, err := assist.Ask(t.Context(), d.environment("q"), q); err != nil {
		t.Fatal(err)
	}
	row, found := find[event.Row](d)
	if !found || row.Record.Label() != "Buy milk" || !row.InSummary || !strings.Contains(d.summary(), "Buy milk") {
		t.Errorf("got %+v and %q", row, d.summary())
	}
}

// TestWhatNothingMentionsIsToDo sees and checks something, which is shown if there is a record of it.
func TestWhatNothingMentionsIsToDo(t *testing.T) {
	for text, plans := range map[string]bool{
		"see grandma on sunday": true, "check the oven at 6": true, "see the milk": false, "see the milk today": false,
		"review friday": false, "find zorble tasks": false,
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Buy milk"}`)
		_, err := assist.Ask(t.Context(), d.environment("q"), assist.AskRequest{Request: assist.Request{Text: text}})
		if _, planned := find[event.Ops](d); planned != plans {
			t.Errorf("%s: planned is %v, %v", text, planned, err)
		}
	}
}

// TestAVerbNamesNoRecord asks with names that the text has a noun of, and one that it has only the verb of.
func TestAVerbNamesNoRecord(t *testing.T) {
	for text, want := range map[string]string{
		"milk sunday or monday":    message.For("en").Text("ask.exists-what", "name", "Buy milk"),
		"buy rice this or that":    message.For("en").Text("ask.which-item"),
		"report, monday or sunday": message.For("en").Text("ask.details"),
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Buy milk"}`)
		_, err := assist.Ask(t.Context(), d.environment("q"), assist.AskRequest{Request: assist.Request{Text: text}})
		if asked, _ := find[event.Clarify](d); asked.Question != want {
			t.Errorf("%s: %v, %q, want %q", text, err, asked.Question, want)
		}
	}
}

func TestAskAsksForApprovalOfAPlan(t *testing.T) {
	d := newFixture(t)
	d.there, d.picks = true, []int{0}
	out, err := assist.Ask(t.Context(), d.environment("q"), assist.AskRequest{Request: assist.Request{Text: "add buy milk tomorrow"}})
	if err != nil || out.Batch != 1 || len(d.offered) != 1 {
		t.Errorf("got %+v, %v", out, err)
	}
}

func TestAnswerNeverChangesAnything(t *testing.T) {
	d := newFixture(t)
	out, err := assist.Answer(t.Context(), d.environment("q"), assist.Request{Text: "add buy milk tomorrow"})
	if err != nil || out.Batch != 0 || d.summary() != message.For("en").Text("chat.cannot-change") {
		t.Errorf("got %+v, %v, %q", out, err, d.summary())
	}
}

// Two records have the word, so the program asks which one. The next request of the
// session is the answer.
func TestAQuestionStaysOpenForTheNextRequestOfTheSession(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Buy oat milk","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Buy soy milk","scheduledFor":"2026-11-21"}`)
	q := assist.Request{Text: "move milk to friday", Conversation: assist.Conversation{Session: "home"}}
	out, err := assist.Propose(t.Context(), d.environment("q"), q)
	if class(err) != problem.Unanswered || out.Question == nil || len(out.Question.Options) != 2 {
		t.Fatalf("got %+v, %v", out, err)
	}
	q.Text = "soy"
	if _, err := assist.Propose(t.Context(), d.environment("q"), q); err != nil {
		t.Fatal(err)
	}
	ops, _ := find[event.Ops](d)
	if len(ops.Operations) != 1 || ops.Operations[0].Targets[0].Change.ID != 2 {
		t.Errorf("got %+v", ops)
	}
}

func TestAPersonAnswersAQuestionAtOnce(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Buy oat milk","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Buy soy milk","scheduledFor":"2026-11-21"}`)
	d.there, d.answer, d.picks = true, "2", []int{0}
	out, err := assist.Ask(t.Context(), d.environment("q"), assist.AskRequest{Request: assist.Request{Text: "move milk to friday"}})
	if err != nil || len(d.put) != 1 || out.Batch != 2 {
		t.Errorf("got %+v, %v, %d questions", out, err, len(d.put))
	}
	if _, emitted := find[event.Clarify](d); emitted {
		t.Error("the question is emitted too")
	}
}

func TestAConversationUndoesTheLastBatchOnRequest(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	q := assist.AskRequest{Request: assist.Request{Text: "undo that"}}
	if out, err := assist.Converse(t.Context(), d.environment("c"), q); err != nil || out.Batch != 2 {
		t.Errorf("got %+v, %v", out, err)
	}
}

func TestAMutatingToolOnlyProposes(t *testing.T) {
	d := newFixture(t)
	title := ijson.Member{Name: "title", Value: ijson.Value{Kind: ijson.String, Text: "Buy milk"}}
	q := assist.ToolRequest{Tool: tool.Lookup("createTask"), Arguments: ijson.Value{Kind: ijson.Object, Members: []ijson.Member{title}}}
	if _, err := assist.CallTool(t.Context(), d.environment("t"), q); err != nil {
		t.Fatal(err)
	}
	if ops, found := find[event.Ops](d); !found || len(ops.Operations) != 1 {
		t.Errorf("got %+v", ops)
	}
	if got := d.titles(); got != "" {
		t.Errorf("there are tasks: %s", got)
	}
}

// Decisions are in the audit trail before their result is announced. Those of a trial
// are never there.
func TestDecisionsAreAuditedExceptInATrial(t *testing.T) {
	for _, trial := range []bool{false, true} {
		d := newFixture(t)
		env := d.environment("p")
		env.Trial = trial
		if _, err := assist.Propose(t.Context(), env, assist.Request{Text: "add buy milk tomorrow"}); err != nil {
			t.Fatal(err)
		}
		if head := d.head(); (head == "proposal") == trial {
			t.Errorf("trial %v: the newest row is %q", trial, head)
		}
	}
}

func (d *fixture) head() (action string) {
	d.t.Helper()
	if err := d.store.View(d.t.Context(), func(r workspace.Reader) error {
		head, err := r.Head()
		action = head.Action
		return err
	}); err != nil {
		d.t.Fatal(err)
	}
	return action
}

func TestAnInvalidTextIsRefused(t *testing.T) {
	d := newFixture(t)
	for _, text := range []string{"", "  ", "a\x00b", "\xff", "a\x1bb", strings.Repeat("x", assist.TextMax+1)} {
		if _, err := assist.Propose(t.Context(), d.environment("p"), assist.Request{Text: text}); class(err) != problem.Usage {
			t.Errorf("%.10q: got %v", text, err)
		}
	}
}

func TestClassifyEmitsNothing(t *testing.T) {
	d := newFixture(t)
	r, err := assist.Classify(t.Context(), d.environment("c"), assist.Request{Text: "what is overdue?"})
	if err != nil || r.Decision != "chat" || len(d.heard.Bodies) != 0 {
		t.Errorf("got %+v, %v, %d events", r, err, len(d.heard.Bodies))
	}
}

func TestASelectionAnswersAQuestion(t *testing.T) {
	d := newFixture(t)
	d.apply(twoTasks)
	q := assist.Request{Text: "complete it", Selection: record.Selection{Records: []record.Key{{Kind: "task", ID: 2}}}}
	if _, err := assist.Propose(t.Context(), d.environment("p"), q); err != nil {
		t.Fatal(err)
	}
	if ops, _ := find[event.Ops](d); len(ops.Operations) != 1 || ops.Operations[0].Targets[0].Change.ID != 2 {
		t.Errorf("got %+v", ops)
	}
}
