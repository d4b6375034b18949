package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"

	"assister/internal/ledger"
	"assister/internal/session"
	"assister/internal/storetest"
	"assister/internal/workspace"
)

// The tests of this package are about files, locks, the plans of SQLite and what a commit
// costs. What every store does is in the suite of package storetest, whose records they
// use.
var (
	ctx         = context.Background()
	today, noon = storetest.Today, storetest.Noon

	task, project, day         = storetest.Task, storetest.Project, storetest.Day
	creates, commit, addTask   = storetest.Created, storetest.Commit, storetest.AddTask
	fill, singly               = storetest.Fill, storetest.Singly
	view, find, look, examined = storetest.View, storetest.Find, storetest.Look, storetest.Examined
)

// open opens a workspace until the test ends.
func open(t testing.TB, path string, mode workspace.Mode) *Store {
	t.Helper()
	s, err := Open(path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fresh(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
}

// TestFewConnectionsAreOpen has many readers at once.
func TestFewConnectionsAreOpen(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
	var mu sync.Mutex
	most, now := 0, 0
	var readers sync.WaitGroup
	for range 8 * viewsAtOnce {
		readers.Go(func() {
			err := s.View(t.Context(), func(r workspace.Reader) error {
				mu.Lock()
				now++
				most = max(most, now)
				mu.Unlock()
				defer func() { mu.Lock(); now--; mu.Unlock() }()
				_, err := r.NextBatch()
				runtime.Gosched()
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	readers.Wait()
	if most > viewsAtOnce || len(s.idle) > viewsAtOnce {
		t.Errorf("%d snapshots were open at once and %d connections stay open, want at most %d",
			most, len(s.idle), viewsAtOnce)
	}
}

// TestASnapshotGoesAheadWhenItsTurnDoesNotCome has each snapshot opened inside another one.
func TestASnapshotGoesAheadWhenItsTurnDoesNotCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
		var nest func(n int) error
		nest = func(n int) error {
			if n == 0 {
				return nil
			}
			return s.View(t.Context(), func(workspace.Reader) error { return nest(n - 1) })
		}
		if err := nest(viewsAtOnce + 3); err != nil {
			t.Fatal(err)
		}
		if len(s.idle) != viewsAtOnce {
			t.Errorf("%d connections stay open, want %d", len(s.idle), viewsAtOnce)
		}
		enough, cancel := context.WithTimeout(t.Context(), patience/2)
		defer cancel()
		for range viewsAtOnce {
			s.views <- struct{}{}
		}
		if err := s.View(enough, func(workspace.Reader) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a snapshot that is not wanted any more: %v", err)
		}
	})
}

// A program that does not use the lock file is stopped by the transaction, which begins
// before the first read.
func TestNobodyWritesBetweenTheCheckAndTheCommit(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "a"))...)
	other, err := connect(s.path, "rw", false, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	_, err = s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		if err := other.exec("UPDATE task SET title = 'b'"); err == nil {
			t.Error("somebody else wrote within the transaction")
		}
		return workspace.Commit{}, nil
	})
	if err != nil {
		t.Error(err)
	}
}

// What is no batch need not survive a power loss. The next one must.
func TestAfterWritesThatAreNotSyncedTheNextBatchIs(t *testing.T) {
	for name, write := range map[string]func(s *Store) error{
		"a note": func(s *Store) error {
			return workspace.Note(ctx, s, []ledger.Entry{{At: noon, Action: "route", Detail: "{}"}}, session.Added{})
		},
		"a turn": func(s *Store) error {
			turns := []session.Turn{{At: noon, Role: session.User, Text: "hello"}}
			return workspace.Note(ctx, s, nil, session.Added{Session: "home", Turns: turns})
		},
	} {
		s := fresh(t)
		if err := write(s); err != nil {
			t.Fatal(err)
		}
		if st, err := s.idle[0].state(); err != nil || st.synchronous != syncFull {
			t.Errorf("after %s: %+v, %v", name, st, err)
		}
	}
}
