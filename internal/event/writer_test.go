package event

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

var update = flag.Bool("update", false, "write the golden files")

func morning() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }

func day(s string) calendar.Date {
	d, ok := calendar.ParseDate(s)
	if !ok {
		panic(s)
	}
	return d
}

func parsed(t testing.TB, text string) ijson.Value {
	t.Helper()
	v, fault := ijson.Parse([]byte(text))
	if fault != nil {
		t.Fatal(text, fault.Message)
	}
	return v
}

func decoded(t testing.TB, text string) op.Op {
	t.Helper()
	o, problems := op.Decode(parsed(t, text), calendar.Clock{})
	if len(problems) > 0 {
		t.Fatal(text, problems)
	}
	return o
}

func milk() record.Record {
	return record.New(schema.Lookup("task"), 3).With("title", record.Text("Buy milk")).
		With("scheduledFor", record.Date(day("2026-11-21"))).With("priority", record.Text("medium"))
}

// entries returns one of each: an update, a create with and without its result, a
// delete, a bulk operation and one that could not be decoded.
func entries(t testing.TB) []Entry {
	moved := ledger.Diff(milk(), milk().With("scheduledFor", record.Date(day("2026-11-27"))))
	made := ledger.Created(milk())
	gone := ledger.Deleted(milk())
	finding := func(text string, targets ...check.Target) check.Finding {
		return check.Finding{Op: decoded(t, text), Targets: targets}
	}
	raw := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "op", Value: ijson.Value{Kind: ijson.String, Text: "task.explode"}}}}

	var many []check.Target
	for i := range 12 {
		r := milk()
		r.ID = int64(i + 1)
		many = append(many, check.Target{Label: r.Label(), Change: ledger.Deleted(r)})
	}
	warned := finding(`{"op":"bulk_delete","where":{"kind":"task","tag":"old"}}`, many...)
	warned.Warnings = []problem.Problem{{Code: "bulk_delete_many", Message: "12 records are deleted", Hint: "look at the sample first"}}

	return []Entry{
		{Finding: finding(`{"op":"task.update","id":3,"scheduledFor":"2026-11-27"}`, check.Target{Label: "Buy milk", Change: moved}), Line: 4},
		{Finding: finding(`{"op":"task.create","title":"Buy milk"}`, check.Target{Label: "Buy milk", Change: made})},
		{Finding: finding(`{"op":"task.create","title":"Buy milk"}`, check.Target{Label: "Buy milk", Change: made}),
			Result: &Result{OK: true, IDs: []int64{3}, Kinds: []string{"task"}}},
		{Finding: finding(`{"op":"task.delete","id":3}`, check.Target{Label: "Buy milk", Change: gone})},
		{Finding: warned, Result: &Result{OK: true, IDs: []int64{1, 2}, Kinds: []string{"task", "task"}}},
		{Raw: &raw, Finding: check.Finding{Errors: []problem.Problem{{Code: "invalid_op", Field: "op", Message: "there is no task.explode"}}}},
	}
}

