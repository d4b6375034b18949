package storetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Today is the day of all tests, and Noon when their batches are written.
var (
	Today = recordtest.Today
	Noon  = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

var ctx = context.Background()

// Task returns a task with the defaults that check sets, and with fields given in pairs.
func Task(id int64, title string, pairs ...any) record.Record {
	return With(record.New(schema.Lookup("task"), id).
		With("title", record.Text(title)).
		With("priority", record.Text("medium")).
		With("status", record.Text("pending")).
		With("createdAt", record.Instant(Noon)), pairs...)
}

// Project returns a project.
func Project(id int64, name string) record.Record {
	return record.New(schema.Lookup("project"), id).With("name", record.Text(name))
}

// Event returns an event with fields given in pairs.
func Event(id int64, title string, pairs ...any) record.Record {
	return With(record.New(schema.Lookup("event"), id).With("title", record.Text(title)), pairs...)
}

// With sets fields that are given in pairs.
func With(r record.Record, pairs ...any) record.Record {
	for i := 0; i < len(pairs); i += 2 {
		r = r.With(pairs[i].(string), pairs[i+1].(record.Value))
	}
	return r
}

// Day is a number of days after Today.
func Day(n int) record.Value { return record.Date(Today.AddDays(n)) }

// Weekly is a series of nine.
func Weekly() record.Value {
	days := calendar.DaySet(time.Monday, time.Friday)
	return record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly, ByDay: days, Count: 9})
}

// Created returns the changes that create records.
func Created(records ...record.Record) (changes []ledger.Change) {
	for _, r := range records {
		changes = append(changes, ledger.Created(r))
	}
	return changes
}

// Batch returns the next batch with these changes, and its audit row.
func Batch(r workspace.Reader, changes ...ledger.Change) (workspace.Commit, error) {
	id, err := r.NextBatch()
	own := make([]ledger.Change, len(changes))
	for i, c := range changes {
		if c.Is && c.RevAfter == 0 {
			c.RevAfter = id
		}
		own[i] = c
	}
	b := ledger.Batch{
		ID: id, At: Noon, Action: ledger.Apply, CorrelationID: "c", Fingerprint: "f", Results: "[]", Changes: own,
	}
	row := ledger.Entry{At: Noon, CorrelationID: "c", Action: "apply", Batch: id}
	row.Detail = workspace.Detail("digest", b.Digest().String())
	return workspace.Commit{Batch: &b, Audit: []ledger.Entry{row}}, err
}

// Commit writes changes as one batch.
func Commit(t testing.TB, s workspace.Store, changes ...ledger.Change) {
	t.Helper()
	receipt := write(t, s, func(r workspace.Reader) (workspace.Commit, error) { return Batch(r, changes...) })
	if receipt.Unindexed != nil {
		t.Errorf("the text index is not extended: %v", receipt.Unindexed)
	}
}

// write is an update that must succeed.
func write(
	t testing.TB, s workspace.Store, fn func(workspace.Reader) (workspace.Commit, error),
) workspace.Receipt {
	t.Helper()
	receipt, err := s.Update(ctx, fn)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// View lends a snapshot to fn, which must succeed.
func View(t testing.TB, s workspace.Store, fn func(workspace.Reader) error) {
	t.Helper()
	if err := s.View(ctx, fn); err != nil {
		t.Fatal(err)
	}
}

// report says what is wrong.
type report func(format string, args ...any)

// judge lends a snapshot to fn, which must succeed. What its last call reports fails the
// test.
func judge(t testing.TB, s workspace.Store, fn func(r workspace.Reader, wrong report) error) {
	t.Helper()
	wrong := read(t, s, func(r workspace.Reader) (all []string, err error) {
		err = fn(r, func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) })
		return all, err
	})
	for _, text := range wrong {
		t.Error(text)
	}
}

// read returns what fn returns for a snapshot.
func read[T any](t testing.TB, s workspace.Store, fn func(workspace.Reader) (T, error)) (value T) {
	t.Helper()
	View(t, s, func(r workspace.Reader) (err error) {
		value, err = fn(r)
		return err
	})
	return value
}

