package view

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

var update = flag.Bool("update", false, "write the golden files")

func day(s string) calendar.Date {
	d, ok := calendar.ParseDate(s)
	if !ok {
		panic(s)
	}
	return d
}

func task(id int64, title, on string) record.Record {
	r := record.New(schema.Lookup("task"), id).With("title", record.Text(title)).
		With("priority", record.Text("medium")).With("status", record.Text("pending"))
	if on != "" {
		r = r.With("scheduledFor", record.Date(day(on)))
	}
	return r
}

func dentist() record.Record {
	three, _ := calendar.ParseTime("15:00")
	four, _ := calendar.ParseTime("16:00")
	return record.New(schema.Lookup("event"), 4).With("title", record.Text("dentist")).With("location", record.Text("Main St")).
		With("scheduledFor", record.Date(day("2026-11-22"))).With("startTime", record.Time(three)).With("endTime", record.Time(four))
}

func parsed(t testing.TB, text string) op.Op {
	t.Helper()
	v, fault := ijson.Parse([]byte(text))
	if fault != nil {
		t.Fatal(text, fault.Message)
	}
	o, problems := op.Decode(v, calendar.Clock{})
	if len(problems) > 0 {
		t.Fatal(text, problems)
	}
	return o
}

// matching returns an entry whose filter matches nothing.
func matching(e event.Entry) event.Entry {
	e.Targets = []check.Target{}
	return e
}

func entryOf(t testing.TB, text string, changes ...ledger.Change) event.Entry {
	f := check.Finding{Op: parsed(t, text)}
	for _, c := range changes {
		title, _ := c.Cell("title")
		f.Targets = append(f.Targets, check.Target{Label: title.After.Text() + title.Before.Text(), Change: c})
	}
	return event.Entry{Finding: f}
}

func labelled(e event.Entry, label string) event.Entry {
	e.Targets[0].Label = label
	return e
}

// operations returns one of each form that a person can see.
func operations(t testing.TB) event.Ops {
	milk := task(3, "Buy milk", "2026-11-21")
	water := milk.With("recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly, ByDay: calendar.DaySet(time.Monday, time.Thursday)}))
	long := milk.With("title", record.Text("Buy oat milk at the shop behind the station")).With("notes", record.Text("or soy"+strings.Repeat(", or anything", 10))).
		With("priority", record.Text("high"))

	var deletions []ledger.Change
	for i := range 21 {
		deletions = append(deletions, ledger.Deleted(task(int64(i+10), "Old thing "+strconv.Itoa(i), "2026-01-01")))
	}
	many := entryOf(t, `{"op":"bulk_delete","where":{"tag":"old"}}`, deletions...)
	many.Warnings = []problem.Problem{{Code: problem.BulkDeleteMany, Message: "21 records are deleted", Hint: "look at what the filter matches with list --tag old"}}

	bad := event.Entry{Finding: check.Finding{Op: parsed(t, `{"op":"task.update","id":99,"title":"x","priority":"low"}`)}}
	bad.Errors = []problem.Problem{{Code: problem.IDNotFound, Field: "id", Message: "there is no task 99", Hint: "list shows the ids"}}
	odd := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "op", Value: ijson.Value{Kind: ijson.String, Text: "task.explode"}}}}
	unread := event.Entry{Raw: &odd, Finding: check.Finding{Errors: []problem.Problem{{Code: problem.InvalidOp, Field: "op", Message: "there is no operation task.explode"}}}}

	applied := entryOf(t, `{"op":"task.create","title":"Buy milk"}`, ledger.Created(milk))
	applied.Result = &event.Result{OK: true, IDs: []int64{3}, Kinds: []string{"task"}}

	return event.Ops{Version: 1, Operations: []event.Entry{
		entryOf(t, `{"op":"event.create","title":"dentist"}`, ledger.Created(dentist())),
		labelled(entryOf(t, `{"op":"task.update","id":3,"scheduledFor":"2026-11-27"}`, ledger.Diff(milk, milk.With("scheduledFor", record.Date(day("2026-11-27"))))), "Buy milk"),
		labelled(entryOf(t, `{"op":"task.update","id":3,"scheduledFor":null}`, ledger.Diff(milk, milk.With("scheduledFor", record.Null).With("tags", record.Tags("food", "home")))), "Buy milk"),
		entryOf(t, `{"op":"task.update","id":3,"title":"x"}`, ledger.Diff(milk, long)),
		labelled(entryOf(t, `{"op":"task.set_status","id":3,"status":"completed","occurrenceDate":"2026-11-23"}`,
			ledger.Diff(water, water.With("completedDates", record.Dates(day("2026-11-23"))))), "Buy milk"),
		entryOf(t, `{"op":"task.create","title":"Water the plants"}`, ledger.Created(water)),
		applied,
		entryOf(t, `{"op":"task.delete","id":9}`, ledger.Deleted(task(9, "Old", "2026-11-01"))),
		many,
		matching(entryOf(t, `{"op":"bulk_update","where":{"tag":"none"},"set":{"priority":"low"}}`)),
		entryOf(t, `{"op":"bulk_delete","where":{"tag":"unseen"}}`),
		labelled(entryOf(t, `{"op":"task.update","id":3,"scheduledFor":"2026-11-21"}`, ledger.Diff(milk, milk)), "Buy milk"),
		bad,
		unread,
	}, Warnings: []problem.Problem{{Code: "local_time_exists_twice", Message: "02:30 comes twice that night; the first one is meant"}}}
}

