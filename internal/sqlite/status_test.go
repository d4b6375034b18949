package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"assister/internal/problem"
	"assister/internal/workspace"
)

func TestConditionReportsTheStateOfTheFile(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "Sweep the yard"))...)
	is, err := s.Condition(t.Context())
	if err != nil || is.Missing || is.Application != applicationID || is.Schema != SchemaVersion || is.Journal != "wal" || is.Synchronous != "full" || !is.ForeignKeys || is.Size == 0 {
		t.Errorf("%+v, %v", is, err)
	}
	if is, err = open(t, s.Path()+"x", workspace.ToInspect).Condition(t.Context()); err != nil || !is.Missing {
		t.Errorf("%+v, %v", is, err)
	}
}

func TestInspectLeavesAnOldSchemaAsItIs(t *testing.T) {
	s := fresh(t)
	path := s.Path()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = openAs(ctx, path, workspace.ToInspect, Wait, later(t, "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT"))
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Problem.Code != workspace.DatabaseOld {
		t.Fatalf("ended in %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file has changed, %v", err)
	}
}

func TestHolderReportsTheProcessWithTheLock(t *testing.T) {
	s := fresh(t)
	held := func(want bool) {
		t.Helper()
		pid, held, err := Holder(s.Path())
		if err != nil || held != want || held && pid != os.Getpid() {
			t.Errorf("process %d, held %v, %v", pid, held, err)
		}
	}
	held(false)
	_, err := s.Update(t.Context(), func(workspace.Reader) (workspace.Commit, error) {
		held(true)
		return workspace.Commit{}, errors.New("enough")
	})
	if err == nil {
		t.Error("an update that failed has none")
	}
	held(false)
	if _, held, err := Holder(s.Path() + "x"); held || err != nil {
		t.Errorf("held %v, %v", held, err)
	}
	if _, err := os.Stat(s.Path() + "x" + lockSuffix); err == nil {
		t.Error("looking has made a lock")
	}
}

func TestTheHolderOfTheLockReplacesTheOneBefore(t *testing.T) {
	g := writeLock{path: filepath.Join(t.TempDir(), "w.db.lock")}
	if g.sign(1); g.holder() != 0 {
		t.Error("a lock was made to be signed")
	}
	// As versions wrote it that truncated the file first.
	if err := os.WriteFile(g.path, []byte("4194304"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{7, 4194304, 99} {
		if g.sign(pid); g.holder() != pid {
			t.Errorf("%d holds it, and %d is told", pid, g.holder())
		}
	}
}
