package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"testing"

	"assister/internal/filter"
	"assister/internal/workspace"
)

// endless is a query that never ends. It calls begun() first.
const endless = "WITH RECURSIVE n (i) AS (SELECT begun() UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

// begins makes begun() call fn.
func begins(t *testing.T, r workspace.Reader, fn func()) {
	t.Helper()
	if err := r.(reader).c.raw.RegisterFunc("begun", func() int64 { fn(); return 1 }, false); err != nil {
		t.Fatal(err)
	}
}

func ask(r workspace.Reader, text string) error {
	return r.(reader).Each("ask", text, func([]driver.Value) error { return nil })
}

func TestAQueryIsInterruptedAndTheSnapshotStaysUsable(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(project(1, "Home"))...)
	view(t, s, func(r workspace.Reader) error {
		short, cancel := context.WithCancel(ctx)
		begins(t, r, cancel)
		done := r.Until(short)
		if err := ask(r, endless); !errors.Is(err, context.Canceled) {
			t.Errorf("the question ends with %v", err)
		}
		if _, err := r.Find(filter.Condition{}, today); !errors.Is(err, context.Canceled) {
			t.Errorf("the next question ends with %v", err)
		}
		done()
		if r.(reader).c.raw.AutoCommit() {
			t.Error("the snapshot is gone")
		}
		found, err := r.Find(filter.Condition{Kinds: []string{"project"}}, today)
		if len(found) != 1 {
			t.Errorf("%d records", len(found))
		}
		return err
	})
}

func TestACancelledViewStops(t *testing.T) {
	s := fresh(t)
	short, cancel := context.WithCancel(ctx)
	err := s.View(short, func(r workspace.Reader) error {
		begins(t, r, cancel)
		return ask(r, endless)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the look ends with %v", err)
	}
	view(t, s, func(r workspace.Reader) error { return ask(r, "SELECT 1") })
}