// everything returns one of each body.
func everything(t testing.TB) []event.Body {
	total := 3
	mine := task(12, "Call the bank about the card that they sent to the old address in September", "").
		With("priority", record.Text("high")).With("tags", record.Tags("phone", "money")).With("projectId", record.ID(4)).
		With("deadline", record.Date(day("2026-12-01")))
	return []event.Body{
		event.Start{Command: "ask", Version: "1", Engine: "rules", Zone: "Europe/Paris", Now: "2026-11-21T10:00:00+01:00", Database: "/home/x/a.db"},
		event.Stage{Stage: event.Routing},
		event.Route{Decision: "plan", Confidence: 0.9, Reason: "a verb and a thing"},
		event.Clarify{Question: "Which of these do you mean?", Options: []record.Option{
			{Key: record.Key{Kind: "task", ID: 3}, Title: "Buy milk", Day: day("2026-11-21")},
			{Key: record.Key{Kind: "event", ID: 14}, Title: "Milk the cow"}}},
		operations(t),
		event.Summary{Text: "Two tasks move to Friday.\nNothing else changes, and the sentence that says so is long enough to need a second line."},
		event.Summary{Counts: &check.Counts{Created: 2, Deleted: 1}},
		event.Summary{Counts: &check.Counts{}},
		event.Row{Record: task(3, "Buy milk", "2026-11-21")},
		event.Row{Record: dentist()},
		event.Row{Record: mine},
		event.Row{Record: task(13, "Done already", "2026-11-20").With("status", record.Text("completed"))},
		event.Summary{Text: "4 records", Total: &total},
		event.Row{Record: task(3, "Buy milk", "2026-11-21"), Match: &event.Match{Score: 2, Field: "title", Excerpt: "Buy milk", Words: []string{"milk"}}},
		event.Row{Record: task(13, "A catalogue", "2026-11-20").With("status", record.Text("completed")), Match: &event.Match{Score: 1, Field: "notes", Excerpt: "…to buy a cat", Words: []string{"a", "cat"}}},
		event.Summary{Text: "2 records", Total: &total},
		event.AuditRow{Entry: ledger.Entry{Seq: 7, At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), CorrelationID: "c-1", Action: "apply", Batch: 12, Detail: `{"ops":1}`}},
		event.Facts{{Name: "name", Value: "engine"}, {Name: "value", Value: "rules"}, {Name: "set", Value: true}},
		event.Facts{{Name: "name", Value: "host"}, {Name: "value", Value: []string{"a", "b"}}, {Name: "set", Value: nil}},
		event.Facts{{Name: "version", Value: "1.0.0"}},
		event.CheckRow{Name: "database", Status: event.CheckOK, Found: "opens: /home/ann/.local/share/assister/assister.db, 1.2 MB in a place that has room for it"},
		event.CheckRow{Name: "permissions", Status: event.CheckWarn, Found: "others may read it", Next: "chmod 600 assister.db"},
		event.CheckRow{Name: "ollama", Status: event.CheckFail, Found: "nobody is there", Next: "start it"},
		event.Heartbeat{WaitingFor: "the engine", ElapsedMs: 10_000},
		event.Error{Code: "undo_conflict", Message: "task 3 has changed since, and what it is now would be lost if this went on", Hint: "use --partial for the others", Path: "plan.ndjson", Line: 2,
			Details: []problem.Problem{{Code: "undo_conflict", Field: "title", Message: "expected “a”, found “b”, moved by batch 13"}}},
		event.Error{Code: "invalid_json", Message: "not valid JSON", Line: 4},
		event.Done{Status: "done", BatchID: 12},
		event.Done{Status: "done", BatchID: 12, Replayed: true},
		event.Done{Status: "done", BatchID: 14, Batches: 3},
		event.Done{Status: "clarify", ExitCode: 3},
	}
}

