package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/session"
	"assister/internal/workspace"
)

// helds are tests of stores that read one state for a request. A file has no need of it.
var helds = []test{
	{"AHeldStoreCommitsAfterWhatOthersHaveWritten", testHeldCommit},
	{"AHeldStoreNeverMixesStates", testHeldStates},
	{"AHeldStoreReadsTheNewestStateAfterItIsLetGo", testLetGo},
	{"WhatWasAskedAheadCommitsOnlyInItsState", testAhead},
	{"WhatWasAskedAheadAnswersNothing", testAheadAnswers},
	{"ATableThatASearchHasReadAnswersAsTheStoreDoes", testReadWhole},
}

func hold(t *testing.T, s Store) (workspace.Held, bool) {
	t.Helper()
	h, is := s.(workspace.Holder)
	if !is {
		return nil, false
	}
	return h.Hold(), true
}

func noted(t *testing.T, s workspace.Store, said ...session.Turn) {
	t.Helper()
	rows := []ledger.Entry{{At: Noon, Action: "route", Detail: "{}"}}
	if err := workspace.Note(ctx, s, rows, session.Added{Session: "home", Turns: said}); err != nil {
		t.Fatal(err)
	}
}

func headOf(t *testing.T, s workspace.Store) ledger.Entry {
	t.Helper()
	return read(t, s, func(r workspace.Reader) (ledger.Entry, error) { return r.Head() })
}

// Two requests read the same state, and both note what they have decided.
func testHeldCommit(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Buy milk"))...)
	one, is := hold(t, s)
	if !is {
		return
	}
	two, _ := hold(t, s)
	before := headOf(t, one)
	headOf(t, two)
	noted(t, one, exchange("hello", "hi")...)
	noted(t, two, exchange("thanks", "welcome")...)
	Commit(t, s, Created(Task(2, "Buy bread"))...)
	noted(t, two)
	if got := headOf(t, s); got.Seq != before.Seq+4 {
		t.Errorf("the head was %d and is %d", before.Seq, got.Seq)
	}
	if turns := turnsOf(t, s, "home", 9); len(turns) != 4 {
		t.Errorf("got %+v", turns)
	}
	if _, err := workspace.Verify(ctx, s, workspace.Expected{}); err != nil {
		t.Error(err)
	}
}

// A view that asks for more after another program has written has all of it from one state.
func testHeldStates(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Buy milk"))...)
	h, is := hold(t, s)
	if !is {
		return
	}
	was := headOf(t, h)
	Commit(t, s, Created(Task(2, "Buy bread"))...)
	if again := headOf(t, h); again != was {
		t.Errorf("the same question has another answer: %d and %d", was.Seq, again.Seq)
	}
	View(t, h, func(r workspace.Reader) error {
		head, err := r.Head()
		if err != nil {
			return err
		}
		_, there, err := r.Record("task", 2)
		if there != (head.Seq > was.Seq) {
			t.Errorf("task 2 is there: %v, and the head is %d after %d", there, head.Seq, was.Seq)
		}
		return err
	})
}

func testLetGo(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Buy milk"))...)
	h, is := hold(t, s)
	if !is {
		return
	}
	was := headOf(t, h)
	Commit(t, s, Created(Task(2, "Buy bread"))...)
	h.LetGo()
	if is := headOf(t, h); is.Seq == was.Seq {
		t.Error("the state is still the one before")
	}
	noted(t, h)
	if newest := headOf(t, h); newest != headOf(t, s) {
		t.Errorf("after a commit of its own, the head is %d", newest.Seq)
	}
}

// holdAhead is hold after the store was asked ahead.
func holdAhead(t *testing.T, s Store) (workspace.Held, bool) {
	t.Helper()
	if server, is := s.(interface{ Ahead(ctx context.Context) }); is {
		server.Ahead(ctx)
	}
	return hold(t, s)
}

// several are operations that create many tasks, with which the text index is written.
func several(t *testing.T) workspace.Request {
	var ops []string
	for i := range 150 {
		ops = append(ops, fmt.Sprintf(`{"op":"task.create","title":"Paint fence %d"}`, i))
	}
	r := request(t, "", ops...)
	r.CorrelationID, r.Unique = rand.Text(), true
	return r
}

