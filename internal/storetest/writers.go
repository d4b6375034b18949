package storetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/workspace"
)

// writers are tests of snapshots, and of several programs at once.
var writers = []test{
	{"AViewIsOneSnapshot", testSnapshot},
	{"AnEndedContextEndsQuestions", testUntil},
	{"ProgramsCreateAWorkspaceTogether", testCreators},
	{"GoroutinesShareAStore", testGoroutines},
	{"NoChangeIsOverwrittenUnseen", testGuarded},
	{"AKeyThatProgramsShareHasOneEffect", testSharedKey},
	{"AVerificationIsOfOneStateWhileOthersWrite", testVerifying},
	{"ALostAnswerIsUnknownUntilItsKeyIsLookedUp", testUnknown},
}

// A store either keeps what was there when fn first read, or calls fn again. The second
// question follows from the answer to the first, so that no store can ask both at once.
func testSnapshot(t *testing.T, p Place) {
	s := fresh(t, p)
	was := Task(1, "a")
	Commit(t, s, Created(was)...)
	wrote := false
	judge(t, s, func(r workspace.Reader, wrong report) error {
		next, err := r.NextBatch()
		if err != nil {
			return err
		}
		if next == 2 && !wrote {
			Commit(t, s, ledger.Diff(was, was.With("notes", record.Text("b"))))
			wrote = true
		}
		moved, err := r.Since(record.Key{Kind: "task", ID: 1}, next-1)
		if len(moved) > 0 {
			wrong("the next batch is %d, and the task was changed in batch %d", next, moved[0].Batch)
		}
		return err
	})
	if b := batchAt(t, s, 2); !wrote || len(b.Changes) != 1 {
		t.Errorf("it wrote %+v", b)
	}
}

func testUntil(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Project(1, "Home"))...)
	judge(t, s, func(r workspace.Reader, wrong report) error {
		short, cancel := context.WithCancel(ctx)
		cancel()
		done := r.Until(short)
		if _, err := r.Find(filter.Condition{}, Today); !errors.Is(err, context.Canceled) {
			wrong("the question ends with %v", err)
		}
		done()
		found, err := r.Find(filter.Condition{Kinds: []string{"project"}}, Today)
		if len(found) != 1 {
			wrong("%d records", len(found))
		}
		return err
	})
}

// crowd has several goroutines write, each with a store that open returns.
func crowd(t *testing.T, goroutines int, open func() (Store, error), do func(s Store, n int) error) {
	t.Helper()
	var all sync.WaitGroup
	for n := range goroutines {
		all.Go(func() {
			s, err := open()
			for i := 0; i < 5 && err == nil; i++ {
				err = do(s, 5*n+i)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// toWrite returns a function that opens the workspace of a place, as each of several
// programs does.
func toWrite(t *testing.T, open func(workspace.Mode) (Store, error)) func() (Store, error) {
	return func() (Store, error) {
		s, err := open(workspace.ToWrite)
		if err == nil {
			t.Cleanup(func() { s.Close() })
		}
		return s, err
	}
}

func addTask(s Store, _ int) error {
	_, err := s.Update(ctx, AddTask)
	return err
}

// whole checks that a workspace has a number of batches with a task each.
func whole(t *testing.T, s Store, batches int) {
	t.Helper()
	v, err := workspace.Verify(ctx, s, workspace.Expected{})
	if n := len(Find(t, s, filter.Condition{})); err != nil || v.Batches != int64(batches) || n != batches {
		t.Errorf("%d batches and %d tasks, want %d: %v", v.Batches, n, batches, err)
	}
}

func testCreators(t *testing.T, p Place) {
	crowd(t, 8, toWrite(t, p.Open), addTask)
	whole(t, open(t, p, workspace.ToRead), 40)
}

// The witness gets the heads in their order.
func testGoroutines(t *testing.T, p Place) {
	s := fresh(t, p)
	w := &witness{}
	s.Witnessed(w) // a data race in it would mean a call without the lock
	crowd(t, 4, func() (Store, error) { return s, nil }, func(s Store, n int) error {
		if err := addTask(s, n); err != nil {
			return err
		}
		_, err := find(s, filter.Condition{})
		return err
	})
	whole(t, s, 20)
	for i, h := range w.heads {
		if h.Seq != int64(i+1) {
			t.Errorf("head %d is %+v", i+1, h)
		}
	}
}

// testGuarded counts in a record, from what was read there.
func testGuarded(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Count", "notes", record.Text("0")))...)
	crowd(t, 4, toWrite(t, p.Open), func(s Store, _ int) error {
		_, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			was, ok, err := r.Record("task", 1)
			if err != nil || !ok {
				return workspace.Commit{}, errors.Join(err, fmt.Errorf("there is a task: %v", ok))
			}
			n, err := strconv.Atoi(was.Get("notes").Text())
			if err != nil {
				return workspace.Commit{}, err
			}
			return Batch(r, ledger.Diff(was, was.With("notes", record.Text(strconv.Itoa(n+1)))))
		})
		return err
	})
	found := Find(t, s, filter.Condition{})
	if len(found) != 1 || found[0].Get("notes").Text() != "20" || found[0].Rev != 21 {
		t.Errorf("20 times one more leads to %v", found)
	}
}

// testSharedKey has several programs send the same five requests.
func testSharedKey(t *testing.T, p Place) {
	fresh(t, p)
	var first atomic.Int64
	crowd(t, 4, toWrite(t, p.Open), func(s Store, n int) error {
		out, err := workspace.Apply(ctx, s, request(t, fmt.Sprint("k", n%5), milk))
		if err == nil && !out.Replayed {
			first.Add(1)
		}
		return err
	})
	if n := first.Load(); n != 5 {
		t.Errorf("%d requests were applied", n)
	}
	whole(t, fresh(t, p), 5)
}

// testVerifying verifies a ledger of many batches, some of them undone, while another program
// writes.
func testVerifying(t *testing.T, p Place) {
	s := fresh(t, p)
	for i := range 150 {
		key := fmt.Sprint("k", i)
		apply(t, s, request(t, key, milk))
		if i%10 == 0 {
			if err := undo(t, s, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	stop := make(chan struct{})
	var other sync.WaitGroup
	defer other.Wait()
	defer close(stop)
	writes, err := toWrite(t, p.Open)()
	if err != nil {
		t.Fatal(err)
	}
	other.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := addTask(writes, 0); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for before := int64(0); before < 180; {
		v, err := workspace.Verify(ctx, s, workspace.Expected{})
		if err != nil || v.Batches < max(before, 165) {
			t.Fatalf("%d batches, and %d before: %v", v.Batches, before, err)
		}
		before = v.Batches
	}
}

func testUnknown(t *testing.T, p Place) {
	if p.Lossy == nil {
		t.Skip("no network is in front of this store")
	}
	apply(t, fresh(t, p), request(t, "first", milk))
	s, heal, err := p.Lossy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	_, err = workspace.Apply(ctx, s, request(t, "second", milk))
	if code(err) != "outcome_unknown" || !errors.Is(err, workspace.ErrUnknownOutcome) {
		t.Errorf("got %v", err)
	}
	heal()
	if out := apply(t, s, request(t, "second", milk)); !out.Replayed || out.Batch.ID != 2 {
		t.Errorf("batch %d, replayed: %v", out.Batch.ID, out.Replayed)
	}
	if v, err := workspace.Verify(ctx, s, workspace.Expected{}); err != nil || v.Batches != 2 {
		t.Errorf("%d batches, %v", v.Batches, err)
	}
}