// everything returns one of each body, in a valid order.
func everything(t testing.TB) []Body {
	total := 2
	return []Body{
		Start{Command: "propose", Version: "1.0.0", Engine: "rules", Zone: "Europe/Paris", Now: "2026-11-21T10:00:00+01:00", Database: "/home/x/a.db"},
		Stage{Stage: Routing},
		Route{Decision: "plan", Confidence: 0.75, Entities: record.Entities{Date: day("2026-11-21"), From: day("2026-11-21"), To: day("2026-11-22"),
			Time: calendar.TimeOf(9, 30), Priority: "high", IDs: []int64{3}, Text: []string{"milk"}, Kinds: []string{"task"},
			Project: "home", Tags: []string{"food"}}, Where: &filter.Condition{Compare: []filter.Comparison{filter.Tagged("food")}}, Reason: "a verb and a thing", Engine: "rules"},
		Clarify{Question: "Which one?", Options: []record.Option{
			{Key: record.Key{Kind: "task", ID: 3}, Title: "Buy milk", Day: day("2026-11-21")},
			{Key: record.Key{Kind: "event", ID: 9}, Title: "Drink milk", Begins: calendar.TimeOf(9, 30)}}},
		Ops{Version: 1, Operations: entries(t), Warnings: []problem.Problem{{Code: "nothing_changes", Message: "already so"}}},
		Summary{Text: "one task is moved", Counts: &check.Counts{Updated: 1}},
		Summary{Text: "two tasks", Total: &total},
		Row{Record: milk()},
		Row{Record: milk(), Match: &Match{Score: 1.25, Field: "title", Excerpt: "Buy milk", Words: []string{"milk"}}},
		AuditRow{ledger.Entry{Seq: 7, At: morning(), CorrelationID: "other", Action: "apply", Batch: 12, Detail: `{"ops": 1}`, Hash: ledger.Hash{0xab}}},
		AuditRow{ledger.Entry{Seq: 8, At: morning(), Action: "undo", Detail: "{\"torn\n"}},
		Facts{{"name", "engine"}, {"set", true}, {"n", 3}, {"m", int64(4)}, {"f", 0.5}, {"nan", math.NaN()}, {"list", []string{"a", "b"}}, {"none", nil}},
		Facts{{"days", []int{4, -1}}, {"of", Facts{{"freq", "monthly"}, {"by", []string{"MO"}}}}, {"nothing", Facts{}}},
		CheckRow{Name: "tz", Status: CheckOK, Found: "Europe/Paris"},
		CheckRow{Name: "ollama", Status: CheckFail, Found: "nobody \"there\"", Next: "start it", Detail: Facts{{"host", "here"}, {"ms", 3}}},
		Summary{Text: "1 note: N", Citations: []Citation{{ID: "note:1", Title: "N", Kind: "note"}, {ID: "link:2", Title: "L", Kind: "link", URL: "https://x.example"}}},
		Step{Tool: "tasks", Args: ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "projectId", Value: ijson.Value{Kind: ijson.Number, Text: "3"}}}}, Total: 2, Saved: []string{"lists.tasks"}, Took: 1500 * time.Microsecond},
		Step{Tool: "notes", Args: ijson.Value{Kind: ijson.Object}, Error: &problem.Problem{Code: "missing_argument", Message: "missing required arguments for notes: projectId"}},
		Row{Record: milk(), NoIDs: true},
		ToolRow{Name: "tasks", Kind: "task", Help: "the tasks", Args: []string{"limit"}},
		ToolRow{Name: "createTask", Mutates: true, Help: "create a task", Aliases: []string{"task.create"}, Input: ijson.Value{Kind: ijson.Object}, Output: ijson.Value{Kind: ijson.Object}},
		Row{Record: milk(), Group: Group{Name: "today", Day: day("2026-11-21")}},
		Row{Record: milk(), Group: Group{Name: "overdue"}},
		HistoryRow{Batch: 2, At: morning(), Change: ledger.Diff(milk(), milk().With("title", record.Text("Buy oat milk")))},
		TurnRow{At: morning(), Role: "assistant", Text: "which\none?", Question: true},
		ReadingRow{Number: 1, Language: "en", Cost: 3, Meaning: `do("milk")`, Steps: []ReadingStep{
			{Text: "add milk", Cost: 3, Rule: "request", Form: "verb {title}", Where: "requests.forms:7", Steps: []ReadingStep{{Text: "milk", Cost: 3}}}}},
		Answer{Envelope: ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "total", Value: ijson.Value{Kind: ijson.Number, Text: "1"}}}},
			Records: []record.Key{{Kind: "task", ID: 3}}},
		Heartbeat{WaitingFor: "the engine", ElapsedMs: 10000},
		Error{Code: "undo_conflict", Field: "title", Message: "task 3 has changed since", Hint: "use --partial", Line: 2, Path: "plan.ndjson",
			Details: []problem.Problem{{Code: "undo_conflict", Field: "title", Message: "moved by batch 13"}}},
		Done{Status: "done", BatchID: 12, Batches: 2, IdempotencyKey: "k1", Replayed: true, AuditHead: "ab"},
	}
}

func written(t testing.TB, bodies ...Body) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, "c-1", morning)
	for _, b := range bodies {
		if err := w.Emit(b); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func TestEveryEventHasItsDocumentedForm(t *testing.T) {
	got := written(t, everything(t)...)
	const golden = "testdata/everything.ndjson"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	expected := bytes.Split(want, []byte("\n"))
	for i, line := range bytes.Split(got, []byte("\n")) {
		if i >= len(expected) || !bytes.Equal(line, expected[i]) {
			t.Errorf("line %d is another than in %s: %s", i+1, golden, line)
		}
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(got, []byte("\n")), []byte("\n")) {
		v, fault := ijson.Parse(line)
		if fault != nil {
			t.Fatalf("line %d is not I-JSON: %s\n%s", i+1, fault.Message, line)
		}
		if n, _ := number(v, "seq"); n != int64(i) {
			t.Errorf("line %d has seq %d", i+1, n)
		}
		if v.Members[0].Name != "type" || words(v, "correlationId") != "c-1" || words(v, "ts") != "2026-11-21T09:00:00.000Z" {
			t.Errorf("line %d has another envelope: %s", i+1, line)
		}
	}
}

func TestNoFieldHasTheNameOfAnEnvelopeMember(t *testing.T) {
	for _, kind := range schema.Kinds {
		for _, name := range []string{"type", "seq", "ts", "correlationId", "kind", "id", "rev"} {
			if _, i := kind.Field(name); i >= 0 {
				t.Errorf("%s has a field %s", kind.Name, name)
			}
		}
	}
}

// oneWrite fails if a line is written in pieces.
type oneWrite struct{ t *testing.T }

func (o oneWrite) Write(p []byte) (int, error) {
	if bytes.Count(p, []byte("\n")) != 1 || p[len(p)-1] != '\n' {
		o.t.Errorf("a write that is not one line: %q", p)
	}
	return len(p), nil
}

func TestEveryLineIsOneWrite(t *testing.T) {
	w := NewWriter(oneWrite{t}, "c", morning)
	w.Emit(Start{Command: "ask"})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				w.Emit(Heartbeat{WaitingFor: "the engine"})
			}
		})
	}
	all.Wait()
	w.Emit(Done{})
	if err := w.Emit(Heartbeat{}); err != nil || !w.Ended() {
		t.Errorf("a late heartbeat: %v", err)
	}
}