func testAhead(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Buy milk"))...)
	if err := s.Reindex(ctx); err != nil {
		t.Fatal(err)
	}
	h, is := holdAhead(t, s)
	if !is {
		return
	}
	apply := func(s workspace.Store) {
		t.Helper()
		out, err := workspace.Apply(ctx, s, several(t))
		if err != nil || len(out.Batch.Changes) != 150 || out.Unindexed != nil {
			t.Fatal(err, out.Unindexed)
		}
	}
	server := s.(interface{ Trips() int64 })
	before := server.Trips()
	apply(h) // in the state that was read
	if n := server.Trips() - before; n != 1 {
		t.Errorf("after what was asked ahead, an apply takes %d requests", n)
	}
	h, _ = holdAhead(t, s)
	Commit(t, s, Created(Task(152, "Buy bread"))...)
	apply(h)
	h, _ = holdAhead(t, s)
	if err := s.Reindex(ctx); err != nil {
		t.Fatal(err)
	}
	apply(h) // with another text index
	found := read(t, s, func(r workspace.Reader) (fulltext.Found, error) {
		return r.Search(fulltext.Query{Words: fulltext.Words("fence"), Limit: 1000})
	})
	if found.Total != 450 {
		t.Errorf("%d of 450 fences", found.Total)
	}
	if v, err := workspace.Verify(ctx, s, workspace.Expected{}); err != nil || v.Batches != 5 {
		t.Error(v, err)
	}
}

// What commits nothing follows from the newest state.
func testAheadAnswers(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Buy milk"))...)
	h, is := holdAhead(t, s)
	if !is {
		return
	}
	Commit(t, s, Created(Task(2, "Buy bread"))...)
	out, err := workspace.DryRun(ctx, h, request(t, "k", `{"op":"task.create","title":"Eggs"}`))
	if err != nil || out.Findings[0].Targets[0].Change.ID != 3 {
		t.Error(out.Findings, err)
	}
	h, _ = holdAhead(t, s)
	Commit(t, s, Created(Task(3, "Eggs"))...)
	out, err = workspace.Apply(ctx, h, request(t, "k", `{"op":"task.update","id":3,"title":"Bake bread"}`))
	if err != nil || len(out.Batch.Changes) != 1 {
		t.Error(out.Findings, err)
	}
	if h, _ = holdAhead(t, s); headOf(t, h) != headOf(t, s) {
		t.Error("a view is of the state that was asked ahead")
	}
}

// A store on a server may answer from the tables that a search has read.
func testReadWhole(t *testing.T, p Place) {
	s := fresh(t, p)
	milk := Task(1, "Buy milk", "tags", record.Tags("home"), "notes", record.Text("Corner shop"))
	Commit(t, s, Created(milk, Task(2, "Bake bread", "projectId", record.ID(1)), Project(1, "Kitchen"))...)
	Commit(t, s, ledger.Diff(milk, milk.With("title", record.Text("Buy oat milk"))))
	type answers struct {
		Found, Sorted filter.Result
		One           record.Record
		Is, No        bool
		Some          []record.Record
	}
	answer := func(search bool) answers {
		return read(t, s, func(r workspace.Reader) (a answers, err error) {
			if search {
				if _, err := r.Search(fulltext.Query{Words: fulltext.Words("milk"), Limit: 9}); err != nil {
					return a, err
				}
			}
			k := schema.Lookup("task")
			where := filter.Comparing(filter.TitleContains("MILK"))
			var errs [5]error
			a.Found, errs[0] = r.Query(filter.Query{Kind: k, Where: where}, Today)
			newest := []filter.Order{{At: filter.Updated, Descending: true}}
			a.Sorted, errs[1] = r.Query(filter.Query{Kind: k, Sort: newest, Limit: 1}, Today)
			a.One, a.Is, errs[2] = r.Record("task", 2)
			_, a.No, errs[3] = r.Record("task", 3)
			a.Some, errs[4] = r.Records("project", []int64{1, 2})
			return a, errors.Join(errs[:]...)
		})
	}
	plain, whole := answer(false), answer(true)
	if !reflect.DeepEqual(plain, whole) {
		t.Errorf("got %+v, want %+v", whole, plain)
	}
	counts := [...]int{plain.Sorted.Total, len(plain.Found.Records), len(plain.Some)}
	if counts != [...]int{2, 1, 1} || !plain.Is || plain.No {
		t.Errorf("got %+v", plain)
	}
}
