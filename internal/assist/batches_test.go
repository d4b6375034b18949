package assist_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// slowStore is a store whose commits take as long as anything else can go on. It counts
// the operations that it has got and that have not been announced.
type slowStore struct {
	*sqlite.Store
	t        *testing.T
	writing  atomic.Bool
	inFlight int
	most     int      // operations that were in flight
	heaps    []uint64 // live bytes during each commit
}

func (s *slowStore) Open(context.Context, assist.Access) (assist.Store, error) { return s, nil }

func (s *slowStore) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	if s.writing.Swap(true) {
		s.t.Error("a batch is written while another one is")
	}
	defer s.writing.Store(false)
	return s.Store.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := fn(r)
		if c.Batch != nil {
			s.inFlight += len(c.Batch.Changes)
			s.most = max(s.most, s.inFlight)
		}
		synctest.Wait() // whoever runs ahead has come as far as it can
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		s.heaps = append(s.heaps, m.HeapAlloc)
		return c, err
	})
}

// Emit implements event.Sink.
func (s *slowStore) Emit(b event.Body) error {
	if s.writing.Load() {
		s.t.Errorf("%T is announced while a batch is written", b)
	}
	if ops, is := b.(event.Ops); is {
		s.inFlight -= len(ops.Operations)
	}
	return nil
}

// However slow the store is, a stream of any length has one batch in memory.
func TestALongStreamHasOneBatchInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newFixture(t)
		const count, batch = 12_000, 1000
		lines := strings.Repeat(`{"op":"task.create","title":"Wax the skis","notes":"`+strings.Repeat("x", 300)+`"}`+"\n", count)
		q := d.input(lines, assist.ApplyOptions{Approved: true})
		slow := &slowStore{Store: d.store, t: t}
		env := d.environment("long")
		env.Workspace, env.Sink = slow, slow
		out, err := assist.Apply(t.Context(), env, q)
		if err != nil || out.Counts.Created != count || len(slow.heaps) != count/batch {
			t.Fatal(out.Counts, len(slow.heaps), err)
		}
		if slow.most != batch || slow.inFlight != 0 {
			t.Errorf("%d operations were in flight, and %d are", slow.most, slow.inFlight)
		}
		const noise = 1 << 20
		if early, late := slow.heaps[1], slow.heaps[len(slow.heaps)-1]; late > early+noise {
			t.Errorf("the heap grew from %d to %d bytes over %d batches", early, late, len(slow.heaps))
		}
	})
}