func shown(t testing.TB, opts Options, bodies ...event.Body) string {
	t.Helper()
	var out bytes.Buffer
	v := NewText(&out, opts)
	for _, b := range bodies {
		if err := v.Emit(b); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	file = "testdata/" + file
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	expected := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(expected) || line != expected[i] {
			t.Errorf("line %d is another than in %s: %q", i+1, file, line)
		}
	}
}

func TestEventsAreShownToPeople(t *testing.T) {
	for file, opts := range map[string]Options{
		"unlimited.txt": {},
		"narrow.txt":    {Width: 80},
		"verbose.txt":   {Width: 80, Verbose: true},
		"quiet.txt":     {Width: 80, Quiet: true},
		"colour.txt":    {Width: 80, Colour: true},
	} {
		t.Run(file, func(t *testing.T) { golden(t, file, shown(t, opts, everything(t)...)) })
	}
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

func TestColourChangesNothingButColour(t *testing.T) {
	plain := shown(t, Options{Width: 80}, everything(t)...)
	coloured := shown(t, Options{Width: 80, Colour: true}, everything(t)...)
	if got := colours.ReplaceAllString(coloured, ""); got != plain {
		t.Errorf("got\n%s\nwant\n%s", got, plain)
	}
	if coloured == plain {
		t.Error("there is no colour")
	}
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	for _, width := range []int{40, 80, 120} {
		for _, line := range strings.Split(shown(t, Options{Width: width, Verbose: true}, everything(t)...), "\n") {
			if columns(line) > width {
				t.Errorf("%d columns of %d: %s", columns(line), width, line)
			}
		}
	}
}

func TestMessagesMayHaveTheirOwnOutput(t *testing.T) {
	var messages bytes.Buffer
	out := shown(t, Options{Messages: &messages, Verbose: true}, event.Start{Command: "apply"}, event.Stage{Stage: event.Applying},
		event.Heartbeat{WaitingFor: "x"}, event.Error{Code: "x", Message: "y"}, event.Summary{Text: "done it"})
	if out != "done it\n" || strings.Count(messages.String(), "\n") != 4 {
		t.Errorf("%q, %q", out, messages.String())
	}
}

func TestWhetherAnItemIsCheckedIsShownInWords(t *testing.T) {
	item := record.New(schema.Lookup("checklist_item"), 4).With("title", record.Text("milk")).With("checklistId", record.ID(2)).With("isChecked", record.Bool(false))
	checked := item.With("isChecked", record.Bool(true))
	got := shown(t, Options{}, event.Ops{Version: 1, Operations: []event.Entry{
		labelled(entryOf(t, `{"op":"checklist_item.suggest_completion","id":4,"reason":"r","confidence":"high"}`, ledger.Diff(item, checked)), "milk"),
		entryOf(t, `{"op":"checklist_item.create","title":"milk","checklistId":2,"isChecked":true}`, ledger.Created(checked)),
		entryOf(t, `{"op":"bulk_update","where":{"kind":"checklist_item"},"set":{"isChecked":true}}`, ledger.Diff(item, checked)),
	}})
	for _, want := range []string{`isChecked no → yes`, `checklist:2  isChecked`, `isChecked → yes`, `1 checklist item: `} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
}

func TestALongListIsShownAsItComes(t *testing.T) {
	var out bytes.Buffer
	v := NewText(&out, Options{})
	for i := range screenful {
		v.Emit(event.Row{Record: task(int64(i+1), "x", "")})
	}
	if strings.Count(out.String(), "\n") != screenful {
		t.Error("rows are held back after the first screen")
	}
	v.Emit(event.Row{Record: task(1, "y", "")})
	v.Emit(event.Done{})
	if strings.Count(out.String(), "\n") != screenful+1 {
		t.Error("a row is missing")
	}
}

// poisoned returns every event with a payload in every string.
func poisoned(t testing.TB, s string) []event.Body {
	record3 := task(3, "x", "2026-11-21").With("title", record.Text(s)).With("notes", record.Text(s)).With("tags", record.Tags("a"+s))
	spot := dentist().With("location", record.Text(s)).With("title", record.Text(s))
	p := []problem.Problem{{Code: s, Field: s, Message: s, Hint: s}}
	rawOp := ijson.Value{Kind: ijson.String, Text: s}
	create := parsed(t, `{"op":"task.create","title":"x","notes":"n","as":"p"}`)
	for i := range create.Args {
		create.Args[i].Value = record.Text(s)
	}
	refer := parsed(t, `{"op":"task.update","id":3,"projectId":4}`)
	refer.ID = op.Target{Ref: s}
	refer.Args[0].Ref = s
	status := parsed(t, `{"op":"bulk_set_status","where":{"tag":"x"},"status":"completed"}`)
	status.Args[0].Value = record.Text(s)
	status.Where = filter.Comparing(filter.Tagged(s), filter.TitleContains(s))
	moved := ledger.Diff(record3, record3.With("title", record.Text("was "+s)).With("tags", record.Tags("b"+s)).With("priority", record.Text(s)))
	target := func(c ledger.Change) []check.Target { return []check.Target{{Label: s, Change: c}} }
	return []event.Body{
		event.Start{Command: s, Version: s, Engine: s, Model: s, Zone: s, Now: s, Database: s},
		event.Stage{Stage: s}, event.Stage{Stage: s, Call: s, Thinking: s},
		event.Route{Decision: s, Category: s, Entities: record.Entities{Text: []string{s}}, Missing: []string{s}, Reason: s, Engine: s},
		event.Clarify{Question: s, Options: []record.Option{{Key: record.Key{Kind: s, ID: 1}, Title: s}}},
		event.Ops{Warnings: p, Operations: []event.Entry{
			{Raw: &rawOp, Finding: check.Finding{Errors: p, Warnings: p}},
			{Finding: check.Finding{Op: create, Errors: p}},
			{Finding: check.Finding{Op: refer}},
			{Finding: check.Finding{Op: status, Targets: target(moved)}},
			{Finding: check.Finding{Op: create, Targets: target(ledger.Created(spot))}},
			{Finding: check.Finding{Op: create, Targets: target(ledger.Deleted(record3))}},
			{Finding: check.Finding{Op: create, Targets: target(moved)}},
		}},
		event.Summary{Text: s, Warnings: p},
		event.Row{Record: record3}, event.Row{Record: spot},
		event.AuditRow{Entry: ledger.Entry{Seq: 1, CorrelationID: s, Action: s, Batch: 2, Detail: s}},
		event.Facts{{Name: s, Value: s}, {Name: "l" + s, Value: []string{s}}},
		event.CheckRow{Name: s, Status: s, Found: s, Next: s, Detail: event.Facts{{Name: "d", Value: s}}},
		event.ReadingRow{Language: s, Meaning: s, Steps: []event.ReadingStep{{Text: s, Rule: s, Form: s, Where: s,
			Steps: []event.ReadingStep{{Text: s}}}}},
		event.Heartbeat{WaitingFor: s},
		event.Error{Code: s, Message: s, Hint: s, Path: s, Line: 3, Details: p},
		event.Done{Status: s, BatchID: 1, IdempotencyKey: s, AuditHead: s},
	}
}

func TestEveryStringOfEveryEventIsEscaped(t *testing.T) {
	for _, s := range payloads {
		for _, opts := range []Options{{Verbose: true}, {Verbose: true, Width: 40}} {
			for _, b := range poisoned(t, s) {
				if r, bad := deceptive(shown(t, opts, b, event.Done{})); bad {
					t.Errorf("%T lets %U of %q through", b, r, s)
				}
				coloured := opts
				coloured.Colour = true
				if r, bad := deceptive(colours.ReplaceAllString(shown(t, coloured, b, event.Done{}), "")); bad {
					t.Errorf("%T in colour lets %U of %q through", b, r, s)
				}
			}
		}
	}
}

func TestATitleCannotForgeALine(t *testing.T) {
	got := shown(t, Options{}, event.Row{Record: task(1, "x", "").With("title", record.Text("x\nerror: all is lost"))}, event.Done{})
	if strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAClosedOutputIsAnError(t *testing.T) {
	v := NewText(closed{}, Options{})
	for range 2 {
		if err := v.Emit(event.Summary{Text: "x"}); !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
	}
}

func TestAQuestionIsShownOnce(t *testing.T) {
	var out bytes.Buffer
	text := NewText(&out, Options{})
	for _, b := range []event.Body{
		event.Clarify{Question: "Which one?"}, event.Summary{Text: "Which one?"},
		event.Summary{Text: "another summary"},
	} {
		if err := text.Emit(b); err != nil {
			t.Fatal(err)
		}
	}
	if got := out.String(); got != "Which one?\nanother summary\n" {
		t.Errorf("got %q", got)
	}
}