// batchAt returns a batch that must exist.
func batchAt(t testing.TB, s workspace.Store, id int64) ledger.Batch {
	t.Helper()
	return read(t, s, func(r workspace.Reader) (ledger.Batch, error) {
		b, ok, err := r.Batch(id)
		if err == nil && !ok {
			err = fmt.Errorf("there is no batch %d", id)
		}
		return b, err
	})
}

// Find returns the records that a condition selects.
func Find(t testing.TB, s workspace.Store, c filter.Condition) []record.Record {
	t.Helper()
	return read(t, s, func(r workspace.Reader) ([]record.Record, error) { return r.Find(c, Today) })
}

// Keys returns the kinds and ids of records as text.
func Keys(records []record.Record) string {
	var b strings.Builder
	for _, r := range records {
		fmt.Fprintf(&b, "%s:%d ", r.Kind.Name, r.ID)
	}
	return strings.TrimSpace(b.String())
}

// Same reports whether two records have the same values.
func Same(a, b record.Record) bool {
	if a.Kind != b.Kind || a.ID != b.ID || len(a.Values) != len(b.Values) {
		return false
	}
	for i := range a.Values {
		if a.Values[i] != b.Values[i] {
			return false
		}
	}
	return true
}

// Look returns the results of a search: kinds and ids, best first.
func Look(t testing.TB, s workspace.Store, text string) string {
	t.Helper()
	found := read(t, s, func(r workspace.Reader) (fulltext.Found, error) {
		return r.Search(fulltext.Query{Words: fulltext.Words(text), Limit: 9})
	})
	var keys []string
	for _, h := range found.Hits {
		keys = append(keys, fmt.Sprintf("%s:%d", schema.Kinds[h.Doc.Kind()].Name, h.Doc.ID()))
	}
	return strings.Join(keys, " ")
}

// Examined returns the codes of what a store finds wrong with itself.
func Examined(t testing.TB, s Store) string {
	t.Helper()
	found, err := s.Examine(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, p := range found.Problems {
		codes = append(codes, p.Code)
	}
	return strings.Join(codes, " ")
}

// Singly writes batches of one task each, with ascending ids.
func Singly(t testing.TB, s workspace.Store, from, n int64, title string) {
	t.Helper()
	for id := from; id < from+n; id++ {
		Commit(t, s, Created(Task(id, title))...)
	}
}

// Fill writes n tasks in batches of 1,000: fifty for each day, most of those in the past
// completed, one in a hundred repeating.
func Fill(t testing.TB, s workspace.Store, n int) {
	t.Helper()
	for from := 1; from <= n; from += 1000 {
		changes := make([]ledger.Change, 0, 1000)
		for id := from; id < from+1000 && id <= n; id++ {
			r := Task(int64(id), fmt.Sprintf("Call the plumber about item %d", id), "scheduledFor", Day((id*7919)%1999-1900))
			if r.Day() < Today && id%10 != 0 {
				r = r.With("status", record.Text("completed"))
			}
			if id%100 == 0 {
				r = r.With("recurrence", Weekly())
			}
			changes = append(changes, ledger.Created(r))
		}
		Commit(t, s, changes...)
	}
}

// AddTask is an update that adds a task, in a batch of its own.
func AddTask(r workspace.Reader) (workspace.Commit, error) {
	id, err := r.NextID("task")
	if err != nil {
		return workspace.Commit{}, err
	}
	return Batch(r, Created(Task(id, "a"))...)
}

// open opens the workspace of a place until the test ends.
func open(t testing.TB, p Place, mode workspace.Mode) Store {
	t.Helper()
	return opened(t, func() (Store, error) { return p.Open(mode) })
}

func opened(t testing.TB, open func() (Store, error)) Store {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// fresh returns a new workspace.
func fresh(t testing.TB, p Place) Store {
	t.Helper()
	return open(t, p, workspace.ToWrite)
}

// code returns the code of a refusal, or the text of another error.
func code(err error) string {
	var r *problem.Refusal
	if errors.As(err, &r) {
		return r.Problem.Code
	}
	return fmt.Sprint(err)
}

// drawing makes properties draw a number of cases until usual is called.
func drawing(t testing.TB, checks int) (usual func()) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	was := f.Value.String()
	set := func(value string) {
		if err := f.Value.Set(value); err != nil {
			t.Fatal(err)
		}
	}
	if checks > 0 {
		set(strconv.Itoa(checks))
	}
	return func() { set(was) }
}