func TestABodyOutOfPlacePanics(t *testing.T) {
	for name, bodies := range map[string][]Body{
		"before start": {Stage{Stage: Routing}},
		"start twice":  {Start{}, Start{}},
		"after done":   {Start{}, Done{}, Stage{Stage: Routing}},
		"done twice":   {Start{}, Done{}, Done{}},
		"envelope":     {Start{}, Facts{{"seq", 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			w := NewWriter(io.Discard, "c", morning)
			for _, b := range bodies {
				w.Emit(b)
			}
		})
	}
}

func TestPreviewsAreLeftOutWhenTheLineWouldBeTooLong(t *testing.T) {
	long := strings.Repeat("n", 60_000)
	before := milk().With("notes", record.Text(long))
	var list []Entry
	for range 20 {
		list = append(list, Entry{Finding: check.Finding{
			Op:      decoded(t, `{"op":"task.delete","id":3}`),
			Targets: []check.Target{{Label: "Buy milk", Change: ledger.Deleted(before)}}}})
	}
	got := string(written(t, Start{}, Ops{Version: 1, Operations: list}))
	if !strings.Contains(got, PreviewsCut) || strings.Contains(got, `"preview"`) || strings.Contains(got, long) {
		t.Errorf("%d bytes: %.300s", len(got), got)
	}
	if strings.Count(got, `"count":1`) != 20 {
		t.Error("the number of targets was left out too")
	}
}

func TestAPlanTooLongForALineIsRefusedAndTheStreamContinues(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, "c", morning)
	w.Emit(Start{})
	o := decoded(t, `{"op":"task.create","title":"x","notes":"`+strings.Repeat("n", 60_000)+`"}`)
	list := make([]Entry, 20)
	for i := range list {
		list[i].Op = o
	}
	err := w.Emit(Ops{Version: 1, Operations: list})
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Problem.Code != PlanTooLarge || refusal.Problem.Hint == "" {
		t.Fatal(err)
	}
	w.Emit(Done{ExitCode: 4})
	if got := out.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, `"seq":1`) {
		t.Error(got)
	}
}

func TestInvalidOperationsAreLeftOutOfALineThatWouldBeTooLong(t *testing.T) {
	long := ijson.Value{Kind: ijson.String, Text: strings.Repeat("x", MaxLine/2)}
	bad := Entry{Raw: &long, Finding: check.Finding{Errors: []problem.Problem{{Code: "invalid_op", Message: "no"}}}}
	got := string(written(t, Start{}, Ops{Version: 1, Operations: []Entry{bad, bad, bad}}))
	if strings.Count(got, `"op":null`) != 3 || !strings.Contains(got, `"invalidCount":3`) {
		t.Errorf("%.300s", got)
	}
}

func TestAnErrorWithManyPlacesFitsOnALine(t *testing.T) {
	got := string(written(t, Start{}, Error{Code: "x", Message: "y", Details: make([]problem.Problem, 250)}))
	if !strings.Contains(got, `"moreDetails":150`) {
		t.Error(got)
	}
}

type broken struct{ after int }

func (b *broken) Write(p []byte) (int, error) {
	if b.after--; b.after < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestAClosedOutputStaysClosed(t *testing.T) {
	w := NewWriter(&broken{after: 1}, "c", morning)
	w.Emit(Start{})
	for range 2 {
		if err := w.Emit(Stage{Stage: Routing}); !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
	}
}

func BenchmarkOpsOfAThousand(b *testing.B) {
	change := ledger.Diff(milk(), milk().With("scheduledFor", record.Date(day("2026-11-27"))))
	list := make([]Entry, 1000)
	for i := range list {
		list[i].Op = decoded(b, `{"op":"task.update","id":`+strconv.Itoa(i+1)+`,"scheduledFor":"2026-11-27"}`)
		list[i].Targets = []check.Target{{Label: "Buy milk", Change: change}}
	}
	w := NewWriter(io.Discard, "c", morning)
	w.Emit(Start{})
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Emit(Ops{Version: 1, Operations: list}); err != nil {
			b.Fatal(err)
		}
	}
}
